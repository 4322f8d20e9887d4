"""The session: one fight under way. Commands go in, changes come out; the journal keeps up.

Undo moves the cursor, or takes back the last human answer of an open command; a new command after
undo starts a branch.
"""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridwar.dice.dice_sources import TypedDice
from gridwar.engine.gm.gm_commands import WriteNote
from gridwar.engine.kit.procedure_table import Table
from gridwar.engine.play.play_command import Options, play
from gridwar.engine.play.play_outcome import (
    NEEDED,
    Accepted,
    Asking,
    DiceWanted,
    Outcome,
    Refused,
    rest_key,
)
from gridwar.engine.play.replies_and_corrections import NO_REPLIES, Correction, Replies, Reply
from gridwar.engine.session.journal_rows import ROOT, JournalPort, Loaded, Position, Row
from gridwar.engine.session.line_of_play_undo_and_dice import LineOfPlay, Standing
from gridwar.engine.session.open_commands import (
    Amended,
    Open,
    needed_later,
    opened_anew,
    problem_with,
    refused,
    remembering,
    reply_of_human,
    suspended,
    waiting,
    why_withdrawn,
    withdrawn_notice,
)
from gridwar.model.command import Answer
from gridwar.model.question_and_refusal import Question
from gridwar.model.validation import misfit_in
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gridwar.dice.dice_sources import DicePort
    from gridwar.engine.kit.rule_system import System
    from gridwar.model.command import Adjustments, Command
    from gridwar.model.encounter import Encounter, Policy
    from gridwar.model.event_base import Event


