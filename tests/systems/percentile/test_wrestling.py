"""Knock Down, Take Down, Disarm and the grapple of the percentile rules."""

from __future__ import annotations

from typing import Any

import pytest

from gridwar.engine.kit import Move, NextTurn, PipKind, price_of
from gridwar.engine.play.offered_actions_and_drafts import actions_of
from gridwar.model.battlemap import LayerName
from gridwar.model.geometry import Cell
from gridwar.model.painted_layers import Layer
from gridwar.systems.percentile import SYSTEM
from gridwar.systems.percentile.conditions import effect_of
from gridwar.systems.percentile.core.fight_state import Grapple, PercentileState, state_of
from gridwar.systems.percentile.core.sheet import Extended, Power
from gridwar.systems.percentile.core.weapons import DamageDice, PercentileWeapon
from gridwar.systems.percentile.grapples.beginning_and_ending import InitiateGrapple
from gridwar.systems.percentile.grapples.controller_options import (
    GrappleDamage,
    GrappleStand,
    ReleaseGrapple,
)
from gridwar.systems.percentile.grapples.grapple_options import GrapplePower
from gridwar.systems.percentile.grapples.pushing import GrapplePush
from gridwar.systems.percentile.grapples.restrained_options import BreakFree, TakeControl
from gridwar.systems.percentile.manoeuvres.aim_feint_and_guard_mode import AimHalf, Feint
from gridwar.systems.percentile.manoeuvres.disarm_and_pick_up import Disarm, PickUp
from gridwar.systems.percentile.manoeuvres.knock_down import KnockDown
from gridwar.systems.percentile.manoeuvres.take_down import TakeDown, toughness_penalty
from tests.support.floors import BELOW_HATCH, HATCH, house
from tests.systems.percentile.people import GUN, SWORD, ada, fight, one, play, refusal, tor

KNOCK = KnockDown(actor="ada", target="tor")


# --- Knock Down, Take Down, Disarm ----------------------------------------------------------------


@pytest.mark.rule("PC-ACT-14")
@pytest.mark.rule("PC-TST-04")
def test_a_knock_down_can_fell_either() -> None:
    """Won by 2 degrees it may hurt too; lost by 2 the attacker lies; both fail: nothing."""
    now = fight(ada(s=40), tor(s=40, wounds=9))
    hurt = play(now, KNOCK, 10, 30, 5, deal_damage="hurt")  # 4 against 2; 5 - 3 + 4 less TB 3
    assert hurt.has("tor", "prone")
    assert (hurt.sheet("tor").wounds, hurt.sheet("tor").fatigue) == (6, 1)
    spared = play(now, KNOCK, 10, 30, deal_damage="spare")
    assert (spared.sheet("tor").wounds, spared.sheet("tor").fatigue) == (9, 0)
    plain = play(now, KNOCK, 20, 30)
    assert plain.has("tor", "prone")
    lost = play(now, KNOCK, 30, 10)
    assert (lost.has("ada", "prone"), lost.has("tor", "prone")) == (True, False)
    assert not play(now, KNOCK, 30, 20).has("ada", "prone")
    assert refusal(now.replace(turn="tor"), KNOCK) == "not_your_turn"
    nothing = play(now, KNOCK, 99, 99)
    assert not nothing.has("ada", "prone")
    assert not nothing.has("tor", "prone")


@pytest.mark.rule("PC-ACT-14")
def test_a_half_move_before_helps() -> None:
    """41 fails at Strength 40 and passes at 50."""
    now = fight(ada(s=40, ab=3, at=(4, 5)), tor(s=40))
    moved = play(now, Move(actor="ada", path=(Cell(5, 5),)))
    assert moved.next(KNOCK, 41, 99).has("tor", "prone")
    assert not play(fight(ada(s=40), tor(s=40)), KNOCK, 41, 99).has("tor", "prone")


DOWN = TakeDown(actor="ada", target="tor", weapon="sword")


