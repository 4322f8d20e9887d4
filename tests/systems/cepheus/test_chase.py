"""The sample chase, played through two rounds: driving, evading, mounted weapons, a ram, undo."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit.turn_and_move_commands import NextTurn
from gridwar.engine.play.play_outcome import Accepted, Asking
from gridwar.engine.session.session import Session
from gridwar.model.geometry import Cell
from gridwar.model.question_and_refusal import Question
from gridwar.storage.new_open_and_sample_fights import read_json, sample_fights
from gridwar.systems import find_system
from gridwar.systems.cepheus import SYSTEM
from gridwar.systems.cepheus.attacks.attack_offers import Attack
from gridwar.systems.cepheus.vehicles.driving import Drive, DriveOn
from gridwar.systems.cepheus.vehicles.maneuvers import Evade
from gridwar.systems.cepheus.vehicles.ramming import Ram
from tests.systems.cepheus.garage import machine

if TYPE_CHECKING:
    from gridwar.model.command import Command


class _Nowhere:
    """Keeps nothing."""

    def write(self, rows: object, position: object, dice: object) -> None:
        """Let it be."""


def _chase() -> Session:
    path = next(one for one in sample_fights() if one.stem == "e-chase")
    return Session(SYSTEM, read_json(path, find_system).loaded, _Nowhere())


def _do(session: Session, command: Command) -> None:
    """Play a command; questions take their defaults, the program rolls."""
    outcome = session.submit(command)
    while isinstance(outcome, Asking):
        wanted = session.wanted[0]
        assert isinstance(wanted, Question)
        outcome = session.answer(wanted.key, wanted.default)
    assert isinstance(outcome, Accepted), outcome


def _until(session: Session, who: str) -> None:
    for _turn in range(20):
        if session.encounter.turn == who:
            return
        _do(session, NextTurn())
    raise AssertionError(who)


def test_the_chase_can_be_played_and_taken_back() -> None:
    """Two rounds of it go by; taken back step by step, everything is as it was at first."""
    session = _chase()
    first = session.encounter
    _until(session, "lena")
    _do(session, Evade(actor="lena"))
    _do(session, DriveOn(actor="lena"))
    assert session.encounter["saloon"].pos == Cell(39, 10)
    assert session.encounter["hale"].pos in {Cell(x, y) for x in (39, 40, 41) for y in (10, 11)}
    _until(session, "kett")
    _do(session, Attack(actor="kett", target="saloon", weapon="mounted:machine_gun"))
    assert session.encounter["raider"].sheet.weapons[0].loaded == 59  # type: ignore[attr-defined]
    _until(session, "moss")
    path = tuple(Cell(x, 10) for x in range(5, 29))
    _do(session, Drive(actor="moss", path=path))
    assert machine(session.encounter, "raider").speed_kph == 22
    _until(session, "lena")
    assert session.encounter.round == 2
    assert machine(session.encounter, "saloon").going.evasive_dm == 0
    _until(session, "moss")
    _do(session, Ram(actor="moss", target="saloon", sure=True))
    assert machine(session.encounter, "raider").speed_kph == 0
    last = session.encounter
    steps = 0
    while session.can_undo and session.encounter != first:
        session.undo()
        steps += 1
    assert session.encounter == first
    for _step in range(steps):
        session.redo()
    assert session.encounter == last
