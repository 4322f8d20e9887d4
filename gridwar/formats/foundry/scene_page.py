"""How a scene lies on our grid: version, size, cell, padding, where its picture begins.

Everything in a scene counts in pixels of its canvas, whose grid begins at 0, 0. The picture begins
behind the padding, which is whole cells, less its offset; so the canvas' grid is ours, and the
picture moves where it begins within a cell. A scene without squares is laid by its picture's
corner.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from gridwar.errors import MapError
from gridwar.formats.json_values import number, positive
from gridwar.model.bounds import MOST, MOST_LARGE, SMALLEST
from gridwar.model.geometry import MAX_SIDE_CELLS, SUBCELL, Cell, Point, Size
from gridwar.model.scale import METRES_PER_FOOT, Scale
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.formats.import_report import Notes
    from gridwar.formats.json_values import Json

_USUAL_PX = 100.0
_USUAL_PADDING, _MOST_PADDING = 0.25, 0.5
_FARTHEST_PX = 1e7
_SLIVER = 0.1
"""A row or column of which the picture reaches so little into is none."""
_NONE, _SQUARE = 0, 1
_UNITS: Mapping[str, tuple[str, float]] = {
    **dict.fromkeys(("m", "meter", "meters", "metre", "metres", "mètres", "metro"), ("m", 1.0)),
    **dict.fromkeys(("ft", "foot", "feet", "'", "pieds", "fuß"), ("ft", 1.0)),
    **dict.fromkeys(("km", "kilometers", "kilometres"), ("m", 1000.0)),
    **dict.fromkeys(("mi", "mile", "miles"), ("ft", 5280.0)),
    **dict.fromkeys(("yd", "yard", "yards"), ("ft", 3.0)),
    **dict.fromkeys(("cm",), ("m", 0.01)),
}
_FIRST_WITH_BACKGROUND, _LEVELS_VERSION = "10", "14"

Box = tuple[float, float, float, float]
"""Left, top, width, height, in pixels of the canvas."""


class SceneGrid(Struct, frozen=True):
    """What a scene says of its grid.

    ``sheet`` is where its picture lies on the canvas; ``distance`` is the length of a cell, in
    ``units`` as they are written there.
    """

    version: str
    cell_px: float
    sheet: Box
    distance: float = 5.0
    units: str = ""
    has_squares: bool = True
    is_hex: bool = False

    @property
    def unit(self) -> tuple[str, float] | None:
        """Return our unit and how many of them theirs has; None where it is no length."""
        return _UNITS.get(self.units.strip().strip(".").lower())

    def scale(self, cell_px: float) -> Scale | None:
        """Return the scale at cells of so many pixels; None where the scene tells no length."""
        if self.unit is None:
            return None
        unit, size = self.unit
        length = float(f"{self.distance * size * cell_px / self.cell_px:.6g}")
        if not SMALLEST <= length <= MOST_LARGE:
            return None
        return Scale(cell_size=length, unit="ft" if unit == "ft" else "m")

    @property
    def unit_m(self) -> float | None:
        """Return how many metres its unit has; None where it is no length."""
        if self.unit is None:
            return None
        return self.unit[1] * (METRES_PER_FOOT if self.unit[0] == "ft" else 1.0)

    def px_of(self, distance: float) -> float:
        """Return a distance in the scene's units in pixels of the canvas."""
        return distance / self.distance * self.cell_px

    def page(self, cell_px: float) -> ScenePage:
        """Return how the scene lies on a grid of so many pixels.

        Raises:
            MapError: It would be too large.
        """
        left, top, width, height = self.sheet
        if self.has_squares:
            at = tuple(math.floor(side / cell_px + _SLIVER) * cell_px for side in (left, top))
        else:
            at = (left, top)
        corner = (at[0], at[1])
        w = _whole((left + width - corner[0]) / cell_px)
        h = _whole((top + height - corner[1]) / cell_px)
        if max(w, h) > MAX_SIDE_CELLS:
            text = _("the map would be {w} x {h} squares; at most {most} a side.")
            shown = text.format(w=f"{w:,}", h=f"{h:,}", most=MAX_SIDE_CELLS)
            raise MapError(f"{shown} " + _("Give the scene a larger grid and export it again."))
        return ScenePage(cell_px, corner, Size(w, h))


