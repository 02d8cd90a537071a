#!/bin/sh
# SUNDIALS_DIR that holds no SUNDIALS is an error: another installation would be measured in its place.
# usage: sundials_dir_test.sh SOURCE_DIR SCRATCH_DIR
set -u
source=$1
scratch=$2/sundials_dir
rm -rf "$scratch"
mkdir -p "$scratch/empty"
if cmake --preset release -S "$source" -B "$scratch/build" -DDAEDALUS_TESTS=OFF -DSUNDIALS_DIR="$scratch/empty" >"$scratch/log" 2>&1; then
  echo "a folder without SUNDIALS was passed over" >&2
  exit 1
fi
tr '\n' ' ' <"$scratch/log" | grep -q "SUNDIALS_DIR is .*/empty, *which has no" || { cat "$scratch/log" >&2; exit 1; }
