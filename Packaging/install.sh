#!/bin/sh
# Installs Proviso @VERSION@: the programs, the manual page and completions.
#
#   sh install.sh [--from URL-OR-DIRECTORY] [--prefix DIRECTORY] [--unsigned]
#
# --from is where the files of the release are, by default the directory of this script. --prefix is ~/.local by default.
# Nothing is installed, and no program of the release is run, whose checksum is not in SHA256SUMS, or if SHA256SUMS is not
# signed with the key below. --unsigned trusts the place instead, for a release without a key or a system without a program
# that can verify it.
set -eu
version=@VERSION@
# The public key of the release, as minisign writes it; empty if it is not signed.
key=@KEY@
signed=yes
from=$(dirname "$0")
prefix=${HOME:-/root}/.local

fail() {
    echo "install.sh: $1" >&2
    exit 1
}

while [ $# -gt 0 ]; do
    case $1 in
    --unsigned)
        signed=no
        shift
        continue ;;
    esac
    [ $# -gt 1 ] || fail "expected --from URL-OR-DIRECTORY, --prefix DIRECTORY or --unsigned, found '$1'"
    case $1 in
    --from) from=${2%/} ;;
    --prefix) prefix=$2 ;;
    *) fail "expected --from URL-OR-DIRECTORY, --prefix DIRECTORY or --unsigned, found '$1'" ;;
    esac
    shift 2
done

get() {
    case $from in
    https://* | file://*)
        command -v curl >/dev/null ||
            fail "expected the program curl, found none: install it, or download $from/$1 and use --from"
        # Without the user's .curlrc; https stays https.
        curl -q -fsSL --proto =https,file --proto-redir =https --max-time 1800 -o "$work/$1" "$from/$1" ;;
    *://*) fail "expected a URL with https after --from, found '$from'" ;;
    *) cp "$from/$1" "$work/$1" ;;
    esac || fail "cannot get $from/$1: --from must name the directory of the release $version"
}

# Verifies SHA256SUMS with minisign or OpenSSL 3, never with what was downloaded.
verified() {
    if command -v minisign >/dev/null; then
        minisign -V -q -P "$key" -m "$work/SHA256SUMS" >/dev/null 2>&1
        return
    fi
    # The files of minisign have 10 bytes about the key before the key, and before the signature of the BLAKE2b.
    {
        printf '\060\052\060\005\006\003\053\145\160\003\041\000'
        echo "$key" | base64 -d | tail -c 32
    } >"$work/key"
    sed -n 2p "$work/SHA256SUMS.minisig" | base64 -d 2>/dev/null | tail -c 64 >"$work/signature"
    openssl dgst -blake2b512 -binary "$work/SHA256SUMS" >"$work/hash"
    openssl pkeyutl -verify -pubin -keyform DER -inkey "$work/key" -rawin -in "$work/hash" -sigfile "$work/signature" \
        >/dev/null 2>&1
}

can_verify() {
    command -v minisign >/dev/null && return 0
    case $(openssl version 2>/dev/null) in "OpenSSL "[3-9]*) return 0 ;; esac
    return 1
}

[ "$(uname -s)" = Linux ] || fail "expected Linux, found $(uname -s)"
name=proviso-$version-linux-$(uname -m)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
get SHA256SUMS
if [ $signed = yes ]; then
    [ -n "$key" ] || fail "this release is not signed: --unsigned installs it if you trust $from"
    can_verify || fail "expected minisign or OpenSSL 3 to verify the signature of SHA256SUMS, found neither: install \
one, or give --unsigned if you trust $from"
    get SHA256SUMS.minisig
    verified || fail "$from/SHA256SUMS does not match its signature by the key $key: someone changed it, or it belongs to \
another release; do not install it"
fi
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
