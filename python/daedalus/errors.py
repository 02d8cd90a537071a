"""Diagnostics as objects, and the exceptions that carry them."""

from __future__ import annotations

import html
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from . import _core

if TYPE_CHECKING:
    from .result import Result


def nearest(name: str, known: Iterable[str]) -> str:
    """A hint that names the nearest one of the known names; empty if none is near."""
    return _core.hint_for(name, list(known))


def some_of(what: str, names: Sequence[str], most: int = 8) -> str:
    """A hint that lists what there is, where no name is near."""
    if not names:
        return f"there are no {what}"
    tail = f", and {len(names) - most} more" if len(names) > most else ""
    return f"the {what} are: {', '.join(names[:most])}{tail}"


@dataclass(frozen=True)
class Span:
    """A place in the text of a model: lines and columns count from 1."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True)
class Diagnostic:
    """A message about a model: what is wrong, where, and what to do."""

    severity: str
    message: str
    code: str = ""
    span: Span | None = None
    label: str = ""
    notes: tuple[str, ...] = ()
    hint: str = ""
    text: str = field(default="", compare=False, repr=False)

    def __str__(self) -> str:
        if self.text:
            return self.text.rstrip("\n")
        hint = f"\n   = hint: {self.hint}" if self.hint else ""
        return f"{self.severity}: {self.message}{hint}"

    def _repr_html_(self) -> str:
        color = {"error": "#b00020", "warning": "#8a5a00"}.get(self.severity, "#245")
        return (
            f'<pre style="border-left:4px solid {color};padding:4px 10px;margin:4px 0;'
            f'white-space:pre-wrap">{html.escape(str(self))}</pre>'
        )


class DaedalusError(Exception):
    """Base of all exceptions of this package. `diagnostics` has everything that was reported."""

    def __init__(self, diagnostics: list[Diagnostic] | str, hint: str = "") -> None:
        if isinstance(diagnostics, str):
            diagnostics = [Diagnostic("error", diagnostics, hint=hint)]
        self.diagnostics: list[Diagnostic] = diagnostics
        #: The points of a run that failed; None if there are none.
        self.result: Result | None = None
        super().__init__(self.diagnostics)

    @property
    def first(self) -> Diagnostic:
        """The first error."""
        errors = [d for d in self.diagnostics if d.severity == "error"]
        return (errors or self.diagnostics or [Diagnostic("error", "unknown error")])[0]

    @property
    def message(self) -> str:
        return self.first.message

    @property
    def span(self) -> Span | None:
        return self.first.span

    @property
    def hint(self) -> str:
        return self.first.hint

    @property
    def code(self) -> str:
        return self.first.code

    def __str__(self) -> str:
        return "\n".join(str(d) for d in self.diagnostics)

    def _repr_html_(self) -> str:
        return "".join(d._repr_html_() for d in self.diagnostics)

    def _render_traceback_(self) -> list[str]:
        # IPython shows these lines instead of a traceback through our files.
        return [f"{type(self).__name__}", *str(self).splitlines()]

    def __reduce__(self) -> tuple[Any, ...]:
        return (_rebuild, (type(self), self.diagnostics))


def _rebuild(kind: type[DaedalusError], diagnostics: list[Diagnostic]) -> DaedalusError:
    return kind(diagnostics)


class ModelError(DaedalusError):
    """The text of a model is wrong, or cannot be found."""


class StructureError(ModelError):
    """The equations of a model do not determine its unknowns."""


class OptionError(DaedalusError, ValueError):
    """An option or a value does not fit."""


class UnknownNameError(DaedalusError, KeyError):
    """No variable or parameter has this name."""


class StructuralParameterError(OptionError):
    """The parameter decides about the equations: another value needs a new compilation."""


class InputError(DaedalusError, ValueError):
    """An input has the wrong shape, a number that is not finite, or times that descend."""


class SimulationError(DaedalusError):
    """A run has stopped before its end. `result` has the points up to there."""


class ClosedError(DaedalusError):
    """The instance was closed."""


class BusyError(DaedalusError):
    """Another thread uses the instance."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C has ended a run or a sweep. `result` has the points up to there."""

    def __init__(self, result: Any) -> None:
        super().__init__("the run was interrupted; `.result` has its points")
        self.result = result


def _read(item: tuple[str, str]) -> Diagnostic:
    facts = json.loads(item[0])
    span = None
    if facts.get("file"):
        span = Span(
            facts["file"],
            facts.get("line", 0),
            facts.get("column", 0),
            facts.get("end_line", 0),
            facts.get("end_column", 0),
        )
    return Diagnostic(
        facts.get("severity", "error"),
        facts.get("message", ""),
        facts.get("code", ""),
        span,
        facts.get("label") or "",
        tuple(facts.get("notes") or ()),
        facts.get("hint") or "",
        item[1],
    )


def _read_all(items: list[tuple[str, str]]) -> list[Diagnostic]:
    return [_read(item) for item in items]


def _class_for(diagnostics: list[Diagnostic]) -> type[DaedalusError]:
    first = next((d for d in diagnostics if d.severity == "error"), None)
    if first is None or not first.code:
        return DaedalusError
    number = int(first.code.lstrip("D"))
    if number == 6:
        return OptionError
    if number // 100 == 3:
        return StructureError
    if number < 300:
        return ModelError
    return SimulationError


def _from_core(items: list[tuple[str, str]]) -> DaedalusError:
    """The exception for what the core has reported."""
    diagnostics = _read_all(items)
    return _class_for(diagnostics)(diagnostics)
