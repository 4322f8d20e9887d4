"""Percentile: attacks, control and limits within a grapple."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from gridwar.engine.kit import NextTurn
from gridwar.engine.play.offered_actions_and_drafts import actions_of
from gridwar.engine.play.play_outcome import Refused
from gridwar.model.command import Adjustments
from gridwar.model.geometry import Cell
from gridwar.systems.percentile import SYSTEM
from gridwar.systems.percentile.attacks.burst_and_flurry import Flurry
from gridwar.systems.percentile.attacks.standard_called_heavy_attack import (
    CalledShot,
    StandardAttack,
)
from gridwar.systems.percentile.charges.run_up import movement
from gridwar.systems.percentile.core.fight_state import Grapple, PercentileState, sheet_of
from gridwar.systems.percentile.core.weapons import DamageDice, PercentileWeapon
from gridwar.systems.percentile.grapples.controller_options import (
    GrappleDamage,
    GrappleKnockDown,
    GrappleTakeDown,
    ReleaseGrapple,
)
from gridwar.systems.percentile.grapples.grapple_options import GrappleAttack
from gridwar.systems.percentile.grapples.pushing import GrapplePush
from gridwar.systems.percentile.grapples.restrained_options import BreakFree, TakeControl
from gridwar.systems.percentile.manoeuvres.aim_feint_and_guard_mode import AimHalf, GuardMode
from gridwar.systems.percentile.manoeuvres.knock_down import KnockDown
from tests.systems.percentile.people import (
    GUN,
    SWORD,
    ada,
    fight,
    one,
    play,
    refusal,
    session,
    tor,
    walled,
)
from tests.systems.percentile.test_wrestling import grapples, held

if TYPE_CHECKING:
    from gridwar.model.command import Command


@pytest.mark.rule("PC-GRP-07")
def test_small_weapons_and_pistols_fit_a_grapple() -> None:
    """A d5 blade, bare hands, claws, a pistol; a sword does not. 40 + 10; also on others."""
    knife = PercentileWeapon(id="knife", damage=DamageDice(sides=5))
    pistol = PercentileWeapon(id="pistol", kind="ranged", pistol=True)
    people = (ada(knife, pistol, SWORD, ws=40, bs=40), tor(), one("kim", (5, 6)))
    tied = Grapple(controller="ada", restrained="tor", maintained=False)
    now = fight(*people).replace(rules=PercentileState(grapples=(tied,)))
    for weapon, foe in (("knife", "tor"), ("unarmed", "tor"), ("pistol", "kim")):
        blow = GrappleAttack(actor="ada", target=foe, weapon=weapon)
        assert play(now, blow, 51).sheet("ada").half_actions == 0
        assert play(now, blow, 50, 2, evade="none").result.struck
    sword = GrappleAttack(actor="ada", target="tor", weapon="sword")
    assert refusal(now, sword) == "not_in_grapple"
    loose = now.replace(rules=PercentileState())
    assert refusal(loose, GrappleAttack(actor="ada", target="tor")) == "no_grapple"
    mine = now.replace(turn="tor")
    assert play(mine, GrappleAttack(actor="tor", target="ada"), 99).sheet("tor").half_actions == 0


@pytest.mark.rule("PC-GRP-08")
@pytest.mark.parametrize(("using", "roll"), [("s", 40), ("acrobatics", 60)])
def test_breaking_free_by_strength_or_acrobatics(using: Any, roll: int) -> None:
    """40 of Strength or 60 of Acrobatics against a failure; a Half Action."""
    now = held(turn="tor", of_tor={"acrobatics": 60})
    free = play(now, BreakFree(actor="tor", using=using), roll, 99)
    assert grapples(free.encounter) == ()
    assert free.sheet("tor").half_actions == 1
    assert grapples(play(now, BreakFree(actor="tor", using=using), roll + 1, 99).encounter)
    assert refusal(held(), BreakFree(actor="ada")) == "wrong_role"


@pytest.mark.rule("PC-GRP-09")
@pytest.mark.rule("PC-GRP-01")
def test_control_changes_with_an_option_at_once() -> None:
    """Tor hurts Ada at once, for nothing; the duty begins with Tor's next turn."""
    now = held(turn="tor")
    won = play(now, TakeControl(actor="tor"), 40, 99)
    assert {a.id for a in actions_of(SYSTEM, won.encounter, "tor") if a.refusal is None} >= {
        "grapple_damage",
        "grapple_push",
        "release_grapple",
        "grapple_knock_down",
    }
    turned = won.next(GrappleDamage(actor="tor"), 20, 99, 5)
    assert refusal(turned.encounter, GrappleDamage(actor="tor")) == "no_action_left"
    assert refusal(won.encounter, GrappleAttack(actor="tor", target="ada")) == "no_action_left"
    assert grapples(turned.encounter) == (("tor", "ada"),)
    assert turned.sheet("ada").wounds == 7
    assert turned.sheet("tor").half_actions == 1
    kept = turned.next(NextTurn())
    assert grapples(kept.encounter) == (("tor", "ada"),)
    later = kept.next(NextTurn()).next(NextTurn()).next(NextTurn())
    assert grapples(later.encounter) == ()
    assert refusal(held(), TakeControl(actor="tor")) == "not_your_turn"
    assert won.next(GrappleKnockDown(actor="tor"), 20, 30).has("ada", "prone")
    assert grapples(won.next(ReleaseGrapple(actor="tor")).encounter) == ()
    left = won.next(AimHalf(actor="tor"))
    assert refusal(left.encounter, GrappleKnockDown(actor="tor")) == "no_action_left"
    own = won.next(NextTurn()).next(NextTurn()).next(NextTurn())
    assert own.encounter.turn == "tor"
    hurt = own.next(GrappleDamage(actor="tor"), 99, 99)
    assert hurt.sheet("tor").half_actions == 0


