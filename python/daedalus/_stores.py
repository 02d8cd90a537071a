"""Where a sweep keeps finished runs: nowhere, in files of NumPy, as Parquet, or as Zarr.

A chunk of runs is complete or not there at all, whenever the process is killed. A sweep that is started again
goes on with the chunks that are missing.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from .errors import OptionError, _read_all

if TYPE_CHECKING:
    import pandas as pd

    from .sweeps import Chunk, Finished, Points

FloatArray = npt.NDArray[np.float64]
End = tuple[str, float, int, list[tuple[str, str]]]

#: The numbers of ways in which a run ends, in Zarr.
STATUS = ("not run", "done", "stopped", "model wrong", "wrong option")


def message_of(end: Any) -> str:
    """The first error of a run; empty if there is none."""
    errors = _read_all(end[3])
    return errors[0].message if errors else ""


@dataclass(frozen=True)
class Plan:
    """What is known of a sweep before its first run."""

    model: str
    points: Points
    kept: list[str]
    times: FloatArray
    identity: bytes  # two sweeps with the same bytes have the same runs


class Store:
    """Keeps nothing: the results are in memory only."""

    #: True if the results are read from the store at the end, and are never in memory as a whole.
    is_outside = False

    def read(self, chunk: Chunk) -> Finished | None:
        """The chunk, if it is complete."""
        return None

    def write(self, chunk: Chunk, finished: Finished) -> None:
        """Keeps a chunk, in one piece."""

    def result(self) -> Any:
        """The results, for a store outside of memory."""
        raise NotImplementedError


def _another(directory: Path) -> OptionError:
    return OptionError(f"`{directory}` has the runs of another sweep", "choose another directory")


def _claim(directory: Path, identity: bytes) -> None:
    """The directory belongs to this sweep from now on."""
    directory.mkdir(parents=True, exist_ok=True)
    key = hashlib.sha256(identity).hexdigest()
    note = directory / "sweep.json"
    if note.exists() and json.loads(note.read_text())["key"] != key:
        raise _another(directory)
    note.write_text(json.dumps({"key": key}))


def _replace(file: Path, write: Any) -> None:
    partial = file.with_name(f"{file.name}.{os.getpid()}.part")
    write(partial)
    partial.replace(file)


class FileStore(Store):
    """A file of NumPy for each chunk."""

    def __init__(self, directory: Path, plan: Plan) -> None:
        self.directory = directory
        _claim(directory, plan.identity)

    def _file(self, chunk: Chunk) -> Path:
        return self.directory / f"runs-{chunk.places[0]:09d}.npz"

    def read(self, chunk: Chunk) -> Finished | None:
        from .sweeps import Finished

        if not self._file(chunk).exists():
            return None
        with np.load(self._file(chunk)) as kept:
            ends = json.loads(str(kept["ends"]))
            return Finished(
                chunk.places, kept["values"], [(e[0], e[1], e[2], [tuple(d) for d in e[3]]) for e in ends]
            )

    def write(self, chunk: Chunk, finished: Finished) -> None:
        def save(path: Path) -> None:
            with path.open("wb") as out:
                np.savez(out, values=finished.values, ends=json.dumps(finished.ends))

        _replace(self._file(chunk), save)


@dataclass(frozen=True)
class SweepTables:
    """A sweep as Parquet: the points of all runs, and a row for each run."""

    directory: Path

    @property
    def points(self) -> Any:
        """A pyarrow.dataset.Dataset with the columns ``run``, ``time`` and the kept variables."""
        from pyarrow import dataset

        return dataset.dataset(self.directory / "points")

    @property
    def runs(self) -> pd.DataFrame:
        """Parameters, status, message, final time and steps of each run."""
        from pyarrow import dataset

        table = dataset.dataset(self.directory / "runs").to_table().to_pandas()
        frame: pd.DataFrame = table.sort_values("run").set_index("run")
        return frame


class ParquetStore(Store):
    """Two files for each chunk: its points, and then its runs, which make it complete."""

    is_outside = True

    def __init__(self, directory: Path, plan: Plan) -> None:
        import pyarrow  # noqa: F401  an error before the first run

        self.directory = directory
        self.plan = plan
        _claim(directory, plan.identity)
        for part in ("points", "runs"):
            (directory / part).mkdir(exist_ok=True)

    def _file(self, chunk: Chunk, part: str) -> Path:
        return self.directory / part / f"part-{chunk.places[0]:09d}.parquet"

    def read(self, chunk: Chunk) -> Finished | None:
        from .sweeps import Finished

        if not self._file(chunk, "runs").exists():
            return None
        none = np.empty((0, len(self.plan.kept), len(self.plan.times)))
        return Finished(chunk.places, none, [("done", 0.0, 0, [])] * len(chunk.places))

    def write(self, chunk: Chunk, finished: Finished) -> None:
        import pyarrow as pa
        from pyarrow import parquet

        plan, places = self.plan, np.array(finished.places, dtype=np.int64)
        points = {"run": np.repeat(places, len(plan.times)), "time": np.tile(plan.times, len(places))}
        for i, name in enumerate(plan.kept):
            points[name] = finished.values[:, i].ravel()
        runs: dict[str, Any] = {"run": places}
        for i, name in enumerate(plan.points.names):
            runs[name] = [plan.points.rows[p][i] for p in places]
        runs["status"] = [e[0] for e in finished.ends]
        runs["message"] = [message_of(e) for e in finished.ends]
        runs["final_time"] = [e[1] for e in finished.ends]
        runs["steps"] = [e[2] for e in finished.ends]
        for part, columns in (("points", points), ("runs", runs)):
            table = pa.table(columns)
            _replace(self._file(chunk, part), lambda path, t=table: parquet.write_table(t, path))

    def result(self) -> SweepTables:
        return SweepTables(self.directory)


class ZarrStore(Store):
    """An array over runs and times for each kept variable, and how each run ended."""

    is_outside = True

    def __init__(self, directory: Path, plan: Plan, chunk: int) -> None:
        import zarr

        self.directory = directory
        self.plan = plan
        # Beside the directory: Zarr warns of files that it does not know.
        self.messages = directory.with_name(directory.name + ".messages.jsonl")
        self.group: Any = zarr.open_group(str(directory), mode="a")
        key = hashlib.sha256(plan.identity).hexdigest()
        known = self.group.attrs.get("sweep")
        if known is None:
            self.messages.unlink(missing_ok=True)
            self._create(max(1, min(chunk, len(plan.points.rows))))
            self.group.attrs["sweep"] = key  # last: the arrays are there
        elif known != key:
            raise _another(directory)

    def _create(self, chunk: int) -> None:
        plan, num_runs = self.plan, len(self.plan.points.rows)

        def array(name: str, kind: str, dims: Sequence[str], fill: Any) -> Any:
            shape = tuple(num_runs if d == "run" else len(plan.times) for d in dims)
            chunks = tuple(chunk if d == "run" else len(plan.times) for d in dims)
            return self.group.create_array(
                name,
                shape=shape,
                chunks=chunks,
                dtype=kind,
                fill_value=fill,
                dimension_names=dims,
                overwrite=True,
            )

        array("time", "float64", ("time",), 0.0)[:] = plan.times
        for i, name in enumerate(plan.points.names):
            values = np.array([row[i] for row in plan.points.rows])
            if values.dtype.kind in "biuf":
                array(name, str(values.dtype), ("run",), values.dtype.type(0))[:] = values
        for name in plan.kept:
            array(name, "float64", ("run", "time"), float("nan"))
        array("final_time", "float64", ("run",), float("nan"))
        array("steps", "int64", ("run",), 0)
        array("status", "int8", ("run",), 0)

    def read(self, chunk: Chunk) -> Finished | None:
        from .sweeps import Finished

        if not (self.group["status"].oindex[np.array(chunk.places)] != 0).all():
            return None
        none = np.empty((0, len(self.plan.kept), len(self.plan.times)))
        return Finished(chunk.places, none, [("done", 0.0, 0, [])] * len(chunk.places))

    def write(self, chunk: Chunk, finished: Finished) -> None:
        places = np.array(finished.places)
        for i, name in enumerate(self.plan.kept):
            self.group[name].oindex[places, :] = finished.values[:, i]
        self.group["final_time"].oindex[places] = np.array([e[1] for e in finished.ends], dtype=float)
        self.group["steps"].oindex[places] = np.array([e[2] for e in finished.ends], dtype=np.int64)
        with self.messages.open("a") as out:
            for place, end in zip(finished.places, finished.ends, strict=True):
                if message := message_of(end):
                    out.write(json.dumps({"run": place, "message": message}) + "\n")
        # Last: it makes the chunk complete.
        self.group["status"].oindex[places] = np.array(
            [STATUS.index(e[0]) for e in finished.ends], dtype=np.int8
        )

    def result(self) -> Any:
        import xarray as xr

        data = xr.open_zarr(str(self.directory), consolidated=False, chunks=None)
        data = data.set_coords([n for n in self.plan.points.names if n in data])
        num_runs = len(self.plan.points.rows)
        messages = np.full(num_runs, "", dtype=object)
        if self.messages.exists():
            for line in self.messages.read_text().splitlines():
                known = json.loads(line)
                messages[known["run"]] = known["message"]
        words = np.array(STATUS, dtype=object)[data["status"].values]
        data = data.assign_coords(run=np.arange(num_runs))
        data = data.assign(status=("run", words), message=("run", messages))
        return data.assign_attrs(model=self.plan.model)


def open_store(output: str | os.PathLike[str], plan: Plan, chunk: int) -> Store:
    """The store that the name of the directory asks for: ``*.parquet``, ``*.zarr``, or others."""
    directory = Path(output)
    if directory.suffix == ".parquet":
        return ParquetStore(directory, plan)
    if directory.suffix == ".zarr":
        return ZarrStore(directory, plan, chunk)
    return FileStore(directory, plan)
