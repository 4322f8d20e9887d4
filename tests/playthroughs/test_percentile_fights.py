"""The sample fights of Percentile played on: a flyer's crash, a kill zone, a ram and a boarding."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.engine.gm.combatants import SetValue
from gridwar.engine.kit import Move, NextTurn, TakeTurn
from gridwar.engine.session.session import Session
from gridwar.model.geometry import Cell
from gridwar.storage.fights import read_json, sample_fights
from gridwar.systems import find_system
from gridwar.systems.percentile import SYSTEM
from gridwar.systems.percentile.attacks.single import StandardAttack
from gridwar.systems.percentile.attacks.volleys import Burst
from gridwar.systems.percentile.core.state import state_of
from gridwar.systems.percentile.ships.boarding import Boarding
from gridwar.systems.percentile.ships.ramming import Ram
from gridwar.systems.percentile.turns.frame import EndRound
from gridwar.systems.percentile.waiting.suppression import SuppressiveFire
from tests.systems.percentile.people import play

if TYPE_CHECKING:
    from gridwar.model.encounter import Encounter


def opened(name: str) -> Encounter:
    """Return a sample fight as it stands."""
    path = next(path for path in sample_fights() if path.stem == name)
    return Session(SYSTEM, read_json(path, find_system).loaded).encounter


@pytest.mark.rule("PC-ALT-09")
@pytest.mark.rule("PC-ALT-10")
def test_a_jet_trooper_loses_the_jets_and_crashes() -> None:
    """On Low as the jets fail: at the end of the round a crash of 60 squares, 9 wounds."""
    start = opened("o-rooftops")
    failed = play(start, SetValue(who=("jet-2",), field="sheet.can_fly", value="false"))
    assert failed.sheet("jet-2").falling_from == "low"
    assert "Jet trooper 2 falls" in failed.log
    ended = failed.next(EndRound(), crash={"damage": 9})
    assert "Jet trooper 2 crashes: \u22129" in ended.log
    assert ended.encounter["jet-2"].altitude == 0
    assert ended.sheet("jet-2").wounds == 3


@pytest.mark.rule("PC-ALT-03")
def test_tessa_shoots_at_a_flyer() -> None:
    """BS 55, an Aim of 20, +10 and -20 for Low: 65, and a long rifle's two dice."""
    start = play(opened("o-rooftops"), TakeTurn(actor="tessa")).encounter
    shot = StandardAttack(actor="tessa", target="sarrow", weapon="long_rifle", replace_die=False)
    struck = play(start, shot, 65, 3, 4, evade="none")
    assert struck.trace("attacks").total == 65
    assert struck.sheet("sarrow").wounds == 10 - (3 + 4 + 3 - 3)


@pytest.mark.rule("PC-ACT-10")
def test_hale_sets_foot_in_the_kill_zone() -> None:
    """Vesper's Overwatch fires in mid-move; the shot misses, and Hale is pinned where that was."""
    start = play(opened("p-plaza"), TakeTurn(actor="hale")).encounter
    assert [watch.owner for watch in state_of(start).overwatches] == ["vesper"]
    way = tuple(Cell(x, 8) for x in range(8, 11))
    walked = play(start, Move(actor="hale", path=way), 90, 99, overwatch_of_vesper="fire")
    assert walked.has("hale", "pinned")
    assert walked.encounter["hale"].pos == Cell(10, 8)
    assert state_of(walked.encounter).overwatches == ()


@pytest.mark.rule("PC-ACT-11")
def test_the_gunner_sweeps_the_plaza() -> None:
    """BS 47 - 20 = 27, a 7 is 3 degrees: 2 hits; five of the column test Pinning at -20."""
    start = opened("p-plaza")
    assert start.turn == "mott"
    sweep = SuppressiveFire(actor="mott", weapon="machine_gun", mode="full", bearing_deg=270.0)
    swept = play(start, sweep, 7, 99, 1, 99, 1, 99, 2, 3, 1, 1, evade="none")
    pinned = [who for who in ("ansel", "dorrit", "yvo", "rosk", "hale") if swept.has(who, "pinned")]
    assert pinned == ["ansel", "yvo", "hale"]
    assert [wedge.owner for wedge in state_of(swept.encounter).wedges] == ["mott"]


@pytest.mark.rule("PC-SHP-03")
@pytest.mark.rule("PC-SHP-02")
def test_the_halcyon_rams_and_boards() -> None:
    """WS 48 + 20; 7 + 6 + 8 against 6 + 10 - 8; hit back by 5 + 7 + 6; then the Marines go over."""
    start = play(opened("q-boarding"), TakeTurn(actor="halcyon")).encounter
    way = tuple(Cell(x, 9) for x in range(12, 24))
    ram = Ram(actor="halcyon", target="black-gull", path=way, replace_die=False)
    rammed = play(start, ram, 30, 7, 5, evade="none")
    assert rammed.sheet("black-gull").wounds == 48 - (7 + 6 + 8 - (6 + 10 - 8))
    assert rammed.sheet("halcyon").wounds == 40 - (5 + 7 + 6 - (5 + 8 - 6))
    again = rammed.next(NextTurn()).next(TakeTurn(actor="halcyon"))
    boarded = again.next(Boarding(actor="halcyon", target="black-gull"), 53, 9, evade="none")
    assert boarded.sheet("black-gull").wounds == 35 - (9 + 3)


@pytest.mark.rule("PC-ACT-02")
def test_a_drone_gives_hits_away() -> None:
    """BS 41 + 10 - 20, an 11 is 3 degrees: two hits to one marine, one to the other."""
    start = opened("q-boarding")
    start = play(start, TakeTurn(actor="drone-1")).encounter
    burst = Burst(
        actor="drone-1", target="marine-1", weapon="machine_gun", hits=4, replace_die=False
    )
    given = {"marine-1": 2, "marine-2": 1, "halcyon": 0}
    fired = play(start, burst, 11, 5, 5, 5, allocate=given, evade="none")
    assert fired.sheet("marine-1").wounds == 12 - 2 * (10 - 4)
    assert fired.sheet("marine-2").wounds == 12 - (10 - 4)
