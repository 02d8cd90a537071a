"""What the package promises besides: examples in docstrings, types, and examples as files."""

from __future__ import annotations

import doctest
import importlib
import os
import pkgutil
import runpy
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import CHECKOUT

import daedalus

MODULES = [m.name for m in pkgutil.iter_modules(daedalus.__path__) if not m.name.startswith("_")]


@pytest.mark.parametrize("name", ["", *MODULES])
def test_examples_of_docstrings(name: str) -> None:
    module = importlib.import_module(f"daedalus.{name}".rstrip("."))
    assert doctest.testmod(module, optionflags=doctest.ELLIPSIS).failed == 0


def test_types(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    folder = Path(daedalus.__file__).parent.parent
    # mypy finds packages that are installed by itself, and refuses to be told their place.
    env = dict(os.environ) if folder.name == "site-packages" else {**os.environ, "MYPYPATH": str(folder)}
    config = CHECKOUT / "python" / "pyproject.toml"
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file", config, "-p", "daedalus"]
    shown = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True)
    assert shown.returncode == 0, shown.stdout + shown.stderr


@pytest.mark.parametrize("name", sorted(p.name for p in (CHECKOUT / "python" / "examples").glob("*.py")))
def test_examples(name: str) -> None:
    runpy.run_path(str(CHECKOUT / "python" / "examples" / name), run_name="__main__")


def test_page_of_idioms() -> None:
    page = CHECKOUT / "docs" / "python.md"
    assert doctest.testfile(str(page), module_relative=False, optionflags=doctest.ELLIPSIS).failed == 0
