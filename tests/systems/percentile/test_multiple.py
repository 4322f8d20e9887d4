"""Multiple Attack and Counter-Attack."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from gridwar.engine.kit import NextTurn
from gridwar.engine.kit.offers_and_actions import Target
from gridwar.engine.play.offered_actions_and_drafts import actions_of
from gridwar.systems.percentile import SYSTEM
from gridwar.systems.percentile.attacks.attack_modifiers import multiple_penalty
from gridwar.systems.percentile.attacks.burst_and_flurry import Burst, Flurry
from gridwar.systems.percentile.attacks.evasion_and_counter_attack import COUNTER, CounterAttack
from gridwar.systems.percentile.attacks.multiple_attack import MultipleAttack, WeaponUse
from gridwar.systems.percentile.attacks.standard_called_heavy_attack import StandardAttack
from gridwar.systems.percentile.manoeuvres.take_down import TakeDown
from tests.systems.percentile.people import GUN, SWORD, ada, fight, one, play, refusal, tor

if TYPE_CHECKING:
    from gridwar.engine.kit import Combatant

BLOW = StandardAttack(actor="ada", target="tor", weapon="sword", replace_die=False)
FAR = (14, 5)
EVADE = "attack/hits on tor/evasion/evade"


def burst(hits: int, **changes: Any) -> Burst:
    """Return a Burst of Ada at Tor."""
    return Burst(actor="ada", target="tor", weapon="gun", hits=hits, **changes)


def flurry(hits: int, **changes: Any) -> Flurry:
    """Return a Flurry of Ada at Tor."""
    return Flurry(actor="ada", target="tor", weapon="sword", hits=hits, **changes)


# --- Multiple Attack ------------------------------------------------------------------------------


def volleys(*uses: WeaponUse, target: str = "tor") -> MultipleAttack:
    """Return a Multiple Attack of Ada."""
    return MultipleAttack(actor="ada", target=target, uses=uses, replace_die=False)


SWORD_ONCE, GUN_ONCE = WeaponUse(weapon="sword"), WeaponUse(weapon="gun")


@pytest.mark.rule("PC-ACT-07")
def test_every_weapon_attacks_at_minus_twenty() -> None:
    """WS 48 - 20; a Burst of 2 BS 50 - 20 - 10; each is evaded by itself."""
    start = fight(ada(ws=48, bs=50), tor(wounds=40, reactions=2, parry=30, dodge=30))
    two = WeaponUse(weapon="gun", mode="burst", hits=2)
    played = play(start, volleys(SWORD_ONCE, two), 28, 30, 9, 30, 2, evade="dodge")
    totals = [one.total for one in played.traces if "attacks" in one.title]
    assert totals == [28, 20]
    assert played.sheet("tor").reactions == 0
    assert played.sheet("ada").half_actions == 0


@pytest.mark.rule("PC-ACT-07")
def test_the_penalty_of_hits_stops_at_minus_forty() -> None:
    """-5 a hit down to -40 beside the -20; by house rule -30 is the limit of both together."""
    assert [multiple_penalty(hits, "penalty_minus_40") for hits in (2, 8, 10)] == [-10, -40, -40]
    assert [multiple_penalty(hits, "net_minus_30") for hits in (2, 8)] == [-10, -10]
    ten = WeaponUse(weapon="gun", mode="burst", hits=10)
    start = fight(ada(bs=70), tor(), multi_floor="net_minus_30")
    played = play(start, volleys(ten, SWORD_ONCE), 99, 99)
    assert played.trace("Burst").total == 40


@pytest.mark.rule("PC-ACT-07")
def test_each_weapon_may_have_its_own_target() -> None:
    """The sword at Tor, the gun at Una; targets are chosen weapon by weapon."""
    una = one("una", (12, 5), wounds=40)
    start = fight(ada(ws=80, bs=80), tor(wounds=40), una)
    command = volleys(SWORD_ONCE, GUN_ONCE.replace(target="una"))
    played = play(start, command, 10, 5, 10, 5, evade="none")
    assert played.sheet("tor").wounds < 40
    assert played.sheet("una").wounds < 40
    draft = SYSTEM.draft(start, volleys(SWORD_ONCE, GUN_ONCE))
    choices = {one.key: one for one in draft.choices}
    offered = {option.id: option for option in choices["target gun"].options}
    assert offered["una"].command == volleys(SWORD_ONCE, GUN_ONCE.replace(target="una"))
    assert [option.id for option in choices["mode gun"].options] == ["standard_attack", "burst"]


@pytest.mark.rule("PC-ACT-07")
def test_what_cannot_be_a_multiple_attack() -> None:
    """One weapon alone, one twice, or one whose target is out of reach: nothing is rolled."""
    start = fight(ada(), tor(at=(8, 5)))
    assert refusal(start, volleys(SWORD_ONCE, GUN_ONCE)) == "out_of_reach"
    assert refusal(start, volleys(GUN_ONCE, GUN_ONCE)) == "each_weapon_once"
    assert refusal(start, volleys(GUN_ONCE)) == "each_weapon_once"
    assert refusal(fight(ada(SWORD), tor()), volleys(SWORD_ONCE, GUN_ONCE)) == "one_weapon_only"
    ids = {one.id for one in actions_of(SYSTEM, fight(ada(SWORD), tor()), "ada")}
    assert "multiple_attack" not in ids


@pytest.mark.rule("PC-ACT-07")
def test_the_second_weapon_rests_where_its_target_has_fallen() -> None:
    """Tor dies of the first blow: the gun is not fired at the dead."""
    start = fight(ada(ws=80), tor(wounds=1))
    played = play(start, volleys(SWORD_ONCE, GUN_ONCE), 10, 9, evade="none")
    assert "no target left" in played.log


@pytest.mark.rule("PC-ACT-07")
@pytest.mark.rule("PC-ACT-16")
def test_an_aim_counts_for_the_first_test_alone() -> None:
    """55 - 20 + 10, then 45 - 20."""
    start = fight(ada(ws=55, bs=45, aim=10), tor())
    played = play(start, volleys(SWORD_ONCE, GUN_ONCE), 99, 99)
    assert [one.total for one in played.traces if "attacks" in one.title] == [45, 25]


# --- Counter-Attack -------------------------------------------------------------------------------


def duellist(**changes: Any) -> Combatant:
    """Return Tor with the Counter-Attack talent and a sword."""
    usual = {"talents": frozenset({"counter_attack"}), "weapons": (SWORD,), "ws": 60, "parry": 60}
    return tor(**{**usual, **changes})


@pytest.mark.rule("PC-ACT-09")
def test_whoever_parries_may_strike_back() -> None:
    """At -20 in all, free; the attacker may evade; a parry that fails opens nothing."""
    start = fight(ada(ws=60, reactions=0, wounds=40), duellist())
    played = play(start, BLOW, 30, 60, 40, 5, evade="parry", counter="sword")
    assert [(line.rule_id, line.value) for line in played.trace("Tor attacks").lines] == [
        ("PC-ATK-04", 60),
        ("PC-ACT-09", -20),
    ]
    assert played.sheet("ada").wounds < 40
    assert played.sheet("tor").counter_used
    assert play(start, BLOW, 30, 61, 2, evade="parry", counter="sword").result.struck
    assert "Tor attacks" not in play(start, BLOW, 30, 30, evade="dodge", counter="sword").log
    assert COUNTER in SYSTEM.play.windows


@pytest.mark.rule("PC-ACT-09")
@pytest.mark.parametrize(
    "changes",
    [{"talents": frozenset()}, {"counter_used": True}],
)
def test_a_counter_attack_needs_the_talent_and_comes_once(changes: dict[str, Any]) -> None:
    """Without the talent, or after one since the last turn, nobody is asked."""
    start = fight(ada(ws=60), duellist(**changes))
    assert "Tor attacks" not in play(start, BLOW, 30, 60, evade="parry", counter="sword").log


@pytest.mark.rule("PC-ACT-09")
def test_a_counter_attack_needs_reach() -> None:
    """Ada strikes from 2 squares away; Tor's sword does not reach back."""
    start = fight(ada(SWORD.replace(reach_cells=2), ws=60), duellist(at=(7, 5)))
    assert "Tor attacks" not in play(start, BLOW, 30, 60, evade="parry", counter="sword").log


