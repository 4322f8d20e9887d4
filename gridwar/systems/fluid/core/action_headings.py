"""The headings that what is offered stands under, in their order."""

from __future__ import annotations

from typing import Final

from gridwar.engine.kit import EVENTS
from gridwar.text import _

ACT: Final = _("Act")
OTHERWISE: Final = _("Act otherwise")
"""The same actions with what is rarely wanted: shortened, final attacks, another weapon."""
HARM: Final = _("Harm")
TURN: Final = _("Turn")
STEPS: Final = _("Steps")
HEADINGS: Final = (ACT, HARM, EVENTS, TURN, STEPS, OTHERWISE)
