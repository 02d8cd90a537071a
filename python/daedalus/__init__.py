"""Modelling and simulation of differential-algebraic equations.

>>> import daedalus as dd
>>> model = dd.Model.from_text("model M Real x(start=1, fixed=true); equation der(x) = -x; end M;")
>>> r = model.simulate(stop=1)
>>> r.status
'done'
"""

from ._core import State
from ._core import version as __version__
from ._stores import SweepTables
from .building import Builder, Connector, Equation, Expression, Part, Port, der, maximum, minimum, where
from .errors import (
    BusyError,
    ClosedError,
    DaedalusError,
    Diagnostic,
    InputError,
    Interrupted,
    ModelError,
    OptionError,
    SimulationError,
    Span,
    StructuralParameterError,
    StructureError,
    UnknownNameError,
)
from .fitting import Fit, fit
from .instance import Instance
from .linear import LinearSystem
from .model import Model, load
from .result import Event, Result, Variable
from .structure import Structure
from .sweeps import latin_hypercube, monte_carlo, sobol, sweep

__all__ = [
    "Builder",
    "BusyError",
    "ClosedError",
    "Connector",
    "DaedalusError",
    "Diagnostic",
    "Equation",
    "Event",
    "Expression",
    "Fit",
    "InputError",
    "Instance",
    "Interrupted",
    "LinearSystem",
    "Model",
    "ModelError",
    "OptionError",
    "Part",
    "Port",
    "Result",
    "SimulationError",
    "Span",
    "State",
    "StructuralParameterError",
    "Structure",
    "StructureError",
    "SweepTables",
    "UnknownNameError",
    "Variable",
    "__version__",
    "der",
    "fit",
    "latin_hypercube",
    "load",
    "maximum",
    "minimum",
    "monte_carlo",
    "sobol",
    "sweep",
    "where",
]
