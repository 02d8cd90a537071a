#!/bin/sh
# Runs the commands of one page and compares what they print with the page.
# usage: run_page.sh BINARY_DIR SOURCE_DIR SCRATCH_DIR PAGE [EXAMPLE_FILE...]
#
# A block ```console holds commands behind `$ ` and what they print. `...` stands for any text within a line,
# and, alone on a line, for any lines. A command without output on the page may print anything.
# Every command must end with 0, unless `$ echo $?` follows. Each block ```modelica, ```cpp or ```c must stand
# in one of the EXAMPLE_FILEs, line by line.
set -u
unset MODELICAPATH
binaries=$1 source=$2 scratch=$3 page=$4
shift 4
here=$(cd "$(dirname -- "$0")" && pwd)
rm -rf "$scratch"
mkdir -p "$scratch/bin"
ln -s "$binaries"/* "$scratch/bin/"
ln -s "$source/examples" "$source/models" "$scratch/"
ln -s bin/daedalus "$scratch/daedalus"
cd "$scratch" || exit 2
failed=0

awk -f "$here/console_script.awk" "$page" >commands.sh
PATH=$scratch/bin:$PATH sh commands.sh >printed.txt
awk -f "$here/compare_console.awk" "$page" printed.txt || failed=1
for file in "$@"; do
  awk -f "$here/quoted_lines.awk" "$file" >>quotable.txt
done
[ $# = 0 ] || awk -f "$here/compare_listings.awk" quotable.txt "$page" || failed=1
exit $failed
