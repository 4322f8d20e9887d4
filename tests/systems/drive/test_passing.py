"""The places of those who do not act: they pass once a round, with all that waits for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from gridwar.engine.gm.combatant_commands import RemoveCombatants, SetValue
from gridwar.engine.kit import Move
from gridwar.engine.kit.turn_and_move_commands import NextTurn
from gridwar.engine.play.play_outcome import Accepted
from gridwar.model.command import Adjustments
from gridwar.model.geometry import Cell
from gridwar.systems.drive.attacks.attack_command import Attack
from gridwar.systems.drive.core.conditions import GLOW, SOUND
from gridwar.systems.drive.core.fight_state import DriveState
from gridwar.systems.drive.core.sheet import DriveSheet
from gridwar.systems.drive.core.shield_aura_gravity import Aura, GravitySource
from gridwar.systems.drive.movement import PayForFlight, SetResist
from gridwar.systems.drive.pseudogravity.use_pseudogravity import UsePseudogravity
from tests.systems.drive.people import (
    blow,
    duel,
    group,
    refusal,
    session,
    sheet,
    shield,
    shot,
    statuses,
    told,
)

if TYPE_CHECKING:
    from gridwar.engine.session.session import Session

SHOCK = Attack(actor="a", target="t", mode="ranged", weapons=("gun",), defence_tn=12)


def stunned(**attacker: Any) -> Session:
    """Return a fight in which Ada has just stunned Tor; B and C stand by, and C acts last."""
    shooter = DriveSheet(weapons=(shot("electric", 20),), **attacker)
    target = DriveSheet(injury_factor=10)
    start = group(DriveSheet(), DriveSheet(), attacker=shooter, target=target)
    fight = session(start, 30)
    blow(fight, SHOCK)
    assert statuses(fight, "t") == {"stunned"}
    return fight


def set_value(fight: Session, who: str, field: str, value: str) -> None:
    """Set a value at the GM's word."""
    assert isinstance(fight.submit(SetValue(who=(who,), field=field, value=value)), Accepted)


def lose(fight: Session, how: str) -> None:
    """Let Ada be out of the fight, set aside, a thing, or gone with whoever acts before her."""
    match how:
        case "out":
            set_value(fight, "a", "sheet.out_at", "0")
        case "aside":
            set_value(fight, "a", "aside", "true")
        case "thing":
            set_value(fight, "a", "sheet.form", '"object"')
        case "gone":
            fight.submit(RemoveCombatants(who=("a",)))
        case _:
            fight.submit(NextTurn())
            fight.submit(RemoveCombatants(who=("a", "c")))


@pytest.mark.rule("DR-NRG-15")
@pytest.mark.parametrize("how", ["out", "aside", "thing", "gone", "all gone"])
def test_a_stun_ends_at_the_place_of_whoever_acts_no_more(how: str) -> None:
    """Ada stuns and is out at once: with her next place, or the round's end, Tor is free again."""
    fight = stunned()
    lose(fight, how)
    ended = []
    for _turn in range(4):
        fight.submit(NextTurn())
        ended += [title for title in told(fight) if title == "Tor: Stunned ends"]
        if fight.encounter.round == 1:
            assert statuses(fight, "t") == {"stunned"}
    assert fight.encounter.round > 1
    assert statuses(fight, "t") == set()
    assert ended == ["Tor: Stunned ends"]


@pytest.mark.rule("DR-NRG-15")
def test_a_thing_that_stuns_has_a_place_too() -> None:
    """A turret without turns stuns in Tor's turn: its place passes in the next round."""
    turret = DriveSheet(form="object", weapons=(shot("electric", 20),))
    start = group(DriveSheet(), attacker=turret, target=DriveSheet(injury_factor=10))
    acted = DriveState(acted=frozenset({"a"}))
    fight = session(start.replace(turn="t", rules=acted), 30)
    blow(fight, SHOCK.replace(adjustments=Adjustments(waived=frozenset({"not_your_turn"}))))
    fight.submit(NextTurn())
    assert fight.encounter.turn == "b"
    assert statuses(fight, "t") == {"stunned"}
    fight.submit(NextTurn())
    assert (fight.encounter.round, fight.encounter.turn) == (2, "t")
    assert statuses(fight, "t") == set()


@pytest.mark.rule("DR-NRG-15")
def test_two_who_stun_are_never_mixed_up() -> None:
    """A third stun takes the first free name, so that the second keeps its own end."""
    fight = stunned()
    second = fight.encounter["t"].effects[0].replace(id="stunned:2", whose="b")
    alone = fight.encounter.with_combatant(fight.encounter["t"].replace(effects=(second,)))
    again = session(alone, 30)
    blow(again, SHOCK)
    whose = {one.id: one.whose for one in again.encounter["t"].effects}
    assert whose == {"stunned:1": "a", "stunned:2": "b"}


