"""What sides see and remember: walls, doors, light, smoke, pins, modes, and who is asked at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from frozendict import frozendict

from gridwar.dice.dice_sources import SeededDice
from gridwar.engine.gm.combatant_commands import Place, SetValue
from gridwar.engine.gm.commands_together import Together
from gridwar.engine.gm.fog_commands import Cover, CoverMap, PinCells, SetFog, Uncover, UncoverMap
from gridwar.engine.gm.map_commands import PutZones, SetDoor, SetPage
from gridwar.engine.kit.turn_and_move_commands import Move
from gridwar.engine.perception import memory_after_command
from gridwar.engine.perception.doors_as_seen import door_as_known
from gridwar.engine.perception.side_sight import known_points, points_seen_by, seen_points
from gridwar.engine.play.play_outcome import Accepted, Outcome, Refused
from gridwar.engine.play.preview_and_named_outcomes import preview
from gridwar.engine.session.journal_rows import DiceCounter, Loaded, Position
from gridwar.engine.session.session import Session
from gridwar.grid.areas.rooms import room_around
from gridwar.model.command import Adjustments, Answer
from gridwar.model.encounter import Side
from gridwar.model.events_fog import Explored
from gridwar.model.geometry import Cell
from gridwar.model.memory import CellPin, FogMode
from gridwar.model.walls import DoorState
from gridwar.model.zones import LIGHT, SMOKE, Light, Zone
from gridwar.storage.new_open_and_sample_fights import create, open_fight
from gridwar.systems import find_system
from tests.support import asking
from tests.support.fog_house import CELLAR, FREEFORM, HALL, LEFT, OUTSIDE, RIGHT, house

if TYPE_CHECKING:
    from pathlib import Path

    import pytest
    from numpy.typing import NDArray

    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter

IN_HALL = Cell(14, 11)
BY_SIGHT = SetFog(mode=FogMode.BY_SIGHT)


def _session(*commands: Command, fight: Encounter | None = None) -> Session:
    session = Session(FREEFORM, fight or house())
    for command in commands:
        _done(session, command)
    return session


def _done(session: Session, command: Command) -> tuple[str, ...]:
    outcome: Outcome = session.submit(command)
    assert isinstance(outcome, Accepted), outcome
    return tuple(event.kind for event in outcome.events)


def _cells(points: NDArray[np.bool_]) -> frozenset[Cell]:
    """Return the cells of which all points are set."""
    height, width = points.shape
    whole = points.reshape(height // 8, 8, width // 8, 8).all(axis=(1, 3))
    return frozenset(Cell(x, y) for y, x in np.argwhere(whole).tolist())


def _knows(session: Session, cell: Cell, side: str = "1") -> bool:
    return cell in _cells(known_points(session.encounter, side))


def _remembers(session: Session, cell: Cell, side: str = "1") -> bool:
    fight = session.encounter
    return cell in _cells(fight.vision.memory(side).points.rows(fight.map.size))


def test_with_fog_off_everything_is_in_sight_and_nothing_is_kept() -> None:
    """Commands add no events, and both answers are the whole map."""
    session = _session()
    assert _done(session, Place(to=(("ann", LEFT),))) == ("combatant_moved",)
    assert seen_points(session.encounter, "1").all()
    assert known_points(session.encounter, "2").all()


def test_with_fog_off_nobody_is_asked_what_they_see(monkeypatch: pytest.MonkeyPatch) -> None:
    """A command pays nothing for fog that is not there."""

    def refuse(*_given: object) -> None:
        raise AssertionError("sight is worked out")

    for name in ("looks_of", "looks_of_side"):
        monkeypatch.setattr(memory_after_command, name, refuse)
    session = _session(SetDoor(wall=HALL, state=DoorState.OPEN))
    _done(session, Place(to=(("ann", LEFT),)))


def test_previews_and_refused_commands_work_out_no_sight(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what is done is remembered."""
    session = _session(BY_SIGHT)

    def refuse(*_given: object) -> None:
        raise AssertionError("sight is worked out")

    for name in ("looks_of", "looks_of_side"):
        monkeypatch.setattr(memory_after_command, name, refuse)
    step = Move(actor="ann", path=(Cell(12, 13),))
    assert preview(FREEFORM, session.encounter, step).refusal is None
    assert isinstance(session.submit(SetDoor(wall="none", state=DoorState.OPEN)), Refused)


