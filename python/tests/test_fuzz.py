"""Random calls in random order: every one succeeds or raises an exception of its kind, and nothing crashes.

The calls follow from the seed. DAEDALUS_FUZZ_SECONDS makes it longer, DAEDALUS_FUZZ_SEED starts elsewhere:

    DAEDALUS_FUZZ_SECONDS=3600 python -m pytest python/tests/test_fuzz.py -s
"""

from __future__ import annotations

import copy
import gc
import os
import pickle
import random
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from conftest import BALL, DECAY, LAG

import daedalus as dd

SECONDS = float(os.environ.get("DAEDALUS_FUZZ_SECONDS", "30"))
SEED = int(os.environ.get("DAEDALUS_FUZZ_SEED", "1"))
# What a call may raise. Anything else is a finding.
EXPECTED = (dd.DaedalusError, ValueError, TypeError, KeyError)

TANK = """
model Tank
  parameter Real area(min = 0) = 1;
  parameter Boolean open = true;
  input Real inflow;
  input Boolean pump;
  output Real level = h;
  Real h(start = 1, fixed = true);
  Integer starts(start = 0, fixed = true);
equation
  area*der(h) = inflow - (if open then sqrt(max(h, 0)) else 0);
  when pump then
    starts = pre(starts) + 1;
  end when;
end Tank;
"""


# An explicit method on equations that are stiffer than any computer can follow takes steps for ever. Ctrl-C must end it.
MOST_SECONDS = 120.0


