"""Small sound files of every format, from which mutations begin.

They are cut from what comes with Gridwar: a fight of six commands shows as much as one of thirty,
and reads five times as fast.
"""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from gridwar.engine.session.journal_rows import DiceCounter, Loaded, Position
from gridwar.formats.picture_headers_and_limits import look_at
from gridwar.formats.writing_any_map import Target, export_map, format_of
from gridwar.headless.read_script import EXAMPLE
from gridwar.model.battlemap import BattleMap
from gridwar.model.geometry import Point, Size
from gridwar.model.walls import Wall, WallKind
from gridwar.storage.combatants_json import CombatantBundle, bundle_text
from gridwar.storage.fight_json import export_json, import_json
from gridwar.storage.new_open_and_sample_fights import sample_fights
from gridwar.storage.open_gridwar_file import Opened, make_file, read_file
from gridwar.systems import find_system, playable_systems
from tests.slow.campaign import CHECKOUT
from tests.slow.fuzzing.workshop import books, kept_house
from tests.support import scenes
from tests.support.dungeons import door, dungeon, note, rect
from tests.support.tiled import TMX_LAYERS, all_shapes, infinite_layer, tile_layer, tiled_map, tmx
from tests.support.uvtt import light, line, png, portal, uvtt

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

FEW_ROWS = 6
FEW_WALLS = 12


@dataclass(frozen=True)
class Sample:
    """A sound file: where it belongs below a folder, and what is in it.

    ``data`` are bytes, or the values of a JSON text.
    """

    place: str
    data: Any


@lru_cache(maxsize=1)
def samples(folder: Path) -> Mapping[str, tuple[Sample, ...]]:
    """Make the sound files of all formats.

    Args:
        folder: Where files can be made meanwhile.
    """
    fights = tuple(_fights(folder))
    databases = tuple(Sample(one.place, one.data) for one, _text in fights)
    house, house_text = _house(folder)
    databases = (*databases, house)
    return {
        "bytes": databases,
        "sql": databases,
        "uvtt": tuple(_maps()),
        "dungeon": tuple(_dungeons()),
        "scene": tuple(_scenes()),
        "tiled": tuple(_tiled()),
        "picture": tuple(_pictures()),
        "pdf": tuple(_books()),
        "shelf": (house, databases[0]),
        "fight": (*(text for _one, text in fights), house_text),
        "script": tuple(_scripts()),
        "rules": tuple(_rules()),
        "combatants": tuple(_combatants()),
        "settings": (Sample("settings.json", _SETTINGS),),
    }


def _fights(folder: Path) -> Iterator[tuple[Sample, Sample]]:
    """Yield the first commands of each sample fight, as a database and as JSON."""
    for number, path in enumerate(sample_fights()):
        opened = import_json(path.read_bytes(), find_system, path.name)
        rows = opened.loaded.rows[:FEW_ROWS]
        page = opened.loaded.first.map.with_picture(None)
        first = opened.loaded.first.replace(map=page.with_walls(page.walls[:FEW_WALLS]))
        at = Position(len(rows), len(rows))
        blobs = (png(30, 20),) if number == 0 else ()
        cut = Opened(
            Loaded(first, rows, at, DiceCounter(1)),
            opened.system,
            version=opened.version,
            blobs=blobs,
        )
        place = folder / f"{path.stem}.gridwar"
        make_file(place, cut).close()
        read = read_file(place, find_system)
        text = export_json(read.loaded, read.version, read.blobs)
        yield (
            Sample(place.name, place.read_bytes()),
            Sample(f"{path.stem}.json", json.loads(text)),
        )
        place.unlink()


def _house(folder: Path) -> tuple[Sample, Sample]:
    """Return a kept map with sketch, floors and pins, as a database and as JSON."""
    place = kept_house(folder / "shelf")
    read = read_file(place, find_system)
    text = export_json(read.loaded, read.version, read.blobs)
    found = Sample("house.gridwar", place.read_bytes()), Sample("house.json", json.loads(text))
    place.unlink()
    return found


def _books() -> Iterator[Sample]:
    """Yield PDFs."""
    jpeg = next(one for one in _pictures() if one.place.endswith((".jpg", ".jpeg"))).data
    info = look_at(jpeg)
    for number, data in enumerate(books(jpeg, Size(info.width_px, info.height_px))):
        yield Sample(f"book{number}.pdf", data)


