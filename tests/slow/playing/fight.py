"""One fight that is played at random: its acts, each concrete enough to be done once more.

An act is a JSON list: a word and what belongs to it. What chooses them is ``choosing``; what must
hold after each is ``checks``.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from gridwar.dice.port import TypedDice
from gridwar.engine.play.outcome import Accepted, Asking, DiceWanted, Refused
from gridwar.engine.session.journal import ROOT, DiceCounter, Loaded, Position
from gridwar.engine.session.session import Session
from gridwar.model.command import Adjustments, Answer
from gridwar.storage.codec import Codec, encode
from gridwar.storage.exchange import import_json
from gridwar.storage.fights import open_fight, samples
from gridwar.storage.opening import Opened, make_file, read_file
from tests.slow.campaign import Wrong
from tests.slow.playing.checks import moved_well, odds_hold, replayed, shown_again
from tests.support.every_system import every_id, find
from tests.support.fights import on_board
from tests.support.strict_table import StrictTable

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from gridwar.engine.play.outcome import Outcome
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from gridwar.storage.journal_file import JournalFile

Act = list[Any]


def starts() -> tuple[tuple[str, str], ...]:
    """Return where fights can begin, as system and sample: all that are offered, none left out.

    Without a sample fight a system begins with its sample combatants on a blank map (no name).
    """
    found = [(one.system, one.path.stem) for one in samples()]
    bare = ((system, "") for system in every_id() if find(system).data.samples())
    return (*found, *bare)


def _opened(system_id: str, name: str, seed: int) -> Opened:
    if name:
        path = next(one.path for one in samples() if one.path.stem == name)
        opened = import_json(path.read_bytes(), find, name)
        return replace(opened, loaded=replace(opened.loaded, dice=DiceCounter(seed)))
    system = find(system_id)
    combatants = [one.id for one in system.data.samples()[:6]]
    places = {who: (3 + 3 * (n % 3), 3 + 4 * (n // 3)) for n, who in enumerate(combatants)}
    first = on_board(system_id, **places)
    for number, who in enumerate(combatants):
        first = first.with_combatant(first[who].replace(side=str(1 + number % 2)))
    loaded = Loaded(first, (), Position(), DiceCounter(seed))
    return Opened(loaded, system, version=system.data.version)


class PlayedFight:
    """A fight and all that has been done in it."""

    def __init__(
        self, start: tuple[str, str], seed: int, folder: Path, *, on_file: bool = True
    ) -> None:
        self.system_id, self.name = start
        self.system = find(self.system_id)
        self.codec = Codec(self.system)
        self.acts: list[Act] = []
        self.counts: Counter[str] = Counter()
        self.kinds: Counter[str] = Counter()
        opened = _opened(*start, seed)
        self.first_own_row = max((row.id for row in opened.loaded.rows), default=0) + 1
        """Rows before it came with the sample."""
        self.path = folder / f"{self.name or self.system_id}-{seed}.gridwar"
        self.path.unlink(missing_ok=True)
        self.journal: JournalFile | None = make_file(self.path, opened) if on_file else None
        self.session = Session(self.system, opened.loaded, self.journal, table=StrictTable)
        self._doing: dict[str, Callable[..., object]] = {
            "submit": self._submit,
            "answer": self._answer,
            "amend": self._amend,
            "go to": self._go_to,
            "reopen": self._reopen,
            "odds": self._odds,
            "undo": self._undo,
            "redo": self._redo,
            "roll": self._roll,
            "pass": self._pass,
            "stand": self._stand,
            "typed": self._typed,
            "show again": self._show_again,
            "replay": self._replay,
        }

    def close(self) -> None:
        """Close the file and take it away."""
        if self.journal is not None:
            self.journal.close()
        self.path.unlink(missing_ok=True)

    def do(self, act: Act) -> object:
        """Do an act and remember it."""
        self.acts.append(act)
        self.counts[act[0]] += 1
        return self._doing[act[0]](*act[1:])

    # --- acts ----------------------------------------------------------------------------------

    def _submit(self, data: dict[str, Any]) -> Outcome | None:
        command = self.codec.command_of(data)
        session, before = self.session, self.session.encounter
        self.kinds[command.kind] += 1
        was = (session.position, before, session.wanted)
        try:
            outcome = session.submit(command)
        except KeyError as missing:
            if not _names_nobody(command, missing, before):
                raise
            return None
        if isinstance(outcome, Refused):
            self.counts["refused"] += 1
            if not (outcome.code and outcome.text):
                raise Wrong(f"{command.kind}: a refusal without code or words")
            if (session.position, session.encounter, session.wanted) != was:
                raise Wrong(f"{command.kind}: refused, and yet something changed")
        if isinstance(outcome, Accepted):
            self.counts["accepted"] += 1
            moved_well(self.system, command, before, outcome.events)
        if isinstance(outcome, Asking):
            self.counts["asked"] += 1
        return outcome

    def _answer(self, key: str, given: Any) -> Outcome:
        answer = tuple(given) if isinstance(given, list) else self.codec._validated(Answer, given)
        return self.session.answer(key, answer)

    def _undo(self) -> bool:
        return self.session.undo()

    def _redo(self) -> bool:
        return self.session.redo()

    def _roll(self, key: str = "") -> Outcome:
        return self.session.roll_for_me(key)

    def _pass(self) -> Outcome:
        return self.session.pass_all()

    def _stand(self, windows: list[str], policy: Any) -> Outcome:
        return self.session.stand(windows, policy)

    def _typed(self, typed: bool) -> None:
        self.session.use_typed_dice(typed)

    def _amend(self, row: int, adjustments: Any, roll_again: bool) -> None:
        if row in self.session.history.rows:
            given = self.codec._validated(Adjustments, adjustments)
            self.session.amend(row, given, roll_again=roll_again)

    def _go_to(self, row: int) -> None:
        rows = self.session.history.rows
        if row == ROOT or (row in rows and not rows[row].is_open):
            self.session.go_to(row)

    def _odds(self, data: dict[str, Any], seed: int) -> None:
        if not self.session.open:
            command = self.codec.command_of(data)
            state = self.session.settled
            compared = odds_hold(self.system, state, command, random.Random(seed))
            self.counts["odds compared"] += compared

    def _show_again(self, row: int) -> None:
        shown_again(self.session, row)

    def _replay(self) -> None:
        replayed(self.session, self.codec, self.first_own_row)

    def _reopen(self) -> None:
        """Close the file and open it again: nothing may be another."""
        if self.journal is None:
            return
        session = self.session
        typed = isinstance(session.dice, TypedDice)
        was = _state_of(session)
        beside = read_file(self.path, find).loaded.position
        if beside != session.position:
            raise Wrong("read beside the fight, the file stands elsewhere")
        self.journal.close()
        found = open_fight(self.path, find)
        self.session, self.journal = found.session, found.journal
        if found.report or found.reason:
            raise Wrong(f"reopened, it has something to say: {found.report} {found.reason}")
        self.session._table = StrictTable
        for name, now in _state_of(self.session).items():
            if now != was[name]:
                raise Wrong(f"reopened, its {name} is another")
        self.session.use_typed_dice(typed)


def _names_nobody(command: Command, missing: KeyError, now: Encounter) -> bool:
    """Return whether a command names somebody who is not there: the player of scripts says so."""
    who = str(missing.args[0]) if missing.args else ""
    return who not in now and (not who or json.dumps(who) in encode(command))


def _state_of(session: Session) -> dict[str, object]:
    """Return what a fight shows, and what it waits for."""
    return {
        "dice to be typed": [one.key for one in session.wanted if isinstance(one, DiceWanted)],
        "position": session.position,
        "encounter": session.encounter,
        "settled encounter": session.settled,
        "questions": [one.key for one in session.wanted],
    }
