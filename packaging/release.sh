#!/bin/sh
# Makes a release archive: the program without its symbols, the licence, the notices of what it is built from, the
# documents and the files of this folder. Usage: packaging/release.sh [FOLDER]
set -eu
cd "$(dirname "$0")/.."
into=${1:-dist}
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
target=$(rustc -vV | sed -n 's/^host: //p')
name=signalbox-$version-$target
built=${CARGO_TARGET_DIR:-target}/release/signalbox

# SIGNALBOX_BIN names a program that is built already.
if [ -z "${SIGNALBOX_BIN:-}" ]; then
  cargo build --release --locked --package signalbox
else
  built=$SIGNALBOX_BIN
fi

rm -rf "${into:?}/$name"
mkdir -p "$into/$name/packaging" "$into/$name/docs"
cp "$built" "$into/$name/signalbox"
strip "$into/$name/signalbox"
cp LICENSE README.md CHANGELOG.md SECURITY.md "$into/$name/"
cp docs/operating.md docs/guide.md "$into/$name/docs/"
for file in packaging/*; do
  case $file in *release.sh | *notices.sh) ;; *) cp "$file" "$into/$name/packaging/" ;; esac
done
packaging/notices.sh > "$into/$name/NOTICES"
# The same input gives the same archive.
tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}" \
  -C "$into" -cf - "$name" | gzip -n > "$into/$name.tar.gz"
(cd "$into" && sha256sum "$name.tar.gz" > "$name.tar.gz.sha256")
rm -rf "${into:?}/$name"
echo "$into/$name.tar.gz"
