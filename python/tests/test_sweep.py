"""Sweeps: the same numbers as runs alone, whatever runs them."""

from __future__ import annotations

import os
import signal
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import daedalus as dd
from daedalus import sweeps as sweeping

GRID = {"k": np.linspace(0.5, 3, 7)}


def test_grid(decay: dd.Model) -> None:
    runs = decay.sweep({"k": [1.0, 2.0], "n": [2, 3]}, stop=1, intervals=10, keep=["x", "minus"])
    assert runs["x"].dims == ("k", "n", "time") and runs["x"].shape == (2, 2, 11)
    exact = np.exp(-runs["k"] * runs["time"])
    np.testing.assert_allclose(
        runs["x"].sel(n=3).transpose("k", "time"), exact.transpose("k", "time"), atol=1e-5
    )
    np.testing.assert_array_equal(runs["minus"], -runs["x"])
    assert "n = 3" in runs.attrs["compiled_again"]
    assert (runs["status"] == "done").all()


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_each_run_is_the_run_alone(ball: dd.Model, jobs: int) -> None:
    values = np.linspace(0.4, 0.9, 12)
    runs = ball.sweep({"e": values}, stop=1, intervals=50, keep=["h", "v"], jobs=jobs, chunk=5)
    for e in values:
        fresh = ball.simulate(stop=1, intervals=50, e=float(e))
        on_grid = np.flatnonzero(np.isin(fresh.time, runs["time"]))
        last = {t: i for i, t in zip(on_grid, fresh.time[on_grid], strict=True)}
        alone = fresh["h"][[last[t] for t in runs["time"].values]]
        assert runs["h"].sel(e=e).values.tobytes() == alone.tobytes()


def test_lists_frames_and_samples(decay: dd.Model) -> None:
    by_list = decay.sweep([{"k": 1.0}, {"k": 2.0}], stop=1, keep=["x"])
    by_frame = decay.sweep(pd.DataFrame({"k": [1.0, 2.0]}), stop=1, keep=["x"])
    assert by_list["x"].dims == ("run", "time") and by_list.equals(by_frame)
    samples = dd.sobol({"k": (1, 2)}, 8, seed=3)
    assert samples["k"].between(1, 2).all() and samples.equals(dd.sobol({"k": (1, 2)}, 8, seed=3))
    assert len(decay.sweep(samples, stop=1, keep=["x"])["run"]) == 8
    assert dd.latin_hypercube({"k": (1, 2)}, 4).shape == (4, 1)
    stats = pytest.importorskip("scipy.stats")
    assert dd.monte_carlo({"k": stats.norm(1, 0.1)}, 5, seed=1).shape == (5, 1)


def test_failed_run_is_a_row() -> None:
    model = dd.Model.from_text(
        "model M parameter Real a = 1; Real x(start=1, fixed=true); equation der(x) = a*x^2; end M;"
    )
    runs = model.sweep({"a": [0.1, 1.0, -1.0]}, stop=2, intervals=20, keep=["x"])
    assert runs["status"].values.tolist() == ["done", "stopped", "done"]
    assert runs["message"].values[1] and not runs["message"].values[0]
    assert np.isnan(runs["x"].values[1, -1]) and runs["x"].values[1, 0] == 1
    assert runs["final_time"].values[1] < 1.01


def test_processes_and_executors(decay: dd.Model) -> None:
    threads = decay.sweep(GRID, stop=1, keep=["x"], chunk=2)
    processes = decay.sweep(GRID, stop=1, keep=["x"], chunk=2, executor="processes", jobs=2)
    with ThreadPoolExecutor(2) as pool:
        pooled = decay.sweep(GRID, stop=1, keep=["x"], chunk=2, executor=pool)
    assert threads["x"].values.tobytes() == processes["x"].values.tobytes() == pooled["x"].values.tobytes()