@pytest.mark.rule("PC-ACT-15")
@pytest.mark.parametrize(
    ("damage", "tb", "penalty"),
    [(3, 3, 0), (4, 3, -10), (6, 3, -20), (9, 3, -30), (1, 0, 0), (2, 0, -20)],
)
def test_every_multiple_of_the_bonus_weighs(damage: int, tb: int, penalty: int) -> None:
    """Up to the bonus nothing, beyond it -10 for every whole multiple."""
    assert toughness_penalty(damage, tb) == penalty


@pytest.mark.rule("PC-ACT-15")
def test_a_take_down_stuns_in_place_of_wounding() -> None:
    """5 + 2 + 3 less 3 is 7 past TB 3: Toughness 30 - 20; 11 fails, 10 passes."""
    skilled = frozenset({"takedown"})
    now = fight(ada(ws=40, talents=skilled), tor(t=30))
    stunned = play(now, DOWN, 40, 5, 11, evade="none")
    assert stunned.has("tor", "stunned")
    assert stunned.sheet("tor").wounds == 10
    assert not play(now, DOWN, 40, 5, 10, evade="none").has("tor", "stunned")
    assert not play(now, DOWN, 41).has("tor", "stunned")
    assert refusal(fight(ada(), tor()), DOWN) == "no_takedown_talent"
    over = stunned.next(NextTurn()).next(NextTurn())
    assert not over.has("tor", "stunned")
    longer = fight(ada(ws=40, talents=skilled), tor(t=30), one_round="end_of_victims_next_turn")
    still = play(longer, DOWN, 40, 5, 11, evade="none").next(NextTurn())
    assert still.has("tor", "stunned")
    assert not still.next(NextTurn()).has("tor", "stunned")


@pytest.mark.rule("PC-ACT-15")
@pytest.mark.rule("PC-ATK-12")
@pytest.mark.rule("PC-ECO-06")
def test_degrees_may_replace_the_die_of_a_take_down() -> None:
    """10 at 40 is 4 degrees for a 1: 4 + 2 + 3 less 3 is 6 past TB 3; whoever is stunned stops."""
    work = Extended(name="Door", done=1)
    now = fight(ada(ws=40, talents=frozenset({"takedown"})), tor(t=30, extended=work))
    stunned = play(now, DOWN, 10, 1, 11, evade="none", interrupted_tor="lost")
    assert stunned.trace("cancelled").result == "6"
    assert stunned.sheet("tor").extended is None
    rolled = play(now, DOWN.replace(replace_die=False), 10, 1, 30, evade="none")
    assert rolled.trace("cancelled").result == "3"
    assert rolled.sheet("tor").extended == work


@pytest.mark.rule("PC-ACT-15")
def test_rolled_damage_may_weigh() -> None:
    """By the house rule 10 rolled, not 7 dealt, on TB 3: Toughness 30 - 30."""
    now = fight(ada(ws=40, talents=frozenset({"takedown"})), tor(t=30), takedown_basis="rolled")
    assert play(now, DOWN, 40, 5, 1, evade="none").has("tor", "stunned")


DISARM = Disarm(actor="ada", target="tor")


@pytest.mark.rule("PC-ACT-17")
def test_what_is_struck_from_a_hand_lies_there_or_is_taken() -> None:
    """3 own degrees may take it; fewer let it fall, and it can be picked up again."""
    skilled = ada(ws=40, talents=frozenset({"disarm"}), free_hands=1)
    now = fight(skilled, tor(ws=30, weapons=(SWORD, GUN)))
    taken = play(now, DISARM, 20, 99, object="take gun")
    assert [weapon.id for weapon in taken.sheet("tor").weapons] == ["sword"]
    assert [weapon.id for weapon in taken.sheet("ada").weapons] == ["sword", "gun", "gun_2"]
    dropped = play(now, DISARM, 30, 99, object="drop gun")
    (thing,) = state_of(dropped.encounter).dropped
    assert (thing.cell, thing.weapon.id) == (Cell(6, 5), "gun")
    assert [mark.text for mark in SYSTEM.board.scenery(dropped.encounter).marks] == ["gun"]
    again = dropped.next(PickUp(actor="tor", cell=Cell(6, 5), weapon="gun"))
    assert len(again.sheet("tor").weapons) == 2
    assert state_of(again.encounter).dropped == ()
    gone = dropped.encounter["tor"]
    dead = dropped.encounter.with_combatant(gone.replace(sheet=gone.sheet.replace(dead=True)))
    assert refusal(dead, PickUp(actor="tor", cell=Cell(6, 5), weapon="gun")) == "dead"
    lost = play(now, DISARM, 99, 20)
    assert len(lost.sheet("tor").weapons) == 2
    full = fight(ada(ws=40, talents=frozenset({"disarm"}), free_hands=0), tor(weapons=(GUN,)))
    assert play(full, DISARM, 1, 99).sheet("tor").weapons == ()
    assert refusal(fight(ada(), tor()), DISARM) == "no_disarm_talent"