@pytest.mark.rule("DR-SHD-19", "DR-PSG-16", "DR-AUR-15")
def test_what_the_fallen_have_made_runs_out() -> None:
    """A Ward for two rounds, the glow of pseudogravity and an aura end with Ada's places."""
    ward = shield("Ward", "low", 80).replace(lasts="rounds", rounds=2, rounds_left=2)
    mage = DriveSheet(
        shields=(ward,),
        auras=(Aura(id="warm", kind="heat", stored=40),),
        gravity=(GravitySource(id="rig", points=50),),
        out_at=10,
    )
    fight = session(duel(mage, DriveSheet(body_weight=10)))
    blow(fight, UsePseudogravity(actor="a", target="t", source="rig", points=5))
    set_value(fight, "a", "sheet.damage_taken", "10")
    fight.submit(NextTurn())
    assert sheet(fight, "a").auras == (), "not kept up at the end of the turn"
    assert {GLOW, SOUND} <= statuses(fight, "a")
    fight.submit(NextTurn())
    assert statuses(fight, "a") == statuses(fight, "t") == set()
    assert sheet(fight, "a").shields[0].rounds_left == 1
    assert {"Ada: Glows, low Stealth ends", "Tor: Heard: pseudogravity ends"} <= set(told(fight))
    fight.submit(NextTurn())
    assert sheet(fight, "a").shields[0].points == 0
    assert "Ada's points run out" in told(fight)


@pytest.mark.rule("DR-AUR-15")
def test_an_aura_of_one_who_falls_out_of_turn_ends_with_their_place() -> None:
    """Tor falls in Ada's turn: the aura is there until Tor's place has passed, and no longer."""
    holder = DriveSheet(auras=(Aura(id="warm", kind="heat", stored=40),), out_at=10)
    fight = session(duel(DriveSheet(), holder))
    set_value(fight, "t", "sheet.damage_taken", "10")
    assert len(sheet(fight, "t").auras) == 1
    fight.submit(NextTurn())
    assert sheet(fight, "t").auras == ()
    assert "Tor's aura warm fades" in told(fight)


@pytest.mark.rule("DR-NRG-15")
def test_rounds_pass_where_nobody_is_left_to_act() -> None:
    """Ada and Tor are out: every step begins a round, and what lasts three of Tor's turns ends."""
    fight = session(duel(DriveSheet(), DriveSheet()))
    deaf = '[{"id": "deafened", "name": "Deafened", "ends": "turn_end", "whose": "t",'
    set_value(fight, "t", "effects", f'{deaf} "rounds_left": 3}}]')
    for who in ("a", "t"):
        set_value(fight, who, "sheet.out_at", "0")
    for number in (2, 3):
        assert statuses(fight, "t") == {"deafened"}
        fight.submit(NextTurn())
        assert (fight.encounter.round, fight.encounter.turn) == (number, None)
    assert statuses(fight, "t") == set(), "Tor's places of three rounds have passed"


@pytest.mark.rule("DR-PSG-08")
def test_a_turn_without_a_movement_phase_counts_as_one() -> None:
    """Whoever declined may choose anew once a turn has ended, be it spent standing still."""
    fight = session(duel(DriveSheet(flying_spd=3), DriveSheet()))
    fight.submit(SetResist(actor="a", resists=False))
    assert sheet(fight, "a").resist_locked
    fight.submit(NextTurn())
    assert not sheet(fight, "a").resist_locked
    assert "Ada may resist pseudogravity again" in told(fight)


@pytest.mark.rule("DR-PSG-08")
def test_declined_after_the_movement_phase_lasts_to_the_next_one() -> None:
    """Ada moves and declines then: her own turn's end is no second movement phase."""
    fight = session(duel(DriveSheet(flying_spd=3), DriveSheet()))
    fight.submit(Move(actor="a", path=(Cell(0, 1),)))
    fight.submit(SetResist(actor="a", resists=False))
    fight.submit(NextTurn())
    assert sheet(fight, "a").resist_locked
    for _turn in range(2):
        fight.submit(NextTurn())
    assert not sheet(fight, "a").resist_locked


@pytest.mark.rule("DR-PSG-07")
def test_flight_that_costs_something_is_paid_for_one_round() -> None:
    """A new round clears the tick of whose flight costs something, of nobody else's."""
    costly = DriveSheet(flying_spd=2, flight_costs=True)
    fight = session(duel(costly, DriveSheet(flying_spd=2)))
    assert refusal(fight.encounter, PayForFlight(actor="a")) == "flight_paid"
    for _turn in range(2):
        fight.submit(NextTurn())
    assert [sheet(fight, who).flying_paid_this_round for who in ("a", "t")] == [False, True]
    fight.submit(PayForFlight(actor="a"))
    assert sheet(fight, "a").flying_paid_this_round
