"""How the log calls what the GM did to people and sides."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from gridwar.engine.gm import commands
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter

Words = tuple[str, str]
MOST_NAMED = 4


def describe_people(command: Command, before: Encounter, after: Encounter) -> Words | None:
    """Return headline and result of a command about people; None for any other."""
    match command:
        case commands.AddCombatants(combatants=them):
            names = short([one.name for one in them])
            words = ngettext("{names} joins the fight", "{names} join the fight", len(them))
            return words.format(names=names), ""
        case commands.EditCombatant(who=who, values=values):
            names = known(after, [who])
            paths = (field.removeprefix("sheet.") for field, _value in values)
            fields = ", ".join(path.replace("_", " ") for path in paths)
            return _("GM edits {names}").format(names=names), fields
        case commands.SetValue(
            who=who, field="hidden" | "locked" | "aside" | "picture" as field, value=value
        ):
            return f"{known(after, who)}: {_flag(field, value)}", ""
        case commands.SetValue(who=who, field="side", value=value):
            side = after.sides.get(json.loads(value))
            name = "" if side is None else side.name
            return _("{names}: now {side}").format(names=known(after, who), side=name), ""
        case commands.MoveInOrder(who=who, values=values):
            lifted = known(after, [one for one, _field, _value in values if one != who])
            result = _("lifted: {names}").format(names=lifted) if lifted else ""
            return _("GM moves {name} in the order").format(name=known(after, [who])), result
        case commands.SetSides(sides=sides):
            return _("Sides of the fight"), ", ".join(side.name for side in sides.values())
        case _:
            return None


def _flag(field: str, value: str) -> str:
    on = value not in ("false", "null")
    words = {
        "hidden": (_("hidden"), _("shown to all")),
        "locked": (_("locked in place"), _("unlocked")),
        "aside": (_("set aside"), _("back in the fight")),
        "picture": (_("a new picture"), _("no picture any more")),
    }
    return words[field][0 if on else 1]


def known(encounter: Encounter, ids: Iterable[str]) -> str:
    """Return the names of those who are there."""
    return short([encounter.combatants[who].name for who in ids if who in encounter])


def short(names: list[str]) -> str:
    """Join names; of many, the first few and how many more."""
    if len(names) <= MOST_NAMED:
        return ", ".join(names)
    shown = ", ".join(names[: MOST_NAMED - 1])
    return _("{names} and {n} more").format(names=shown, n=len(names) - MOST_NAMED + 1)