class Session(LineOfPlay):
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
            dice: Where faces come from; None for those that the fight goes by.
            table: ``StrictTable`` finds procedures that keep combatants across a yield.
        """
        super().__init__(start, journal)
        self.system = system
        self.dice = dice or self.dice
        self._table = table
        self.notices: list[str] = []
        if isinstance(start, Loaded):
            with self.at_once():
                self._reopen(start.position.open)

    # --- commands and replies -----------------------------------------------------------------

    def submit(self, command: Command, replies: Replies = NO_REPLIES) -> Outcome:
        """Play a command; a correction also while a question is open.

        Args:
            command: What is wanted.
            replies: Faces that were rolled, or typed in, while it was prepared.

        Returns:
            Accepted or Asking where it counts; Refused where nothing has changed.
        """
        top = self.top
        with self.at_once():
            if top is not None and top.asking is not None:
                if top.asking.committed and command.correction:
                    return self._correct(top, command)
                if top.asking.committed or not (command.correction or command.interrupts):
                    text = _("Something else is still open: answer it or undo it.")
                    return refused("open", text)
            return self._begin(command, replies)

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
        if problem := problem_with(wanted, given):
            return refused("misfit", problem)
        with self.at_once():
            return self._go_on(top, top.row.replies.with_reply(reply_of_human(key, given)))

    def roll_for_me(self, key: str = "") -> Outcome:
        """Let the program roll the dice that are wanted now: all, or those of one key."""
        top = self.top
        if top is None or top.asking is None:
            return refused("not_asked", _("No dice are wanted."))
        replies = top.row.replies
        with self.at_once():
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
            replies = replies.with_reply(Reply(key=rest_key(window), answer=Answer(option=policy)))
        with self.at_once():
            return self._go_on(top, replies)

    def _begin(self, command: Command, replies: Replies) -> Outcome:
        row = Row(self.history.next_id, self._position.cursor, command, replies)
        outcome = self._play(self.settled, command, replies)
        return self._take_effect(row, outcome, suspended(self._open, command))

    def _take_effect(self, row: Row, outcome: Outcome, below: tuple[Open, ...]) -> Outcome:
        """Let what came of a command take effect, above others that are open."""
        if not isinstance(outcome, Refused):
            self._undo.redo.clear()
        match outcome:
            case Accepted():
                self._finish(row, outcome, below)
            case Asking():
                opened = waiting(replace(row, is_open=True), outcome)
                self._show(self._position, (*below, opened), outcome.events)
        return outcome

    def _play(
        self, encounter: Encounter, command: Command, replies: Replies, dice: DicePort | None = None
    ) -> Outcome:
        options = Options(dice or self.dice, self._table)
        outcome = play(self.system, encounter, command, replies, options)
        if isinstance(outcome, Refused):
            return outcome
        if misfit := misfit_in(outcome.encounter, encounter):
            text = _("This would make a value that cannot be kept ({misfit}). Nothing was done.")
            return refused("unsound", text.format(misfit=misfit))
        return remembering(outcome, encounter)

    def _go_on(self, top: Open, replies: Replies) -> Outcome:
        outcome = self._play_on(top, replies)
        if isinstance(outcome, Refused) and outcome.code == NEEDED and top.row.replies.corrections:
            return self._give_up(top, outcome)
        return self._take_effect(top.row, outcome, self._open[:-1])

    def _correct(self, top: Open, command: Command) -> Outcome:
        assert top.asking is not None
        alone = self._play(top.asking.encounter, command, Replies())
        if isinstance(alone, Refused):
            return alone
        correction = Correction(before=top.asking.wanted[0].key, command=command)
        replies = top.row.replies.with_correction(correction)
        if top.asking.encounter.combatants.keys() - alone.encounter.combatants.keys():
            play_on = partial(self._play_on, top)
            outcome = play_on(replies)
            if isinstance(outcome, Asking) and (needed := needed_later(play_on, outcome)):
                return needed
        return self._go_on(top, replies)

    def _play_on(self, top: Open, replies: Replies) -> Outcome:
        return self._play(self.settled, top.row.command, replies)

    def _give_up(self, top: Open, refused: Refused) -> Outcome:
        """Withdraw what needs somebody who is gone, not the corrections; undo brings it back."""
        before = Standing(self._position, self._open)
        self._undo.redo.clear()
        self._open = self._open[:-1]
        text = why_withdrawn(refused, self.settled, top.after(self.settled))
        outcome: Outcome = refused
        for one in (*(one.command for one in top.row.replies.corrections), WriteNote(text=text)):
            outcome = self._begin(one, Replies())
        self._undo.note(self._position.cursor, before)
        return outcome

    def _finish(self, row: Row, outcome: Accepted, below: tuple[Open, ...]) -> None:
        row = row.finished(self._position.cursor, outcome)
        self.history.put(row, outcome.encounter)
        self._undo.forget(row.command)
        if below:
            self._undo.note(row.id, Standing(Position(row.parent, row.id), below))
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
            if last.goes_on or self.system.play.may_resume(state, row.command):
                outcome = self._play(state, row.command, row.replies)
                if isinstance(outcome, Asking):
                    below = (*rest, waiting(row, outcome))
                elif isinstance(outcome, Refused):
                    below = tuple(rest)
                    then = state if done is None else self.history.state(done.parent)
                    notice = why_withdrawn(outcome, then, state)
                else:
                    was = self._undo.before(position.cursor)
                    self._show(position, below, events, done=done)
                    self._finish(row, outcome, tuple(rest))
                    if was is not None:  # both in one go, and so they are taken back
                        self._undo.note(self._position.cursor, was)
                    return
        self._show(position, below, events, notice, done=done)

    def _reopen(self, row_ids: tuple[int, ...]) -> None:
        """Play the open commands of a file again, up to their questions; no die is rolled anew.

        One that waited for dice of the table waits for them still.
        """
        rows = [self.history.rows[row_id] for row_id in row_ids]
        for below, above in pairwise(rows):
            goes_on = above.command.correction
            self._open = (*self._open, Open(below, None, goes_on=goes_on))
        for row in rows[-1:]:
            outcome = self._play(self.settled, row.command, row.replies, TypedDice())
            if isinstance(outcome, Asking):
                self._open = (*self._open, waiting(row, outcome))
            elif isinstance(outcome, Accepted):
                self._finish(row, outcome, self._open)
            else:
                self.notices.append(withdrawn_notice(row, outcome))

    # --- undo ------------------------------------------------------------------------------------

    def undo(self) -> bool:
        """Take back the last human act: an answer, an open command, or a finished command."""
        top, position, history = self.top, self._position, self.history
        was = self._undo.undone_next(position.cursor, top)
        with self.at_once():
            if was is not None:
                self._remember()
                reopened = opened_anew(was.open, history.rows, history.next_id)
                self._resume(was.position, reopened, ())
            elif top is not None and top.asking is not None:
                self._undo_in(top)
            elif position.cursor == ROOT:
                return False
            else:
                self._remember()
                parent = history.rows[position.cursor].parent
                self._resume(Position(parent, position.tip), self._open, ())
        return True

    def _undo_in(self, top: Open) -> None:
        self._remember()
        replies = top.row.replies.without_last_human()
        if replies is not None:
            outcome = self._play(self.settled, top.row.command, replies)
            if isinstance(outcome, Asking):
                self._show(self._position, (*self._open[:-1], waiting(top.row, outcome)), ())
                return
        self._undo.forget(top.row.command)
        self._resume(self._position, self._open[:-1], ())  # what it came between asks again

    # --- amending ---------------------------------------------------------------------------------

    def amend(self, row_id: int, adjustments: Adjustments, *, roll_again: bool = False) -> Amended:
        """Play a finished command again with other adjustments and the same dice.

        The commands after it are played again with their own replies as far as they still fit; the
        line as it was stays reachable as a branch. All of it happens, or nothing.

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
        command = row.command.model_copy(update={"adjustments": adjustments})
        replies = row.replies.without_dice() if roll_again else row.replies
        before = Standing(self._position, self._open)
        remembered = self._undo.copy()
        with self.at_once():
            self._remember()
            self._position = Position(row.parent, row.parent)
            outcome = self._begin(command, replies)
            if isinstance(outcome, Refused):
                self._position, self._open = before.position, before.open
                self._undo = remembered
                return Amended(outcome)
            amended = self._replay(outcome, later[at + 1 :])
            if not self._open:
                self._undo.note(self._position.cursor, before)
        return amended

    def _replay(self, outcome: Outcome, later: tuple[Row, ...]) -> Amended:
        for done, row in enumerate(later):
            if self._open or isinstance(self._begin(row.command, row.replies), Refused):
                return Amended(outcome, done, later[done:])
        return Amended(outcome, len(later))