def test_a_room_is_known_once_somebody_looks_into_it() -> None:
    """Outside at first; an opened door is enough, and what was seen stays known."""
    session = _session(BY_SIGHT)
    assert _remembers(session, Cell(2, 14))
    assert not _knows(session, LEFT)
    _done(session, Place(to=(("ann", Cell(14, 12)),)))
    assert not _knows(session, Cell(14, 9))
    assert "explored" in _done(session, SetDoor(wall=HALL, state=DoorState.OPEN))
    assert _remembers(session, Cell(14, 9))
    _done(session, SetDoor(wall=HALL, state=DoorState.CLOSED))
    assert Cell(14, 9) not in _cells(seen_points(session.encounter, "1"))
    assert _knows(session, Cell(14, 9))


def test_a_walk_uncovers_along_its_way_and_a_free_move_where_it_ends() -> None:
    """Past an open door one has looked in; lifted over the house one has not."""
    session = _session(SetDoor(wall=HALL, state=DoorState.OPEN), BY_SIGHT)
    way = tuple(Cell(x, 12) for x in range(12, 18))
    start = Place(to=(("ann", Cell(11, 12)), ("bob", Cell(2, 2))))
    _done(session, start)
    assert not _knows(session, Cell(14, 5))
    _done(session, Place(to=(("ann", way[-1]),)))
    assert not _knows(session, Cell(14, 5))
    session.undo()
    _done(session, Move(actor="ann", path=way))
    assert _remembers(session, Cell(14, 5))
    assert Cell(14, 5) not in _cells(seen_points(session.encounter, "1"))


def test_undo_covers_again_and_redo_brings_back() -> None:
    """Exactly what was there, and a branch has a memory of its own."""
    session = _session(SetDoor(wall=HALL, state=DoorState.OPEN), BY_SIGHT)
    before = session.encounter.vision
    _done(session, Place(to=(("ann", IN_HALL),)))
    inside = session.encounter.vision
    session.undo()
    assert session.encounter.vision == before
    session.redo()
    assert session.encounter.vision == inside
    row = session.position.cursor
    session.undo()
    _done(session, Place(to=(("ann", Cell(30, 2)),)))
    assert not _remembers(session, Cell(14, 9))
    session.go_to(row)
    assert session.encounter.vision == inside


def test_amending_an_earlier_command_sees_anew() -> None:
    """What comes after it is played again, and remembers what it saw this time."""
    session = _session(BY_SIGHT, SetDoor(wall=HALL, state=DoorState.OPEN))
    _done(session, Place(to=(("ann", IN_HALL),)))
    vision = session.encounter.vision
    amended = session.amend(1, Adjustments(waived=frozenset({"*"})))
    assert amended.replayed == 2
    assert session.encounter.vision == vision


