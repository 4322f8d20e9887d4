"""Actions: what they cost, what limits them, what they break."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.engine.kit import Command, NextTurn, PipKind, Target, price_of, reason_against
from gridwar.engine.play.offered_actions_and_drafts import actions_of
from gridwar.systems.percentile import SYSTEM
from gridwar.systems.percentile.actions.free_and_extended_actions import ExtendedAction, FreeAction
from gridwar.systems.percentile.actions.legality_and_prerequisites import may_act
from gridwar.systems.percentile.attacks.standard_called_heavy_attack import (
    HeavyAttack,
    StandardAttack,
)
from gridwar.systems.percentile.core.action_headings import GROUPS
from gridwar.systems.percentile.core.fight_state import Overwatch, PercentileState, state_of
from gridwar.systems.percentile.core.sheet import Extended
from gridwar.systems.percentile.manoeuvres.aim_feint_and_guard_mode import (
    AimFull,
    AimHalf,
    Feint,
    GuardMode,
)
from tests.systems.percentile.people import GUN, SWORD, ada, fight, one, play, refusal, tor

if TYPE_CHECKING:
    from gridwar.model.encounter import Encounter

BLOW = StandardAttack(actor="ada", target="tor", weapon="sword")


def why_not(now: Encounter, who: str, key: str) -> str:
    """Return the code against an action of the list; empty where there is none."""
    found = reason_against(now, lambda table: may_act(table, who, key))
    return "" if found is None else found.code


@pytest.mark.rule("PC-ECO-01")
def test_actions_stand_under_the_kind_they_are() -> None:
    """The palette has Half, Full and Free Actions apart; a Half Action can follow another kind."""
    offered = {one.id: one for one in actions_of(SYSTEM, fight(ada(), tor()), "ada")}
    assert offered["aim_half"].group == GROUPS[0] == "Half Actions"
    assert offered["aim_full"].group == GROUPS[1] == "Full Actions"
    assert offered["free_action"].group == "Free Actions"
    played = play(fight(ada(), tor()), FreeAction(actor="ada")).next(BLOW, 99)
    played.next(FreeAction(actor="ada")).next(Feint(actor="ada", target="tor"), 99, 99)


@pytest.mark.rule("PC-ECO-02")
@pytest.mark.rule("PC-ECO-03")
def test_prices_are_pips() -> None:
    """A Half Action shows one pip, a Full Action two, a Free Action none."""
    now = fight(ada(), tor())
    assert price_of(now, AimHalf(actor="ada")).pips == (PipKind.OWN,)
    assert price_of(now, AimFull(actor="ada")).pips == (PipKind.OWN,) * 2
    full = play(now, GuardMode(actor="ada"))
    assert full.sheet("ada").half_actions == 0
    assert refusal(full.encounter, AimHalf(actor="ada")) == "no_action_left"


@pytest.mark.rule("PC-ECO-03")
def test_two_half_actions_a_turn() -> None:
    """A third Half Action does not fit."""
    played = play(fight(ada(), tor()), AimHalf(actor="ada")).next(BLOW, 99)
    assert refusal(played.encounter, Feint(actor="ada", target="tor")) == "no_action_left"


@pytest.mark.rule("PC-ECO-04")
@pytest.mark.rule("PC-ECO-09")
def test_a_reaction_is_taken_in_the_turn_of_another() -> None:
    """Tor dodges in Ada's turn: a Reaction goes, no Half Action, and no marker is asked for."""
    start = fight(ada(ws=80), tor(dodge=60))
    spent = PercentileState(attacked=frozenset({"tor"}), concentrated=frozenset({"tor"}))
    played = play(start.replace(rules=spent), BLOW, 5, 10, evade="dodge")
    assert (played.sheet("tor").reactions, played.sheet("tor").half_actions) == (0, 2)


@pytest.mark.rule("PC-ECO-05")
def test_free_actions_are_only_logged() -> None:
    """Ten of them in a row cost nothing."""
    played = play(fight(ada(), tor()), FreeAction(actor="ada", words="Down!"))
    assert "Ada takes a Free Action: Down!" in played.log
    for _time in range(9):
        played = played.next(FreeAction(actor="ada"))
    assert played.sheet("ada").half_actions == 2
    assert played.sheet("ada").has_acted is False