@pytest.mark.rule("PC-ACT-17")
def test_advanced_disarm_is_worth_twenty() -> None:
    """60 passes at 40 + 20."""
    talents = frozenset({"disarm", "advanced_disarm"})
    now = fight(ada(ws=40, talents=talents), tor(weapons=(GUN,)))
    assert play(now, DISARM, 60, 99).sheet("tor").weapons == ()


# --- the grapple ----------------------------------------------------------------------------------


def held(*others: Any, controller: str = "ada", turn: str = "ada", **more: Any) -> Any:
    """Return a fight in which Ada holds Tor, or Tor Ada; both Strength 40."""
    people = (ada(s=40, ws=40, **more.pop("of_ada", {})), tor(s=40, **more.pop("of_tor", {})))
    restrained = "tor" if controller == "ada" else "ada"
    tied = Grapple(controller=controller, restrained=restrained, maintained=False)
    start = fight(*people, *others, turn=turn, **more)
    return start.replace(rules=PercentileState(grapples=(tied,)))


def grapples(now: Any) -> tuple[tuple[str, str], ...]:
    """Return who holds whom."""
    return tuple((one.controller, one.restrained) for one in state_of(now).grapples)


@pytest.mark.rule("PC-ACT-12")
@pytest.mark.rule("PC-GRP-01")
def test_taking_hold_is_plain_weapon_skill() -> None:
    """30 at WS 30 holds, without damage; a dodge gets away, a parry is not offered."""
    now = fight(ada(ws=30), tor(ag=30, ws=90))
    hold = InitiateGrapple(actor="ada", target="tor")
    took = play(now, hold, 30, evade="none")
    assert grapples(took.encounter) == (("ada", "tor"),)
    assert took.sheet("tor").wounds == 10
    assert grapples(play(now, hold, 31).encounter) == ()
    assert grapples(play(now, hold, 30, 30, evade="dodge").encounter) == ()
    parried = play(now, hold, 30, evade="none")
    assert "Parry" not in parried.log
    assert refusal(took.encounter, hold.replace(target="tor")) == "attack_used"
    assert refusal(held(), hold) == "grappled_already"
    above = now.with_combatant(now["tor"].replace(altitude=1))
    assert refusal(above, hold) == "other_band"
    assert refusal(fight(ada(free_hands=0), tor()), hold) == "no_free_hand"


@pytest.mark.rule("PC-GRP-01")
def test_a_hold_may_be_in_one_square() -> None:
    """By the house rule whoever takes hold steps in; a push goes on from there."""
    hold = InitiateGrapple(actor="ada", target="tor")
    beside = play(fight(ada(ws=30), tor()), hold, 30, evade="none")
    assert beside.encounter["ada"].pos == Cell(5, 5)
    inside = play(fight(ada(ws=30), tor(), grapple_space="same_square"), hold, 30, evade="none")
    assert inside.encounter["ada"].pos == inside.encounter["tor"].pos == Cell(6, 5)
    assert grapples(inside.encounter) == (("ada", "tor"),)
    own = inside.next(NextTurn()).next(NextTurn())
    push = GrapplePush(actor="ada", cell=Cell(8, 5), follow=True, squares=1)
    along = own.next(push, 21, 99)
    assert along.encounter["ada"].pos == along.encounter["tor"].pos == Cell(7, 5)


