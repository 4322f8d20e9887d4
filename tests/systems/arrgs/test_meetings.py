"""Where two rules of ARRGS meet: a Charge and a wall, aid and a walk, a window and a corner."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import pytest
from frozendict import frozendict

from gridwar.engine.kit.offers_and_actions import Target
from gridwar.engine.kit.turn_and_move_commands import MoveInOrder
from gridwar.engine.odds.odds_columns import odds
from gridwar.engine.play.offered_actions_and_drafts import actions_of
from gridwar.engine.play.play_outcome import Asking, Refused
from gridwar.model.geometry import SUBCELL, Cell, Point, Size
from gridwar.model.question_and_refusal import Question
from gridwar.model.walls import Wall, WallKind, WallSide, WallSight
from gridwar.systems.arrgs import SYSTEM
from gridwar.systems.arrgs.attacks.attack import Attack
from gridwar.systems.arrgs.attacks.charge_options_and_ways import Charge
from gridwar.systems.arrgs.attacks.repeated_attack import RepeatedAttack
from gridwar.systems.arrgs.attacks.trip_disarm_reposition_sunder import Disarm
from gridwar.systems.arrgs.core.fight_state import ArrgsState, SpellEffect
from gridwar.systems.arrgs.core.sheet import Modifier, state_of
from gridwar.systems.arrgs.core.weapon_and_item_records import Item, Weapon
from gridwar.systems.arrgs.manoeuvres.complementary_drop_and_draw import DoNothing
from gridwar.systems.arrgs.movement.ground_and_step_costs import things_beside
from gridwar.systems.arrgs.movement.movement_manoeuvre import MovementManoeuvre
from gridwar.systems.arrgs.opportunities.threat_and_weapon_arcs import open_threat
from gridwar.systems.arrgs.spells.control_and_dismiss_spell import ControlSpell
from gridwar.systems.arrgs.spells.counterspell import Counterspell
from gridwar.systems.arrgs.turns.rounds_and_pauses import StartRound
from tests.systems.arrgs.skirmish import (
    accepted,
    asked,
    board,
    fighter,
    line,
    pos,
    refusal,
    reply,
    session,
    sheet,
)

if TYPE_CHECKING:
    from gridwar.engine.play.play_outcome import Outcome
    from gridwar.engine.session.session import Session
    from gridwar.model.encounter import Encounter

RUN = Charge(actor="A", target="B", weapon="axe", path=line((0, 5), 4))


def aid(check: str, value: int = 9) -> Modifier:
    """Return what an ally's aid leaves: a bonus to one check of a kind."""
    return Modifier(check=check, type="assisted", value=value, ends="round_end", once=True)


def helped(fight: Session, who: str) -> list[str]:
    """Return the checks that somebody's aid still waits for."""
    return [one.check for one in sheet(fight.encounter, who).modifiers if one.once]


def walled(encounter: Encounter, *ends: tuple[int, int], window: bool = False) -> Encounter:
    """Return a fight with a wall, or a window that only sight passes, along a line of corners."""
    a, b = (Point(x * SUBCELL, y * SUBCELL) for x, y in ends)
    sight = WallSight.NONE if window else WallSight.FULL
    wall = Wall(id="w", a=a, b=b, sight=sight, blocks_movement=not window)
    return encounter.replace(map=encounter.map.with_walls((wall,)))


# --- aid ------------------------------------------------------------------------------------------


@pytest.mark.rule("AR-MNV-01", "AR-MOV-02")
def test_aid_serves_one_movement() -> None:
    """9 squares more for the next Movement, passive or not; the one after it has 5 again."""
    encounter = board(fighter("A", (0, 4), modifiers=(aid("movement"),)))
    fight = session(encounter)
    walk = MovementManoeuvre(actor="A", path=line((0, 4), 14))
    accepted(fight.submit(walk))
    assert helped(fight, "A") == []
    again = MovementManoeuvre(actor="A", path=tuple(Cell(13 - n, 4) for n in range(6)))
    assert refusal(fight.submit(again)) == "too_far"
    # What is shown of it and what is played agree: one long leg, then short ones at -4 for speed.
    zones = SYSTEM.board.movement(encounter, "A", "").zones
    assert [zone.limit for zone in zones] == [14, 15, 16]


@pytest.mark.rule("AR-MNV-01", "AR-ATK-04")
def test_aid_waits_where_no_check_is_made() -> None:
    """Who lets a spell happen makes no Reflex check, and keeps the aid for one; a foe uses it."""
    bolt = Weapon(id="bolt", category="spell", base_sv=2)
    for willing, left in ((True, ["reflex"]), (False, [])):
        encounter = board(
            fighter("A", (4, 4), weapons=(bolt,)),
            fighter("B", (5, 4), modifiers=(aid("reflex"),)),
        )
        fight = session(encounter, 12)
        accepted(fight.submit(Attack(actor="A", target="B", weapon="bolt", willing=willing)))
        assert helped(fight, "B") == left