def going_on(now: Encounter) -> Command:
    """Return the command by which Ada goes on with an Extended Action, as it is offered."""
    offered = {one.id: one for one in actions_of(SYSTEM, now, "ada")}
    return offered["extended_action"].make(Target())


@pytest.mark.rule("PC-ECO-06")
def test_an_extended_action_takes_rounds() -> None:
    """Two rounds of doing nothing else; then it is done."""
    begun = play(fight(ada(), tor()), ExtendedAction(actor="ada", name="Pick the lock", rounds=2))
    extended = begun.sheet("ada").extended
    assert extended is not None
    assert (extended.done, extended.needed) == (1, 2)
    assert refusal(begun.encounter, AimHalf(actor="ada")) == "no_action_left"
    assert SYSTEM.cards.card(begun.encounter, "ada").progress == 0.5
    later = begun.next(NextTurn()).next(NextTurn())
    again = later.next(going_on(later.encounter))
    assert again.sheet("ada").extended is None
    assert "Ada: Pick the lock: done" in again.log


@pytest.mark.rule("PC-ECO-06")
def test_an_extended_action_takes_the_whole_turn() -> None:
    """After a Half Action it no longer fits."""
    begun = play(fight(ada(), tor()), AimHalf(actor="ada"))
    assert refusal(begun.encounter, ExtendedAction(actor="ada")) == "no_action_left"


@pytest.mark.rule("PC-ECO-06")
def test_its_length_can_be_kept_from_the_players() -> None:
    """A hidden length shows no ring and a question mark in the log."""
    command = ExtendedAction(actor="ada", rounds=5, hidden=True)
    played = play(fight(ada(), tor()), command)
    assert SYSTEM.cards.card(played.encounter, "ada").progress is None
    assert played.traces[-1].steps[0].after == "1 / ?"


@pytest.mark.rule("PC-ECO-06")
@pytest.mark.parametrize(
    ("mode", "answer", "kept"),
    [
        ("ask_gm", "lost", False),
        ("ask_gm", "kept", True),
        ("always_restart", "", False),
        ("never", "", True),
    ],
)
def test_an_interruption_may_cost_the_progress(mode: str, answer: str, kept: bool) -> None:
    """A dodge interrupts; the GM, or the house rule, says whether it starts over."""
    busy = tor(extended=Extended(name="Dig", done=2, needed=4), dodge=60)
    start = fight(ada(ws=80), busy, extended_interrupt=mode)
    answers = {"interrupted_tor": answer} if answer else {}
    played = play(start, BLOW, 5, 10, evade="dodge", **answers)
    assert (played.sheet("tor").extended is not None) == kept


@pytest.mark.rule("PC-ECO-06")
def test_free_actions_interrupt_nothing() -> None:
    """Whoever digs may talk, and going on is no interruption."""
    start = fight(ada(extended=Extended(name="Dig", done=1, needed=4)), tor())
    played = play(start, FreeAction(actor="ada")).next(going_on(start))
    extended = played.sheet("ada").extended
    assert extended is not None
    assert extended.done == 2


@pytest.mark.rule("PC-ECO-07")
def test_the_immobilised_take_no_movement_action() -> None:
    """No move, no Charge; a Heavy Attack is no Movement."""
    now = fight(ada(), tor()).with_combatant(
        one("ada", (5, 5), "immobilised", side="1", weapons=(SWORD, GUN))
    )
    for key in ("half_move", "full_move", "run", "charge", "disengage"):
        assert why_not(now, "ada", key) == "immobilised"
    assert why_not(now, "ada", "heavy_attack") == ""


@pytest.mark.rule("PC-ECO-08")
def test_one_attack_action_a_turn() -> None:
    """After a Standard Attack neither another nor Knock Down; a Feint is no Attack."""
    played = play(fight(ada(), tor()), BLOW, 99)
    assert state_of(played.encounter).attacked == {"ada"}
    assert refusal(played.encounter, BLOW) == "attack_used"
    assert why_not(played.encounter, "ada", "knock_down") == "attack_used"
    assert why_not(played.encounter, "ada", "feint") == ""
    card = SYSTEM.cards.card(played.encounter, "ada")
    assert [(pip.label, pip.left) for pip in card.pips[2:]] == [
        ("Attack action", 0),
        ("Concentration action", 1),
    ]


