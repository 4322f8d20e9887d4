"""Maps drawn by a script: strokes by their names, in the file that is written of them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from gridwar import cli
from gridwar.engine.session.session import Session
from gridwar.model.geometry import Cell
from gridwar.model.sketch import EdgeKind, SketchStyle
from gridwar.model.sketch_strokes import Edge
from gridwar.model.walls import DoorState, WallKind
from gridwar.storage.open_gridwar_file import read_file
from gridwar.systems import find_system

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from gridwar.model.battlemap import BattleMap

STROKES: list[dict[str, Any]] = [
    {"kind": "draw_room", "a": [1, 1], "b": [5, 4]},
    {"kind": "draw_corridor", "way": [[5, 2], [6, 2], [7, 2]]},
    {"kind": "draw_edges", "edges": [[[5, 2], [6, 2]]], "edge_kind": "secret_door"},
    {"kind": "dig_cave", "dabs": [[8704, 2560]], "radius_cells": 1.5},
    {"kind": "put_sketch_things", "put": [{"kind": "water", "cell": [2, 2]}]},
    {"kind": "set_sketch_style", "style": "blueprint"},
]


def played(tmp_path: Path, strokes: list[dict[str, Any]]) -> tuple[int, Path]:
    """Run a script of strokes; return the exit code and the file that was written."""
    path, fight = tmp_path / "script.json", tmp_path / "fight.gridwar"
    commands = [{"command": stroke} for stroke in strokes]
    script = {"system": "freeform", "map": {"width": 12, "height": 9}, "commands": commands}
    path.write_text(json.dumps(script))
    return cli.main(["run", str(path), "-o", str(fight)]), fight


def page_in(fight: Path) -> BattleMap:
    """Return the map as it stands in a file."""
    opened = read_file(fight, find_system)
    return Session(opened.system, opened.loaded).encounter.map


def test_a_map_is_drawn_by_a_script(tmp_path: Path) -> None:
    """Room, corridor, a kind of edge by its name, cave, water and style are in the file."""
    code, fight = played(tmp_path, STROKES)
    assert code == 0
    page = page_in(fight)
    assert page.sketch is not None
    assert page.sketch.style is SketchStyle.BLUEPRINT
    assert Edge(Cell(5, 2), Cell(6, 2)).kind(page.sketch.arrays) is EdgeKind.SECRET_DOOR
    assert page.sketch.cave.any()
    assert page.terrain_at(Cell(2, 2)).name == "water"
    doors = [one.door for one in page.walls if one.kind is WallKind.DOOR]
    assert doors == [DoorState.SECRET]


def test_an_unknown_kind_of_edge_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The message says where it stands."""
    wrong = {"kind": "draw_edges", "edges": [[[5, 2], [6, 2]]], "edge_kind": "hatch"}
    code, _fight = played(tmp_path, [*STROKES[:1], wrong])
    assert code != 0
    assert "edge_kind" in capsys.readouterr().err
