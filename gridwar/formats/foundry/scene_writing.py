"""Writing the map as a scene, in the words of version 11 or of 14.

Foundry stretches the picture over the scene, so that any picture lies on its grid; it takes whole
pixels alone, so that what is rounded stands exactly in our own flags. Walls say what they stop;
what a scene has no word for is left out, and told.
"""

from __future__ import annotations

import hashlib
import json
import math
from enum import StrEnum
from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.formats.foundry.own_flags import (
    OWN_KEY,
    light_as_written,
    note_as_written,
    scene_as_written,
    wall_as_written,
)
from gridwar.formats.foundry.scene_writing_report import report_of
from gridwar.formats.picture_headers_and_limits import look_at
from gridwar.formats.uvtt.wall_traits import traits_of
from gridwar.formats.wall_senses import Sense
from gridwar.model.geometry import SUBCELL
from gridwar.model.walls import DoorState, Wall, WallKind, WallSide, WallSight
from gridwar.model.zones import Light
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.formats.import_report import ImportReport
    from gridwar.formats.json_values import Json
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.foreign_map_data import MapLight
    from gridwar.model.geometry import Point
    from gridwar.model.lights import LightSource
    from gridwar.model.pins import Pin


class SceneVersion(StrEnum):
    """The versions of Foundry whose words are written: the next ones read them too."""

    V11 = "11"
    V14 = "14"


_CORE = {SceneVersion.V11: "11.315", SceneVersion.V14: "14"}
_PADDING = 0.25
_LEAST_PX = 50
"""Pixels to a cell, below which Foundry takes no grid."""
_NEAR_WHOLE = 0.1
_BELOW, _WHOLE_CIRCLE = 180.0, 360.0
_ID_LETTERS = 16
_NORMAL = int(Sense.NORMAL)
_SENSES: Mapping[WallSight, int] = {
    WallSight.NONE: int(Sense.NONE),
    WallSight.LIMITED: int(Sense.LIMITED),
    WallSight.FULL: int(Sense.NORMAL),
}
_SIDES: Mapping[WallSide | None, int] = {None: 0, WallSide.LEFT: 1, WallSide.RIGHT: 2}
_STATES = {DoorState.OPEN: 1, DoorState.LOCKED: 2}
_DARKNESS = {Light.BRIGHT: 0, Light.LOW: 0.5, Light.DARK: 1}
_LEVEL_HEIGHT_CELLS = 4


class Frame(Struct, frozen=True):
    """How our cells become pixels of the canvas.

    ``corner`` is where the padding ends, on the grid; ``shift`` are whole cells that our map begins
    before it; ``offset`` is how far into the first cell the picture begins.
    """

    cell_px: int
    width: int
    height: int
    corner: tuple[int, int]
    shift: tuple[int, int]
    offset: tuple[int, int]

    def pixels(self, point: Point) -> tuple[int, int]:
        """Return a point as whole pixels of the canvas."""
        return self.at(point.x / SUBCELL, point.y / SUBCELL)

    def at(self, x_cells: float, y_cells: float) -> tuple[int, int]:
        """Return a place as whole pixels of the canvas."""
        x, y = x_cells - self.shift[0], y_cells - self.shift[1]
        return round(self.corner[0] + x * self.cell_px), round(self.corner[1] + y * self.cell_px)

    def is_exact(self, point: Point) -> bool:
        """Return whether whole pixels say a point exactly."""
        return all(side * self.cell_px % SUBCELL == 0 for side in point)


