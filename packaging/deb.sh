#!/bin/sh
# packaging/deb.sh [amd64|arm64] [folder]: builds the Debian package, with Node.js in it, and prints its name.
# Needs npm and dpkg-deb. The versions are those of the lock file.
set -eu
cd "$(dirname "$0")/.."
arch=${1:-$(dpkg --print-architecture)}
out=${2:-dist}
case $arch in
  amd64) cpu=x64 ;;
  arm64) cpu=arm64 ;;
  *) echo "packaging/deb.sh: $arch must be amd64 or arm64" >&2; exit 2 ;;
esac
version=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' package.json)
# Debian sorts 0.3.0~dev before 0.3.0.
debian=$(printf %s "$version" | sed 's/-/~/')
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/root
app=$root/usr/lib/clockhouse

packaging/program.sh "linux-$cpu" "$app"
echo '{ "kind": "debian" }' > "$app/installation.json"

install -D -m 0755 packaging/clockhouse.sh "$root/usr/bin/clockhouse"
install -D -m 0644 packaging/clockhouse.service "$root/usr/lib/systemd/system/clockhouse.service"
install -D -m 0640 packaging/clockhouse.env "$root/etc/clockhouse/clockhouse.env"
install -D -m 0644 README.md "$root/usr/share/doc/clockhouse/README.md"
cat LICENSE "$app/dist/LICENSES.txt" "$app/bin/LICENSE" > "$work/copyright"
install -D -m 0644 "$work/copyright" "$root/usr/share/doc/clockhouse/copyright"

install -d "$root/DEBIAN"
cat > "$root/DEBIAN/control" <<EOF
Package: clockhouse
Version: $debian
Architecture: $arch
Maintainer: Clockhouse maintainers <maintainers@clockhouse.example>
Section: net
Priority: optional
Installed-Size: $(du -sk "$root" | cut -f1)
Depends: libc6 (>= 2.28), libstdc++6, passwd, util-linux
Description: self-hosted time tracking
 A server that employees clock in and out on, with schedules, approvals and
 payroll files, and a REST API that is compatible with QuickBooks Time.
EOF
echo /etc/clockhouse/clockhouse.env > "$root/DEBIAN/conffiles"
cat > "$root/DEBIAN/postinst" <<'EOF'
#!/bin/sh
set -e
if [ "$1" = configure ]; then
  if ! getent passwd clockhouse > /dev/null; then
    useradd --system --user-group --home-dir /var/lib/clockhouse --no-create-home --shell /usr/sbin/nologin clockhouse
  fi
  install -d -o clockhouse -g clockhouse -m 0700 /var/lib/clockhouse
  chgrp clockhouse /etc/clockhouse/clockhouse.env
  if [ -d /run/systemd/system ]; then
    systemctl daemon-reload
    if [ -z "$2" ]; then systemctl enable clockhouse.service; fi
    # Without waiting: a server that cannot start yet, or works through a migration, must not hold up other packages.
    systemctl restart --no-block clockhouse.service
  fi
fi
EOF
cat > "$root/DEBIAN/prerm" <<'EOF'
#!/bin/sh
set -e
if [ "$1" = remove ] && [ -d /run/systemd/system ]; then systemctl disable --now clockhouse.service; fi
EOF
cat > "$root/DEBIAN/postrm" <<'EOF'
#!/bin/sh
# The data in /var/lib/clockhouse stays, also with --purge.
set -e
if [ -d /run/systemd/system ]; then systemctl daemon-reload; fi
EOF
chmod 0755 "$root/DEBIAN/postinst" "$root/DEBIAN/prerm" "$root/DEBIAN/postrm"

mkdir -p "$out"
file=$out/clockhouse_${debian}_$arch.deb
dpkg-deb --root-owner-group -Zzstd -z10 --build "$root" "$file" >&2
echo "$file"
