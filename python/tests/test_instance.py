"""Instances: runs that are led, and equations at a point."""

from __future__ import annotations

import copy
import pickle
import threading
import time
from collections.abc import Iterator

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import daedalus as dd


@pytest.fixture
def sim(decay: dd.Model) -> Iterator[dd.Instance]:
    with decay.instance(tolerance=1e-10) as instance:
        yield instance


def test_lead(sim: dd.Instance) -> None:
    sim.run(stop=1)
    assert sim.time == 1 and sim["x"] == pytest.approx(np.exp(-1), abs=1e-8)
    sim.set(k=0)
    sim.step_to(2.5)
    assert sim["x"] == pytest.approx(np.exp(-1), abs=1e-8)
    assert sim.result.time[0] == 0 and (np.diff(sim.result.time) >= 0).all()


def test_save_and_restore_are_exact(sim: dd.Instance) -> None:
    sim.step_to(0.5)
    state = sim.save()
    sim.step_to(2)
    first = sim["x"]
    sim.restore(state)
    assert sim.time == 0.5
    sim.step_to(2)
    assert sim["x"] == first


def test_restored_points_and_events_are_those_of_one_run(ball: dd.Model) -> None:
    """Going back drops what lay behind the state."""
    with ball.instance(tolerance=1e-9) as sim:
        sim.step_to(0.6)
        state = sim.save()
        sim.step_to(1.2)
        first = sim.result
        sim.restore(state)
        sim.step_to(1.2)
        again = sim.result
    assert [e.time for e in again.events] == [e.time for e in first.events]
    assert (np.diff(again.time) >= 0).all() and again.time[-1] == first.time[-1]
    assert again["h"][-1] == first["h"][-1]


def test_points_lie_on_the_grid_of_the_run(decay: dd.Model) -> None:
    """Neither a step beyond the stop time nor a new parameter moves the grid."""
    with decay.instance(stop=1, interval=0.25) as sim:
        sim.step_to(0.6)
        sim.set(k=2)
        sim.step_to(2.1)
        found = sim.result
    events = {e.time for e in found.events}
    grid = {0.25 * i for i in range(9)}
    assert grid | {0.6} <= set(found.time) <= grid | {0.6} | events


def test_a_state_that_does_not_fit_leaves_the_run_as_it_was(decay: dd.Model, ball: dd.Model) -> None:
    with decay.instance(tolerance=1e-10) as sim, ball.instance() as other:
        other.step_to(0.1)
        sim.set(k=2)
        sim.step_to(0.5)
        with pytest.raises(dd.DaedalusError, match="Ball"):
            sim.restore(other.save())
        sim.step_to(1)
        assert sim["x"] == pytest.approx(np.exp(-2), abs=1e-8)


def test_state_goes_through_bytes_and_other_instances(decay: dd.Model, sim: dd.Instance) -> None:
    sim.step_to(0.5)
    state = sim.save()
    sim.step_to(1)
    other = decay.instance(tolerance=1e-10)
    other.restore(pickle.loads(pickle.dumps(state)))
    other.step_to(1)
    assert other["x"] == sim["x"]
    assert dd.State.from_bytes(state.to_bytes()).time == 0.5
    with pytest.raises(dd.DaedalusError):
        dd.State.from_bytes(state.to_bytes()[:-3])


def test_state_of_another_model_is_refused(sim: dd.Instance, ball: dd.Model) -> None:
    other = ball.instance()
    other.step_to(0.1)
    with pytest.raises(dd.DaedalusError, match="Ball"):
        sim.restore(other.save())


def test_pickle_and_copy(sim: dd.Instance) -> None:
    sim.set(k=2)
    sim.step_to(0.5)
    others = [pickle.loads(pickle.dumps(sim)), copy.deepcopy(sim), copy.copy(sim)]
    for instance in (sim, *others):
        instance.step_to(1)
    assert [other["x"] for other in others] == [sim["x"]] * 3
    # A copy moves on its own.
    others[2].set(k=0)
    others[2].step_to(2)
    assert sim.time == 1


def test_structural_parameter_is_an_error_with_a_hint(sim: dd.Instance) -> None:
    with pytest.raises(dd.StructuralParameterError, match="new compilation") as caught:
        sim.set(n=3)
    assert "model.instance(n=3)" in caught.value.hint


def test_nothing_changes_if_one_value_is_wrong(sim: dd.Instance) -> None:
    with pytest.raises(dd.UnknownNameError):
        sim.set(k=5, kk=1)
    with pytest.raises(dd.OptionError):
        sim.set(k=float("nan"))
    sim.step_to(1)
    assert sim["x"] == pytest.approx(np.exp(-1), abs=1e-8)


def test_time_goes_forward_only(sim: dd.Instance) -> None:
    sim.step_to(1)
    with pytest.raises(ValueError, match="before"):
        sim.step_to(0.5)
    with pytest.raises(ValueError, match="finite"):
        sim.step_to(float("nan"))


