# shellcheck shell=sh disable=SC1091
# The Debian packages: installed, used, upgraded, removed and purged.
. /packages/checks/verdict.sh
find / -xdev -path /proc -prune -o -path /tmp -prune -o -path /var/lib/dpkg -prune -o -path /var/log -prune -o -print | sort >/tmp/before
seconds dpkg -i /packages/older/proviso_*.deb
seconds verdict proviso
seconds dpkg -i /packages/proviso_*.deb /packages/proviso-plugin-dev_*.deb
case $(dpkg-query -W -f '${Version}' proviso) in 0.0.9*) expect "the newer version" "the older one" ;; esac
verdict proviso
plugin proviso
bundled proviso
test -s /usr/include/proviso.h
test -s /usr/share/pkgconfig/proviso-plugin.pc
dpkg -V proviso proviso-plugin-dev
dpkg -r proviso proviso-plugin-dev
dpkg -P proviso proviso-plugin-dev
find / -xdev -path /proc -prune -o -path /tmp -prune -o -path /var/lib/dpkg -prune -o -path /var/log -prune -o -print | sort >/tmp/after
expect "" "$(diff /tmp/before /tmp/after)"
