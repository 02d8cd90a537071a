"""Inputs as numbers, arrays and callables."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import daedalus as dd


def response(t: np.ndarray, tau: float = 0.5) -> np.ndarray:
    return 1 - np.exp(-t / tau)


def test_constant(lag: dd.Model) -> None:
    r = lag.simulate(stop=2, inputs={"u": 1.0}, tolerance=1e-10)
    np.testing.assert_allclose(r["y"], response(r.time), atol=1e-8)


def test_arrays_series_and_frames(lag: dd.Model) -> None:
    t = np.array([0.0, 1.0, 2.0])
    u = np.array([0.0, 1.0, 0.0])
    by_arrays = lag.simulate(stop=2, inputs={"u": (t, u)})["y"]
    by_series = lag.simulate(stop=2, inputs={"u": pd.Series(u, index=t)})["y"]
    by_frame = lag.simulate(stop=2, inputs=pd.DataFrame({"time": t, "u": u}))["y"]
    assert by_arrays.tobytes() == by_series.tobytes() == by_frame.tobytes()
    # y' = 2 (t - y) has the solution y = t - (1 - exp(-2 t))/2 up to t = 1.
    r = lag.simulate(stop=1, inputs={"u": (t, u)}, tolerance=1e-10)
    np.testing.assert_allclose(r["y"], r.time - 0.5 * response(r.time), atol=1e-8)


def test_smooth_callable(lag: dd.Model) -> None:
    r = lag.simulate(stop=3, inputs={"u": np.sin}, tolerance=1e-10)
    t = r.time
    exact = (np.exp(-2 * t) * 2 + 4 * np.sin(t) - 2 * np.cos(t)) / 5
    np.testing.assert_allclose(r["y"], exact, atol=1e-8)


def test_jump_of_a_callable_is_found(lag: dd.Model) -> None:
    r = lag.simulate(stop=2, inputs={"u": lambda t: 1.0 if t >= 0.7071 else 0.0}, tolerance=1e-10)
    late = r.time > 0.7071
    np.testing.assert_allclose(r["y"][late], response(r.time[late] - 0.7071), atol=1e-8)
    np.testing.assert_allclose(r["y"][~late], 0, atol=1e-8)


def test_exception_of_a_callable_ends_the_run_and_keeps_the_points(lag: dd.Model) -> None:
    def broken(t: float) -> float:
        if t > 1:
            raise LookupError("no data")
        return t

    with pytest.raises(LookupError, match="no data") as caught:
        lag.simulate(stop=2, inputs={"u": broken})
    result = caught.value.result  # type: ignore[attr-defined]
    assert 0.99 < result.time[-1] <= 1.0
    assert lag.simulate(stop=1, inputs={"u": 1.0}).status == "done"


def test_wrong_inputs(lag: dd.Model) -> None:
    t = np.array([0.0, 1.0])
    for value, words in [
        ((t, np.zeros(3)), "shape"),
        ((t, np.zeros((2, 2))), "shape"),
        ((t, np.array([0.0, np.nan])), "not finite"),
        ((t[::-1], np.zeros(2)), "descend"),
        (np.zeros(5), "no times"),
        (float("inf"), "not finite"),
        (lambda t: float("nan"), "nan"),
    ]:
        with pytest.raises(dd.InputError, match=words):
            lag.simulate(stop=1, inputs={"u": value})
    with pytest.raises(dd.UnknownNameError, match="the inputs are: u"):
        lag.simulate(inputs={"voltage": 1.0})
    with pytest.raises(dd.OptionError, match="is an input"):
        lag.simulate(u=1.0)
