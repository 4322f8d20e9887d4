"""What is offered is what the procedures play: choices that are grey, and what nobody can do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from frozendict import frozendict

from gridwar.engine.play.offered_actions_and_drafts import actions_of, drafted
from gridwar.engine.play.play_outcome import Asking
from gridwar.engine.play.rehearsal import why_not
from gridwar.model.command import Answer
from gridwar.model.geometry import SUBCELL, Cell, Point, Size
from gridwar.model.question_and_refusal import Question
from gridwar.model.walls import Wall
from gridwar.systems.arrgs import SYSTEM
from gridwar.systems.arrgs.attacks.area_attack import AreaAttack
from gridwar.systems.arrgs.attacks.charge_options_and_ways import Charge
from gridwar.systems.arrgs.attacks.trip_disarm_reposition_sunder import Disarm, Sunder
from gridwar.systems.arrgs.core.sheet import Modifier, Readied, sheet_of
from gridwar.systems.arrgs.core.weapon_and_item_records import Item, Weapon
from gridwar.systems.arrgs.gm.scene_and_magnitudes import SetMagnitude, SetScene
from gridwar.systems.arrgs.harm.healing_and_total_vitality import Recover
from gridwar.systems.arrgs.manoeuvres.aid_another_and_change_reach import ChangeReach
from gridwar.systems.arrgs.manoeuvres.complementary_drop_and_draw import Complementary
from gridwar.systems.arrgs.manoeuvres.miscellaneous_handling_and_reload import Miscellaneous
from gridwar.systems.arrgs.movement.mounting_and_dismounting import Mount
from gridwar.systems.arrgs.turns.rounds_and_pauses import EndRound
from tests.support.exploring import explore
from tests.systems.arrgs.skirmish import FIST, board, fighter, session, traces

if TYPE_CHECKING:
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter


def code(encounter: Encounter, command: Command) -> str:
    """Return the code of the reason against a command; empty for none."""
    refusal = why_not(SYSTEM, encounter, command)
    return "" if refusal is None else refusal.code


def grey(encounter: Encounter, command: Command) -> dict[str, set[str]]:
    """Return the values that cannot be chosen, by choice."""
    choices = drafted(SYSTEM, encounter, command).choices
    found = {one.key: {it.id for it in one.options if it.why_not} for one in choices}
    return {key: ids for key, ids in found.items() if ids}


@pytest.mark.rule("AR-MNV-04", "AR-MNV-08", "AR-MNV-16")
def test_what_cannot_replace_a_charges_damage_is_grey() -> None:
    """A giant is not pushed, who carries nothing is not disarmed; an axe-bearer is."""
    giant = fighter("G", (5, 4), "2", size="Huge", weapons=(FIST,))
    run = Charge(actor="A", target="G", weapon="axe")
    assert grey(board(fighter("A", (0, 4)), giant), run) == {"instead": {"disarm", "reposition"}}
    alike = fighter("G", (5, 4), "2")
    assert grey(board(fighter("A", (0, 4)), alike), run) == {}


@pytest.mark.rule("AR-MNV-19", "AR-ATK-02")
def test_a_weapon_that_does_not_reach_is_grey_and_the_one_chosen_too() -> None:
    """At two squares an axe sunders nothing and a bow does; with neither in range none is grey."""
    shield = Item(name="shield", integrity=5)
    foe = fighter("B", (2, 4), "2", items=(shield,), weapons=(FIST,))
    encounter = board(fighter("A", (0, 4)), foe)
    for weapon in ("axe", "bow"):
        command = Sunder(actor="A", target="B", weapon=weapon, item="shield")
        assert grey(encounter, command) == {"weapon": {"axe", "fist"}}
    poor = board(fighter("A", (0, 4), ap=0), foe)
    assert grey(poor, Sunder(actor="A", target="B", weapon="axe", item="shield")) == {}


@pytest.mark.rule("AR-MNV-04")
def test_a_charge_is_made_with_a_melee_weapon() -> None:
    """A bow is told so, and not that no way leads there."""
    encounter = board(fighter("A", (0, 4)), fighter("B", (5, 4), "2"))
    assert code(encounter, Charge(actor="A", target="B", weapon="bow")) == "no_melee"


@pytest.mark.rule("AR-MNV-04", "AR-MOV-03")
def test_the_odds_of_a_rolled_charge_are_exact() -> None:
    """Who has to roll for every step of the run strikes as often as who has not, and soon known."""
    foe = fighter("B", (3, 4), "2")
    chances = []
    for natural in ("walking", "flying"):
        runner = fighter("A", (0, 4), natural=frozenset({natural}), mods={"movement": 20})
        found = explore(SYSTEM, board(runner, foe), Charge(actor="A", target="B", weapon="axe"), {})
        chances.append(found.success)
        assert (found.error, found.runs < 2000) == (0, True)
    assert chances[0] == pytest.approx(chances[1])


@pytest.mark.rule("AR-MNV-08")
def test_only_those_who_carry_something_are_marked_for_disarming() -> None:
    """Who holds nothing that is seen is no candidate, as the procedure refuses it."""
    bare = fighter("C", (5, 5), "2", weapons=(FIST,))
    encounter = board(fighter("A", (4, 4)), fighter("B", (5, 4), "2"), bare)
    action = next(one for one in actions_of(SYSTEM, encounter, "A") if one.id == "disarm")
    assert action.candidates is not None
    assert action.candidates().who == {"B"}
    assert code(encounter, Disarm(actor="A", target="C", weapon="axe")) == "no_item"


@pytest.mark.rule("AR-MNV-03", "AR-THR-04")
def test_who_has_no_reach_does_not_change_it() -> None:
    """Only a Reach, or a ring that is shifted already, is changed."""
    cases: dict[str, tuple[dict[str, Any], ...]] = {
        "no_reach": ({},),
        "": ({"reach": 1}, {"reach_shift": 1}),
    }
    for refused, fields in ((it, one) for it, some in cases.items() for one in some):
        one = fighter("A", (4, 4), **fields)
        assert code(board(one), ChangeReach(actor="A")) == refused


@pytest.mark.rule("AR-VIT-02", "AR-VIT-06")
def test_recovery_at_the_total_goes_beyond_it_or_is_none() -> None:
    """Whoever lacks nothing is offered to go beyond the Total; the log tells from what to what."""
    encounter = board(fighter("A", (4, 4)))
    assert "recover" in {one.id for one in actions_of(SYSTEM, encounter, "A")}
    assert code(encounter, Recover(actor="A", points=3)) == "nothing_recovered"
    fight = session(encounter)
    asked = fight.submit(Recover(actor="A"))
    assert isinstance(asked, Asking)
    question = asked.wanted[0]
    assert isinstance(question, Question)
    assert [(one.id, one.enabled) for one in question.options] == [
        ("total", False),
        ("exceed", True),
    ]
    answer = Answer(option="exceed", numbers=frozendict(points=4))
    (trace,) = traces(fight.answer(question.key, answer))
    (step,) = trace.steps
    assert (step.before, step.after, step.rule_id) == (50, 54, "AR-VIT-06")


@pytest.mark.rule("AR-MOD-09")
def test_only_those_of_another_magnitude_are_set_apart() -> None:
    """Of the same magnitude nothing is multiplied; and a scene's magnitudes are 2 to 5 times."""
    encounter = board(fighter("A", (4, 4)), fighter("B", (5, 4)), fighter("C", (6, 4), magnitude=1))
    assert code(encounter, SetMagnitude(actor="A", target="B")) == "same_magnitude"
    assert code(encounter, SetMagnitude(actor="A", target="C")) == ""
    assert code(encounter, SetMagnitude(actor="A", target="C", multiplier=6)) == "out_of_bounds"
    for wrong in (SetScene(difficulty=41), SetScene(multiplier=0), SetScene(movement_dc=-1)):
        assert code(encounter, wrong) == "out_of_bounds"
    assert code(encounter, SetScene(difficulty=-40, movement_dc=40, multiplier=5)) == ""


