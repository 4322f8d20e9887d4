"""What is offered: actions with those they reach, choices, squares, answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.engine.kit.card_order_and_flow import Badge, PipKind
from gridwar.engine.kit.offers_and_actions import Target
from gridwar.engine.play.offered_actions_and_drafts import actions_of, drafted
from gridwar.engine.play.play_outcome import Asking
from gridwar.model.cover_kinds import CoverObject
from gridwar.model.events_combatants import Explained
from gridwar.model.geometry import Cell
from gridwar.model.question_and_refusal import Question
from gridwar.model.zones import Light
from gridwar.systems.arrgs import SYSTEM
from gridwar.systems.arrgs.actions.ready import Ready
from gridwar.systems.arrgs.attacks.area_attack import AreaAttack
from gridwar.systems.arrgs.attacks.attack import Attack
from gridwar.systems.arrgs.attacks.charge_options_and_ways import Charge
from gridwar.systems.arrgs.attacks.trip_disarm_reposition_sunder import Reposition, Sunder, Trip
from gridwar.systems.arrgs.core.sheet import PIP_OF, Readied
from gridwar.systems.arrgs.core.weapon_and_item_records import Item, Weapon
from gridwar.systems.arrgs.manoeuvres.aid_another_and_change_reach import AidAnother, ChangeReach
from gridwar.systems.arrgs.manoeuvres.complementary_drop_and_draw import Complementary, DoNothing
from gridwar.systems.arrgs.manoeuvres.miscellaneous_handling_and_reload import Reload
from gridwar.systems.arrgs.movement.sidestep_and_standup import Sidestep
from gridwar.systems.arrgs.movement.withdraw import Withdraw
from tests.systems.arrgs.skirmish import (
    accepted,
    asked,
    board,
    fighter,
    line,
    reply,
    session,
    sheet,
)

if TYPE_CHECKING:
    from gridwar.engine.kit import Movement
    from gridwar.engine.kit.offers_and_actions import Action
    from gridwar.grid.movement.step_rules import StepRule
    from gridwar.model.encounter import Encounter


def corridor() -> Encounter:
    """Return A with Reach, an ally beside it, a foe in reach, one to be charged, one far off."""
    return board(
        fighter("A", (4, 4), reach=1, mods={"melee": 5}, aap_max=2),
        fighter("ally", (3, 4)),
        fighter("near", (5, 4), "2", mods={"reflex": 4}, items=(Item(name="hat", integrity=5),)),
        fighter("huge", (4, 5), "2", size="Huge"),
        fighter("runner", (4, 0), "2"),
        fighter("far", (20, 9), "2"),
    )


def offered(encounter: Encounter, who: str = "A") -> dict[str, Action]:
    """Return what somebody could do, by id."""
    return {one.id: one for one in actions_of(SYSTEM, encounter, who)}


def reached(action: Action) -> set[str]:
    """Return whom an action could be used on."""
    assert action.candidates is not None
    return set(action.candidates().who)


@pytest.mark.rule("AR-MNV-02", "AR-MNV-04", "AR-MNV-16", "AR-MNV-19", "AR-MNV-20", "AR-MNV-01")
def test_each_manoeuvre_shows_whom_it_reaches() -> None:
    """Attacks and Trip reach the neighbours, a push not the huge one, a Charge who stands off."""
    actions = offered(corridor())
    assert reached(actions["attack:axe"]) == {"near", "huge"}
    assert reached(actions["trip"]) == {"near", "huge"}
    assert reached(actions["reposition"]) == {"near"}
    assert reached(actions["sunder"]) == {"near"}
    # Neighbours can be charged by running past them.
    assert reached(actions["charge"]) == {"runner", "near", "huge"}
    assert reached(actions["aid_another"]) == {"ally"}


def ends_at(movement: Movement, cell: Cell) -> bool:
    """Return whether a movement as it is drawn may end at a cell."""
    assert movement.may_end is not None
    return movement.ground.may_stop(cell) and movement.may_end(cell, movement.rule.start())


@pytest.mark.rule("AR-MNV-17", "AR-MNV-21")
def test_squares_to_step_aside_and_to_withdraw_to() -> None:
    """A Sidestep shows free neighbours, a Withdraw only squares farther from the nearest."""
    actions = offered(corridor())
    aside = actions["sidestep"].candidates
    assert aside is not None
    assert aside().cells == {Cell(3, 3), Cell(4, 3), Cell(5, 3), Cell(3, 5), Cell(5, 5)}
    alone = board(fighter("A", (5, 5)), fighter("B", (4, 5), "2"))
    movement = SYSTEM.board.movement(alone, "A", "withdraw")
    assert [zone.limit for zone in movement.zones] == [5]
    assert ends_at(movement, Cell(6, 5))
    assert not ends_at(movement, Cell(5, 6))
    rule: StepRule = movement.rule
    assert rule.step(Cell(6, 5), Cell(5, 5), rule.start()) is None
    assert rule.step(Cell(5, 5), Cell(5, 6), rule.start()) is not None


@pytest.mark.rule("AR-MNV-21")
def test_a_withdrawal_from_the_group_is_offered_beside_that_from_the_nearest() -> None:
    """With one foe near and two far off together there are two ways to withdraw, not with one."""
    alone = board(fighter("A", (5, 5)), fighter("B", (4, 5), "2"))
    assert "withdraw_group" not in offered(alone)
    crowd = alone
    for who, x in (("C", 9), ("D", 10)):
        crowd = crowd.with_combatant(fighter(who, (x, 5), "2"))
    command = offered(crowd)["withdraw_group"].make(Target(path=(Cell(4, 6),)))
    assert command == Withdraw(actor="A", path=(Cell(4, 6),), away_from="group")
    movement = SYSTEM.board.movement(crowd, "A", "withdraw_group")
    assert ends_at(movement, Cell(3, 6))
    assert not ends_at(movement, Cell(6, 5))


@pytest.mark.rule("AR-MNV-03", "AR-MNV-04", "AR-MNV-16", "AR-MNV-08", "AR-ACT-04")
def test_what_a_manoeuvre_lets_choose() -> None:
    """Weapon, end of the run, direction, item, shift, check, pool: each option is the command."""
    encounter = corridor()

    def keys(command: object) -> dict[str, list[str]]:
        found = SYSTEM.draft(encounter, command).choices  # type: ignore[arg-type]
        return {one.key: [option.id for option in one.options] for one in found}

    run = Charge(actor="A", target="runner", weapon="axe")
    assert keys(run)["instead"] == ["", "disarm", "reposition", "trip"]
    push = Reposition(actor="A", target="near", weapon="axe")
    assert keys(push)["direction"][:2] == ["", "N"]
    assert keys(ChangeReach(actor="A"))["shift_by"] == ["", "1"]
    assert keys(AidAnother(actor="A", target="ally"))["check"][0] == "melee"
    assert keys(Attack(actor="A", target="near", weapon="axe"))["pool"] == ["ap", "aap"]
    chosen = SYSTEM.draft(encounter, push).choices
    east = next(one for choice in chosen for one in choice.options if one.id == "E")
    assert east.command == push.replace(direction="E")


@pytest.mark.rule("AR-MNV-03", "AR-MNV-04", "AR-MNV-16")
def test_what_a_manoeuvre_takes_in_on_the_map() -> None:
    """The run of a Charge, the way of a push, the ring as it would be."""
    encounter = corridor()
    run = SYSTEM.draft(encounter, Charge(actor="A", target="runner", weapon="axe")).aimed
    assert run is not None
    assert run.cells == {Cell(4, 3), Cell(4, 2), Cell(4, 1)}
    push = SYSTEM.draft(
        encounter, Reposition(actor="A", target="near", weapon="axe", direction="E")
    ).aimed
    assert push is not None
    assert Cell(6, 4) in push.cells
    ring = SYSTEM.draft(encounter, ChangeReach(actor="A", shift_by=1)).aimed
    assert ring is not None
    assert len(ring.cells) == 16


@pytest.mark.rule("AR-MNV-13", "AR-ACT-06")
def test_what_is_readied_is_offered_in_the_turn_of_another() -> None:
    """The trigger stands on the token; in B's turn its attack can be done, and nothing else."""
    encounter = board(
        fighter("A", (4, 4), mods={"melee": 5}), fighter("B", (5, 4), "2", mods={"reflex": 4})
    ).replace(turn="A")
    fight = session(encounter)
    accepted(fight.submit(Ready(actor="A", points=2, trigger="B moves", manoeuvre="attack")))
    assert not any(key.startswith("now:") for key in offered(fight.encounter))
    badges = [one.text for one in SYSTEM.cards.card(fight.encounter, "A").badges]
    assert "ready: Attack: B moves" in badges
    theirs = fight.encounter.replace(turn="B")
    now = {key: one for key, one in offered(theirs).items() if key.startswith("now:")}
    assert set(now) == {"now:attack:axe", "now:attack:fist", "now:attack:bow"}
    assert now["now:attack:axe"].refusal is None


