"""Guard Mode, Aim, Feint."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from frozendict import frozendict

from gridwar.engine.kit import Move, NextTurn
from gridwar.engine.play.offered_actions_and_drafts import actions_of
from gridwar.model.geometry import Cell
from gridwar.systems.percentile import SYSTEM
from gridwar.systems.percentile.actions.free_and_extended_actions import FreeAction
from gridwar.systems.percentile.attacks.burst_and_flurry import Burst, Flurry
from gridwar.systems.percentile.attacks.standard_called_heavy_attack import (
    CalledShot,
    StandardAttack,
)
from gridwar.systems.percentile.charges.charge import Charge
from gridwar.systems.percentile.core import action_and_evasion_tables as tables
from gridwar.systems.percentile.core.fight_state import Grapple, PercentileState
from gridwar.systems.percentile.grapples.grapple_options import GrappleAttack
from gridwar.systems.percentile.manoeuvres.aim_feint_and_guard_mode import (
    AimFull,
    AimHalf,
    Feint,
    GuardMode,
)
from gridwar.systems.percentile.manoeuvres.knock_down import KnockDown
from tests.systems.percentile.people import SWORD, ada, fight, lines, one, play, refusal, tor, total

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter

BLOW = StandardAttack(actor="ada", target="tor", weapon="sword", replace_die=False)
FAR = (14, 5)
EVADE = "attack/hits on tor/evasion/evade"


def burst(hits: int, **changes: Any) -> Burst:
    """Return a Burst of Ada at Tor."""
    return Burst(actor="ada", target="tor", weapon="gun", hits=hits, **changes)


def flurry(hits: int, **changes: Any) -> Flurry:
    """Return a Flurry of Ada at Tor."""
    return Flurry(actor="ada", target="tor", weapon="sword", hits=hits, **changes)


# --- Guard Mode, Aim, Feint -----------------------------------------------------------------------


@pytest.mark.rule("PC-ACT-13")
def test_guard_mode_weighs_on_attacks_and_confirmation() -> None:
    """45 + 10 - 20; a maximum is confirmed at 45 - 20; it ends with the own next turn."""
    guarded = play(fight(ada(), tor()), GuardMode(actor="ada"))
    assert guarded.has("ada", "guard_mode")
    assert guarded.sheet("ada").half_actions == 0
    foe = fight(ada(ws=45), tor("guard_mode", wounds=40))
    assert total(foe, BLOW) == 35
    assert "chart" not in play(foe, BLOW, 35, 10, 26, evade="none").log
    assert "chart" in play(foe, BLOW, 35, 10, 25, 1, evade="none").log
    later = guarded.next(NextTurn())
    assert later.has("ada", "guard_mode")
    assert not later.next(NextTurn()).has("ada", "guard_mode")


@pytest.mark.rule("PC-ACT-13")
def test_guard_mode_is_the_turns_attack() -> None:
    """It attacks nobody, and uses the Attack action all the same."""
    struck = play(fight(ada(), tor()), BLOW, 99)
    assert refusal(struck.encounter, GuardMode(actor="ada")) == "attack_used"


@pytest.mark.rule("PC-ACT-16")
@pytest.mark.parametrize(("command", "bonus"), [(AimHalf, 10), (AimFull, 20)])
def test_aim_helps_the_next_attack_test(command: type[AimHalf | AimFull], bonus: int) -> None:
    """+10 or +20 by its own line, used up by the attack, hit or miss."""
    aimed = play(fight(ada(ws=40), tor()), command(actor="ada"))
    assert aimed.sheet("ada").aim == bonus
    now = aimed.encounter.replace(round=0)
    assert ("PC-ACT-16", bonus) in lines(now, BLOW)
    assert play(now, BLOW, 100).sheet("ada").aim == 0
    badges = [one.text for one in SYSTEM.cards.card(aimed.encounter, "ada").badges]
    assert f"Aim +{bonus}" in badges


@pytest.mark.rule("PC-ACT-16")
def test_an_aim_is_offered_at_what_it_is_worth(monkeypatch: pytest.MonkeyPatch) -> None:
    """+10 and +20; where the table of a house says 15 the offer says so, and the bonus is that."""
    start = fight(ada(), tor())
    notes = {one.id: one.note for one in actions_of(SYSTEM, start, "ada")}
    assert (notes["aim_half"], notes["aim_full"]) == ("+10", "+20")
    table = tables.action_table()
    house = {**table.actions, "aim_half": table.actions["aim_half"].replace(modifier=15)}
    monkeypatch.setattr(tables, "action_table", lambda: table.replace(actions=frozendict(house)))
    notes = {one.id: one.note for one in actions_of(SYSTEM, start, "ada")}
    assert notes["aim_half"] == "+15"
    assert play(start, AimHalf(actor="ada")).sheet("ada").aim == 15


@pytest.mark.rule("PC-ACT-16")
def test_what_loses_the_aim() -> None:
    """A Feint, a second Aim's first bonus, a dodge; a Free Action does not."""
    start = fight(ada(aim=10), tor(aim=10, dodge=80))
    feinted = play(start, Feint(actor="ada", target="tor"), 99, 99)
    assert feinted.sheet("ada").aim == 0
    assert "Ada loses the bonus of the Aim" in feinted.log
    assert play(start, AimFull(actor="ada")).sheet("ada").aim == 20
    assert play(start, BLOW, 20, 50, evade="dodge").sheet("tor").aim == 0
    assert play(start, FreeAction(actor="ada")).sheet("ada").aim == 10
    strict = fight(ada(aim=10), tor(), aim_free="breaks")
    assert play(strict, FreeAction(actor="ada")).sheet("ada").aim == 0


