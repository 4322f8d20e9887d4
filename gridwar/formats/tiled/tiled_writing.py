"""Writing the map as TMJ, Tiled's JSON: its picture as a layer, all else as objects with a class.

What Tiled has no word for stands beside it in a property of our own, so that a map that is read
again is as it was; the rest is left out, and told.
"""

from __future__ import annotations

import json
from itertools import count
from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.formats.import_report import ImportReport, ReportLine
from gridwar.formats.picture_headers_and_limits import USUAL_PIXELS_PER_CELL, look_at
from gridwar.formats.tiled.areas_from_tiled import DEPLOYMENT
from gridwar.formats.tiled.layers_and_page import AT, OWN_KEY
from gridwar.formats.uvtt.wall_traits import traits_of
from gridwar.model.battlemap import NO_COVER, LayerName
from gridwar.model.geometry import SUBCELL
from gridwar.model.terrain_kinds import DEFAULT_TERRAIN
from gridwar.model.walls import WallKind
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from gridwar.formats.json_values import Json
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.geometry import Cell, Point
    from gridwar.model.walls import Wall
    from gridwar.model.zones import Zone

_FORMAT, _PROGRAM = "1.10", "1.10.2"
"""What others read: objects say their class under ``type`` since then."""
_Object = dict[str, "Json"]


class _Layer(Struct, frozen=True):
    """A layer of objects before it is numbered: its name, its class, its objects."""

    name: str
    kind: str
    objects: Sequence[_Object]


def write_tmj(
    battle_map: BattleMap, picture: bytes | None, picture_name: str
) -> tuple[str, ImportReport]:
    """Return a map as TMJ, and what became of it.

    Args:
        battle_map: The map; its picture lies on whole pixels.
        picture: The file of its background; None where there is none.
        picture_name: What that file is called where it lies beside.
    """
    shown = battle_map.picture
    px = max(1, round(USUAL_PIXELS_PER_CELL if shown is None else shown.pixels_per_cell))
    numbers = count(1)
    layers: list[Json] = []
    if picture is not None and shown is not None:
        place = {"offsetx": shown.offset_x_px, "offsety": shown.offset_y_px}
        layers.append(
            _layer(next(numbers), "background", "background", "imagelayer")
            | {**place, "image": picture_name}
        )
    ids = count(1)
    for one in _object_layers(battle_map, px):
        objects = [{"id": next(ids), **thing} for thing in one.objects]
        if objects:
            made = _layer(next(numbers), one.name, one.kind, "objectgroup")
            layers.append(made | {"draworder": "topdown", "objects": objects})
    data: dict[str, Json] = {
        "type": "map",
        "version": _FORMAT,
        "tiledversion": _PROGRAM,
        "orientation": "orthogonal",
        "renderorder": "right-down",
        "compressionlevel": -1,
        "infinite": False,
        "width": battle_map.width,
        "height": battle_map.height,
        "tilewidth": px,
        "tileheight": px,
        "nextlayerid": next(numbers),
        "nextobjectid": next(ids),
        "tilesets": [],
        "properties": _properties(_said_of(battle_map)),
        "layers": layers,
    }
    text = json.dumps(data, ensure_ascii=False, indent=1, allow_nan=False)
    return text, _report(battle_map, picture, px)


def _said_of(battle_map: BattleMap) -> dict[str, Json]:
    return {
        OWN_KEY: 1,
        "name": battle_map.name,
        "cell_size": float(battle_map.scale.cell_size),
        "unit": battle_map.scale.unit,
        "light": int(battle_map.light),
        "baked_lighting": battle_map.baked_lighting,
    }


