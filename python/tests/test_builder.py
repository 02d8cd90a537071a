"""Models that are written in Python."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import daedalus as dd

PIN = dd.Connector("v", flow="i")


def pendulum() -> dd.Builder:
    m = dd.Builder("Pendulum", "A mass on a rod")
    g, length = m.parameter("g", 9.81, unit="m/s2"), m.parameter("l", 1.0, unit="m")
    phi = m.variable("phi", 0.5, fixed=True, unit="rad", description="Angle")
    w = m.variable("w", 0, fixed=True)
    m.equation(m.der(phi) == w, m.der(w) == -g / length * np.sin(phi))
    return m


def resistor(part: dd.Part, resistance: float) -> tuple[dd.Port, dd.Port]:
    p, n = part.port("p", PIN), part.port("n", PIN)
    r = part.parameter("R", resistance)
    part.equation(p.v - n.v == r * p.i, p.i + n.i == 0)
    return p, n


def capacitor(part: dd.Part, capacity: float) -> tuple[dd.Port, dd.Port]:
    p, n = part.port("p", PIN), part.port("n", PIN)
    u = part.variable("u", 0, fixed=True)
    part.equation(u == p.v - n.v, capacity * dd.der(u) == p.i, p.i + n.i == 0)
    return p, n


def source(part: dd.Part, voltage: float) -> tuple[dd.Port, dd.Port]:
    p, n = part.port("p", PIN), part.port("n", PIN)
    part.equation(p.v - n.v == voltage, p.i + n.i == 0)
    return p, n


def circuit() -> dd.Model:
    m = dd.Builder("Charging")
    plus, minus = source(m.part("battery"), 2.0)
    a, b = resistor(m.part("R1"), 1.0)
    c, d = capacitor(m.part("C1"), 0.5)
    ground = m.part("ground").port("p", PIN)
    m.part("zero")
    m.connect(plus, a)
    m.connect(b, c)
    m.connect(d, minus, ground)
    m.equation(ground.v == 0)
    return m.build()


TEXT = """
model Pendulum
  parameter Real g(unit = "m/s2") = 9.81;
  parameter Real l(unit = "m") = 1.0;
  Real phi(start = 0.5, fixed = true, unit = "rad");
  Real w(start = 0, fixed = true);
equation
  der(phi) = w;
  der(w) = -g/l*sin(phi);