@pytest.mark.rule("PC-ACT-18")
def test_a_feint_leaves_the_next_blow_unevadable() -> None:
    """4 degrees against 1: the Standard Attack right after it can only be deflected."""
    start = fight(ada(ws=50), tor(ws=40, reactions=1))
    won = play(start, Feint(actor="ada", target="tor"), 12, 40)
    assert won.sheet("ada").feint_on == "tor"
    struck = won.next(FreeAction(actor="ada")).next(BLOW, 20, 5)
    assert struck.result.struck
    assert struck.sheet("ada").feint_on is None
    assert struck.sheet("tor").reactions == 1


@pytest.mark.rule("PC-ACT-18")
@pytest.mark.parametrize(("rolls", "won"), [((12, 40), True), ((99, 99), False), ((40, 12), False)])
def test_a_feint_is_opposed_ws(rolls: tuple[int, int], won: bool) -> None:
    """Both fail: nothing; Tor with more degrees: nothing."""
    played = play(fight(ada(ws=50), tor(ws=50)), Feint(actor="ada", target="tor"), *rolls)
    assert (played.sheet("ada").feint_on == "tor") == won


@pytest.mark.rule("PC-ACT-18")
@pytest.mark.parametrize(
    "blow",
    [
        flurry(2, replace_die=False),
        StandardAttack(actor="ada", target="una", weapon="sword", replace_die=False),
        StandardAttack(actor="ada", target="tor", weapon="gun", replace_die=False),
    ],
)
def test_a_feint_counts_for_its_target_and_kind_alone(blow: Any) -> None:
    """A Flurry, another target, a shot: evaded as ever."""
    una = one("una", (6, 6), dodge=80)
    start = fight(ada(ws=60, bs=60, feint_on="tor"), tor(dodge=80), una)
    played = play(start, blow, 50, 10, evade="dodge")
    assert not played.result.struck


@pytest.mark.rule("PC-ACT-18")
def test_a_feint_is_for_the_very_next_action() -> None:
    """An Aim in between, and it is over."""
    start = fight(ada(feint_on="tor"), tor())
    assert play(start, AimHalf(actor="ada")).sheet("ada").feint_on is None


@pytest.mark.rule("PC-ACT-18")
def test_a_called_shot_profits_from_a_feint_too() -> None:
    """43 + 10 - 20, and no die is rolled for a parry."""
    start = fight(ada(ws=43, feint_on="tor"), tor(wounds=30))
    shot = CalledShot(actor="ada", target="tor", weapon="sword", replace_die=False)
    assert play(start, shot, 33, 5).result.struck


@pytest.mark.rule("PC-ACT-18")
def test_a_feint_needs_somebody_in_melee() -> None:
    """Two squares away is too far."""
    start: Encounter = fight(ada(), tor(at=(7, 5)))
    assert refusal(start, Feint(actor="ada", target="tor")) == "not_in_melee"
    assert refusal(start, Feint(actor="ada", target="nobody")) == "no_such_combatant"
    assert refusal(start, Feint(actor="ada", target="ada")) == "not_in_melee"
    action = {one.id: one for one in actions_of(SYSTEM, fight(ada(), tor()), "ada")}["feint"]
    assert action.candidates is not None
    assert action.candidates().who == {"tor"}


@pytest.mark.rule("PC-SEQ-03")
@pytest.mark.rule("PC-ACT-14")
@pytest.mark.rule("PC-ACT-13")
def test_surprise_weighs_on_a_knock_down_and_guard_mode_does_not() -> None:
    """Strength 40 + 30 against the surprised: 70 wins; Guard Mode takes nothing off."""
    down = KnockDown(actor="ada", target="tor")
    assert total(fight(ada(s=40), tor("surprised")), down) == 70
    assert total(fight(ada(s=40), tor("guard_mode")), down) == 40
    run = Charge(
        actor="ada",
        weapon="sword",
        path=tuple(Cell(x, 5) for x in range(6, 10)),
        instead="knock_down",
    )
    assert total(fight(ada(s=40, ab=3), tor("surprised", at=(10, 5))), run) == 70


@pytest.mark.rule("PC-ACT-18")
@pytest.mark.parametrize("grapple", [False, True])
def test_a_feint_covers_every_standard_attack(grapple: bool) -> None:
    """An Attack of Opportunity and the Attack of a grapple are neither dodged nor parried."""
    feinting = ada(SWORD, ws=50, feint_on="tor")
    if grapple:
        tied = Grapple(controller="ada", restrained="tor", maintained=False)
        start = fight(feinting, tor(dodge=99)).replace(rules=PercentileState(grapples=(tied,)))
        struck = play(start, GrappleAttack(actor="ada", target="tor"), 20, 4)
    else:
        start = fight(feinting, tor(dodge=99, ab=3), turn="tor")
        away = Move(actor="tor", path=(Cell(7, 5),))
        struck = play(start, away, 20, 5, strike="sword")
    assert "evades" not in struck.log
    assert struck.sheet("tor").reactions == 1
    assert struck.sheet("ada").feint_on is None
