# shellcheck shell=sh disable=SC1091
# The tarball by its installer, the way of Docs/Install.md.
. /packages/checks/verdict.sh
seconds sh /packages/install.sh --unsigned --prefix /opt/proviso
seconds verdict /opt/proviso/bin/proviso
seconds plugin /opt/proviso/bin/proviso
bundled /opt/proviso/bin/proviso
ldd /opt/proviso/bin/proviso
/opt/proviso/bin/proviso --version
# What is wrong is said, and nothing is installed.
mkdir -p /tmp/wrong && cp /packages/* /tmp/wrong 2>/dev/null || true
printf x >>"$(echo /tmp/wrong/proviso-*.tar.gz)"
! sh /tmp/wrong/install.sh --unsigned --prefix /opt/wrong 2>/tmp/errors
grep -q 'does not have the checksum' /tmp/errors
! sh /packages/install.sh --unsigned --from /nowhere --prefix /opt/wrong 2>/tmp/errors
grep -q 'cannot get /nowhere/SHA256SUMS' /tmp/errors
expect no "$([ -e /opt/wrong ] && echo yes || echo no)"