@pytest.mark.rule("PC-GRP-01")
@pytest.mark.rule("PC-GRP-04")
def test_a_hold_is_kept_up_or_ends() -> None:
    """With the turn's Grapple action it stays; without it is over at the turn's end."""
    now = held()
    kept = play(now, GrappleDamage(actor="ada"), 99, 99).next(NextTurn())
    assert grapples(kept.encounter) == (("ada", "tor"),)
    assert grapples(play(now, NextTurn()).encounter) == ()
    released = play(now, ReleaseGrapple(actor="ada"))
    assert grapples(released.encounter) == ()
    assert released.sheet("ada").half_actions == 2
    acted = play(now, Feint(actor="ada", target="tor"), 99, 99)
    assert refusal(acted.encounter, ReleaseGrapple(actor="ada")) == "not_now_released"


@pytest.mark.rule("PC-GRP-01")
def test_who_is_set_aside_holds_nobody_for_ever() -> None:
    """His turn does not come: what was kept up lasts out this round, and ends with the next."""
    now = held(turn="tor")
    kept = now.rules.grapples[0].replace(maintained=True)
    now = now.replace(rules=PercentileState(grapples=(kept,)))
    gone = now.with_combatant(now["ada"].replace(aside=True))
    first = play(gone, NextTurn())
    assert grapples(first.encounter) == (("ada", "tor"),)
    second = first.next(NextTurn())
    assert grapples(second.encounter) == ()
    assert "Ada does not keep up the grapple" in second.log


@pytest.mark.rule("PC-GRP-01")
def test_nobody_walks_out_and_the_dead_hold_nobody() -> None:
    """Movement is refused to both; death and distance end a hold by themselves."""
    now = held()
    assert refusal(now, Move(actor="ada", path=(Cell(4, 5),))) == "grappled"
    dead = now.with_combatant(now["tor"].replace(sheet=now["tor"].sheet.replace(dead=True)))
    assert grapples(play(dead, ReleaseGrapple(actor="ada")).encounter) == ()
    apart = now.with_combatant(now["tor"].replace(pos=Cell(20, 5)))
    assert grapples(play(apart, GrappleDamage(actor="ada"), 99, 99).encounter) == ()
    ids = {action.id.partition(":")[0] for action in actions_of(SYSTEM, now, "ada")}
    assert {"grapple_damage", "grapple_push", "release_grapple"} <= ids
    assert "break_free" not in ids
    assert SYSTEM.board.scenery(now).ties[0].a == "ada"
    assert grapples(play(dead, AimHalf(actor="ada")).encounter) == ()


@pytest.mark.rule("PC-GRP-04")
def test_only_the_controller_lets_go() -> None:
    """The restrained one has nothing to release."""
    assert refusal(held(turn="tor"), ReleaseGrapple(actor="tor")) == "wrong_role"


@pytest.mark.rule("PC-GRP-03")
@pytest.mark.rule("PC-GRP-05")
def test_a_push_that_is_not_straight_shows_no_line() -> None:
    """Towards a square a knight's move away nothing is drawn; whoever stands may pull too."""
    aside = GrapplePush(actor="ada", cell=Cell(8, 6))
    assert SYSTEM.draft(held(), aside).aimed is None
    up = SYSTEM.draft(held(), GrappleStand(actor="ada"))
    assert [one.key for one in up.ticks] == ["drag"]


@pytest.mark.rule("PC-GRP-02")
@pytest.mark.rule("PC-TST-05")
def test_the_controller_hurts_with_helpers() -> None:
    """40 + 10 for a helper beside Tor; 5 - 3 + 4 less 3 is 3, and one Fatigue in all."""
    helper = one("kim", (7, 5), side="1")
    now = held(helper)
    hurt = play(now, GrappleDamage(actor="ada", helpers=("kim",)), 50, 99, 5)
    assert (hurt.sheet("tor").wounds, hurt.sheet("tor").fatigue) == (7, 1)
    assert hurt.sheet("ada").half_actions == 0
    assert play(now, GrappleDamage(actor="ada"), 50, 99).sheet("tor").wounds == 10
    sword = GrappleDamage(actor="ada", weapon="sword")
    assert refusal(now, sword) == "not_of_body"
    far = held(one("kim", (9, 5), side="1"))
    assert refusal(far, GrappleDamage(actor="ada", helpers=("kim",))) == "no_helper"