@pytest.mark.rule("AR-ACT-02", "AR-MNV-08", "AR-MNV-14", "AR-MNV-19")
def test_things_are_shown_on_the_map_and_on_the_card() -> None:
    """What was dropped is a mark on its square; rounds and integrity are figures."""
    bow = Weapon(id="bow", category="ranged", capacity=4, loaded=3)
    shield = Item(name="shield", integrity=20, damage=12)
    fight = session(board(fighter("A", (4, 4), weapons=(bow,), items=(shield,))))
    figures = {one.label: one.value for one in SYSTEM.cards.card(fight.encounter, "A").figures}
    assert figures["bow, loaded"] == "3/4"
    assert figures["shield"] == "8/20"
    assert (
        Badge("slash", "shield: broken", "AR-MNV-19")
        in SYSTEM.cards.card(fight.encounter, "A").badges
    )
    accepted(fight.submit(DoNothing(actor="A")))
    accepted(fight.submit(Complementary(actor="A", deed="drop", item="shield")))
    assert [(one.cell, one.text) for one in SYSTEM.board.scenery(fight.encounter).marks] == [
        ((4, 4), "shield")
    ]


@pytest.mark.rule("AR-OPP-02", "AR-OPP-04", "AR-OPP-05", "AR-MNV-22")
def test_manoeuvres_answer_opportunities_by_house_rule() -> None:
    """Only armed melee attacks by default; with the house rule somebody may be tripped."""
    for rule, more in (("armed_melee_attacks", False), ("with_manoeuvres", True)):
        encounter = board(
            fighter("A", (4, 4)),
            fighter("B", (5, 5), "2", aap_max=2, mods={"melee": 9}),
            opportunity_answers=rule,
        )
        fight = session(encounter, 15, 2)
        outcome = fight.submit(Attack(actor="A", target="B", weapon="fist"))
        assert asked(outcome) == "B"
        assert isinstance(outcome, Asking)
        question = outcome.wanted[0]
        assert isinstance(question, Question)
        assert ("trip:axe" in {one.id for one in question.options}) is more
    reply(fight, "trip:axe")
    assert sheet(fight.encounter, "A").conditions == {"prone": 1}


