"""Many runs of one model: grids, lists and samples of parameters, on threads, processes and clusters."""

from __future__ import annotations

import itertools
import os
import pickle
import threading
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from . import _core
from ._progress import watch_by
from ._stores import Plan, Store, message_of, open_store
from .errors import Interrupted, OptionError

if TYPE_CHECKING:
    import pandas as pd
    import xarray as xr

    from .model import Model

FloatArray = npt.NDArray[np.float64]

#: Runs that a worker makes at a time. They are written and counted together.
_CHUNK = 256
#: How often a pool of processes is made anew after a worker was killed.
_MOST_POOLS = 4


@dataclass(frozen=True)
class Points:
    """The runs of a sweep: a row of values for each, and the shape of the result."""

    names: list[str]
    rows: list[tuple[Any, ...]]
    dims: dict[str, list[Any]]  # of a grid; empty: a list of runs

    @staticmethod
    def of(given: Any) -> Points:
        if isinstance(given, Mapping):
            arrays = {str(n): np.atleast_1d(np.asarray(v)) for n, v in given.items()}
            if any(v.ndim > 1 for v in arrays.values()):
                raise OptionError("a grid needs one-dimensional arrays", "an array for each parameter")
            values = {n: v.tolist() for n, v in arrays.items()}
            return Points(list(values), list(itertools.product(*values.values())), values)
        if hasattr(given, "columns") and hasattr(given, "itertuples"):
            return Points([str(c) for c in given.columns], list(given.itertuples(index=False, name=None)), {})
        rows = list(given)
        if not rows or not all(isinstance(row, Mapping) for row in rows):
            raise OptionError("a sweep takes a dict of arrays, a list of dicts, or a DataFrame")
        names = list(rows[0])
        for i, row in enumerate(rows):
            if set(row) != set(names):
                raise OptionError(f"run {i} has the parameters {sorted(row)}, but run 0 has {sorted(names)}")
        return Points(names, [tuple(row[n] for n in names) for row in rows], {})


@dataclass
class Chunk:
    """Runs that go to one worker. It can be pickled."""

    model: Model
    options: dict[str, Any]
    names: list[str]
    values: FloatArray
    keep: list[str]
    num_points: int
    places: list[int]  # of the runs in the sweep


@dataclass
class Finished:
    """What a worker sends back."""

    places: list[int]
    values: FloatArray
    ends: list[tuple[str, float, int, list[tuple[str, str]]]]


def run_chunk(chunk: Chunk, threads: int = 1, control: _core.BatchControl | None = None) -> Finished:
    """Makes the runs of a chunk. A worker of any executor can call it."""
    out = np.full((len(chunk.places), len(chunk.keep), chunk.num_points), np.nan)
    is_main = threading.current_thread() is threading.main_thread() and control is not None
    used = control if control is not None else _core.BatchControl()
    ends = _core.run_batch(
        chunk.model._core, chunk.options, chunk.names, chunk.values, chunk.keep, out, threads, used, is_main
    )
    return Finished(chunk.places, out, ends)


def _default_keep(model: Model) -> list[str]:
    facts = model.description
    names = [o["name"] if isinstance(o, dict) else o for o in facts.get("outputs", [])]
    names = names or [s["name"] if isinstance(s, dict) else s for s in facts.get("states", [])]
    known = {v["name"] for v in facts["variables"]}
    names = [n for n in names if n in known]
    if not names:
        raise OptionError(f"`{model.name}` has no outputs and no states", "name variables by keep=[...]")
    return names


def _chunks(
    model: Model, points: Points, options: dict[str, Any], keep: list[str], num_points: int, size: int
) -> tuple[list[Chunk], list[str]]:
    """Chunks of runs that share a compiled model, and what was compiled again."""
    out: list[Chunk] = []
    compiled: list[str] = []
    for texts, names, places, values in _groups(model, points):
        used = model._variant(texts) if texts else model
        if texts:
            compiled.append(", ".join(f"{n} = {t}" for n, t in texts.items()))
        for i in range(0, len(places), size):
            part = slice(i, i + size)
            out.append(Chunk(used, options, names, values[part], keep, num_points, places[part]))
    return out, compiled


#: Runs that share a compiled model: what it was compiled for, their parameters, places and values.
Group = tuple[dict[str, str], list[str], list[int], FloatArray]


