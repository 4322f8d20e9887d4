"""Dice that are written as one text in a form, kept in fields of their own: ``4D6+1``."""

from __future__ import annotations

import copy
import re
from typing import TYPE_CHECKING, Final

from gridwar.control.forms.paths_and_defaults import MISSING, holder_at, value_at
from gridwar.control.forms.value_texts import number_text
from gridwar.model.form_layout import DICE
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from gridwar.control.forms.value_texts import Problem
    from gridwar.model.form_layout import DiceFields

WRITTEN: Final = re.compile(r"(\d{1,4})\s*[dDwW]\s*(\d{1,4})?\s*(?:([+\-\u2212])\s*(\d{1,6}))?")
"""Dice as people write them: how many, their faces, what is added."""


def dice_text(row: object, dice: DiceFields) -> str:
    """Return the dice of a row as they are written; fields that are no numbers as they stand."""
    count, flat = value_at(row, dice.count), value_at(row, dice.flat)
    sides = dice.sides if isinstance(dice.sides, int) else value_at(row, dice.sides)
    if MISSING in (count, flat, sides):
        return ""
    if count == 0 and flat == 0:
        return ""  # it does nothing by itself: what it does stands elsewhere
    text = f"{number_text(count)}{dice.letter}{number_text(sides)}"
    if isinstance(flat, int | float):
        return f"{text}{flat:+d}".replace("-", "\u2212") if flat else text
    return f"{text}+{flat}"


def read_dice(text: str, dice: DiceFields) -> dict[str, int] | None:
    """Return what a text puts into the fields of dice; None where it is no such dice."""
    if not text.strip():
        return {dice.count: 0, dice.flat: 0}
    found = WRITTEN.fullmatch(text.strip())
    if found is None:
        return None
    count, faces, sign, added = found.groups()
    fixed = isinstance(dice.sides, int)
    if fixed and faces is not None and int(faces) != dice.sides:
        return None
    flat = int(added or 0) * (1 if sign == "+" or sign is None else -1)
    read = {dice.count: int(count), dice.flat: flat}
    if isinstance(dice.sides, str):
        read[dice.sides] = int(faces or 6)
    return read


def put_dice(row: object, values: Mapping[str, int]) -> None:
    """Put read dice into a row."""
    for path, value in values.items():
        holder, name = holder_at(row, path)
        holder[name] = value


def type_dice(data: object, key: str, text: str, dice: DiceFields) -> None:
    """Put what was typed into a column of dice into their fields, if it is dice.

    Args:
        data: The plain data of a form.
        key: Of the column.
        text: As typed.
        dice: What the column stands for.
    """
    values = read_dice(text, dice)
    if values is not None:
        holder, at = holder_at(data, key.removesuffix(f".{DICE}"))
        put_dice(holder[at], values)


def no_dice(text: str, dice: DiceFields) -> Problem:
    """Return why a text is no dice of these rules, and the nearest that would be."""
    sides = dice.sides if isinstance(dice.sides, int) else 6
    digits = re.search(r"\d+", text)
    count = min(int(digits.group()), 50) if digits is not None else 1
    better = f"{max(count, 1)}{dice.letter}{sides}"
    return _("Write dice, such as {dice}.").format(dice=f"2{dice.letter}{sides}+1"), better


def at_dice(
    problems: Mapping[str, Problem],
    typed: Mapping[str, object],
    dice_at: Callable[[str], DiceFields | None],
    data: object,
) -> dict[str, Problem]:
    """Return problems with those of dice at the column in which they are written.

    Args:
        problems: By key.
        typed: What was typed, by key.
        dice_at: Returns the dice of a column.
        data: The plain data of the form.
    """
    found: dict[str, Problem] = {}
    for key, text in typed.items():
        dice = dice_at(key)
        if dice is not None and read_dice(str(text), dice) is None:
            found[key] = no_dice(str(text), dice)
    for key, problem in problems.items():
        found.setdefault(*dice_problem(key, problem, dice_at, data))
    return found


def dice_problem(
    key: str, problem: Problem, dice_at: Callable[[str], DiceFields | None], data: object
) -> tuple[str, Problem]:
    """Return where a problem is told, and the problem: one of dice in their column.

    Args:
        key: Of the field.
        problem: What is wrong with it.
        dice_at: Returns the dice of a column.
        data: The plain data of the form.
    """
    steps = key.split(".")
    for at in range(len(steps) - 1, 1, -1):
        row, path = ".".join(steps[:at]), ".".join(steps[at:])
        dice = dice_at(f"{row}.{DICE}") if steps[at - 1].isdecimal() else None
        if dice is None or path not in dice.fields:
            continue
        words, better = problem
        there = copy.deepcopy(value_at(data, row))
        if better and isinstance(there, dict):
            put_dice(there, {path: int(better)})
            better = dice_text(there, dice)
        return f"{row}.{DICE}", (words, better)
    return key, problem
