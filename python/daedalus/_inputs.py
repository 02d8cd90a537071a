"""Inputs of a run: numbers, arrays and callables become one table over time."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

from .errors import InputError, UnknownNameError, nearest, some_of

if TYPE_CHECKING:
    import pandas as pd

    from .model import Model

FloatArray = npt.NDArray[np.float64]
Table: TypeAlias = tuple[list[str], list[float], list[list[float]], str]
Inputs: TypeAlias = "Mapping[str, Any] | pd.DataFrame"

_SAMPLES = 2000
_BISECTIONS = 60


@dataclass
class Prepared:
    """What the core takes: constants, a table, and where the run ends if a callable has failed."""

    constants: list[tuple[str, float]]
    table: Table | None = None
    stop: float | None = None
    failure: BaseException | None = None


def _span_of(model: Model, options: Mapping[str, Any]) -> tuple[float, float]:
    experiment = model.experiment
    start = float(options.get("start", experiment.get("start", 0.0)))
    return start, float(options.get("stop", experiment.get("stop", max(1.0, start + 1))))


def _checked(name: str, times: Any, values: Any) -> tuple[FloatArray, FloatArray]:
    try:
        t, v = np.asarray(times, dtype=float), np.asarray(values, dtype=float)
    except (TypeError, ValueError):
        raise InputError(f"the input `{name}` needs arrays of numbers") from None
    if t.ndim != 1 or t.shape != v.shape or len(t) == 0:
        raise InputError(
            f"the input `{name}` has times of the shape {t.shape} and values of the shape {v.shape}",
            "give one value for each time",
        )
    for what, numbers in (("times", t), ("values", v)):
        if not np.isfinite(numbers).all():
            place = int(np.flatnonzero(~np.isfinite(numbers))[0])
            raise InputError(f"the {what} of the input `{name}` are not finite at place {place}")
    if (np.diff(t) < 0).any():
        raise InputError(f"the times of the input `{name}` descend", "sort the points by time")
    return t, v


def _jump(f: Callable[[float], float], a: float, b: float, fa: float, fb: float) -> float:
    """The time between a and b where f jumps, by bisection."""
    for _ in range(_BISECTIONS):
        middle = 0.5 * (a + b)
        if not a < middle < b:
            break
        value = float(f(middle))
        if abs(value - fa) < abs(value - fb):
            a, fa = middle, value
        else:
            b, fb = middle, value
    return b


def _sample(
    f: Callable[[float], Any], start: float, stop: float
) -> tuple[FloatArray, FloatArray, BaseException | None]:
    """Points of a callable. A jump becomes two points with the same time. An exception ends the list."""
    times = np.linspace(start, stop, _SAMPLES + 1)
    values: list[float] = []
    failure: BaseException | None = None
    for t in times:
        try:
            value = float(f(float(t)))
        except BaseException as error:  # also KeyboardInterrupt: the caller gets it with the points
            failure = error
            break
        if not math.isfinite(value):
            failure = InputError(f"the input is {value} at time {t:g}")
            break
        values.append(value)
    t, v = times[: len(values)], np.array(values)
    if len(v) < 4 or failure is not None:
        return t, v, failure
    steps = np.abs(np.diff(v))
    around = np.maximum(np.r_[steps[1], steps[:-1]], np.r_[steps[1:], steps[-2]])
    jumps = np.flatnonzero(steps > 20 * around + 1e-9 * (1 + np.abs(v).max()))
    for i in jumps[::-1]:
        at = _jump(lambda s: float(f(s)), t[i], t[i + 1], v[i], v[i + 1])
        before, after = np.nextafter(at, -np.inf), at
        left = float(f(float(max(before, t[i]))))
        right = float(f(float(after)))
        t, v = np.insert(t, i + 1, [at, at]), np.insert(v, i + 1, [left, right])
    return t, v, None


def _merge(tables: dict[str, tuple[FloatArray, FloatArray]], between: str) -> Table:
    """One list of times for all inputs."""
    names = list(tables)
    first = tables[names[0]][0]
    if all(np.array_equal(first, t) for t, _ in tables.values()):
        return names, first.tolist(), [tables[n][1].tolist() for n in names], between
    if between == "smooth" or any((np.diff(t) == 0).any() for t, _ in tables.values()):
        raise InputError(
            "inputs with jumps or splines need the same times for all of them",
            "give all inputs at the same times, or interpolation='linear' without jumps",
        )
    union = np.unique(np.concatenate([t for t, _ in tables.values()]))
    columns = []
    for t, v in tables.values():
        held = v[np.clip(np.searchsorted(t, union, side="right") - 1, 0, None)]
        columns.append((held if between == "held" else np.interp(union, t, v)).tolist())
    return names, union.tolist(), columns, between


def _from_frame(frame: Any) -> dict[str, tuple[Any, Any]]:
    times = frame["time"] if "time" in frame.columns else frame.index
    return {str(c): (np.asarray(times), frame[c].to_numpy()) for c in frame.columns if c != "time"}


def prepare_inputs(
    model: Model, inputs: Inputs, interpolation: str | None, options: Mapping[str, Any]
) -> Prepared:
    """Checks the inputs, and samples those that are callables."""
    given: Mapping[str, Any] = inputs if isinstance(inputs, Mapping) else _from_frame(inputs)
    known = model.inputs
    out = Prepared([])
    tables: dict[str, tuple[FloatArray, FloatArray]] = {}
    is_sampled = False
    for name, value in given.items():
        if name not in known:
            hint = nearest(name, known) or some_of("inputs", known)
            raise UnknownNameError(f"`{name}` is not an input of `{model.name}`", hint)
        if callable(value):
            is_sampled = True
            t, v, failure = _sample(value, *_span_of(model, options))
            if failure is not None:
                if len(t) == 0:
                    raise failure
                if out.stop is None or t[-1] < out.stop:
                    out.stop, out.failure = float(t[-1]), failure
            tables[name] = (t, v)
        elif isinstance(value, tuple) and len(value) == 2:
            tables[name] = _checked(name, *value)
        elif hasattr(value, "index") and hasattr(value, "to_numpy"):
            tables[name] = _checked(name, value.index, value.to_numpy())
        elif np.ndim(value) == 0:
            tables_value = float(value)
            if not math.isfinite(tables_value):
                raise InputError(f"the input `{name}` is {tables_value}, which is not finite")
            out.constants.append((name, tables_value))
        else:
            raise InputError(f"the array for the input `{name}` has no times", f"give {name}=(times, values)")
    if tables:
        between = interpolation or ("smooth" if is_sampled else "linear")
        out.table = _merge(tables, between)
    return out