@pytest.mark.rule("AR-ATK-02", "AR-MOD-10")
def test_cover_may_count_by_house_rule() -> None:
    """A crate between a bow and its target takes nothing off, by house rule 2."""
    for rule, damage in (("0", 5 + 2), ("-2", 5)):
        encounter = board(
            fighter("A", (4, 4), mods={"ranged": 5}),
            fighter("B", (8, 4), "2", mods={"reflex": 3}),
            cover_modifier=rule,
        )
        crate = CoverObject(id="crate", name="crate", cells=(Cell(7, 4),))
        encounter = encounter.replace(map=encounter.map.with_cover_objects((crate,)))
        done = accepted(session(encounter, 10).submit(Attack(actor="A", target="B", weapon="bow")))
        assert done.result.damage == damage


@pytest.mark.rule("AR-MOD-10")
def test_light_on_the_target_is_a_line_that_the_game_master_sets() -> None:
    """In the dark it stands in the sum at 0 with its reason; in bright light there is none."""
    for level, words in ((Light.DARK, ["the map is dark"]), (Light.BRIGHT, [])):
        encounter = board(fighter("A", (4, 4)), fighter("B", (5, 4), "2"))
        encounter = encounter.replace(map=encounter.map.with_light(level))
        done = accepted(session(encounter, 10).submit(Attack(actor="A", target="B", weapon="fist")))
        told = [one.trace for one in done.events if isinstance(one, Explained)]
        found = [line for trace in told for line in trace.lines if line.rule_id == "AR-MOD-10"]
        assert [(line.value, line.source) for line in found] == [(0, word) for word in words]


