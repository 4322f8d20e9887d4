"""What comes with Gridwar to begin with: maps, fights upon them, a script."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

import pytest

from gridwar import cli
from gridwar.dice.dice_sources import TypedDice
from gridwar.engine.play.play_command import Options, play
from gridwar.engine.play.play_outcome import Accepted
from gridwar.engine.session.session import Session
from gridwar.formats.picture_headers_and_limits import look_at
from gridwar.formats.uvtt import read_uvtt
from gridwar.model.geometry import footprint
from gridwar.model.walls import WallKind
from gridwar.paths import data_dir
from gridwar.storage.new_open_and_sample_fights import read_json, sample_fights
from gridwar.systems import find_system
from gridwar.systems.arrgs.core.riders import driver_of
from gridwar.systems.arrgs.core.sheet import sheet_of as arrgs_sheet
from gridwar.systems.arrgs.positions import turning_and_facing
from gridwar.systems.cepheus.core.machines_and_aboard import drives, occupants

if TYPE_CHECKING:
    from pathlib import Path

FIGHTS = sample_fights()
IN_THE_OPEN = ("i-jungle-river", "k-desert-plain", "q-boarding")


def test_there_is_a_fight_for_each_kind_of_start() -> None:
    """Cepheus opens without a file; ARRGS and freeform are there, then more of all with maps."""
    found = [read_json(path, find_system).loaded.first.system for path in FIGHTS]
    assert found[:3] == ["cepheus", "arrgs", "freeform"]
    assert set(found[3:]) == {"cepheus", "arrgs", "fluid", "drive", "percentile"}


@pytest.mark.parametrize("path", FIGHTS, ids=lambda path: path.stem)
def test_every_row_comes_out_of_its_replies_as_it_stands(path: Path) -> None:
    """Played again with its stored replies, each command gives the stored events."""
    opened = read_json(path, find_system)
    history = Session(opened.system, opened.loaded).history
    for row in opened.loaded.rows:
        before, options = history.state(row.parent), Options(TypedDice())
        outcome = play(opened.system, before, row.command, row.replies, options)
        assert isinstance(outcome, Accepted), f"{path.name}: row {row.id}: {outcome}"
        assert outcome.events == row.events, f"{path.name}: row {row.id}: write it anew"


def test_a_fight_with_a_grenade_and_a_grapple_is_among_them() -> None:
    """It is the turn of the marine with the grenade; a wrestler and a medic are there, too."""
    path = next(path for path in FIGHTS if path.stem == "d-hold")
    loaded = read_json(path, find_system).loaded
    assert {"brod", "kosta", "hale"} <= set(loaded.first.combatants)


def test_a_chase_with_mounted_weapons_is_among_them() -> None:
    """Two vehicles under way with their crews, a drone and a robot; everybody sits in his seat."""
    path = next(path for path in FIGHTS if path.stem == "e-chase")
    first = read_json(path, find_system).loaded.first
    drivers = {one.id for one in first.everyone() if drives(first, one.id)}
    assert drivers == {"lena", "moss"}
    assert occupants(first, "raider") == ("moss", "kett", "rill")


def test_a_skirmish_with_long_weapons_is_among_them() -> None:
    """In the gate passage two have Reach on one side and one on the other, who begins."""
    path = next(path for path in FIGHTS if path.stem == "f-gate-passage")
    combatants = read_json(path, find_system).loaded.first.combatants
    reach = {who: getattr(one.sheet, "reach", 0) for who, one in combatants.items()}
    assert {who for who, squares in reach.items() if squares} == {"osric", "ysolt", "marrow"}


@pytest.mark.parametrize("path", FIGHTS, ids=lambda one: one.stem)
def test_a_fight_lies_whole_on_its_picture(path: Path) -> None:
    """The picture is in the file, in the size the map says, and small enough to ship."""
    opened = read_json(path, find_system)
    ground = opened.loaded.first.map
    assert ground.picture is not None
    (blob,) = opened.blobs
    assert hashlib.sha256(blob).hexdigest() == ground.picture.sha256
    assert len(blob) < 1_500_000
    info = look_at(blob)
    assert (info.width_px, info.height_px) == (ground.picture.width_px, ground.picture.height_px)
    assert ground.picture.size_cells(ground.size) == (ground.width, ground.height)
    maps = {one.read_bytes() for one in (data_dir("assets") / "maps").iterdir()}
    assert blob in maps


@pytest.mark.parametrize("path", FIGHTS, ids=lambda one: one.stem)
def test_everybody_stands_somewhere_sensible(path: Path) -> None:
    """Nobody stands in rock, nor on anybody but what carries them.

    On a picture there are walls and cover, but under the open sky and in space.
    """
    first = read_json(path, find_system).loaded.first
    ground, taken = first.map, set()
    for one in first.everyone():
        assert one.pos is not None
        if getattr(one.sheet, "aboard", None) or getattr(one.sheet, "rides", None):
            continue
        for cell in footprint(one.pos, one.size):
            assert ground.contains(cell)
            assert not ground.terrain_at(cell).impassable
            assert cell not in taken
            taken.add(cell)
    assert len({one.side for one in first.everyone()}) >= 2
    if path.stem not in IN_THE_OPEN:
        assert {WallKind.WALL, WallKind.DOOR} <= {wall.kind for wall in ground.walls}
        assert ground.cover_objects


@pytest.mark.parametrize("path", FIGHTS, ids=lambda one: one.stem)
def test_a_fight_has_begun(path: Path) -> None:
    """It is somebody's turn when a sample opens, and that can be undone."""
    opened = read_json(path, find_system)
    assert opened.loaded.position.cursor >= 1
    assert opened.report == ()


