"""What holds for any UVTT file: read, written and read again it is the same map."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from hypothesis import given
from hypothesis import strategies as st

from gridwar.errors import MapError
from gridwar.formats.uvtt import read_uvtt, write_uvtt
from tests.support.uvtt import light, line, portal, uvtt

if TYPE_CHECKING:
    from gridwar.formats.import_report import Imported
    from gridwar.model.battlemap import BattleMap

# Coarse places meet often, fine ones seldom: both matter.
PLACES = st.tuples(
    *[
        st.one_of(
            st.integers(-3, 12).map(float),
            st.integers(-30, 120).map(lambda tenth: tenth / 10),
            st.floats(-3, 12).map(lambda place: round(place, 6)),
        )
    ]
    * 2
)
LINES = st.lists(st.lists(PLACES, min_size=1, max_size=7).map(lambda one: line(*one)), max_size=5)
PORTALS = st.lists(
    st.builds(
        lambda a, b, closed, free: portal(a, b, closed=closed, freestanding=free),
        PLACES,
        PLACES,
        st.booleans(),
        st.booleans(),
    ),
    max_size=4,
)
LIGHTS = st.lists(
    st.builds(
        lambda place, reach, colour: light(*place, range=reach, color=f"{colour:08x}"),
        PLACES,
        st.floats(0.01, 50),
        st.integers(0, (1 << 32) - 1),
    ),
    max_size=3,
)
ORIGINS = st.one_of(
    st.just((0.0, 0.0)), PLACES, st.tuples(st.integers(-50, 50), st.integers(-50, 50))
)
ENVIRONMENTS = st.sampled_from([..., {}, {"baked_lighting": False, "ambient_light": "ff112233"}])


def again(found: Imported, folder: Path) -> Imported:
    """Write a map and read it back."""
    path = folder / "map.dd2vtt"
    path.write_text(write_uvtt(found.map, found.picture)[0], encoding="utf-8")
    return read_uvtt(path)


def standing(battle_map: BattleMap) -> set[Any]:
    """Return walls, doors and windows by what they are, without their ids and directions."""
    return {
        (min(one.a, one.b), max(one.a, one.b), one.kind, one.door, one.name, one.stops_movement)
        for one in battle_map.walls
    }


@given(LINES, LINES, PORTALS, LIGHTS, ORIGINS, ENVIRONMENTS)
def test_a_map_comes_back_from_its_export(
    walls: Any, objects: Any, portals: Any, lights: Any, origin: Any, environment: Any
) -> None:
    """Walls, doors, windows, lights, picture and what is kept: all are the same."""
    data = uvtt(
        line_of_sight=walls,
        objects_line_of_sight=objects,
        portals=portals,
        lights=lights,
        environment=environment,
    )
    data["resolution"]["map_origin"] = {"x": origin[0], "y": origin[1]}
    with TemporaryDirectory() as folder:
        path = Path(folder) / "map.dd2vtt"
        path.write_text(json.dumps(data), encoding="utf-8")
        found = read_uvtt(path)
        back = again(found, Path(folder))
    assert standing(back.map) == standing(found.map)
    assert back.picture == found.picture
    plain = {one.replace(walls=(), kept=None) for one in (found.map, back.map)}
    assert len(plain) == 1
    assert {one.map.kept and one.map.kept.file for one in (found, back)} == {
        found.map.kept and found.map.kept.file
    }
    of_doors = [one.map.kept.walls if one.map.kept else {} for one in (found, back)]
    assert sorted(of_doors[0].values()) == sorted(of_doors[1].values())
    assert not any(one.id.startswith("portal") for one in back.report.checks)
    assert back.report.mended == () or {one.code for one in back.report.mended} == {
        "origin_off_grid"
    }


JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=8)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(
            st.sampled_from(
                [
                    "x",
                    "y",
                    "position",
                    "bounds",
                    "range",
                    "color",
                    "map_size",
                    "map_origin",
                    "closed",
                ]
            ),
            inner,
            max_size=4,
        ),
    ),
    max_leaves=12,
)


@given(st.dictionaries(st.sampled_from(sorted(uvtt())), JSON, min_size=1))
def test_whatever_stands_in_a_file_is_read_or_refused(parts: dict[str, Any]) -> None:
    """No value in the place of another brings the reader down; a map it makes can be written."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "map.dd2vtt"
        path.write_text(json.dumps({**uvtt(), **parts}), encoding="utf-8")
        try:
            found = read_uvtt(path)
        except MapError as error:
            assert str(path) in str(error)  # noqa: PT017 whether it is refused is open
            return
        again(found, Path(folder))
