"""Parameters from measurements, by least squares."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from . import _core
from .errors import OptionError, SimulationError, _read_all

if TYPE_CHECKING:
    import pandas as pd

    from .model import Model
    from .result import Result

FloatArray = npt.NDArray[np.float64]

#: Of a parameter, for central differences. The error of a run is some 1e-9, so that of a quotient is 1e-5.
_STEP = 1e-4
_TOLERANCE = 1e-9
_INTERVALS = 2000


@dataclass(frozen=True)
class Fit:
    """Parameters that fit measurements, and how well they are known."""

    model: Model
    values: dict[str, float]
    standard_errors: dict[str, float]
    covariance: FloatArray
    residuals: FloatArray
    num_runs: int
    message: str
    _degrees: int
    _settings: dict[str, Any]

    def confidence(self, level: float = 0.95) -> dict[str, tuple[float, float]]:
        """Intervals that contain the true values with this probability, if the model is near linear there."""
        import scipy.stats

        student: Any = scipy.stats.t
        factor = float(student.ppf(0.5 + level / 2, max(self._degrees, 1)))
        return {
            name: (value - factor * self.standard_errors[name], value + factor * self.standard_errors[name])
            for name, value in self.values.items()
        }

    def simulate(self, **settings: Any) -> Result:
        """A run with these parameters."""
        return self.model.simulate(self.values, **{**self._settings, **settings})

    def table(self) -> pd.DataFrame:
        """Values, standard errors and confidence intervals."""
        import pandas as pd

        rows = [
            (self.values[n], self.standard_errors[n], *interval) for n, interval in self.confidence().items()
        ]
        return pd.DataFrame(rows, index=list(self.values), columns=["value", "error", "low", "high"])

    def __repr__(self) -> str:
        shown = ", ".join(f"{n} = {v:.6g} ± {self.standard_errors[n]:.2g}" for n, v in self.values.items())
        return f"<Fit of {self.model.name}: {shown}>"


class _Residuals:
    """Runs of the model minus measurements, as a function of the parameters."""

    def __init__(
        self,
        model: Model,
        times: FloatArray,
        data: Mapping[str, FloatArray],
        names: Sequence[str],
        settings: dict[str, Any],
    ) -> None:
        self.model, self.times, self.names = model, times, list(names)
        self.keep = list(data)
        self.measured = np.array([data[name] for name in self.keep])
        spread = np.nanstd(self.measured, axis=1)
        self.weights = 1 / np.where(spread > 0, spread, 1.0)
        gap = np.diff(np.unique(times)).min() if len(times) > 1 else 1.0
        start = float(settings.get("start", model.experiment.get("start", 0.0)))
        places = (times - start) / gap
        self.is_on_grid = bool(np.abs(places - np.round(places)).max() < 1e-6) and places.max() < 1e5
        intervals = max(1, round(float(places.max()))) if self.is_on_grid else _INTERVALS
        self.places = np.round(places).astype(int)
        self.settings = {
            "tolerance": _TOLERANCE,
            **settings,
            "stop": float(times.max()),
            "intervals": intervals,
        }
        self.grid = np.array(_core.grid(model._core, self.settings))
        self.num_runs = 0

    def runs(self, points: FloatArray) -> FloatArray:
        """Weighted residuals of several runs at once, in threads: a row for each."""
        out = np.full((len(points), len(self.keep), len(self.grid)), np.nan)
        ends = _core.run_batch(
            self.model._core,
            self.settings,
            self.names,
            np.ascontiguousarray(points),
            self.keep,
            out,
            os.cpu_count() or 1,
            _core.BatchControl(),
            False,
        )
        self.num_runs += len(points)
        for point, end in zip(points, ends, strict=True):
            if end[0] != "done":
                values = ", ".join(f"{n} = {v:g}" for n, v in zip(self.names, point, strict=True))
                error = SimulationError(_read_all(end[3]))
                error.add_note(
                    f"the run with {values} has failed; narrower bounds may keep the fit away from there"
                )
                raise error
        return self._at_times(out)

    def _at_times(self, out: FloatArray) -> FloatArray:
        if self.is_on_grid:
            at = out[:, :, self.places]
        else:
            import scipy.interpolate

            spline: Any = scipy.interpolate.CubicSpline
            at = spline(self.grid, out, axis=2)(self.times)
        weighted: FloatArray = (at - self.measured) * self.weights[:, None]
        rows: FloatArray = weighted.reshape(len(out), -1)
        return np.where(np.isnan(rows), 0.0, rows)  # a gap in the data says nothing

    def __call__(self, point: FloatArray) -> FloatArray:
        row: FloatArray = self.runs(point[None])[0]
        return row

    def jacobian(self, point: FloatArray) -> FloatArray:
        steps = _STEP * np.maximum(np.abs(point), 1e-3)
        shifted = np.concatenate([point + np.diag(steps), point - np.diag(steps)])
        rows = self.runs(shifted)
        n = len(point)
        derivative: FloatArray = ((rows[:n] - rows[n:]) / (2 * steps[:, None])).T
        return derivative


def _read(data: Any) -> tuple[FloatArray, dict[str, FloatArray]]:
    if hasattr(data, "columns"):
        times = data["time"] if "time" in data.columns else data.index
        columns = {str(c): np.asarray(data[c], dtype=float) for c in data.columns if c != "time"}
        return np.asarray(times, dtype=float), columns
    columns = {str(n): np.asarray(v, dtype=float) for n, v in data.items() if n != "time"}
    if "time" not in data:
        raise OptionError("the data has no `time`", "give {'time': ..., 'x': ...} or a DataFrame")
    return np.asarray(data["time"], dtype=float), columns


def fit(
    model: Model,
    data: Any,
    parameters: Mapping[str, float],
    bounds: Mapping[str, tuple[float, float]] | None = None,
    **settings: Any,
) -> Fit:
    """Finds the parameters whose run is nearest to measurements, in the sense of least squares.

    ``data`` is a DataFrame, or a dict of arrays, with `time` and a column for each measured variable; NaN is
    a gap. ``parameters`` gives first guesses. Each variable counts in units of the spread of its data.
    ``settings`` are those of a run, such as ``start``.

    >>> import daedalus as dd, numpy as np
    >>> model = dd.Model.from_text("model M parameter Real k = 1; Real x(start=1, fixed=true);"
    ...                            " equation der(x) = -k*x; end M;")
    >>> t = np.linspace(0, 2, 21)
    >>> found = dd.fit(model, {"time": t, "x": np.exp(-1.7*t)}, {"k": 1})
    >>> round(found.values["k"], 6)
    1.7
    """
    import scipy.optimize

    least_squares: Any = scipy.optimize.least_squares
    times, columns = _read(data)
    for name, values in columns.items():
        if values.shape != times.shape:
            raise OptionError(f"`{name}` has {values.size} values for {times.size} times")
    for name in parameters:
        kind = model.kinds.get(name)
        if kind != "parameter":
            raise OptionError(
                f"`{name}` cannot be fitted: it is no parameter of a run", "see model.parameters"
            )
    names = list(parameters)
    guess = np.array([float(parameters[n]) for n in names])
    limits = [(bounds or {}).get(n, (-np.inf, np.inf)) for n in names]
    residuals = _Residuals(model, times, columns, names, dict(settings))
    found = least_squares(
        residuals,
        guess,
        jac=residuals.jacobian,
        bounds=tuple(np.array(limits, dtype=float).T),
        x_scale=np.maximum(np.abs(guess), 1e-3),
    )
    count = int(np.isfinite(residuals.measured).sum())
    degrees = count - len(names)
    variance = 2 * float(found.cost) / max(degrees, 1)
    covariance = variance * np.linalg.pinv(found.jac.T @ found.jac)
    errors = np.sqrt(np.diag(covariance))
    return Fit(
        model,
        dict(zip(names, found.x.tolist(), strict=True)),
        dict(zip(names, errors.tolist(), strict=True)),
        covariance,
        np.asarray(found.fun),
        residuals.num_runs,
        str(found.message),
        degrees,
        {**settings, "stop": float(times.max())},
    )
