"""Writing the map as a UVTT file, for programs that are stricter than we are.

Format 0.3. Some readers forget the crop's origin, so it is 0, 0 unless the grid begins within a
cell of the picture. Several take pixels to a square as a whole number; a picture on another grid
is therefore written as large as it is, with everything else measured to fit it. What the format
has no word for is left out, and told; for ourselves some of it stands under a key of our own.
"""

from __future__ import annotations

import base64
import json
import math
from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.errors import MapError
from gridwar.formats.import_report import WALL_KINDS, ImportReport, ReportLine
from gridwar.formats.picture_headers_and_limits import USUAL_PIXELS_PER_CELL, look_at
from gridwar.formats.uvtt.doors_and_windows import BARS, CURTAIN, DOOR, OPEN, OWN_KEY, WINDOW
from gridwar.formats.uvtt.uvtt_contents import OBJECT_ID
from gridwar.formats.uvtt.uvtt_reading import PLAIN_ENVIRONMENT
from gridwar.formats.uvtt.wall_segments import joined_lines
from gridwar.formats.uvtt.wall_traits import traits_of, written_walls
from gridwar.model.battlemap import LayerName
from gridwar.model.foreign_map_data import KeptKeys
from gridwar.model.geometry import SUBCELL
from gridwar.model.lights import is_told_whole, to_file
from gridwar.model.scale import Scale
from gridwar.model.walls import DoorState, WallKind, WallSight
from gridwar.model.zones import LIGHT
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from gridwar.formats.json_values import Json
    from gridwar.formats.picture_headers_and_limits import PictureInfo
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.foreign_map_data import MapLight
    from gridwar.model.geometry import Point
    from gridwar.model.walls import Wall


FORMAT = 0.3
_PORTAL_KINDS = {
    WallKind.DOOR: DOOR,
    WallKind.WINDOW: WINDOW,
    WallKind.CURTAIN: CURTAIN,
    WallKind.BARS: BARS,
}
"""What is written among doors and windows, and as what."""
_WHOLE_PX = 1e-6
_DECIMALS = 10
"""Enough that 1/1024 of a cell is exact."""


class _Frame(Struct, frozen=True):
    """How our cells become the file's: moved by whole cells, then stretched."""

    shift_x: int
    shift_y: int
    stretch: float
    pixels: int
    origin: tuple[float, float]
    size: tuple[float, float]

    def place(self, x_cells: float, y_cells: float) -> dict[str, float]:
        """Return a place as the file writes it."""
        return _xy((x_cells + self.shift_x) * self.stretch, (y_cells + self.shift_y) * self.stretch)

    def point(self, point: Point) -> dict[str, float]:
        """Return a point as the file writes it."""
        return self.place(point.x / SUBCELL, point.y / SUBCELL)


def write_uvtt(battle_map: BattleMap, picture: bytes | None) -> tuple[str, ImportReport]:
    """Return a map as a UVTT file, and what became of it.

    Args:
        battle_map: The map.
        picture: The file of its background; None where there is none.

    Raises:
        MapError: The picture is none that can be shown.
    """
    info = None if picture is None else look_at(picture, _("The map's picture"))
    frame = _frame(battle_map)
    kept = battle_map.kept or KeptKeys()
    rest = _loaded(kept.file)
    walls, objects = _solid(battle_map.walls)
    doors = [one for one in battle_map.walls if one.kind in _PORTAL_KINDS]
    lines = _lines(walls, frame)
    data = {
        **rest,
        "format": FORMAT,
        "resolution": {
            **_mapping(rest.pop("resolution", None)),
            "map_origin": _xy(*frame.origin),
            "map_size": _xy(*frame.size),
            "pixels_per_grid": frame.pixels,
        },
        "line_of_sight": lines,
        "objects_line_of_sight": _lines(objects, frame),
        "portals": [_portal(one, frame, _loaded(kept.walls.get(one.id, "{}"))) for one in doors],
        "environment": {**PLAIN_ENVIRONMENT, **_mapping(rest.pop("environment", None))},
        "lights": [_light(one, frame) for one in _all_lights(battle_map)],
        OWN_KEY: _own(battle_map, objects, frame),
        "image": "" if picture is None else base64.b64encode(picture).decode("ascii"),
    }
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text, _report(battle_map, info, frame, len(lines))


def picture_fits(battle_map: BattleMap) -> bool:
    """Return whether the map's picture can be written as it is: on a grid of whole pixels."""
    shown = battle_map.picture
    return shown is not None and _is_whole(shown.pixels_per_cell)


def _is_whole(pixels: float) -> bool:
    return abs(pixels - round(pixels)) < _WHOLE_PX and round(pixels) >= 1


