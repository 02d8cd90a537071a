#!/bin/sh
# docs/limits.md: each limit has at most 30 words, a code that exists, and a test that exists.
# CHANGELOG.md: at most 15 bullets a release, of at most 25 words.
# usage: check_limits.sh SOURCE_DIR
set -u
cd "$1" || exit 2
failed=0
complain() { echo "$1"; failed=1; }

tests=$(grep -rhoE '^(TYPED_)?TEST(_[FP])?\([A-Za-z0-9_]+, [A-Za-z0-9_]+\)' tests | sed -E 's/.*\(//; s/\)//; s/, /./')
codes=$(sed -nE 's/^ *X\(k[A-Za-z]+, ([0-9]+), .*/\1/p' src/daedalus/base/diagnostics/codes.h)
for name in $(grep '^|' docs/limits.md | cut -d'|' -f4 | grep -oE '[A-Z][A-Za-z0-9]+\.[A-Za-z0-9]+'); do
  echo "$tests" | grep -qx "$name" || complain "docs/limits.md: there is no test $name"
done
for code in $(grep -oE 'D0[0-9]{3}' docs/limits.md | sort -u); do
  echo "$codes" | grep -qx "$(echo "$code" | sed 's/^D0*//')" || complain "docs/limits.md: there is no code $code"
done
long=$(awk -F'|' '/^\|/ && split($2, words, " ") > 30 { print "docs/limits.md: more than 30 words:" $2 }' docs/limits.md)
[ -z "$long" ] || complain "$long"
long=$(awk '/^## / { bullets = 0 } /^- / { if (++bullets == 16) print "CHANGELOG.md: more than 15 bullets"; if (NF > 26) print "CHANGELOG.md: more than 25 words: " $0 }' CHANGELOG.md)
[ -z "$long" ] || complain "$long"
exit $failed
