"""Instances: a model at a time, led from point to point, and its equations."""

from __future__ import annotations

import math
import threading
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from . import _core
from .errors import (
    ClosedError,
    InputError,
    Interrupted,
    OptionError,
    StructuralParameterError,
    UnknownNameError,
    nearest,
)
from .result import Result

if TYPE_CHECKING:
    from .model import Model

FloatArray = npt.NDArray[np.float64]


class Instance:
    """A model that moves as the caller says. One thread at a time may use it.

    >>> import daedalus as dd
    >>> model = dd.Model.from_text("model M parameter Real k = 1; Real x(start=1, fixed=true);"
    ...                            " equation der(x) = -k*x; end M;")
    >>> with model.instance(tolerance=1e-9) as sim:
    ...     sim.run(stop=1)
    ...     state = sim.save()
    ...     sim.set(k=0)
    ...     sim.step_to(2)
    ...     kept = sim["x"]
    ...     sim.restore(state)
    >>> round(kept, 6), sim.closed
    (0.367879, True)
    """

    def __init__(self, model: Model, options: dict[str, Any], ready: list[tuple[str, float]]) -> None:
        self._model = model
        self._options = options
        self._led = _core.LedRun(model._core, options, None)
        self._evaluator: _core.Evaluator | None = None
        self._is_current = False  # the evaluator is where the run is
        self._is_moved = False  # set_point has moved it since
        self._parameters: dict[str, float] = {}
        self._numbers: dict[str, int] = {}  # of parameters, for the evaluator
        self._inputs: dict[str, float] = {}
        self._start = self._led.time
        self._set_parameters(dict(ready))

    # ---- values from outside ----

    def set(self, values: Mapping[str, float] | None = None, /, **named: float) -> None:
        """Sets parameters and inputs, from the present time on. Nothing changes if one is wrong."""
        self._check_open()
        checked = [(name, *self._check(name, v)) for name, v in {**(values or {}), **named}.items()]
        parameters = {name: value for name, kind, value in checked if kind == "parameter"}
        inputs = {name: value for name, kind, value in checked if kind == "input"}
        for name, value in inputs.items():
            self._led.set_input(name, value)
        self._inputs.update(inputs)
        if parameters:
            self._set_parameters(parameters)
        if self._evaluator is None or not self._is_current:
            return
        if not (self._is_moved or self._has_begun()):
            self._is_current = False  # they count at the start
            return
        for name, value in inputs.items():
            self._evaluator.set_input(name, value)
        self._apply(parameters)

    def _set_parameters(self, values: Mapping[str, float]) -> None:
        self._led.set(list(values.items()))
        self._parameters.update(values)

    def _apply(self, values: Mapping[str, float]) -> None:
        """Parameters take effect at the point of the evaluator, by their numbers."""
        if not values:
            return
        evaluator = self._at_point()
        for name in values:
            if name not in self._numbers:
                self._numbers[name] = evaluator.number_of(name)
        evaluator.set_parameters([self._numbers[n] for n in values], np.array(list(values.values())))

    def _check(self, name: str, value: Any) -> tuple[str, float]:
        kinds = self._model.kinds
        kind = kinds.get(name)
        if kind is None:
            raise UnknownNameError(
                f"`{name}` is not a parameter of `{self._model.name}`", nearest(name, kinds)
            )
        if kind == "structural":
            raise StructuralParameterError(
                f"`{name}` decides about the equations: a new value needs a new compilation",
                f"make a new instance: model.instance({name}={value!r})",
            )
        if kind not in ("parameter", "input"):
            raise OptionError(
                f"`{name}` is a {kind} and cannot be set",
                f"set its start value: model.instance({{{name!r}: ...}})" if kind == "variable" else "",
            )
        return kind, self._model._number(name, value)

    # ---- motion ----

    @property
    def time(self) -> float:
        return self._led.time

    @property
    def over(self) -> bool:
        """True once the model itself has ended the run."""
        return self._led.is_over

    def step_to(self, t: float) -> None:
        """Moves on to the time ``t``."""
        self._check_open()
        led = self._led
        try:
            led.step_to(float(t), threading.current_thread() is threading.main_thread())
        finally:
            self._is_current = self._is_moved = False
        if led.control.is_interrupted:
            raise Interrupted(self.result)

    def run(self, stop: float) -> None:
        """Moves on to the time ``stop``: the same as `step_to`."""
        self.step_to(stop)

    def reset(self) -> None:
        """Back to the start, with the parameters as they are set."""
        self._check_open()
        fresh = _core.LedRun(self._model._core, self._options, None)
        fresh.set(list(self._parameters.items()))
        for name, value in self._inputs.items():
            fresh.set_input(name, value)
        self._led.close()  # not while another thread uses it
        self._led = fresh
        self._is_current = self._is_moved = False

    def save(self) -> _core.State:
        """The state. The instance goes on bit for bit like one that restores it."""
        self._check_open()
        if self._is_moved:
            return self._at_point().save()
        if not self._has_begun():
            self._led.step_to(self._led.time, False)
        return self._led.save()

    def _has_begun(self) -> bool:
        return self._led.has_begun

    def restore(self, state: _core.State) -> None:
        """Continues from a state, with the parameters of the state."""
        self._check_open()
        self._led.restore(state)
        self._parameters = {}
        self._is_current = self._is_moved = False

    @property
    def result(self) -> Result:
        """The points so far."""
        self._check_open()
        return Result(self._led.result())

    # ---- the equations at a point ----

    def _at_point(self) -> _core.Evaluator:
        """The evaluator, at the point of the run or where `set_point` has moved it."""
        self._check_open()
        if self._evaluator is None:
            options = self._options
            length = float(options.get("stop", 1.0)) - self._start
            self._evaluator = _core.Evaluator(
                self._model._core,
                float(options.get("tolerance", self._model.experiment.get("tolerance", 1e-6))),
                length if length > 0 else 1.0,
                bool(options.get("sliding", False)),
            )
        if not self._is_current:
            if self._has_begun():
                self._evaluator.restore(self._led.save())
            else:
                for name, value in self._parameters.items():
                    self._evaluator.set(name, value)
                for name, value in self._inputs.items():
                    self._evaluator.set_input(name, value)
                self._evaluator.initialize(self._led.time)
            self._is_current, self._is_moved = True, False
        return self._evaluator

    def set_point(self, t: float, states: Sequence[float] | FloatArray) -> None:
        """Evaluates the equations at this time and these states from now on; the run stays where it is."""
        self._at_point().set_point(float(t), np.ascontiguousarray(states, dtype=float))
        self._is_moved = True

    @property
    def states(self) -> FloatArray:
        return self._at_point().states

    @property
    def state_names(self) -> list[str]:
        return self._at_point().state_names

    @property
    def nominals(self) -> FloatArray:
        return self._at_point().nominals

    def derivatives(
        self, t: float | None = None, states: Sequence[float] | FloatArray | None = None
    ) -> FloatArray:
        """x' = f(t, x), at the point of the instance or at another one.

        ``solve_ivp(sim.derivatives, (0, 10), sim.states)`` integrates the model with SciPy.
        """
        if states is not None:
            self.set_point(self.time if t is None else t, states)
        return self._at_point().derivatives()

    def jacobian(self, of: str = "derivatives", wrt: str = "states") -> FloatArray:
        """Exact derivatives of ``derivatives``, ``values``, ``residuals`` or ``indicators``.

        ``wrt`` is ``states``, ``inputs`` or ``parameters``. For ``of="residuals"`` it may also be ``y`` or
        ``yp``, the unknowns of :meth:`residual` and their derivatives.
        """
        if wrt not in ("y", "yp"):
            return self._at_point().jacobian(of, wrt)
        if of != "residuals":
            raise OptionError(f"{of!r} has no derivative by {wrt!r}: only 'residuals' has")
        y, yp = self.unknowns()
        values = self._residual_values(y, yp, 0.0)
        if wrt == "yp":
            # The two parts are added in the core. Against a factor of this size dF/dy has no bits left.
            factor = 2.0**200
            values = (self._residual_values(y, yp, factor) - values) / factor
        num_rows, num_columns, starts, rows = self._at_point().residual_pattern()
        out = np.zeros((num_rows, num_columns))
        out[rows, np.repeat(np.arange(num_columns), np.diff(starts))] = values
        return out

    # ---- the same equations as residuals ----

    @property
    def unknown_names(self) -> list[str]:
        """The unknowns y of F(t, y, y') = 0, in their order."""
        return self._at_point().unknown_names

    @property
    def is_differential(self) -> npt.NDArray[np.bool_]:
        """Which of the unknowns have a derivative in the equations."""
        return np.array(self._at_point().is_differential, dtype=bool)

    def unknowns(self) -> tuple[FloatArray, FloatArray]:
        """y and y' at the point: they satisfy the equations."""
        return self._at_point().unknowns()

    def residual(
        self,
        t: float | None = None,
        y: Sequence[float] | FloatArray | None = None,
        yp: Sequence[float] | FloatArray | None = None,
    ) -> FloatArray:
        """F(t, y, y'): zero where the equations hold. Nothing is solved for.

        This is what a solver of differential-algebraic equations asks for. ``y`` has all unknowns of the
        model, in the order of :attr:`unknown_names`; :meth:`unknowns` returns values that fit. The point of
        the instance stays where it is.

        >>> import daedalus as dd
        >>> model = dd.Model.from_text("model M Real x(start=1, fixed=true); Real y; equation"
        ...                            " der(x) = -y; y = 2*x; end M;")
        >>> with model.instance() as sim:
        ...     y, yp = sim.unknowns()
        ...     bool(abs(sim.residual(0, y, yp)).max() < 1e-12)
        True
        """
        t, y, yp = self._residual_point(t, y, yp)
        return self._at_point().residuals(t, y, yp)

    def residual_jacobian(
        self,
        factor: float,
        t: float | None = None,
        y: Sequence[float] | FloatArray | None = None,
        yp: Sequence[float] | FloatArray | None = None,
    ) -> Any:
        """dF/dy + factor dF/dy', as a scipy.sparse.csc_array: the matrix of an implicit step."""
        from scipy.sparse import csc_array

        t, y, yp = self._residual_point(t, y, yp)
        values = self._at_point().residual_jacobian(t, y, yp, float(factor))
        num_rows, num_columns, starts, rows = self._at_point().residual_pattern()
        return csc_array((values, rows, starts), shape=(num_rows, num_columns))

    def _residual_point(self, t: float | None, y: Any, yp: Any) -> tuple[float, FloatArray, FloatArray]:
        time = self._at_point().time if t is None else float(t)
        if not math.isfinite(time):
            raise InputError("the time must be a finite number")
        if y is None or yp is None:
            known = self.unknowns()
            y = known[0] if y is None else y
            yp = known[1] if yp is None else yp
        return time, np.ascontiguousarray(y, dtype=float), np.ascontiguousarray(yp, dtype=float)

    def _residual_values(self, y: FloatArray, yp: FloatArray, factor: float) -> FloatArray:
        return self._at_point().residual_jacobian(self._at_point().time, y, yp, factor)

    def jvp(
        self, direction: Sequence[float] | FloatArray, of: str = "derivatives", wrt: str = "states"
    ) -> FloatArray:
        """The Jacobian times a direction."""
        return self._at_point().jvp(of, wrt, np.ascontiguousarray(direction, dtype=float))

    def vjp(
        self, weights: Sequence[float] | FloatArray, of: str = "derivatives", wrt: str = "states"
    ) -> FloatArray:
        """Weights times the Jacobian."""
        return self._at_point().vjp(of, wrt, np.ascontiguousarray(weights, dtype=float))

    @property
    def input_names(self) -> list[str]:
        """The inputs, in the order of Jacobians."""
        return self._at_point().input_names

    @property
    def parameter_names(self) -> list[str]:
        """The parameters, in the order of Jacobians."""
        return self._at_point().parameter_names

    def indicators(self) -> FloatArray:
        """Positive as long as no relation changes: an event is where one crosses zero."""
        return self._at_point().indicators()

    @property
    def next_time_event(self) -> float:
        """The next instant at which something happens; infinite if there is none."""
        return self._at_point().next_instant

    def complete_step(self) -> bool:
        """Call at the end of each step of a solver of your own. True if the states are others now."""
        return self._at_point().complete_step()

    def handle_event(self) -> tuple[bool, bool, bool]:
        """Call at an event: whether the run ends, states are others, and values have jumped."""
        return self._at_point().handle_event()

    def set_input(self, name: str, value: float) -> None:
        """An input at the point of `set_point`; `set` does the same for the run."""
        self._at_point().set_input(name, self._check(name, value)[1])

    def __getitem__(self, name: str) -> float:
        """The value of a variable at the point."""
        if name in self._parameters:
            return self._parameters[name]
        value = self._at_point().value(name)
        if value is None:
            raise UnknownNameError(
                f"`{name}` is not a variable of `{self._model.name}`", nearest(name, self._model.kinds)
            )
        return value

    def _linearize(
        self, inputs: Sequence[str] | None, outputs: Sequence[str] | None, descriptor: bool
    ) -> dict[str, Any]:
        return _core.linearize(
            self._at_point(),
            None if inputs is None else list(inputs),
            None if outputs is None else list(outputs),
            descriptor,
        )

    # ---- life ----

    def close(self) -> None:
        """Gives the memory back. Every later call raises ClosedError."""
        self._led.close()
        if self._evaluator is not None:
            self._evaluator.close()
            self._evaluator = None

    @property
    def closed(self) -> bool:
        return self._led.is_closed

    def _check_open(self) -> None:
        if self._led.is_closed:
            raise ClosedError("the instance is closed", "make a new one: model.instance()")

    def __enter__(self) -> Instance:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __getstate__(self) -> dict[str, Any]:
        return {
            "model": self._model,
            "options": self._options,
            "parameters": dict(self._parameters),
            "inputs": dict(self._inputs),
            "state": self.save().to_bytes() if self._has_begun() else None,
        }

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__init__(kept["model"], kept["options"], [])  # type: ignore[misc]
        if kept["state"] is not None:
            self.restore(_core.State.from_bytes(kept["state"]))
        for name, value in kept["inputs"].items():
            self._led.set_input(name, value)
            self._inputs[name] = value
        if kept["state"] is None:
            self._set_parameters(kept["parameters"])
        self._parameters = dict(kept["parameters"])

    def __repr__(self) -> str:
        if self.closed:
            return f"<Instance of {self._model.name}: closed>"
        return f"<Instance of {self._model.name} at time {self.time:g}>"
