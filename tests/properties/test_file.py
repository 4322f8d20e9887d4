"""What holds for any line of play, whatever is done in whatever order.

A fight is played at random: commands, answers, corrections, undo, redo, branches.
"""

from __future__ import annotations

import tempfile
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from frozendict import frozendict
from hypothesis import example, given, settings
from hypothesis import strategies as st

from gridwar.engine.gm.commands import (
    AddCombatants,
    AddEffect,
    ChangePool,
    Place,
    RemoveCombatants,
    SetValue,
    WriteNote,
)
from gridwar.engine.kit.commands import BeginFight, Move, NextTurn
from gridwar.engine.kit.offers import Target
from gridwar.engine.play.offers import actions_of
from gridwar.engine.play.outcome import DiceWanted, Refused
from gridwar.engine.session.journal import Loaded, Position
from gridwar.engine.session.session import Session
from gridwar.model.combatant import TimedEffect
from gridwar.model.command import Answer
from gridwar.model.geometry import Cell
from gridwar.storage.exchange import export_json, import_json
from gridwar.storage.fights import create, open_fight
from gridwar.storage.opening import read_file
from gridwar.systems import systems
from tests.support.asking import ASKING, Strike, duel, find
from tests.support.files import SEED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gridwar.engine.kit.system import System
    from gridwar.model.command import Command
    from gridwar.model.question import Question

Act = tuple[str, int, int]
ACTS = st.lists(
    st.tuples(
        st.sampled_from(("command", "command", "answer", "answer", "undo", "redo", "go")),
        st.integers(0, 200),
        st.integers(0, 9),
    ),
    max_size=14,
)


def playable() -> tuple[System, ...]:
    """List the systems to play: one that asks, and all that are offered for new fights."""
    return (ASKING, *(one for one in systems().values() if one.playable))


def finder(system: System) -> Callable[[str], System]:
    """Return what finds this system by its id."""
    return lambda id: system if id == system.id else find(id)


def command(session: Session, pick: int, number: int) -> Command:
    """Return some command, sometimes one that will be refused."""
    everyone = (*session.encounter.combatants, "nobody")
    who, other = everyone[number % len(everyone)], everyone[(number + 1) % len(everyone)]
    cell = Cell(pick % 12, number)
    fresh = session.system.data.samples() or (session.system.new_combatant("new", "New", "1"),)
    own = [
        action.make
        for action in (
            actions_of(session.system, session.encounter, who) if who != "nobody" else ()
        )
        if action.need == "nothing"
    ]
    choices: list[Callable[[], Command]] = [
        lambda: Strike(actor=who, target=other, times=1 + pick % 2),
        lambda: Strike(actor=other, target=who),
        lambda: Move(actor=who, path=_path(session, who, pick)),
        BeginFight,
        NextTurn,
        lambda: ChangePool(who=(who,), add=number - 4),
        lambda: Place(to=((who, cell),)),
        lambda: AddCombatants(combatants=(fresh[0].replace(id=f"new{number % 3}", pos=cell),)),
        lambda: RemoveCombatants(who=(who,)),
        lambda: AddEffect(who=(who,), effect=TimedEffect(id="e", name="E", whose=who)),
        lambda: SetValue(who=(who,), field="note", value=f'"{pick}"'),
        lambda: WriteNote(text=f"{pick}"),
    ]
    if session.system is not ASKING:
        choices = choices[2:]
    if own:
        choices += [partial(make, Target()) for make in own]
    return choices[pick % len(choices)]()