def _groups(model: Model, points: Points) -> list[Group]:
    numbers = _plain_numbers(model, points)
    if numbers is not None:
        return [({}, points.names, list(range(len(points.rows))), numbers)]
    groups: dict[tuple[tuple[str, str], ...], list[tuple[int, list[tuple[str, float]]]]] = {}
    for place, row in enumerate(points.rows):
        ready, texts = model._sort(dict(zip(points.names, row, strict=True)))
        groups.setdefault(tuple(sorted(texts.items())), []).append((place, ready))
    out: list[Group] = []
    for key, runs in groups.items():
        names = [n for n, _ in runs[0][1]]
        values = np.array([[v for _, v in ready] for _, ready in runs], dtype=float)
        out.append((dict(key), names, [p for p, _ in runs], values.reshape(len(runs), len(names))))
    return out


def _plain_numbers(model: Model, points: Points) -> FloatArray | None:
    """The values at once, if all are finite numbers for parameters of a run. They need no look at each."""
    if any(model.kinds.get(name) != "parameter" for name in points.names):
        return None
    try:
        values = np.array(points.rows)
    except ValueError:  # some are arrays
        return None
    plain = values.ndim == 2 and values.dtype.kind in "fiub" and np.isfinite(values).all()
    return np.ascontiguousarray(values, dtype=float) if plain else None


def _by_threads(
    chunks: list[Chunk], jobs: int, control: _core.BatchControl
) -> Iterator[tuple[Chunk, Finished]]:
    for chunk in chunks:
        yield chunk, run_chunk(chunk, jobs, control)
        if control.is_interrupted:
            return


def _by_executor(chunks: list[Chunk], executor: Executor) -> Iterator[tuple[Chunk, Finished]]:
    futures: dict[Future[Finished], Chunk] = {executor.submit(run_chunk, c): c for c in chunks}
    for future in as_completed(list(futures)):
        # A future that is kept would keep its result.
        yield futures.pop(future), future.result()


def _by_processes(chunks: list[Chunk], jobs: int) -> Iterator[tuple[Chunk, Finished]]:
    """Chunks of a worker that was killed go to another one."""
    import multiprocessing

    left = {c.places[0]: c for c in chunks}
    # A forked process would have the locks of our threads, but not the threads.
    context = multiprocessing.get_context("spawn")
    for attempt in range(_MOST_POOLS):
        try:
            with ProcessPoolExecutor(jobs, mp_context=context) as pool:
                for chunk, finished in _by_executor(list(left.values()), pool):
                    del left[chunk.places[0]]
                    yield chunk, finished
            return
        except BrokenProcessPool:
            if attempt == _MOST_POOLS - 1:
                raise


@contextmanager
def _progress(shown: bool, share: Any, title: str) -> Iterator[None]:
    with watch_by(share if shown else None, title):
        yield


def sweep(
    model: Model,
    parameters: Any,
    /,
    *,
    keep: Sequence[str] | None = None,
    executor: str | Executor = "threads",
    jobs: int | None = None,
    output: str | os.PathLike[str] | None = None,
    progress: bool = False,
    chunk: int = _CHUNK,
    options: Mapping[str, Any] | None = None,
    **settings: Any,
) -> Any:
    """Runs a model for many values of its parameters; returns a Dataset over the runs and the time.

    ``parameters`` is a dict of arrays (all combinations), a list of dicts, or a DataFrame, for example of
    :func:`sobol`. ``executor`` is ``"threads"``, ``"processes"``, or any ``concurrent.futures.Executor``,
    such as those of Dask and mpi4py. Each run has the numbers that it has alone. A run that fails is a row
    with NaN and a message.

    With ``output`` finished runs are written to that directory, and are not repeated. Results that are larger
    than the memory go to ``output="runs.zarr"``, which returns a Dataset that is read when it is used, or to
    ``output="runs.parquet"``, which returns :class:`SweepTables`.

    >>> import daedalus as dd
    >>> model = dd.Model.from_text("model M parameter Real k = 1; Real x(start=1, fixed=true);"
    ...                            " equation der(x) = -k*x; end M;")
    >>> runs = dd.sweep(model, {"k": [1, 2, 3]}, stop=1, intervals=10, keep=["x"])
    >>> runs["x"].sel(k=2, time=1).round(4).item()
    0.1353
    """
    given = Points.of(parameters)
    if not given.rows:
        raise OptionError("the sweep has no runs")
    named = {**(options or {}), **settings}
    kept = list(keep) if keep is not None else _default_keep(model)
    times = np.array(_core.grid(model._core, named))
    chunks, compiled = _chunks(model, given, named, kept, len(times), chunk)
    store = Store()
    if output is not None:
        identity = pickle.dumps((model._core.recipe(), named, given.names, given.rows, kept, chunk))
        store = open_store(output, Plan(model.name, given, kept, times, identity), chunk)
    values = np.full((0 if store.is_outside else len(given.rows), len(kept), len(times)), np.nan)
    ends: list[Any] = [("interrupted", times[0], 0, [])] * len(given.rows)
    num_read = 0

    def take(finished: Finished) -> None:
        if not store.is_outside:
            values[finished.places] = finished.values
        for place, end in zip(finished.places, finished.ends, strict=True):
            ends[place] = end

    left: list[Chunk] = []
    for part in chunks:
        known = store.read(part)
        if known is None:
            left.append(part)
        else:
            take(known)
            num_read += len(part.places)
    count = jobs or os.cpu_count() or 1
    control = _core.BatchControl()
    num_taken = [num_read]

    def share() -> float:
        return max(num_taken[0], num_read + control.num_done) / len(given.rows)

    if executor == "threads":
        work = _by_threads(left, count, control)
    elif executor == "processes":
        work = _by_processes(left, count)
    elif isinstance(executor, str):
        raise OptionError(f"there is no executor {executor!r}", "'threads', 'processes', or an Executor")
    else:
        work = _by_executor(left, executor)
    with _progress(progress, share, f"{model.name}: {len(given.rows)} runs"):
        for part, finished in work:
            take(finished)
            if not any(e[0] == "interrupted" for e in finished.ends):
                store.write(part, finished)
            num_taken[0] += len(part.places)
    data = store.result() if store.is_outside else _dataset(model, given, kept, times, values, ends, compiled)
    if control.is_interrupted:
        raise Interrupted(data)
    return data


