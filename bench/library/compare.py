"""Library examples with Daedalus and with rumoca: five counts, times and memory, in one run.

Daedalus takes each example in a process of its own, from text to CSV, as tools/ladder does. rumoca reads the
library once, in a process that then takes one example after the other, so its times are without the library.
Both write the points of the reference, and `daedalus compare` decides for both whether they match. A model
that rumoca does not finish in time, or that ends its process, costs it a new process.

example: MODELICAPATH=~/lib bench/run library --list ladder.tsv --references ~/references --rung 1 --sample 5
"""

from __future__ import annotations

import argparse
import importlib.machinery
import importlib.util
import json
import os
import select
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))


def load_ladder():
    """tools/ladder, which is a program without an ending."""
    path = os.path.join(HERE, "..", "..", "tools", "ladder")
    loader = importlib.machinery.SourceFileLoader("ladder", path)
    module = importlib.util.module_from_spec(
        importlib.util.spec_from_loader("ladder", loader)
    )
    sys.modules["ladder"] = module
    loader.exec_module(module)
    return module


ladder = load_ladder()


def examples_of(daedalus: str, library: str) -> list[dict[str, str]]:
    listed = subprocess.run(
        [daedalus, "list", library, "--json"],
        capture_output=True,
        check=True,
        text=True,
    )
    return [{"model": row["name"]} for row in json.loads(listed.stdout)["models"]]


class Rumoca:
    """A process that simulates with rumoca (by_rumoca.py)."""

    # It reads the library first.
    SECONDS_TO_BEGIN = 300

    def __init__(self) -> None:
        self.worker: subprocess.Popen[bytes] | None = None
        self.is_there = importlib.util.find_spec("rumoca") is not None

    def ask(self, request: dict[str, object], seconds: float) -> dict[str, object]:
        if self.worker is None:
            self.worker = subprocess.Popen(
                [sys.executable, os.path.join(HERE, "by_rumoca.py")],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
            if not self._answer(self.SECONDS_TO_BEGIN):
                self.stop()
                return {"stage": 0, "reason": "the library cannot be read in time"}
        assert self.worker.stdin is not None
        self.worker.stdin.write(json.dumps(request).encode() + b"\n")
        self.worker.stdin.flush()
        answer = self._answer(seconds)
        if answer is None:
            self.stop()
            return {"stage": 1, "reason": f"not done in {seconds} s, or it ended"}
        return answer

    def _answer(self, seconds: float) -> dict[str, object] | None:
        assert self.worker is not None and self.worker.stdout is not None
        ready, _, _ = select.select([self.worker.stdout], [], [], seconds)
        line = self.worker.stdout.readline() if ready else b""
        return json.loads(line) if line else None

    def stop(self) -> None:
        if self.worker is not None:
            self.worker.kill()
            self.worker.wait()
            self.worker = None


def climb_by_rumoca(rumoca: Rumoca, row: dict[str, str], options: argparse.Namespace):
    table, signals = (
        ladder.reference_of(options.references, row["model"])
        if options.references
        else (None, [])
    )
    with tempfile.TemporaryDirectory() as folder:
        result = os.path.join(folder, "result.csv")
        answer = rumoca.ask(
            {
                "model": row["model"],
                "output": result,
                "tolerance": float(options.tolerance),
                "stop": float(row.get("stop") or 1),
                "settings": ladder.settings_of(table),
            },
            options.seconds,
        )
        outcome = ladder.Outcome(int(answer["stage"]), str(answer.get("reason", "")))
        if outcome.passed < 4:
            return outcome
        outcome.seconds = float(answer["seconds"])
        outcome.megabytes = float(answer["megabytes"])
        outcome.reason = "there is no reference"
        if table is not None:
            outcome.passed, outcome.reason = ladder.match(
                options.daedalus, result, table, signals, options.seconds
            )
        return outcome


def describe(outcome) -> str:
    stage = ladder.STAGES[outcome.passed - 1] if outcome.passed else "nothing"
    if outcome.seconds is not None:
        return f"{stage} {outcome.seconds:.2f} s"
    return f"{stage} ({' '.join(outcome.reason.split())[:70]})"


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--list", help="as of tools/ladder; without: all examples of --library"
    )
    parser.add_argument("--library", default="Modelica")
    parser.add_argument("--references", help="folder with reference trajectories")
    parser.add_argument("--rung", type=int, help="only this rung of the list")
    parser.add_argument("--sample", type=int, help="only so many, at equal distances")
    parser.add_argument("--form", default="auto")
    parser.add_argument("--tolerance", default="1e-7")
    parser.add_argument("--seconds", type=int, default=60, help="for one model")
    parser.add_argument("--daedalus", required=True)
    parser.add_argument(
        "--without-rumoca", action="store_true", help="Daedalus alone"
    )
    options = parser.parse_args()
    rows = (
        ladder.read_list(options.list, options.rung)
        if options.list
        else examples_of(options.daedalus, options.library)
    )
    rows = ladder.sample_of(rows, options.sample)
    rumoca = Rumoca()
    with_rumoca = rumoca.is_there and not options.without_rumoca
    ours, theirs = [], []
    for row in rows:
        ours.append(ladder.climb(row, options.form, options))
        line = f"{row['model']}: Daedalus {describe(ours[-1])}"
        if with_rumoca:
            theirs.append(climb_by_rumoca(rumoca, row, options))
            line += f", rumoca {describe(theirs[-1])}"
        print(line, flush=True)
    rumoca.stop()
    print(f"\nDaedalus: {ladder.summary(ours)[1]}")
    if with_rumoca:
        print(f"rumoca:   {ladder.summary(theirs)[1]}")
        both = [
            (a.seconds, b.seconds)
            for a, b in zip(ours, theirs)
            if a.seconds is not None and b.seconds is not None
        ]
        if both:
            print(
                f"of the {len(both)} that both simulate: Daedalus {sum(a for a, _ in both):.2f} s, "
                f"rumoca {sum(b for _, b in both):.2f} s"
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
