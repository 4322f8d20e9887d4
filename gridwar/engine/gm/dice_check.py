"""Dice that the GM has somebody roll: above the rules, with a number to meet or without one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final, Literal

from gridwar.dice.dice_notation import Dice, parse
from gridwar.engine.kit.asked_checks import Passed
from gridwar.engine.kit.procedure_requests import roll
from gridwar.engine.kit.say_and_refuse import say
from gridwar.engine.kit.settable_fields import ChoiceField, NumberField
from gridwar.model.bounds import Number
from gridwar.model.command import Act
from gridwar.model.trace import Step
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.engine.kit.procedure_requests import Procedure
    from gridwar.engine.kit.procedure_table import Table

Notation = Literal["1d4", "1d6", "2d6", "3d6", "1d8", "1d10", "1d12", "1d20", "1d100"]
DICE: Final[Mapping[Notation, str]] = {
    one: one.upper() for one in ("1d20", "2d6", "1d100", "1d6", "3d6", "1d4", "1d8", "1d10", "1d12")
}
Wanted = Literal["sum", "at_least", "at_most"]
_WANTED: Final[Mapping[Wanted, str]] = {
    "at_least": _("at least"),
    "at_most": _("at most"),
    "sum": _("the sum alone"),
}
_MOST: Final = 999


class DiceCheck(Act):
    """Roll some dice at the GM's word."""

    dice: Annotated[Notation, ChoiceField(_("Dice"), DICE)] = "1d20"
    wanted: Annotated[Wanted, ChoiceField(_("Wanted"), _WANTED)] = "at_least"
    number: Annotated[
        Number,
        NumberField(
            _("Number"), -_MOST, _MOST, when=lambda _encounter, command: command.wanted != "sum"
        ),
    ] = 10
    plus: Annotated[Number, NumberField(_("Added to each"), -_MOST, _MOST)] = 0


def dice_check(table: Table, command: DiceCheck) -> Procedure[Passed]:
    """Roll them and say what they came to; whether it is what was wanted, if anything was."""
    dice, who = parse(command.dice), command.actor
    needed = _needed(command)
    rolled: int = yield from roll(
        command.dice, sum, key="dice", owner=who, label=_("Dice"), needed=needed
    )
    total = rolled + command.plus
    met = {"at_least": total >= command.number, "at_most": total <= command.number}
    success = met.get(command.wanted)
    words = {None: str(total), True: _("success"), False: _("failure")}[success]
    faces = table.faces("dice")
    yield from say(
        table,
        _("{who}: {dice}"),
        who=who,
        dice=_named(dice, command.plus),
        total=total,
        steps=(Step(label=_("Dice"), faces=faces),),
        result=words,
        tone="good" if success else "plain",
    )
    return Passed(success)


def _needed(command: DiceCheck) -> str:
    """Return what the dice have to show, without what is added to them."""
    number = command.number - command.plus
    words = {"at_least": _("{n} or more"), "at_most": _("{n} or less")}.get(command.wanted, "")
    return words.format(n=number)


def _named(dice: Dice, plus: int) -> str:
    text = str(dice).upper()
    return f"{text} {plus:+d}".replace("-", "\u2212") if plus else text
