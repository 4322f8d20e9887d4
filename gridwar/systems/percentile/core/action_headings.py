"""The headings under which actions stand."""

from __future__ import annotations

from typing import Final

from gridwar.engine.kit import _

HALF: Final = _("Half Actions")
FULL: Final = _("Full Actions")
MOVES: Final = _("Moves")
FREE: Final = _("Free Actions")
EXTENDED: Final = _("Extended Actions")
GRAPPLE: Final = _("Grapple")
STARSHIP: Final = _("Starship")
GM: Final = _("Game master")
GROUPS: Final = (HALF, FULL, MOVES, GRAPPLE, STARSHIP, EXTENDED, FREE, GM)
