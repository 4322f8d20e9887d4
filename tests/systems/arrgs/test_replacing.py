"""Sunder, Disarm, Trip, Reposition and the Defence against all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from gridwar.engine.odds.odds_columns import odds
from gridwar.engine.play.play_outcome import Asking, Refused
from gridwar.model.battlemap import LayerName
from gridwar.model.command import Answer
from gridwar.model.cover_kinds import CoverObject
from gridwar.model.geometry import Cell, Point
from gridwar.model.question_and_refusal import Question
from gridwar.model.terrain_kinds import TerrainKind
from gridwar.model.walls import Wall
from gridwar.systems.arrgs import SYSTEM
from gridwar.systems.arrgs.attacks.attack import Attack
from gridwar.systems.arrgs.attacks.trip_disarm_reposition_sunder import (
    Disarm,
    Reposition,
    Sunder,
    Trip,
)
from gridwar.systems.arrgs.core.sheet import Readied, state_of
from gridwar.systems.arrgs.core.weapon_and_item_records import Item, Weapon
from tests.systems.arrgs.skirmish import (
    AXE,
    accepted,
    asked,
    board,
    fighter,
    pos,
    reply,
    session,
    sheet,
    traces,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.model.encounter import Encounter
    from gridwar.systems.arrgs.movement.reposition_push import Pushed

HIT = Attack(actor="A", target="B", weapon="axe")
PUSH = Reposition(actor="A", target="B", weapon="axe", direction="E")
TRIP = Trip(actor="A", target="B", weapon="axe")
SHIELD = Item(name="shield", integrity=20, dr=1)


def duel(target: Mapping[str, Any] | None = None, **switches: Any) -> Encounter:
    """Return A, who attacks with +5, west of B, who has Reflex 14."""
    second: dict[str, Any] = {"mods": {"reflex": 4}, **(target or {})}
    return board(
        fighter("A", (4, 4), mods={"melee": 5}, ap_max=8),
        fighter("B", (5, 4), "2", **second),
        **switches,
    )


@pytest.mark.rule("AR-MNV-07", "AR-DEF-03", "AR-ACT-06", "AR-DMG-06")
def test_a_defence_takes_its_margin_off_a_hit() -> None:
    """A 19 against 14 is 5 + 5; Reflex 23 takes 4 off it, for 2 AAP and 1 Vitality."""
    fight = session(duel({"mods": {"reflex": 4}, "aap_max": 2}), 14, 19)
    assert asked(fight.submit(HIT)) == "B"
    result = accepted(reply(fight, "reflex")).result
    assert result.success_value == 6
    assert sheet(fight.encounter, "B").current_vitality == 50 - 1 - 6
    assert sheet(fight.encounter, "B").aap == 0
    assert sheet(fight.encounter, "B").points_used == 2


@pytest.mark.rule("AR-MNV-07", "AR-ACT-05")
def test_a_defence_is_offered_with_its_sum() -> None:
    """Each way to defend says what is added to the die, overuse included, and what it must beat."""
    people = (
        fighter("A", (1, 1), mods={"melee": 5}),
        fighter("B", (2, 1), "2", aap_max=2, points_used=4, mods={"reflex": 3, "willpower": 1}),
    )
    fight = session(board(*people), 12)
    assert asked(fight.submit(Attack(actor="A", target="B", weapon="axe"))) == "B"
    (question,) = fight.wanted
    assert isinstance(question, Question)
    told = {one.id: one.effect for one in question.options}
    assert told["reflex"] == "d20 +1, to be above 17"
    assert told["willpower"] == "d20 \u22121, to be above 17; if the GM allows it"


@pytest.mark.rule("AR-MNV-07", "AR-CRT-01")
def test_a_defence_rolls_on_after_a_twenty_and_may_undo_the_hit() -> None:
    """24 against 19 takes 5, the second roll of 10 + 4 nothing: of 10 5 are left; 5 + 5 undo it."""
    guarded = duel({"mods": {"reflex": 4}, "aap_max": 2})
    fight = session(guarded, 14, 20, 10)
    fight.submit(HIT)
    assert accepted(reply(fight, "reflex")).result.success_value == 5
    fight = session(guarded, 14, 20, 20, 1)
    fight.submit(HIT)
    done = accepted(reply(fight, "reflex")).result
    assert not done.success
    assert sheet(fight.encounter, "B").current_vitality == 49


@pytest.mark.rule("AR-MNV-07", "AR-ACT-04", "AR-ACT-06", "AR-DEF-03")
def test_only_who_can_pay_and_act_is_asked_to_defend() -> None:
    """Nobody is asked with 1 AAP, while Dying, or under the strict list unless it is readied."""
    for poor in (
        {"aap_max": 1},
        {"aap_max": 2, "conditions": {"dying": 1}},
        {"aap_max": 2, "conditions": {"unconscious": 1, "fatigued": 1}},
    ):
        encounter = duel({"mods": {"reflex": 4}, **poor}, dying_reaction_check="off")
        assert not isinstance(session(encounter, 14).submit(HIT), Asking)
    for manoeuvre, is_asked in (("", False), ("attack", False), ("defence", True)):
        readied = Readied(manoeuvre=manoeuvre, points=2)
        able = {"mods": {"reflex": 4}, "aap_max": 2, "readied": readied}
        strict = duel(able, immediate_list="strict")
        assert isinstance(session(strict, 14).submit(HIT), Asking) is is_asked


@pytest.mark.rule("AR-MNV-07", "AR-MNV-20", "AR-CHK-06")
def test_a_defence_against_a_fall_has_to_exceed_it() -> None:
    """A tie does not save from a Trip, by house rule it does; one more always does."""
    guarded = {"mods": {"reflex": 4}, "aap_max": 2}
    for switches, face, falls in (
        ({}, 14, True),
        ({}, 15, False),
        ({"defence_tie": "defence_wins"}, 14, False),
    ):
        fight = session(duel(guarded, **switches), 13, face)
        fight.submit(TRIP)
        reply(fight, "pass")  # the opportunity that a Trip gives
        assert accepted(reply(fight, "reflex")).result.success is falls
        assert ("prone" in sheet(fight.encounter, "B").conditions) is falls


@pytest.mark.rule("AR-MNV-20", "AR-MOD-10", "AR-ATK-05")
def test_legs_help_against_a_trip_and_a_hook_helps_to_trip() -> None:
    """Four legs make Reflex 14 a 16; a weapon's bonus counts; a 20 does not roll again."""
    horse = duel({"mods": {"reflex": 4}, "legs": 4})
    assert not accepted(session(horse, 10).submit(TRIP)).result.success
    assert accepted(session(horse, 11).submit(TRIP)).result.success
    assert accepted(session(horse, 20).submit(TRIP)).result.success
    hook = AXE.replace(trip_bonus=3)
    hooked = board(
        fighter("A", (4, 4), mods={"melee": 5}, weapons=(hook,)),
        fighter("B", (5, 4), "2", mods={"reflex": 4}),
    )
    assert accepted(session(hooked, 6).submit(TRIP)).result.success
    assert not accepted(session(hooked, 1).submit(TRIP.replace(willing=True))).result.success


