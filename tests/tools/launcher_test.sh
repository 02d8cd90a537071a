#!/bin/sh
# Launchers that are called at once: one builds, the others wait for it, and all hand over to what was built.
# usage: launcher_test.sh SOURCE_DIR SCRATCH_DIR
set -u
source=$1
scratch=$2/launcher
rm -rf "$scratch"
mkdir -p "$scratch/tools" "$scratch/src" "$scratch/cmake" "$scratch/commands"
fail() { echo "$1" >&2; exit 1; }

cp "$source/daedalus" "$scratch/"
touch "$scratch/CMakeLists.txt"
printf '#!/bin/sh\n' >"$scratch/tools/install-packages"
# In place of CMake: a build takes a second, and what is built says what it was called with.
cat >"$scratch/commands/cmake" <<'END'
#!/bin/sh
[ "$1" = --build ] || exit 0
echo "$*" >>"$2/builds"
sleep 1
mkdir -p "$2/bin"
printf '#!/bin/sh\necho "called with $1"\n' >"$2/bin/daedalus"
chmod +x "$2/bin/daedalus"
END
chmod +x "$scratch/commands/cmake" "$scratch/tools/install-packages"
PATH=$scratch/commands:$PATH

for word in one two three; do "$scratch/daedalus" $word >"$scratch/$word" 2>/dev/null & done
wait
for word in one two three; do
  [ "$(cat "$scratch/$word")" = "called with $word" ] || fail "$word: $(cat "$scratch/$word")"
done
[ "$(wc -l <"$scratch/build/release/builds")" = 1 ] || fail "built more than once"

# The program looks for these libraries beside it, so a clone that was just built has them.
for library in $(grep -rhoE 'install\(TARGETS [a-z_]+ LIBRARY DESTINATION lib\)' "$source/src" "$source/cmake" | cut -d ' ' -f 2); do
  grep -qw -- "$library" "$scratch/build/release/builds" || fail "the launcher does not build $library"
done

sleep 1
touch "$scratch/src/changed"
[ "$("$scratch/daedalus" again 2>/dev/null)" = "called with again" ] || fail "after a change"
[ "$(wc -l <"$scratch/build/release/builds")" = 2 ] || fail "a source that is newer was not built"
exit 0