def write_scene(
    battle_map: BattleMap, picture: bytes, picture_name: str, version: SceneVersion
) -> tuple[str, ImportReport]:
    """Return a map as a scene, and what became of it.

    Args:
        battle_map: The map; it has a picture.
        picture: The file of that.
        picture_name: What it is called, beside the scene.
        version: Whose words are written.

    Raises:
        MapError: The picture is none that can be shown.
    """
    info = look_at(picture, _("The map's picture"))
    frame = frame_of(battle_map, info.width_px, info.height_px)
    scene = scene_of(battle_map, frame, picture_name, version)
    if version is SceneVersion.V14:
        _put_on_level(scene, battle_map, picture_name)
    text = json.dumps(scene, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    subtitle = _("Foundry scene {version}, {w} × {h} squares of {px:g} px").format(
        version=version, w=battle_map.width, h=battle_map.height, px=frame.cell_px
    )
    return text, report_of(battle_map, info, subtitle, picture_name)


def frame_of(battle_map: BattleMap, width_px: int, height_px: int) -> Frame:
    """Return how the cells of a map become pixels, by how its picture lies."""
    shown = battle_map.picture
    assert shown is not None
    true = shown.pixels_per_cell
    cell_px = max(_LEAST_PX, round(true))
    cells = (width_px / true, height_px / true)
    width, height = (max(1, round(side * cell_px)) for side in cells)
    begins = (shown.offset_x_px / true, shown.offset_y_px / true)
    shift = tuple(math.floor(side + _NEAR_WHOLE) for side in begins)
    corner = tuple(math.ceil(_PADDING * side / cell_px) * cell_px for side in (width, height))
    offset = tuple(round((side - math.floor(side + _NEAR_WHOLE)) * cell_px) for side in begins)
    return Frame(
        cell_px,
        width,
        height,
        (corner[0], corner[1]),
        (shift[0], shift[1]),
        (offset[0], offset[1]),
    )


def scene_of(
    battle_map: BattleMap, frame: Frame, picture_name: str, version: SceneVersion
) -> dict[str, Json]:
    """Return a map of one page as a scene, as JSON knows it."""
    scale, is_lit = battle_map.scale, battle_map.light is Light.BRIGHT
    lights = [_kept_light(one, frame, scale.cell_size) for one in battle_map.lights]
    lights += [
        _light(one, frame, scale.cell_size, version)
        for one in battle_map.light_sources
        if one.at is not None and one.reach_cells
    ]
    scene: dict[str, Json] = {
        "name": battle_map.name or _("Map"),
        "navigation": False,
        "width": frame.width,
        "height": frame.height,
        "padding": _PADDING,
        "background": {
            "src": picture_name,
            "offsetX": -frame.offset[0],
            "offsetY": -frame.offset[1],
            "scaleX": 1,
            "scaleY": 1,
            "rotation": 0,
        },
        "grid": {
            "type": 1,
            "size": frame.cell_px,
            "color": "#000000",
            "alpha": 0.2,
            "distance": scale.cell_size,
            "units": scale.unit,
        },
        "tokenVision": True,
        "walls": _numbered("wall", [_wall(one, frame, scale.unit_m) for one in battle_map.walls]),
        "lights": _numbered("light", lights),
        "notes": _numbered("note", [_note(one, frame) for one in battle_map.pins]),
        **{name: [] for name in ("tokens", "tiles", "drawings", "sounds")},
        "_stats": {"coreVersion": _CORE[version]},
    }
    if version is SceneVersion.V11:
        scene |= {"globalLight": is_lit, "darkness": _DARKNESS[battle_map.light], "templates": []}
    else:
        scene["environment"] = {
            "darknessLevel": _DARKNESS[battle_map.light],
            "globalLight": {"enabled": is_lit},
        }
    scene["flags"] = {OWN_KEY: _own(battle_map, frame, scene)}
    return scene


def _own(battle_map: BattleMap, frame: Frame, scene: Mapping[str, Json]) -> dict[str, Json]:
    """Return what a scene has no word for of the map as a whole."""
    picture = battle_map.picture
    return {
        "as": scene_as_written(scene),
        "size": [battle_map.width, battle_map.height],
        "shift": list(frame.shift),
        "scale": battle_map.scale.model_dump(mode="json"),
        "light": int(battle_map.light),
        "baked": battle_map.baked_lighting,
        "picture": None if picture is None else picture.model_dump(mode="json"),
    }


def _put_on_level(scene: dict[str, Json], battle_map: BattleMap, picture_name: str) -> None:
    """Put all on the one level that version 14 wants, which has the picture there."""
    level = id_of("level", 0)
    background = scene["background"]
    offsets = background if isinstance(background, dict) else {}
    scene["shiftX"], scene["shiftY"] = offsets.get("offsetX", 0), offsets.get("offsetY", 0)
    top = _LEVEL_HEIGHT_CELLS * battle_map.scale.cell_size
    scene["levels"] = [
        {
            "_id": level,
            "name": battle_map.name or _("Map"),
            "sort": 0,
            "elevation": {"bottom": 0, "top": top},
            "background": {"src": picture_name},
            "foreground": {"src": None},
            "visibility": {"levels": []},
        }
    ]
    for key in ("walls", "lights", "notes"):
        rows = scene[key]
        for one in rows if isinstance(rows, list) else ():
            one["levels"] = [level]


def _numbered(kind: str, rows: list[dict[str, Json]]) -> list[dict[str, Json]]:
    return [{"_id": id_of(kind, at), **one} for at, one in enumerate(rows, start=1)]


def id_of(kind: str, number: int) -> str:
    """Return what Foundry takes for an id: 16 letters and digits, the same at every export."""
    return hashlib.sha256(f"{kind} {number}".encode()).hexdigest()[:_ID_LETTERS]


def _wall(wall: Wall, frame: Frame, unit_m: float) -> dict[str, Json]:
    sight, is_door = _SENSES[wall.sight], wall.kind is WallKind.DOOR
    written: dict[str, Json] = {
        "c": [*frame.pixels(wall.a), *frame.pixels(wall.b)],
        "move": _NORMAL if wall.blocks_movement else 0,
        "sight": sight,
        "light": sight,
        "sound": _NORMAL if wall.sight is WallSight.FULL else 0,
        "dir": _SIDES[wall.one_way],
        "door": 0 if not is_door else 2 if wall.door is DoorState.SECRET else 1,
        "ds": _STATES.get(wall.door, 0) if is_door else 0,
    }
    flags: dict[str, Json] = {}
    if wall.foot_m or wall.height_m is not None:
        high = None if wall.height_m is None else round(wall.height_m / unit_m, 6)
        flags["wall-height"] = {"bottom": round(wall.foot_m / unit_m, 6), "top": high}
    traits = traits_of(wall)
    is_told = wall.kind in {WallKind.WALL, WallKind.DOOR} and traits.keys() <= {"one_way"}
    if not is_told or not (frame.is_exact(wall.a) and frame.is_exact(wall.b)):
        flags[OWN_KEY] = {
            "as": wall_as_written(written),
            "kind": str(wall.kind),
            "a": list(wall.a),
            "b": list(wall.b),
            "traits": traits,
        }
    return {**written, "flags": flags}


def _light(
    source: LightSource, frame: Frame, distance: float, version: SceneVersion
) -> dict[str, Json]:
    assert source.at is not None
    x, y = frame.pixels(source.at)
    config: dict[str, Json] = {
        "bright": round(source.bright_cells * distance, 6),
        "dim": round(source.dim_cells * distance, 6),
        "angle": source.width_deg,
        "color": f"#{source.colour}",
        "alpha": 0.5,
    }
    if version is SceneVersion.V14:
        config["negative"] = source.is_darkness
    else:
        config["luminosity"] = -0.5 if source.is_darkness else 0.5
    written: dict[str, Json] = {
        "x": x,
        "y": y,
        "rotation": (source.facing_deg + _BELOW) % _WHOLE_CIRCLE,
        "walls": source.casts_shadows,
        "vision": False,
        "hidden": not source.on,
        "config": config,
    }
    own = {"as": light_as_written(written), "source": source.model_dump(mode="json")}
    return {**written, "flags": {OWN_KEY: own}}


def _kept_light(light: MapLight, frame: Frame, distance: float) -> dict[str, Json]:
    """Return a light that the map only keeps: it is there, and does not shine."""
    x, y = frame.at(light.x_cells, light.y_cells)
    dim = round(light.range_cells * distance, 6)
    config = {"bright": dim / 2, "dim": dim, "angle": 360, "color": f"#{light.colour[2:]}"}
    written: dict[str, Json] = {
        "x": x,
        "y": y,
        "rotation": 0,
        "walls": light.shadows,
        "vision": False,
        "hidden": True,
        "config": {**config, "alpha": 0.5, "luminosity": 0.5},
    }
    own = {"as": light_as_written(written), "kept": light.model_dump(mode="json")}
    return {**written, "flags": {OWN_KEY: own}}


def _note(pin: Pin, frame: Frame) -> dict[str, Json]:
    x, y = frame.pixels(pin.point)
    written: dict[str, Json] = {
        "x": x,
        "y": y,
        "text": pin.text,
        "iconSize": 40,
        "texture": {"src": "icons/svg/book.svg"},
        "global": False,
    }
    own = {"as": note_as_written(written), "label": pin.label, "point": list(pin.point)}
    return {**written, "flags": {OWN_KEY: own}}
