"""Things and spells at hand: what lies within reach, doors, rounds, slots, effects in sight."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import pytest
from frozendict import frozendict

from gridwar.engine.play.offered_actions_and_drafts import actions_of
from gridwar.engine.play.play_outcome import Refused
from gridwar.model.command import Answer
from gridwar.model.geometry import SUBCELL, Cell, Point
from gridwar.model.question_and_refusal import Question
from gridwar.model.walls import DoorState, Wall, WallKind
from gridwar.systems.arrgs import SYSTEM
from gridwar.systems.arrgs.actions.ready import NO_MANOEUVRE, Ready
from gridwar.systems.arrgs.attacks.area_attack import AreaAttack
from gridwar.systems.arrgs.core.fight_state import ArrgsState, Lying, SpellEffect
from gridwar.systems.arrgs.core.sheet import Readied
from gridwar.systems.arrgs.core.weapon_and_item_records import Item, Weapon
from gridwar.systems.arrgs.manoeuvres.miscellaneous_handling_and_reload import Miscellaneous
from gridwar.systems.arrgs.spells.control_and_dismiss_spell import ControlSpell
from gridwar.systems.arrgs.spells.counterspell import Counterspell
from tests.systems.arrgs.skirmish import AXE, accepted, board, fighter, session, sheet

if TYPE_CHECKING:
    from gridwar.engine.kit.offers_and_actions import Action
    from gridwar.model.encounter import Encounter


def offered(encounter: Encounter) -> dict[str, Action]:
    """Return what A could do, by id."""
    return {one.id: one for one in actions_of(SYSTEM, encounter, "A")}


def code(encounter: Encounter, command: Any, *faces: int) -> str:
    """Return the code of a refusal, or nothing."""
    outcome = session(encounter, *faces).submit(command)
    return outcome.code if isinstance(outcome, Refused) else ""


def wall(x: int, kind: WallKind = WallKind.WALL, state: DoorState = DoorState.CLOSED) -> Wall:
    """Return a segment along the west edge of the square at (x, 4), where A's row is."""
    ends = Point(x * SUBCELL, 4 * SUBCELL), Point(x * SUBCELL, 5 * SUBCELL)
    return Wall(id="d", a=ends[0], b=ends[1], kind=kind, door=state)


@pytest.mark.rule("AR-MNV-10", "AR-ACT-02")
@pytest.mark.parametrize(("x", "near"), [(4, True), (5, True), (6, False)])
def test_an_arm_reaches_one_square(x: int, near: bool) -> None:
    """What lies in the own square or beside it can be picked up, farther off it cannot."""
    hat = Lying(cell=Cell(x, 4), item=Item(name="hat"))
    encounter = board(fighter("A", (4, 4))).replace(rules=ArrgsState(lying=(hat,)))
    assert ("pick_up:0" in offered(encounter)) is near
    command = Miscellaneous(actor="A", deed="pick_up", place=0)
    assert code(encounter, command) == ("" if near else "nothing_there")


@pytest.mark.rule("AR-MNV-10")
@pytest.mark.parametrize(
    ("found", "title"),
    [
        (wall(5, WallKind.DOOR), "Open the door"),
        (wall(5, WallKind.DOOR, DoorState.OPEN), "Close the door"),
        (wall(5, WallKind.DOOR, DoorState.LOCKED), ""),
        (wall(5), ""),
        (wall(7, WallKind.DOOR), ""),
    ],
)
def test_a_door_beside_is_opened_or_closed(found: Wall, title: str) -> None:
    """Neither a wall nor a locked door is, nor one two squares away."""
    encounter = board(fighter("A", (4, 4)))
    encounter = encounter.replace(map=encounter.map.with_walls((found,)))
    doors = [one for key, one in offered(encounter).items() if key.startswith("door:")]
    assert [one.title for one in doors] == ([title] if title else [])
    command = Miscellaneous(actor="A", deed="door", door="d")
    assert code(encounter, command) == ("" if title else "no_door")


@pytest.mark.rule("AR-ACT-02", "AR-MNV-10")
@pytest.mark.parametrize(
    ("handling", "acted", "along"),
    [
        ("complementary_first", 0, False),
        ("complementary_first", 1, True),
        ("always_miscellaneous", 1, False),
        ("always_free", 0, True),
    ],
)
def test_drawing_is_offered_one_way_at_a_time(handling: str, acted: int, along: bool) -> None:
    """Along with an action while there is room for it, else as a Miscellaneous one for a point."""
    sheathed = Item(name="axe", weapon="axe", held=False)
    one = fighter("A", (4, 4), items=(sheathed,), actions_taken=acted)
    action = offered(board(one, item_handling=handling))["draw:axe"]
    assert len(action.price) == (0 if along else 1)


