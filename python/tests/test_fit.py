"""Fits: noise is added to known runs, and the parameters are found again."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import daedalus as dd

MODELS = {
    "decay": (
        "parameter Real k = 1; Real x(start=1, fixed=true); equation der(x) = -k*x;",
        {"k": 1.7},
        ["x"],
    ),
    "oscillator": (
        "parameter Real w = 1; parameter Real d = 0.1; Real x(start=1, fixed=true); Real v(start=0, fixed=true);"
        " equation der(x) = v; der(v) = -w^2*x - 2*d*w*v;",
        {"w": 2.0, "d": 0.15},
        ["x", "v"],
    ),
    "logistic": (
        "parameter Real r = 1; parameter Real c = 2; Real n(start=0.1, fixed=true);"
        " equation der(n) = r*n*(1 - n/c);",
        {"r": 1.6, "c": 3.0},
        ["n"],
    ),
    "prey and predator": (
        "parameter Real a = 1; parameter Real b = 1; Real x(start=1, fixed=true); Real y(start=0.5, fixed=true);"
        " equation der(x) = a*x - x*y; der(y) = x*y - b*y;",
        {"a": 1.2, "b": 0.8},
        ["x", "y"],
    ),
    "pendulum with its rod as a constraint": (
        "parameter Real l = 1; parameter Real g = 9; Real x(start=0.5, fixed=true); Real y(start=-0.8);"
        " Real u(start=0, fixed=true); Real v; Real f;"
        " equation der(x) = u; der(y) = v; der(u) = -f*x; der(v) = -f*y - g; x^2 + y^2 = l^2;",
        {"g": 9.81},
        ["x"],
    ),
}


@pytest.mark.parametrize("name", MODELS)
def test_parameters_are_found_again(name: str) -> None:
    text, truth, measured = MODELS[name]
    model = dd.Model.from_text(f"model M {text} end M;")
    r = model.simulate(truth, stop=4, intervals=80, tolerance=1e-9)
    rng = np.random.default_rng(1)
    noise = 0.01
    data = pd.DataFrame(
        {"time": r.time, **{n: r[n] + noise * rng.standard_normal(len(r.time)) for n in measured}}
    )
    guesses = {n: 0.8 * v for n, v in truth.items()}
    found = dd.fit(model, data, guesses, {n: (0.3 * v, 3 * v) for n, v in truth.items()})
    for parameter, value in truth.items():
        assert abs(found.values[parameter] - value) < 4 * found.standard_errors[parameter]
        assert found.standard_errors[parameter] < 0.05 * value
        low, high = found.confidence(0.9999)[parameter]
        assert low < value < high
    assert list(found.table().index) == list(truth)
    assert found.simulate(intervals=80).status == "done"


def test_other_times_and_gaps() -> None:
    model = dd.Model.from_text(f"model M {MODELS['decay'][0]} end M;")
    t = np.sort(np.random.default_rng(0).uniform(0, 2, 40))
    x = np.exp(-1.7 * t)
    x[3] = np.nan
    assert dd.fit(model, {"time": t, "x": x}, {"k": 1}).values["k"] == pytest.approx(1.7, rel=1e-6)


def test_bad_fits() -> None:
    model = dd.Model.from_text(f"model M {MODELS['decay'][0]} end M;")
    with pytest.raises(dd.OptionError, match="no parameter"):
        dd.fit(model, {"time": [0, 1], "x": [1, 0.5]}, {"x": 1})
    with pytest.raises(dd.OptionError, match="no `time`"):
        dd.fit(model, {"x": [1, 0.5]}, {"k": 1})
    with pytest.raises(dd.OptionError, match="3 values for 2 times"):
        dd.fit(model, {"time": [0, 1], "x": [1, 0.5, 0.2]}, {"k": 1})