@pytest.mark.rule("PC-GRP-02")
@pytest.mark.rule("PC-ACT-14")
@pytest.mark.rule("PC-ATK-17")
@pytest.mark.rule("PC-UNA-02")
def test_claws_without_the_strength_bonus_have_none() -> None:
    """5 + 2 less TB 3, where bare hands would add SB 4."""
    claws = PercentileWeapon(
        id="claws", natural=True, add_sb=False, damage=DamageDice(sides=10, flat=2)
    )
    people = (ada(claws, s=40), tor(s=40))
    tied = Grapple(controller="ada", restrained="tor", maintained=False)
    now = fight(*people).replace(rules=PercentileState(grapples=(tied,)))
    hurt = play(now, GrappleDamage(actor="ada", weapon="claws"), 20, 99, 5)
    assert hurt.sheet("tor").wounds == 10 - (5 + 2 - 3)


@pytest.mark.rule("PC-GRP-09")
@pytest.mark.rule("PC-ECO-01")
def test_the_option_at_once_shows_no_price() -> None:
    """A Push costs the Grapple Full Action, two pips; right after Take Control none."""
    push = GrapplePush(actor="tor", cell=Cell(4, 5))
    now = held(controller="tor", turn="tor")
    assert price_of(now, push).pips == (PipKind.OWN,) * 2
    won = play(held(turn="tor"), TakeControl(actor="tor"), 40, 99)
    assert price_of(won.encounter, push).pips == ()
    assert price_of(won.encounter, BreakFree(actor="tor")).pips == (PipKind.OWN,)


@pytest.mark.rule("PC-GRP-03")
def test_a_push_goes_straight_and_is_followed_or_not() -> None:
    """40 and a 21 are 2 degrees: 3 squares, at most the Half Move; a wall of people stops it."""
    push = GrapplePush(actor="ada", cell=Cell(9, 5))
    loose = play(held(of_ada={"ab": 4}), push, 21, 99)
    assert loose.encounter["tor"].pos == Cell(9, 5)
    assert grapples(loose.encounter) == ()
    along = play(held(of_ada={"ab": 4}), push.replace(follow=True), 21, 99)
    assert along.encounter["ada"].pos == Cell(8, 5)
    assert grapples(along.encounter) == (("ada", "tor"),)
    slow = play(held(of_ada={"ab": 2}), push, 21, 99)
    assert slow.encounter["tor"].pos == Cell(8, 5)
    chosen = play(held(of_ada={"ab": 4}), push.replace(squares=1), 21, 99)
    assert chosen.encounter["tor"].pos == Cell(7, 5)
    stopped = play(held(one("kim", (8, 5), side="1"), of_ada={"ab": 4}), push, 21, 99)
    assert stopped.encounter["tor"].pos == Cell(7, 5)
    net = play(held(of_ada={"ab": 4}, push_dos="net"), push, 21, 40)
    assert net.encounter["tor"].pos == Cell(8, 5)
    assert refusal(held(), push.replace(cell=Cell(8, 6))) == "not_straight"
    nowhere = play(held(one("kim", (7, 5), side="1"), of_ada={"ab": 4}), push, 21, 99)
    assert grapples(nowhere.encounter) == (("ada", "tor"),)
    blocks_me = one("kim", (5, 4), side="1")
    up = push.replace(cell=Cell(6, 4), follow=True)
    assert play(held(blocks_me, of_ada={"ab": 4}), up, 21, 99).encounter["tor"].pos == Cell(6, 5)
    ticked = SYSTEM.draft(held(one("kim", (7, 5), side="1")), up)
    assert {one.key for one in ticked.ticks} == {"helpers", "follow"}
    assert ticked.aimed is not None
    assert SYSTEM.draft(fight(ada(), tor()), up).aimed is None


