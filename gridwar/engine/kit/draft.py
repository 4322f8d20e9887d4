"""What a rule system declares of a command in preparation and of ties between combatants.

The panels and the map show these as they are; they know no rule.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from gridwar.model.command import Command
    from gridwar.model.geometry import Cell


class CommandOption(Struct, frozen=True):
    """One value of a choice, and the command as it would be with it."""

    id: str
    title: str
    command: Command
    note: str = ""
    """What it is worth, in a few words."""
    why_not: str = ""


class CommandChoice(Struct, frozen=True):
    """Something to be chosen about a command before it is played: a way of firing, a sensor."""

    key: str
    title: str
    options: tuple[CommandOption, ...]
    chosen: str


class Aimed(Struct, frozen=True):
    """What a command in preparation takes in on the map beside its target.

    ``numbered`` are combatants in the order in which a die would pick them, or in which they are
    struck; ``cells`` the squares it goes through.
    """

    label: str
    numbered: tuple[str, ...] = ()
    cells: frozenset[Cell] = frozenset()
    rule_id: str = ""


class Foreseen(Struct, frozen=True):
    """Something to know of a command in preparation before it is played: what it leads to."""

    text: str
    rule_id: str = ""


class Tie(Struct, frozen=True):
    """Something that ties two combatants together, drawn as a line between them: aim, a link."""

    a: str
    b: str
    label: str = ""
    broken: bool = False
    """Drawn as a line that is cut."""
    always: bool = False
    """Shown whoever is selected; others only with one of the two selected."""
