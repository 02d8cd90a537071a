#!/bin/sh
# The language server by the client of pytest-lsp, which comes from PyPI.
# usage: run_pytest_lsp.sh PROGRAM FOLDER     FOLDER keeps the packages of Python between runs
set -eu
here=$(cd "$(dirname "$0")" && pwd)
export DAEDALUS="$1"
folder=$2
if [ ! -e "$folder/complete" ]; then
  { python3 -m venv "$folder" && "$folder/bin/pip" install --quiet pytest-lsp==1.0.1; } || {
    echo "SKIPPED: pytest-lsp cannot be installed"
    exit 77
  }
  touch "$folder/complete"
fi
cd "$here"
exec "$folder/bin/python" -B -m pytest -q -p no:cacheprovider -o asyncio_default_fixture_loop_scope=function \
  test_by_pytest_lsp.py
