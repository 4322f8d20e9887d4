"""What the map shows of people beside their tokens: who is held to join, and the way they came."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from gridwar.control.records import scene_records as sr
from gridwar.control.text_format import fraction, token_bit

if TYPE_CHECKING:
    from gridwar.control.view_state import Placing
    from gridwar.engine.kit.system import System
    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Encounter


def placed_tokens(
    system: System, encounter: Encounter, placing: Placing | None
) -> tuple[sr.TokenView, ...]:
    """Return the tokens of those who are held over the map, where each would stand."""
    if placing is None:
        return ()
    return tuple(_newcomer(system, encounter, one) for one in placing.people)


def _newcomer(system: System, encounter: Encounter, one: Combatant) -> sr.TokenView:
    card = system.cards.card(encounter.with_combatant(one), one.id)
    pool = card.pools[0] if card.pools else None
    bit = token_bit(encounter, one)
    assert one.pos is not None
    return sr.TokenView(
        id=one.id,
        cell=(one.pos.x, one.pos.y),
        initials=bit.initials,
        size=(one.size.w, one.size.h),
        name=one.name,
        side=bit.side,
        picture=one.picture,
        bar=None if pool is None or pool.full <= 0 else fraction(pool),
        lifted=True,
        box=card.box,
        facing_deg=one.facing_deg if card.box else None,
    )


def trail(one: Combatant) -> tuple[sr.OverlayView, ...]:
    """Return the way somebody has gone in its latest turn, thin and quiet."""
    points = [(cell.x + one.size.w / 2, cell.y + one.size.h / 2) for cell in one.trail]
    return tuple(sr.LineOverlay(a, b, sr.LineRole.LINK) for a, b in pairwise(points))
