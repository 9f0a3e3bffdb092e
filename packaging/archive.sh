#!/bin/sh
# packaging/archive.sh linux-x64|linux-arm64|darwin-arm64|win-x64 [folder]: builds the archive for a platform, with Node.js
# in it, and prints its name. Needs npm. RELEASES is the address of the releases that `clockhouse update` asks by default;
# packaging/release_key.pem is the public key of those who sign them (docs/installing.md).
set -eu
cd "$(dirname "$0")/.."
platform=${1:-}
out=${2:-dist}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
home=$work/clockhouse
app=$home/versions/new

packaging/program.sh "$platform" "$app"
# What was built knows its commit, too.
version=$(npm run --silent clockhouse -- --version)
RELEASES=${RELEASES:-} PLATFORM=$platform node -e '
  const { existsSync, readFileSync } = require("node:fs")
  const { PLATFORM: platform, RELEASES: releases } = process.env
  const file = "packaging/release_key.pem"
  const key = existsSync(file) ? readFileSync(file, "utf8") : ""
  console.log(JSON.stringify({ kind: "archive", platform, releases, key }))
' > "$app/installation.json"
mv "$app" "$home/versions/$version"
echo "$version" > "$home/current"
cp LICENSE packaging/archive/README.txt "$home"

mkdir -p "$out"
file=$(cd "$out" && pwd)/clockhouse-$version-$platform
if [ "$platform" = win-x64 ]; then
  cp packaging/archive/clockhouse.cmd "$home"
  file=$file.zip
  node packaging/zip.js "$home" "$file"
else
  install -m 0755 packaging/archive/clockhouse "$home/clockhouse"
  file=$file.tar.gz
  tar --sort=name --owner=0 --group=0 --numeric-owner -czf "$file" -C "$work" clockhouse
fi
echo "$file"
