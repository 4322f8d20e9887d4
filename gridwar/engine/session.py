"""The session: one fight under way. Commands go in, changes come out; the journal keeps up.

Holds the position in the line of play and the stack of open commands. Undo moves the cursor, or
takes back the last human answer of an open command; a new command after undo starts a branch.
"""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import TYPE_CHECKING

from gridwar.dice.port import SeededDice, TypedDice
from gridwar.engine.history import History
from gridwar.engine.journal import (
    ROOT,
    DiceCounter,
    JournalPort,
    Loaded,
    MemoryJournal,
    Position,
    Row,
)
from gridwar.engine.opened import (
    Amended,
    Change,
    Open,
    Undone,
    is_latest,
    problem_with,
    refused,
    withdrawn_notice,
)
from gridwar.engine.outcome import (
    Accepted,
    Asking,
    Correction,
    DiceWanted,
    Outcome,
    Refused,
    Replies,
    Reply,
    Wanted,
    rest_key,
)
from gridwar.engine.referee import Options, play
from gridwar.engine.table import Table
from gridwar.model.command import Answer
from gridwar.model.question import Question
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from gridwar.dice.port import DicePort
    from gridwar.engine.system import System
    from gridwar.model.command import Adjustments, Command
    from gridwar.model.encounter import Encounter, Policy
    from gridwar.model.event import Event