def test_a_map_lies_ready_to_be_imported() -> None:
    """The inn's map is there as other programs write one: read whole, its windows to be told."""
    (path,) = (data_dir("assets") / "maps").glob("*.dd2vtt")
    imported = read_uvtt(path)
    ground = read_json(FIGHTS[0], find_system).loaded.first.map
    found = imported.map
    assert (found.width, found.height) == (ground.width, ground.height)
    kinds = [one.kind for one in ground.walls]
    doors = [one for one in found.walls if one.kind is not WallKind.WALL]
    assert len(doors) == kinds.count(WallKind.DOOR) + kinds.count(WallKind.WINDOW)
    assert len(found.lights) == len(ground.lights) > 0
    assert imported.report.checks
    assert found.picture == ground.picture


def test_the_sample_script_is_a_fight_of_two_rounds(capsys: pytest.CaptureFixture[str]) -> None:
    """It moves, attacks, dodges, wounds, undoes and ends in the second round."""
    script = min((data_dir("assets") / "scripts").glob("*.json"))
    assert cli.main(["run", str(script)]) == 0
    said = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    kinds = {one["command"]["kind"] for one in said if "command" in one}
    assert {"begin_fight", "next_turn", "move", "cepheus.attack"} <= kinds
    titles = {one["event"]["trace"]["title"] for one in said if "trace" in one.get("event", {})}
    for words in ("Dodge", "Parry", "Damage to"):
        assert any(words in title for title in titles), words
    assert "undone" in {one.get("outcome") for one in said}
    assert said[-1]["encounter"]["round"] == 2


def test_a_charge_of_riders_and_a_fireball_are_among_them() -> None:
    """Four are in the saddle or at the controls; a mage whose fireball may scatter is to act."""
    first = {path.stem: read_json(path, find_system).loaded.first for path in FIGHTS[6:8]}
    ford, fire = first["g-ford"], first["h-toll-house"]
    steered = {one.id: driver_of(ford, one.id) for one in ford.everyone()}
    assert {"thunder": "aldis", "petrel": "wren", "wagon": "tolly"}.items() <= steered.items()
    assert all(
        turning_and_facing.is_tracked(ford, one, "walking")
        for one in ("thunder", "petrel", "wagon")
    )
    mage = arrgs_sheet(fire["isolde"])
    assert any(spell.is_spell and spell.area_radius for spell in mage.weapons)