def test_a_file_holds_what_was_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Opened again the memory is there, and nothing of it was worked out anew."""
    path = tmp_path / "fog.gridwar"
    journal = create(path, house(), FREEFORM, DiceCounter(7))
    session = Session(FREEFORM, Loaded(house(), (), Position(), DiceCounter(7)), journal)
    for command in (
        SetDoor(wall=HALL, state=DoorState.OPEN),
        BY_SIGHT,
        Move(actor="ann", path=(Cell(13, 13), Cell(14, 12), IN_HALL)),
        PinCells(pin=CellPin.COVERED, cells=(Cell(1, 1),)),
        Cover(cells=(Cell(2, 2),)),
    ):
        _done(session, command)
    journal.close()

    def refuse(*_given: object) -> None:
        raise AssertionError("sight is worked out")

    for name in ("looks_of", "looks_of_side"):
        monkeypatch.setattr(memory_after_command, name, refuse)
    fight = open_fight(path, find_system)
    assert fight.session.encounter == session.encounter
    assert fight.journal is not None
    fight.journal.close()


def test_who_is_out_or_off_the_board_sees_nothing() -> None:
    """Of the two only who can look is asked; with neither the side has nothing in sight."""
    session = _session(BY_SIGHT, Place(to=(("ann", RIGHT),)))
    assert RIGHT in _cells(seen_points(session.encounter, "1"))
    _done(session, SetValue(who=("ann",), field="sheet.hp", value="0"))
    assert RIGHT not in _cells(seen_points(session.encounter, "1"))
    _done(session, Place(to=(("bob", None),)))
    assert not seen_points(session.encounter, "1").any()
    assert _knows(session, RIGHT)


def test_foes_keep_no_memory_unless_the_game_master_says_so() -> None:
    """A foe uncovers nothing for anybody; named, its side remembers from then on."""
    session = _session(BY_SIGHT)
    _done(session, Place(to=(("foe", LEFT),)))
    assert set(session.encounter.vision.memories) == {"1"}
    assert not _remembers(session, LEFT)
    _done(session, SetFog(also_remembering=frozenset({"2"})))
    assert _remembers(session, LEFT, "2")
    assert not _remembers(session, LEFT)


def test_each_side_of_the_party_has_a_memory_of_its_own() -> None:
    """Allies do not share what they have seen."""
    fight = house()
    sides = fight.sides.set("3", Side(name="Hirelings", stance="party"))
    carl = FREEFORM.new_combatant("carl", "carl", "3").replace(pos=RIGHT)
    session = _session(BY_SIGHT, fight=fight.replace(sides=sides).with_combatant(carl))
    assert _remembers(session, RIGHT, "3")
    assert not _remembers(session, RIGHT)
    _done(session, UncoverMap(sides=("1",)))
    assert _remembers(session, Cell(33, 17))
    assert not _remembers(session, Cell(10, 10), "3")


def test_doors_are_known_as_they_were_seen_last() -> None:
    """Shut behind one's back a door is known open until somebody looks; undo knows it too."""
    session = _session(BY_SIGHT, SetDoor(wall=CELLAR, state=DoorState.OPEN))
    page = session.encounter.map
    assert "hall" in session.encounter.vision.memory("1").doors
    assert CELLAR not in session.encounter.vision.memory("1").doors
    _done(session, Place(to=(("ann", LEFT),)))
    assert door_as_known(session.encounter, "1", page.wall(CELLAR)) is DoorState.OPEN
    _done(session, Place(to=(("ann", OUTSIDE),)))
    assert "doors_seen" not in _done(session, SetDoor(wall=CELLAR, state=DoorState.LOCKED))
    door = session.encounter.map.wall(CELLAR)
    assert door_as_known(session.encounter, "1", door) is DoorState.OPEN
    assert "doors_seen" in _done(session, Place(to=(("ann", LEFT),)))
    assert door_as_known(session.encounter, "1", door) is DoorState.LOCKED
    session.undo()
    assert door_as_known(session.encounter, "1", door) is DoorState.OPEN
    for mode in (FogMode.OFF, FogMode.BY_HAND, FogMode.BY_SIGHT_WITHOUT_MEMORY):
        _done(session, SetFog(mode=mode))
        assert door_as_known(session.encounter, "1", door) is DoorState.LOCKED


def test_an_uncovered_door_is_known_as_it_stood_then() -> None:
    """What the game master shows is as good as seen."""
    session = _session(BY_SIGHT, UncoverMap())
    assert session.encounter.vision.memory("1").doors[CELLAR] is DoorState.CLOSED
    _done(session, SetDoor(wall=CELLAR, state=DoorState.OPEN))
    assert session.encounter.vision.memory("1").doors[CELLAR] is DoorState.CLOSED


def test_where_light_counts_the_dark_is_not_seen() -> None:
    """A dark corner of the wood stays unknown until light does not count any more."""
    corner = tuple(Cell(x, y) for x in range(4) for y in range(14, 18))
    dark = PutZones(put=(Zone(id="d", kind=LIGHT, cells=corner, strength=Light.DARK),))
    session = _session(dark, SetFog(mode=FogMode.BY_SIGHT, counts_light=True))
    assert not set(corner) & _cells(known_points(session.encounter, "1"))
    assert _knows(session, Cell(4, 14))
    _done(session, SetFog(counts_light=False))
    assert set(corner) <= _cells(known_points(session.encounter, "1"))


