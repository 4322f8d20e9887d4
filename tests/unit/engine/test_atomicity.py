"""What fails half way leaves a session as it was; what is open stays open."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.control.controller.controller import Controller
from gridwar.dice.dice_sources import ScriptedDice
from gridwar.engine.gm.combatant_commands import SetValue, misfit
from gridwar.engine.gm.effect_and_pool_commands import ChangePool
from gridwar.engine.gm.gm_commands import WriteNote
from gridwar.engine.kit import emit
from gridwar.engine.kit.turn_and_move_commands import BeginFight, TakeTurn
from gridwar.engine.play.play_outcome import Accepted, DiceWanted, Refused
from gridwar.engine.session.journal_rows import DiceCounter, Loaded, Position, Row
from gridwar.engine.session.session import Session
from gridwar.errors import UnwritableFile
from gridwar.model.command import Adjustments, Answer, Command
from gridwar.storage.new_open_and_sample_fights import create, open_fight
from gridwar.systems import find_system
from gridwar.systems.arrgs.gm.scene_and_magnitudes import SceneSet
from gridwar.systems.arrgs.harm.healing_and_total_vitality import Recover
from tests.support.asking import ASKING, Strike, find
from tests.support.asking import duel as asking_duel
from tests.support.fights import on_board
from tests.support.toy import TOY, Begin, duel
from tests.support.toy import Strike as ToyStrike
from tests.support.variants import with_handlers

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from gridwar.engine.kit import Procedure, Table
    from gridwar.engine.session.line_of_play_undo_and_dice import Change


class Failing:
    """A journal whose n-th writing fails; counts the others and keeps their rows."""

    def __init__(self) -> None:
        """Fail never."""
        self.number, self.fails_at = 0, -1
        self.rows: list[tuple[Row, ...]] = []

    def write(self, rows: Iterable[Row], position: Position, dice: DiceCounter) -> None:
        """Write, or fail."""
        del position, dice
        self.number += 1
        if self.number == self.fails_at:
            raise UnwritableFile("the disk is full")
        self.rows.append(tuple(rows))


def hurt_six_times(journal: Failing) -> Session:
    """Return a fight in which somebody lost six points one after the other."""
    session = Session(TOY, duel(a=20, b=20), journal)
    for _time in range(6):
        session.submit(ChangePool(who=("a",), add=-1))
    return session


AMENDED = Adjustments(waived=frozenset({"x"}))


def test_amending_is_written_in_one_go() -> None:
    """The command and all that is played again after it are one transaction and one change."""
    journal = Failing()
    session = hurt_six_times(journal)
    told: list[Change] = []
    session.subscribe(told.append)
    before, number = session.encounter, journal.number
    session.amend(2, AMENDED)
    assert journal.number == number + 1
    assert [row.parent for row in journal.rows[-1]] == [1, 7, 8, 9, 10]
    assert session.encounter == before
    assert len(told) == 1


def test_amending_that_fails_leaves_everything_as_it_was() -> None:
    """State, rows, undo and redo are as before the attempt, and it can be made again."""
    journal = Failing()
    session = hurt_six_times(journal)
    session.undo()
    before, rows = session.encounter, dict(session.history.rows)
    journal.fails_at = journal.number + 1
    with pytest.raises(UnwritableFile):
        session.amend(2, AMENDED)
    assert (session.encounter, session.history.rows) == (before, rows)
    assert session.redo()
    session.undo()
    assert session.encounter == before
    assert isinstance(session.amend(2, AMENDED).outcome, Accepted)
    while session.can_undo:
        session.undo()
    assert session.encounter == duel(a=20, b=20)


def test_a_correction_leaves_the_question_open_whoever_has_the_turn() -> None:
    """Asked of somebody out of turn, it is asked again after a note of the GM's."""
    session = Session(find_system("arrgs"), on_board("arrgs", guard=(3, 12), raider=(6, 4)))
    session.submit(BeginFight())
    session.submit(TakeTurn(actor="guard"))
    session.submit(Recover(actor="raider"))
    asked = [one.key for one in session.wanted]
    assert asked
    for command in (WriteNote(text="Wait."), ChangePool(who=("guard",), add=-1)):
        session.submit(command)
        assert [one.key for one in session.wanted] == asked


def test_a_correction_does_not_wake_what_waits_for_somebody_elses_turn() -> None:
    """A strike that is suspended while another acts stays so after a note."""
    session = Session(TOY, duel(a=20, b=20, d=20), dice=ScriptedDice((6, 6, 4)))
    session.submit(Begin(actor="a"))
    session.submit(ToyStrike(actor="a", target="b"))
    session.submit(Begin(actor="d"))
    assert session.wanted == ()
    session.submit(WriteNote(text="x"))
    assert session.wanted == ()


