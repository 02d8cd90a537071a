"""The structure of a model, as the analysis has found it."""

from __future__ import annotations

from typing import Any


class Structure:
    """What `daedalus analyze --json` prints: index, states, and blocks in the order of their solution."""

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

    def __repr__(self) -> str:
        return f"<Structure: index {self.index}, {len(self.states)} states, {len(self.blocks)} blocks>"