def test_smoke_is_seen_and_not_seen_through_where_it_stops_sight() -> None:
    """Its first cells are, what lies in it and behind it is not; by itself it stops nothing."""
    bank = tuple(Cell(x, y) for x in (4, 5, 6) for y in range(18))
    session = _session(PutZones(put=(Zone(id="s", kind=SMOKE, cells=bank),)))
    _done(session, SetFog(mode=FogMode.BY_SIGHT_WITHOUT_MEMORY))
    behind, first, inside = Cell(2, 14), Cell(6, 14), Cell(5, 14)
    assert {behind, first, inside} <= _cells(seen_points(session.encounter, "1"))
    _done(session, SetFog(opaque_zones=frozenset({SMOKE})))
    assert {behind, first, inside} & _cells(seen_points(session.encounter, "1")) == {first}
    everywhere = PutZones(put=(Zone(id="f", kind=SMOKE, everywhere=True),))
    _done(session, everywhere)
    _done(session, Place(to=(("bob", None),)))
    seen = _cells(seen_points(session.encounter, "1"))
    x, y = OUTSIDE
    assert {OUTSIDE, Cell(x + 1, y), Cell(x, y - 1)} <= seen
    assert all(abs(one.x - x) < 2 and abs(one.y - y) < 2 for one in seen)


def test_a_low_wall_is_looked_over_from_the_height_of_eyes() -> None:
    """Behind a wall of one metre somebody standing sees the ground farther off, not close by."""
    session = _session(SetFog(mode=FogMode.BY_SIGHT_WITHOUT_MEMORY), Place(to=(("bob", None),)))
    seen = _cells(seen_points(session.encounter, "1"))
    assert Cell(12, 17) in seen
    _done(session, SetFog(eyes_by_size=False))
    seen = _cells(seen_points(session.encounter, "1"))
    assert Cell(12, 17) not in seen
    assert Cell(12, 14) in seen


def test_pinned_cells_stay_shown_or_covered_whatever_is_seen() -> None:
    """Covered ones are not remembered either; unpinned, all goes by sight again."""
    session = _session(BY_SIGHT, CoverMap())
    shown, covered = Cell(20, 5), Cell(13, 14)
    _done(session, PinCells(pin=CellPin.SHOWN, cells=(shown,)))
    _done(session, PinCells(pin=CellPin.COVERED, cells=(covered,)))
    assert _knows(session, shown)
    assert not _knows(session, covered)
    assert covered not in _cells(seen_points(session.encounter, "1"))
    _done(session, Cover(cells=(covered,)))
    assert not _remembers(session, covered)
    assert "explored" in _done(session, PinCells(pin=CellPin.NONE, cells=(shown, covered)))
    assert not _knows(session, shown)
    assert _knows(session, covered)


def test_by_hand_only_what_was_uncovered_is_known_and_all_of_it_is_in_sight() -> None:
    """It needs no tokens; all and none are one command and one undo each."""
    empty = house().without(("ann", "bob", "foe"))
    session = _session(SetFog(mode=FogMode.BY_HAND), fight=empty)
    assert not known_points(session.encounter, "1").any()
    _done(session, Uncover(cells=(LEFT, RIGHT, Cell(99, 99))))
    assert _cells(known_points(session.encounter, "1")) == {LEFT, RIGHT}
    assert (seen_points(session.encounter, "1") == known_points(session.encounter, "1")).all()
    _done(session, Cover(cells=(LEFT,)))
    assert _cells(known_points(session.encounter, "1")) == {RIGHT}
    _done(session, UncoverMap())
    assert known_points(session.encounter, "1").all()
    _done(session, CoverMap())
    assert not known_points(session.encounter, "1").any()
    session.undo()
    session.undo()
    assert _cells(known_points(session.encounter, "1")) == {RIGHT}


def test_what_changes_nothing_is_no_event() -> None:
    """Uncovered twice, covered where nothing is known, a mode that is set already."""
    session = _session(SetFog(mode=FogMode.BY_HAND), Uncover(cells=(LEFT,)))
    for command in (
        SetFog(mode=FogMode.BY_HAND),
        Uncover(cells=(LEFT,)),
        Cover(cells=(RIGHT,)),
        PinCells(pin=CellPin.NONE, cells=(LEFT,)),
        CoverMap(sides=("2",)),
    ):
        assert _done(session, command) == ()


