"""How fast the language server answers in a file of 1,000 lines, and how much memory it takes with the Modelica Standard
Library open. Prints a table; exit code 1 if a goal is missed. usage: measure.py DAEDALUS

MODELICAPATH names the standard library. Without it, that part is left out.
"""

import os
import re
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests" / "products" / "lsp"))
from client import Client  # noqa: E402

GOALS_MS = {"a keystroke, to its diagnostics": 50, "completion of members": 30, "completion of a class": 30, "completion of a modifier": 30,
            "full check of a class": 500}
GOAL_MB = 600
COUNT = 40


def long_text(lines=1000):
    """A circuit of the standard library with many components, in so many lines."""
    parts = (lines - 12) // 2
    text = ["model Long \"many resistors and capacitors\"",
            "  import Modelica.Units.SI;",
            "  parameter SI.Resistance R = 10 \"resistance\";",
            "  Modelica.Electrical.Analog.Sources.SineVoltage source(V = 1, f = 50);",
            "  Modelica.Electrical.Analog.Basic.Ground ground;"]
    kinds = ("Resistor r{}(R = R)", "Capacitor c{}(C = 1e-6, v(start = 0))")
    text += [f"  Modelica.Electrical.Analog.Basic.{kinds[k % 2].format(k)};" for k in range(parts)]
    name = [f"{'rc'[k % 2]}{k}" for k in range(parts)]
    text += ["equation", "  connect(source.n, ground.p);", f"  connect(source.p, {name[0]}.p);"]
    text += [f"  connect({name[k]}.n, {name[k + 1]}.p);" for k in range(parts - 1)]
    text += [f"  connect({name[-1]}.n, ground.p);", "", "end Long;"]
    return "\n".join(text) + "\n"


def memory_mb(pid):
    status = Path(f"/proc/{pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024


class Session:
    def __init__(self, program, folder):
        self.client = Client(command=[program, "lsp"])
        self.client.start(folder)
        self.path = Path(folder) / "Long.mo"
        self.lines = long_text().split("\n")
        self.version = 1
        self.uri = self.client.open(self.path, "\n".join(self.lines))
        self.rows = []

    def line_of(self, part):
        return next(i for i, line in enumerate(self.lines) if part in line)

    def type(self, line, character, text, length=0):
        self.version += 1
        self.client.change(self.uri, self.version, [{"range": {"start": {"line": line, "character": character},
                                                               "end": {"line": line, "character": character + length}}, "text": text}])
        return self.version

    def time(self, what, act, count=COUNT):
        times = []
        for k in range(count):
            begin = time.perf_counter()
            act(k)
            times.append(1e3 * (time.perf_counter() - begin))
        times.sort()
        self.rows.append((what, times[0], times[len(times) // 2], times[-1]))

    def diagnostics_of(self, version, count=1):
        """Waits until the diagnostics of this version have come so often: those of syntax, then those of the check."""
        with self.client.arrived:
            ok = self.client.arrived.wait_for(
                lambda: sum(1 for d in self.client.diagnostics.get(self.uri, []) if d["version"] == version) >= count, 120)
            assert ok, f"no diagnostics of version {version}"

    def keystroke(self, k):
        self.diagnostics_of(self.type(2, 30 + k, "x"))

    def items(self, line, character):
        return self.client.at("completion", self.uri, line, character)["items"]

    def complete(self, line, character, expected):
        # A letter is typed before each question, so that nothing is remembered.
        def act(k):
            self.type(2, 30, "y" if k % 2 == 0 else "", k % 2)
            labels = [item["label"] for item in self.items(line, character)]
            assert expected in labels, f"{expected} is not among {labels[:20]}"
        return act


def measure(program, folder):
    session = Session(program, folder)
    session.diagnostics_of(1, 2)  # the first check reads the library
    source, first = session.line_of("SineVoltage"), session.line_of(" r0(")
    session.time("a keystroke, to its diagnostics", session.keystroke)
    session.type(2, 30, "", COUNT)
    session.time("completion of members", session.complete(session.line_of("connect(source.n"), len("  connect(source."), "p"))
    session.time("completion of a class", session.complete(first, len("  Modelica.Electrical.Analog.Basic."), "Inductor"))
    session.time("completion of a modifier", session.complete(source, session.lines[source].index("V = 1"), "startTime"))

    def check(k):
        # The pause before a check belongs to the editor's user; the server begins when nothing is typed.
        version = session.type(2, 30, "z" if k % 2 == 0 else "", k % 2)
        session.diagnostics_of(version)
        begin = time.perf_counter()
        session.diagnostics_of(version, 2)
        checks.append(1e3 * (time.perf_counter() - begin) - 150)

    checks = []
    for k in range(8):
        check(k)
    checks.sort()
    session.rows.append(("full check of a class", checks[0], checks[len(checks) // 2], checks[-1]))
    return session


def measure_memory(session):
    """Everything that an editor may have read: all classes of the library are found by name."""
    rows = [("memory with the classes of this file", memory_mb(session.client.process.pid))]
    library = os.environ["MODELICAPATH"].split(":")[0]
    session.client.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": [{"uri": Path(library).as_uri(), "name": "library"}], "removed": []}})
    begin = time.perf_counter()
    session.client.request("workspace/symbol", {"query": "no such class"}, timeout=300)
    rows.append(("reading all files of the library, s", time.perf_counter() - begin))
    rows.append(("memory with all files of the library", memory_mb(session.client.process.pid)))
    return rows


def main():
    if not os.environ.get("MODELICAPATH"):
        print("left out: MODELICAPATH does not name the Modelica Standard Library")
        return 0
    missed = []
    with tempfile.TemporaryDirectory() as folder:
        session = measure(os.path.abspath(sys.argv[1]), folder)
        print("| ms | least | median | most | goal |\n| --- | --- | --- | --- | --- |")
        for what, least, median, most in session.rows:
            goal = GOALS_MS[what]
            print(f"| {what} | {least:.1f} | {median:.1f} | {most:.1f} | {goal} |")
            if median > goal:
                missed.append(what)
        print("\n| memory | MB |\n| --- | --- |")
        rows = measure_memory(session)
        for what, value in rows:
            print(f"| {what} | {value:.{0 if value > 10 else 1}f} |")
        if max(value for what, value in rows if what.startswith("memory")) > GOAL_MB:
            missed.append("memory")
        session.client.stop()
    for what in missed:
        print(f"missed: {what}", file=sys.stderr)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
