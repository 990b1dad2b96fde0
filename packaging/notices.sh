#!/bin/sh
# Prints the notices of everything the program is built from: each package that the lock file names for it, its licence,
# and the texts that its source carries.
set -eu
cd "$(dirname "$0")/.."
sources=${CARGO_HOME:-$HOME/.cargo}/registry/src
echo "Signalbox is built from the packages below. Each stands under its own licence."
cargo tree --locked --package signalbox --edges normal --prefix none --format '{p}|{l}' |
  sed 's/ (proc-macro)//; s/ (\*)$//; s/ v\([0-9]\)/|\1/' | sort -u |
  while IFS='|' read -r package version licence; do
    # Our own packages have a path behind their version.
    case $version in *" ("*) continue ;; esac
    printf '\n=== %s %s\n%s\n' "$package" "$version" "$licence"
    for file in "$sources"/*/"$package-$version"/LICEN[CS]E* "$sources"/*/"$package-$version"/COPYING* \
      "$sources"/*/"$package-$version"/NOTICE*; do
      if [ -f "$file" ]; then
        printf '\n--- %s\n' "$(basename "$file")"
        cat "$file"
      fi
    done
  done
