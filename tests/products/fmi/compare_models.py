"""Every model of Daedalus as an FMU, simulated by FMPy, against a run inside.

usage: compare_models.py [--table] [NAME...]     only models whose path or name contains one of the words
Prints a line for each model and way that fails, then a summary. With --table also a row for each model.

If FMUSIM names the program `fmusim` of the Reference FMUs, it simulates each FMU instead of FMPy.
"""

import csv
import os
import subprocess
import sys
import tempfile

import fmpy
import numpy as np
from fmpy.validation import validate_fmu

import fmu_checks

# Model Exchange has FMPy's CVODE, whose accuracy FMPy limits.
TOLERANCE = {"ModelExchange": 2e-3, "CoSimulation": 1e-4}
# A deviation is measured by the range of the variable, but at least by this share of the largest range of a
# variable: the absolute tolerance of CVODE is the same for all states.
LEAST_RANGE = {"ModelExchange": 1e-2, "CoSimulation": 1e-3}


def experiment(description, expected):
    t = expected["time"]
    default = description.defaultExperiment
    start, stop = t[0], t[-1]
    interval = float(default.stepSize) if default and default.stepSize else (stop - start) / 500
    return start, stop, max(interval, (stop - start) / 1000)


def names_to_compare(description, expected):
    chosen = [v.name for v in description.modelVariables
              if v.type in ("Real", "Float64") and v.variability == "continuous" and v.name in expected
              and v.causality in ("local", "output")]
    states = {d.variable.derivative.name for d in description.derivatives if d.variable.derivative is not None}
    return [n for n in chosen if n in states] or chosen[:20]


def simulate_by_fmusim(fmu, kind, start, stop, interval, names):
    target = fmu + ".csv"
    chosen = [word for name in names for word in ("--output-variable", name)]
    done = subprocess.run(
        [os.environ["FMUSIM"], "--interface-type", "me" if kind == "ModelExchange" else "cs", "--solver", "cvode",
         "--tolerance", "1e-7", "--start-time", f"{start:.17g}", "--stop-time", f"{stop:.17g}", "--output-interval",
         f"{interval:.17g}", *chosen, "--output-file", target, fmu], capture_output=True, text=True, check=False,
        timeout=120)
    if done.returncode != 0:
        raise RuntimeError((done.stdout + done.stderr).strip()[-160:])
    with open(target, newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    values = np.array([[float(x) for x in row] for row in rows[1:]])
    return {name: values[:, i] for i, name in enumerate(rows[0])}


def simulate(fmu, kind, start, stop, interval, names):
    """FMPy gives its CVODE 500 steps for each interval of output. A stiff model may need shorter ones."""
    if "FMUSIM" in os.environ:
        return simulate_by_fmusim(fmu, kind, start, stop, interval, names)

    def run(size):
        return fmpy.simulate_fmu(fmu, validate=False, start_time=start, stop_time=stop, fmi_type=kind,
                                 output_interval=size, relative_tolerance=1e-7, output=names, timeout=60)
    try:
        return run(interval)
    except Exception as failure:  # FMPy raises no class of its own
        if "mxstep" not in str(failure):
            raise
        return run(interval / 20)


def compare(fmu, kind, description, expected):
    start, stop, interval = experiment(description, expected)
    if stop <= start:
        return None
    names = names_to_compare(description, expected)
    result = simulate(fmu, kind, start, stop, interval, names)
    if result["time"][-1] < stop - 2 * interval:
        return f"ends at {result['time'][-1]:.6g} of {stop:.6g}"
    shift = 1e-4 * (stop - start) if kind == "ModelExchange" else 1e-6 * (stop - start)
    least = LEAST_RANGE[kind] * max([np.ptp(expected[name]) for name in names], default=1.0) + 1e-12
    for name in names:
        error = fmu_checks.largest_deviation(expected, result["time"], result[name], name, shift, least)
        if not error <= TOLERANCE[kind]:
            return f"{name} deviates by {error:.1e}"
    return None


def dense_reference(source, target):
    """The points of the model, where FMPy has points too, and others between: FMPy adds points at events."""
    own = fmu_checks.reference(source, target)
    dense = fmu_checks.reference(source, target, "--intervals", "1000")
    order = np.argsort(np.concatenate([own["time"], dense["time"]]), kind="stable")
    return {name: np.concatenate([own[name], dense[name]])[order] for name in own}


def check(source, folder):
    """What is wrong with a model, one text for each way."""
    wrong = []
    try:
        expected = dense_reference(source, os.path.join(folder, "reference.csv"))
    except (AssertionError, ValueError) as failure:
        return [f"no reference: {str(failure)[:200]}"]
    for version in (2, 3):
        try:
            fmu = fmu_checks.export(source, version, os.path.join(folder, f"m{version}.fmu"))
        except AssertionError as failure:
            return wrong + [f"FMI {version}: {str(failure)[:300]}"]
        wrong += [f"FMI {version}: {problem}" for problem in validate_fmu(fmu)]
        description = fmpy.read_model_description(fmu, validate=False)
        for kind in ("ModelExchange", "CoSimulation"):
            try:
                problem = compare(fmu, kind, description, expected)
            except Exception as failure:  # of any function of the FMU
                problem = str(failure)[:200]
            if problem:
                wrong.append(f"FMI {version} {kind}: {problem}")
    return wrong


def row(name, wrong):
    """yes, or what is wrong, for both versions and interfaces."""
    def cell(version, kind):
        return next((w.split(": ", 1)[-1].replace("|", "/")[:80] for w in wrong
                     if w.startswith(f"FMI {version} {kind}") or w.startswith(f"FMI {version}:")
                     or w.startswith("no reference")), "yes")
    cells = [cell(version, kind) for version in (2, 3) for kind in ("ModelExchange", "CoSimulation")]
    return f"| {os.path.basename(name)} | {' | '.join(cells)} |"


def main():
    words = [word for word in sys.argv[1:] if word != "--table"]
    sources = [s for s in fmu_checks.all_models() if not words or any(word in " ".join(s) for word in words)]
    bad = 0
    for source in sources:
        with tempfile.TemporaryDirectory() as folder:
            wrong = check(source, folder)
        bad += bool(wrong)
        if "--table" in sys.argv:
            print(row(source[-1], wrong), flush=True)
        for line in wrong:
            print(f"{source[-1]}: {line}", flush=True)
    print(f"{len(sources) - bad} of {len(sources)} models agree")
    return bad > 0


if __name__ == "__main__":
    np.seterr(all="ignore")
    sys.exit(main())