@pytest.mark.rule("PC-GRP-03")
@pytest.mark.rule("PC-ALT-10")
def test_a_push_into_an_opening_ends_a_floor_below() -> None:
    """Whoever is pushed falls and is free; who pushes stays above and does not step after it."""
    now = held(of_ada={"ab": 4}, of_tor={"wounds": 30})
    moved = {"ada": HATCH.shifted(-2, 0), "tor": HATCH.shifted(-1, 0)}
    for who, cell in moved.items():
        now = now.with_combatant(now[who].replace(pos=cell))
    now = now.replace(map=house(is_open=True))
    push = GrapplePush(actor="ada", cell=HATCH.shifted(1, 0), follow=True)
    fallen = play(now, push, 21, 99, crash={"damage": 4})
    assert fallen.encounter["tor"].pos == BELOW_HATCH
    assert fallen.sheet("tor").wounds == 26
    assert fallen.encounter["ada"].pos == moved["ada"]
    assert grapples(fallen.encounter) == ()


@pytest.mark.rule("PC-GRP-03")
@pytest.mark.rule("PC-ALT-10")
def test_over_an_edge_the_gm_is_asked_for_the_fall() -> None:
    """The ground falls away by 6 m, 4 squares of 1.5 m; the push ends there."""
    now = held(of_ada={"ab": 4}, of_tor={"wounds": 30})
    page = now.map
    steps = round(4 * page.scale.cell_m / page.ground_step_m)
    roof = frozenset(Cell(x, y) for x in range(7) for y in range(12))
    high = page.with_layer(LayerName.GROUND, page.ground.painted(Layer.marking(roof), steps))
    fallen = play(
        now.replace(map=high),
        GrapplePush(actor="ada", cell=Cell(9, 5)),
        21,
        99,
        crash={"damage": 9},
    )
    assert fallen.encounter["tor"].pos == Cell(7, 5)
    assert fallen.sheet("tor").wounds == 21
    assert fallen.trace("crashes").steps[0].after == 4
    assert "Tor is pushed: 1 square" in fallen.log
    beside = GrapplePush(actor="ada", cell=Cell(7, 6), follow=True)
    apart = play(now.replace(map=high), beside, 21, 99, crash={"damage": 9})
    assert apart.encounter["ada"].pos == Cell(5, 5)
    assert grapples(apart.encounter) == ()


@pytest.mark.rule("PC-GRP-05")
def test_standing_up_needs_both_down() -> None:
    """The controller stands by themselves, the other by opposed Strength."""
    now = held()
    assert refusal(now, GrappleStand(actor="ada")) == "not_both_down"
    prone = (effect_of(now, "prone"),)
    for who in ("ada", "tor"):
        now = now.with_combatant(now[who].replace(effects=prone))
    up = play(now, GrappleStand(actor="ada"))
    assert (up.has("ada", "prone"), up.has("tor", "prone")) == (False, True)
    half = now.with_combatant(now["ada"].replace(effects=()))
    assert refusal(half, GrappleStand(actor="ada")) == "not_both_down"
    both = play(now, GrappleStand(actor="ada", drag=True), 10, 99)
    assert not both.has("tor", "prone")


@pytest.mark.rule("PC-GRP-06")
def test_powers_that_move_nobody() -> None:
    """A Power of a Full Action or less; one that moves its user, or is longer, is none."""
    powers = (
        Power(name="Spark"),
        Power(name="Leap", moves_self=True),
        Power(name="Ritual", cost="more"),
    )
    now = held(of_ada={"powers": powers})
    used = play(now, GrapplePower(actor="ada", power="Spark"))
    assert used.sheet("ada").half_actions == 0
    assert state_of(used.encounter).grapples[0].maintained
    assert refusal(now.replace(turn="tor"), GrapplePower(actor="ada", power="Spark")) == (
        "not_your_turn"
    )
    mind = Power(name="Blaze", attack=True, concentration=True)
    his = held(turn="tor", of_tor={"powers": (mind,)})
    burned = play(his, GrapplePower(actor="tor", power="Blaze"))
    state = state_of(burned.encounter)
    assert ("tor" in state.attacked, "tor" in state.concentrated) == (True, True)
    spent = his.replace(rules=state_of(his).replace(concentrated=frozenset({"tor"})))
    assert refusal(spent, GrapplePower(actor="tor", power="Blaze")) == "concentration_used"
    for name in ("Leap", "Ritual"):
        assert refusal(now, GrapplePower(actor="ada", power=name)) == "no_power"
