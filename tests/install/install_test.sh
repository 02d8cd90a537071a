#!/bin/sh
# Installs a build into a folder of its own and builds programs against it outside of the tree: by find_package for each
# product, and one by pkg-config. Each program checks its own numbers.
# usage: install_test.sh BUILD_DIR
set -eu
here=$(cd "$(dirname "$0")" && pwd)
build=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fail() { echo "$1" >&2; exit 1; }

cmake --install "$build" --prefix "$scratch/installed" >"$scratch/install.log" || fail "$(tail -n 20 "$scratch/install.log")"

# product, source, libraries that the program must not need
use() {
  project=$scratch/${2%.cc}
  mkdir "$project"
  cp "$here/outside.cmake" "$project/CMakeLists.txt"
  cmake -S "$project" -B "$project/build" -DCMAKE_PREFIX_PATH="$scratch/installed" -DPRODUCT="$1" -DSOURCE="$here/$2" \
    >"$project/log" 2>&1 && cmake --build "$project/build" >>"$project/log" 2>&1 || fail "$(tail -n 30 "$project/log")"
  (cd "$project" && ./build/use "$here/../../models/events") || fail "$2: wrong answer"
  needs "$project/build/use" "$3"
}
needs() {
  for library in $2; do
    if ldd "$1" | grep -q "$library"; then fail "$1 needs $library"; fi
  done
}
use structure use_structure.cc "fmt klu sundials LLVM"
use integrate use_integrators.cc "fmt sundials LLVM"
use daedalus use_daedalus.cc "LLVM"
use daedalus use_components.cc "LLVM"
use daedalus exchange_euler.cc "LLVM"
use daedalus exchange_cvode.cc "LLVM"

# A component that does not exist is refused by name.
mkdir "$scratch/wrong"
cp "$here/outside.cmake" "$scratch/wrong/CMakeLists.txt"
if cmake -S "$scratch/wrong" -B "$scratch/wrong/build" -DCMAKE_PREFIX_PATH="$scratch/installed" -DPRODUCT=nothing \
  -DSOURCE="$here/use_structure.cc" >"$scratch/wrong/log" 2>&1; then fail "there is no component \`nothing\`"; fi
tr '\n' ' ' <"$scratch/wrong/log" | grep -q "has no *component nothing" || fail "$(cat "$scratch/wrong/log")"

export PKG_CONFIG_PATH="$scratch/installed/lib/pkgconfig:$scratch/installed/lib/$(cc -dumpmachine)/pkgconfig"
[ "$(pkg-config --modversion daedalus)" = "$("$scratch/installed/bin/daedalus" --version | sed 's/^[^0-9]*\([0-9.]*\).*/\1/')" ] ||
  fail "pkg-config and the program do not agree on the version"
# shellcheck disable=SC2046
c++ $(pkg-config --cflags daedalus-integrate) "$here/use_integrators.cc" -o "$scratch/by_pkg_config" $(pkg-config --libs daedalus-integrate)
"$scratch/by_pkg_config" || fail "pkg-config: wrong answer"
needs "$scratch/by_pkg_config" "fmt sundials LLVM"
echo "installed and used"
