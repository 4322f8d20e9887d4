"""How a UVTT file lies on our grid: size, cell size in pixels, and where its crop begins.

Coordinates in the file are those of the map before it was cropped. The whole cells of the crop's
origin are taken off everything; a fraction moves the picture instead, so that the drawn grid and
ours stay the same.
"""

from __future__ import annotations

import hashlib
import math
from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.errors import MapError
from gridwar.formats.json_values import pair, positive
from gridwar.formats.picture_headers_and_limits import USUAL_PIXELS_PER_CELL
from gridwar.model.battlemap import Picture
from gridwar.model.bounds import MOST, SMALLEST
from gridwar.model.geometry import MAX_SIDE_CELLS, SUBCELL, Point, Size, cell_at
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.formats.import_report import Notes
    from gridwar.formats.json_values import Json, Pair
    from gridwar.formats.picture_headers_and_limits import PictureInfo
    from gridwar.model.foreign_map_data import MapLight
    from gridwar.model.geometry import Cell

_WHOLE_CELLS = 1e-4
"""A size or origin this near to a whole number is one."""
_SPARE_PX = 2.0
"""So much the picture may differ from what the file says of it without a word."""
_SAME_SHAPE = 0.01
_PLACES_PX = 3
"""Decimals kept of an offset in pixels, so that it comes back equal from an export."""


