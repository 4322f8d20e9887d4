"""ARRGS in the window: order, actions, card, zones, overlays, samples, and its data."""

from __future__ import annotations

import pytest

from gridwar.engine.kit.offers_and_actions import Target
from gridwar.engine.kit.turn_and_move_commands import BeginFight, Move, NextTurn
from gridwar.engine.play.offered_actions_and_drafts import actions_of
from gridwar.engine.play.play_outcome import Asking, Refused
from gridwar.engine.play.preview_and_named_outcomes import preview
from gridwar.model.command import Answer
from gridwar.model.geometry import Cell
from gridwar.storage.json_codec import Codec, encode, encode_replies
from gridwar.systems import find_system
from gridwar.systems.arrgs import SYSTEM
from gridwar.systems.arrgs.attacks.attack import Attack
from gridwar.systems.arrgs.attacks.repeated_attack import RepeatedAttack
from gridwar.systems.arrgs.core.sheet import PIP_OF
from gridwar.systems.arrgs.gm.checks_and_damage import Harm, RollCheck, Spend
from gridwar.systems.arrgs.movement.movement_budget import MovementCheck
from gridwar.systems.arrgs.movement.movement_manoeuvre import Dash
from gridwar.systems.arrgs.movement.sidestep_and_standup import Sidestep, Standup
from gridwar.systems.arrgs.turns.rounds_and_pauses import PauseTurn
from tests.systems.arrgs.skirmish import FIST, accepted, board, fighter, line, session


def test_samples_can_fight() -> None:
    """The sample combatants begin a fight; the first of the order has something to do."""
    fight = SYSTEM.new_encounter()
    for n, one in enumerate(SYSTEM.data.samples()):
        fight = fight.with_combatant(one.replace(pos=Cell(3 * n, 4)))
    play = session(fight)
    accepted(play.submit(BeginFight()))
    assert play.encounter.turn == "scout"
    usable = [one.id for one in actions_of(SYSTEM, play.encounter, "scout") if one.refusal is None]
    assert {"movement", "sidestep", "attack:bow"} <= set(usable)
    accepted(play.submit(NextTurn()))
    assert play.encounter.turn == "eagle"
    assert find_system("arrgs").playable


def test_actions_name_their_price_and_what_keeps_from_them() -> None:
    """An attack costs two pips and says why it cannot be paid; Swift ones take AAP."""
    poor = board(fighter("A", (4, 4), ap=1, aap_max=1))
    attack = {one.id: one for one in actions_of(SYSTEM, poor, "A")}["attack:axe"]
    assert attack.price == (PIP_OF["ap"], PIP_OF["ap"])
    assert attack.refusal is not None
    assert attack.refusal.code == "no_points"
    now = board(fighter("A", (4, 4), aap_max=2, conditions={"prone": 1}))
    found = {one.id: one for one in actions_of(SYSTEM, now, "A")}
    assert found["attack:axe:aap"].refusal is None
    assert found["standup"].refusal is None
    made = found["attack:fist:aap"].make(Target(combatant="B"))
    assert made.kind == "arrgs.attack"


@pytest.mark.rule("AR-VIT-02", "AR-ACT-03", "AR-ACT-04", "AR-CND-01")
def test_card_shows_points_and_conditions() -> None:
    """Vitality is the pool, AP and AAP the pips, conditions with numbers the badges."""
    card = SYSTEM.cards.card(board(fighter("A", (4, 4), aap_max=2, conditions={"dying": 2})), "A")
    assert (card.pools[0].now, card.pools[0].full) == (50, 50)
    assert [(one.label, one.left, one.full) for one in card.pips] == [("AP", 3, 3), ("AAP", 2, 2)]
    assert [one.text for one in card.badges] == ["Dying 2"]


@pytest.mark.rule("AR-THR-01", "AR-THR-03", "AR-RNG-01", "AR-OPP-02", "AR-OPP-04")
def test_overlays_show_the_ring_with_its_hole() -> None:
    """A threat range of 2 to 2 is sixteen cells; who cannot act has a hollow one."""
    now = board(fighter("A", (8, 8), threat_min=2, threat_max=2))
    assert len(SYSTEM.board.overlays(now, "A", "", None).threat) == 16
    assert [ring.radius for ring in SYSTEM.board.overlays(now, "A", "bow", None).rings][:2] == [
        5,
        10,
    ]
    out = board(fighter("A", (8, 8), conditions={"stunned": 1}))
    assert SYSTEM.board.overlays(out, "A", "", None).idle
    for able, fields in (
        (True, {"aap_max": 2}),
        (False, {"aap_max": 1}),
        (False, {"aap_max": 2, "weapons": (FIST,)}),
    ):
        shown = SYSTEM.board.overlays(board(fighter("A", (8, 8), **fields)), "A", "", None)
        assert shown.idle is not able


def test_a_planned_move_previews_who_may_react() -> None:
    """The preview of a path lists the windows it would open."""
    now = board(fighter("A", (4, 4)), fighter("B", (6, 5), "2", aap_max=2))
    seen = preview(SYSTEM, now, Move(actor="A", path=line((4, 4), 4)))
    assert {one.recipient for one in seen.windows} == {"B"}


def test_a_fight_in_the_middle_of_a_walk_survives_the_file() -> None:
    """State, events, replies and the nested answer read back as they were written."""
    codec, now = Codec(SYSTEM), board(fighter("A", (4, 4)), fighter("B", (6, 5), "2", aap_max=2))
    play = session(now, 12)
    outcome = play.submit(Move(actor="A", path=line((4, 4), 4)))
    assert isinstance(outcome, Asking)
    assert codec.replies(encode_replies(outcome.replies)) == outcome.replies
    assert codec.encounter(encode(outcome.encounter)) == outcome.encounter
    done = accepted(play.answer(play.wanted[0].key, Answer(option="attack:axe")))
    assert all(codec.event(encode(event)) == event for event in done.events)
    attack = RepeatedAttack(actor="A", target="B", weapon="axe", attacks=2)
    assert codec.command(encode(attack)) == attack


@pytest.mark.rule("AR-ATK-02", "AR-DMG-06")
def test_commands_for_nobody_are_refused() -> None:
    """A command whose actor is not in the fight has a code of its own and changes nothing."""
    wishes = (
        Spend(actor="X"),
        Dash(actor="X"),
        Standup(actor="X"),
        MovementCheck(actor="X"),
        PauseTurn(actor="X", until=0),
        RollCheck(actor="X", check="reflex"),
        Harm(target="X", success_value=1),
        Sidestep(actor="X", path=line((1, 1), 1)),
        Attack(actor="X", target="A", weapon="axe"),
        Move(actor="X", path=line((1, 1), 1)),
    )
    for wish in wishes:
        outcome = session(board(fighter("A", (4, 4)))).submit(wish)
        assert isinstance(outcome, Refused), wish
        assert outcome.code in ("no_such_combatant", "not_on_board")