@pytest.mark.rule("PC-ECO-08")
def test_one_concentration_action_a_turn() -> None:
    """After an Aim there is no other; an action of both subtypes uses both."""
    played = play(fight(ada(), tor()), AimHalf(actor="ada"))
    assert refusal(played.encounter, AimHalf(actor="ada")) == "concentration_used"
    assert why_not(played.encounter, "ada", "attack_of_opportunity") == "concentration_used"


@pytest.mark.rule("PC-ECO-08")
@pytest.mark.parametrize(("scope", "again"), [("any_turn", "attack_used"), ("own_turn_only", "")])
def test_the_limit_is_that_of_any_one_turn(scope: str, again: str) -> None:
    """A second free attack in Ada's turn is refused to Tor, unless only own turns count."""
    state = PercentileState(attacked=frozenset({"tor"}))
    now = fight(ada(), tor(), subtype_limit_scope=scope).replace(rules=state)
    assert why_not(now, "tor", "attack_of_opportunity") == again
    fresh = play(now, NextTurn()).encounter
    assert why_not(fresh, "tor", "attack_of_opportunity") == ""


@pytest.mark.rule("PC-ECO-08")
def test_free_attacks_in_anothers_turn_leave_the_own_attack() -> None:
    """What Tor used in Ada's turn is free again in Tor's own."""
    state = PercentileState(attacked=frozenset({"tor"}), concentrated=frozenset({"tor"}))
    now = play(fight(ada(), tor()).replace(rules=state), NextTurn()).encounter
    assert now.turn == "tor"
    assert why_not(now, "tor", "standard_attack") == ""
    assert why_not(now, "tor", "aim_half") == ""


@pytest.mark.rule("PC-ACT-10")
@pytest.mark.parametrize(("act", "left"), [("free", 1), ("dodge", 0)])
def test_actions_but_free_ones_end_overwatch(act: str, left: int) -> None:
    """Talking does no harm to whoever waits; a Dodge ends it."""
    waiting = PercentileState(overwatches=(Overwatch(owner="tor", weapon="gun"),))
    start = fight(ada(ws=80), tor(dodge=60)).replace(rules=waiting)
    if act == "free":
        played = play(start, FreeAction(actor="tor"))
    else:
        played = play(start, BLOW, 5, 10, evade="dodge")
    assert len(state_of(played.encounter).overwatches) == left


@pytest.mark.rule("PC-ACT-10")
def test_overwatch_ends_with_the_own_next_turn() -> None:
    """When Tor's turn begins, Tor no longer waits."""
    waiting = PercentileState(overwatches=(Overwatch(owner="tor", weapon="gun"),))
    played = play(fight(ada(), tor()).replace(rules=waiting), NextTurn())
    assert state_of(played.encounter).overwatches == ()


@pytest.mark.parametrize(
    ("key", "code"),
    [
        ("burst", "no_burst_weapon"),
        ("flurry", "no_flurry_weapon"),
        ("multiple_attack", "one_weapon_only"),
        ("suppressive_fire", "no_automatic_weapon"),
        ("grapple_initiate", "no_free_hand"),
        ("take_down", "no_takedown_talent"),
        ("disarm", "no_disarm_talent"),
        ("boarding", "no_starship"),
        ("grapple", "no_grapple"),
        ("break_free", "no_grapple"),
    ],
)
def test_prerequisites_are_named(key: str, code: str) -> None:
    """What somebody lacks for an action stands in the reason."""
    assert why_not(fight(one("ada", (5, 5), side="1", free_hands=0), tor()), "ada", key) == code


@pytest.mark.rule("PC-ACT-16")
def test_a_heavy_attack_uses_the_aim() -> None:
    """Aim +10 in one turn, Heavy Attack in the next: 30 + 10 + 30."""
    start = fight(ada(aim=10), tor())
    played = play(start, HeavyAttack(actor="ada", target="tor", weapon="sword"), 71)
    assert played.trace("attacks").total == 70
    assert played.sheet("ada").aim == 0
