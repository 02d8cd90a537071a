"""The results of a run."""

from __future__ import annotations

import fnmatch
import html
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from . import _core
from ._svg import line_chart
from .errors import Diagnostic, UnknownNameError, _read_all

if TYPE_CHECKING:
    import pandas as pd
    import xarray as xr

FloatArray = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Event:
    """An event of a run: when it happened, and why. `text` also lists what changed."""

    time: float
    cause: str
    text: str

    def __str__(self) -> str:
        return self.text.rstrip("\n")

    def __repr__(self) -> str:
        return f"<Event at {self.time:.9g}: {self.cause}>"

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(str(self))}</pre>"


@dataclass(frozen=True)
class Variable:
    """A name of a result, and its meaning."""

    name: str
    unit: str
    description: str
    type: str
    changes: bool


class Result(Mapping[str, Any]):
    """The points of a run. ``r["load.w"]`` is a NumPy array; a parameter is a number.

    >>> import daedalus as dd
    >>> model = dd.Model.from_text("model M Real x(start=1, fixed=true); equation der(x) = -x; end M;")
    >>> r = model.simulate(stop=1, intervals=4)
    >>> r.time
    array([0.  , 0.25, 0.5 , 0.75, 1.  ])
    >>> bool(abs(r["x"][-1] - np.exp(-1)) < 1e-5)
    True
    """

    def __init__(self, core: _core.RunResult, extra: list[Diagnostic] | None = None) -> None:
        self._core = core
        self._extra = extra or []
        self._known: dict[str, Any] = {}
        self._variables: dict[str, Variable] | None = None
        self._messages: list[Diagnostic] | None = None

    # ---- values ----

    def __getitem__(self, name: str) -> Any:
        known = self._known.get(name)
        if known is not None:
            return known
        if name == "time":
            return self.time
        found = self._core.get(name)
        if found is None:
            raise self._unknown(name)
        value = self._typed(name, found[0], found[1])
        self._known[name] = value
        return value

    def _typed(self, name: str, value: Any, kind: str) -> Any:
        if kind == "Real":
            return value
        if kind == "Boolean":
            return value != 0
        if kind == "String":
            texts = np.array([self._core.text(name, v) for v in np.atleast_1d(value)], dtype=object)
            return texts if np.ndim(value) else texts[0]
        return value.astype(np.int64) if np.ndim(value) else int(value)

    def _unknown(self, name: str) -> UnknownNameError:
        hint = self._core.hint(name)
        if name in self.variables:
            return UnknownNameError(f"`{name}` was not kept in this run", "add it to `keep`")
        return UnknownNameError(f"`{name}` is not a variable of `{self.model_name}`", hint)

    @property
    def time(self) -> FloatArray:
        """The times of the points. An event has two points with the same time."""
        if "time" not in self._known:
            self._known["time"] = self._core.time
        times: FloatArray = self._known["time"]
        return times

    @property
    def variables(self) -> dict[str, Variable]:
        """All names with units, descriptions and types."""
        if self._variables is None:
            self._variables = {v[0]: Variable(*v) for v in self._core.names}
        return self._variables

    @property
    def parameters(self) -> dict[str, Any]:
        """The values of what does not change in the run."""
        return {name: self[name] for name, v in self.variables.items() if not v.changes}

    def __iter__(self) -> Iterator[str]:
        return iter(self.variables)

    def __len__(self) -> int:
        return len(self.variables)

    def __contains__(self, name: object) -> bool:
        return name == "time" or (isinstance(name, str) and self._core.get(name) is not None)

    def select(self, *patterns: str) -> list[str]:
        """The names of changing variables that match one of the patterns, in the order of the patterns.

        Names are taken as they are; others may have ``*`` and ``?``.
        """
        changing = [n for n, v in self.variables.items() if v.changes and self._core.get(n) is not None]
        if not patterns:
            return changing
        out: list[str] = []
        for pattern in patterns:
            if pattern in self.variables:
                found = [pattern]
            else:
                escaped = pattern.replace("[", "[[]")
                found = [n for n in changing if fnmatch.fnmatchcase(n, escaped)]
            if not found:
                raise self._unknown(pattern)
            out += [n for n in found if n not in out]
        return out

    # ---- how the run ended ----

    @property
    def status(self) -> str:
        """``"done"``, ``"stopped"`` or ``"interrupted"``."""
        return self._core.status

    @property
    def messages(self) -> list[Diagnostic]:
        """Everything that the run has reported."""
        if self._messages is None:
            self._messages = self._extra + _read_all(self._core.messages)
        return self._messages

    @property
    def warnings(self) -> list[Diagnostic]:
        """The warnings of the run, and of a compilation that it needed."""
        return [d for d in self.messages if d.severity == "warning"]

    @property
    def remarks(self) -> list[str]:
        """What was done and why: the method, the code that ran, loops."""
        return self._core.remarks

    @property
    def events(self) -> list[Event]:
        """The events of the run, in their order."""
        return [Event(*e) for e in self._core.events]

    @property
    def statistics(self) -> dict[str, Any]:
        """What the run has cost: steps, evaluations, seconds."""
        facts: dict[str, Any] = json.loads(self._core.statistics)
        return facts

    @property
    def model_name(self) -> str:
        return str(self.statistics.get("model", ""))

    def at(self, time: float, *names: str) -> Any:
        """Values at a time, by straight lines between points: a number for one name, else a list."""
        values = [float(np.interp(time, self.time, self[name])) for name in names]
        return values[0] if len(values) == 1 else values

    # ---- to other libraries ----

    def to_pandas(self, *patterns: str) -> pd.DataFrame:
        """A DataFrame with the times as index. Columns share memory where pandas allows it."""
        import pandas as pd

        names = self.select(*patterns)
        frame = pd.DataFrame({name: self[name] for name in names}, index=pd.Index(self.time, name="time"))
        frame.attrs["units"] = {name: self.variables[name].unit for name in names}
        return frame

    def to_xarray(self, *patterns: str) -> xr.Dataset:
        """A Dataset over `time`, with units and descriptions as attributes."""
        import xarray as xr

        def entry(name: str) -> tuple[str, Any, dict[str, str]]:
            v = self.variables[name]
            facts = {"units": v.unit, "long_name": v.description}
            return ("time", self[name], {k: text for k, text in facts.items() if text})

        return xr.Dataset(
            {name: entry(name) for name in self.select(*patterns)},
            coords={"time": ("time", self.time, {"units": "s"})},
            attrs={"model": self.model_name, "status": self.status},
        )

    # ---- pictures ----

    def plot(self, *patterns: str, ax: Any = None) -> Any:
        """Draws variables over time with matplotlib; returns the axes."""
        import matplotlib.pyplot as plt

        if ax is None:
            _, ax = plt.subplots(figsize=(7, 3.6), layout="constrained")
        names = self.select(*patterns) if patterns else self._some()
        for name in names:
            ax.plot(self.time, self[name], label=self._label(name))
        ax.set_xlabel("time [s]")
        ax.grid(alpha=0.3)
        if names:
            ax.legend()
        return ax

    def _label(self, name: str) -> str:
        unit = self.variables[name].unit
        return f"{name} [{unit}]" if unit else name

    def svg(self, *patterns: str, width: int = 640, height: int = 260) -> str:
        """Draws variables over time as SVG, without any other library."""
        names = self.select(*patterns) if patterns else self._some()
        curves = {self._label(name): np.asarray(self[name], dtype=float) for name in names}
        return line_chart(self.time, curves, width=width, height=height)

    def page(self, path: str | os.PathLike[str]) -> None:
        """Writes the run as one HTML page: model, curves, equations, events and parameters, as `--page` does."""
        self._core.write_page(os.fspath(path))

    def _some(self, most: int = 4) -> list[str]:
        """Variables that a first look should show: those of the model itself, no derivatives."""
        changing = [n for n in self.select() if self.variables[n].type != "String"]
        plain = [n for n in changing if not n.startswith("der(")]
        own = [n for n in plain if "." not in n]
        states = [n for n in plain if f"der({n})" in self.variables]
        return (own or states or plain or changing)[:most]

    def _repr_html_(self) -> str:
        facts = self.statistics
        line = (
            f"<b>{html.escape(self.model_name)}</b>: {html.escape(self.status)}, {len(self.time)} points, "
            f"{facts['steps']} steps of {html.escape(facts['method'])}, {facts['events']} events, "
            f"{1e3 * facts['seconds']['integrate']:.1f} ms"
        )
        marks = "".join(d._repr_html_() for d in self.messages if d.severity != "note")
        picture = self.svg() if len(self.time) > 1 else ""
        return f"<div>{line}{marks}{picture}</div>"

    def __repr__(self) -> str:
        facts = self.statistics
        count = len(self.warnings)
        tail = f", {count} warning{'s' if count != 1 else ''}" if count else ""
        return (
            f"<Result of {self.model_name}: {self.status} at time {facts['final_time']:g}, "
            f"{len(self.time)} points, {facts['steps']} steps{tail}>"
        )
