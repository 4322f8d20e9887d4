"""The shelf of maps: kept with picture, name and tags, renamed, taken off, put back."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from gridwar.control.library.maps_of_fights import begun_on, keep_on_shelf, map_of, read_map_of
from gridwar.engine.gm.map_commands import LayMap, PutWalls
from gridwar.engine.session.session import Session
from gridwar.errors import FileError
from gridwar.model.walls import WallKind
from gridwar.storage.fight_summary import read_summary
from gridwar.storage.map_shelf import MOST_REMOVED, MapShelf
from gridwar.storage.new_open_and_sample_fights import open_fight, sample_fights
from gridwar.systems import find_system

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def shelf(tmp_path: Path) -> MapShelf:
    """Return an empty shelf."""
    return MapShelf(find_system, tmp_path / "maps")


@pytest.fixture(scope="module")
def inn() -> Path:
    """Return the sample with a picture, walls and doors."""
    return next(one for one in sample_fights() if one.name.startswith("a-"))


def test_a_map_is_kept_whole_and_read_again(shelf: MapShelf, inn: Path) -> None:
    """Its picture, walls and name come along; its doors stand as they were laid."""
    taken = read_map_of(inn)
    path = keep_on_shelf(shelf, taken, "The Heron", ("inn", "night"))
    again = read_map_of(path)
    assert again.picture == taken.picture is not None
    assert again.page == taken.page.replace(name="The Heron", tags=("inn", "night"))
    assert [one.path for one in shelf.maps()] == [path]
    assert shelf.holds(path)


def test_what_was_drawn_stays_drawn(shelf: MapShelf, inn: Path) -> None:
    """A wall drawn in a fight is no part of its picture in the next fight either."""
    fight = open_fight(inn, find_system)
    page = fight.session.encounter.map
    wall = next(one for one in page.walls if one.kind is WallKind.WALL)
    fight.session.submit(PutWalls(put=(wall.replace(id="mine"),)))
    taken = map_of(fight.session, None)
    fight.close()
    assert [type(one) for one in taken.drawn] == [PutWalls]
    assert read_map_of(keep_on_shelf(shelf, taken, "x", ())).drawn == taken.drawn


def test_a_fight_begins_on_a_kept_map_by_any_rules(shelf: MapShelf, inn: Path) -> None:
    """It has the map, its picture and nobody."""
    path = keep_on_shelf(shelf, read_map_of(inn), "The Heron", ())
    fight = begun_on("drive", read_map_of(path))
    assert fight.journal is not None
    now = fight.session.encounter
    assert (now.system, now.title, len(now.combatants)) == ("drive", "The Heron", 0)
    assert now.map.walls == read_map_of(inn).page.walls
    assert now.map.picture is not None
    assert fight.journal.get_blob(now.map.picture.sha256) is not None
    fight.close()


def test_it_is_laid_in_a_fight_and_taken_back_as_one(inn: Path) -> None:
    """Laying a map with what is drawn on it is one step."""
    session = Session(find_system("freeform"), find_system("freeform").new_encounter("here"))
    before = session.encounter.map
    taken = read_map_of(inn)
    session.submit(taken.laying())
    assert session.encounter.map.walls == taken.page.walls
    session.undo()
    assert session.encounter.map == before
    assert isinstance(taken.laying(), LayMap)


def test_two_of_one_name_lie_beside_each_other(shelf: MapShelf, inn: Path) -> None:
    """None that is there is replaced."""
    taken = read_map_of(inn)
    first, second = (keep_on_shelf(shelf, taken, "Twin: a/b", ()) for _once in range(2))
    assert first != second
    assert {one.path for one in shelf.maps()} == {first, second}


def test_renaming_changes_name_and_tags_alone(shelf: MapShelf, inn: Path) -> None:
    """Its file stays; a list of maps says the new name."""
    path = keep_on_shelf(shelf, read_map_of(inn), "Old", ("a",))
    before = read_map_of(path)
    shelf.rename(path, "New", ("b", "c"))
    after = read_map_of(path)
    assert after.page == before.page.replace(name="New", tags=("b", "c"))
    seen = read_summary(path)
    assert (seen.name, seen.tags, seen.width) == ("New", ("b", "c"), before.page.width)
    assert seen.picture == before.picture


def test_a_map_taken_off_can_be_put_back(shelf: MapShelf, inn: Path) -> None:
    """Its file is moved, not destroyed."""
    path = keep_on_shelf(shelf, read_map_of(inn), "Gone", ())
    place = shelf.remove(path)
    assert shelf.maps() == ()
    back = shelf.put_back(place)
    assert [one.path for one in shelf.maps()] == [back]
    assert read_map_of(back).page.name == "Gone"


def test_only_the_last_ones_taken_off_are_kept(shelf: MapShelf, inn: Path) -> None:
    """Else the folder would grow for ever."""
    path = keep_on_shelf(shelf, read_map_of(inn), "One", ())
    for number in range(MOST_REMOVED + 3):
        copy = shelf.folder / f"copy-{number}.gridwar"
        shutil.copy(path, copy)
        shelf.remove(copy)
    assert len(list(shelf.removed.glob("*.gridwar"))) == MOST_REMOVED


def test_a_damaged_file_takes_no_other_with_it(shelf: MapShelf, inn: Path) -> None:
    """It is listed, says what is wrong, and stays where it is."""
    good = keep_on_shelf(shelf, read_map_of(inn), "Good", ())
    bad = shelf.folder / "bad.gridwar"
    bad.write_bytes(b"no map")
    assert {one.path for one in shelf.maps()} == {good, bad}
    assert read_summary(bad).why_not
    with pytest.raises(FileError, match=r"bad\.gridwar"):
        read_map_of(bad)
    assert bad.read_bytes() == b"no map"


def test_a_shelf_that_is_not_there_is_empty(shelf: MapShelf) -> None:
    """Nobody has kept a map yet."""
    assert shelf.maps() == ()