@pytest.mark.rule("AR-MNV-11")
def test_nobody_mounts_what_is_off_the_board() -> None:
    """A horse that was taken off the board is not next to anybody on it."""
    horse = fighter("H", (5, 4), size="Large").replace(size=Size(2, 2))
    encounter = board(fighter("A", (4, 4)), horse)
    assert code(encounter, Mount(actor="A", target="H")) == ""
    away = encounter.with_combatant(horse.replace(pos=None))
    assert code(away, Mount(actor="A", target="H")) == "not_beside_mount"


@pytest.mark.rule("AR-ACT-02", "AR-MNV-10", "AR-CND-08")
@pytest.mark.parametrize(
    ("deed", "item", "refused"),
    [
        ("draw", "mace", "not_at_hand"),
        ("draw", "rope", "not_at_hand"),
        ("draw", "knife", ""),
        ("drop", "mace", ""),
        ("drop", "knife", "not_at_hand"),
        ("prone", "", "lies"),
    ],
)
def test_what_is_held_is_dropped_and_what_is_not_is_drawn(
    deed: Any, item: str, refused: str
) -> None:
    """A mace in hand is not drawn once more, a knife at the belt not dropped; who lies, lies."""
    items = (
        Item(name="mace", weapon="axe", held=True),
        Item(name="knife", weapon="fist", held=False),
        Item(name="rope", held=False),
    )
    one = fighter("A", (4, 4), items=items, actions_taken=1, conditions={"prone": 1})
    assert code(board(one), Complementary(actor="A", deed=deed, item=item)) == refused
    if deed != "drop":
        by_itself = Miscellaneous(actor="A", deed=deed, item=item)
        assert code(board(one), by_itself) == (refused or "goes_along")
        fresh = one.replace(sheet=sheet_of(one).replace(actions_taken=0))
        assert code(board(fresh), by_itself) == refused


