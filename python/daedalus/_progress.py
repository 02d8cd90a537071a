"""A progress bar for long runs, in a terminal and in a notebook."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol

_WIDTH = 30
_SECONDS = 0.15


class HasProgress(Protocol):
    @property
    def progress(self) -> float: ...


def _line(title: str, share: float, elapsed: float) -> str:
    share = min(max(share, 0.0), 1.0)
    full = round(share * _WIDTH)
    left = f", {elapsed * (1 - share) / share:.0f} s left" if 0.01 < share < 1 else ""
    return f"{title} [{'#' * full}{'.' * (_WIDTH - full)}] {100 * share:3.0f} %, {elapsed:.1f} s{left}"


class _Bar:
    def __init__(self, title: str) -> None:
        self.title = title
        self.begin = time.monotonic()
        self.handle: Any = None
        if "ipykernel" in sys.modules:
            from IPython import display

            show: Any = display.display
            self.handle = show({"text/plain": title}, raw=True, display_id=True)

    def show(self, share: float) -> None:
        line = _line(self.title, share, time.monotonic() - self.begin)
        if self.handle is not None:
            self.handle.update({"text/plain": line}, raw=True)
        else:
            sys.stderr.write(f"\r{line}\x1b[K")
            sys.stderr.flush()

    def close(self) -> None:
        if self.handle is None:
            sys.stderr.write("\n")


@contextmanager
def watch_by(share: Callable[[], float] | None, title: str) -> Iterator[None]:
    """Draws a share of 0 to 1 while the block runs."""
    if share is None:
        yield
        return
    bar = _Bar(title)
    done = threading.Event()

    def draw() -> None:
        while not done.wait(_SECONDS):
            bar.show(share())

    thread = threading.Thread(target=draw, daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()
        bar.show(share())
        bar.close()


@contextmanager
def watch(control: HasProgress | None, title: str) -> Iterator[None]:
    """Draws the progress of a run; does nothing without a control."""
    if control is None:
        yield
        return
    with watch_by(lambda: control.progress, title):
        yield
