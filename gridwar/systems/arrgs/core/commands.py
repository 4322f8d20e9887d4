"""What can be asked for under ARRGS, beside the shared commands."""

from __future__ import annotations

from typing import ClassVar

from gridwar.engine.kit import Act
from gridwar.systems.arrgs.core.sheet import Pool


class Manoeuvre(Act):
    """An action of somebody; ``pool`` is what pays: AP, or AAP as a Swift or Immediate Action."""

    kind: ClassVar[str] = ""
    pool: Pool = "ap"
    readied: bool = False
    """Done because its trigger has come, in anybody's turn."""
    answers: bool = False
    """Done in a window: the answer to an opportunity, or to a spell being cast."""


class WeaponManoeuvre(Manoeuvre):
    """A manoeuvre with a weapon against somebody."""

    kind: ClassVar[str] = ""
    target: str
    weapon: str
    willing: bool | None = False
    """The target lets it happen; None: an ally does, of what does no damage."""
