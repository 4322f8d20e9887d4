"""Walls of every kind in scripts, and in the files that are written of them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from gridwar import cli
from gridwar.engine.session.session import Session
from gridwar.model.walls import Wall, WallKind, WallSide, WallSight
from gridwar.storage.open_gridwar_file import read_file
from gridwar.systems import find_system

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

ENDS = {"a": [0, 2048], "b": [4096, 2048]}
PUT: list[dict[str, Any]] = [
    {"id": "hedge", "sight": "limited", **ENDS},
    {"id": "mirror", "one_way": "left", **ENDS},
    {"id": "gallery", "foot_m": 2, "height_m": 3, **ENDS},
    {"id": "curtain", "kind": "curtain", "blocks_movement": False, **ENDS},
    {"id": "old window", "kind": "window", "blocks_sight": False, **ENDS},
    {"id": "old wall", "blocks_sight": True, **ENDS},
]


def played(tmp_path: Path, *steps: dict[str, Any]) -> tuple[int, Path]:
    """Run a script of these steps; return the exit code and the file that was written."""
    path, fight = tmp_path / "script.json", tmp_path / "fight.gridwar"
    script = {"system": "freeform", "map": {"width": 9, "height": 9}, "commands": list(steps)}
    path.write_text(json.dumps(script))
    return cli.main(["run", str(path), "-o", str(fight)]), fight


def walls_in(fight: Path) -> dict[str, Wall]:
    """Return the walls of a fight as it stands in its file, by their ids."""
    opened = read_file(fight, find_system)
    encounter = Session(opened.system, opened.loaded).encounter
    return {wall.id: wall for wall in encounter.map.walls}


def test_walls_of_every_sort_are_written_and_read_again(tmp_path: Path) -> None:
    """Also as they were written before: a switch for sight."""
    code, fight = played(tmp_path, {"command": {"kind": "put_walls", "put": PUT}})
    assert code == 0
    found = walls_in(fight)
    assert found["hedge"].sight is WallSight.LIMITED
    assert found["mirror"].one_way is WallSide.LEFT
    assert (found["gallery"].foot_m, found["gallery"].height_m) == (2.0, 3.0)
    assert found["curtain"].kind is WallKind.CURTAIN
    assert found["old window"].sight is WallSight.NONE
    assert found["old wall"].sight is WallSight.FULL


def test_what_a_script_takes_back_is_gone_from_its_file(tmp_path: Path) -> None:
    """Undo and redo of walls that know more are those of any wall."""
    put = {"command": {"kind": "put_walls", "put": PUT[:2]}}
    turned = {"id": "mirror", "one_way": "right", **ENDS}
    change = {"command": {"kind": "put_walls", "put": [turned]}}
    _code, fight = played(tmp_path, put, change, {"undo": 1})
    assert walls_in(fight)["mirror"].one_way is WallSide.LEFT
    fight.unlink()
    _code, fight = played(tmp_path, put, change, {"undo": 2}, {"redo": 2})
    assert walls_in(fight)["mirror"].one_way is WallSide.RIGHT


def test_what_no_wall_can_be_is_refused_by_its_field(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A foot above the top, a side that there is not, both spellings of sight."""
    for wrong, told in (
        ({"foot_m": 3, "height_m": 2}, "has no height"),
        ({"one_way": "up"}, "one_way"),
        ({"sight": "full", "blocks_sight": True}, "blocks_sight"),
    ):
        wall = {"id": "w", **ENDS, **wrong}
        code, _fight = played(tmp_path, {"command": {"kind": "put_walls", "put": [wall]}})
        assert code == 3
        assert told in capsys.readouterr().err
