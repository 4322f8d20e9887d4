"""Headlines of the GM's commands about heights, facings, and what lies between two."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control.measuring.lengths import height
from gridwar.engine.gm.commands import Climb, Turn
from gridwar.engine.gm.rulings import GiveRuling
from gridwar.engine.kit.sight import degree_title
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter


def describe_posture(command: Command, after: Encounter) -> tuple[str, str] | None:
    """Return headline and result; None for a command about something else."""
    match command:
        case Climb(who=who, by=by):
            words = _("{names} rises") if by > 0 else _("{names} sinks")
            heights = {after.combatants[one].altitude for one in who if one in after}
            scale = after.map.scale
            to = _("to {up}").format(up=height(scale, min(heights))) if len(heights) == 1 else ""
            return words.format(names=_names(after, who)), to or height(scale, by)
        case Turn(who=who, by_deg=by_deg):
            one = after.combatants.get(who)
            facing = by_deg if one is None else one.facing_deg or 0
            return _("{name} turns").format(name=_names(after, [who])), f"{facing}\u00b0"
        case GiveRuling():
            return _ruling(command, after)
        case _:
            return None


def _ruling(command: GiveRuling, after: Encounter) -> tuple[str, str]:
    names = _names(after, [command.attacker]), _names(after, [command.target])
    text = _("GM\u2019s word: {a} to {b}").format(a=names[0], b=names[1])
    said = []
    if command.line is not None:
        said.append(_("line clear") if command.line == "clear" else _("line blocked"))
    if command.cover is not None:
        said.append(degree_title(command.cover))
    return text, ", ".join(said) or _("as the rules say")


def _names(encounter: Encounter, ids: Iterable[str]) -> str:
    return ", ".join(encounter.combatants[who].name for who in ids if who in encounter)