@pytest.mark.rule("AR-MNV-08", "AR-MNV-10", "AR-OPP-04")
def test_what_is_knocked_away_lies_where_the_attacker_wants_it() -> None:
    """A 25 against 14 sends the axe up to 5 squares; B has it no more."""
    fight = session(duel(), 20, 10)
    wanted = fight.submit(Disarm(actor="A", target="B", weapon="axe", item="axe"))
    assert isinstance(wanted, Asking)
    question = wanted.wanted[0]
    assert isinstance(question, Question)
    # 1 + 11 and 1 + 1: more than five squares are never allowed.
    assert Cell(10, 4) in question.cells
    assert Cell(11, 4) not in question.cells
    accepted(fight.answer(question.key, Answer(cell=Cell(9, 6))))
    lying = state_of(fight.encounter).lying
    assert [(one.cell, one.item.name) for one in lying] == [((9, 6), "axe")]
    assert sheet(fight.encounter, "B").weapon("axe") is None
    assert sheet(fight.encounter, "B").current_vitality == 50
    assert "dying" not in sheet(fight.encounter, "B").conditions


@pytest.mark.rule("AR-MNV-08", "AR-MNV-19")
def test_hidden_items_and_areas_are_refused() -> None:
    """Nobody strikes at what cannot be seen or is not there, and no area attack strikes an item."""
    hidden = SHIELD.replace(visible=False)
    fight = session(duel({"items": (hidden,)}))
    sunder = Sunder(actor="A", target="B", weapon="axe", item="shield")
    refused = fight.submit(sunder)
    assert isinstance(refused, Refused)
    assert refused.refusal.code == "hidden_item"
    refused = fight.submit(sunder.replace(item="hat"))
    assert isinstance(refused, Refused)
    assert refused.refusal.code == "no_item"
    wide = AXE.replace(area_radius=1)
    giant = board(fighter("A", (4, 4), weapons=(wide,)), fighter("B", (5, 4), "2", items=(SHIELD,)))
    refused = session(giant).submit(sunder)
    assert isinstance(refused, Refused)
    assert refused.refusal.code == "area"


