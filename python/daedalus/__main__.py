"""``python -m daedalus`` is the command line."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def main() -> None:
    program = Path(__file__).parent / "bin" / "daedalus"
    # The program takes over the process: signals, exit codes and terminals are its own.
    os.execv(program, [str(program), *sys.argv[1:]])


if __name__ == "__main__":
    main()
