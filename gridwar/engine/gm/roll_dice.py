"""Dice that the GM rolls for whatever the rules do not cover: one entry in the log, undoable."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.dice.dice_expression import MOST_AGAIN, read_rolls
from gridwar.dice.dice_notation import Dice
from gridwar.engine.kit.procedure_requests import Procedure, Roll, explain, require_none, roll_all
from gridwar.errors import ScriptError
from gridwar.model.command import GmCommand
from gridwar.model.question_and_refusal import Refusal
from gridwar.model.trace import Step, Trace
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from gridwar.dice.dice_expression import Rolls, Term
    from gridwar.engine.kit.procedure_table import Table


class RollDice(GmCommand):
    """Roll dice as they are typed: ``2d6+3``, ``4d6kh3``, ``3x 1d20+4``."""

    text: str


def roll_dice(table: Table, command: RollDice) -> Procedure[None]:
    """Roll all of it, and write each die and the totals into the log."""
    yield from require_none(_refusal(command.text))
    rolls = read_rolls(command.text)
    places = [
        (at, term) for at in range(rolls.times) for term in rolls.terms if term.dice is not None
    ]
    wanted = tuple(
        Roll(term.dice, tuple, f"dice {number}", None, str(rolls))
        for number, (_at, term) in enumerate(places)
        if term.dice is not None
    )
    faces = yield from roll_all(wanted)
    totals = [sum(one.sign * one.number for one in rolls.terms)] * rolls.times
    steps: list[Step] = []
    for number, (at, term) in enumerate(places):
        dice: list[tuple[int, ...]] = [(face,) for face in faces[number]]
        if term.explodes:
            dice = yield from _exploded(dice, term, f"dice {number}", str(rolls))
        step, value = _step(term, dice)
        totals[at] += value
        label = f"{at + 1}:  {step.label}" if rolls.times > 1 else step.label
        steps.append(step.replace(label=label))
    yield from explain(table, lambda: _trace(rolls, tuple(totals), tuple(steps)))


def _refusal(text: str) -> Refusal | None:
    try:
        found = read_rolls(text)
    except ScriptError as error:
        return Refusal(code="no_dice", text=str(error), waivable=False)
    if not found.has_dice:
        return Refusal(code="no_dice", text=_("Nothing is rolled there."), waivable=False)
    return None


def _exploded(
    dice: list[tuple[int, ...]], term: Term, key: str, label: str
) -> Procedure[list[tuple[int, ...]]]:
    """Roll dice that show their highest face once more, and those again."""
    assert term.dice is not None
    found, sides = list(dice), term.dice.sides
    for again in range(MOST_AGAIN):
        highest = [at for at, one in enumerate(found) if one[-1] == sides and len(one) == again + 1]
        if not highest:
            break
        more = Dice(len(highest), sides)
        (faces,) = yield from roll_all((Roll(more, tuple, f"{key} again {again}", None, label),))
        for at, face in zip(highest, faces, strict=True):
            found[at] = (*found[at], face)
    return found


def _step(term: Term, dice: list[tuple[int, ...]]) -> tuple[Step, int]:
    """Return the line of some dice, and what they add to the total."""
    values = [sum(one) for one in dice]
    dropped = term.dropped(values)
    faces = tuple(face for one in dice for face in one)
    owners = [at for at, one in enumerate(dice) for _face in one]
    struck = tuple(place for place, at in enumerate(owners) if at in dropped)
    assert term.dice is not None
    highest = term.dice.sides if term.explodes else None
    ringed = tuple(place for place, face in enumerate(faces) if face == highest)
    value = term.sign * sum(one for at, one in enumerate(values) if at not in dropped)
    sign = "\u2212" if term.sign < 0 else ""
    step = Step(label=f"{sign}{term}", after=value, faces=faces, struck=struck, ringed=ringed)
    return step, value


def _trace(rolls: Rolls, totals: tuple[int, ...], steps: tuple[Step, ...]) -> Trace:
    result = ", ".join(map(str, totals))
    reached = sum(map(rolls.reaches, totals))
    if rolls.compare and rolls.times == 1:
        result += ": " + (_("reached") if reached else _("missed"))
    elif rolls.compare:
        words = ngettext("{n} of {all} reached", "{n} of {all} reached", reached)
        result += ": " + words.format(n=reached, all=rolls.times)
    return Trace(title=_("Dice: {dice}").format(dice=rolls), steps=steps, result=result)
