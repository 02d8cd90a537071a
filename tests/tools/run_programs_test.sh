#!/bin/sh
# tools/run-programs adds up what the shares of all programs say, and believes none that ends otherwise.
# usage: run_programs_test.sh SOURCE_DIR SCRATCH_DIR
set -u
source=$1
scratch=$2/run_programs
fail() { echo "$1" >&2; exit 1; }

# program NAME STATUS: it says what it reads as its first share, and nothing ran in the others.
program() {
  { echo '#!/bin/sh'
    echo '[ "$GTEST_SHARD_INDEX" = 0 ] || { echo "[  PASSED  ] 0 tests."; exit 0; }'
    echo "cat <<'END'"
    cat
    echo END
    echo "exit $2"; } >"$scratch/bin/$1_test"
  chmod +x "$scratch/bin/$1_test"
}
said() { "$source/tools/run-programs" "$scratch" >"$scratch/said"; }
expect() { [ "$(tail -n 1 "$scratch/said")" = "$1" ] || fail "expected $1: $(cat "$scratch/said")"; }

rm -rf "$scratch"
mkdir -p "$scratch/bin"
program good 0 <<'TEXT'
[  SKIPPED ] Suite.One (0 ms)
[==========] 5 tests from 1 test suite ran. (8 ms total)
[  PASSED  ] 3 tests.
[  SKIPPED ] 2 tests, listed below:
[  SKIPPED ] Suite.One
TEXT
program one 0 <<'TEXT'
[  PASSED  ] 1 test.
TEXT
program e2e 1 <<'TEXT'
[  FAILED  ] 1 test, listed below:
TEXT
said || fail "nothing failed, and the status says otherwise: $(cat "$scratch/said")"
expect "4 passed, 0 failed, 2 skipped"

program unlucky 23 <<'TEXT'
[  PASSED  ] 2 tests.
LeakSanitizer has encountered a fatal error
TEXT
said || fail "a leak checker that died is no failure: $(cat "$scratch/said")"
expect "6 passed, 0 failed, 3 skipped"

program bad 1 <<'TEXT'
why it failed
[  PASSED  ] 7 tests.
[  FAILED  ] 2 tests, listed below:
TEXT
program dead 139 <<'TEXT'
[ RUN      ] Suite.Last
TEXT
program leaky 23 <<'TEXT'
[  PASSED  ] 1 test.
ERROR: LeakSanitizer: detected memory leaks
TEXT
said && fail "tests failed, and the status does not say so: $(cat "$scratch/said")"
expect "14 passed, 4 failed, 3 skipped"
grep -q "why it failed" "$scratch/said" || fail "the output of the failed test is not shown"
grep -q "Suite.Last" "$scratch/said" || fail "the test in which a program died is not named"
exit 0
