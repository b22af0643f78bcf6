"""The Python wheel: the module `proviso`, the library that it calls, the program as a script, and the worker and plugins of both."""

import base64
import hashlib
import time
import zipfile

from common import BUNDLED, EPOCH, GLIBC, HOME, MACHINE, ROOT, SUMMARY, VERSION, fresh, portable

NAME = f"proviso-{VERSION}"
TAG = f"py3-none-manylinux_{GLIBC.replace('.', '_')}_{MACHINE}"

METADATA = f"""\
Metadata-Version: 2.1
Name: proviso
Version: {VERSION}
Summary: {SUMMARY}
Home-page: {HOME}
License: Apache-2.0
Classifier: Programming Language :: Python :: 3
Classifier: Operating System :: POSIX :: Linux
Classifier: Typing :: Typed
Requires-Python: >=3.9
Description-Content-Type: text/markdown
License-File: LICENSE
License-File: NOTICE

"""


def files(tree, library):
    """The files of the wheel, with their names in it, whether they are programs, and their content."""
    module = ROOT / "Packaging/python"
    for path in sorted((module / "proviso").glob("*")):
        if path.is_file() and path.suffix != ".so":
            yield f"proviso/{path.name}", False, path.read_bytes().replace(b"@VERSION@", VERSION.encode())
    data, info = f"{NAME}.data", f"{NAME}.dist-info"
    yield f"{data}/scripts/proviso", True, (tree / "bin/proviso").read_bytes()
    # Beside the plugins and the worker, which it finds from its own place.
    yield f"{data}/data/lib/libproviso.so", False, (library / "libproviso.so").read_bytes()
    yield "proviso/_native.abi3.so", False, (library / "_native.abi3.so").read_bytes()
    yield f"{data}/data/libexec/proviso/proviso-worker", True, (tree / "libexec/proviso/proviso-worker").read_bytes()
    for name in BUNDLED:
        plugin = f"lib/proviso/bundled/{name}.so"
        yield f"{data}/data/{plugin}", False, (tree / plugin).read_bytes()
    # pip removes a directory in which it has installed a file, but not the one above it.
    yield f"{data}/data/lib/proviso/README", False, b"The plugins that come with Proviso are in bundled/.\n"
    yield f"{data}/data/share/man/man1/proviso.1", False, (tree / "share/man/man1/proviso.1").read_bytes()
    for path in sorted((tree / "share/doc/proviso").rglob("*")):
        if path.is_file() and (path.parent.name == "licenses" or path.name in ("LICENSE", "NOTICE")):
            yield f"{info}/{path.relative_to(tree / 'share/doc/proviso')}", False, path.read_bytes()
    yield f"{info}/METADATA", False, (METADATA + (module / "README.md").read_text()).encode()
    yield f"{info}/WHEEL", False, f"Wheel-Version: 1.0\nGenerator: proviso\nRoot-Is-Purelib: false\nTag: {TAG}\n".encode()


def build(tree, engine, work, out):
    """`engine` has libproviso.so and the extension in C, as they are built."""
    library = fresh(work / "library")
    for name in ["libproviso.so", "_native.abi3.so"]:
        portable(engine / name, library / name, 0o644)
    file = out / f"{NAME}-{TAG}.whl"
    date = max(time.gmtime(EPOCH)[:6], (1980, 1, 1, 0, 0, 0))
    record = []
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        def add(name, is_program, content):
            entry = zipfile.ZipInfo(name, date)
            entry.external_attr = (0o100755 if is_program else 0o100644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content, compresslevel=9)

        for name, is_program, content in files(tree, library):
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            record.append(f"{name},sha256={digest},{len(content)}\n")
            add(name, is_program, content)
        name = f"{NAME}.dist-info/RECORD"
        add(name, False, "".join([*record, f"{name},,\n"]).encode())
    return file