end Pendulum;
"""


def test_the_same_numbers_as_from_text() -> None:
    built, written = pendulum().build(), dd.Model.from_text(TEXT)
    a, b = built.simulate(stop=2, l=0.7), written.simulate(stop=2, l=0.7)
    assert a["phi"].tobytes() == b["phi"].tobytes()
    assert a.variables["phi"].unit == "rad" and a.variables["phi"].description == "Angle"
    assert built.parameters == ["g", "l"]


def test_components_and_connections() -> None:
    model = circuit()
    r = model.simulate(stop=2, tolerance=1e-9)
    np.testing.assert_allclose(r["C1.u"], 2 * (1 - np.exp(-r.time / 0.5)), atol=1e-7)
    np.testing.assert_allclose(r["battery.p.i"], -r["R1.p.i"], atol=1e-12)
    assert model.simulate({"R1.R": 2.0}, stop=1)["R1.R"] == 2


def test_pickle_by_the_flat_model() -> None:
    model = circuit()
    again = pickle.loads(pickle.dumps(model))
    a, b = model.simulate(stop=1), again.simulate(stop=1)
    assert a["C1.u"].tobytes() == b["C1.u"].tobytes()
    assert "R1.R" in model.flat_text()
    runs = model.sweep({"R1.R": [1.0, 2.0]}, stop=1, keep=["C1.u"], executor="processes", jobs=1)
    assert runs["C1.u"].values[0].tobytes() == a["C1.u"].tobytes()


def test_operators() -> None:
    m = dd.Builder("Operators")
    x = m.variable("x", 1, fixed=True)
    m.equation(dd.der(x) == -x)
    k = m.parameter("k", 3)
    cases = {
        "add": (2 + x + 1, lambda x: 3 + x),
        "sub": (2 - (x - 1), lambda x: 3 - x),
        "mul": (np.float64(2) * x * 3, lambda x: 6 * x),
        "div": (1 / (x / 2), lambda x: 2 / x),
        "power": (x**2 + 2**x, lambda x: x**2 + 2**x),
        "neg": (-(+x), lambda x: -x),
        "abs": (abs(-x), abs),
        "mod": ((5 * x) % 2, lambda x: (5 * x) % 2),
        "numpy": (np.exp(x) + np.sqrt(x) + np.tanh(x), lambda x: np.exp(x) + np.sqrt(x) + np.tanh(x)),
        "arc": (np.arctan2(x, 2), lambda x: np.arctan2(x, 2)),
        "choice": (dd.where((x > 0.5) & ~(x > 0.8), 1, k), lambda x: np.where((x > 0.5) & (x <= 0.8), 1, 3)),
        "least": (dd.minimum(x, 0.5) + dd.maximum(x, 0.5), lambda x: x + 0.5),
        "clock": (m.time + 0 * x, None),
    }
    for name, (expression, _) in cases.items():
        m.equation(m.variable(name) == expression)
    r = m.build().simulate(stop=1, tolerance=1e-9)
    plain = ~np.isin(r.time, [e.time for e in r.events])
    for name, (_, exact) in cases.items():
        if exact is not None:
            np.testing.assert_allclose(r[name][plain], exact(r["x"][plain]), rtol=1e-9, err_msg=name)
    np.testing.assert_array_equal(r["clock"], r.time)


def test_inputs_outputs_and_starts() -> None:
    m = dd.Builder("Lag")
    u = m.input("u", 2.0)
    y = m.variable("y", 0, fixed=True, output=True)
    m.equation(m.der(y) == u - y)
    m.experiment(stop=3, tolerance=1e-9)
    model = m.build()
    assert model.inputs == ["u"] and model.experiment["stop"] == 3
    r = model.simulate(inputs={"u": 1.0}, y=0.5)
    assert r["y"][-1] == pytest.approx(1 - 0.5 * np.exp(-3), abs=1e-8)
    np.testing.assert_allclose(model.linearize().A, [[-1]])


def test_initial_equations_and_checks() -> None:
    m = dd.Builder("M")
    x = m.variable("x")
    m.equation(m.der(x) == -x)
    m.initial_equation(x == 2)
    m.check(x > 0.5, "x has become small")
    with pytest.raises(dd.SimulationError, match="x has become small"):
        m.build().simulate(stop=5)


def test_mistakes() -> None:
    m, other = dd.Builder("M"), dd.Builder("N")
    x, y = m.variable("x"), other.variable("y")
    with pytest.raises(ValueError, match="two models"):
        x + y
    with pytest.raises(ValueError, match="another model"):
        m.equation(y == 1)
    with pytest.raises(TypeError, match="has no value before the model runs"):
        bool(x > 1)
    with pytest.raises(TypeError, match="is an equation"):
        bool(x == 1)
    with pytest.raises(TypeError, match="left == right"):
        m.equation(x > 1)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="neither an expression nor a number"):
        x + "a"
    port = m.part("p").port("a", PIN)
    with pytest.raises(dd.UnknownNameError, match="no variable `w`"):
        port.w  # noqa: B018
    with pytest.raises(dd.OptionError):
        dd.Builder("")


def test_messages_name_the_line_of_python() -> None:
    m = dd.Builder("M")
    x = m.variable("x")
    m.equation(x == 1)
    m.equation(x == 2)
    with pytest.raises(dd.StructureError) as caught:
        m.build()
    assert "2 equations" in str(caught.value)
    m = dd.Builder("M")
    x = m.variable("x")
    m.equation(dd.der(dd.der(x)) == 1)
    with pytest.raises(dd.DaedalusError, match=r"test_builder\.py:\d+"):
        m.build()
    m = dd.Builder("M")
    m.variable("x")
    m.variable("x")
    with pytest.raises(dd.DaedalusError, match="x"):
        m.build()


def test_nothing_can_be_added_after_build() -> None:
    m = pendulum()
    x = m.variable("x", 0)
    m.equation(x == 1)
    m.build()
    for use in (lambda: m.variable("y"), lambda: x + 1, lambda: m.equation(x == 1), m.build):
        with pytest.raises(dd.ClosedError, match="is built"):
            use()
