"""Dice that are typed in the palette, in words: how they are written, and what they may come to."""

from __future__ import annotations

from msgspec import Struct

from gridwar.control.presenters.targets import SELDOM, one_in
from gridwar.control.text_format import minus, percent
from gridwar.dice.dice_expression import read_rolls
from gridwar.dice.dice_odds import odds_of
from gridwar.errors import ScriptError
from gridwar.text import _

MOST_TYPED = 80
_ADVANTAGE = "adv"


class DiceWords(Struct, frozen=True):
    """Dice as they are shown before they are rolled."""

    text: str
    """As it is usually written."""
    odds: str


def dice_words(typed: str) -> DiceWords | None:
    """Return dice in words; None where something else is looked for.

    Args:
        typed: What was typed: dice have a number in them, unless it is an advantage alone.
    """
    text = typed.strip()
    if len(text) > MOST_TYPED or not (any(map(str.isdecimal, text)) or text == _ADVANTAGE):
        return None
    try:
        rolls = read_rolls(text)
    except ScriptError:
        return None
    if not rolls.has_dice:
        return None
    odds = odds_of(rolls)
    bounds = (
        _("{least} or more").format(least=odds.least)
        if odds.most is None
        else _("{least} to {most}").format(least=odds.least, most=odds.most)
    )
    parts = [bounds]
    if odds.average is not None:
        parts.append(_("average {n}").format(n=f"{odds.average:.4g}"))
    if odds.chance is not None:
        asked = f"{rolls.compare} {rolls.target}"
        asked = asked.replace(">=", "\u2265").replace("<=", "\u2264")
        parts.append(_("{asked}: {chance}").format(asked=asked, chance=_chance(odds.chance)))
    elif rolls.compare:
        parts.append(_("too many dice to tell the chance"))
    if rolls.times > 1:
        parts.append(_("each of {n}").format(n=rolls.times))
    return DiceWords(str(rolls), minus(" \u00b7 ".join(parts)))


def _chance(chance: float) -> str:
    """Return a chance in per cent, and in a simple fraction beside it where it is seldom."""
    return percent(chance) if chance >= SELDOM else f"{percent(chance)}, {one_in(chance)}"