def _frame(battle_map: BattleMap) -> _Frame:
    shown = battle_map.picture
    if shown is None:
        size = (float(battle_map.width), float(battle_map.height))
        return _Frame(0, 0, 1.0, round(USUAL_PIXELS_PER_CELL), (0.0, 0.0), size)
    true = shown.pixels_per_cell
    pixels = max(1, round(true))
    stretch = 1.0 if _is_whole(true) else true / pixels
    left, top = shown.offset_x_px / true, shown.offset_y_px / true
    shift = (-math.floor(left), -math.floor(top))
    width, height = shown.size_cells(battle_map.size)
    return _Frame(
        *shift,
        stretch,
        pixels,
        ((left + shift[0]) * stretch, (top + shift[1]) * stretch),
        (width * stretch, height * stretch),
    )


def _solid(walls: Sequence[Wall]) -> tuple[list[Wall], list[Wall]]:
    """Return the walls that stop sight: those of buildings, and the outlines of objects."""
    solid = [one for one in walls if one.kind is WallKind.WALL and one.sight is not WallSight.NONE]
    objects = [one for one in solid if one.id.startswith(OBJECT_ID)]
    return [one for one in solid if not one.id.startswith(OBJECT_ID)], objects


def _lines(walls: Sequence[Wall], frame: _Frame) -> list[list[dict[str, float]]]:
    lines = joined_lines((one.a, one.b) for one in walls)
    return [[frame.point(point) for point in line] for line in lines]


def _portal(wall: Wall, frame: _Frame, rest: dict[str, Json]) -> dict[str, Json]:
    """Return a door, window or the like; ``closed: false`` is what programs take for a window."""
    a, b = frame.point(wall.a), frame.point(wall.b)
    is_door = wall.kind is WallKind.DOOR
    kind = OPEN if wall.is_open else _PORTAL_KINDS[wall.kind]
    own: dict[str, Json] = {"kind": kind}
    if traits := traits_of(wall):
        own["traits"] = traits
    if is_door and wall.door in {DoorState.LOCKED, DoorState.SECRET}:
        own["state"] = str(wall.door)
    return {
        **rest,
        "position": _xy((a["x"] + b["x"]) / 2, (a["y"] + b["y"]) / 2),
        "bounds": [a, b],
        "rotation": round(math.atan2(b["y"] - a["y"], b["x"] - a["x"]), 6),
        "closed": kind in {DOOR, CURTAIN},
        "freestanding": bool(rest.get("freestanding", False)),
        OWN_KEY: own,
    }


def _all_lights(battle_map: BattleMap) -> tuple[MapLight, ...]:
    """Return the lights of the map's file as they were read, and those in use as they are now."""
    written = (to_file(one) for one in battle_map.light_sources)
    return (*battle_map.lights, *(one for one in written if one is not None))


def _light(light: MapLight, frame: _Frame) -> dict[str, Json]:
    return {
        **_loaded(light.rest or "{}"),
        "position": frame.place(light.x_cells, light.y_cells),
        "range": light.range_cells * frame.stretch,
        "intensity": light.intensity,
        "color": light.colour,
        "shadows": light.shadows,
    }


def _own(battle_map: BattleMap, objects: Sequence[Wall], frame: _Frame) -> dict[str, Json]:
    own: dict[str, Json] = {"version": 1}
    others = [one for one in battle_map.walls if not one.id.startswith(OBJECT_ID)]
    if walls := written_walls(others, frame.point):
        own["walls"] = walls
    if battle_map.scale != Scale():
        own["scale"] = battle_map.scale.model_dump()
    if objects and not any(one.blocks_movement for one in objects):
        own["objects"] = "sight"
    return own


def _xy(x: float, y: float) -> dict[str, float]:
    return {"x": _short(x), "y": _short(y)}


def _short(value: float) -> float:
    """Return a number without noise behind it; whole ones as readers like them, without a dot."""
    rounded = round(value, _DECIMALS)
    return int(rounded) if rounded == int(rounded) else rounded


def _loaded(text: str) -> dict[str, Json]:
    try:
        return dict(_mapping(json.loads(text)))
    except ValueError as error:
        raise MapError(_("What was kept of the map's file is damaged.")) from error


def _mapping(value: Json) -> dict[str, Json]:
    return value if isinstance(value, dict) else {}


