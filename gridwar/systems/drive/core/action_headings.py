"""Headings that actions stand under, in their order."""

from __future__ import annotations

from typing import Final

from gridwar.text import _

ATTACK: Final = _("Attack")
AREAS: Final = _("Areas and zones")
MOVING: Final = _("Moving")
GRAVITY: Final = _("Pseudogravity")
POINTS: Final = _("Making points")
AURAS: Final = _("Auras and devices")
TIES: Final = _("Ties")
CUTTING: Final = _("Cut ties")
BY_THE_GM: Final = _("By the game master")
GROUPS: Final = (ATTACK, AREAS, MOVING, GRAVITY, POINTS, AURAS, TIES, CUTTING, BY_THE_GM)
