"""Headings that actions stand under."""

from __future__ import annotations

from typing import Final

from gridwar.text import _

READIED: Final = _("Ready")
MOVING: Final = _("Moving")
ATTACKS: Final = _("Attacks")
SPELLS: Final = _("Spells")
MANOEUVRES: Final = _("Manoeuvres")
HELPING: Final = _("Helping and waiting")
THINGS: Final = _("Things")
OTHER: Final = _("Other")
GROUPS: Final = (READIED, MOVING, ATTACKS, SPELLS, MANOEUVRES, HELPING, THINGS, OTHER)
"""Headings of what is offered, in their order."""