def test_a_weapon_that_is_not_there_hurts_nobody_in_a_grapple() -> None:
    """Where the game master lets pass that it is no part of the body, the contest is all."""
    waived = Adjustments(waived=frozenset({"not_of_body"}))
    ended = play(held(), GrappleDamage(actor="ada", weapon="lost", adjustments=waived), 20, 99)
    assert ended.sheet("tor").wounds == sheet_of(held()["tor"]).wounds


@pytest.mark.rule("PC-GRP-10")
def test_knock_down_and_take_down_within_the_grapple() -> None:
    """They are the controller's; by house rule the restrained one's too, at their own price."""
    felled = play(held(), GrappleKnockDown(actor="ada"), 20, 30)
    assert felled.has("tor", "prone")
    assert felled.sheet("ada").half_actions == 0
    skilled = held(of_ada={"talents": frozenset({"takedown"})})
    stunned = play(skilled, GrappleTakeDown(actor="ada"), 40, 5, 99, evade="none")
    assert stunned.has("tor", "stunned")
    assert refusal(held(), GrappleTakeDown(actor="ada")) == "no_takedown_talent"
    turn = KnockDown(actor="tor", target="ada")
    assert refusal(held(turn="tor"), turn) == "controllers_option"
    assert play(held(turn="tor", grapple_knockdown="both"), turn, 20, 30).has("ada", "prone")


@pytest.mark.rule("PC-GRP-07")
def test_in_a_grapple_there_are_no_other_attacks() -> None:
    """Both have Attack, Knock Down and Take Down alone; the house rule frees all of them."""
    others: tuple[Command, ...] = (
        StandardAttack(actor="tor", target="ada", weapon="sword"),
        CalledShot(actor="tor", target="ada", weapon="sword"),
        Flurry(actor="tor", target="ada", weapon="sword"),
        GuardMode(actor="tor"),
    )
    armed = {"weapons": (SWORD, GUN)}
    for role in ("ada", "tor"):
        bound = held(controller=role, turn="tor", of_tor=armed)
        free = held(controller=role, turn="tor", of_tor=armed, grapple_attacks="free")
        for command in others:
            assert refusal(bound, command) == "no_grapple_attack"
            assert not isinstance(session(free, 99, 99).submit(command), Refused)
    fists = GrappleAttack(actor="tor", target="ada")
    assert not isinstance(session(held(turn="tor"), 99).submit(fists), Refused)


@pytest.mark.rule("PC-GRP-03")
@pytest.mark.parametrize("squares", [0, 1])
def test_nobody_is_pushed_through_whoever_pushes(squares: int) -> None:
    """Towards the pusher's square it ends at once, unless the pusher makes room by following."""
    push = GrapplePush(actor="ada", cell=Cell(5, 5), squares=squares)
    now = held(of_ada={"ab": 4})
    stopped = play(now, push, 21, 99)
    assert stopped.encounter["tor"].pos == Cell(6, 5)
    assert "somebody stands at" in stopped.trace("Tor is pushed").title
    followed = play(now, push.replace(follow=True), 21, 99)
    gone = squares or 3
    assert followed.encounter["tor"].pos == Cell(6 - gone, 5)
    drawn = SYSTEM.draft(now, push).aimed
    assert drawn is not None
    assert drawn.cells == frozenset()


@pytest.mark.rule("PC-GRP-03")
def test_a_push_tells_what_was_won_and_what_stopped_it() -> None:
    """2 degrees win 3 squares, the Half Move allows 2, a wall leaves 1; it alone is drawn."""
    now = walled(held(of_ada={"ab": 2}), 8)
    push = GrapplePush(actor="ada", cell=Cell(9, 5))
    pushed = play(now, push, 21, 99)
    steps = {step.label: step.after for step in pushed.trace("Tor is pushed").steps}
    assert [steps[label] for label in ("Squares won", "Squares pushed")] == [3, 1]
    assert steps["Half Move, which limits it"] == 2
    drawn = SYSTEM.draft(now, push).aimed
    assert drawn is not None
    assert drawn.cells == {Cell(7, 5)}


@pytest.mark.rule("PC-GRP-01")
@pytest.mark.rule("PC-ECO-07")
def test_whoever_is_held_or_stuck_has_no_reach() -> None:
    """No move is drawn that is refused: to neither in a grapple, to nobody Immobilised."""
    now = held(turn="tor")
    for who in ("ada", "tor"):
        assert movement(now, who, "").zones == ()
    assert movement(fight(ada(ab=3), tor("immobilised")), "tor", "").zones == ()
    assert movement(fight(ada(ab=3), tor()), "tor", "").zones