def _object_layers(battle_map: BattleMap, px: int) -> Iterator[_Layer]:
    """Yield what lies on a map, kind by kind."""
    for kind, name in (
        (WallKind.WALL, "walls"),
        (WallKind.FENCE, "fences"),
        (WallKind.DOOR, "doors"),
        (WallKind.WINDOW, "windows"),
        (WallKind.CURTAIN, "curtains"),
        (WallKind.BARS, "bars"),
    ):
        numbered = enumerate(battle_map.walls)
        some = [_wall(at, one, px) for at, one in numbered if one.kind is kind]
        yield _Layer(name, str(kind), some)
    boxes: dict[str, list[_Object]] = {"spawn": [], "zone": []}
    for at, zone in enumerate(battle_map.zones):
        kind_of = "spawn" if zone.kind == DEPLOYMENT else "zone"
        boxes[kind_of] += _zone(at, zone, kind_of, battle_map)
    yield _Layer("spawn", "spawn", [_scaled(one, px) for one in boxes["spawn"]])
    yield _Layer("zones", "zone", [_scaled(one, px) for one in boxes["zone"]])
    lights = [
        _point(one.name, "light", one.at, px)
        | {"point": True}
        | _own(one.model_dump(mode="json", exclude={"at", "name"}))
        for one in battle_map.light_sources
        if one.at is not None
    ]
    yield _Layer("lights", "light", lights)
    pins = [
        _point(one.label, "pin", one.point, px)
        | {"text": {"text": one.text or one.label or one.id, "wrap": True}}
        | _own(one.model_dump(mode="json", exclude={"point"}))
        for one in battle_map.pins
    ]
    yield _Layer("pins", "pin", pins)


def _wall(at: int, wall: Wall, px: int) -> _Object:
    (ax, ay), (bx, by) = wall.a, wall.b
    way = [{"x": 0, "y": 0}, {"x": _px(bx - ax, px), "y": _px(by - ay, px)}]
    said: dict[str, Json] = {"id": wall.id, AT: at, **traits_of(wall)}
    state: dict[str, Json] = {}
    if wall.kind is WallKind.DOOR:
        said["door"] = state["state"] = str(wall.door)
    made = _point(wall.name, str(wall.kind), wall.a, px) | {"polyline": way}
    return made | _own(said, state)


def _zone(at: int, zone: Zone, kind: str, battle_map: BattleMap) -> Iterator[_Object]:
    """Yield the boxes that a zone is made of, in cells; one over the map where it is everywhere."""
    said = {AT: at, **zone.model_dump(mode="json", exclude={"cells", "name"})}
    whole = (0, 0, battle_map.width, battle_map.height)
    for left, top, width, height in (whole,) if zone.everywhere else _boxes(zone.cells):
        made = _thing(zone.name, kind, left, top)
        yield made | {"width": width, "height": height} | _own(said)


def _scaled(box: _Object, px: int) -> _Object:
    """Return a box of cells in pixels."""
    sides = {key: box[key] for key in ("x", "y", "width", "height")}
    return box | {key: value * px for key, value in sides.items() if isinstance(value, int)}


def _boxes(cells: Iterable[Cell]) -> list[tuple[int, int, int, int]]:
    """Return boxes that cover cells once: runs of rows, joined where they lie under each other."""
    rows: dict[int, list[tuple[int, int]]] = {}
    for x, y in sorted(cells, key=lambda cell: (cell.y, cell.x)):
        runs = rows.setdefault(y, [])
        if runs and runs[-1][1] == x:
            runs[-1] = (runs[-1][0], x + 1)
        else:
            runs.append((x, x + 1))
    open_boxes: dict[tuple[int, int], tuple[int, int]] = {}
    found: list[tuple[int, int, int, int]] = []
    for y in sorted(rows):
        still: dict[tuple[int, int], tuple[int, int]] = {}
        for run in rows[y]:
            top, bottom = open_boxes.pop(run, (y, y))
            if bottom != y:
                found.append((run[0], top, run[1] - run[0], bottom - top))
                top = y
            still[run] = (top, y + 1)
        found += [(a, top, b - a, bottom - top) for (a, b), (top, bottom) in open_boxes.items()]
        open_boxes = still
    found += [(a, top, b - a, bottom - top) for (a, b), (top, bottom) in open_boxes.items()]
    return sorted(found, key=lambda box: (box[1], box[0]))