@pytest.mark.rule("AR-MNV-01", "AR-CND-02", "AR-MNV-05", "AR-MNV-06")
def test_every_check_of_its_kind_uses_aid_up() -> None:
    """A recovery check, a spell controlled, and both sides of a Counterspell: nothing is kept."""
    spell = SpellEffect(id="wall 1", controller="A", caster="A", school="fire")
    burn = Weapon(id="burn", category="spell", school="fire", spell_level=1)
    both = (aid("spell"), aid("fortitude"))
    encounter = board(
        fighter("A", (4, 4), current_vitality=0, conditions={"disabled": 1}, modifiers=both),
        fighter("B", (5, 4), "2", weapons=(burn,), modifiers=(aid("spell"),)),
    )
    encounter = encounter.replace(rules=ArrgsState(spells=frozendict({spell.id: spell})))
    fight = session(encounter, 12, 12)
    accepted(fight.submit(ControlSpell(actor="A", spell=spell.id)))
    assert helped(fight, "A") == []
    fight = session(encounter, 5)
    accepted(fight.submit(Counterspell(actor="B", target="A", using="burn", spell=spell.id)))
    assert (helped(fight, "A"), helped(fight, "B")) == (["fortitude"], [])


# --- a Charge -------------------------------------------------------------------------------------


def in_line(**target: Any) -> Encounter:
    """Return A five squares west of B, with a Melee Weaponry of 5."""
    return board(
        fighter("A", (0, 5), mods={"melee": 5}),
        fighter("B", (5, 5), "2", **target),
    )


@pytest.mark.rule("AR-MNV-04", "AR-ATK-02")
def test_a_charge_ends_in_no_attack_that_could_not_be_made() -> None:
    """Through a pane, or at the dead, neither is a Charge offered nor is one played."""
    pane = walled(in_line(), (5, 0), (5, 9), window=True)
    dead = in_line(conditions={"dead": 1})
    for encounter, refused in ((pane, "no_line"), (dead, "target_dead")):
        assert refusal(session(encounter).submit(RUN)) == refused
        near = encounter.with_combatant(encounter["A"].replace(pos=Cell(4, 5)))
        blow = Attack(actor="A", target="B", weapon="axe")
        assert refusal(session(near).submit(blow)) == refused


@pytest.mark.rule("AR-MNV-04", "AR-TRN-04", "AR-ATK-05")
def test_a_charge_strikes_only_where_the_weapon_points() -> None:
    """Who turns slowly and has its weapon astern cannot strike ahead, having run ahead."""
    arcs: tuple[tuple[Literal["front", "rear"], bool], ...] = (("rear", True), ("front", False))
    for arc, refused in arcs:
        ram = Weapon(id="ram", base_sv=5, arcs=frozenset({arc}))
        cart = fighter("A", (0, 5), weapons=(ram,), manoeuvrability=4)
        encounter = board(cart.replace(facing_deg=90), fighter("B", (5, 5), "2"))
        outcome = session(encounter, 10).submit(RUN.replace(weapon="ram"))
        assert isinstance(outcome, Refused) is refused


@pytest.mark.rule("AR-MNV-04", "AR-MOV-03")
def test_a_run_cut_short_has_no_attack() -> None:
    """A run that is rolled for and comes to one square ends there, even next to its target."""
    mods = {"movement": -12, "melee": 5}
    runner = fighter("A", (0, 5), natural=frozenset(), threat_max=4, mods=mods)
    encounter = board(runner, fighter("B", (5, 5), "2"))
    fight = session(encounter, 17)
    done = accepted(fight.submit(RUN.replace(path=line((0, 5), 2)))).result
    assert (done.squares, done.short) == (1, True)
    assert sheet(fight.encounter, "A").ap == 1


# --- a window at a corner -------------------------------------------------------------------------


def corner() -> Encounter:
    """Return B, who sees only the second of the squares that A is about to cross."""
    encounter = board(fighter("A", (5, 6)), fighter("B", (5, 5), "2", aap_max=2))
    return walled(encounter, (5, 6), (6, 6))


@pytest.mark.rule("AR-OPP-03", "AR-THR-01", "AR-ATK-02")
def test_an_opportunity_opens_round_a_corner_where_it_can_be_taken() -> None:
    """A leaves a square behind a wall for one in the open: B is asked there, as is drawn."""
    fight = session(corner())
    assert Cell(5, 6) not in open_threat(corner(), "B")
    assert Cell(6, 6) in open_threat(corner(), "B")
    step = MovementManoeuvre(actor="A", path=(Cell(6, 6),))
    assert asked(fight.submit(step)) == "B"
    assert pos(fight.encounter, "A") == (6, 6)


