"""Daedalus beside the IDA of SUNDIALS, SciPy, FMPy and rumoca: load, first run, run again, memory.

Each library solves each problem in a process of its own, with 501 points and the same tolerance. Times of
further runs, with another parameter each, are the least of many: other programs on the machine disturb them
least. `facade` is the same run from C++ (rerun_bench). FMPy runs an FMU for Co-Simulation that Daedalus has
exported. IDA comes with scikit-sundae, and its residuals are written in Python by hand; sundials4py, which
wraps the same library, is not on PyPI.

usage: compare.py RERUN_BENCH
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable

import numpy as np
from problems import PROBLEMS, Problem

POINTS = 501
LIBRARIES = ("daedalus", "ida", "scipy", "fmpy", "rumoca")
_SECONDS = 2.0

Run = Callable[
    [float], float
]  # from the parameter to the last value of the first variable


def by_daedalus(problem: Problem) -> Run:
    import daedalus as dd

    model = dd.Model.from_text(problem.text)

    def run(value: float) -> float:
        r = model.simulate(
            {problem.parameter: value},
            stop=problem.stop,
            tolerance=problem.tolerance,
            intervals=POINTS - 1,
        )
        return float(r[problem.first][-1])

    return run


def by_ida(problem: Problem) -> Run:
    from sksundae.ida import IDA

    times = np.linspace(0, problem.stop, POINTS)
    start = np.array(problem.start, dtype=float)
    # The matrix of the rod has three diagonals.
    solver = {"linsolver": "band", "lband": 1, "uband": 1} if len(start) > 10 else {}

    def run(value: float) -> float:
        slopes = problem.slopes(value)

        def residual(
            t: float, y: np.ndarray, yp: np.ndarray, out: np.ndarray
        ) -> None:
            out[:] = slopes(t, y)
            out -= yp

        ida = IDA(
            residual,
            rtol=problem.tolerance,
            atol=1e-3 * problem.tolerance,
            max_num_steps=100000,
            **solver,
        )
        solution = ida.solve(times, start, np.array(slopes(0.0, start), dtype=float))
        return float(solution.y[-1, 0])

    return run


def by_scipy(problem: Problem) -> Run:
    from scipy.integrate import solve_ivp

    times = np.linspace(0, problem.stop, POINTS)

    def run(value: float) -> float:
        solution = solve_ivp(
            problem.slopes(value),
            (0, problem.stop),
            problem.start,
            method="LSODA",
            t_eval=times,
            rtol=problem.tolerance,
            atol=1e-3 * problem.tolerance,
        )
        return float(solution.y[0, -1])

    return run


def by_fmpy(problem: Problem) -> Run:
    import shutil
    import tempfile
    from pathlib import Path

    import fmpy

    folder = Path(tempfile.mkdtemp())
    (folder / "P.mo").write_text(problem.text)
    export = ["export", "--fmi", "2", "--cs", "P.mo", "--output", "P.fmu"]
    subprocess.run(
        [sys.executable, "-m", "daedalus", *export],
        cwd=folder,
        check=True,
        stdout=subprocess.DEVNULL,
    )
    unzipped = fmpy.extract(str(folder / "P.fmu"))
    shutil.rmtree(folder)
    description = fmpy.read_model_description(unzipped)

    def run(value: float) -> float:
        r = fmpy.simulate_fmu(
            unzipped,
            model_description=description,
            stop_time=problem.stop,
            output_interval=problem.stop / (POINTS - 1),
            relative_tolerance=problem.tolerance,
            start_values={problem.parameter: value},
            output=[problem.first],
        )
        return float(r[problem.first][-1])

    return run


def by_rumoca(problem: Problem) -> Run:
    import rumoca

    model = rumoca.Session().loads(problem.text, model="P")
    config = rumoca.SimConfig(
        dt=problem.stop / (POINTS - 1),
        rtol=problem.tolerance,
        atol=1e-3 * problem.tolerance,
    )

    def run(value: float) -> float:
        r = model.with_params(**{problem.parameter: value}).simulate(
            t=(0, problem.stop), config=config
        )
        return float(np.asarray(r[problem.first])[-1])

    return run


def measure(library: str, name: str) -> dict[str, float]:
    """In a process of its own."""
    problem = PROBLEMS[name]
    before = time.perf_counter()
    run = globals()[f"by_{library}"](problem)
    load = time.perf_counter() - before
    before = time.perf_counter()
    last = run(problem.value)
    first = time.perf_counter() - before
    again, begin, i = first, time.perf_counter(), 0
    while time.perf_counter() - begin < _SECONDS:
        i += 1
        before = time.perf_counter()
        run(problem.value * (1 + 1e-3 * (i % 7)))
        again = min(again, time.perf_counter() - before)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {
        "load": 1e3 * load,
        "first": 1e3 * first,
        "again": 1e3 * again,
        "memory": memory,
        "last": last,
    }


def measure_facade(program: str, name: str) -> dict[str, float]:
    """The run of C++, without Python."""
    import tempfile

    problem = PROBLEMS[name]
    with tempfile.NamedTemporaryFile("w", suffix=".mo") as file:
        file.write(problem.text)
        file.flush()
        words = [problem.parameter, problem.value, problem.stop, problem.tolerance]
        command = [program, file.name, *map(str, words), str(POINTS), problem.first]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    return {**json.loads(done.stdout), "memory": float("nan")}


def row(name: str, library: str, m: dict[str, float], ours: float) -> str:
    times = f"{m['load']:9.1f}{m['first']:9.2f}{m['again']:9.3f}"
    ratio = f"{m['again'] / ours:9.2f}" if ours else f"{1:9.2f}"
    return f"{name:22}{library:10}{times}{ratio}{m['memory']:10.0f}   {m['last']:.6g}"


def main(program: str) -> None:
    print(
        f"{'problem':22}{'library':10}{'load':>9}{'first':>9}{'again':>9}{'ratio':>9}{'MB':>10}   last value"
    )
    for name in PROBLEMS:
        ours = 0.0
        for library in LIBRARIES:
            command = [sys.executable, __file__, library, name]
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode != 0:
                reason = (done.stderr.strip().splitlines() or ["it was killed"])[-1]
                print(f"{name:22}{library:10} {reason[:80]}")
                continue
            m = json.loads(done.stdout.splitlines()[-1])
            print(row(name, library, m, ours), flush=True)
            if library == "daedalus":
                ours = m["again"]
                print(
                    row(name, "facade", measure_facade(program, name), ours), flush=True
                )


if __name__ == "__main__":
    if len(sys.argv) == 3:
        print(json.dumps(measure(*sys.argv[1:])))
    else:
        main(sys.argv[1])
