"""What holds for any Foundry scene: read twice, answered, written and read again it is the same."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from hypothesis import given
from hypothesis import strategies as st

from gridwar.errors import MapError
from gridwar.formats.foundry.scene_writing import SceneVersion
from gridwar.formats.reading_any_map import read_map
from gridwar.formats.writing_any_map import Target, export_map, format_of
from tests.support.scenes import at, lamp, old_scene, old_wall, picture, reading, scene, wall

if TYPE_CHECKING:
    from gridwar.formats.import_report import Imported
    from gridwar.model.battlemap import BattleMap

CELLS = st.one_of(st.integers(-1, 9).map(float), st.floats(-1, 9).map(lambda one: round(one, 3)))
SENSES = st.sampled_from([0, 10, 20, 30, 40])
HIGH = st.sampled_from(
    [{}, {"wall-height": {"bottom": 0, "top": 10}}, {"wall-height": {"bottom": 8, "top": None}}]
)
NEW_WALLS = st.builds(
    lambda ends, move, sight, direction, door, state, flags: wall(
        *ends, move=move, sight=sight, light=sight, dir=direction, door=door, ds=state, flags=flags
    ),
    st.tuples(CELLS, CELLS, CELLS, CELLS),
    st.sampled_from([0, 20]),
    SENSES,
    st.integers(0, 2),
    st.integers(0, 2),
    st.integers(0, 2),
    HIGH,
)
OLD_WALLS = st.builds(
    lambda ends, sense, door: old_wall(*ends, sense=sense, door=door),
    st.tuples(CELLS, CELLS, CELLS, CELLS),
    st.integers(0, 2),
    st.integers(0, 2),
)
LIGHTS = st.builds(
    lambda x, y, dim, angle: lamp(x, y, dim=dim, angle=angle),
    st.floats(0, 8),
    st.floats(0, 6),
    st.floats(0, 90),
    st.sampled_from([360, 60, 12.5]),
)
NOTES = st.builds(lambda x, y, text: {**at(x, y), "text": text}, CELLS, CELLS, st.text(max_size=9))
OFFSETS = st.integers(-60, 60)
SCENES = st.one_of(
    st.builds(
        lambda walls, lights, notes, x, y, padding: scene(
            walls=walls,
            lights=lights,
            notes=notes,
            padding=padding,
            background={"src": "mill.png", "offsetX": x, "offsetY": y},
        ),
        st.lists(NEW_WALLS, max_size=6),
        st.lists(LIGHTS, max_size=3),
        st.lists(NOTES, max_size=3),
        OFFSETS,
        OFFSETS,
        st.sampled_from([0, 0.25, 0.4]),
    ),
    st.builds(
        lambda walls, kind, units: old_scene(walls=walls, gridType=kind, gridUnits=units),
        st.lists(OLD_WALLS, max_size=6),
        st.sampled_from([0, 1, 2]),
        st.sampled_from(["ft", "m", "sq"]),
    ),
)


def without_ids(battle_map: BattleMap) -> BattleMap:
    """Return a map whose parts are called by their place."""
    names = ("walls", "light_sources", "pins")
    parts = {
        name: tuple(one.replace(id=str(n)) for n, one in enumerate(getattr(battle_map, name)))
        for name in names
    }
    return battle_map.replace(**parts)


def answered(found: Imported, chance: Any) -> Imported:
    """Answer every question, one of them twice."""
    for check in (*found.report.checks, *found.report.checks[:1]):
        found = found.answered(check.id, chance(st.sampled_from(check.choices)).id)
    return found


@given(SCENES, st.sampled_from(SceneVersion), st.data())
def test_a_scene_comes_back_from_its_export(data: Any, version: SceneVersion, more: Any) -> None:
    """Whatever is answered: walls, lights, pins, picture, scale; and nothing is asked again."""
    with TemporaryDirectory() as place:
        folder = Path(place)
        picture(folder)
        found = answered(reading(folder, data), more.draw)
        assert reading(folder, data).map == reading(folder, data).map
        target = Target("mill", format_of(f"foundry-{version}"))
        made = export_map(found.map, found.picture, lambda *_: b"", target)
        again = folder / "again.json"
        again.write_text(made.text, encoding="utf-8")
        back = read_map(again)
    assert without_ids(back.map) == without_ids(found.map)
    assert back.picture == found.picture
    assert back.report.checks == ()


JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=8)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(
            st.sampled_from(
                ["c", "x", "y", "flags", "config", "size", "src", "type", "levels", "gridwar"]
            ),
            inner,
            max_size=4,
        ),
    ),
    max_leaves=12,
)


@given(st.dictionaries(st.sampled_from([*scene(), "levels", "img"]), JSON, min_size=1))
def test_whatever_stands_in_a_scene_is_read_or_refused(parts: dict[str, Any]) -> None:
    """No value in the place of another brings the reader down."""
    with TemporaryDirectory() as place:
        path = Path(place) / "scene.json"
        path.write_text(json.dumps({**scene(), **parts}), encoding="utf-8")
        assert refusal(path) == "" or str(path) in refusal(path)


def refusal(path: Path) -> str:
    """Return why a scene is refused; empty where it is read."""
    try:
        read_map(path).report.text()
    except MapError as error:
        return str(error)
    return ""
