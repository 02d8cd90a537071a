"""Models that are written in Python: equations with operators, components and connections."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from . import _core
from .errors import OptionError, UnknownNameError, nearest

_HERE = os.path.dirname(os.path.abspath(__file__))


def _place() -> str:
    """The line outside of this package that makes the statement, for messages: "motor.py:12"."""
    frame = sys._getframe(1)
    while frame.f_back is not None and os.path.dirname(os.path.abspath(frame.f_code.co_filename)) == _HERE:
        frame = frame.f_back
    return f"{os.path.basename(frame.f_code.co_filename)}:{frame.f_lineno}"


Operand: TypeAlias = "Expression | Equation | float | int | bool | Any"
_OneOperand: TypeAlias = "Callable[[Any], Expression]"
_TwoOperands: TypeAlias = "Callable[[Any, Operand], Expression]"


def _of_one(function: str) -> _OneOperand:
    """The method of an operator or a function with one operand."""

    def method(self: Any) -> Expression:
        return _combine(function, self)

    return method


def _of_two(function: str) -> _TwoOperands:
    """The method of an operator or a function with two operands."""

    def method(self: Any, other: Operand) -> Expression:
        return _combine(function, self, other)

    return method


def _from_right(function: str) -> _TwoOperands:
    """The method of an operator whose left operand is a number."""

    def method(self: Any, other: Operand) -> Expression:
        return _combine(function, other, self)

    return method


class _Condition:
    """What may stand in a condition."""

    __slots__ = ()

    __and__ = _of_two("and")
    __or__ = _of_two("or")
    __rand__ = _from_right("and")
    __ror__ = _from_right("or")
    __invert__ = _of_one("not")


class Expression(_Condition):
    """An expression of a model that is being built. Operators and the functions of NumPy make others.

    ``a == b`` is an equation. In a condition use ``a < b`` and its like, ``&``, ``|`` and ``~``.
    """

    __slots__ = ("_core",)
    # An array of expressions takes part in operations as a whole.
    __array_priority__ = 1000

    def __init__(self, core: _core.Expression) -> None:
        self._core = core

    __add__, __radd__ = _of_two("add"), _from_right("add")
    __sub__, __rsub__ = _of_two("sub"), _from_right("sub")
    __mul__, __rmul__ = _of_two("mul"), _from_right("mul")
    __truediv__, __rtruediv__ = _of_two("div"), _from_right("div")
    __floordiv__, __rfloordiv__ = _of_two("floordiv"), _from_right("floordiv")
    __mod__, __rmod__ = _of_two("mod"), _from_right("mod")
    __pow__, __rpow__ = _of_two("pow"), _from_right("pow")
    __neg__, __abs__ = _of_one("neg"), _of_one("abs")
    __lt__, __le__ = _of_two("lt"), _of_two("le")
    __gt__, __ge__ = _of_two("gt"), _of_two("ge")

    # NumPy calls these methods: np.sin(x).
    sqrt, exp, log, log10 = _of_one("sqrt"), _of_one("exp"), _of_one("log"), _of_one("log10")
    sin, cos, tan = _of_one("sin"), _of_one("cos"), _of_one("tan")
    arcsin, arccos, arctan = _of_one("asin"), _of_one("acos"), _of_one("atan")
    sinh, cosh, tanh = _of_one("sinh"), _of_one("cosh"), _of_one("tanh")
    floor, ceil, sign = _of_one("floor"), _of_one("ceil"), _of_one("sign")
    arctan2 = _of_two("atan2")

    def __pos__(self) -> Expression:
        return self

    def __eq__(self, other: object) -> Equation:  # type: ignore[override]
        return Equation(self, other)

    def __ne__(self, other: object) -> Expression:  # type: ignore[override]
        return _combine("ne", self, other)

    __hash__ = None  # type: ignore[assignment]

    def __bool__(self) -> bool:
        raise TypeError(
            "an expression has no value before the model runs: use &, | and ~ instead of and, or and not, "
            "and where(condition, a, b) instead of if"
        )

    def __repr__(self) -> str:
        return "<Expression>"


class Equation(_Condition):
    """``left == right``: what `equation` takes. In a condition it is true where both sides are equal."""

    __slots__ = ("left", "right")

    def __init__(self, left: object, right: object) -> None:
        self.left = left
        self.right = right

    def __bool__(self) -> bool:
        raise TypeError("`a == b` is an equation of a model; give it to `equation(...)`")

    def __repr__(self) -> str:
        return "<Equation>"


def _expression(value: object) -> _core.Expression:
    if isinstance(value, Expression):
        return value._core
    if isinstance(value, Equation):
        return _combine("eq", value.left, value.right)._core
    try:
        return _core.Expression.number(float(value))  # type: ignore[arg-type]
    except (TypeError, ValueError):
        raise TypeError(f"{value!r} is neither an expression nor a number") from None


def _combine(function: str, *operands: object) -> Expression:
    return Expression(_core.Expression.combine(function, [_expression(o) for o in operands]))


def der(x: Operand) -> Expression:
    """The derivative by time; of an expression by the chain rule."""
    return _combine("der", x)


def where(condition: Operand, then: Operand, otherwise: Operand) -> Expression:
    """``then`` while the condition holds, else ``otherwise``. A change of the condition is an event."""
    return _combine("if", condition, then, otherwise)


def minimum(a: Operand, b: Operand) -> Expression:
    """The smaller one of two expressions."""
    return _combine("min", a, b)


def maximum(a: Operand, b: Operand) -> Expression:
    """The larger one of two expressions."""
    return _combine("max", a, b)


class Connector:
    """A kind of port: potentials, which a connection makes equal, and flows, which it adds to zero.

    >>> Connector("v", flow="i")
    <Connector v, flow i>
    """

    def __init__(self, *potentials: str, flow: str | tuple[str, ...] = ()) -> None:
        self.potentials = potentials
        self.flows = (flow,) if isinstance(flow, str) else tuple(flow)

    def __repr__(self) -> str:
        return f"<Connector {', '.join([*self.potentials, *(f'flow {f}' for f in self.flows)])}>"


class Port:
    """A port of a part. Its variables are attributes: ``p.v``."""

    def __init__(self, core: _core.Port, kind: Connector) -> None:
        self._core = core
        self._kind = kind

    def __getitem__(self, name: str) -> Expression:
        known = [*self._kind.potentials, *self._kind.flows]
        if name not in known:
            raise UnknownNameError(f"the port has no variable `{name}`", nearest(name, known))
        return Expression(self._core.variable(name))

    def __getattr__(self, name: str) -> Expression:
        if name.startswith("_"):
            raise AttributeError(name)
        return self[name]


class Part:
    """A component. Its names are inside of it: ``R`` of the part ``upper`` is ``upper.R`` in the model."""

    def __init__(self, core: _core.Part) -> None:
        self._core = core

    def variable(
        self,
        name: str,
        start: Operand | None = None,
        *,
        fixed: bool = False,
        min: Operand | None = None,
        max: Operand | None = None,
        nominal: Operand | None = None,
        unit: str = "",
        description: str = "",
        type: str = "Real",
        output: bool = False,
    ) -> Expression:
        """A variable. With ``fixed=True`` it starts with ``start``, which is a guess otherwise."""
        attributes = _attributes(start, fixed, min, max, nominal, unit, description, type)
        attributes["causality"] = "output" if output else "local"
        return Expression(self._core.variable(name, attributes))

    def input(
        self,
        name: str,
        start: Operand | None = None,
        *,
        unit: str = "",
        description: str = "",
        type: str = "Real",
    ) -> Expression:
        """An input: `simulate(inputs=...)` gives its course. Otherwise it keeps its start value."""
        attributes = _attributes(start, False, None, None, None, unit, description, type)
        return Expression(self._core.input(name, attributes, _place()))

    def parameter(
        self, name: str, value: Operand, *, unit: str = "", description: str = "", type: str = "Real"
    ) -> Expression:
        """A parameter. Its value may be an expression of other parameters."""
        return Expression(self._core.parameter(name, _expression(value), unit, description, type))

    def equation(self, *equations: Equation) -> None:
        """Adds equations: ``part.equation(p.v - n.v == R*p.i)``."""
        self._add(equations, False)

    def initial_equation(self, *equations: Equation) -> None:
        """Adds equations that hold at the start."""
        self._add(equations, True)

    def _add(self, equations: tuple[Equation, ...], initial: bool) -> None:
        for equation in equations:
            if not isinstance(equation, Equation):
                raise TypeError(f"an equation is `left == right`, not {equation!r}")
            self._core.equation(_expression(equation.left), _expression(equation.right), initial, _place())

    def check(self, condition: Operand, message: str) -> None:
        """The run stops with the message where the condition does not hold."""
        self._core.check(_expression(condition), message, _place())

    @property
    def time(self) -> Expression:
        return Expression(self._core.time())

    def part(self, name: str) -> Part:
        """A component inside of this one."""
        return Part(self._core.part(name, _place()))

    def port(self, name: str, kind: Connector) -> Port:
        """A port. What flows is counted into the part."""
        variables = [(p, False) for p in kind.potentials] + [(f, True) for f in kind.flows]
        return Port(self._core.port(name, variables, _place()), kind)

    def connect(self, a: Port, b: Port, *others: Port) -> None:
        """Connects ports of this part, and of the parts directly inside of it."""
        for other in (b, *others):
            self._core.connect(a._core, other._core, _place())

    # The same as functions of the module.
    @staticmethod
    def der(x: Operand) -> Expression:
        """The derivative by time."""
        return der(x)

    @staticmethod
    def where(condition: Operand, then: Operand, otherwise: Operand) -> Expression:
        """``then`` while the condition holds, else ``otherwise``."""
        return where(condition, then, otherwise)


def _attributes(
    start: Operand | None,
    fixed: bool,
    low: Operand | None,
    high: Operand | None,
    nominal: Operand | None,
    unit: str,
    description: str,
    type: str,
) -> dict[str, Any]:
    given: Mapping[str, Any] = {"start": start, "min": low, "max": high, "nominal": nominal}
    out: dict[str, Any] = {name: _expression(v) for name, v in given.items() if v is not None}
    out.update(unit=unit, description=description, type=type)
    out["fixed"] = fixed
    return out


class Builder(Part):
    """A model that is written in Python. `build` returns a :class:`daedalus.Model`.

    >>> import daedalus as dd, numpy as np
    >>> m = dd.Builder("Pendulum")
    >>> g, l = m.parameter("g", 9.81, unit="m/s2"), m.parameter("l", 1.0, unit="m")
    >>> phi, w = m.variable("phi", 0.5, fixed=True), m.variable("w", 0, fixed=True)
    >>> m.equation(m.der(phi) == w, m.der(w) == -g/l*np.sin(phi))
    >>> model = m.build()
    >>> model
    <Model Pendulum: 2 equations, 2 unknowns>
    >>> abs(model.simulate(stop=1, l=0.5)["phi"]).max().round(3).item()
    0.5
    """

    def __init__(self, name: str, description: str = "") -> None:
        if not name:
            raise OptionError("a model needs a name")
        self._construction = _core.Construction(name, description)
        super().__init__(_core.top_of(self._construction))

    def experiment(
        self,
        *,
        start: float | None = None,
        stop: float | None = None,
        interval: float | None = None,
        tolerance: float | None = None,
    ) -> None:
        """What a run without such settings has."""
        self._construction.experiment(start, stop, interval, tolerance)

    def build(self) -> Any:
        """The model. Afterwards nothing can be added."""
        from .model import Model

        return Model(self._construction.build())
