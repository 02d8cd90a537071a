#!/bin/sh
# Neovim as a client of the language server. usage: run_neovim.sh DAEDALUS; 77: there is no Neovim here
command -v nvim >/dev/null || exit 77
FOLDER=$(mktemp -d) || exit 1
trap 'rm -rf "$FOLDER"' EXIT
export FOLDER DAEDALUS="$1" XDG_STATE_HOME="$FOLDER" XDG_CACHE_HOME="$FOLDER" XDG_DATA_HOME="$FOLDER"
here=$(cd "$(dirname -- "$0")" && pwd)
timeout 120 nvim --headless -u NONE -i NONE -n -c "luafile $here/neovim.lua" >"$FOLDER/out" 2>&1
cat "$FOLDER/out"
grep -q "neovim: ok" "$FOLDER/out"