@pytest.mark.rule("AR-THR-02", "AR-ATK-02")
@pytest.mark.parametrize(("side", "threatens"), [("A", "B"), ("B", "A")])
def test_a_wall_of_one_side_lets_one_threaten_the_other(side: str, threatens: str) -> None:
    """Whoever comes from the stopped side threatens nothing beyond it."""
    encounter = walled(board(fighter("A", (4, 5)), fighter("B", (5, 5), "2")), (5, 0), (5, 9))
    (wall,) = encounter.map.walls
    stops = {"A": WallSide.RIGHT, "B": WallSide.LEFT}[side]
    here = encounter.replace(map=encounter.map.with_walls((wall.replace(one_way=stops),)))
    places = {"A": Cell(5, 5), "B": Cell(4, 5)}
    found = {who for who, place in places.items() if place in open_threat(here, who)}
    assert found == {threatens}


@pytest.mark.rule("AR-ACC-02")
@pytest.mark.parametrize(
    ("kind", "name"), [(WallKind.BARS, "bars"), (WallKind.WALL, "a wall"), (WallKind.FENCE, None)]
)
def test_what_one_runs_into_has_a_name(kind: WallKind, name: str | None) -> None:
    """Bars stop a step as a wall does; a fence is climbed, and stops none."""
    ends = Point(5 * SUBCELL, 0), Point(5 * SUBCELL, 9 * SUBCELL)
    encounter = board(fighter("A", (4, 5)))
    page = encounter.map.with_walls((Wall.of_kind(kind, "w", *ends),))
    assert things_beside(encounter.replace(map=page), "A").get(Cell(5, 5)) == name


@pytest.mark.rule("AR-OPP-03", "AR-TRN-04")
def test_an_opportunity_opens_where_a_weapon_points() -> None:
    """Who faces east is asked about somebody who comes round from behind once it is in front."""
    slow = fighter("B", (5, 5), "2", aap_max=2, manoeuvrability=4).replace(facing_deg=90)
    encounter = board(fighter("A", (5, 4)), slow)
    assert Cell(5, 4) not in open_threat(encounter, "B")
    fight = session(encounter)
    assert asked(fight.submit(MovementManoeuvre(actor="A", path=(Cell(6, 4),)))) == "B"
    assert pos(fight.encounter, "A") == (6, 4)


@pytest.mark.rule("AR-MOV-08", "AR-OPP-01", "AR-OPP-04")
def test_a_rider_may_be_struck_as_the_mount_steps() -> None:
    """The step of a horse is its rider's: either may be struck, and who falls off rides no more."""
    horse = fighter("horse", (4, 4), size="Large").replace(size=Size(2, 2))
    rider = fighter("A", (4, 4), rides="horse", steers=True, total_vitality=10)
    guard = fighter("B", (6, 6), "2", aap_max=2, mods={"melee": 30})
    fight = session(board(horse, rider, guard), 10, 15)
    outcome = fight.submit(MovementManoeuvre(actor="A", path=line((4, 4), 3)))
    assert asked(outcome) == "B"
    assert isinstance(outcome, Asking)
    question = outcome.wanted[0]
    assert isinstance(question, Question)
    assert [one.id for one in question.options] == ["pass", "attack:axe", "attack:axe@A"]
    done = accepted(reply(fight, "attack:axe@A")).result
    assert (done.wasted, done.squares) == (True, 0)
    assert sheet(fight.encounter, "A").conditions == {"dead": 1}


# --- giants ---------------------------------------------------------------------------------------


def giant(who: str, at: tuple[int, int], **fields: Any) -> Any:
    """Return somebody Gargantuan, whose club takes in more than a square."""
    club = Weapon(id="club", base_sv=5, types=("bludgeoning",))
    fields = {"mods": {"melee": 9}, "weapons": (club,), "size": "Gargantuan", **fields}
    return fighter(who, at, **fields).replace(size=Size(4, 4))


@pytest.mark.rule("AR-ARE-01", "AR-MNV-04")
def test_a_giants_charge_strikes_an_area() -> None:
    """Whoever stands beside the target is struck too: two squares a side, 9 + 9 + 2 for all."""
    encounter = board(
        giant("A", (0, 4)), fighter("B", (8, 5), "2"), fighter("C", (9, 6), "2", mods={"reflex": 3})
    )
    fight = session(encounter, 9)
    run = Charge(actor="A", target="B", weapon="club", path=line((0, 4), 4))
    done = accepted(fight.submit(run)).result.attack
    assert {hit.who: hit.damage for hit in done.hits} == {"B": 5 + 20 - 10, "C": 5 + 20 - 13}


