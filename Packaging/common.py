"""What all packages have in common: names, versions, the files of the tool, and files that are equal in each build."""

import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
VERSION = re.search(r'"(.*)"', (ROOT / "Sources/ProvisoMessages/Support/Version.swift").read_text()).group(1)
MACHINE = os.uname().machine
DEBIAN_MACHINE = {"x86_64": "amd64", "aarch64": "arm64"}.get(MACHINE, MACHINE)
# The oldest glibc that the tool may need; `check_glibc` holds it to that.
GLIBC = "2.34"
# The time of all files, in seconds.
EPOCH = int(os.environ.get("SOURCE_DATE_EPOCH") or 0)
# The page of the project in metadata; example.org until it has a public address.
HOME = "https://example.org/proviso"
SUMMARY = "validator of JSON, NDJSON and CSV with messages in 100 languages"

# The plugins that come with the tool, below lib/proviso/bundled.
BUNDLED = ["CreditCard", "IBAN", "Identifiers", "Phone", "Web"]

# The libraries inside the tool and these plugins: the name, the Debian package, the license and the web page.
LIBRARIES = [
    ("ICU", "libicu-dev", "Unicode-3.0", "https://icu.unicode.org"),
    ("simdjson", "libsimdjson-dev", "Apache-2.0", "https://simdjson.org"),
    ("RE2", "libre2-dev", "BSD-3-Clause", "https://github.com/google/re2"),
    ("libyaml", "libyaml-dev", "MIT", "https://pyyaml.org/wiki/LibYAML"),
    ("libsodium", "libsodium-dev", "ISC", "https://libsodium.org"),
    ("zlib", "zlib1g-dev", "Zlib", "https://zlib.net"),
    ("Zstandard", "libzstd-dev", "BSD-3-Clause", "https://facebook.github.io/zstd"),
    ("libseccomp", "libseccomp-dev", "LGPL-2.1-only", "https://github.com/seccomp/libseccomp"),
    ("libresolv", "libc6-dev", "LGPL-2.1-or-later", "https://sourceware.org/glibc"),
    ("libstdc++", "libstdc++-12-dev", "GPL-3.0-only WITH GCC-exception-3.1", "https://gcc.gnu.org"),
    ("libphonenumber", "libphonenumber-dev", "Apache-2.0", "https://github.com/google/libphonenumber"),
    ("Protocol Buffers", "libprotobuf-dev", "BSD-3-Clause", "https://protobuf.dev"),
    ("Abseil", "libabsl-dev", "Apache-2.0", "https://abseil.io"),
]


def output(*command, **options):
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, **options)
    if done.returncode:
        sys.exit(f"'{' '.join(map(str, command))}' failed with exit status {done.returncode}")
    return done.stdout


def debian_version(package):
    return output("dpkg-query", "-W", "-f", "${Version}", package).decode()


def swift_version():
    return re.search(r"Swift version ([\d.]+)", output("swift", "--version").decode()).group(1)


def write(path, data, mode=0o644):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    path.chmod(mode)


def copy(source, path, mode=0o644):
    write(path, pathlib.Path(source).read_bytes(), mode)


def stripped(source, path):
    path.parent.mkdir(parents=True, exist_ok=True)
    output("strip", "--remove-section=.comment", "-o", path, source)
    zero_section(path, b".swift_modhash")


def zero_section(program, wanted):
    """Clears a section that only the compiler reads: it is computed from paths. Removing it would rewrite the segments."""
    data = bytearray(program.read_bytes())
    (table,), (count, names) = struct.unpack_from("<Q", data, 0x28), struct.unpack_from("<HH", data, 0x3C)
    rows = [struct.unpack_from("<IIQQQQ", data, table + 64 * index) for index in range(count)]
    for name, _, _, _, offset, size in rows:
        begin = rows[names][4] + name
        if data[begin:data.index(0, begin)] == wanted:
            data[offset:offset + size] = bytes(size)
    program.write_bytes(data)


def check_glibc(program):
    """Stops if a program needs a newer glibc than the packages say."""
    text = output("readelf", "-W", "--version-info", program).decode()
    numbers = {tuple(map(int, number.split("."))) for number in re.findall(r"GLIBC_([\d.]+)", text)}
    relative = ["GLIBC_ABI_DT_RELR"] if "GLIBC_ABI_DT_RELR" in text else []
    newer = [f"GLIBC_{'.'.join(map(str, n))}" for n in sorted(numbers) if n > tuple(map(int, GLIBC.split(".")))]
    if newer + relative:
        sys.exit(f"{program}: expected a program for glibc {GLIBC}, found that it needs {', '.join(newer + relative)}: "
                 f"give it a function of its own in Packaging/older-glibc.c, or raise GLIBC in Packaging/common.py")


def check_libraries(program):
    """Stops if a program loads a library that a bare system may lack."""
    text = output("readelf", "-dW", program).decode()
    found = set(re.findall(r"\(NEEDED\).*\[(.*)\]", text))
    others = {name for name in found if not re.match(r"(libc|libm|libgcc_s|ld-linux[^.]*)\.so", name)}
    if others:
        sys.exit(f"{program}: expected no library but glibc's and libgcc_s, found {', '.join(sorted(others))}: "
                 f"Scripts/dist-libraries must make them static")


def same_times(folder):
    """Gives all files the time of the commit, so that archives of them are equal."""
    for path in [folder, *folder.rglob("*")]:
        os.utime(path, (EPOCH, EPOCH), follow_symlinks=False)
        if path.is_dir():
            path.chmod(0o755)


def fresh(folder):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def portable(source, path, mode=0o755):
    """Puts a program or a library that runs on every system with this glibc at a path."""
    check_glibc(source)
    check_libraries(source)
    stripped(source, path)
    path.chmod(mode)


def tool_files(build, place, kept=()):
    """Puts the tool, its worker, manual pages and completions under a prefix."""
    for name, program in [("proviso", "bin/proviso"), ("proviso-worker", "libexec/proviso/proviso-worker")]:
        portable(build / name, place / program)
    for name in BUNDLED:
        portable(build.parent / f"bundled/{name}.so", place / f"lib/proviso/bundled/{name}.so", 0o644)
    tool = place / "bin/proviso"
    write(place / "share/man/man1/proviso.1", output(tool, "reference", "--man"))
    write(place / "share/bash-completion/completions/proviso", output(tool, "completion", "bash"))
    write(place / "share/zsh/site-functions/_proviso", output(tool, "completion", "zsh"))
    write(place / "share/fish/vendor_completions.d/proviso.fish", output(tool, "completion", "fish"))


def licenses(place):
    """The licenses of everything that is inside the tool."""
    for name in ["LICENSE", "NOTICE"]:
        copy(ROOT / name, place / name)
    for name, package, _, _ in LIBRARIES:
        copy(f"/usr/share/doc/{package}/copyright", place / "licenses" / f"{name}.txt")
    swift = pathlib.Path(shutil.which("swift")).resolve().parent.parent / "share/swift/LICENSE.txt"
    copy(swift, place / "licenses/Swift.txt")
