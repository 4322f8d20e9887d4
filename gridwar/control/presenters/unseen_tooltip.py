"""Why players do not see somebody, in words: asked for where the pointer rests, never before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control.presenters.fog_on_map import party_of
from gridwar.engine.perception.why_unseen import why_not_seen
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.model.encounter import Encounter


def unseen_tooltip(encounter: Encounter, who: str) -> str:
    """Return why no side of the party sees somebody; empty where one does, or nobody is there."""
    if who not in encounter:
        return ""
    reasons = [why_not_seen(encounter, side, who) for side in party_of(encounter)]
    if not reasons or not all(reasons):
        return ""
    text = _("players do not see this ({why})")
    return text.format(why="; ".join(dict.fromkeys(reasons)))
