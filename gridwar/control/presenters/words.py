"""Small words that several presenters share: signs, tokens, badges."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control.panel_records import BadgeBit, TokenBit

if TYPE_CHECKING:
    from gridwar.engine.system import Card
    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Encounter


def signed(value: int) -> str:
    """Return a number with its sign; 0 has none, minus is a minus."""
    if value == 0:
        return "0"
    return f"+{value}" if value > 0 else f"\u2212{-value}"


def percent(chance: float) -> str:
    """Return a chance in whole percent, never rounding what is possible to 0 or 100."""
    if 0 < chance < 0.005:  # noqa: PLR2004
        return "< 1 %"
    if 0.995 <= chance < 1 - 1e-12:  # noqa: PLR2004
        return "> 99 %"
    return f"{chance * 100:.0f} %"


def token_bit(encounter: Encounter, one: Combatant, *, out: bool = False) -> TokenBit:
    """Return a combatant as a small token."""
    side = encounter.sides.get(one.side)
    return TokenBit(one.id, one.initials, 5 if side is None else side.index, out, one.picture)


def badge_bits(card: Card, one: Combatant) -> tuple[BadgeBit, ...]:
    """Return the marks of a combatant: those of the rules, then timed effects."""
    of_rules = [BadgeBit(icon, words) for icon, words in card.badges]
    of_effects = [BadgeBit(effect.badge, effect.name) for effect in one.effects]
    return tuple(of_rules + of_effects)
