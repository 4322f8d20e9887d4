"""The grid that was found on a picture, as it is shown: its lines on the map, its words beside it.

Places are in cells, as in `ground_records`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from gridwar.control.records.ground_records import Box, Point


class GridOverlay(Struct, frozen=True):
    """The lines of a grid over a picture.

    Attributes:
        box: the part of the map that it lies over.
        first: where an upright and a level line cross.
        step: the width and the height of its cells.
        turn_deg: by how much it is turned clockwise, about the middle of the box.
        sure: whether it is sure; else its lines are dashed.
    """

    box: Box
    first: Point = (0.0, 0.0)
    step: Point = (1.0, 1.0)
    turn_deg: float = 0.0
    sure: bool = True


class GridProposalView(Struct, frozen=True):
    """What is said of a grid that was found, and what can be done with it.

    Attributes:
        words: what was found, and how sure that is.
        note: what it comes to, or what to do.
        can_take: whether it can be laid as it is.
        half: why its cells cannot be halved; empty where they can.
        straighten: what makes the picture's cells square and level; empty where they are.
        is_sure: whether it is sure.
    """

    words: str
    note: str
    can_take: bool = False
    half: str = ""
    straighten: str = ""
    is_sure: bool = False
