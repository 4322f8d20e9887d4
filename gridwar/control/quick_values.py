"""Quick numbers: what a GM types with tokens selected: ``-7 +4 =12 /2`` or a condition.

Reads the text; knows nothing of the window.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from gridwar.engine.gm.commands import AddEffect, ChangePool, EndEffect
from gridwar.model.combatant import TimedEffect
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter

SIGNS = "-+=/\u2212"
"""A quick number begins with one of these; the window lets them be typed anywhere."""
_NUMBER = re.compile(rf"([{SIGNS}])\s*(\d{{1,6}})")


def read_quick(text: str, encounter: Encounter, who: tuple[str, ...]) -> Command | str:
    """Return the command that a quick text means, or words on why it means none.

    Args:
        text: What was typed.
        encounter: The present state; a condition that all of them have ends instead of beginning.
        who: The combatants selected.
    """
    text = text.strip()
    if not who:
        return _("Select a combatant first.")
    number = _NUMBER.fullmatch(text)
    if number is not None:
        return _of_number(number[1], int(number[2]), who)
    if not text or text[0] in SIGNS or text[0].isdigit():
        return _("Write −7, +4, =12, /2, or the name of a condition.")
    return _of_condition(text, encounter, who)


def _of_number(sign: str, points: int, who: tuple[str, ...]) -> Command | str:
    match sign:
        case "+":
            return ChangePool(who=who, add=points)
        case "=":
            return ChangePool(who=who, to=points)
        case "/":
            if points == 0:
                return _("Cannot divide by 0.")
            return ChangePool(who=who, divide_by=points)
        case _:
            return ChangePool(who=who, add=-points)


def _of_condition(name: str, encounter: Encounter, who: tuple[str, ...]) -> Command:
    key = name.casefold()
    has = [{effect.id for effect in encounter[one].effects} for one in who]
    if all(key in effects for effects in has):
        return EndEffect(who=who, effect=key)
    return AddEffect(who=who, effect=TimedEffect(id=key, name=name))