def test_dice_of_the_table_are_still_wanted_when_the_file_is_opened_again(tmp_path: Path) -> None:
    """Closed while the table was to roll, the program rolls nothing and goes on asking."""
    path = tmp_path / "fight.gridwar"
    dice = DiceCounter(7)
    journal = create(path, asking_duel(), ASKING, dice)
    session = Session(ASKING, Loaded(asking_duel(), (), Position(), dice), journal)
    session.use_typed_dice(True)
    session.submit(Strike(actor="hero", target="foe"))
    journal.close()
    fight = open_fight(path, find)
    assert fight.session.is_typed
    (wanted,) = fight.session.wanted
    assert isinstance(wanted, DiceWanted)
    fight.session.answer(wanted.key, (6, 6))
    fight.session.answer("dodge", Answer(option="yes"))
    assert isinstance(fight.session.wanted[0], DiceWanted), "the next die is the table's too"
    assert fight.journal is not None
    fight.journal.close()


def test_choosing_typed_dice_with_a_question_open_is_kept(tmp_path: Path) -> None:
    """The die after the question is the table's, also when the program was killed in between."""
    path = tmp_path / "fight.gridwar"
    dice = DiceCounter(7)
    journal = create(path, asking_duel(), ASKING, dice)
    session = Session(ASKING, Loaded(asking_duel(), (), Position(), dice), journal)
    session.submit(Strike(actor="hero", target="foe"))
    session.use_typed_dice(True)
    journal.close()
    fight = open_fight(path, find)
    fight.session.answer("dodge", Answer(option="yes"))
    assert isinstance(fight.session.wanted[0], DiceWanted)
    assert fight.journal is not None
    fight.journal.close()


def test_typed_dice_that_cannot_be_noted_are_not_chosen() -> None:
    """With a question open the choice is written; where that fails the program's dice stay."""
    journal = Failing()
    controller = Controller(Session(ASKING, asking_duel(), journal))
    controller.submit(Strike(actor="hero", target="foe"))
    journal.fails_at = journal.number + 1
    controller.answers.use_typed_dice(typed=True)
    assert not controller.session.is_typed
    assert not controller.view.typed_dice
    assert controller.view.notice is not None
    assert "disk is full" in controller.view.notice.text
    controller.answers.use_typed_dice(typed=True)
    assert controller.view.typed_dice


class Overdo(Command):
    """Emit an event with a value that its type refuses."""


def test_a_value_that_its_type_refuses_is_refused_by_the_command() -> None:
    """It would be found when the file is read again, too late; nothing is done."""

    def play(table: Table, command: Overdo) -> Procedure[None]:
        """Set what no scene holds."""
        del table, command
        yield from emit(SceneSet(difficulty=0, movement_dc=10, multiplier=9))

    system = with_handlers(find_system("arrgs"), {Overdo: play})
    session = Session(system, on_board("arrgs", guard=(3, 12), raider=(6, 4)))
    before = session.encounter
    outcome = session.submit(Overdo())
    assert isinstance(outcome, Refused)
    assert "magnitude_multiplier" in outcome.text
    assert session.encounter == before


def test_half_a_character_in_a_name_is_refused() -> None:
    """No file can hold it, so every later command would fail."""
    session = Session(TOY, duel(a=20, b=20))
    outcome = session.submit(SetValue(who=("a",), field="name", value='"\\ud800"'))
    assert isinstance(outcome, Refused)
    assert session.encounter == duel(a=20, b=20)
    assert misfit(session.encounter.combatants["a"], "name", '"x"') == ""


def test_a_command_that_cannot_be_written_leaves_no_row() -> None:
    """Neither redo nor a jump leads to it later, and what follows has its parent in the file."""
    journal = Failing()
    session = hurt_six_times(journal)
    session.undo()
    before, rows = session.encounter, dict(session.history.rows)
    journal.fails_at = journal.number + 1
    with pytest.raises(UnwritableFile):
        session.submit(ChangePool(who=("b",), add=-3))
    assert (session.encounter, session.history.rows) == (before, rows)
    assert session.can_redo, "what was undone can still be done again"
    session.go_to(3)
    while session.redo():
        pass
    assert session.position.cursor == 6
    session.submit(ChangePool(who=("b",), add=-1))
    (row,) = journal.rows[-1]
    assert row.parent == 6


def test_an_answer_that_cannot_be_written_leaves_its_question_open() -> None:
    """The open command, its dice and the count of the dice are as before."""
    journal = Failing()
    session = Session(ASKING, asking_duel(), journal)
    session.submit(Strike(actor="hero", target="foe"))
    before, asked = session.encounter, session.wanted
    journal.fails_at = journal.number + 1
    with pytest.raises(UnwritableFile):
        session.answer("dodge", Answer(option="yes"))
    assert (session.encounter, session.wanted) == (before, asked)
    session.answer("dodge", Answer(option="yes"))
    assert [one.key for one in session.wanted] == ["soak 1"]


def test_each_command_is_one_writing_and_one_change() -> None:
    """A command that lets a suspended one go on is written and told together with it."""
    journal = Failing()
    start = on_board("arrgs", guard=(3, 12), raider=(6, 4))
    session = Session(find_system("arrgs"), start, journal)
    session.submit(BeginFight())
    session.submit(TakeTurn(actor="guard"))
    session.submit(Recover(actor="raider"))
    told: list[Change] = []
    session.subscribe(told.append)
    number = journal.number
    session.submit(WriteNote(text="Wait."))
    assert (journal.number, len(told)) == (number + 1, 1)
    assert [row.is_open for row in journal.rows[-1]] == [True, False]
