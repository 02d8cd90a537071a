#!/bin/sh
# run_page.sh accepts a page that is right and rejects one that is wrong.
# usage: run_page_test.sh SCRATCH_DIR
set -u
here=$(cd "$(dirname -- "$0")" && pwd)
scratch=$1
rm -rf "$scratch"
mkdir -p "$scratch/source/examples" "$scratch/source/models" "$scratch/binaries"
printf '#!/bin/sh\necho "first line"\necho "takes 0.12 s"\necho "last line"\nexit "${1:-0}"\n' >"$scratch/binaries/program"
chmod +x "$scratch/binaries/program"
printf 'model M\n  Real x;  \nend M;\n' >"$scratch/example.mo"
failed=0

# expect RESULT NAME PAGE: runs a page with the given text.
expect() {
  printf '%b' "$3" >"$scratch/page.md"
  "$here/run_page.sh" "$scratch/binaries" "$scratch/source" "$scratch/run" "$scratch/page.md" "$scratch/example.mo" >"$scratch/said"
  [ $? = "$1" ] || { echo "$2: expected $1"; cat "$scratch/said"; failed=1; }
}
console() { printf '```console\\n%s\\n```\\n' "$1"; }

expect 0 "the whole output" "$(console '$ program\nfirst line\ntakes ... s\nlast line')"
expect 0 "no promise" "$(console '$ program')"
expect 0 "lines left out" "$(console '$ program\n...\nlast line')"
expect 0 "a status that the page knows" "$(console '$ program 3\nfirst line\n...\n$ echo $?\n3')"
expect 0 "a listing of the example" '```modelica\n  Real x;\nend M;\n```\n'"$(console '$ program')"
expect 1 "a wrong line" "$(console '$ program\nfirst line\ntakes long\nlast line')"
expect 1 "a line too few" "$(console '$ program\nfirst line\ntakes ... s')"
expect 1 "a line too many" "$(console '$ program\n...\nlast line\nanother')"
expect 1 "a command that fails" "$(console '$ program 3')"
expect 1 "another status" "$(console '$ program 3\n$ echo $?\n2')"
expect 1 "a listing of nothing" '```modelica\n  Real y;\n```\n'"$(console '$ program')"
expect 1 "a page without commands" 'text\n'
exit $failed
