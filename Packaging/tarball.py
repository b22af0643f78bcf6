"""The tarball: a directory that runs wherever it is."""

from common import EPOCH, GLIBC, MACHINE, ROOT, VERSION, copy, fresh, licenses, output, same_times, tool_files, write

README = f"""\
Proviso {VERSION} for Linux on {MACHINE}, with glibc {GLIBC} or newer.

  bin/proviso --version                         it runs from any directory
  sudo cp -r bin lib libexec share include /usr/local     installs it, with manual page and completions

The program looks for libexec/proviso/proviso-worker, and in lib/proviso/bundled for the plugins that come with it, beside its
own directory. share/doc/proviso/licenses has the licenses
of the libraries inside.
"""


def build(programs, work, out):
    name = f"proviso-{VERSION}-linux-{MACHINE}"
    place = fresh(work / name)
    tool_files(programs, place)
    copy(ROOT / "Sources/ProvisoABI/include/proviso.h", place / "include/proviso.h")
    licenses(place / "share/doc/proviso")
    pages = ["FirstRules", "RuleFiles", "Shapes", "Includes", "Messages", "TypedValues", "CommandLine", "Install"]
    for page in ["CHANGELOG.md", *(f"Docs/{name}.md" for name in pages)]:
        copy(ROOT / page, place / "share/doc/proviso" / page.rpartition("/")[2])
    write(place / "README.txt", README)
    same_times(place)
    file = out / f"{name}.tar.gz"
    tar = output("tar", "--sort=name", "--format=ustar", "--owner=0", "--group=0", "--numeric-owner",
                 f"--mtime=@{EPOCH}", "--mode=go-w", "-C", work, "-cf", "-", name)
    # Bare systems and images of containers have gzip, but no xz; this gzip finds 5% more than zlib's.
    file.write_bytes(output("libdeflate-gzip", "-12", "-c", input=tar))
    return place, file