def _px(points: int, px: int) -> float:
    """Return a length in 1/1024 cell in pixels; whole ones as readers like them, without a dot."""
    found = points * px / SUBCELL
    return int(found) if found == int(found) else found


def _point(name: str, kind: str, at: Point, px: int) -> _Object:
    return _thing(name, kind, _px(at.x, px), _px(at.y, px))


def _thing(name: str, kind: str, x: float, y: float) -> _Object:
    made: _Object = {"name": name, "type": kind, "x": x, "y": y, "width": 0, "height": 0}
    return made | {"rotation": 0, "visible": True}


def _layer(number: int, name: str, kind: str, what: str) -> dict[str, Json]:
    made: dict[str, Json] = {"id": number, "name": name, "class": kind, "type": what}
    return made | {"x": 0, "y": 0, "opacity": 1, "visible": True}


def _own(said: dict[str, Json], also: dict[str, Json] | None = None) -> _Object:
    text = json.dumps(said, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return {"properties": _properties({**(also or {}), OWN_KEY: text})}


def _properties(said: dict[str, Json]) -> list[Json]:
    kinds = {bool: "bool", int: "int", float: "float"}
    return [
        {"name": name, "type": kinds.get(type(value), "string"), "value": value}
        for name, value in said.items()
    ]


# --- the report ----------------------------------------------------------------------------------


def _report(battle_map: BattleMap, picture: bytes | None, px: int) -> ImportReport:
    told: list[ReportLine] = []
    if picture is not None:
        info = look_at(picture, _("The map's picture"))
        shown = f"{info.width_px} \u00d7 {info.height_px} {info.format.upper()}"
        told.append(ReportLine("picture", _("Picture, in a file beside"), shown))
    told += [
        ReportLine(one.name, one.name.capitalize(), str(len(one.objects)))
        for one in _object_layers(battle_map, px)
        if one.objects
    ]
    text = _("Tiled {version}, {w} \u00d7 {h} tiles of {px} px")
    return ImportReport(
        title=battle_map.name or _("Map"),
        subtitle=text.format(version=_FORMAT, w=battle_map.width, h=battle_map.height, px=px),
        read=tuple(told),
        left_out=tuple(_left_out(battle_map)),
    )


def _left_out(battle_map: BattleMap) -> Iterator[ReportLine]:
    for name, text, is_usual in (
        (LayerName.TERRAIN, _("Terrain"), battle_map.terrain_kinds == DEFAULT_TERRAIN),
        (LayerName.GROUND, _("Ground height"), True),
        (LayerName.COVER, _("Painted cover"), battle_map.cover_kinds == (NO_COVER,)),
    ):
        if battle_map.layer(name).tiles or not is_usual:
            yield ReportLine(str(name), text, _("the format has none"))
    for code, text, count_of in (
        ("cover_objects", _("Things to hide behind"), len(battle_map.cover_objects)),
        ("props", _("Props, with their cover and height"), len(battle_map.props)),
        ("file_lights", _("Lights of a file that are only kept"), len(battle_map.lights)),
        (
            "carried_lights",
            _("Lights that somebody carries"),
            sum(one.at is None for one in battle_map.light_sources),
        ),
        ("floors", _("Floors: one sheet to other programs"), len(battle_map.floors)),
        ("links", _("Ways from floor to floor"), len(battle_map.links)),
        ("openings", _("Openings between floors"), len(battle_map.openings)),
        ("tags", _("Tags of the map"), len(battle_map.tags)),
        (
            "empty_zones",
            _("Zones without cells"),
            sum(not one.cells and not one.everywhere for one in battle_map.zones),
        ),
    ):
        if count_of:
            yield ReportLine(code, text, str(count_of))
    if battle_map.kept is not None:
        yield ReportLine("kept", _("Other keys of the file that the map came from"))
    if battle_map.sketch is not None:
        yield ReportLine("sketch", _("The sketch: its walls are written, it cannot be drawn on"))