def test_use_after_close(decay: dd.Model) -> None:
    sim = decay.instance()
    sim.step_to(0.1)
    result = sim.result
    sim.close()
    sim.close()
    assert sim.closed and "closed" in repr(sim)
    for use in (
        lambda: sim.step_to(1),
        lambda: sim.set(k=1),
        sim.save,
        lambda: sim.states,
        lambda: sim["x"],
        lambda: sim.result,
        sim.derivatives,
        lambda: sim.restore(None),
        sim.reset,
    ):
        with pytest.raises(dd.ClosedError):
            use()
    assert result["x"][0] == 1


def test_inputs_of_a_led_run(lag: dd.Model) -> None:
    with lag.instance(tolerance=1e-10) as sim:
        sim.set(u=1)
        sim.step_to(1)
        assert sim["y"] == pytest.approx(1 - np.exp(-2), abs=1e-8)
        sim.set(u=0)
        sim.step_to(2)
        assert sim["y"] == pytest.approx((1 - np.exp(-2)) * np.exp(-2), abs=1e-8)


def test_reset(sim: dd.Instance) -> None:
    sim.set(k=2)
    sim.step_to(1)
    first = sim["x"]
    sim.reset()
    assert sim.time == 0
    sim.step_to(1)
    assert sim["x"] == first


def test_scipy_integrates_the_model(lag: dd.Model) -> None:
    with lag.instance() as sim:
        sim.set(u=1)
        solution = solve_ivp(sim.derivatives, (0, 1), sim.states, rtol=1e-10, atol=1e-12)
    assert solution.y[0, -1] == pytest.approx(1 - np.exp(-2), abs=1e-8)


def test_derivatives_of_derivatives(lag: dd.Model) -> None:
    with lag.instance(T=0.25) as sim:
        sim.set_point(0.0, [0.5])
        assert sim.state_names in (["x"], ["y"]) and sim.input_names == ["u"]
        np.testing.assert_allclose(sim.jacobian(), [[-4]])
        np.testing.assert_allclose(sim.jacobian(wrt="inputs"), [[4]])
        np.testing.assert_allclose(sim.jvp([2.0]), [-8])
        np.testing.assert_allclose(sim.vjp([3.0], wrt="inputs"), [12])
        # d/dT (u - x)/T = -(0 - 0.5)/T^2
        assert sim.jacobian(wrt="parameters")[0, sim.parameter_names.index("T")] == pytest.approx(8)
        with pytest.raises(ValueError, match="needs 1 numbers, not 2"):
            sim.set_point(0.0, [1.0, 2.0])
        with pytest.raises(ValueError, match="not finite"):
            sim.derivatives(0.0, [np.nan])
        with pytest.raises(ValueError, match="is not one of"):
            sim.jacobian("speed")


TORN = """
model Torn "A loop, a state and an input"
  parameter Real R = 2;
  input Real u;
  Real x(start = 1, fixed = true);
  Real y;
  Real z;
equation
  R*der(x) + x = y + u;
  y = 0.5*z - x;
  z = sin(y) + 3*time;
end Torn;
"""


def test_residual_form() -> None:
    model = dd.Model.from_text(TORN)
    with model.instance() as sim:
        sim.set(u=0.25)
        sim.set_point(0.5, [0.75])
        y, yp = sim.unknowns()
        names = sim.unknown_names
        assert sim.is_differential[names.index("x")] and not sim.is_differential[names.index("y")]
        np.testing.assert_allclose(sim.residual(0.5, y, yp), 0, atol=1e-9)
        assert sim.residual(0.5, y + 0.1, yp).any() and sim.residual(1.0, y, yp).any()
        # Against differences.
        for wrt in ("y", "yp"):
            exact = sim.jacobian("residuals", wrt)
            for column in range(len(y)):
                step = np.zeros(len(y))
                step[column] = 1e-6
                by = (step, 0 * step) if wrt == "y" else (0 * step, step)
                sides = [sim.residual(0.5, y + s * by[0], yp + s * by[1]) for s in (1, -1)]
                np.testing.assert_allclose(exact[:, column], (sides[0] - sides[1]) / 2e-6, atol=1e-7)
        whole = sim.residual_jacobian(3.0, 0.5, y, yp).toarray()
        np.testing.assert_allclose(
            whole, sim.jacobian("residuals", "y") + 3 * sim.jacobian("residuals", "yp"), rtol=1e-14
        )
        with pytest.raises(ValueError, match="numbers, not 1"):
            sim.residual(0.0, [1.0], yp)
        with pytest.raises(ValueError, match="finite"):
            sim.residual(float("nan"), y, yp)
        with pytest.raises(ValueError, match="only 'residuals'"):
            sim.jacobian("derivatives", "yp")


def test_implicit_euler_on_the_residuals() -> None:
    """A solver of differential-algebraic equations: it knows F and its Jacobian, and nothing else."""
    from scipy.sparse.linalg import spsolve

    model = dd.Model.from_text(TORN)
    expected = model.simulate(stop=0.1, tolerance=1e-10, inputs={"u": 0.0})
    with model.instance() as sim:
        y, yp = sim.unknowns()
        h, t = 1e-4, 0.0
        for _ in range(1000):
            t += h
            before = y
            for _ in range(3):
                yp = np.where(sim.is_differential, (y - before) / h, 0.0)
                matrix = sim.residual_jacobian(1 / h, t, y, yp)
                y = y - spsolve(matrix.tocsc(), sim.residual(t, y, yp))
        assert y[sim.unknown_names.index("x")] == pytest.approx(expected["x"][-1], abs=1e-4)


