"""What a stroke of fog changes, and the command that it comes to.

Owns what is meant while the fog is off: a first stroke by hand turns it on, so that what was
uncovered is uncovered and all else is not.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.engine.gm.commands_together import Together
from gridwar.engine.gm.fog_commands import Cover, CoverMap, PinCells, SetFog, Uncover, UncoverMap
from gridwar.model.memory import CellPin, FogMode
from gridwar.model.painted_layers import Layer
from gridwar.model.point_masks import PointMask, points_per_cell
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.control.tools.ground.fog_shapes import Points
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter


class FogHand(StrEnum):
    """What a stroke changes."""

    MEMORY = "memory"
    """What the side knows."""
    PIN = "pin"
    """Cells stay shown, or covered, whatever is seen."""
    UNPIN = "unpin"


def words_of(hand: FogHand, *, covers: bool) -> str:
    """Return what a stroke does, in a word or two."""
    words = {
        FogHand.MEMORY: (_("uncover"), _("cover")),
        FogHand.PIN: (_("pin as shown"), _("pin as covered")),
        FogHand.UNPIN: (_("unpin"), _("unpin")),
    }
    return words[hand][covers]


class FogEdit(Struct, frozen=True, eq=False):
    """A change of fog by hand.

    Attributes:
        sides: whose; empty for all that keep a memory.
        hand: what is changed.
        covers: whether it is covered.
        points: rows of the points that it takes in; None for all.
    """

    sides: tuple[str, ...]
    hand: FogHand
    covers: bool
    points: Points | None


def command_of(encounter: Encounter, edit: FogEdit) -> Command | None:
    """Return the command that an edit comes to; None where it would change nothing."""
    commands = tuple(_commands(encounter, edit))
    if len(commands) <= 1:
        return next(iter(commands), None)
    title = _("Covers by hand") if edit.covers else _("Uncovers by hand")
    return Together(title=title, commands=commands)


def _commands(encounter: Encounter, edit: FogEdit) -> Iterator[Command]:
    vision, size, sides = encounter.vision, encounter.map.size, edit.sides
    begins = vision.mode is FogMode.OFF
    if begins:
        yield SetFog(mode=FogMode.BY_HAND)
        yield UncoverMap(sides=sides) if edit.covers else CoverMap(sides=sides)
    if edit.points is None:
        yield CoverMap(sides=sides) if edit.covers else UncoverMap(sides=sides)
    elif edit.hand is not FogHand.MEMORY:
        yield from _pins(encounter, edit, edit.points)
    elif begins or _changes(encounter, edit, edit.points):
        where = PointMask.of_rows(edit.points, size)
        yield Cover(sides=sides, where=where) if edit.covers else Uncover(sides=sides, where=where)


def _changes(encounter: Encounter, edit: FogEdit, points: Points) -> bool:
    """Return whether a stroke changes what anybody remembers, so that no undo does nothing."""
    size = encounter.map.size
    for side in edit.sides or encounter.remembering_sides:
        known = encounter.vision.memory(side).points.rows(size)
        if bool((known & points if edit.covers else points & ~known).any()):
            return True
    return False


def _pins(encounter: Encounter, edit: FogEdit, points: Points) -> Iterator[Command]:
    """Yield the command that pins the cells whose middle is taken in."""
    per_cell = points_per_cell(encounter.map.size)
    half = per_cell // 2
    cells = Layer.of_rows(points[half::per_cell, half::per_cell].copy())
    pin = (
        CellPin.NONE
        if edit.hand is FogHand.UNPIN
        else CellPin.COVERED
        if edit.covers
        else CellPin.SHOWN
    )
    pinned = encounter.vision.pinned
    if pinned.changed_to(pinned.painted(cells, int(pin))):
        yield PinCells(where=cells, pin=pin)
