"""Daedalus beside SciPy and rumoca: load, first run, run again with another parameter, memory.

Each library solves each problem in a process of its own, with 501 points and the same tolerance. Times of
further runs are the least of many: other programs on the machine disturb them least.
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
LIBRARIES = ("daedalus", "scipy", "rumoca")
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


def main() -> None:
    print(
        f"{'problem':22}{'library':10}{'load':>9}{'first':>9}{'again':>9}   ms {'memory':>7} MB   last value"
    )
    for name in PROBLEMS:
        for library in LIBRARIES:
            command = [sys.executable, __file__, library, name]
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode != 0:
                reason = (done.stderr.strip().splitlines() or ["it was killed"])[-1]
                print(f"{name:22}{library:10} {reason[:80]}")
                continue
            m = json.loads(done.stdout.splitlines()[-1])
            print(
                f"{name:22}{library:10}{m['load']:9.1f}{m['first']:9.2f}{m['again']:9.3f}      {m['memory']:7.0f}      {m['last']:.6g}"
            )


if __name__ == "__main__":
    if len(sys.argv) == 3:
        print(json.dumps(measure(*sys.argv[1:])))
    else:
        main()