def _maps() -> Iterator[Sample]:
    furnished = uvtt(
        line_of_sight=[line((1, 1), (5, 1), (5, 4)), line((2.5, 3), (2.5, 5))],
        objects_line_of_sight=[line((6, 2), (7, 2), (7, 3), (6, 2))],
        portals=[portal((5, 2), (5, 3)), portal((2.5, 3.5), (2.5, 4.5), closed=False)],
        lights=[light(3, 3), light(6, 5, intensity=0.5)],
    )
    yield Sample("hall.dd2vtt", furnished)
    yield Sample("bare.uvtt", uvtt((4, 3)))
    for path in sorted((CHECKOUT / "assets" / "maps").glob("*.dd2vtt")):
        data = json.loads(path.read_bytes())
        data["image"] = base64.b64encode(png(280, 210)).decode("ascii")
        data["line_of_sight"] = [one[:12] for one in data["line_of_sight"][:25]]
        yield Sample(path.name, data)


def _dungeons() -> Iterator[Sample]:
    """Yield One Page Dungeons with something of everything."""
    yield Sample("bare.json", dungeon(title="", story=""))
    yield Sample(
        "den.json",
        dungeon(
            rects=[*dungeon()["rects"], rect(1, 3), rect(0, 4, 3, 3, rotunda=True), rect(-1, 1)],
            doors=[door(3, 1, (1, 0), 6), door(1, 3, (0, 1), 5), door(-1, 1, (1, 0), 3)],
            notes=[note("1", 1.5, 1.5, "A loose stone."), note("2", 5.5, 1.5, "A chest.")],
            columns=[{"x": 0, "y": 0}, {"x": 1.5, "y": 5.5}],
            water=[{"x": 4, "y": 1}, {"x": 5, "y": 1}, {"x": 9, "y": 9}],
        ),
    )


def _scenes() -> Iterator[Sample]:
    """Yield Foundry scenes of three versions, and what we write of one."""
    high = {"wall-height": {"bottom": 0, "top": 10}}
    walls = [
        scenes.wall(1, 1, 5, 1),
        scenes.wall(5, 1, 5, 4, sight=10, flags=high),
        scenes.wall(2, 3, 2, 5, door=2, ds=2, dir=1),
        scenes.wall(3, 3, 3, 5, sight=30, threshold={"sight": 10}, levels=["g"]),
    ]
    notes = [{**scenes.at(2, 2), "text": "The guard"}]
    rest = {"lights": [scenes.lamp(3, 3, angle=60)], "notes": notes, "tiles": [scenes.at(1, 1)]}
    yield Sample("new.json", scenes.scene(walls=walls, **rest, darkness=0.8))
    grid = {"type": 0, "size": 50, "distance": 1, "units": "sq"}
    yield Sample("no-squares.json", scenes.scene(walls=walls, **rest, grid=grid))
    levels = (scenes.level("g"), scenes.level("u", 20, 40))
    yield Sample("levels.json", scenes.new_scene(*levels, walls=walls, **rest))
    old = [scenes.old_wall(1, 1, 5, 1), scenes.old_wall(2, 2, 2, 4, sense=2, door=1)]
    yield Sample("old.json", scenes.old_scene(walls=old, lights=[scenes.at(2, 2) | {"dim": 20}]))
    made = BattleMap(width=8, height=6, name="Mill").with_picture(None)
    made = made.with_walls([Wall.of_kind(WallKind.BARS, "a", Point(1, 2), Point(900, 901))])
    written = export_map(
        made, None, lambda *_: png(560, 420), Target("mill", format_of("foundry-14"))
    )
    yield Sample("ours.json", json.loads(written.text))


def _tiled() -> Iterator[Sample]:
    """Yield maps of Tiled: as JSON, whose values are changed, and as XML, whose bytes are."""
    yield Sample("hall.tmj", tiled_map(tile_layer("Walls", 4, 3), all_shapes("Stuff")))
    yield Sample("wide.tmj", tiled_map(infinite_layer("Floor"), infinite=True))
    yield Sample("hall.tmx", tmx(TMX_LAYERS).encode())


def _pictures() -> Iterator[Sample]:
    """Yield pictures of the kinds that a decoder treats differently."""
    from PySide6.QtGui import QImage

    kinds = QImage.Format
    for name, form, kind in (
        ("colour.png", "PNG", kinds.Format_RGB32),
        ("deep.png", "PNG", kinds.Format_RGBA64),
        ("grey.png", "PNG", kinds.Format_Grayscale8),
        ("black.png", "PNG", kinds.Format_Mono),
        ("colour.jpg", "JPG", kinds.Format_RGB32),
        ("grey.jpg", "JPG", kinds.Format_Grayscale8),
        ("6x4.webp", "WEBP", kinds.Format_RGB32),
        ("clear.webp", "WEBP", kinds.Format_ARGB32),
    ):
        yield Sample(name, painted(form, kind))


