"""Where the players' window looks, and how large: the choices, and what of the map they come to.

Plain reckoning in cells and pixels; the window goes there.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final

from msgspec import Struct

if TYPE_CHECKING:
    from gridwar.control.records.ground_records import Box
    from gridwar.control.records.players_records import PlayersRecord

_PARTY_ROOM_CELLS: Final = 4
_TURN_ROOM_CELLS: Final = 5
_MET_ROOM_CELLS: Final = 1
_LEAST_MET_PX: Final = 40.0
"""Whoever else is met is in view too, where a cell stays as large as this."""
_MOST_CELL_PX: Final = 96.0
_LEAST_CELL_PX: Final = 18.0
"""As on the game master's map: smaller cells only show the whole map, or what is fixed."""
_MAP_SHARE: Final = 0.96
_STAYS_FROM: Final = 0.62
"""A view that still holds all that is wanted stays, unless it is so much too wide."""


class CameraMode(StrEnum):
    """What the players' window goes by."""

    PARTY = "party"
    TURN = "turn"
    FOLLOW = "follow"
    MAP = "map"
    FIXED = "fixed"


class Camera(Struct, frozen=True):
    """The choices.

    Attributes:
        mode: what it goes by.
        box: what it shows where it is fixed, in cells.
        cell_mm: how long a cell is on the screen; 0 where the mode decides.
        width_mm: how wide the screen was measured to be; 0 where nobody did.
        margin_px: what stays empty at every edge: televisions cut some off.
        turns: quarter turns to the right.
    """

    mode: CameraMode = CameraMode.PARTY
    box: Box | None = None
    cell_mm: float = 0.0
    width_mm: float = 0.0
    margin_px: int = 0
    turns: int = 0


class Looks(Struct, frozen=True):
    """Where a view is: the middle, in cells, and how large a cell is."""

    middle: tuple[float, float]
    cell_px: float

    def box(self, port_px: tuple[int, int]) -> Box:
        """Return what a view of some size shows, in cells."""
        width, height = port_px[0] / self.cell_px, port_px[1] / self.cell_px
        return (self.middle[0] - width / 2, self.middle[1] - height / 2, width, height)


class Port(Struct, frozen=True):
    """What the players' map is seen through.

    Attributes:
        size_px: its width and height.
        gm_box: what the game master's own view shows, in cells.
        screen_px: how many pixels wide the screen is that was measured.
    """

    size_px: tuple[int, int]
    gm_box: Box | None = None
    screen_px: int = 0


def looks(camera: Camera, record: PlayersRecord, port: Port, now: Looks | None = None) -> Looks:
    """Return where the players' window looks.

    It never goes to anybody unmet: the record does not know them, and a view of the game master
    that holds none of those whom players see is followed only where they see nobody.

    Args:
        camera: The choices.
        record: What players are shown.
        port: What it is seen through.
        now: Where it looks now: it stays there while that will do.
    """
    port_px = port.size_px
    whole = record.scene.ground.page
    box, is_loose = _wanted(camera, record, whole, port)
    if box is None:
        if now is not None:
            return now
        box = whole
    cell_px = min(port_px[0] / max(box[2], 1.0), port_px[1] / max(box[3], 1.0))
    if camera.mode is CameraMode.MAP or box == whole:
        cell_px *= _MAP_SHARE
    if camera.mode is not CameraMode.FIXED:
        cell_px = min(cell_px, _MOST_CELL_PX)
    if camera.cell_mm and camera.width_mm and port.screen_px:
        cell_px = camera.cell_mm * port.screen_px / camera.width_mm
    if box != whole and camera.mode is not CameraMode.FIXED:
        cell_px = max(_LEAST_CELL_PX, cell_px)
    middle = (box[0] + box[2] / 2, box[1] + box[3] / 2)
    if camera.mode in (CameraMode.PARTY, CameraMode.TURN, CameraMode.MAP):
        seen = (port_px[0] / cell_px, port_px[1] / cell_px)
        middle = (
            whole[0] + _kept(middle[0] - whole[0], seen[0], whole[2]),
            whole[1] + _kept(middle[1] - whole[1], seen[1], whole[3]),
        )
    found = Looks(middle, cell_px)
    if is_loose and now is not None and _still_does(now, found, box, port_px):
        return now
    return found