@pytest.mark.rule("PC-ACT-09")
def test_a_counter_attack_is_held_to_its_rules_however_it_is_asked_for() -> None:
    """Without the talent none is played, from a script either."""
    counter = CounterAttack(actor="tor", target="ada", weapon="unarmed")
    assert refusal(fight(ada(), tor()), counter) == "no_counter_attack_talent"


@pytest.mark.rule("PC-ACT-09")
@pytest.mark.rule("PC-ACT-15")
def test_a_take_down_that_is_parried_is_answered_too() -> None:
    """It is a melee attack like others."""
    start = fight(ada(SWORD, ws=60, wounds=40, talents=frozenset({"takedown"})), duellist())
    command = TakeDown(actor="ada", target="tor", weapon="sword")
    played = play(start, command, 30, 60, 40, 5, evade="parry", counter="sword")
    assert "Tor attacks" in played.log


@pytest.mark.rule("PC-ACT-09")
def test_the_next_own_turn_renews_it() -> None:
    """When Tor's turn begins a Counter-Attack is possible again."""
    played = play(fight(ada(), duellist(counter_used=True)), NextTurn())
    assert not played.sheet("tor").counter_used


@pytest.mark.rule("PC-ACT-09")
def test_a_parry_is_enough_though_hits_get_through() -> None:
    """Three hits of a Flurry, one parried: Tor strikes back and suffers two."""
    start = fight(ada(ws=80, reactions=0, wounds=40), duellist(wounds=40))
    command = flurry(3, replace_die=False)
    played = play(start, command, 40, 60, 99, 2, 2, evade="parry", counter="sword")
    assert played.trace("hits left").result == "2"
    assert "Tor attacks" in played.log


@pytest.mark.rule("PC-ACT-07")
def test_a_jammed_weapon_is_left_out_of_a_multiple_attack() -> None:
    """Two of three fire: both are offered, each with what it needs; one alone is none."""
    jam = GUN.replace(id="rifle", jammed=True)
    start = fight(ada(SWORD, GUN, jam, ws=40, bs=50), tor())
    action = next(one for one in actions_of(SYSTEM, start, "ada") if one.id == "multiple_attack")
    assert action.refusal is None
    command = action.make(Target(combatant="tor"))
    assert isinstance(command, MultipleAttack)
    assert [use.weapon for use in command.uses] == ["sword", "gun"]
    told = [one.text for one in SYSTEM.draft(start, command).foreseen]
    assert told == [
        "Standard Attack, sword at Tor: 20 or less",
        "Standard Attack, gun at Tor: 30 or less",
    ]
    short = fight(ada(SWORD, jam), tor())
    action = next(one for one in actions_of(SYSTEM, short, "ada") if one.id == "multiple_attack")
    assert action.refusal is not None
