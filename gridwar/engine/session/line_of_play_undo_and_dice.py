"""Where a fight stands: its rows, the position among them, the stack of open commands.

Goes back and forth among what has been played, and plays nothing itself. Every new position is
written down before it counts, then the listeners are told. What undo and redo go back to, beyond
what the rows themselves tell, is kept in memory only (``UndoMemory``).
"""

from __future__ import annotations

import contextlib
import secrets
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from gridwar.dice.dice_sources import DicePort, SeededDice, TypedDice
from gridwar.engine.session.history_rows_branches_states import History
from gridwar.engine.session.journal_rows import (
    ROOT,
    DiceCounter,
    JournalPort,
    Loaded,
    MemoryJournal,
    Position,
    Row,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gridwar.dice.dice_notation import Dice
    from gridwar.engine.play.play_outcome import Wanted
    from gridwar.engine.session.open_commands import Open
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from gridwar.model.event_base import Event


class _Shown(Struct, frozen=True):
    """A step that waits to be written with others."""

    rows: tuple[Row, ...]
    events: tuple[Event, ...]
    notice: str


class LineOfPlay:
    """One fight as it stands; ``Session`` is what moves it on."""

    def __init__(self, start: Encounter | Loaded, journal: JournalPort | None = None) -> None:
        """Begin with an encounter, or where a file stopped; its open commands are not open yet."""
        if not isinstance(start, Loaded):
            start = Loaded(start, (), Position(), DiceCounter(secrets.randbits(48)))
        self.history = History(start.first, start.rows, start.snapshots)
        self._journal = journal or MemoryJournal()
        self._seeded = SeededDice(start.dice.seed, start.dice.counter)
        self.dice: DicePort = TypedDice() if start.dice.typed else self._seeded
        self._position = replace(start.position, open=())
        self._open: tuple[Open, ...] = ()
        self._undo = UndoMemory()
        self._listeners: list[Callable[[Change], None]] = []
        self._is_moving = False
        self._shown: list[_Shown] = []
        """What is to be written and told at the end of what is being done."""

    @property
    def position(self) -> Position:
        """Cursor, tip and open rows."""
        return replace(self._position, open=tuple(one.row.id for one in self._open))

    @property
    def is_typed(self) -> bool:
        """Return whether the dice of the table are typed in."""
        return isinstance(self.dice, TypedDice)

    def use_typed_dice(self, typed: bool) -> None:
        """Choose between dice on the table and the program's."""
        if self._open:  # whoever opens the file again must not roll what the table was to roll
            self._journal.write((), self.position, replace(self._dice_now, typed=typed))
        self.dice = TypedDice() if typed else self._seeded

    def roll_ahead(self, dice: Dice, key: str) -> tuple[int, ...]:
        """Roll dice of the program for a command that is still being prepared."""
        faces = self._seeded.faces(dice, key)
        assert faces is not None
        return faces

    @property
    def _dice_now(self) -> DiceCounter:
        return DiceCounter(self._seeded.seed, self._seeded.counter, self.is_typed)

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

    def redo(self) -> bool:
        """Do again what was undone last."""
        with self.at_once():
            if self._undo.redo:
                undone = self._undo.redo.pop()
                self._show(undone.position, undone.open, ())
                return True
            step = self._step_ahead()
            if step is None:
                return False
            self._show(Position(step, self._position.tip), (), self.history.rows[step].events)
            return True

    def _step_ahead(self) -> int | None:
        cursor, tip = self._position.cursor, self._position.tip
        return None if self._open else self.history.towards(tip, cursor)

    @property
    def can_undo(self) -> bool:
        """Return whether there is something to take back."""
        return bool(self._open) or self._position.cursor != ROOT

    @property
    def can_redo(self) -> bool:
        """Return whether there is something to do again."""
        return bool(self._undo.redo) or self._step_ahead() is not None

    def go_to(self, row_id: int) -> None:
        """Go to the state after a row, on any branch; an open command is withdrawn."""
        with self.at_once():
            self._remember()
            line = {row.id for row in self.history.line(self._position.tip)} | {ROOT}
            tip = self._position.tip if row_id in line else self.history.newest_tip(row_id)
            for one in self._open:
                self._undo.forget(one.row.command)
            self._show(Position(row_id, tip), (), ())

    def _remember(self) -> None:
        self._undo.remember(Standing(self._position, self._open))

    def _show(
        self,
        position: Position,
        opened: tuple[Open, ...],
        events: tuple[Event, ...],
        notice: str = "",
        *,
        done: Row | None = None,
    ) -> None:
        """Make a new position the present one; it is written when what is done is done."""
        rows = [one.row for one in opened] + ([done] if done is not None else [])
        self._shown.append(_Shown(tuple(rows), events, notice))
        for one in opened:
            self.history.put(one.row)
        self._position, self._open = replace(position, open=()), opened

    @contextlib.contextmanager
    def at_once(self) -> Iterator[None]:
        """Let what is done inside happen whole or not at all: one writing, one change told.

        Where anything fails, the writing included, everything is as it was before: position, open
        commands, rows, undo and redo, the count of the dice. Whatever moves a fight on is inside.
        """
        if self._is_moving:
            yield
            return
        old, position, opened = self.encounter, self._position, self._open
        undo, counter = self._undo.copy(), self._seeded.counter
        self._is_moving, self._shown = True, []
        self.history.begin()
        try:
            yield
            if self._shown:
                self._journal.write(self._rows_shown(), self.position, self._dice_now)
        except BaseException:
            self.history.take_back()
            self._position, self._open, self._undo = position, opened, undo
            self._seeded.counter = counter
            raise
        finally:
            self._is_moving = False
        if shown := self._shown:
            events = tuple(event for one in shown for event in one.events)
            notice = " ".join(one.notice for one in shown if one.notice)
            change = Change(old, self.encounter, events, notice)
            for listener in self._listeners:
                listener(change)

    def _rows_shown(self) -> list[Row]:
        """Return the rows that were shown, each as it is now; open ones only if they still are."""
        latest = {row.id: row for one in self._shown for row in one.rows}
        kept = {one.row.id for one in self._open}
        return [row for row in latest.values() if not row.is_open or row.id in kept]


class Standing(Struct, frozen=True):
    """Where a fight stood: a position with its open commands."""

    position: Position
    open: tuple[Open, ...]


MOST_REDO = 2000
"""So many steps back or jumps in a row can be taken back again."""


class UndoMemory:
    """What was undone, and where the fight stood before what ran under open commands.

    Attributes:
        redo: What redo brings back, the latest last.
    """

    def __init__(self) -> None:
        self.redo: list[Standing] = []
        self._before: dict[int, Standing] = {}

    def copy(self) -> UndoMemory:
        """Return a memory of the same things, to come back to."""
        other = UndoMemory()
        other.redo, other._before = list(self.redo), dict(self._before)
        return other

    def remember(self, standing: Standing) -> None:
        """Remember where the fight stood, for redo; the longest ago is forgotten."""
        self.redo.append(standing)
        del self.redo[:-MOST_REDO]

    def note(self, row_id: int, before: Standing) -> None:
        """Note where undo leads from a row, where that is not simply its parent.

        So it is after an amendment, and where the row was finished under open commands.
        """
        self._before[row_id] = before

    def before(self, row_id: int) -> Standing | None:
        """Return what was noted of a row."""
        return self._before.get(row_id)

    def forget(self, command: Command) -> None:
        """Forget what was done under a command that is over: undo takes it back as a whole."""
        self._before = {
            row_id: before
            for row_id, before in self._before.items()
            if all(one.row.command is not command for one in before.open)
        }

    def undone_next(self, cursor: int, top: Open | None) -> Standing | None:
        """Return where undo leads, if nobody has answered or begun anything since it was noted.

        Args:
            cursor: The present row.
            top: The command that is open now.
        """
        before = self._before.get(cursor)
        if before is None or top is None:
            return before
        then = before.open[-1].row if before.open else None
        is_latest = (
            then is not None
            and then.command is top.row.command
            and then.replies.human_acts == top.row.replies.human_acts
        )
        return before if is_latest else None


class Change(Struct, frozen=True):
    """What a session tells its listeners: the encounter shown before and now."""

    old: Encounter
    new: Encounter
    events: tuple[Event, ...] = ()
    notice: str = ""