def _report(
    battle_map: BattleMap, info: PictureInfo | None, frame: _Frame, lines: int
) -> ImportReport:
    told: list[ReportLine] = []
    if info is not None:
        shown = f"{info.width_px} × {info.height_px} {info.format.upper()}"
        told.append(ReportLine("picture", _("Picture"), shown))
    if lines:
        told.append(ReportLine("walls", _("Wall lines"), str(lines)))
    kinds = [one.kind for one in battle_map.walls]
    told += (
        ReportLine(str(kind), WALL_KINDS[kind], str(kinds.count(kind)))
        for kind in (WallKind.DOOR, WallKind.WINDOW, WallKind.CURTAIN, WallKind.BARS)
        if kind in kinds
    )
    if lights := _all_lights(battle_map):
        told.append(ReportLine("lights", _("Lights"), str(len(lights))))
    form = _("Format {format}, {w:g} × {h:g} squares of {px} px").format(
        format=FORMAT, w=frame.size[0], h=frame.size[1], px=frame.pixels
    )
    return ImportReport(
        title=battle_map.name or _("Map"),
        subtitle=form,
        read=tuple(told),
        mended=tuple(_changed(battle_map, frame)),
        left_out=tuple(_left_out(battle_map, info)),
    )


def _changed(battle_map: BattleMap, frame: _Frame) -> Iterator[ReportLine]:
    """Yield what other programs will take otherwise than we do."""
    if frame.stretch != 1.0 and battle_map.picture is not None:
        text = _("Squares of the picture are not whole pixels: walls fit it, the grid may not")
        yield ReportLine("stretched", text, f"{battle_map.picture.pixels_per_cell:g}")
    walls, objects = _solid(battle_map.walls)
    for code, text, some in (
        (
            "full_walls",
            _("Walls that let something through, or have a height: full walls to other programs"),
            [one for one in (*walls, *objects) if not _is_full(one)],
        ),
        (
            "curtains",
            _("Curtains: closed doors to other programs"),
            [one for one in battle_map.walls if one.kind is WallKind.CURTAIN],
        ),
        (
            "bars",
            _("Bars: windows to other programs"),
            [one for one in battle_map.walls if one.kind is WallKind.BARS],
        ),
        (
            "one_way",
            _("Doors, windows and the like of one side: of both to other programs"),
            [one for one in battle_map.walls if one.one_way and one.kind in _PORTAL_KINDS],
        ),
        (
            "door_states",
            _("Locked and secret doors: closed doors to other programs"),
            [
                one
                for one in battle_map.walls
                if one.kind is WallKind.DOOR and one.door in {DoorState.LOCKED, DoorState.SECRET}
            ],
        ),
        (
            "plain_lights",
            _("Lights with a cone, or bright otherwise than half as far: written round"),
            [one for one in battle_map.light_sources if to_file(one) and not is_told_whole(one)],
        ),
        (
            "open_doors",
            _("Open doors: other programs may take them for windows"),
            [one for one in battle_map.walls if one.is_open],
        ),
    ):
        if some:
            yield ReportLine(code, text, str(len(some)))


def _is_full(wall: Wall) -> bool:
    stops_all = wall.blocks_movement and wall.blocks_effect and wall.sight is WallSight.FULL
    is_high = wall.height_m is None and not wall.foot_m
    return stops_all and is_high and wall.one_way is None


def _left_out(battle_map: BattleMap, info: PictureInfo | None) -> Iterator[ReportLine]:
    if info is None:
        text = _("there is none; most programs want one")
        yield ReportLine("no_picture", _("Picture"), text)
    low = sum(
        one.kind is WallKind.FENCE or (one.kind is WallKind.WALL and one.sight is WallSight.NONE)
        for one in battle_map.walls
    )
    unsaid = sum(to_file(one) is None for one in battle_map.light_sources)
    dark = sum(zone.kind == LIGHT for zone in battle_map.zones)
    layers = (
        (LayerName.TERRAIN, _("Terrain")),
        (LayerName.GROUND, _("Ground height")),
        (LayerName.COVER, _("Painted cover")),
    )
    for name, text in layers:
        if battle_map.layer(name).tiles:
            yield ReportLine(str(name), text, _("the format has none"))
    for code, text, count in (
        ("low_walls", _("Low walls, fences and others that are seen over"), low),
        ("cover_objects", _("Things to hide behind"), len(battle_map.cover_objects)),
        ("props", _("Props, with their cover and height"), len(battle_map.props)),
        ("zones", _("Zones of smoke and the like"), len(battle_map.zones) - dark),
        ("light_zones", _("Zones of light and darkness"), dark),
        ("darkness", _("Darkness, and lights that somebody carries"), unsaid),
        ("pins", _("Pins"), len(battle_map.pins)),
        ("floors", _("Floors: they lie beside each other"), len(battle_map.floors)),
        ("sketch", _("The sketch, to draw on"), int(battle_map.sketch is not None)),
    ):
        if count:
            yield ReportLine(code, text, str(count))
