"""The history: any state of a long fight, of which few are kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.engine.gm.combatant_commands import SetValue
from gridwar.engine.kit.evolve import evolve
from gridwar.engine.session.history_rows_branches_states import KEPT_EVERY, MOST_STATES, History
from gridwar.engine.session.journal_rows import DiceCounter, Loaded, Position
from gridwar.engine.session.line_of_play_undo_and_dice import MOST_REDO
from gridwar.engine.session.session import Session
from tests.support.toy import TOY, ToySheet, duel

if TYPE_CHECKING:
    from gridwar.model.encounter import Encounter
    from gridwar.model.event_base import Event

LONG = 1200


@pytest.fixture(scope="module")
def long_fight() -> Session:
    """A fight of many commands: each sets the points of one combatant."""
    fight = Session(TOY, duel(a=20, b=20))
    for number in range(LONG):
        fight.submit(SetValue(who=("a",), field="sheet.hp", value=str(19 + number % 2)))
    return fight


def _hp(state: Encounter) -> int:
    sheet = state["a"].sheet
    assert isinstance(sheet, ToySheet)
    return sheet.hp


def _read_again(fight: Session) -> History:
    """Return the history of a fight as it comes from a file without snapshots."""
    return History(fight.history.state(0), fight.history.rows.values())


def test_any_state_of_a_long_fight_can_be_had(long_fight: Session) -> None:
    """Forwards, backwards and at random, a state is what its commands made of the first."""
    for history in (long_fight.history, _read_again(long_fight)):
        rows = [*range(0, LONG, 7), *reversed(range(1, LONG + 1, 11)), 640, 3, LONG, 1]
        assert all(_hp(history.state(row)) == 20 - row % 2 for row in rows)


def test_few_states_of_a_long_fight_are_kept(long_fight: Session) -> None:
    """Beside those asked for last there is one to every so many rows."""
    most = MOST_STATES + LONG // KEPT_EVERY + 1
    for history in (long_fight.history, _read_again(long_fight)):
        for row in range(LONG + 1):
            history.state(row)
        assert len({**history._recent, **history._anchors}) <= most


def test_no_state_is_far_from_where_it_is_played_again(
    long_fight: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However far back one goes, few events are followed: a step there is as quick as here."""
    history = long_fight.history
    played: list[object] = []

    def counted(state: Encounter, event: Event) -> Encounter:
        played.append(event)
        return evolve(state, event)

    monkeypatch.setattr("gridwar.engine.session.history_rows_branches_states.evolve", counted)
    for row in (10, LONG // 2 - 1, 77, LONG - 1):
        played.clear()
        history.state(row)
        assert len(played) <= 2 * KEPT_EVERY * len(history.rows[row].events)


def test_undo_far_back_leads_through_every_state(long_fight: Session) -> None:
    """From a jump to an early row, undo and redo go step by step as at the end."""
    history = long_fight.history
    rows = tuple(history.rows.values())
    again = Session(TOY, Loaded(history.state(0), rows, Position(LONG, LONG), DiceCounter(1)))
    again.go_to(501)
    assert _hp(again.encounter) == 19
    for step in range(1, 200):
        assert again.undo()
        assert _hp(again.encounter) == 20 - (501 - step) % 2
    for _step in range(200):
        assert again.redo()
    assert _hp(again.encounter) == 20
    assert again.position.cursor == LONG


def test_jumping_to_and_fro_without_end_is_not_remembered_without_end() -> None:
    """Redo goes back through the latest jumps only."""
    fight = Session(TOY, duel(a=20, b=20))
    fight.submit(SetValue(who=("a",), field="sheet.hp", value="1"))
    for number in range(MOST_REDO + 50):
        fight.go_to(number % 2)
    count = 0
    while count <= MOST_REDO and fight.redo():
        count += 1
    assert count <= MOST_REDO
