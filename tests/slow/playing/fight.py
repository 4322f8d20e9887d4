"""One fight that is played at random: its acts, each concrete enough to be done once more.

An act is a JSON list: a word and what belongs to it. What chooses them is ``walking``; what must
hold after each is ``checking``.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import replace

from gridwar.dice.dice_sources import TypedDice
from gridwar.engine.play.play_outcome import Accepted, DiceWanted, Refused
from gridwar.engine.play.replies_and_corrections import NO_REPLIES
from gridwar.engine.session.journal_rows import ROOT, DiceCounter, Loaded, Position
from gridwar.engine.session.session import Session
from gridwar.model.command import Adjustments, Answer
from gridwar.model.geometry import Cell, footprint
from gridwar.model.question_and_refusal import Question
from gridwar.storage.fight_json import import_json
from gridwar.storage.json_codec import Codec, encode
from gridwar.storage.new_open_and_sample_fights import open_fight, samples
from gridwar.storage.open_gridwar_file import Opened, make_file, read_file
from tests.slow.campaign import Wrong, signature
from tests.slow.playing.checks import replayed, shown_again
from tests.slow.playing.fault import Fault
from tests.slow.playing.floors import FLOOR_STEP, two_floors
from tests.slow.playing.scripted import Played
from tests.support.asking import ASKING
from tests.support.every_system import every_id, find
from tests.support.strict_table import StrictTable

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.engine.kit.rule_system import System
    from gridwar.engine.play.play_outcome import Outcome, Wanted
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from gridwar.storage.journal_file import JournalFile

Act = list[Any]
CLOSE = "close together "
"""With a number: people of a system by chance, on a small blank map."""
ON_FLOORS = "on two floors "
"""With a number: people of a system by chance, in a house of two floors."""
OWN_ID = "zz"
"""How ids begin there: a word that occurs nowhere else."""
_BLANKS = 6
_HOUSES = 2
_ROWS = 30
"""Newest rows of which all is compared when the file is opened again."""
_ON_MAP = 14


def starts(only: str = "", *, blank: bool = False) -> tuple[tuple[str, str], ...]:
    """Return where fights can begin, as system and sample: all that are offered, none left out.

    Besides its sample fights a system begins with its sample combatants on a blank map (no name),
    with some of them close together, and with some of them on two floors.

    Args:
        only: One system; none for all.
        blank: Only those on a blank map.
    """
    found = [] if blank else [(one.system, one.path.stem) for one in samples()]
    found += [(one, "") for one in (*every_id(), ASKING.id) if found_system(one).data.samples()]
    found += [(one, f"{CLOSE}{number}") for one in every_id() for number in range(_BLANKS)]
    found += [(one, f"{ON_FLOORS}{number}") for one in every_id() for number in range(_HOUSES)]
    return tuple(one for one in found if only in ("", one[0]))


def found_system(system_id: str) -> System:
    """Return a system by its id, also the one of which tests alone know that it asks."""
    return ASKING if system_id == ASKING.id else find(system_id)


def _opened(system_id: str, name: str, seed: int) -> Opened:
    system, dice = found_system(system_id), DiceCounter(seed)
    path = next((one.path for one in samples() if name and one.path.stem == name), None)
    if path is not None:
        opened = import_json(path.read_bytes(), find, name)
        return replace(opened, loaded=replace(opened.loaded, dice=dice))
    chance, floors = Random(f"{system_id} {name}"), name.startswith(ON_FLOORS)
    first = _close(system, chance, floors=floors) if name else _bare(system)
    return Opened(Loaded(first, (), Position(), dice), system, version=system.data.version)


def _bare(system: System) -> Encounter:
    start = system.new_encounter("Test")
    for number, one in enumerate(system.data.samples()[:6]):
        at = Cell(3 + 3 * (number % 3), 3 + 4 * (number // 3))
        start = start.with_combatant(one.replace(pos=at, side=str(1 + number % 2)))
    return start


def _close(system: System, chance: Random, *, floors: bool = False) -> Encounter:
    start = system.new_encounter("Blank")
    page = start.map.resized(_ON_MAP, _ON_MAP) if not floors else two_floors(start.map)
    start = start.replace(map=page)
    known = system.data.samples() or tuple(
        system.new_combatant(who, who.upper(), "1") for who in ("a", "b", "c")
    )
    cells = [Cell(x, y) for x in range(0, page.width, 2) for y in range(0, page.height, 2)]
    middle = chance.choice(cells)
    if floors:  # above and below one another too
        middle = Cell(middle.x % FLOOR_STEP, middle.y)

    def far(it: Cell) -> int:
        x = it.x % FLOOR_STEP if floors else it.x
        return max(abs(x - middle.x), abs(it.y - middle.y))

    cells.sort(key=lambda it: far(it) + chance.random())
    people = [chance.choice(known) for _number in range(chance.randint(4, 6))]
    free = iter(cells)
    for number, one in enumerate(people):
        who = f"{OWN_ID}{number + 1}"
        at = next(it for it in free if all(map(page.contains, footprint(it, one.size))))
        for _skipped in range(max(one.size) // 2):
            next(free, None)
        name = f"{one.name} {number + 1}"
        side = str(1 + number % 2)
        start = start.with_combatant(one.replace(id=who, name=name, pos=at, side=side))
    return start


class Standing(NamedTuple):
    """All that a fight shows."""

    encounter: Encounter
    settled: Encounter
    position: Position
    wanted: tuple[Wanted, ...]


class Came(NamedTuple):
    """What came of a command when it was submitted."""

    command: Command
    before: Standing
    outcome: Outcome


class Ended(NamedTuple):
    """A command that was played to its end by answers alone."""

    command: Command
    before: Encounter
    played: Played


class _Begun(NamedTuple):
    command: Command
    before: Encounter
    asked: tuple[Question, ...] = ()


class PlayedFight:
    """A fight and all that has been done in it."""

    def __init__(
        self, start: tuple[str, str], seed: int, folder: Path | None, *, on_file: bool = True
    ) -> None:
        """Begin.

        Args:
            start: One of ``starts``.
            seed: Of the dice.
            folder: Where its file is made; None plays in memory.
            on_file: Whether there is a file.
        """
        self.seed = seed
        self.system_id, self.name = start
        self.system = found_system(self.system_id)
        self.codec = Codec(self.system)
        self.acts: list[Act] = []
        self.counts: Counter[str] = Counter()
        self.came: Came | None = None
        """What came of a command, until the next act."""
        self.ended: Ended | None = None
        """The command that the last act brought to its end."""
        self._begun: _Begun | None = None
        opened = _opened(*start, seed)
        self.first = opened.loaded.first
        self.first_own_row = max((row.id for row in opened.loaded.rows), default=0) + 1
        """Rows before it came with the sample."""
        self.path = (folder or Path()) / f"{self.name or self.system_id}-{seed}.gridwar"
        self.journal: JournalFile | None = None
        if folder is not None and on_file:
            self.path.unlink(missing_ok=True)
            self.journal = make_file(self.path, opened)
        self.session = Session(self.system, opened.loaded, self.journal, table=StrictTable)
        self._doing: dict[str, Callable[..., object]] = {
            "submit": self._submit,
            "answer": self._answer,
            "amend": self._amend,
            "go to": self._go_to,
            "reopen": self._reopen,
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

    def beside(self) -> Session:
        """Return a session at the same place, in memory: the fight itself goes on untouched."""
        session = self.session
        rows, dice = tuple(session.history.rows.values()), DiceCounter(self.seed)
        loaded = Loaded(self.first, rows, session.position, dice)
        return Session(self.system, loaded, table=StrictTable)

    def do(self, act: Act) -> object:
        """Do an act and remember it."""
        self.acts.append(act)
        self.counts[act[0]] += 1
        self.came = self.ended = None
        wanted = {one.key: one for one in self.session.wanted}
        result = self._doing[act[0]](*act[1:])
        if act[0] not in ("submit", "answer", "roll"):
            self._begun = None
        elif act[0] == "answer" and self._begun is not None and not _is_misfit(result):
            answered = wanted.get(act[1])
            if isinstance(answered, Question):
                self._begun = self._begun._replace(asked=(*self._begun.asked, answered))
        self._end(result)
        return result

    def _end(self, result: object) -> None:
        """Note where a command has come to its end, and look at what it asks where it has not."""
        begun, top = self._begun, self.session.top
        for one in self.session.wanted:
            if isinstance(one, Question) and (problem := one.problem_with(one.default)):
                raise Wrong(f"its default does not fit {one.title}: {problem}")
        if begun is None or not isinstance(result, Accepted | Refused) or _is_misfit(result):
            return
        if isinstance(result, Accepted):
            replies = result.replies
        else:
            replies = top.row.replies if top is not None else NO_REPLIES
        self._begun = None
        self.ended = Ended(begun.command, begun.before, Played(result, replies, begun.asked))

    @property
    def is_asking(self) -> bool:
        """Whether something is wanted for a command that has not been refused meanwhile."""
        return bool(self.session.wanted) and self.ended is None

    @property
    def last_command(self) -> str:
        """The kind of the command that was submitted last."""
        submitted = (act[1]["kind"] for act in reversed(self.acts) if act[0] == "submit")
        return str(next(submitted, "no command"))

    def fault(self, error: BaseException) -> Fault:
        """Return the fault of an error that came out of an act, or of a check after it."""
        name = str(error) if isinstance(error, Wrong) else signature(error)
        return Fault("raised", f"{self.last_command}: {name}", str(error))

    # --- acts ----------------------------------------------------------------------------------

    def standing(self) -> Standing:
        """Return all that the fight shows."""
        session = self.session
        return Standing(session.encounter, session.settled, session.position, session.wanted)

    def _submit(self, data: dict[str, Any]) -> Outcome | None:
        command, before = self.codec.command_of(data), self.standing()
        self._begun = None
        try:
            outcome = self.session.submit(command)
        except KeyError as missing:
            if not _names_nobody(command, missing, before.encounter):
                raise
            return None
        self.counts[type(outcome).__name__] += 1
        self.came = Came(command, before, outcome)
        if before.position.open == ():
            self._begun = _Begun(command, before.encounter)
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
        beside = read_file(self.path, found_system).loaded.position
        if beside != session.position:
            raise Wrong("read beside the fight, the file stands elsewhere")
        self.journal.close()
        found = open_fight(self.path, found_system)
        self.session, self.journal = found.session, found.journal
        if found.report or found.reason:
            raise Wrong(f"reopened, it has something to say: {found.report} {found.reason}")
        self.session._table = StrictTable
        rows = self.session.history.rows
        for row in [one for one in session.history.rows.values() if not one.is_open][-_ROWS:]:
            if rows[row.id] != row:
                raise Wrong("reopened, a row is another")
            if self.session.history.state(row.id) != session.history.state(row.id):
                raise Wrong("reopened, the state after a row is another")
        for name, now in _state_of(self.session).items():
            if now != was[name]:
                raise Wrong(f"reopened, its {name} is another")
        self.session.use_typed_dice(typed)


def _is_misfit(outcome: object) -> bool:
    return isinstance(outcome, Refused) and outcome.code in ("misfit", "not_asked")


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
