"""The structure of a model, as the analysis has found it."""

from __future__ import annotations

from typing import Any

import numpy as np


class Structure:
    """What `daedalus analyze --json` prints: index, states, and blocks in the order of their solution.

    >>> import daedalus as dd
    >>> model = dd.Model.from_text("model M Real x(start=1, fixed=true); Real y; equation"
    ...                            " der(x) = -y; y = 2*x; end M;")
    >>> model.structure.incidence.toarray()
    array([[2, 1],
           [1, 1]], dtype=int8)
    """

    def __init__(self, facts: dict[str, Any]) -> None:
        #: Everything, by the names of the command line.
        self.facts = facts

    @property
    def index(self) -> int:
        """The structural index before reduction."""
        return int(self.facts["structural_index"])

    @property
    def states(self) -> list[Any]:
        return list(self.facts["states"])

    @property
    def blocks(self) -> list[dict[str, Any]]:
        """Equations that are solved together, and what they are solved for."""
        return list(self.facts["blocks"])

    @property
    def incidence(self) -> Any:
        """Equations by unknowns, as a scipy.sparse.csr_array: 1 where the unknown appears, 2 where its
        derivative does. Rows and columns are :attr:`equations` and :attr:`unknowns`."""
        return _matrix(self.facts["incidence"])

    @property
    def ordered_incidence(self) -> Any:
        """The same for what is solved, in the order of computation: blocks lie on the diagonal."""
        return _matrix(self.facts["ordered_incidence"])

    @property
    def equations(self) -> list[str]:
        """The equations as they are written: rows of :attr:`incidence`. Only the first 4000."""
        return list(self.facts["incidence"].get("equations") or [])

    @property
    def unknowns(self) -> list[str]:
        """The columns of :attr:`incidence`."""
        return list(self.facts["incidence"]["unknowns"])

    @property
    def ordered_unknowns(self) -> list[str]:
        """The columns of :attr:`ordered_incidence`."""
        return list(self.facts["ordered_incidence"]["unknowns"])

    def __repr__(self) -> str:
        return f"<Structure: index {self.index}, {len(self.states)} states, {len(self.blocks)} blocks>"


def _matrix(facts: dict[str, Any]) -> Any:
    from scipy.sparse import csr_array

    values = np.where(np.asarray(facts.get("is_derivative") or [], dtype=bool), 2, 1).astype(np.int8)
    shape = (len(facts["row_starts"]) - 1, len(facts["unknowns"]))
    return csr_array((values, np.array(facts["columns"], dtype=int), np.array(facts["row_starts"])), shape)