@pytest.mark.rule("AR-MNV-17", "AR-MNV-13")
def test_a_readied_sidestep_is_paid_in_aap() -> None:
    """A Sidestep may wait for its trigger like any Standard manoeuvre."""
    encounter = board(fighter("A", (4, 4)), fighter("B", (9, 4), "2")).replace(turn="A")
    fight = session(encounter)
    accepted(fight.submit(Ready(actor="A", points=1, manoeuvre="sidestep")))
    others = session(fight.encounter.replace(turn="B"))
    step = Sidestep(actor="A", path=line((4, 4), 1), pool="aap", readied=True)
    accepted(others.submit(step))
    assert sheet(others.encounter, "A").aap == 0


@pytest.mark.rule("AR-ACT-04", "AR-ACT-08")
def test_what_ap_do_not_pay_is_offered_as_a_swift_action() -> None:
    """With 1 AP and 2 AAP a Trip for 2 points is paid in AAP; without them it is refused."""
    for aap, price, refused in (
        (2, (PIP_OF["aap"], PIP_OF["aap"]), False),
        (1, (PIP_OF["ap"], PIP_OF["ap"]), True),
    ):
        encounter = board(fighter("A", (4, 4), ap=1, aap_max=2, aap=aap), fighter("B", (5, 4), "2"))
        trip = offered(encounter)["trip"]
        assert trip.price == price
        assert (trip.refusal is not None) is refused


@pytest.mark.rule("AR-MNV-19", "AR-MNV-08")
def test_what_is_struck_at_is_named_however_little_there_is() -> None:
    """The only item that is seen stands among the choices; a spell may sunder it as well."""
    spell = Weapon(id="shatter", category="spell", spell_level=1, base_sv=4, types=("sonic",))
    blade = Weapon(id="blade", base_sv=4)
    fight = board(
        fighter("A", (4, 4), weapons=(spell, blade)),
        fighter("near", (5, 4), "2", weapons=(), items=(Item(name="hat", integrity=5, damage=1),)),
    )
    chosen = {
        one.key: one
        for one in SYSTEM.draft(fight, Sunder(actor="A", target="near", weapon="blade")).choices
    }
    assert [(one.title, one.note) for one in chosen["item"].options] == [("hat", "4 of 5")]
    assert [one.id for one in chosen["weapon"].options] == ["shatter", "blade"]
    trip = SYSTEM.draft(fight, Trip(actor="A", target="near", weapon="blade")).choices
    assert "weapon" not in {one.key for one in trip}


@pytest.mark.rule("AR-MNV-14", "AR-ACT-04")
def test_reloading_is_offered_at_the_weapons_own_price() -> None:
    """A windlass takes 2 points: in AP while there are two, else in AAP; the card shows rounds."""
    windlass = Weapon(id="windlass", category="ranged", capacity=1, reload_points=2)
    for ap, paid in ((2, PipKind.OWN), (1, PipKind.OTHERS)):
        fight = board(fighter("A", (4, 4), weapons=(windlass,), ap=ap, aap_max=2))
        action = offered(fight)["reload:windlass"]
        assert (action.price, action.refusal) == ((paid, paid), None)
        (pools,) = drafted(SYSTEM, fight, Reload(actor="A", weapon="windlass")).choices
        assert [(one.note, bool(one.why_not)) for one in pools.options] == [
            (f"2 of {ap}", ap == 1),
            ("2 of 2", False),
        ]
        figures = {one.label: one.value for one in SYSTEM.cards.card(fight, "A").figures}
        assert figures["windlass, loaded"] == "0/1"