def test_parameters_at_a_moved_point(lag: dd.Model) -> None:
    with lag.instance() as sim:
        sim.set_point(0.0, [0.5])
        sim.set(T=0.25, u=1)
        np.testing.assert_allclose(sim.derivatives(), [2])
        sim.set(T=0.5)
        np.testing.assert_allclose(sim.derivatives(), [1])
        np.testing.assert_allclose(sim.states, [0.5])


def test_a_start_value_compiles_nothing_again(decay: dd.Model) -> None:
    cores, counts = [], []
    for start in (3.0, 4.0, 5.0):
        with decay.instance(x=start, tolerance=1e-10) as sim:
            assert sim.states[0] == start
            sim.step_to(0.5)
            again = pickle.loads(pickle.dumps(sim))
            for instance in (sim, again):
                instance.step_to(1)
            assert sim["x"] == again["x"] == pytest.approx(start * np.exp(-1), abs=1e-7)
            cores.append(sim._model._core)
            counts.append(cores[-1].num_compiled)
    assert cores[0] is cores[1] is cores[2] and counts[1] == counts[2]


def test_arrays_of_an_instance_are_copies(lag: dd.Model) -> None:
    with lag.instance() as sim:
        sim.set_point(0.0, [0.5])
        kept = sim.derivatives()
        sim.set_point(0.0, [0.25])
        assert kept[0] == -1 and sim.derivatives()[0] == -0.5


def test_euler_with_events(ball: dd.Model) -> None:
    """A solver of our own: explicit Euler, with bisection at the events."""
    with ball.instance() as sim:
        bounces = 0
        t, x = 0.0, sim.states
        while t < 0.6:
            step = min(1e-3, 0.6 - t)
            slopes = sim.derivatives(t, x)
            sim.set_point(t + step, x + step * slopes)
            t, x = t + step, x + step * slopes
            sim.complete_step()
            if (sim.indicators() <= 0).any():
                sim.handle_event()
                bounces += 1
                x = sim.states
        assert bounces >= 1 and x[sim.state_names.index("v")] > 0


def test_a_state_is_the_one_of_the_run_after_a_look_elsewhere(sim: dd.Instance) -> None:
    """`set_point` moves the equations, not the run; a later step ends that."""
    sim.set_point(0.0, [7.0])
    sim.step_to(1)
    state = sim.save()
    sim.step_to(2)
    last = sim["x"]
    sim.restore(state)
    sim.step_to(2)
    assert sim["x"] == last == pytest.approx(np.exp(-2), abs=1e-8)


def test_two_threads_on_one_instance(decay: dd.Model) -> None:
    sim = decay.instance(tolerance=1e-12, stop=1e6, options={"max_step": 1e-2})
    errors: list[BaseException] = []

    def lead() -> None:
        try:
            sim.step_to(1e5)
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=lead)
    thread.start()
    time.sleep(0.2)
    with pytest.raises(dd.BusyError, match="another thread") as caught:
        sim.step_to(2e5)
    assert "an instance of its own" in caught.value.hint
    for use in (
        sim.save,
        sim.reset,
        lambda: sim.set(k=2),
        lambda: sim["x"],
        sim.derivatives,
        lambda: sim.result,
    ):
        with pytest.raises(dd.BusyError):
            use()
    with pytest.raises(dd.BusyError):
        sim.close()
    sim._led.control.cancel()
    thread.join(20)
    assert not thread.is_alive()


def test_the_run_ends_by_itself() -> None:
    model = dd.Model.from_text(
        "model M Real x(start=0, fixed=true); equation der(x) = 1;"
        ' when x > 0.5 then terminate("far enough"); end when; end M;'
    )
    with model.instance() as sim:
        sim.step_to(0.8)
        assert sim.over and sim.time == pytest.approx(0.5, abs=1e-6)
        assert sim.result["x"][-1] == pytest.approx(0.5, abs=1e-6)


def test_linearize(lag: dd.Model) -> None:
    lin = lag.linearize(at=1, T=0.25)
    np.testing.assert_allclose(lin.A, [[-4]])
    np.testing.assert_allclose(lin.B, [[4]])
    np.testing.assert_allclose(lin.C, [[1]])
    np.testing.assert_allclose(lin.D, [[0]])
    assert len(lin.states) == 1 and lin.inputs == ["u"] and lin.outputs == ["y"] and lin.time == 1
    np.testing.assert_allclose(lin.poles, [-4])
    descriptor = lag.linearize(descriptor=True)
    assert descriptor.E is not None and descriptor.E.shape == descriptor.A.shape
    with pytest.raises(dd.DaedalusError, match="uu"):
        lag.linearize(inputs=["uu"])
    control = pytest.importorskip("control")
    np.testing.assert_allclose(control.poles(lin.to_control()), [-4])
