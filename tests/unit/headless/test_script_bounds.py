"""Scripts made to hurt: places beyond the map, endless numbers, pictures of somewhere else."""

from __future__ import annotations

import contextlib
import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridwar import cli
from gridwar.errors import GridwarError
from gridwar.headless.read_script import EXAMPLE, first_encounter, read_command, read_script
from gridwar.paths import data_dir
from gridwar.systems import find_system

if TYPE_CHECKING:
    from pathlib import Path

TWO = (
    {"id": "a", "sample": "marine", "pos": [3, 3]},
    {"id": "b", "sample": "brawler", "side": "2", "pos": [8, 3]},
)
BEGIN = {"command": {"kind": "begin_fight"}}


def _run(folder: Path, capsys: pytest.CaptureFixture[str], **changes: Any) -> tuple[int, str]:
    data = {"system": "cepheus", "combatants": TWO, "seed": 1, "defaults": True, **changes}
    path = folder / "script.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    code = cli.main(["run", str(path)])
    said = capsys.readouterr()
    return code, said.err + said.out


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"combatants": [{"id": "a", "pos": [9, 108]}]}, "pos: 9, 108 lies off the map"),
        ({"combatants": [{"id": "a", "pos": [-1, 0]}]}, "lies off the map"),
        ({"combatants": [{"id": "a", "pos": [2**62, 5]}]}, "combatants.0.pos.0"),
        ({"combatants": [{"id": "a", "fields": {"size": [0, 1]}}]}, "size.0"),
        ({"combatants": [{"id": "a", "fields": {"size": [101, 1]}}]}, "1 to 100 cells a side"),
        ({"combatants": [{"id": str(n)} for n in range(1001)]}, "combatants"),
        ({"map": {"walls": [{"id": "w", "a": [0, 0], "b": [10**18, 0]}]}}, "map.walls.0.b.0"),
        ({"commands": [{"undo": 10**9}]}, "commands.0.undo"),
        ({"commands": [{"redo": 10**9}]}, "commands.0.redo"),
        ({"commands": [{}] * 10_001}, "commands"),
        (
            {"commands": [{"command": {"kind": "move", "actor": "a", "path": [[1, 1]] * 10**5}}]},
            "command: path",
        ),
        (
            {"commands": [{"command": {"kind": "move", "actor": "a", "path": [[1, 2**70]]}}]},
            "command: path.0.1",
        ),
    ],
)
def test_what_is_out_of_bounds_is_3(
    changes: dict[str, Any], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A place off the map, a body of no size, a step without end: named with their place."""
    code, said = _run(tmp_path, capsys, **changes)
    assert code == 3
    assert words in said


@pytest.mark.parametrize(
    ("command", "refusal"),
    [
        ({"kind": "cepheus.collide", "actor": "a", "vehicle": "b", "solid": True}, "no_vehicle"),
        (
            {"kind": "cepheus.collide", "actor": "a", "vehicle": "x", "solid": True},
            "no_such_combatant",
        ),
        ({"kind": "set_value", "who": ["a"], "field": "note", "value": "[" * 10**5}, "misfit"),
        ({"kind": "set_value", "who": ["a"], "field": "altitude", "value": "9" * 5000}, "misfit"),
        ({"kind": "set_value", "who": ["a"], "field": "size", "value": "[0, 0]"}, "misfit"),
        ({"kind": "set_value", "who": ["a"], "field": "size", "value": "[30000, 1]"}, "misfit"),
        ({"kind": "set_value", "who": ["a"], "field": "pos", "value": "[9, 108]"}, "off_map"),
        ({"kind": "set_value", "who": ["a"], "field": "pos.0", "value": "500"}, "off_map"),
    ],
)
def test_a_command_made_to_hurt_is_refused(
    command: dict[str, Any], refusal: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What a command asks for beyond all bounds is a refusal with its code, and short."""
    steps = [BEGIN, {"command": command, "expect": "refused"}]
    code, said = _run(tmp_path, capsys, commands=steps)
    assert (code, f'"code":"{refusal}"' in said) == (0, True), said[:1500]


def test_nobody_joins_off_the_map(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A combatant added by command stands on the map or nowhere."""
    one = find_system("cepheus").data.samples()[0]
    data = json.loads(one.model_dump_json())
    command = {"kind": "add_combatants", "combatants": [{**data, "id": "c", "pos": [0, 20]}]}
    steps = [{"command": command, "expect": "refused"}]
    code, said = _run(tmp_path, capsys, commands=steps)
    assert (code, '"code":"off_map"' in said) == (0, True)


@pytest.mark.parametrize(
    "place",
    [
        "/etc/map.png",
        "../map.png",
        "maps/../../map.png",
        "\\\\host\\share\\map.png",
        "//host/share/map.png",
        "C:\\map.png",
        "C:map.png",
        "maps\\..\\..\\map.png",
        "\\map.png",
    ],
)
def test_a_picture_is_sought_beside_its_script_only(
    place: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A place elsewhere is refused unread, on any system: a look at one may call another host."""
    code, said = _run(tmp_path, capsys, picture=place)
    assert code == 3
    assert "must lie in the folder of the script" in said


SKIRMISH = json.loads((data_dir("assets") / "scripts" / "a-skirmish.json").read_text("utf-8"))
_ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=5),
    st.sampled_from([2**63, -(2**63), 10**40, "\ud800", [], {}, [[0, 0]], {"kind": "x"}]),
)


def _places(data: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = data.items() if isinstance(data, dict) else enumerate(data)
    found = [(*way, key) for key, _value in inner] if isinstance(data, dict | list) else []
    for one in tuple(found):
        value = data[one[-1]]
        if isinstance(value, dict | list):
            found += _places(value, one)
    return found


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_a_script_with_anything_in_it_is_read_or_named(
    data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Whatever stands in the place of one value, a script is read or refused in our words."""
    script = json.loads(json.dumps(data.draw(st.sampled_from([dict(EXAMPLE), SKIRMISH]))))
    *way, last = data.draw(st.sampled_from(_places(script)))
    inner = script
    for one in way:
        inner = inner[one]
    inner[last] = data.draw(_ODD)
    path = tmp_path_factory.getbasetemp() / "script.json"
    path.write_text(json.dumps(script), encoding="utf-8")
    with contextlib.suppress(GridwarError):
        found = read_script(path)
        first_encounter(found)
        for step in found.commands:
            if step.command is not None:
                read_command(find_system(found.system), step)


ASSAULT = {"kind": "cepheus.attack", "actor": "a", "target": "b", "weapon": "gauss_rifle"}


def test_a_script_with_a_wrong_step_leaves_no_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same script, mended, can be played into the same file."""
    target, script = tmp_path / "fight.gridwar", tmp_path / "script.json"
    data = {"system": "cepheus", "combatants": TWO, "seed": 1, "defaults": True}
    for kind, code in (("cepheus.atack", cli.BAD_FILE), ("cepheus.attack", cli.DONE)):
        steps = [BEGIN, {"command": {**ASSAULT, "kind": kind}}]
        script.write_text(json.dumps({**data, "commands": steps}), encoding="utf-8")
        assert cli.main(["run", str(script), "-o", str(target)]) == code
        assert target.exists() is (code == cli.DONE)
    assert "commands.1" in capsys.readouterr().err


def test_a_script_is_read_whole_before_anything_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A word that no system knows in the last step is told before the first has come out."""
    code, said = _run(tmp_path, capsys, commands=[BEGIN, {"command": {"kind": "cepheus.atack"}}])
    assert code == cli.BAD_FILE
    assert "commands.1" in said
    assert '"outcome"' not in said