def painted(form: str, kind: Any, width: int = 120, height: int = 80) -> bytes:
    """Return a small picture with something on it, written in a format."""
    from PySide6.QtCore import QBuffer, QIODevice
    from PySide6.QtGui import QImage, QImageWriter

    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(0)  # else it holds what was in memory, and each run begins with another picture
    image.setDotsPerMeterX(3780)  # else it is that of the screen, where there is one
    image.setDotsPerMeterY(3780)
    for y in range(height):
        for x in range(0, width, 5):
            image.setPixel(x, y, 0xFF000000 | (x * 7919 + y * 104729) & 0xFFFFFF)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    assert QImageWriter(buffer, form.encode()).write(image.convertToFormat(kind)), form
    return bytes(buffer.data().data())


def _scripts() -> Iterator[Sample]:
    yield Sample("example.json", json.loads(json.dumps(EXAMPLE, default=dict)))
    for path in sorted((CHECKOUT / "assets" / "scripts").glob("*.json")):
        data = json.loads(path.read_bytes())
        if len(data["commands"]) > 2 * FEW_ROWS:
            data |= {"commands": data["commands"][:FEW_ROWS], "dice": None}
        yield Sample(path.name, data)
    yield Sample("by-hand.json", _BY_HAND)
    yield Sample("spears.json", _SPEARS)


def _rules() -> Iterator[Sample]:
    for system_id, _title in playable_systems():
        for path in sorted((CHECKOUT / "rules" / system_id).glob("*.toml")):
            yield Sample(f"{system_id}/{path.name}", path.read_bytes())


def _combatants() -> Iterator[Sample]:
    for system_id, _title in playable_systems():
        system = find_system(system_id)
        bundle = CombatantBundle(system_id, system.data.samples()[:4])
        yield Sample(f"{system_id}/combatants.json", json.loads(bundle_text(bundle, system)))


_SETTINGS = {
    "theme": "light",
    "scale_pct": 110,
    "compact": True,
    "reduce_motion": None,
    "tour_seen": True,
    "keys": {"undo": ["Ctrl+Z"]},
    "recent": ["/x.gridwar", "/y.gridwar"],
    "layouts": {"1440x900": {"geometry": "AdnQywADAAAAAAAA", "state": "AAAA/wAAAAD9"}},
}

_BY_HAND = {
    "system": "freeform",
    "picture": "picture.png",
    "combatants": [
        {"id": "a", "pos": [1, 1]},
        {"id": "b", "side": "2", "pos": [3, 3], "sheet": {"hp": 3}},
    ],
    "commands": [
        {"command": {"kind": "begin_fight"}},
        {"command": {"kind": "next_turn"}},
        {"command": {"kind": "move", "actor": "a", "path": [[2, 2], [3, 2]]}},
        {"command": {"kind": "change_pool", "who": ["b"], "add": -2}},
        {"command": {"kind": "set_value", "who": ["b"], "field": "altitude", "value": "1.5"}},
        {"command": {"kind": "climb", "who": ["b"], "by": 2.5}},
        {"command": {"kind": "put_walls", "put": [{"id": "w", "a": [0, 0], "b": [1024, 0]}]}},
        {"command": {"kind": "draw_room", "a": [1, 1], "b": [5, 4]}},
        {"command": {"kind": "draw_edges", "edges": [[[2, 4], [2, 5]]], "edge_kind": "door"}},
        {"command": {"kind": "dig_cave", "dabs": [[9000, 9000]], "radius_cells": 2}},
        {"undo": 2},
        {"redo": 1},
    ],
}
"""The picture is laid beside it by whoever reads it."""

_SPEARS = {
    "system": "arrgs",
    "seed": 4,
    "defaults": True,
    "combatants": [
        {"id": "g", "sample": "guard", "pos": [1, 1]},
        {"id": "r", "sample": "raider", "side": "2", "pos": [3, 1]},
    ],
    "commands": [
        {"command": {"kind": "begin_fight"}},
        {"command": {"kind": "take_turn", "actor": "g"}},
        {
            "command": {"kind": "arrgs.attack", "actor": "g", "target": "r", "weapon": "spear"},
            "expect": "refused",
        },
        {"command": {"kind": "move", "actor": "g", "path": [[2, 1]]}},
    ],
}
