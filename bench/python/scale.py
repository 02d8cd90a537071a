"""What many runs cost: overhead of one run, threads, sweeps on all cores, memory of 100,000 runs.

usage: scale.py [--goals]      --goals: fails if a goal of the project is missed (needs an idle machine)
"""

from __future__ import annotations

import os
import resource
import sys
import threading
import time
from collections.abc import Callable

import numpy as np
from problems import PROBLEMS

import daedalus as dd

SMALL = "RLC circuit"
ROUNDS = 5
MISSED: list[str] = []


def least(
    work: Callable[[], object],
    rounds: int = ROUNDS,
    clock: Callable[[], float] = time.perf_counter,
) -> float:
    times = []
    for _ in range(rounds):
        begin = clock()
        work()
        times.append(clock() - begin)
    return min(times)


def show(what: str, value: str, goal: str = "", is_met: bool = True) -> None:
    print(f"{what:52}{value:>14}   {goal}{'' if is_met else '  MISSED'}", flush=True)
    if not is_met:
        MISSED.append(what)


def overhead() -> None:
    """A run that ends where it starts: all that is not a step. Processor time, which other programs disturb less.

    A run to 1e-6 s adds the twelve steps that the integrator needs to find its step size.
    """
    problem = PROBLEMS["pendulum"]
    model = dd.Model.from_text(problem.text)
    values = np.linspace(9, 10, 2000)
    for stop, what in ((0.0, "no step"), (1e-6, "12 steps")):

        def runs(stop: float = stop) -> None:
            for g in values[:500]:
                model.simulate(g=g, stop=stop, intervals=1, events=False)

        def swept(stop: float = stop) -> None:
            model.sweep({"g": values}, stop=stop, intervals=1, keep=["phi"], jobs=1)

        alone = 1e6 * least(runs, 20, time.process_time) / 500
        sweep = 1e6 * least(swept, 20, time.process_time) / len(values)
        goal = stop == 0
        show(f"one run by simulate, {what}", f"{alone:.1f} us")
        show(
            f"one run of a sweep, {what}",
            f"{sweep:.1f} us",
            "at most 20 us" if goal else "",
            sweep <= 20 or not goal,
        )


def rerun() -> None:
    problem = PROBLEMS[SMALL]
    model = dd.Model.from_text(problem.text)
    settings = {"stop": problem.stop, "intervals": 500, "tolerance": problem.tolerance}

    def run() -> None:
        model.simulate(R=0.51, **settings)[problem.first]

    again = 1e3 * least(run, 300)
    show(f"{SMALL}, 501 points, again", f"{again:.3f} ms", "at most 1 ms", again <= 1)


def threads() -> None:
    """The same runs by one thread and by two."""
    problem = PROBLEMS[SMALL]
    model = dd.Model.from_text(problem.text)

    def runs(count: int) -> None:
        for i in range(count):
            model.simulate(R=0.5 + 1e-3 * (i % 7), stop=50, intervals=500)

    def by_two() -> None:
        others = [threading.Thread(target=runs, args=(100,)) for _ in range(2)]
        for thread in others:
            thread.start()
        for thread in others:
            thread.join()

    runs(10)
    # In pairs, so that noise of the machine falls on both.
    ratio = max(2 * least(lambda: runs(100), 1) / least(by_two, 1) for _ in range(2 * ROUNDS))
    show("two threads against one", f"{ratio:.2f}", "at least 1.9", ratio >= 1.9)


def sweeps() -> None:
    problem = PROBLEMS[SMALL]
    model = dd.Model.from_text(problem.text)
    values = {"R": np.linspace(0.3, 3, 10_000)}
    settings = {"stop": 1, "intervals": 100, "keep": ["v"], "tolerance": 1e-6}
    cores = os.cpu_count() or 1
    alone = 0.0
    for jobs in sorted({1, 2, 4, 8, cores}):
        if jobs > cores:
            continue
        seconds = least(lambda jobs=jobs: model.sweep(values, jobs=jobs, **settings), 3)
        alone = alone or seconds
        share = alone / seconds / jobs
        goal = "two: at least 0.95; 16: at most 2 s" if jobs > 1 else ""
        is_met = not (jobs == 2 and share < 0.95) and not (jobs >= 16 and seconds > 2)
        show(f"10,000 runs, {jobs} threads, efficiency {share:.2f}", f"{seconds:.2f} s", goal, is_met)


def memory() -> None:
    model = dd.Model.from_text(PROBLEMS["pendulum"].text)

    def peak() -> float:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024

    def some(count: int) -> None:
        for _ in range(count):
            model.simulate(stop=0.1, intervals=10)
        for _ in range(count // 1000):
            model.sweep({"g": np.linspace(9, 10, 1000)}, stop=0.1, intervals=10, keep=["phi"])

    some(5000)
    before = peak()
    some(50_000)
    growth = peak() - before
    show("100,000 runs: growth of the memory", f"{growth:.1f} MB", "at most 4 MB", growth <= 4)


if __name__ == "__main__":
    for part in (overhead, rerun, threads, sweeps, memory):
        part()
    if "--goals" in sys.argv and MISSED:
        sys.exit("missed: " + ", ".join(MISSED))
