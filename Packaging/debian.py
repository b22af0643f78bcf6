"""The Debian packages `proviso` and `proviso-plugin-dev`, without debhelper: their files are the same in each build."""

import gzip
import os
import pathlib
import time

from common import BUNDLED, DEBIAN_MACHINE, EPOCH, GLIBC, HOME, LIBRARIES, ROOT, SUMMARY, VERSION, copy, fresh, output, same_times
from common import write

MAINTAINER = "The Proviso authors <proviso@example.org>"
REVISION = f"{VERSION}-1"

TOOL = f"""\
Package: proviso
Version: {REVISION}
Architecture: {DEBIAN_MACHINE}
Maintainer: {MAINTAINER}
Installed-Size: @SIZE@
Depends: libc6 (>= {GLIBC}), libgcc-s1 (>= 3.0)
Recommends: tzdata
Suggests: proviso-plugin-dev
Section: utils
Priority: optional
Homepage: {HOME}
Description: {SUMMARY}
 Proviso validates JSON, NDJSON, CSV and TSV files of any size against a
 declarative rule file and reports every problem with its place, in 100
 languages. Reports have the formats text, JSON, CSV, JUnit, SARIF and HTML.
 .
 Plugins with rule types run in confined processes.
"""

DEVELOPMENT = f"""\
Package: proviso-plugin-dev
Version: {REVISION}
Architecture: all
Maintainer: {MAINTAINER}
Installed-Size: @SIZE@
Recommends: proviso (>= {VERSION}), gcc | g++, pkg-config
Section: libdevel
Priority: optional
Homepage: {HOME}
Description: header and templates for plugins of Proviso
 A plugin is a shared library with rule types and messages for the validator
 proviso. This package has the header proviso.h, which is the whole interface,
 and the files from which "proviso plugin new" makes a project.
"""

PKG_CONFIG = f"""\
Name: proviso-plugin
Description: Interface of plugins of Proviso
URL: {HOME}
Version: {VERSION}
Cflags: -I/usr/include
"""

# Debian's own packages must not contain other libraries; this package is for systems with any version of them.
OVERRIDES = """\
# The tool runs on several releases, which have different versions of these libraries.
proviso: embedded-library
"""


def copyright_text():
    head = ("Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: proviso\n"
            f"Source: {HOME}\n\nFiles: *\nCopyright: 2026 The Proviso authors\nLicense: Apache-2.0\n On Debian systems, the "
            "full text of the license is in\n /usr/share/common-licenses/Apache-2.0.\n"
            "Comment:\n The programs contain other libraries; the copyright of each follows.\n")
    notice = "\n".join(f" {line}" if line.strip() else " ." for line in (ROOT / "NOTICE").read_text().splitlines())
    return head + notice + "\n"


def library_licenses():
    """The copyright files of the libraries inside, one after the other."""
    parts = []
    for name, package, _, _ in LIBRARIES:
        text = open(f"/usr/share/doc/{package}/copyright", encoding="utf-8").read()
        parts.append(f"{'=' * 72}\n{name}, from Debian's package {package}\n{'=' * 72}\n\n{text}\n")
    return "\n".join(parts)


def changelog():
    date = time.strftime("%a, %d %b %Y %H:%M:%S +0000", time.gmtime(EPOCH))
    text = f"proviso ({REVISION}) unstable; urgency=medium\n\n  * Version {VERSION}: see CHANGELOG.md.\n\n -- {MAINTAINER}  {date}\n"
    return gzip.compress(text.encode(), 9, mtime=0)


def documents(place, package):
    folder = place / "usr/share/doc" / package
    write(folder / "copyright", copyright_text())
    write(folder / "changelog.Debian.gz", changelog())
    return folder


def tool(tree, place):
    """The files of the tarball where Debian's policy has them."""
    copy(tree / "bin/proviso", place / "usr/bin/proviso", 0o755)
    copy(tree / "libexec/proviso/proviso-worker", place / "usr/libexec/proviso/proviso-worker", 0o755)
    for name in BUNDLED:
        copy(tree / f"lib/proviso/bundled/{name}.so", place / f"usr/lib/proviso/bundled/{name}.so")
    share = place / "usr/share"
    write(share / "man/man1/proviso.1.gz", gzip.compress((tree / "share/man/man1/proviso.1").read_bytes(), 9, mtime=0))
    copy(tree / "share/bash-completion/completions/proviso", share / "bash-completion/completions/proviso")
    copy(tree / "share/zsh/site-functions/_proviso", share / "zsh/vendor-completions/_proviso")
    copy(tree / "share/fish/vendor_completions.d/proviso.fish", share / "fish/vendor_completions.d/proviso.fish")
    folder = documents(place, "proviso")
    write(folder / "libraries.txt.gz", gzip.compress(library_licenses().encode(), 9, mtime=0))
    write(share / "lintian/overrides/proviso", OVERRIDES)


def development(_, place):
    copy(ROOT / "Sources/ProvisoABI/include/proviso.h", place / "usr/include/proviso.h")
    write(place / "usr/share/pkgconfig/proviso-plugin.pc", PKG_CONFIG)
    for file in sorted((ROOT / "Sources/Workbench/PluginTemplates/files").iterdir()):
        copy(file, place / "usr/share/proviso/templates" / file.name)
    for file in sdk_files():
        copy(ROOT / file, place / "usr/share/proviso" / file, 0o755 if os.access(ROOT / file, os.X_OK) else 0o644)
    folder = documents(place, "proviso-plugin-dev")
    for page in ["FirstPlugin.md", "Plugins.md", "PluginTests.md", "PluginUse.md", "PluginSecurity.md", "Translating.md"]:
        copy(ROOT / "Docs" / page, folder / page)


def sdk_files():
    """The packages for plugins; the Swift one has links to sources, which are followed."""
    for folder, folders, files in os.walk(ROOT / "SDKs", followlinks=True):
        folders[:] = sorted(name for name in folders if name[0] != "." and name not in ("target", "zig-out"))
        for name in sorted(files):
            if name[0] != "." and not name.endswith((".so", ".o", ".a")):
                yield (pathlib.Path(folder) / name).relative_to(ROOT)


def build(tree, work, out):
    for control, fill in [(TOOL, tool), (DEVELOPMENT, development)]:
        fields = dict(line.split(": ", 1) for line in control.splitlines() if line[0] != " ")
        name = fields["Package"]
        place = fresh(work / name)
        fill(tree, place)
        files = sorted(path for path in place.rglob("*") if path.is_file())
        size = sum((path.stat().st_size + 1023) // 1024 for path in files)
        sums = "".join(f"{output('md5sum', path).decode().split()[0]}  {path.relative_to(place)}\n" for path in files)
        write(place / "DEBIAN/control", control.replace("@SIZE@", str(size)))
        write(place / "DEBIAN/md5sums", sums)
        same_times(place)
        file = out / f"{name}_{REVISION}_{fields['Architecture']}.deb"
        output("dpkg-deb", "--root-owner-group", "-Zxz", "-z9", "--threads-max=1", "--build", place, file,
               env={**os.environ, "SOURCE_DATE_EPOCH": str(EPOCH)})
        yield file