@pytest.mark.rule("AR-MNV-13", "AR-MNV-14", "AR-MNV-01", "AR-MNV-03", "AR-MNV-05", "AR-MNV-07")
def test_getting_ready_names_what_a_manoeuvre_will_cost() -> None:
    """The points of the table stand beside each manoeuvre that may wait for a trigger."""
    crossbow = Weapon(id="crossbow", category="ranged", capacity=1)
    spell = Weapon(id="spell", category="spell")
    one = fighter("A", (4, 4), reach=1, weapons=(AXE, crossbow, spell), conditions={"prone": 1})
    fight = session(board(one))
    fight.submit(Ready(actor="A"))
    wanted = fight.wanted[0]
    assert isinstance(wanted, Question)
    two = "Attack, Charge, Counterspell, Defence, Disarm, Mount, Reposition, Sunder, Trip, Withdraw"
    single = "Aid Another, Change Reach, Control Spell, Dismiss Spell, Miscellaneous, Movement"
    single += ", Reload, Sidestep, Standup"
    points = dict.fromkeys(two.split(", "), "2 points")
    points |= dict.fromkeys(single.split(", "), "1 point") | {"Repeated Attack": "3 points"}
    points |= {"No manoeuvre": ""}
    assert {option.title: option.price for option in wanted.options} == points
    fight.answer(wanted.key, Answer(option=NO_MANOEUVRE, numbers=frozendict(points=2)))
    assert sheet(fight.encounter, "A").readied == Readied(points=2)


@pytest.mark.rule("AR-ARE-01", "AR-MNV-14", "AR-MNV-06")
def test_what_is_thrown_is_gone() -> None:
    """Of three pots two are left; what counts no rounds loses none."""
    for capacity, left in ((3, 2), (0, 0)):
        pot = Weapon(id="pot", category="ranged", area_radius=1, capacity=capacity, loaded=capacity)
        fight = session(board(fighter("A", (4, 4), weapons=(pot,))), 10)
        accepted(fight.submit(AreaAttack(actor="A", weapon="pot", square=Cell(7, 4))))
        assert sheet(fight.encounter, "A").weapons[0].loaded == left


@pytest.mark.rule("AR-MNV-06", "AR-SPL-05")
@pytest.mark.parametrize(
    ("fields", "found"),
    [
        ({}, ""),
        ({"spell_level": 3}, ""),
        ({"spell_level": 1}, "low_level"),
        ({"school": "ice"}, "wrong_school"),
        ({"prepared": 0}, "no_slot"),
        ({"category": "melee"}, "unknown_spell"),
    ],
)
def test_a_counterspell_gives_up_a_spell_of_the_school_and_level(
    fields: dict[str, Any], found: str
) -> None:
    """At least the same level, the same school, prepared, and a spell, whatever the GM allows."""
    known: dict[str, Any] = {"category": "spell", "school": "fire", "spell_level": 2, **fields}
    web = SpellEffect(id="web", caster="B", controller="B", school="fire", spell_level=2)
    encounter = board(
        fighter("A", (4, 4), weapons=(Weapon(id="mine", prepared=1).replace(**known),)),
        fighter("B", (6, 4), "2"),
    ).replace(rules=ArrgsState(spells=frozendict(web=web)))
    command = Counterspell(actor="A", target="B", using="mine", spell="web")
    if found:
        outcome = session(encounter).submit(command)
        assert isinstance(outcome, Refused)
        assert outcome.code == found
        assert outcome.refusal.waivable is (found != "unknown_spell")
        return
    fight = session(encounter, 2)
    accepted(fight.submit(command))
    assert sheet(fight.encounter, "A").weapons[0].prepared == 0


Duration = Literal["concentration", "rounds", "lasting"]


@pytest.mark.rule("AR-MNV-05", "AR-SPL-03")
@pytest.mark.parametrize(("cells", "found"), [((3, 6), ""), ((6, 7), "spell_unseen"), ((3,), "")])
def test_a_spell_is_controlled_by_who_sees_some_of_it(cells: tuple[int, ...], found: str) -> None:
    """One square of it this side of a wall is enough, none is not."""
    places = frozenset(Cell(x, 4) for x in cells)
    web = SpellEffect(id="web", caster="A", controller="A", cells=places)
    encounter = board(fighter("A", (4, 4)))
    shut = Wall(id="w", a=Point(5 * SUBCELL, 0), b=Point(5 * SUBCELL, 20 * SUBCELL))
    encounter = encounter.replace(
        rules=ArrgsState(spells=frozendict(web=web)), map=encounter.map.with_walls((shut,))
    )
    assert code(encounter, ControlSpell(actor="A", spell="web"), 10) == found
