"""Which targets the side of whoever acts does not see: only the game master can aim at them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.perception.detection import seen_by
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.model.encounter import Encounter


def is_unknown(encounter: Encounter, actor: str, who: str) -> bool:
    """Return whether somebody is hidden, or with fog by sight not perceived by an actor's side."""
    if encounter[who].hidden:
        return True
    if not encounter.vision.is_by_sight or actor not in encounter:
        return False
    return who in seen_by(encounter, encounter[actor].side).unknown


def unseen_word(encounter: Encounter, actor: str, who: str) -> str:
    """Return that somebody is hidden, not seen or only sensed; empty for whoever is seen."""
    if encounter[who].hidden:
        return _("hidden")
    if not encounter.vision.is_by_sight or actor not in encounter:
        return ""
    found = seen_by(encounter, encounter[actor].side)
    if who in found.sensed:
        return _("only sensed")
    return _("not seen") if who in found.unknown else ""