class Page(Struct, frozen=True):
    """The map's size, and where the file's coordinates lie on it.

    ``shift`` are the whole cells taken off every coordinate, ``offset_px`` how far the picture
    begins right of and below the map's corner.
    """

    size: Size
    pixels_per_cell: float
    shift: Pair = (0.0, 0.0)
    offset_px: Pair = (0.0, 0.0)

    def point(self, place: Pair) -> Point:
        """Return a place of the file on our map."""
        x, y = self.cells(place)
        return Point(round(x * SUBCELL), round(y * SUBCELL))

    def cells(self, place: Pair) -> Pair:
        """Return a place of the file in cells of our map."""
        return place[0] - self.shift[0], place[1] - self.shift[1]

    def holds(self, point: Point) -> bool:
        """Return whether a point is on the map, its border included."""
        return 0 <= point.x <= self.size.w * SUBCELL and 0 <= point.y <= self.size.h * SUBCELL

    def holds_light(self, light: MapLight) -> bool:
        """Return whether a light is on the map, its border included."""
        return 0 <= light.x_cells <= self.size.w and 0 <= light.y_cells <= self.size.h

    def laid(self, data: bytes, info: PictureInfo) -> Picture:
        """Return how the picture of the file lies on our map."""
        return Picture(
            sha256=hashlib.sha256(data).hexdigest(),
            pixels_per_cell=self.pixels_per_cell,
            offset_x_px=self.offset_px[0],
            offset_y_px=self.offset_px[1],
            width_px=info.width_px,
            height_px=info.height_px,
        )

    def cell_between(self, a: Point, b: Point) -> Cell | None:
        """Return the cell in the middle of two points, where it is on the map."""
        middle = Point((a.x + b.x) // 2, (a.y + b.y) // 2)
        cell = cell_at(middle)
        return cell if 0 <= cell.x < self.size.w and 0 <= cell.y < self.size.h else None


def read_page(
    resolution: Mapping[str, Json], picture: PictureInfo | None, lines: Json, notes: Notes
) -> Page:
    """Work out size and place of a map, from what the file says and what its picture is.

    Args:
        resolution: What the file says; any part may be missing.
        picture: Its picture, if there is one.
        lines: Its wall lines: they tell the size where nothing else does.
        notes: Told what had to be worked out.

    Raises:
        MapError: Nothing tells the size, or it or a square is too large or too small.
    """
    origin = _origin(resolution, notes)
    stated_px = positive(resolution.get("pixels_per_grid"))
    size = _stated_size(resolution)
    pixels = _pixels(stated_px, size, picture, notes)
    if not SMALLEST <= pixels <= MOST:
        text = _("a square of {px:g} pixels; up to {most} are possible. Correct pixels_per_grid.")
        raise MapError(text.format(px=pixels, most=MOST))
    if size is None:
        size = _found_size(picture, pixels, origin, lines)
        shown = f"{size[0]:g} × {size[1]:g}"
        notes.mend("size_missing", _("Size in squares missing: worked out"), shown)
    shift = (float(math.floor(origin[0])), float(math.floor(origin[1])))
    part = (origin[0] - shift[0], origin[1] - shift[1])
    is_off_grid = max(part) > 0
    if is_off_grid:
        text = _("Crop begins inside a square, at")
        notes.mend("origin_off_grid", text, f"{part[0]:.3g}, {part[1]:.3g}")
    whole = Size(_whole(part[0] + size[0]), _whole(part[1] + size[1]))
    if not is_off_grid and any(a != b for a, b in zip(whole, size, strict=True)):
        shown = f"{size[0]:g} × {size[1]:g}"
        notes.mend("size_rounded", _("Size is not a whole number of squares: rounded up"), shown)
    if max(whole) > MAX_SIDE_CELLS:
        text = _("the map would be {w} x {h} squares; at most {most} a side. Crop it.")
        raise MapError(text.format(w=whole.w, h=whole.h, most=MAX_SIDE_CELLS))
    offset = (round(part[0] * pixels, _PLACES_PX), round(part[1] * pixels, _PLACES_PX))
    return Page(whole, pixels, shift, offset)


def _origin(resolution: Mapping[str, Json], notes: Notes) -> Pair:
    stated = resolution.get("map_origin")
    found = pair(stated)
    if found is None:
        if stated is not None:
            notes.mend("origin_broken", _("Origin cannot be read: taken as 0, 0"))
        return 0.0, 0.0
    return _near_whole(found[0]), _near_whole(found[1])


def _near_whole(value: float) -> float:
    return float(round(value)) if abs(value - round(value)) < _WHOLE_CELLS else value


def _whole(cells: float) -> int:
    return max(1, math.ceil(cells - _WHOLE_CELLS))


def _stated_size(resolution: Mapping[str, Json]) -> Pair | None:
    found = pair(resolution.get("map_size"))
    if found is None:
        return None
    size = _near_whole(found[0]), _near_whole(found[1])
    return size if min(size) > 0 else None  # one of next to nothing is rounded to nothing


def _pixels(
    stated: float | None, size: Pair | None, picture: PictureInfo | None, notes: Notes
) -> float:
    if stated is None:
        if picture is not None and size is not None:
            pixels = picture.width_px / size[0]
        else:
            pixels = USUAL_PIXELS_PER_CELL
        text = _("Pixels to a square missing: worked out")
        notes.mend("pixels_missing", text, f"{pixels:g}")
        return pixels
    if picture is None or size is None:
        return stated
    return _fitted(stated, size, picture, notes)


def _fitted(stated: float, size: Pair, picture: PictureInfo, notes: Notes) -> float:
    """Return the pixels to a square at which the picture fits the size in squares."""
    wide, high = picture.width_px - size[0] * stated, picture.height_px - size[1] * stated
    if max(abs(wide), abs(high)) <= _SPARE_PX:
        return stated
    across, down = picture.width_px / size[0], picture.height_px / size[1]
    shown = f"{picture.width_px} × {picture.height_px}"
    if abs(across / down - 1) <= _SAME_SHAPE:
        text = _("Picture of another size than the file says: scaled to the squares")
        notes.mend("picture_scaled", text, shown)
        return across
    text = _("Picture of another shape than the file says: laid at the upper left")
    notes.mend("picture_shape", text, shown)
    return stated


def _found_size(picture: PictureInfo | None, pixels: float, origin: Pair, lines: Json) -> Pair:
    if picture is not None:
        return picture.width_px / pixels, picture.height_px / pixels
    far = _reach(lines)
    if far is None:
        raise MapError(_("there is no picture, no size and no wall in it. Export it again."))
    return max(1.0, far[0] - origin[0]), max(1.0, far[1] - origin[1])


def _reach(lines: Json) -> Pair | None:
    """Return how far right and down the walls go, in cells of the file."""
    if not isinstance(lines, list):
        return None
    points = [
        place for line in lines if isinstance(line, list) for place in map(pair, line) if place
    ]
    if not points:
        return None
    return max(x for x, _y in points), max(y for _x, y in points)
