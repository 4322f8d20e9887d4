"""Quick values: what a GM types with tokens selected, a number of points or a condition.

Such as ``-7 +4 =12 /2``, or a condition in any of its words, in British or American spelling, in
singular or plural.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from gridwar.engine.gm.effect_and_pool_commands import AddEffect, ChangePool, EndEffect
from gridwar.model.combatant import TimedEffect, is_instance
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.control.state.controller_protocol import ControllerProtocol
    from gridwar.engine.kit.card_order_and_flow import KnownCondition
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter


# --- quick numbers -------------------------------------------------------------------------------


SIGNS = "-+=/\u2212"
"""A quick number begins with one of these; the window lets them be typed anywhere."""
_NUMBER = re.compile(rf"([{SIGNS}])\s*(\d{{1,6}})")


def enter_quick(controller: ControllerProtocol, text: str) -> None:
    """Apply what was typed as a quick value to those selected; else say why it means nothing."""
    known = controller.system.data.conditions()
    meant = read_quick(text, controller.encounter, controller.view.selected, known)
    controller.show(quick_error=meant if isinstance(meant, str) else "")
    if not isinstance(meant, str):
        controller.submit(meant)


def read_quick(
    text: str,
    encounter: Encounter,
    who: tuple[str, ...],
    known: tuple[KnownCondition, ...] = (),
) -> Command | str:
    """Return the command that a quick text means, or words on why it means none.

    Args:
        text: What was typed.
        encounter: The present state; a condition that all of them have ends instead of beginning.
        who: The combatants selected.
        known: The conditions that the rules know.
    """
    text = text.strip()
    if not who:
        return _("Select a combatant first.")
    number = _NUMBER.fullmatch(text)
    if number is not None:
        return _of_number(number[1], int(number[2]), who)
    if not text or text[0] in SIGNS or text[0].isdigit():
        return _("Write −7, +4, =12, /2, or the name of a condition.")
    return _of_condition(meant_by(text, known), encounter, who)


def meant_by(text: str, known: tuple[KnownCondition, ...]) -> TimedEffect:
    """Return the condition that some words mean: one that the rules know, else a new one.

    Args:
        text: What was typed.
        known: The conditions that the rules know.
    """
    wanted = _plain(text)
    for one in known:
        short = re.split("[:,(]", one.title, maxsplit=1)[0]  # without what it tells besides
        if wanted in map(_plain, (one.id, one.title, short, *one.words)):
            return TimedEffect(id=one.id, name=one.title, badge=one.badge)
    return TimedEffect(id=text.casefold(), name=text)


def _plain(text: str) -> str:
    """Return words as they are compared: one spelling, no plurals, no case, single blanks."""
    words = re.split(r"[\s_\-]+", text.strip().casefold())
    spelled = (word.replace("z", "s").replace("our", "or") for word in words)
    return " ".join(word.rstrip("s") for word in spelled)


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


def _of_condition(effect: TimedEffect, encounter: Encounter, who: tuple[str, ...]) -> Command:
    everybody = (encounter[one].effects for one in who)
    if all(any(is_instance(each.id, effect.id) for each in has) for has in everybody):
        return EndEffect(who=who, effect=effect.id)
    return AddEffect(who=who, effect=effect)