class Session:
    """One fight, its line of play and its open commands."""

    def __init__(
        self,
        system: System,
        start: Encounter | Loaded,
        journal: JournalPort | None = None,
        dice: DicePort | None = None,
        table: type[Table] = Table,
    ) -> None:
        """Begin with an encounter, or go on where a file stopped.

        Args:
            system: The rules.
            start: The first encounter, or what a file held.
            journal: Where the line of play is written; None keeps it in memory.
            dice: Where faces come from; None for the program's seeded dice.
            table: ``StrictTable`` finds procedures that keep combatants across a yield.
        """
        self.system = system
        if not isinstance(start, Loaded):
            start = Loaded(start, (), Position(), DiceCounter(secrets.randbits(48)))
        self.history = History(start.first, start.rows, start.snapshots)
        self._journal = journal or MemoryJournal()
        self._seeded = SeededDice(start.dice.seed, start.dice.counter)
        self.dice: DicePort = dice or self._seeded
        self._table = table
        self._position = replace(start.position, open=())
        self._open: tuple[Open, ...] = ()
        self._redo: list[Undone] = []
        self._before: dict[int, Undone] = {}
        """By the row that an amendment, or a command that ran under open ones, ended in: where the
        fight stood before it. Kept in memory only."""
        self._listeners: list[Callable[[Change], None]] = []
        self.notices: list[str] = []
        self._reopen(start.position.open)

    # --- what is -----------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """Cursor, tip and open rows."""
        return replace(self._position, open=tuple(one.row.id for one in self._open))

    @property
    def settled(self) -> Encounter:
        """The encounter after the last finished command."""
        return self.history.state(self._position.cursor)

    @property
    def encounter(self) -> Encounter:
        """The encounter as it is shown: in the middle of the open command, if there is one."""
        top = self.top
        return self.settled if top is None or top.asking is None else top.asking.encounter

    @property
    def top(self) -> Open | None:
        """The open command that goes on next; None where there is none."""
        return self._open[-1] if self._open else None

    @property
    def open(self) -> tuple[Open, ...]:
        """The stack of open commands, the undermost first."""
        return self._open

    @property
    def wanted(self) -> tuple[Wanted, ...]:
        """The questions and dice that the open command waits for."""
        top = self.top
        return () if top is None or top.asking is None else top.asking.wanted

    def subscribe(self, listener: Callable[[Change], None]) -> None:
        """Be told of every change."""
        self._listeners.append(listener)

    def use_typed_dice(self, typed: bool) -> None:
        """Choose between dice on the table and the program's."""
        self.dice = TypedDice() if typed else self._seeded

    # --- commands and replies -----------------------------------------------------------------

    def submit(self, command: Command) -> Outcome:
        """Play a command; a correction also while a question is open.

        Returns:
            Accepted or Asking where it counts; Refused where nothing has changed.
        """
        top = self.top
        if top is not None and top.asking is not None:
            if top.asking.committed and command.correction:
                return self._correct(top, command)
            if top.asking.committed or not (command.correction or command.interrupts):
                return refused("open", _("Something else is still open: answer it or undo it."))
        return self._begin(command, Replies())

    def answer(self, key: str, given: Answer | tuple[int, ...]) -> Outcome:
        """Give the open command a reply: an answer to a question, or faces of dice.

        Args:
            key: The key of what is wanted.
            given: The answer, or the faces typed in.
        """
        top = self.top
        wanted = next((one for one in self.wanted if one.key == key), None)
        if top is None or wanted is None:
            return refused("not_asked", _("Nobody is asking that now."))
        if isinstance(given, tuple):
            reply = Reply(key=key, faces=given, source="typed")
        else:
            reply = Reply(key=key, answer=given, source="human")
        problem = problem_with(wanted, given)
        if problem:
            return refused("misfit", problem)
        return self._go_on(top, top.row.replies.with_reply(reply))

    def roll_for_me(self, key: str = "") -> Outcome:
        """Let the program roll the dice that are wanted now: all, or those of one key."""
        top = self.top
        if top is None or top.asking is None:
            return refused("not_asked", _("No dice are wanted."))
        replies = top.row.replies
        for one in self.wanted:
            if isinstance(one, DiceWanted) and key in ("", one.key):
                faces = self._seeded.faces(one.roll.dice, one.key)
                replies = replies.with_reply(Reply(key=one.key, faces=faces, source="program"))
        return self._go_on(top, replies)

    def pass_all(self) -> Outcome:
        """Pass the windows that are open now, and all of their kinds in the rest of the command."""
        windows = {one.window for one in self.wanted if isinstance(one, Question) and one.window}
        if not windows:
            return refused("not_asked", _("No window is open."))
        return self.stand(windows, "never")

    def stand(self, windows: Iterable[str], policy: Policy) -> Outcome:
        """Give a standing answer to kinds of windows for the rest of the open command."""
        top = self.top
        if top is None:
            return refused("not_asked", _("Nothing is open."))
        replies = top.row.replies
        for window in sorted(windows):
            answer = Answer(option=policy)
            replies = replies.with_reply(Reply(key=rest_key(window), answer=answer))
        return self._go_on(top, replies)

    def withdraw(self) -> None:
        """Take the open command back, its answers included."""
        if self._open:
            self._remember()
            self._drop_top()

    def _drop_top(self) -> None:
        self._forget(self._open[-1].row.command)
        self._show(self._position, self._open[:-1], ())

    def _forget(self, command: Command) -> None:
        """Forget what was done under a command that is over: undo takes it back as a whole."""
        self._before = {
            row_id: was
            for row_id, was in self._before.items()
            if all(one.row.command is not command for one in was.open)
        }

    def _begin(self, command: Command, replies: Replies) -> Outcome:
        row = Row(self.history.next_id, self._position.cursor, command, replies)
        outcome = self._play(self.settled, command, replies)
        match outcome:
            case Accepted():
                self._redo.clear()
                self._finish(row, outcome, self._open)
            case Asking():
                self._redo.clear()
                opened = Open(replace(row, replies=outcome.replies, is_open=True), outcome)
                below = tuple(replace(one, asking=None) for one in self._open)
                self._show(self._position, (*below, opened), outcome.events)
        return outcome

    def _play(self, encounter: Encounter, command: Command, replies: Replies) -> Outcome:
        return play(self.system, encounter, command, replies, Options(self.dice, self._table))

    def _go_on(self, top: Open, replies: Replies) -> Outcome:
        outcome = self._play(self.settled, top.row.command, replies)
        match outcome:
            case Accepted():
                self._redo.clear()
                self._finish(replace(top.row, is_open=False), outcome, self._open[:-1])
            case Asking():
                self._redo.clear()
                row = replace(top.row, replies=outcome.replies)
                self._show(self._position, (*self._open[:-1], Open(row, outcome)), outcome.events)
        return outcome

    def _correct(self, top: Open, command: Command) -> Outcome:
        assert top.asking is not None
        alone = self._play(top.asking.encounter, command, Replies())
        if isinstance(alone, Refused):
            return alone
        correction = Correction(before=top.asking.wanted[0].key, command=command)
        return self._go_on(top, top.row.replies.with_correction(correction))

    def _finish(self, row: Row, outcome: Accepted, below: tuple[Open, ...]) -> None:
        row = replace(
            row, parent=self._position.cursor, replies=outcome.replies, events=outcome.events,
            passed=outcome.passed, is_open=False,
        )  # fmt: skip
        self.history.put(row, outcome.encounter)
        self._forget(row.command)
        if below:
            self._before[row.id] = Undone(Position(row.parent, row.id), below)
        self._resume(Position(row.id, row.id), below, row.events, row)

    def _resume(
        self,
        position: Position,
        below: tuple[Open, ...],
        events: tuple[Event, ...],
        done: Row | None = None,
    ) -> None:
        """Take a position and let the command under it go on, if it may by now."""
        notice = ""
        if below:
            *rest, last = below
            state = self.history.state(position.cursor)
            row = replace(last.row, parent=position.cursor)
            below = (*rest, Open(row, None))
            if self.system.may_resume(state, row.command):
                outcome = self._play(state, row.command, row.replies)
                if isinstance(outcome, Asking):
                    below = (*rest, Open(replace(row, replies=outcome.replies), outcome))
                elif isinstance(outcome, Refused):
                    below = tuple(rest)
                    notice = _("No longer possible, and withdrawn: {why}").format(why=outcome.text)
                else:
                    was = self._before.get(position.cursor)
                    self._show(position, below, events, done=done)
                    self._finish(row, outcome, tuple(rest))
                    if was is not None:  # both in one go, and so they are taken back
                        self._before[self._position.cursor] = was
                    return
        self._show(position, below, events, notice, done=done)

    def _reopen(self, row_ids: tuple[int, ...]) -> None:
        """Play the open commands of a file again, up to their questions."""
        for at, row_id in enumerate(row_ids):
            row = self.history.rows[row_id]
            state = self.settled
            is_last = at == len(row_ids) - 1
            if not is_last and not self.system.may_resume(state, row.command):
                self._open = (*self._open, Open(row, None))
                continue
            outcome = self._play(state, row.command, row.replies)
            if isinstance(outcome, Asking):
                self._open = (*self._open, Open(replace(row, replies=outcome.replies), outcome))
            elif isinstance(outcome, Accepted):
                self._finish(row, outcome, self._open)
            else:
                self.notices.append(withdrawn_notice(row, outcome))

    # --- undo, redo, branches --------------------------------------------------------------------

    def undo(self) -> bool:
        """Take back the last human act: an answer, an open command, or a finished command."""
        top = self.top
        was = self._before.get(self._position.cursor)
        if was is not None and is_latest(was, top):
            self._remember()
            self._resume(was.position, self._opened_anew(was.open), ())
            return True
        if top is not None and top.asking is not None:
            self._undo_in(top)
            return True
        if self._position.cursor == ROOT:
            return False
        self._remember()
        parent = self.history.rows[self._position.cursor].parent
        tip = self._position.tip
        self._resume(Position(parent, tip), self._open, ())
        return True

    def _opened_anew(self, opened: tuple[Open, ...]) -> tuple[Open, ...]:
        """Give those that have finished since a row of their own: the finished one stays."""
        rows, fresh = self.history.rows, self.history.next_id
        return tuple(
            one if rows[one.row.id].is_open
            else replace(one, row=replace(one.row, id=fresh + at, is_open=True))
            for at, one in enumerate(opened)
        )  # fmt: skip

    def _undo_in(self, top: Open) -> None:
        self._remember()
        replies = top.row.replies.without_last_human()
        if replies is not None:
            outcome = self._play(self.settled, top.row.command, replies)
            if isinstance(outcome, Asking):
                row = replace(top.row, replies=outcome.replies)
                self._show(self._position, (*self._open[:-1], Open(row, outcome)), ())
                return
        self._drop_top()

    def redo(self) -> bool:
        """Do again what was undone last."""
        if self._redo:
            undone = self._redo.pop()
            self._show(undone.position, undone.open, ())
            return True
        step = self.history.towards(self._position.tip, self._position.cursor)
        if step is None or self._open:
            return False
        self._show(Position(step, self._position.tip), (), self.history.rows[step].events)
        return True

    @property
    def can_undo(self) -> bool:
        """Tell whether there is something to take back."""
        return bool(self._open) or self._position.cursor != ROOT

    @property
    def can_redo(self) -> bool:
        """Tell whether there is something to do again."""
        if self._redo:
            return True
        ahead = self.history.towards(self._position.tip, self._position.cursor)
        return ahead is not None and not self._open

    def go_to(self, row_id: int) -> None:
        """Go to the state after a row, on any branch; an open command is withdrawn."""
        self._remember()
        line = {row.id for row in self.history.line(self._position.tip)} | {ROOT}
        tip = self._position.tip if row_id in line else self.history.newest_tip(row_id)
        self._show(Position(row_id, tip), (), ())

    def _remember(self) -> None:
        self._redo.append(Undone(self._position, self._open))

    # --- amending ---------------------------------------------------------------------------------

    def amend(
        self, row_id: int, adjustments: Adjustments, *, roll_again: bool = False
    ) -> Amended:
        """Play a finished command again with other adjustments and the same dice.

        The commands after it are played again with their own replies as far as they still fit; the
        line as it was stays reachable as a branch.

        Args:
            row_id: The command to amend.
            adjustments: What the GM changes about it now.
            roll_again: Roll all its dice anew instead of keeping them.
        """
        row = self.history.rows[row_id]
        later = self.history.line(self._position.cursor)
        at = next((n for n, one in enumerate(later) if one.id == row_id), None)
        if at is None or self._open:
            return Amended(refused("not_now", _("Finish or undo what is open first.")))
        before = (self._position, self._open)
        self._remember()
        keep = len(self._redo)
        self._position = Position(row.parent, row.parent)
        command = row.command.model_copy(update={"adjustments": adjustments})
        replies = row.replies.without_dice() if roll_again else row.replies
        outcome = self._begin(command, replies)
        if isinstance(outcome, Refused):
            self._position, self._open = before
            del self._redo[keep - 1 :]
            return Amended(outcome)
        amended = self._replay(outcome, later[at + 1 :])
        if not self._open:
            self._before[self._position.cursor] = Undone(*before)
        return amended

    def _replay(self, outcome: Outcome, later: tuple[Row, ...]) -> Amended:
        for done, row in enumerate(later):
            if self._open or isinstance(self._begin(row.command, row.replies), Refused):
                return Amended(outcome, done, later[done:])
        return Amended(outcome, len(later))

    # --- writing down -----------------------------------------------------------------------------

    def _show(
        self,
        position: Position,
        opened: tuple[Open, ...],
        events: tuple[Event, ...],
        notice: str = "",
        *,
        done: Row | None = None,
    ) -> None:
        """Write a new position down, then make it the present one and tell the listeners."""
        old = self.encounter
        rows = [one.row for one in opened] + ([done] if done is not None else [])
        written = replace(position, open=tuple(one.row.id for one in opened))
        counter = DiceCounter(self._seeded.seed, self._seeded.counter)
        self._journal.write(rows, written, counter)
        for one in opened:
            self.history.put(one.row)
        self._position, self._open = replace(position, open=()), opened
        change = Change(old, self.encounter, events, notice)
        for listener in self._listeners:
            listener(change)