@pytest.mark.rule("AR-MNV-19", "AR-CRT-03")
def test_sundering_adds_up_to_broken_and_destroyed() -> None:
    """5 + 5 less 1 leaves a 20-point shield whole, 9 more break it; its bearer loses nothing."""
    fight = session(duel({"mods": {"reflex": 4}, "items": (SHIELD,)}), 14, 14, 20, 14)
    sunder = Sunder(actor="A", target="B", weapon="axe", item="shield")
    assert accepted(fight.submit(sunder)).result.landed.item_state == "intact"
    assert accepted(fight.submit(sunder)).result.landed.item_damage == 18
    assert sheet(fight.encounter, "B").items[0].state == "broken"
    accepted(fight.submit(sunder))
    assert sheet(fight.encounter, "B").items[0].state == "destroyed"
    assert sheet(fight.encounter, "B").current_vitality == 50
    assert not sheet(fight.encounter, "B").conditions


@pytest.mark.rule("AR-MNV-19")
def test_a_destroyed_weapon_strikes_no_more() -> None:
    """Who attacks with a destroyed weapon is refused, the GM may let it pass."""
    stump = Item(name="axe", integrity=5, damage=5, weapon="axe")
    broken = board(fighter("A", (4, 4), items=(stump,)), fighter("B", (5, 4), "2"))
    refused = session(broken).submit(HIT)
    assert isinstance(refused, Refused)
    assert refused.refusal.code == "destroyed"
    assert refused.refusal.waivable


def pushed(encounter: Encounter, *faces: int, **fields: Any) -> tuple[Pushed, Encounter]:
    """Let A push B and return how it went, and the fight after it."""
    fight = session(encounter, *faces)
    done = accepted(fight.submit(PUSH.replace(**fields))).result
    return done.landed.pushed, fight.encounter


@pytest.mark.rule("AR-MNV-16")
def test_a_push_goes_as_far_as_its_success_value() -> None:
    """A tie is one square, an 11 three; fewer if the attacker likes."""
    assert pushed(duel(), 9)[0].end == (6, 4)
    assert pushed(duel(), 11)[0].end == (8, 4)
    assert pushed(duel(), 11, squares=2)[0].end == (7, 4)
    assert pushed(duel(), 9, direction="NW")[0].end == (4, 3)


@pytest.mark.rule("AR-MNV-16")
def test_who_is_pushed_into_another_hurts_both() -> None:
    """The square that is taken counts for the loss, by house rule it does not; sizes decide."""
    cases: tuple[tuple[str, dict[str, Any], tuple[int, int], int], ...] = (
        ("Medium", {}, (6, 4), 2),
        ("Medium", {"reposition_bump": "count_free_squares"}, (6, 4), 1),
        ("Large", {}, (6, 4), 2),
        ("Huge", {}, (6, 4), 0),
        ("Gargantuan", {}, (8, 4), 0),
    )
    for size, switches, end, loss in cases:
        encounter = duel(**switches).with_combatant(fighter("C", (7, 4), "2", size=size))
        done, after = pushed(encounter, 11)
        assert (done.end, done.loss) == (end, loss), size
        assert sheet(after, "C").current_vitality == 50 - loss
        assert sheet(after, "B").current_vitality == 50 - loss