@pytest.mark.rule("AR-ARE-01", "AR-OPP-04")
def test_a_giants_opportunity_strikes_an_area() -> None:
    """Who answers with a club of two squares a side strikes at the square of who provoked."""
    encounter = board(
        fighter("A", (6, 5), weapons=(Weapon(id="fist", unarmed=True),)),
        giant("B", (2, 4), side="2", aap_max=2),
        fighter("C", (7, 6)),
    )
    fight = session(encounter, 9, 2)
    assert asked(fight.submit(Attack(actor="A", target="B", weapon="fist"))) == "B"
    accepted(reply(fight, "attack:club"))
    assert sheet(fight.encounter, "C").current_vitality == 50 - (5 + 18 - 10)


# --- conditions -----------------------------------------------------------------------------------


@pytest.mark.rule("AR-CND-06", "AR-ACT-04")
def test_things_fall_only_where_the_cut_takes_the_last_point() -> None:
    """Staggered takes AAP first: who has merely spent all AP keeps sword and shield."""
    sword = (Item(name="sword"),)
    for ap, aap, staggered, dropped in ((0, 2, 1, False), (1, 0, 1, True), (0, 0, 1, False)):
        encounter = board(fighter("A", (4, 4), ap=ap, aap=aap, aap_max=2, items=sword))
        one = encounter["A"]
        hit = one.replace(sheet=one.sheet.replace(conditions={"staggered": staggered}))
        fight = session(encounter.with_combatant(hit))
        accepted(fight.submit(DoNothing(actor="A", pool="aap")) if aap else _settled(fight))
        lies = [one.item.name for one in state_of(fight.encounter).lying]
        assert ("sword" in lies) is dropped
    surprise = board(fighter("A", (4, 4), ap_max=1, items=sword, conditions={"staggered": 1}))
    fight = session(surprise)
    accepted(fight.submit(StartRound(surprise=True)))
    assert not state_of(fight.encounter).lying


def _settled(fight: Session) -> Outcome:
    return fight.submit(MoveInOrder(who="A", values=()))


@pytest.mark.rule("AR-CND-03", "AR-MNV-06")
def test_a_dying_caster_reacts_at_a_price() -> None:
    """The Reaction against Counterspell is a Reaction: 4 misses DC 1 + 4 and costs the Dying 1."""
    burn = Weapon(id="burn", category="spell", school="fire")
    spell = SpellEffect(id="wall 1", controller="A", caster="A", school="fire")
    for switch, loss in (("after_attack", 1), ("off", 0)):
        encounter = board(
            fighter("A", (4, 4), current_vitality=-4, conditions={"dying": 1}),
            fighter("B", (5, 4), "2", weapons=(burn,)),
            dying_reaction_check=switch,
        )
        rules = ArrgsState(spells=frozendict({spell.id: spell}))
        fight = session(encounter.replace(rules=rules), 5, *([4] if loss else []))
        counter = Counterspell(actor="B", target="A", using="burn", spell=spell.id)
        done = accepted(fight.submit(counter)).result
        assert [(one.who, one.dc, one.loss) for one in done.fort_checks] == [("A", 5, 1)][:loss]
        assert sheet(fight.encounter, "A").current_vitality == -4 - loss


# --- small ones -----------------------------------------------------------------------------------


@pytest.mark.rule("AR-MNV-08")
def test_nobody_is_disarmed_of_nothing() -> None:
    """Somebody without any item cannot be disarmed, named or not."""
    encounter = board(fighter("A", (4, 4)), fighter("B", (5, 4), "2", weapons=()))
    disarm = Disarm(actor="A", target="B", weapon="axe")
    assert refusal(session(encounter).submit(disarm)) == "no_item"


@pytest.mark.rule("AR-ACT-02", "AR-ACT-08")
def test_doing_nothing_is_paid_as_it_is_offered() -> None:
    """With AP spent and AAP left it is a Swift Action, offered and played alike."""
    encounter = board(fighter("A", (4, 4), ap=0, aap_max=2)).replace(turn="A")
    (action,) = (one for one in actions_of(SYSTEM, encounter, "A") if one.id == "do_nothing")
    assert action.refusal is None
    accepted(session(encounter).submit(action.make(Target())))


@pytest.mark.rule("AR-MNV-15", "AR-CHK-04")
def test_the_odds_of_a_repeated_attack_are_those_of_its_blows() -> None:
    """Its own Vitality is no success: one blow that hits from a 15 up succeeds in 30 of 100."""
    encounter = board(
        fighter("A", (4, 4), weapons=(Weapon(id="pin", base_sv=1),)),
        fighter("B", (5, 4), "2", mods={"reflex": 5}),
    )
    blow = RepeatedAttack(actor="A", target="B", weapon="pin", attacks=1)
    outcomes = odds(SYSTEM, encounter, blow).columns[0].outcomes
    assert outcomes is not None
    assert outcomes.success == pytest.approx(0.3)
