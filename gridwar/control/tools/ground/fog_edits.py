"""What a stroke of fog changes, and the command that it comes to.

Owns what is meant while the fog is off: a first stroke by hand turns it on, so that what was
uncovered is uncovered and all else is not.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.engine.gm.commands_together import Together
from gridwar.engine.gm.fog_commands import Cover, PinCells, SetFog, Uncover
from gridwar.model.memory import FogMode, Pin
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
        side: whose.
        hand: what is changed.
        covers: whether it is covered.
        points: rows of the points that it takes in; None for all.
    """

    side: str
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
    vision, size = encounter.vision, encounter.map.size
    if vision.mode is FogMode.OFF:
        yield SetFog(mode=FogMode.BY_HAND)
        if edit.covers:
            yield Uncover(side=edit.side)
    if edit.hand is not FogHand.MEMORY:
        if edit.points is not None:
            yield from _pins(encounter, edit, edit.points)
        return
    points = None if edit.points is None else PointMask.of_rows(edit.points, size)
    wanted = PointMask.whole(size) if points is None else points
    known = vision.memory(edit.side).points
    if edit.covers:
        if vision.mode is FogMode.OFF or known.shared_with(wanted).tiles:
            yield Cover(side=edit.side, points=points)
    elif wanted.without(known).tiles:
        yield Uncover(side=edit.side, points=points)


def _pins(encounter: Encounter, edit: FogEdit, points: Points) -> Iterator[Command]:
    """Yield the command that pins the cells whose middle is taken in."""
    per_cell = points_per_cell(encounter.map.size)
    half = per_cell // 2
    cells = Layer.of_rows(points[half::per_cell, half::per_cell].copy())
    pin = Pin.NONE if edit.hand is FogHand.UNPIN else Pin.COVERED if edit.covers else Pin.SHOWN
    pinned = encounter.vision.pinned
    if pinned.changed_to(pinned.painted(cells, int(pin))):
        yield PinCells(cells=cells, pin=pin)