@contextmanager
def interrupted_if_endless() -> Iterator[None]:
    timer = threading.Timer(MOST_SECONDS, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


class Fuzzer:
    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.models = [dd.Model.from_text(t) for t in (DECAY, LAG, BALL, TANK)]
        self.instances: list[dd.Instance] = []
        self.states: list[dd.State] = []
        self.kept: list[Any] = []  # results and arrays that outlive what made them
        self.builders: list[dd.Builder] = []
        self.expressions: list[Any] = []
        self.counts: dict[str, int] = {}

    # ---- values, most of them plausible ----

    def number(self) -> Any:
        usual = [0.0, 1.0, -1.0, 0.5, 2, 10, 1e-3]
        odd = [float("nan"), float("inf"), -1e300, 1e-300, True, None, "2", "", [1.0], np.float32(0.1), 2**70]
        return self.random.choice(usual if self.random.random() < 0.85 else odd)

    def time(self) -> Any:
        """A time that a run reaches soon, or one that is refused."""
        value = self.number()
        return 10.0 if isinstance(value, int | float) and 10 < value < float("inf") else value

    def name(self, model: dd.Model) -> Any:
        if self.random.random() < 0.1:
            return self.random.choice(["", "x.y", "der(x)", "time", "x" * 300, "\0", "é", "n[1]", "x.start"])
        return self.random.choice(list(model.kinds))

    def values(self, model: dd.Model) -> dict[str, Any]:
        return {self.name(model): self.number() for _ in range(self.random.randrange(3))}

    def array(self, size: int) -> Any:
        shape = self.random.choice([size, size, size, size, size + 1, 0, (size, 2)])
        out = np.array([[self.random.gauss(0, 1) for _ in range(2)] for _ in range(64)]).ravel()[
            : np.prod(shape)
        ]
        return self.random.choice([out.reshape(shape), list(out), out[::-1], out.astype(np.float32)])

    def settings(self) -> dict[str, Any]:
        out: dict[str, Any] = {"stop": self.random.choice([0.0, 0.1, 0.5, 1, 1, 2, -1, None])}
        if self.random.random() < 0.3:
            out["tolerance"] = self.random.choice([1e-3, 1e-6, 1e-9, 0, -1])
        if self.random.random() < 0.2:
            out["method"] = self.random.choice(["auto", "bdf", "rk4", "radau5", "none such"])
        if self.random.random() < 0.2:
            out["intervals"] = self.random.choice([1, 10, 0, -3])
        return {k: v for k, v in out.items() if v is not None}

    # ---- calls ----

    def simulate(self) -> None:
        model = self.random.choice(self.models)
        inputs = {n: self.random.choice([1.0, ([0.0, 1.0], [0.0, 1.0]), lambda t: t]) for n in model.inputs}
        settings = self.settings()
        if self.random.random() < 0.2 and self.states:
            settings["from_state"] = self.random.choice(self.states)
        result = model.simulate(
            self.values(model), inputs=inputs if self.random.random() < 0.7 else None, **settings
        )
        if names := list(result):  # a model may have none
            self.kept.append(result[self.random.choice(names)])
        self.kept.append(result)

    def make(self) -> None:
        model = self.random.choice(self.models)
        self.instances.append(model.instance(self.values(model), **self.settings()))

    def use(self) -> None:
        if not self.instances:
            return self.make()
        sim = self.random.choice(self.instances)
        model = sim._model
        of = self.random.choice(["derivatives", "values", "residuals", "indicators", "speed"])
        wrt = self.random.choice(["states", "inputs", "parameters", "y", "yp", "time"])
        calls: list[Callable[[], Any]] = [
            lambda: sim.set(self.values(model)),
            lambda: sim.step_to(sim.time + abs(self.random.gauss(0, 0.3))),
            lambda: sim.step_to(self.time()),
            lambda: sim.run(stop=sim.time + 0.1),
            lambda: self.states.append(sim.save()),
            lambda: sim.restore(self.random.choice(self.states)) if self.states else None,
            sim.reset,
            lambda: self.kept.append(sim.result),
            lambda: self.kept.append(sim.states),
            lambda: sim.set_point(self.number(), self.array(len(sim.states))),
            lambda: self.kept.append(sim.derivatives(self.number(), self.array(len(sim.states)))),
            lambda: self.kept.append(sim.jacobian(of, wrt)),
            lambda: sim.jvp(self.array(len(sim.states)), of, wrt),
            lambda: sim.vjp(self.array(len(sim.states)), of, wrt),
            sim.unknowns,
            lambda: sim.residual(self.number(), *(self.array(len(sim.unknown_names)) for _ in "yp")),
            lambda: sim.residual_jacobian(self.number()),
            sim.indicators,
            sim.complete_step,
            sim.handle_event,
            lambda: sim.next_time_event,
            lambda: sim.set_input(self.name(model), self.number()),
            lambda: sim[self.name(model)],
            lambda: sim._linearize(None, None, self.random.random() < 0.5),
            lambda: self.instances.append(pickle.loads(pickle.dumps(sim))),
            lambda: self.instances.append(copy.deepcopy(sim)),
            lambda: repr(sim),
        ]
        self.random.choice(calls)()

    def end(self) -> None:
        if self.instances:
            sim = self.random.choice(self.instances)
            sim.close()
            if self.random.random() < 0.7:
                self.instances.remove(sim)

    def sweep(self) -> None:
        model = self.random.choice(self.models)
        points = {self.name(model): [self.number() for _ in range(self.random.randrange(4))] for _ in "ab"}
        self.kept.append(model.sweep(points, jobs=self.random.choice([1, 3]), **self.settings()))

    def look(self) -> None:
        model = self.random.choice(self.models)
        calls: list[Callable[[], Any]] = [
            lambda: model.description,
            lambda: model.structure.incidence,
            lambda: model.linearize(),
            lambda: pickle.loads(pickle.dumps(model)),
            lambda: repr(model),
            lambda: dd.State.from_bytes(self.bytes()),
            model.flat_text,
        ]
        self.random.choice(calls)()

    def bytes(self) -> bytes:
        """A damaged state, or noise."""
        data = bytearray(self.random.choice(self.states).to_bytes() if self.states else b"x" * 50)
        for _ in range(self.random.randrange(4)):
            data[self.random.randrange(len(data))] = self.random.randrange(256)
        return bytes(data[: self.random.choice([len(data), len(data), 10, 0])])

    def build(self) -> None:
        r = self.random
        if not self.builders or r.random() < 0.1:
            self.builders.append(dd.Builder(r.choice(["M", "N", "a.b", "é"])))
        m = r.choice(self.builders)
        operand = r.choice(self.expressions) if self.expressions and r.random() < 0.9 else self.number()
        other = r.choice(self.expressions) if self.expressions and r.random() < 0.9 else self.number()
        calls: list[Callable[[], Any]] = [
            lambda: self.expressions.append(m.variable(r.choice("xyz") + str(r.randrange(5)), self.number())),
            lambda: self.expressions.append(m.parameter(r.choice("pqr") + str(r.randrange(5)), operand)),
            lambda: self.expressions.append(m.input(r.choice("uv"), self.number())),
            lambda: self.expressions.append(operand + other),
            lambda: self.expressions.append(operand * other),
            lambda: self.expressions.append(operand**other),
            lambda: self.expressions.append(dd.der(operand)),
            lambda: self.expressions.append(dd.where(operand < other, operand, other)),
            lambda: self.expressions.append(np.sin(operand)),
            lambda: m.equation(operand == other),
            lambda: m.initial_equation(operand == other),
            lambda: m.check(operand > other, "no"),
            lambda: self.models.append(m.build()),
        ]
        r.choice(calls)()

    def step(self) -> None:
        name = self.random.choices(
            ["simulate", "make", "use", "end", "sweep", "look", "build"], [3, 2, 30, 1, 1, 1, 6]
        )[0]
        try:
            with interrupted_if_endless():
                getattr(self, name)()
        except KeyboardInterrupt:
            name += " interrupted"
        except (*EXPECTED, ArithmeticError) as error:  # of plain numbers, such as 0.0**-1
            str(error)
            name += " refused"
        self.counts[name] = self.counts.get(name, 0) + 1
        # Memory must be given back in any order.
        for kept, most in ((self.kept, 30), (self.instances, 12), (self.states, 12), (self.models, 8)):
            while len(kept) > most:
                kept.pop(self.random.randrange(4 if kept is self.models else 0, len(kept)))
        for kept in (self.builders, self.expressions):
            while len(kept) > 25:
                kept.pop(0)
        if self.random.random() < 0.01:
            gc.collect()


def test_random_calls() -> None:
    fuzzer = Fuzzer(SEED)
    begin, steps = time.monotonic(), 0
    while time.monotonic() - begin < SECONDS:
        fuzzer.step()
        steps += 1
    print(f"\n{steps} calls from seed {SEED}: {dict(sorted(fuzzer.counts.items()))}")
    assert fuzzer.counts.get("use", 0) > 0
    # The models still work.
    assert fuzzer.models[0].simulate(stop=1).status == "done"