def _dataset(
    model: Model,
    given: Points,
    kept: list[str],
    times: FloatArray,
    values: FloatArray,
    ends: list[Any],
    compiled: list[str],
) -> xr.Dataset:
    import xarray as xr

    dims = tuple(given.dims) if given.dims else ("run",)
    shape = tuple(len(v) for v in given.dims.values()) if given.dims else (len(given.rows),)
    coords: dict[str, Any] = {"time": ("time", times, {"units": "s"})}
    if given.dims:
        coords.update({n: (n, np.array(v)) for n, v in given.dims.items()})
    else:
        coords["run"] = ("run", np.arange(len(given.rows)))
        coords.update({n: ("run", np.array([r[i] for r in given.rows])) for i, n in enumerate(given.names)})
    data: dict[str, Any] = {
        name: ((*dims, "time"), values[:, i].reshape(*shape, len(times))) for i, name in enumerate(kept)
    }
    data["status"] = (dims, np.array([e[0] for e in ends], dtype=object).reshape(shape))
    data["message"] = (dims, np.array([message_of(e) for e in ends], dtype=object).reshape(shape))
    data["final_time"] = (dims, np.array([e[1] for e in ends], dtype=float).reshape(shape))
    data["steps"] = (dims, np.array([e[2] for e in ends], dtype=np.int64).reshape(shape))
    attrs = {"model": model.name}
    if compiled:
        attrs["compiled_again"] = "; ".join(compiled)
    return xr.Dataset(data, coords, attrs)


def _scaled(unit: FloatArray, bounds: Mapping[str, tuple[float, float]]) -> pd.DataFrame:
    import pandas as pd

    low, high = np.array([b[0] for b in bounds.values()]), np.array([b[1] for b in bounds.values()])
    return pd.DataFrame(low + unit * (high - low), columns=list(bounds))


def sobol(bounds: Mapping[str, tuple[float, float]], num_runs: int, seed: int = 0) -> pd.DataFrame:
    """Scrambled Sobol points between bounds, as a DataFrame for :func:`sweep`."""
    from scipy.stats import qmc

    return _scaled(qmc.Sobol(len(bounds), rng=seed).random(num_runs), bounds)


def latin_hypercube(bounds: Mapping[str, tuple[float, float]], num_runs: int, seed: int = 0) -> pd.DataFrame:
    """A Latin hypercube between bounds, as a DataFrame for :func:`sweep`."""
    from scipy.stats import qmc

    return _scaled(qmc.LatinHypercube(len(bounds), rng=seed).random(num_runs), bounds)


def monte_carlo(distributions: Mapping[str, Any], num_runs: int, seed: int = 0) -> pd.DataFrame:
    """Random points of distributions of scipy.stats, as a DataFrame for :func:`sweep`."""
    import pandas as pd

    rng = np.random.default_rng(seed)
    return pd.DataFrame({name: d.rvs(size=num_runs, random_state=rng) for name, d in distributions.items()})
