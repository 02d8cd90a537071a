"""A model near a point, as matrices."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from .errors import OptionError

FloatArray = npt.NDArray[np.float64]


class LinearSystem:
    """dx/dt = A x + B u, y = C x + D u; with E as factor of dx/dt in the descriptor form.

    All values are deviations from the point: ``state_values``, ``input_values``, ``output_values``.
    """

    def __init__(self, facts: dict[str, Any], model: str) -> None:
        self.model = model
        self.time: float = facts["time"]
        self.A: FloatArray = facts["A"]
        self.B: FloatArray = facts["B"]
        self.C: FloatArray = facts["C"]
        self.D: FloatArray = facts["D"]
        self.E: FloatArray | None = facts.get("E")
        self.states: list[str] = [n for n, _ in facts["states"]]
        self.inputs: list[str] = [n for n, _ in facts["inputs"]]
        self.outputs: list[str] = [n for n, _ in facts["outputs"]]
        self.state_values: FloatArray = np.array([v for _, v in facts["states"]], dtype=float)
        self.input_values: FloatArray = np.array([v for _, v in facts["inputs"]], dtype=float)
        self.output_values: FloatArray = np.array([v for _, v in facts["outputs"]], dtype=float)
        self.equations: list[str] = list(facts["equations"])
        #: Those of the causal form, which are the finite ones of the descriptor form.
        self.poles: npt.NDArray[np.complex128] = np.array(facts["poles"], dtype=complex)

    def to_control(self) -> Any:
        """The system for the package python-control."""
        import control

        if self.E is not None:
            raise OptionError("python-control has no descriptor form", "linearize without descriptor=True")
        return control.ss(
            self.A, self.B, self.C, self.D, states=self.states, inputs=self.inputs, outputs=self.outputs
        )

    def __repr__(self) -> str:
        return (
            f"<LinearSystem of {self.model} at time {self.time:g}: {len(self.states)} states, "
            f"{len(self.inputs)} inputs, {len(self.outputs)} outputs>"
        )
