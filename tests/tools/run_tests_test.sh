#!/bin/sh
# tools/run-tests counts what was skipped as skipped: by GoogleTest, by exit status, by a leak checker that died.
# usage: run_tests_test.sh SOURCE_DIR SCRATCH_DIR
set -u
source=$1
scratch=$2/run_tests
rm -rf "$scratch"
mkdir -p "$scratch"
fail() { echo "$1" >&2; exit 1; }

cat >"$scratch/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.25)
project(counted NONE)
enable_testing()
add_test(NAME passes COMMAND true)
add_test(NAME skips_in_googletest COMMAND echo "[  SKIPPED ] it")
add_test(NAME skips_by_status COMMAND sh -c "exit 77")
add_test(NAME leak_checker_dies COMMAND sh -c "echo LeakSanitizer has encountered a fatal error; exit 1")
set_tests_properties(skips_in_googletest leak_checker_dies PROPERTIES
                     SKIP_REGULAR_EXPRESSION "SKIPPED|LeakSanitizer has encountered a fatal error")
set_tests_properties(skips_by_status PROPERTIES SKIP_RETURN_CODE 77)
if(WITH_FAILURE)
  add_test(NAME fails COMMAND sh -c "echo why it failed; exit 1")
endif()
END
cmake -S "$scratch" -B "$scratch/good" >/dev/null || fail "the project of the test does not configure"
cmake -S "$scratch" -B "$scratch/bad" -DWITH_FAILURE=ON >/dev/null

said=$("$source/tools/run-tests" "$scratch/good") || fail "nothing failed, and the status says otherwise: $said"
[ "$(echo "$said" | tail -n 1)" = "1 passed, 0 failed, 3 skipped" ] || fail "good: $said"

said=$("$source/tools/run-tests" "$scratch/bad") && fail "a test failed, and the status does not say so: $said"
[ "$(echo "$said" | tail -n 1)" = "1 passed, 1 failed, 3 skipped" ] || fail "bad: $said"
echo "$said" | grep -q "why it failed" || fail "the output of the failed test is not shown: $said"

# ./test --help says how it is called, and does nothing else.
"$source/test" --help | grep -q "usage: ./test" || fail "./test --help"
"$source/test" --no-such-option >/dev/null 2>&1 && fail "./test takes an option that it does not know"
exit 0