def _path(session: Session, who: str, pick: int) -> tuple[Cell, ...]:
    one = session.encounter.combatants.get(who)
    if one is None or one.pos is None:
        return (Cell(1, 1),)
    return (one.pos.shifted(pick % 3 - 1, pick // 3 % 3 - 1),)


def act(session: Session, what: Act) -> None:
    """Do something; what the rules refuse changes nothing."""
    kind, pick, number = what
    if kind == "command":
        session.submit(command(session, pick, number))
    elif kind == "answer":
        _reply(session, pick, number)
    elif kind == "undo":
        session.undo()
    elif kind == "redo":
        session.redo()
    else:
        finished = [0, *(row.id for row in session.history.rows.values() if not row.is_open)]
        session.go_to(finished[pick % len(finished)])


def _reply(session: Session, pick: int, number: int) -> None:
    for wanted in session.wanted[:1]:
        if isinstance(wanted, DiceWanted):
            session.roll_for_me()
        else:
            session.answer(wanted.key, _answer(wanted, pick, number))


def _answer(question: Question, pick: int, number: int) -> Answer:
    if "move" in question.accepts and pick % 5 == 0:
        return Answer(command=Move(actor=question.recipient or "", path=()))
    options = [one.id for one in question.options if one.enabled] or [""]
    numbers = {one.key: one.minimum + number % 3 for one in question.numbers}
    return Answer(option=options[pick % len(options)], numbers=frozendict(numbers))


def start(system: System) -> Loaded:
    """Return a fight at its beginning."""
    return Loaded(duel(system), (), Position(), SEED)


def seen(session: Session) -> tuple[object, ...]:
    """Return everything that a session shows."""
    opened = tuple((one.row, one.asking is None) for one in session.open)
    keys = tuple(one.key for one in session.wanted)
    return session.encounter, session.settled, session.position, opened, keys


def played(system: System, acts: list[Act]) -> Iterator[Session]:
    """Play acts in memory, one after another."""
    session = Session(system, start(system))
    for one in acts:
        act(session, one)
        yield session


@pytest.mark.parametrize("system", playable(), ids=lambda one: one.id)
class TestAnyLineOfPlay:
    """Of every system that can be played."""

    @given(acts=ACTS)
    @settings(max_examples=25)
    def test_load_after_save_is_the_identity(self, system: System, acts: list[Act]) -> None:
        """A file opened again shows what was shown, on every branch, with the same question."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "fight.gridwar"
            journal = create(path, duel(system), system, SEED)
            session = Session(system, start(system), journal)
            for one in acts:
                act(session, one)
            journal.close()
            again = open_fight(path, finder(system))
            assert again.report == ()
            assert seen(again.session) == seen(session)
            assert again.journal is not None
            again.journal.close()
            for row in session.history.rows.values():
                if not row.is_open:
                    assert again.session.history.state(row.id) == session.history.state(row.id)
                    assert again.session.history.rows[row.id] == row

    @given(acts=ACTS)
    @settings(max_examples=20)
    def test_import_after_export_is_the_identity(self, system: System, acts: list[Act]) -> None:
        """A fight as JSON is the same fight, and the same text again."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "fight.gridwar"
            journal = create(path, duel(system), system, SEED)
            session = Session(system, start(system), journal)
            for one in acts:
                act(session, one)
            loaded = read_file(path, finder(system)).loaded
            journal.close()
        text = export_json(loaded, system.data.version)
        again = import_json(text, finder(system))
        assert again.loaded == Loaded(loaded.first, loaded.rows, loaded.position, loaded.dice)
        assert export_json(again.loaded, again.version) == text

    @given(acts=ACTS, last=st.tuples(st.just("command"), st.integers(0, 200), st.integers(0, 9)))
    @example(acts=[("command", 1, 0), ("command", 14, 0)], last=("command", 3, 5))
    @example(acts=[("command", 1, 0), ("command", 14, 0)], last=("command", 3, 0))
    @settings(max_examples=25)
    def test_undo_after_do_is_the_identity(
        self, system: System, acts: list[Act], last: Act
    ) -> None:
        """What was done is undone to the last bit, whatever came before."""
        session = Session(system, start(system))
        for one in acts:
            act(session, one)
        before = seen(session)
        outcome = session.submit(command(session, *last[1:]))
        if isinstance(outcome, Refused):
            assert seen(session) == before
            return
        session.undo()
        assert seen(session)[0] == before[0]
        assert seen(session)[4] == before[4]

    @given(acts=ACTS)
    @settings(max_examples=25)
    def test_redo_after_undo_is_the_identity(self, system: System, acts: list[Act]) -> None:
        """After any act, undo and redo lead back to it."""
        for session in played(system, acts):
            before = seen(session)
            if session.undo():
                assert session.redo()
                assert seen(session) == before

    @given(acts=ACTS, pick=st.integers(0, 200))
    @settings(max_examples=25)
    def test_a_branch_and_return_is_the_identity(
        self, system: System, acts: list[Act], pick: int
    ) -> None:
        """However far one goes and branches, every state is found again where it was."""
        session = Session(system, start(system))
        for one in acts:
            act(session, one)
        session.go_to(session.position.cursor)
        row, before = session.position.cursor, session.encounter
        finished = [one.id for one in session.history.rows.values() if not one.is_open]
        states = {one: session.history.state(one) for one in finished}
        session.go_to(0)
        session.submit(WriteNote(text=f"another way {pick}"))
        session.go_to(row)
        assert session.encounter == before
        assert {one: session.history.state(one) for one in finished} == states
