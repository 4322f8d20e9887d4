"""Of whom and of what kind the entries of the log are, and where: what it is filtered by.

Told from commands and events alone, so that it is the same in every system.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from gridwar.control.memo import Memo
from gridwar.control.records.log_records import LogFacts, LogKind, LogPerson
from gridwar.control.text_format import token_bit
from gridwar.model.command import Act, GmCommand
from gridwar.model.events_combatants import CombatantEvent, CombatantMoved, Explained
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.control.controller.controller import Controller
    from gridwar.control.records.log_records import LogEntry
    from gridwar.engine.session.journal_rows import Row
    from gridwar.model.geometry import Cell

KIND_WORDS: Final[Mapping[LogKind, str]] = {
    LogKind.ATTACK: _("Attacks"),
    LogKind.MOVE: _("Moves"),
    LogKind.CHECK: _("Checks"),
    LogKind.GM: _("Game master"),
}
"""What can be chosen; turns stand only in the whole log."""


class LogFilter:
    """Says of whom and of what kind an entry is; asked only while the log is filtered."""

    def __init__(self, controller: Controller) -> None:
        """Look at a controller's fight."""
        self._controller = controller
        self._rows: dict[int, tuple[tuple[str, ...], LogKind]] = {}
        self._people: Memo[tuple[LogPerson, ...]] = Memo()

    def people(self) -> tuple[LogPerson, ...]:
        """Return everybody in the fight, as they joined."""
        encounter, letters = self._controller.encounter, self._controller.letters
        return self._people.get(
            (encounter.combatants, encounter.sides),
            lambda: tuple(
                LogPerson(one.id, one.name, token_bit(letters, encounter, one))
                for one in encounter.combatants.values()
            ),
        )

    def facts(self, entry: LogEntry) -> LogFacts:
        """Return whom an entry is of: whom its command names, and whoever stands in its headline.

        Entries of a command that nobody in the fight gave are of those in their headlines alone.
        """
        row = self._controller.session.history.rows.get(entry.row_id)
        if row is None:
            return LogFacts()
        if row.id not in self._rows:
            named = self._named(row)
            self._rows[row.id] = (named, self._kind(row, named))
        named, kind = self._rows[row.id]
        spoken = self._spoken(entry.headline)
        own = frozenset(named) if row.command.actor or not spoken else frozenset[str]()
        return LogFacts(own | spoken, kind)

    def place(self, row_id: int) -> Cell | None:
        """Return where on the map a command was: at the foe, else at the actor, else at whoever."""
        history = self._controller.session.history
        row = history.rows.get(row_id)
        if row is None:
            return None
        there, named = history.state(row_id).combatants, self._named(row)
        meant = (*self._foes(row, named), row.command.actor or "", *named)
        places = (there[one].pos for one in meant if one in there)
        return next((one for one in places if one is not None), None)

    def _named(self, row: Row) -> tuple[str, ...]:
        """Return whom the command names; where it names nobody, to whom something happened."""
        everyone = self._controller.encounter.combatants
        texts = (row.command.actor or "", *_texts_in(row.command.model_dump(mode="python")))
        ids = tuple(one for one in texts if one in everyone)
        ids = ids or tuple(one.who for one in row.events if isinstance(one, CombatantEvent))
        return tuple(dict.fromkeys(ids))

    def _spoken(self, title: str) -> frozenset[str]:
        return frozenset(
            one.id
            for one in self._controller.encounter.combatants.values()
            if one.name in title and re.search(rf"(?<!\w){re.escape(one.name)}(?!\w)", title)
        )

    def _foes(self, row: Row, named: tuple[str, ...]) -> list[str]:
        """Return those named who are of another side than the actor."""
        there = self._controller.encounter.combatants
        actor = there.get(row.command.actor or "")
        if actor is None:
            return []
        return [one for one in named if one in there and there[one].side != actor.side]

    def _kind(self, row: Row, named: tuple[str, ...]) -> LogKind:
        command = row.command
        if isinstance(command, GmCommand):
            return LogKind.GM
        has_weapon = getattr(command, "weapon", None) not in (None, "")
        if isinstance(command, Act) and (has_weapon or self._foes(row, named)):
            return LogKind.ATTACK
        if any(isinstance(one, CombatantMoved) for one in row.events):
            return LogKind.MOVE
        traces = [one.trace for one in row.events if isinstance(one, Explained)]
        is_rolled = any(step.faces for trace in traces for step in trace.steps)
        return LogKind.CHECK if is_rolled and command.actor else LogKind.TURN


def _texts_in(value: object) -> Iterator[str]:
    """Yield every text in what was written of a command: ids of those it is aimed at among them."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for one in (*value, *value.values()):
            yield from _texts_in(one)
    elif isinstance(value, tuple | list | set | frozenset):
        for one in value:
            yield from _texts_in(one)