def _kept(middle: float, seen: float, whole: float) -> float:
    """Return a middle, along one edge, moved so that nothing beside the map is shown in vain."""
    if seen >= whole:
        return whole / 2
    return min(max(middle, seen / 2), whole - seen / 2)


def _wanted(
    camera: Camera, record: PlayersRecord, whole: Box, port: Port
) -> tuple[Box | None, bool]:
    """Return what is to be in view, None for where it looks now; and whether more may be."""
    match camera.mode:
        case CameraMode.FIXED:
            return camera.box, False
        case CameraMode.FOLLOW:
            tokens = [(*one.cell, *one.size) for one in record.scene.tokens]
            gm_box = port.gm_box
            holds_some = gm_box is not None and any(_touches(gm_box, one) for one in tokens)
            return (gm_box if holds_some or not tokens else None), False
        case CameraMode.TURN:
            if record.acting is None:
                return None, True
            return _within(_grown(record.acting, _TURN_ROOM_CELLS), whole), True
        case CameraMode.PARTY:
            if not record.party:
                return whole, True
            return _with_those_met(record, whole, port), True
        case CameraMode.MAP:
            return whole, False


def _with_those_met(record: PlayersRecord, whole: Box, port: Port) -> Box:
    """Return what holds the party, and of the others whom it sees as many as there is room for."""
    box = _within(_grown(_round(record.party), _PARTY_ROOM_CELLS), whole)
    x, y = box[0] + box[2] / 2, box[1] + box[3] / 2
    tokens = ((*one.cell, *one.size) for one in record.scene.tokens)
    for one in sorted(tokens, key=lambda at: (at[0] - x) ** 2 + (at[1] - y) ** 2):
        wider = _within(_round((box, _grown(one, _MET_ROOM_CELLS))), whole)
        if min(port.size_px[0] / wider[2], port.size_px[1] / wider[3]) >= _LEAST_MET_PX:
            box = wider
    return box


def _still_does(now: Looks, wanted: Looks, box: Box, port_px: tuple[int, int]) -> bool:
    here = now.box(port_px)
    inner = _grown(box, -1)
    is_in = (
        here[0] <= inner[0]
        and here[1] <= inner[1]
        and here[0] + here[2] >= inner[0] + inner[2]
        and here[1] + here[3] >= inner[1] + inner[3]
    )
    return is_in and _STAYS_FROM * wanted.cell_px <= now.cell_px <= wanted.cell_px * 1.05


def _round(boxes: tuple[Box, ...]) -> Box:
    left, top = min(one[0] for one in boxes), min(one[1] for one in boxes)
    right = max(one[0] + one[2] for one in boxes)
    bottom = max(one[1] + one[3] for one in boxes)
    return (left, top, right - left, bottom - top)


def _grown(box: Box, by: float) -> Box:
    return (box[0] - by, box[1] - by, box[2] + 2 * by, box[3] + 2 * by)


def _within(box: Box, whole: Box) -> Box:
    left, top = max(box[0], whole[0]), max(box[1], whole[1])
    right = min(box[0] + box[2], whole[0] + whole[2])
    bottom = min(box[1] + box[3], whole[1] + whole[3])
    return (left, top, max(1.0, right - left), max(1.0, bottom - top))


def _touches(box: Box, other: Box) -> bool:
    return (
        box[0] < other[0] + other[2]
        and other[0] < box[0] + box[2]
        and box[1] < other[1] + other[3]
        and other[1] < box[1] + box[3]
    )