@pytest.mark.rule("AR-STR-06", "AR-MNV-13", "AR-ACT-05")
def test_the_end_of_round_tells_what_it_takes_away() -> None:
    """An aid, a readied Charge and overuse are named with what they were worth; else nothing is."""
    aid = Modifier(check="melee", type="assisted", value=2, source="aided by B", ends="round_end")
    waiting = Readied(trigger="when B runs", manoeuvre="charge", points=2)
    one = fighter("A", (4, 4), modifiers=(aid,), readied=waiting, aap=2, points_used=5)
    (told,) = [
        it for it in traces(session(board(one)).submit(EndRound())) if "End of Round" in it.title
    ]
    assert [(step.label, step.before, step.rule_id) for step in told.steps] == [
        ("A: aided by B", 2, "AR-STR-06"),
        ("A: Charge: when B runs", 2, "AR-MNV-13"),
        ("A: more than 3 points", -4, "AR-ACT-05"),
    ]
    quiet = traces(session(board(fighter("A", (4, 4)))).submit(EndRound()))
    assert not [it for it in quiet if "End of Round" in it.title]


@pytest.mark.rule("AR-ARE-02", "AR-ATK-02")
@pytest.mark.parametrize("size", [Size(1, 1), Size(2, 2)])
def test_the_squares_marked_for_an_area_are_those_that_can_be_aimed_at(size: Size) -> None:
    """Behind a wall and out of range nothing is marked; each marked square is played."""
    pot = Weapon(id="pot", category="ranged", area_radius=1, range_increment=2, max_increments=2)
    wall = Wall(id="w", a=Point(6 * SUBCELL, 0), b=Point(6 * SUBCELL, 6 * SUBCELL))
    one = fighter("A", (4, 4), weapons=(pot,)).replace(size=size)
    encounter = board(one)
    page = encounter.map.resized(12, 12)
    encounter = encounter.replace(map=page.replace(walls=(wall,)))
    action = next(it for it in actions_of(SYSTEM, encounter, "A") if it.id == "area:pot")
    assert action.candidates is not None
    marked = action.candidates().cells
    every = (Cell(x, y) for x in range(12) for y in range(12))
    shots = {cell: AreaAttack(actor="A", weapon="pot", square=cell) for cell in every}
    assert marked == {cell for cell, shot in shots.items() if not code(encounter, shot)}
