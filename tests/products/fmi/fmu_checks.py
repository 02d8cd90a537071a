"""What is common to the tests of exported FMUs: exporting, reference results, and comparing trajectories."""

import csv
import os
import subprocess

import numpy as np

DAEDALUS = os.environ["DAEDALUS"]
MODELS = os.environ["DAEDALUS_MODELS"]


def run(*arguments, cwd=None):
    return subprocess.run([DAEDALUS, *arguments], capture_output=True, text=True, cwd=cwd, check=False)


def export(source, fmi, target, *options):
    done = run("export", "--fmi", str(fmi), *source, "--output", target, *options)
    assert done.returncode == 0, f"{source}: {done.stderr}"
    return target


def reference(source, target, *options):
    """The columns of a run inside of Daedalus, by name. At an event a time has two points."""
    done = run("simulate", *source, "--output", target, "--quiet", *options)
    assert done.returncode == 0, f"{source}: {done.stderr}"
    with open(target, newline="") as file:
        rows = csv.reader(file)
        names = next(rows)
        values = np.array([[float(x) for x in row] for row in rows])
    return {name: values[:, i] for i, name in enumerate(names)}


def largest_deviation(expected, times, values, name, shift, least):
    """How far a trajectory leaves the band of the reference, as a fraction of the range of the reference.

    A range counts as `least` at the least: a value that is zero but for rounding has no accuracy of its own.

    The band at a time contains the values of the reference up to `shift` earlier and later: an event that
    happens a little later is no mistake.
    """
    t, y = expected["time"], expected[name]
    size = max(np.ptp(y), 1e-3 * np.max(np.abs(y)), least)
    worst = 0.0
    for time, value in zip(times, values):
        first = np.searchsorted(t, time - shift, side="left")
        last = np.searchsorted(t, time + shift, side="right")
        near = list(y[first:last])
        near += [np.interp(time + d, t, y) for d in (-shift, 0, shift)]
        worst = max(worst, (min(near) - value) / size, (value - max(near)) / size)
    return worst


def all_models():
    """The sources of all models that come with Daedalus, as arguments of a command."""
    out = []
    for folder, _, files in sorted(os.walk(MODELS)):
        if "library" in folder:
            continue
        for file in sorted(files):
            if file.endswith(".mo"):
                out.append([os.path.join(folder, file)])
    parts = os.path.join(MODELS, "library", "Parts")
    for file in sorted(os.listdir(os.path.join(parts, "Examples"))):
        if file not in ("package.mo", "package.order"):
            out.append([parts, "--model", "Parts.Examples." + file[:-3]])
    return out
