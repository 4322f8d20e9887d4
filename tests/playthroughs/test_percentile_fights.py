"""The sample fights of Percentile played on: a flyer's crash, a kill zone, a ram and a boarding."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.engine.kit import Move, NextTurn, TakeTurn
from gridwar.engine.session.session import Session
from gridwar.model.geometry import Cell
from gridwar.storage.new_open_and_sample_fights import read_json, sample_fights
from gridwar.systems import find_system
from gridwar.systems.percentile import SYSTEM
from gridwar.systems.percentile.attacks.burst_and_flurry import Burst
from gridwar.systems.percentile.attacks.standard_called_heavy_attack import StandardAttack
from gridwar.systems.percentile.attacks.suppressive_fire_and_pinning import SuppressiveFire
from gridwar.systems.percentile.charges.run_up import movement
from gridwar.systems.percentile.core.fight_state import state_of
from gridwar.systems.percentile.ships import Boarding, Ram
from tests.systems.percentile.people import play

if TYPE_CHECKING:
    from gridwar.model.encounter import Encounter


def opened(name: str) -> Encounter:
    """Return a sample fight as it stands."""
    path = next(path for path in sample_fights() if path.stem == name)
    return Session(SYSTEM, read_json(path, find_system).loaded).encounter


@pytest.mark.rule("PC-ALT-09")
@pytest.mark.rule("PC-ALT-10")
def test_a_jet_trooper_crashes_at_the_end_of_the_round() -> None:
    """Yara shot the jets out of Vex on Low: the GM's 4 for 60 squares leave 1 of 5 wounds."""
    start = opened("o-rooftops")
    assert start.turn == "brun"
    assert start["vex"].altitude == 1
    ended = play(start, NextTurn(), crash={"damage": 4})
    assert "Vex crashes: \u22124" in ended.log
    assert ended.encounter["vex"].altitude == 0
    assert ended.sheet("vex").wounds == 1
    assert ended.sheet("vex").falling_from is None


@pytest.mark.rule("PC-ALT-03")
def test_yara_shoots_at_a_flyer() -> None:
    """BS 55, +10 and -20 for Low: 45, and two dice of a long rifle against TB 3."""
    start = play(opened("o-rooftops"), TakeTurn(actor="yara")).encounter
    shot = StandardAttack(actor="yara", target="talon", weapon="long_rifle", replace_die=False)
    struck = play(start, shot, 45, 3, 4, evade="none")
    assert struck.trace("attacks").total == 45
    assert struck.sheet("talon").wounds == 10 - (3 + 4 + 3 - 3)


@pytest.mark.rule("PC-ACT-02")
def test_brun_gives_a_hit_to_another_flyer() -> None:
    """47 + 10 - 20 for four hits - 20 for Low: 17, a 7 is 2 degrees: one for each of two."""
    start = opened("o-rooftops")
    burst = Burst(actor="brun", target="gadfly", weapon="machine_gun", hits=4, replace_die=False)
    fired = play(start, burst, 7, 5, 5, allocate={"gadfly": 1, "talon": 1}, evade="none")
    assert fired.sheet("gadfly").wounds == 9 - (5 + 5 - 4 - (5 - 3))
    assert fired.sheet("talon").wounds == 10 - (5 + 5 - 3)


@pytest.mark.rule("PC-ACT-10")
def test_tessa_sets_foot_in_the_kill_zone() -> None:
    """Liss's Overwatch fires in mid-move; the shot misses, and Tessa is pinned where that was."""
    start = opened("p-plaza")
    assert start.turn == "tessa"
    assert [watch.owner for watch in state_of(start).overwatches] == ["liss"]
    way = tuple(Cell(x, 17) for x in range(10, 17))
    run = Move(actor="tessa", path=way)
    walked = play(start, run, 90, 99, overwatch_of_liss="fire")
    assert walked.has("tessa", "pinned")
    assert walked.encounter["tessa"].pos == Cell(13, 17)
    assert state_of(walked.encounter).overwatches == ()


@pytest.mark.rule("PC-ACT-11")
def test_the_sergeant_sweeps_the_plaza_again() -> None:
    """BS 47 - 20 = 27, a 7 is 3 degrees: 2 hits; the four in the wedge test Pinning at -20."""
    start = play(opened("p-plaza"), TakeTurn(actor="kraal")).encounter
    assert state_of(start).wedges == ()
    sweep = SuppressiveFire(actor="kraal", weapon="machine_gun", mode="full", bearing_deg=285)
    swept = play(start, sweep, 7, 99, 1, 99, 1, 1, 3, 1, 1, evade="none")
    couriers = ("tessa", "orlo", "pym", "ash", "greta", "jon")
    assert [who for who in couriers if swept.has(who, "pinned")] == ["orlo", "pym", "ash"]
    assert [wedge.owner for wedge in state_of(swept.encounter).wedges] == ["kraal"]
    # Past TB 3 and AP 4 - 3 come 3 + 5, the degrees in place of a 1, to Orlo, 1 + 5 to Greta.
    lost = (3 + 5 - 4, 1 + 5 - 4)
    assert [13 - swept.sheet(who).wounds for who in ("orlo", "greta")] == list(lost)


@pytest.mark.rule("PC-SHP-03")
@pytest.mark.rule("PC-SHP-02")
def test_the_halcyon_rams_and_is_boarded() -> None:
    """WS 48 + 20: 7 + 6 + 8 against 6 + 10 - 8; hit back by 5 + 7 + 6; the Maw's Marines follow."""
    start = opened("q-boarding")
    assert (start.round, start.turn) == (2, "halcyon")
    way = tuple(Cell(x, 9) for x in range(9, 17))
    ram = Ram(actor="halcyon", target="maw", path=way, replace_die=False)
    rammed = play(start, ram, 30, 7, 5, evade="none")
    assert rammed.sheet("maw").wounds == 34 - (7 + 6 + 8 - (6 + 10 - 8))
    assert rammed.sheet("halcyon").wounds == 28 - (5 + 7 + 6 - (5 + 8 - 6))
    again = rammed.next(TakeTurn(actor="maw"))
    boarding = Boarding(actor="maw", target="halcyon")
    assert again.next(boarding, 53, 42, evade="repel_boarders").sheet("halcyon").wounds == 17
    boarded = again.next(boarding, 53, 43, 3, 4, evade="repel_boarders")
    assert boarded.sheet("halcyon").wounds == 17 - (3 + 4 + 2)


@pytest.mark.rule("PC-SHP-03")
def test_a_ram_ends_beside_the_ship_and_not_beside_the_drone() -> None:
    """Of the ends that are shown all are next to the Maw: the Jackdaw cannot be rammed."""
    start = opened("q-boarding")
    may_end = movement(start, "halcyon", "ram").may_end
    assert may_end is not None
    east = ((1, 0),) * 4
    assert may_end(Cell(16, 9), ((), east))
    assert not may_end(Cell(15, 12), ((), east))
