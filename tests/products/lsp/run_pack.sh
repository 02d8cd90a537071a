#!/bin/sh
# Packs the extension for VS Code as its authors do, and looks into the package.
# usage: run_pack.sh CHECKOUT FOLDER     FOLDER gets a copy of the extension
set -eu
if ! command -v npm >/dev/null; then
  echo "SKIPPED: there is no npm"
  exit 77
fi
rm -rf "$2/editors"
mkdir -p "$2/editors"
cp "$1/LICENSE" "$2/"
cp -r "$1/editors/vscode" "$2/editors/"
cd "$2/editors/vscode"
npm install --silent --no-audit --no-fund || {
  echo "SKIPPED: the packages of npm cannot be installed"
  exit 77
}
npm run --silent pack
listed=$(python3 -m zipfile -l ./*.vsix)
for file in extension/package.json extension/dist/extension.js extension/syntaxes/modelica.tmLanguage.json; do
  case $listed in *"$file"*) ;; *) echo "the package lacks $file"; exit 1 ;; esac
done
