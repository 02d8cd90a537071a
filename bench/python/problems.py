"""The problems of the comparison: Modelica text, and the same by hand for SciPy."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Problem:
    text: str
    parameter: str
    value: float  # of the parameter in the text
    stop: float
    start: list[float]
    slopes: Callable[[float], Callable[[float, np.ndarray], list[float] | np.ndarray]]
    first: str  # the variable that is the first one of the hand-written form
    tolerance: float = 1e-6


def pendulum(g: float) -> Callable:
    return lambda t, x: [x[1], -g * np.sin(x[0])]


def robertson(k: float) -> Callable:
    def slopes(t: float, y: np.ndarray) -> list[float]:
        a, b, c = k * y[0], 1e4 * y[1] * y[2], 3e7 * y[1] ** 2
        return [b - a, a - b - c, c]

    return slopes


def rlc(r: float) -> Callable:
    return lambda t, x: [x[1] / 0.1, (np.sin(5 * t) - r * x[1] - x[0]) / 0.2]


def motor(load: float) -> Callable:
    """A direct-current motor with a PI controller of its speed."""

    def slopes(t: float, x: np.ndarray) -> list[float]:
        i, w, integral = x
        error = 10 - w
        voltage = 2 * error + 5 * integral
        return [(voltage - i - 0.5 * w) / 0.05, (0.5 * i - load) / 0.1, error]

    return slopes


CELLS = 100


def rod(a: float) -> Callable:
    def slopes(t: float, x: np.ndarray) -> np.ndarray:
        wide = np.concatenate([[1.0], x, [0.0]])
        return a * (wide[2:] - 2 * wide[1:-1] + wide[:-2]) * CELLS**2

    return slopes


PROBLEMS = {
    "pendulum": Problem(
        """model P parameter Real g = 9.81; Real phi(start = 1, fixed = true); Real w(start = 0, fixed = true);
        equation der(phi) = w; der(w) = -g*sin(phi); end P;""",
        "g",
        9.81,
        10,
        [1, 0],
        pendulum,
        "phi",
    ),
    "Robertson": Problem(
        """model P parameter Real k = 0.04; Real a(start = 1, fixed = true); Real b(start = 0, fixed = true);
        Real c(start = 0, fixed = true);
        equation der(a) = -k*a + 1e4*b*c; der(b) = k*a - 1e4*b*c - 3e7*b^2; der(c) = 3e7*b^2; end P;""",
        "k",
        0.04,
        400,
        [1, 0, 0],
        robertson,
        "a",
    ),
    "RLC circuit": Problem(
        """model P parameter Real R = 0.5; Real u; Real v(start = 0, fixed = true); Real i(start = 0, fixed = true);
        equation u = sin(5*time); 0.1*der(v) = i; u = R*i + 0.2*der(i) + v; end P;""",
        "R",
        0.5,
        10,
        [0, 0],
        rlc,
        "v",
    ),
    "motor and controller": Problem(
        """model P parameter Real load = 1; Real i(start = 0, fixed = true); Real w(start = 0, fixed = true);
        Real s(start = 0, fixed = true); Real e; Real u;
        equation e = 10 - w; u = 2*e + 5*s; der(s) = e; 0.05*der(i) = u - i - 0.5*w; 0.1*der(w) = 0.5*i - load;
        end P;""",
        "load",
        1,
        10,
        [0, 0, 0],
        motor,
        "i",
    ),
    "rod of 100 cells": Problem(
        f"""model P parameter Real a = 0.01; Real T[{CELLS}](each start = 0, each fixed = true);
        equation der(T[1]) = a*(T[2] - 2*T[1] + 1)*{CELLS}^2;
        for k in 2:{CELLS - 1} loop der(T[k]) = a*(T[k + 1] - 2*T[k] + T[k - 1])*{CELLS}^2; end for;
        der(T[{CELLS}]) = a*(-2*T[{CELLS}] + T[{CELLS - 1}])*{CELLS}^2; end P;""",
        "a",
        0.01,
        5,
        [0] * CELLS,
        rod,
        "T[1]",
    ),
}