def test_commands_for_nobody_are_refused_with_the_reason() -> None:
    """A side that is not there, or no side that remembers."""
    session = _session(SetFog(mode=FogMode.BY_HAND))
    for command in (UncoverMap(sides=("9",)), SetFog(also_remembering=frozenset({"9"}))):
        outcome = session.submit(command)
        assert isinstance(outcome, Refused)
        assert outcome.text == "There is no side 9 in this fight."
    sides = session.encounter.sides.set("1", Side(name="Foes too"))
    nobody = _session(fight=house().replace(sides=sides))
    outcome = nobody.submit(UncoverMap())
    assert isinstance(outcome, Refused)
    assert outcome.code == "no_memory"


def test_several_as_one_are_remembered_at_its_end() -> None:
    """A group that moves together is one line and one memory."""
    session = _session(BY_SIGHT)
    places = (Place(to=(("ann", LEFT),)), Place(to=(("bob", RIGHT),)))
    kinds = _done(session, Together(title="both", commands=places))
    assert kinds.count("explored") == 1
    assert _remembers(session, LEFT)
    assert _remembers(session, RIGHT)


def test_an_open_command_uncovers_nothing_until_it_is_finished() -> None:
    """Covered while an answer is waited for it stays covered; then what is seen is known again."""
    fight = asking.duel()
    hero = fight["hero"].replace(pos=Cell(3, 3))
    session = Session(asking.ASKING, fight.with_combatant(hero), dice=SeededDice(1))
    session.submit(BY_SIGHT)
    everything = 30 * 20 * 64
    assert session.encounter.vision.memory(hero.side).points.count() == everything
    session.submit(asking.Strike(actor="hero", target="foe"))
    session.answer("dodge", Answer(option="no"))
    session.submit(CoverMap())
    assert [one.key for one in session.wanted] == ["soak 1"]
    assert session.encounter.vision.memory(hero.side).points.count() == 0
    session.answer("soak 1", Answer(numbers=frozendict(points=0)))
    assert not session.wanted
    assert session.encounter.vision.memory(hero.side).points.count() == everything


def test_what_some_see_is_told_whatever_the_mode() -> None:
    """For whoever runs the fight: their own view, without memory or pins."""
    fight = house()
    assert OUTSIDE in _cells(points_seen_by(fight, ["ann"]))
    assert LEFT not in _cells(points_seen_by(fight, ["ann"]))
    assert RIGHT in _cells(points_seen_by(fight, ["ann", "foe"]))
    assert not points_seen_by(fight, []).any()


def test_events_hold_new_points_alone() -> None:
    """A step in a field that is known adds nothing."""
    session = _session(BY_SIGHT)
    outcome = session.submit(Place(to=(("ann", RIGHT),)))
    assert isinstance(outcome, Accepted)
    (event,) = [one for one in outcome.events if isinstance(one, Explored)]
    before = session.history.state(session.position.cursor - 1).vision.memory("1").points
    assert not before.shared_with(event.points).tiles
    assert _done(session, Place(to=(("ann", RIGHT.shifted(1, 0)),))) == ("combatant_moved",)


def test_a_smaller_map_is_remembered_as_far_as_it_goes() -> None:
    """Nobody looks in from beyond its border."""
    session = _session(BY_SIGHT, Place(to=(("ann", Cell(30, 16)),)))
    _done(session, SetPage(width=24, height=12))
    fight = session.encounter
    assert fight["ann"].pos is None
    assert not fight.vision.problem_with(fight.map.size)
    session.undo()
    assert _remembers(session, Cell(30, 15))


def test_a_room_ends_at_walls_and_doors_that_are_not_open() -> None:
    """Open the door, and both rooms are one; solid ground is shown where it bounds a room."""
    page = house().map
    left = room_around(page, LEFT)
    assert left == {Cell(x, y) for x in range(8, 16) for y in range(3, 12)}
    walls = tuple(one.with_door(DoorState.OPEN) if one.id == CELLAR else one for one in page.walls)
    both = room_around(page.with_walls(walls), LEFT)
    assert both == {Cell(x, y) for x in range(8, 24) for y in range(3, 12)}
    wood = room_around(page, OUTSIDE)
    assert Cell(26, 16) in wood
    assert Cell(12, 17) in wood  # over the low wall
    assert not wood & both
    assert room_around(page, Cell(27, 16)) == {Cell(27, 16)}
    assert room_around(page, Cell(-1, 0)) == frozenset()
