#!/bin/sh
# Every link of a page to a file of the tree leads to one, and every file of src/ that a page names in code exists.
# usage: check_links.sh SOURCE_DIR
set -u
cd "$1" || exit 2
failed=0
for page in *.md docs/*.md docs/*/*.md; do
  folder=$(dirname -- "$page")
  for target in $(awk '/^```/ { inside = !inside } !inside' "$page" | sed 's/`[^`]*`//g' | grep -oE '\]\([^)# ]+' | sed 's/^](//' | grep -vE '^[a-z]+:'); do
    [ -e "$folder/$target" ] || { echo "$page: no file $target"; failed=1; }
  done
done
for page in docs/*.md docs/*/*.md; do
  for file in $(grep -oE '`[a-z_]+(/[a-z_0-9]+)+\.(h|cc)`' "$page" | tr -d '`' | sort -u); do
    [ -e "$file" ] || [ -n "$(find src/daedalus -path "*/$file" | head -n 1)" ] || { echo "$page: no file $file"; failed=1; }
  done
done
exit $failed