def test_under_a_heading_ready_stands_after_what_is_done_at_once() -> None:
    """Aid Another, Change Reach, Reload and then Ready; the things at hand under their own."""
    bow = Weapon(id="bow", category="ranged", capacity=2)
    known = offered(board(fighter("A", (4, 4), weapons=(bow,), reach=1))).values()
    helping = [one.id for one in known if one.group == "Helping and waiting"]
    assert helping == ["aid_another", "change_reach", "reload:bow", "ready"]


BOLT = Weapon(
    id="bolt",
    category="spell",
    spell_level=1,
    base_sv=4,
    types=("fire",),
    range_increment=6,
    max_increments=3,
)
BOMB = Weapon(id="bomb", category="ranged", area_radius=1, range_increment=3, max_increments=2)


@pytest.mark.rule("AR-ATK-04", "AR-SPL-02")
def test_a_spell_cast_at_an_ally_finds_it_willing() -> None:
    """A friend lets happen what does no damage, unless something else is said; a foe does not."""
    blessing = BOLT.replace(id="blessing", effect="none")
    encounter = board(
        fighter("A", (4, 4), weapons=(BOLT, blessing)),
        fighter("friend", (5, 4), mods={"reflex": 30}),
        fighter("foe", (4, 5), "2", mods={"reflex": 30}),
    )
    harm = offered(encounter)["cast:bolt"].make(Target(combatant="friend"))
    chosen = {one.key: one.chosen for one in SYSTEM.draft(encounter, harm).choices}
    assert chosen["willing"] == "no"
    cast = offered(encounter)["cast:blessing"]
    assert reached(cast) == {"friend", "foe"}
    for who, lets_it in (("friend", True), ("foe", False)):
        command = cast.make(Target(combatant=who))
        chosen = {one.key: one.chosen for one in SYSTEM.draft(encounter, command).choices}
        assert chosen["willing"] == ("yes" if lets_it else "no")
        assert accepted(session(encounter, 12).submit(command)).result.success is lets_it


@pytest.mark.rule("AR-MNV-13", "AR-ARE-01", "AR-SPL-01")
def test_a_readied_attack_may_be_a_spell_or_at_a_square() -> None:
    """What waits for its trigger is the Attack, whatever it is made with: a bolt, a bomb."""
    ready = Readied(trigger="B moves", manoeuvre="attack", points=2)
    encounter = board(
        fighter("A", (4, 4), weapons=(BOLT, BOMB), aap=2, readied=ready),
        fighter("B", (6, 4), "2"),
    ).replace(turn="B")
    now = {key: one for key, one in offered(encounter).items() if key.startswith("now:")}
    assert set(now) == {"now:cast:bolt", "now:area:bomb"}
    assert {one.refusal for one in now.values()} == {None}
    thrown = now["now:area:bomb"].make(Target(cell=Cell(6, 4)))
    assert thrown == AreaAttack(
        actor="A", square=Cell(6, 4), weapon="bomb", pool="aap", readied=True
    )
    accepted(session(encounter, 12, 9).submit(thrown))


@pytest.mark.rule("AR-MNV-15", "AR-ACT-02")
def test_an_offer_is_refused_for_the_reason_its_command_has() -> None:
    """A sword in its sheath and a crossbow that is slow to load say so before they are chosen."""
    slow = Weapon(id="crossbow", category="ranged", capacity=1, loaded=1, reload_points=2)
    sword = Item(name="sword", weapon="sword", held=False)
    encounter = board(
        fighter("A", (4, 4), weapons=(slow, Weapon(id="sword")), items=(sword,)),
        fighter("B", (5, 4), "2"),
    )
    actions = offered(encounter)
    refusals = {key: one.refusal.code for key, one in actions.items() if one.refusal is not None}
    assert refusals["repeated_attack:crossbow"] == "needs_reload"
    assert refusals["attack:sword"] == "not_in_hand"
    assert "attack:crossbow" not in refusals