class ScenePage(Struct, frozen=True):
    """A scene on our grid: pixels of its canvas to a cell, our corner on the canvas, our size."""

    cell_px: float
    corner: tuple[float, float]
    size: Size

    def shifted(self, shift: tuple[int, int]) -> ScenePage:
        """Return the page that begins so many cells before."""
        x, y = (at - cells * self.cell_px for at, cells in zip(self.corner, shift, strict=True))
        return replace(self, corner=(x, y))

    def point(self, x: float, y: float) -> Point:
        """Return a place of the canvas on our map."""
        return Point(
            round((x - self.corner[0]) / self.cell_px * SUBCELL),
            round((y - self.corner[1]) / self.cell_px * SUBCELL),
        )

    def cell(self, x: float, y: float) -> Cell | None:
        """Return the cell of a place of the canvas; None where it is none of the map."""
        column = math.floor((x - self.corner[0]) / self.cell_px)
        row = math.floor((y - self.corner[1]) / self.cell_px)
        on_map = 0 <= column < self.size.w and 0 <= row < self.size.h
        return Cell(column, row) if on_map else None


def read_grid(data: Mapping[str, Json], background: Mapping[str, Json], notes: Notes) -> SceneGrid:
    """Work out how a scene lies, from what it says.

    Args:
        data: The scene.
        background: What it says of its picture.
        notes: Told what had to be worked out.

    Raises:
        MapError: Nothing tells its size.
    """
    said = data.get("grid")
    is_new = isinstance(said, Mapping)
    grid: Mapping[str, Json] = said if isinstance(said, Mapping) else {}
    kind = number(grid.get("type") if is_new else data.get("gridType"))
    cell_px = _length(grid.get("size") if is_new else said)
    if cell_px is None or not 1 <= cell_px <= MOST:
        cell_px = _USUAL_PX
        notes.mend("cell_missing", _("Pixels to a square missing: taken as"), f"{cell_px:g}")
    distance = _length(grid.get("distance") if is_new else data.get("gridDistance"))
    units = grid.get("units") if is_new else data.get("gridUnits")
    return SceneGrid(
        version=version_of(data),
        cell_px=cell_px,
        sheet=_sheet(data, background, cell_px),
        distance=5.0 if distance is None else distance,
        units=units[:40] if isinstance(units, str) else "",
        has_squares=kind in {None, _SQUARE},
        is_hex=kind not in {None, _NONE, _SQUARE},
    )


def version_of(data: Mapping[str, Json]) -> str:
    """Return the version of Foundry that wrote a scene, as near as it tells."""
    stats, flags = data.get("_stats"), data.get("flags")
    source = flags.get("exportSource") if isinstance(flags, Mapping) else None
    for place in (stats, source):
        told = place.get("coreVersion") if isinstance(place, Mapping) else None
        if isinstance(told, str | int | float) and str(told).strip():
            return str(told).strip()[:20]
    if isinstance(data.get("levels"), list):
        return _("{version} or later").format(version=_LEVELS_VERSION)
    if isinstance(data.get("background"), Mapping):
        return _("{version} or later").format(version=_FIRST_WITH_BACKGROUND)
    return _("before {version}").format(version=_FIRST_WITH_BACKGROUND)


def place(value: Json) -> float | None:
    """Return a coordinate of the canvas; None where it is none, or absurdly far."""
    found = number(value)
    return found if found is not None and abs(found) <= _FARTHEST_PX else None


def levels_of(one: Mapping[str, Json]) -> frozenset[str]:
    """Return the ids of the levels that something is on; none for all."""
    said = one.get("levels")
    return frozenset(map(str, said)) if isinstance(said, list) else frozenset()


def _length(value: Json) -> float | None:
    found = positive(value)
    return found if found is not None and SMALLEST <= found <= _FARTHEST_PX else None


def _sheet(data: Mapping[str, Json], background: Mapping[str, Json], cell_px: float) -> Box:
    """Return where the picture lies on the canvas."""
    width, height = _length(data.get("width")), _length(data.get("height"))
    if width is None or height is None:
        raise MapError(_("it does not say its width and height. Export the scene again."))
    padding = number(data.get("padding"))
    padding = _USUAL_PADDING if padding is None else min(max(padding, 0.0), _MOST_PADDING)
    left, top = (math.ceil(padding * side / cell_px) * cell_px for side in (width, height))
    # Since version 14 the offset is the scene's again, as it was until 9.
    x = place(background.get("offsetX", data.get("shiftX"))) or 0.0
    y = place(background.get("offsetY", data.get("shiftY"))) or 0.0
    return left - x, top - y, width, height


def _whole(cells: float) -> int:
    return max(1, math.ceil(cells - _SLIVER))