@pytest.mark.rule("AR-MNV-16")
def test_walls_stop_a_push_and_things_hurt() -> None:
    """Impassable ground just ends it; a thing costs the one who is pushed a point a square."""
    encounter = duel()
    page = encounter.map
    kinds = (*page.terrain_kinds, TerrainKind(name="pit", impassable=True))
    shut = page.with_terrain_kinds(kinds).with_painted(
        LayerName.TERRAIN, {Cell(7, 4): len(kinds) - 1}
    )
    done, _after = pushed(encounter.replace(map=shut), 11)
    assert (done.end, done.loss) == ((6, 4), 0)
    crate = CoverObject(id="crate", name="crate", cells=(Cell(7, 4),))
    done, after = pushed(encounter.replace(map=page.with_cover_objects((crate,))), 11)
    assert (done.end, done.loss) == ((6, 4), 2)
    assert sheet(after, "B").current_vitality == 48


@pytest.mark.rule("AR-MNV-16", "AR-OPP-01", "AR-OPP-03", "AR-INC-04")
def test_who_is_pushed_gives_opportunities_and_moves_no_faster() -> None:
    """Each square through an opponent's ring is a window; the squares count for no increment."""
    helper = fighter("F", (7, 5), aap_max=2, mods={"melee": 5})
    fight = session(duel().with_combatant(helper), 11, 9)
    outcome = fight.submit(PUSH)
    assert asked(outcome) == "F"
    assert pos(fight.encounter, "B") == (6, 4)
    accepted(reply(fight, "attack:axe"))
    assert pos(fight.encounter, "B") == (8, 4)
    assert sheet(fight.encounter, "B").current_vitality == 45
    assert sheet(fight.encounter, "B").squares_moved == 0


@pytest.mark.rule("AR-MNV-16")
def test_the_way_of_a_push_may_be_chosen_after_the_roll() -> None:
    """Without a direction the attacker picks one of the squares that the result allows."""
    fight = session(duel(), 10)
    outcome = fight.submit(PUSH.replace(direction=""))
    assert isinstance(outcome, Asking)
    question = outcome.wanted[0]
    assert isinstance(question, Question)
    # 1 + 1: two squares in seven directions, and A itself in the eighth.
    assert {Cell(7, 4), Cell(7, 2), Cell(5, 6), Cell(4, 4)} <= question.cells
    assert not {Cell(8, 4), Cell(3, 4)} & question.cells
    accepted(fight.answer(question.key, Answer(cell=Cell(7, 2))))
    assert pos(fight.encounter, "B") == (7, 2)


@pytest.mark.rule("AR-MNV-16")
def test_who_is_two_sizes_larger_is_not_moved() -> None:
    """A Large one can be pushed by a Medium one, a Huge one cannot."""
    assert isinstance(session(duel({"size": "Huge"})).submit(PUSH), Refused)
    assert not isinstance(session(duel({"size": "Large"}), 9).submit(PUSH), Refused)


@pytest.mark.rule("AR-MNV-08", "AR-MNV-16", "AR-MNV-20", "AR-OPP-01", "AR-OPP-06")
def test_manoeuvres_provoke_and_may_be_lost() -> None:
    """Each gives its target an opportunity first; who dies of it has lost its points."""
    weak = board(
        fighter("A", (4, 4), mods={"melee": 5}, total_vitality=10),
        fighter("B", (5, 4), "2", aap_max=2, mods={"melee": 30}),
    )
    for command in (TRIP, PUSH, Disarm(actor="A", target="B", weapon="axe")):
        fight = session(weak, 10)
        assert asked(fight.submit(command)) == "B"
        done = accepted(reply(fight, "attack:axe"))
        assert done.result.wasted
        assert sheet(fight.encounter, "A").ap == 1


