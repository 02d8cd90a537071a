"""Bad input: each kind has an exception of its own, whose message and hint say what to do."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import daedalus as dd

TIMES = np.array([0.0, 1.0])


def closed(model: dd.Model) -> dd.Instance:
    sim = model.instance()
    sim.close()
    return sim


def moved(model: dd.Model, time: float) -> dd.Instance:
    sim = model.instance()
    sim.step_to(time)
    return sim


# What is done with the model Lag (conftest), the exception, and words of its message and of its hint.
MISTAKES: dict[str, tuple[Callable[[dd.Model], Any], type[dd.DaedalusError], str, str]] = {
    "parameter": (lambda m: m.simulate(TT=1), dd.UnknownNameError, "`TT` is not a parameter", "mean `T`"),
    "parameter of an instance": (
        lambda m: m.instance().set(t=1),
        dd.UnknownNameError,
        "`t` is not",
        "mean `T`",
    ),
    "variable of a result": (
        lambda m: m.simulate(inputs={"u": 1.0})["yy"],
        dd.UnknownNameError,
        "`yy` is not a variable",
        "mean `y`",
    ),
    "variable of an instance": (lambda m: m.instance()["yy"], dd.UnknownNameError, "`yy` is not", "mean `y`"),
    "parameter of a sweep": (lambda m: m.sweep({"TT": [1.0]}), dd.UnknownNameError, "`TT`", "mean `T`"),
    "input": (
        lambda m: m.simulate(inputs={"uu": 1.0}),
        dd.UnknownNameError,
        "`uu` is not an input",
        "mean `u`",
    ),
    "input as a parameter": (
        lambda m: m.simulate(u=1.0),
        dd.OptionError,
        "`u` is an input",
        "inputs={'u': ...}",
    ),
    "option": (
        lambda m: m.simulate(options={"stopp": 1}),
        dd.OptionError,
        "no option `stopp`",
        "mean `stop`",
    ),
    "option of a sweep": (
        lambda m: m.sweep({"T": [1]}, stopp=1),
        dd.OptionError,
        "no option `stopp`",
        "mean `stop`",
    ),
    "word of an option": (
        lambda m: m.simulate(options={"form": "odde"}),
        dd.OptionError,
        'form="odde" is not one of: auto, dae, inline, ode',
        "mean `ode`",
    ),
    "type of an option": (
        lambda m: m.simulate(stop="later"),
        dd.OptionError,
        "stop='later' has the wrong type",
        "",
    ),
    "method": (lambda m: m.simulate(method="eulr"), dd.OptionError, "no method `eulr`", "daedalus methods"),
    "times and values": (
        lambda m: m.simulate(inputs={"u": (TIMES, np.zeros(3))}),
        dd.InputError,
        "times of the shape \\(2,\\) and values of the shape \\(3,\\)",
        "one value for each time",
    ),
    "times that descend": (
        lambda m: m.simulate(inputs={"u": (TIMES[::-1], TIMES)}),
        dd.InputError,
        "descend",
        "sort the points",
    ),
    "NaN in an input": (
        lambda m: m.simulate(inputs={"u": (TIMES, [0.0, np.nan])}),
        dd.InputError,
        "not finite at place 1",
        "",
    ),
    "NaN as a parameter": (lambda m: m.simulate(T=float("nan")), dd.OptionError, "`T`.*not finite", ""),
    "NaN in a sweep": (lambda m: m.sweep({"T": [1.0, float("nan")]}), dd.OptionError, "`T`.*not finite", ""),
    "shape of a point": (
        lambda m: m.instance().set_point(0.0, [1.0, 2.0]),
        dd.InputError,
        "needs 1 numbers, not 2",
        "`state_names`",
    ),
    "NaN in a point": (
        lambda m: m.instance().derivatives(0.0, [np.nan]),
        dd.InputError,
        "not finite at place 0",
        "`state_names`",
    ),
    "shape of a direction": (
        lambda m: m.instance().jvp([1.0, 2.0, 3.0]),
        dd.InputError,
        "the direction needs 1 numbers, not 3",
        "`jacobian",
    ),
    "what is differentiated": (
        lambda m: m.instance().jacobian("derivative"),
        dd.OptionError,
        "is not one of: derivatives, values",
        "",
    ),
    "time that goes back": (
        lambda m: moved(m, 1.0).step_to(0.5),
        dd.InputError,
        "lies before that of the instance",
        "restore a state",
    ),
    "grid with two dimensions": (
        lambda m: m.sweep({"T": np.ones((2, 2))}),
        dd.OptionError,
        "one-dimensional",
        "an array for each",
    ),
    "use after close": (lambda m: closed(m).step_to(1), dd.ClosedError, "is closed", "make a new one"),
    "value after close": (lambda m: closed(m)["y"], dd.ClosedError, "is closed", "make a new one"),
}


@pytest.mark.parametrize("what", MISTAKES)
def test_each_mistake_has_an_exception_and_a_hint(lag: dd.Model, what: str) -> None:
    call, kind, words, hint = MISTAKES[what]
    with pytest.raises(kind, match=words) as caught:
        call(lag)
    assert type(caught.value) is kind
    assert hint in caught.value.hint, caught.value.hint
    # The message is shown, and it survives the way to another process.
    assert str(caught.value).startswith("error") and hint in str(pickle.loads(pickle.dumps(caught.value)))
    assert lag.simulate(stop=1, inputs={"u": 1.0}).status == "done", "the model still works"


def test_structural_parameter_of_an_instance(decay: dd.Model) -> None:
    with pytest.raises(dd.StructuralParameterError, match="`n` decides about the equations") as caught:
        decay.instance().set(n=3)
    assert "model.instance(n=3)" in caught.value.hint
