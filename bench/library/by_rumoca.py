"""Simulates models of a library with rumoca, one after the other: a request is a line of JSON, and so is the answer.

The first answer says that the library was read. `stage` counts the stages of tools/ladder: 1 parsed, 2 flattened,
3 compiled, 4 simulated. rumoca has one call for parsing, flattening and compiling, so its messages decide.
"""

from __future__ import annotations

import contextlib
import csv
import json
import os
import resource
import sys
import time

import numpy as np
import rumoca


def read_library() -> rumoca.Session:
    roots = [part for part in os.environ["MODELICAPATH"].split(os.pathsep) if part]
    session = rumoca.Session(roots=roots)
    # Roots are read with the first model.
    session.loads("model Empty Real x; equation x = 1; end Empty;", model="Empty")
    with contextlib.suppress(Exception):
        session.loads(
            "model Whole extends Modelica.Blocks.Examples.PID_Controller; end Whole;",
            model="Whole",
        )
    return session


def interval_of(settings: list[str], stop: float) -> tuple[float, float, int]:
    given = dict(zip(settings[::2], settings[1::2]))
    return (
        float(given.get("--start", 0)),
        float(given.get("--stop", stop)),
        int(given.get("--intervals", 2500)),
    )


def stage_of_failure(message: str) -> int:
    """Of a model that cannot be compiled: whether it was parsed or flattened."""
    if "[Parse]" in message or "syntax" in message.lower():
        return 0
    return 1 if "[Resolve]" in message or "[Flatten]" in message else 2


def write(result: rumoca.Result, path: str) -> None:
    table, names = np.asarray(result.to_numpy()), list(result.names)
    times = np.asarray(result.time)
    if table.shape[0] != len(times):
        table = table.T
    with open(path, "w", newline="", encoding="utf-8") as file:
        out = csv.writer(file)
        out.writerow(["time", *names])
        for t, row in zip(times, table):
            out.writerow([repr(float(t)), *(repr(float(x)) for x in row)])


def simulate(session: rumoca.Session, request: dict[str, object]) -> dict[str, object]:
    name = str(request["model"])
    text = f"model LadderModel extends {name}; end LadderModel;"
    begin = time.perf_counter()
    try:
        model = session.loads(text, model="LadderModel")
    except Exception as error:
        return {"stage": stage_of_failure(str(error)), "reason": str(error)[:160]}
    start, stop, intervals = interval_of(request["settings"], float(request["stop"]))
    config = rumoca.SimConfig(
        dt=(stop - start) / intervals,
        rtol=request["tolerance"],
        atol=1e-3 * float(request["tolerance"]),
    )
    try:
        result = model.simulate(t=(start, stop), config=config)
    except Exception as error:
        return {"stage": 3, "reason": str(error)[:160]}
    write(result, str(request["output"]))
    return {
        "stage": 4,
        "seconds": time.perf_counter() - begin,
        "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


def main() -> None:
    session = read_library()
    print(json.dumps({"stage": 0}), flush=True)
    for line in sys.stdin:
        print(json.dumps(simulate(session, json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