@pytest.mark.rule("AR-MNV-07", "AR-MNV-16", "AR-MNV-20")
def test_odds_know_the_manoeuvres() -> None:
    """+5 against 14 succeeds from a 9 on: 12 faces of 20, whatever the manoeuvre."""
    disarm = Disarm(actor="A", target="B", weapon="axe")
    for command in (TRIP, PUSH, PUSH.replace(direction=""), disarm):
        found = odds(SYSTEM, duel({"mods": {"reflex": 4}, "ap": 0}), command)
        outcomes = found.columns[0].outcomes
        assert outcomes is not None
        assert outcomes.success == pytest.approx(0.6)


@pytest.mark.rule("AR-MNV-14", "AR-MNV-15")
def test_empty_weapons_do_not_shoot() -> None:
    """Each shot takes a round; an empty weapon is refused; what needs reloading is not repeated."""
    crossbow = Weapon(id="crossbow", category="ranged", base_sv=5, capacity=1, loaded=1)
    shot = Attack(actor="A", target="B", weapon="crossbow")
    encounter = board(
        fighter("A", (4, 4), mods={"ranged": 5}, ap_max=6, weapons=(crossbow,)),
        fighter("B", (9, 4), "2", mods={"reflex": 4}),
    )
    fight = session(encounter, 12)
    accepted(fight.submit(shot))
    assert sheet(fight.encounter, "A").weapons[0].loaded == 0
    refused = fight.submit(shot)
    assert isinstance(refused, Refused)
    assert refused.refusal.code == "empty"


@pytest.mark.rule("AR-MNV-19", "AR-MNV-07")
def test_the_log_tells_what_a_manoeuvre_did() -> None:
    """The headline of a Sunder names the item, its result what has become of it."""
    fight = session(duel({"mods": {"reflex": 4}, "items": (SHIELD.replace(integrity=9),)}), 14)
    told = traces(fight.submit(Sunder(actor="A", target="B", weapon="axe", item="shield")))
    assert told[-1].title == "A strikes at B's shield with axe"
    assert told[-1].result == "9 damage: destroyed"


@pytest.mark.rule("AR-MNV-08", "AR-ATK-02")
def test_what_is_knocked_away_does_not_fly_through_walls() -> None:
    """Behind a wall across the map nothing can land; on this side it can."""
    encounter = duel()
    wall = Wall(id="w", a=Point(7 * 1024, 0), b=Point(7 * 1024, 20 * 1024))
    shut = encounter.replace(map=encounter.map.with_walls((wall,)))
    outcome = session(shut, 14).submit(Disarm(actor="A", target="B", weapon="axe", item="axe"))
    assert isinstance(outcome, Asking)
    question = outcome.wanted[0]
    assert isinstance(question, Question)
    assert Cell(6, 4) in question.cells
    assert Cell(7, 4) not in question.cells


@pytest.mark.rule("AR-MNV-16", "AR-INC-04")
def test_being_pushed_may_count_as_movement() -> None:
    """By house rule the squares of a push raise the Movement Increment of who is pushed."""
    _done, after = pushed(duel(forced_movement_counts=True), 11)
    assert sheet(after, "B").squares_moved == 3


@pytest.mark.rule("AR-ATK-05", "AR-MOD-09")
def test_which_defence_weapons_face_is_a_house_rule() -> None:
    """Against Fortitude 11 a 9 and 5 are 3 over; a Trip faces Reflex 14 all the same."""
    tough = duel({"mods": {"reflex": 4, "fortitude": 1}}, default_defence="fortitude")
    assert accepted(session(tough, 9).submit(HIT)).result.damage == 5 + 3
    assert not accepted(session(tough, 8).submit(TRIP)).result.success


@pytest.mark.rule("AR-MOD-09", "AR-DMG-06")
def test_magnitude_may_leave_damage_alone() -> None:
    """The lesser side's (9 + 5) x 2 against Reflex 14 / 2: 5 + 21, doubled only by the rule."""
    for switches, damage in (({}, 52), ({"magnitude_scales_damage": False}, 26)):
        huge = duel({"mods": {"reflex": 4}, "magnitude": 1, "total_vitality": 90}, **switches)
        assert accepted(session(huge, 9).submit(HIT)).result.damage == damage
