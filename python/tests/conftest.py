"""Models that several tests use."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import daedalus as dd

CHECKOUT = Path(os.environ.get("DAEDALUS_CHECKOUT", Path(__file__).resolve().parents[2]))

DECAY = """
model Decay "Exponential decay"
  parameter Real k(unit = "1/s") = 1 "Rate";
  parameter Integer n = 2 "Decides about the size of an array";
  Real x(start = 1, fixed = true, unit = "m") "What decays";
  Real minus = -x;
  Real z[n] = {i*x for i in 1:n};
  Boolean small = x < 0.5;
equation
  der(x) = -k*x;
end Decay;
"""

LAG = """
model Lag
  parameter Real T = 0.5;
  input Real u;
  output Real y = x;
  Real x(start = 0, fixed = true);
equation
  T*der(x) = u - x;
end Lag;
"""

BALL = """
model Ball
  parameter Real e = 0.7;
  Real h(start = 1, fixed = true);
  Real v(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -9.81;
  when h <= 0 then
    n = pre(n) + 1;
    reinit(v, -e*pre(v));
  end when;
end Ball;
"""


@pytest.fixture(scope="session")
def decay() -> dd.Model:
    return dd.Model.from_text(DECAY)


@pytest.fixture(scope="session")
def lag() -> dd.Model:
    return dd.Model.from_text(LAG)


@pytest.fixture(scope="session")
def ball() -> dd.Model:
    return dd.Model.from_text(BALL)
