#!/bin/sh
# Installs Proviso @VERSION@: the programs, the manual page and completions.
#
#   sh install.sh [--from URL-OR-DIRECTORY] [--prefix DIRECTORY]
#
# --from is where the files of the release are, by default the directory of this script. --prefix is ~/.local by default.
# Nothing is installed whose checksum is not in SHA256SUMS.
set -eu
version=@VERSION@
from=$(dirname "$0")
prefix=${HOME:-/root}/.local

fail() {
    echo "install.sh: $1" >&2
    exit 1
}

while [ $# -gt 0 ]; do
    [ $# -gt 1 ] || fail "expected --from URL-OR-DIRECTORY or --prefix DIRECTORY, found '$1'"
    case $1 in
    --from) from=${2%/} ;;
    --prefix) prefix=$2 ;;
    *) fail "expected --from URL-OR-DIRECTORY or --prefix DIRECTORY, found '$1'" ;;
    esac
    shift 2
done

get() {
    case $from in
    *://*)
        if command -v curl >/dev/null; then curl -fsSL -o "$work/$1" "$from/$1"
        elif command -v wget >/dev/null; then wget -q -O "$work/$1" "$from/$1"
        else fail "expected the program curl or wget, found none: install one, or download $from/$1 and use --from"
        fi ;;
    *) cp "$from/$1" "$work/$1" ;;
    esac || fail "cannot get $from/$1: --from must name the directory of the release $version"
}

[ "$(uname -s)" = Linux ] || fail "expected Linux, found $(uname -s)"
name=proviso-$version-linux-$(uname -m)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
get SHA256SUMS
grep "  $name.tar.gz\$" "$work/SHA256SUMS" >"$work/sum" ||
    fail "$from has no $name.tar.gz: there is no package for this processor; build it with 'make dist'"
get "$name.tar.gz"
(cd "$work" && sha256sum -c sum >/dev/null 2>&1) ||
    fail "$from/$name.tar.gz does not have the checksum that SHA256SUMS lists: download it again"
tar -xzf "$work/$name.tar.gz" -C "$work"
"$work/$name/bin/proviso" --version >/dev/null || fail "the program does not run here: it needs glibc @GLIBC@ or newer"
mkdir -p "$prefix"
rm -f "$work/$name/README.txt"
cp -R "$work/$name/." "$prefix/" || fail "cannot write to $prefix: use --prefix, or sudo"
echo "$prefix/bin/proviso"
case :$PATH: in
*:"$prefix/bin":*) ;;
*) echo "add $prefix/bin to PATH, or call it by this path" >&2 ;;
esac