def _die_once(chunk: sweeping.Chunk, threads: int = 1) -> sweeping.Finished:
    """A worker that is killed in the middle of the sweep."""
    mark = Path(os.environ["DAEDALUS_TEST_MARK"])
    if chunk.places[0] == 2 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return sweeping.run_chunk(chunk, threads)


def _let_one_worker_die(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first worker that gets a chunk is killed, and leaves the file `died`."""
    monkeypatch.setenv("DAEDALUS_TEST_MARK", str(folder / "died"))
    monkeypatch.setenv("PYTHONPATH", f"{Path(__file__).parent}:{os.environ.get('PYTHONPATH', '')}")

    def by_executor(chunks, executor):  # type: ignore[no-untyped-def]
        futures = {executor.submit(_die_once, c): c for c in chunks}
        for future in sweeping.as_completed(futures):
            yield futures[future], future.result()

    monkeypatch.setattr(sweeping, "_by_executor", by_executor)


def test_killed_worker_loses_nothing(
    decay: dd.Model, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = decay.sweep(GRID, stop=1, keep=["x"])
    _let_one_worker_die(tmp_path, monkeypatch)
    runs = decay.sweep(GRID, stop=1, keep=["x"], chunk=2, executor="processes", jobs=2)
    assert (tmp_path / "died").exists()
    assert runs["x"].values.tobytes() == expected["x"].values.tobytes()


def test_finished_runs_are_not_repeated(
    decay: dd.Model, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = {"stop": 1, "keep": ["x"], "chunk": 2, "output": tmp_path / "runs"}
    first = decay.sweep(GRID, **settings)
    kept = sorted((tmp_path / "runs").glob("runs-*.npz"))
    kept[0].unlink()
    calls = []
    run_chunk = sweeping.run_chunk
    monkeypatch.setattr(sweeping, "run_chunk", lambda c, *rest: calls.append(c.places) or run_chunk(c, *rest))
    again = decay.sweep(GRID, **settings)
    assert calls == [[0, 1]] and again["x"].values.tobytes() == first["x"].values.tobytes()
    with pytest.raises(dd.OptionError, match="another sweep"):
        decay.sweep({"k": [1.0]}, **settings)


KILLED = """
import sys
import numpy as np
import daedalus as dd

model = dd.Model.from_text(open(sys.argv[1]).read())
options = {"max_step": 4e-4}
model.sweep({"k": np.linspace(0.5, 3, 12)}, stop=5, keep=["x"], chunk=1, jobs=1, output="runs", options=options)
"""


def test_a_killed_sweep_continues(decay: dd.Model, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import sys
    import time

    from conftest import DECAY

    (tmp_path / "Decay.mo").write_text(DECAY)
    with subprocess.Popen([sys.executable, "-c", KILLED, "Decay.mo"], cwd=tmp_path) as process:
        end = time.monotonic() + 60
        while len(list((tmp_path / "runs").glob("runs-*.npz"))) < 2 and time.monotonic() < end:
            time.sleep(0.005)
        process.kill()
    kept = len(list((tmp_path / "runs").glob("runs-*.npz")))
    assert 2 <= kept < 12
    calls = []
    run_chunk = sweeping.run_chunk
    monkeypatch.setattr(sweeping, "run_chunk", lambda c, *rest: calls.append(c.places) or run_chunk(c, *rest))
    points = {"k": np.linspace(0.5, 3, 12)}
    settings = {"stop": 5, "keep": ["x"], "chunk": 1, "jobs": 1, "options": {"max_step": 4e-4}}
    runs = decay.sweep(points, output=tmp_path / "runs", **settings)
    assert len(calls) == 12 - kept, "finished runs are not repeated"
    assert runs["x"].values.tobytes() == decay.sweep(points, **settings)["x"].values.tobytes()


def test_parquet(decay: dd.Model, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyarrow")
    settings = {"stop": 1, "intervals": 10, "keep": ["x", "minus"], "chunk": 2}
    expected = decay.sweep(GRID, **settings)
    tables = decay.sweep(GRID, output=tmp_path / "runs.parquet", **settings)
    assert isinstance(tables, dd.SweepTables)
    points = tables.points.to_table().to_pandas().sort_values(["run", "time"])
    assert points["x"].to_numpy().tobytes() == expected["x"].values.tobytes()
    assert tables.runs["status"].tolist() == ["done"] * 7 and tables.runs["k"].tolist() == GRID["k"].tolist()
    (tmp_path / "runs.parquet" / "runs" / "part-000000002.parquet").unlink()
    calls = []
    run_chunk = sweeping.run_chunk
    monkeypatch.setattr(sweeping, "run_chunk", lambda c, *rest: calls.append(c.places) or run_chunk(c, *rest))
    again = decay.sweep(GRID, output=tmp_path / "runs.parquet", **settings)
    assert calls == [[2, 3]] and again.points.count_rows() == 77


def test_zarr(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("zarr")
    model = dd.Model.from_text(
        "model M parameter Real a = 1; Real x(start=1, fixed=true); equation der(x) = a*x^2; end M;"
    )
    points = {"a": [0.1, 1.0, -1.0, 0.2, -0.5]}
    settings = {"stop": 2, "intervals": 20, "keep": ["x"], "chunk": 2}
    expected = model.sweep(points, **settings)
    runs = model.sweep(points, output=tmp_path / "runs.zarr", **settings)
    assert runs["x"].dims == ("run", "time") and runs["x"].values.tobytes() == expected["x"].values.tobytes()
    assert runs["status"].values.tolist() == ["done", "stopped", "done", "done", "done"]
    assert runs["message"].values[1] and runs["a"].values.tolist() == points["a"]
    calls = []
    run_chunk = sweeping.run_chunk
    monkeypatch.setattr(sweeping, "run_chunk", lambda c, *rest: calls.append(c.places) or run_chunk(c, *rest))
    again = model.sweep(points, output=tmp_path / "runs.zarr", **settings)
    assert calls == [] and again["x"].values.tobytes() == expected["x"].values.tobytes()
    with pytest.raises(dd.OptionError, match="another sweep"):
        model.sweep({"a": [1.0]}, output=tmp_path / "runs.zarr", **settings)


def test_memory_of_many_runs(decay: dd.Model) -> None:
    """Runs leave nothing behind."""
    import resource

    def peak() -> int:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    few = {"k": np.linspace(1, 2, 1000)}
    settings = {"stop": 1, "intervals": 2, "keep": ["x"]}
    decay.sweep(few, **settings)
    before = peak()
    for _ in range(4):
        decay.sweep(few, **settings)
    assert peak() - before < 4000  # KiB


def test_ctrl_c(decay: dd.Model) -> None:
    import threading

    threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    with pytest.raises(dd.Interrupted) as caught:
        decay.sweep(
            {"k": np.linspace(1, 2, 100)}, stop=1e5, interval=1e4, keep=["x"], options={"max_step": 1e-3}
        )
    assert (caught.value.result["status"] == "interrupted").any()


def test_bad_sweeps(decay: dd.Model) -> None:
    with pytest.raises(dd.UnknownNameError, match="did you mean `k`"):
        decay.sweep({"kk": [1.0]}, stop=1)
    with pytest.raises(dd.OptionError, match="no runs"):
        decay.sweep({"k": []}, stop=1)
    with pytest.raises(dd.OptionError, match="not finite"):
        decay.sweep({"k": [1.0, float("nan")]}, stop=1)
    with pytest.raises(dd.OptionError, match="run 1"):
        decay.sweep([{"k": 1.0}, {"n": 2}], stop=1)
    with pytest.raises(dd.OptionError, match="no executor"):
        decay.sweep(GRID, executor="cloud")
    runs = decay.sweep(GRID, stop=1, keep=["y"])
    assert "`y` is not a variable" in runs["message"].values[0]


def test_progress(decay: dd.Model, capfd: pytest.CaptureFixture[str]) -> None:
    decay.sweep({"k": np.linspace(1, 2, 500)}, stop=1, keep=["x"], progress=True)
    assert "500 runs [" in capfd.readouterr().err


def test_dask_workers(decay: dd.Model, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A scheduler and workers as processes of their own. One of them is killed, and nothing is lost."""
    distributed = pytest.importorskip("distributed")
    expected = decay.sweep(GRID, stop=1, keep=["x"])
    _let_one_worker_die(tmp_path, monkeypatch)
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        runs = decay.sweep(GRID, stop=1, keep=["x"], chunk=2, executor=client.get_executor())
    assert (tmp_path / "died").exists()
    assert runs["x"].values.tobytes() == expected["x"].values.tobytes()


MPI = """
import os
import signal
import sys
import time
from pathlib import Path
import numpy as np
from mpi4py import MPI
from mpi4py.futures import MPIPoolExecutor
import daedalus as dd
from daedalus import sweeps

def run_or_die(chunk):
    if "--die" in sys.argv and chunk.places[0] == 2:
        while not list(Path("runs").glob("runs-*.npz")):
            time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGKILL)
    return sweeps.run_chunk(chunk)

def by_executor(chunks, executor):
    for chunk, finished in zip(chunks, executor.map(run_or_die, chunks)):
        yield chunk, finished

if __name__ == "__main__":
    model = dd.Model.from_text(open("Decay.mo").read())
    points = {"k": np.linspace(0.5, 3, 7)}
    if "--die" in sys.argv:
        sweeps._by_executor = by_executor
    with MPIPoolExecutor() as pool:
        runs = model.sweep(points, stop=1, keep=["x"], chunk=2, executor=pool, output="runs")
    alone = model.sweep(points, stop=1, keep=["x"])
    assert runs["x"].values.tobytes() == alone["x"].values.tobytes()
    print("same numbers from", MPI.COMM_WORLD.Get_size(), "processes")
"""


def _by_mpi(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The script MPI with three processes of a real mpiexec."""
    import shutil
    import sys

    from conftest import DECAY

    pytest.importorskip("mpi4py")
    mpiexec = shutil.which("mpiexec")
    if mpiexec is None:
        pytest.skip("there is no mpiexec")
    (folder / "Decay.mo").write_text(DECAY)
    (folder / "run.py").write_text(MPI)
    env = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    env |= {"OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_btl": "self,vader,tcp"}
    command = [mpiexec, "-n", "3", sys.executable, "-m", "mpi4py.futures", "run.py", *arguments]
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, timeout=120)


def test_mpi_processes(tmp_path: Path) -> None:
    done = _by_mpi(tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "same numbers from 3 processes" in done.stdout


def test_killed_process_of_mpi_loses_nothing(tmp_path: Path) -> None:
    """MPI ends all processes if one is killed. The same sweep then goes on with the runs that are left."""
    assert _by_mpi(tmp_path, "--die").returncode != 0
    first = tmp_path / "runs" / "runs-000000000.npz"
    written = first.stat().st_mtime_ns
    done = _by_mpi(tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "same numbers from 3 processes" in done.stdout
    assert first.stat().st_mtime_ns == written, "finished runs are not repeated"


def test_on_the_command_line(tmp_path: Path) -> None:
    import sys

    from conftest import DECAY

    (tmp_path / "Decay.mo").write_text(DECAY)
    command = [sys.executable, "-m", "daedalus", "sweep", "Decay.mo", "--set", "k=1:2:3", "--output", "out"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    table = pd.read_csv(tmp_path / "out" / "runs.csv")
    alone = dd.load(tmp_path / "Decay.mo").simulate(k=1.5)
    assert table["k"].tolist() == [1, 1.5, 2] and table["x"][1] == alone["x"][-1]
