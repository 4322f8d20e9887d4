"""What came of deeds, as players are told: words over those whom they see, figures for their own.

Owns which words these are. Chances, dice and points of others stay out; so does who did it where
that is somebody unmet.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.control.records.result_records import ResultView
from gridwar.control.text_format import signed
from gridwar.model.events_combatants import Explained
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.engine.kit.card_order_and_flow import Vital
    from gridwar.engine.session.journal_rows import Row
    from gridwar.engine.session.session import Session
    from gridwar.model.encounter import Encounter

MOST_ROWS: Final = 24
"""Of so many commands that players could count, a mark may have come about by the first."""
MOST_BACK: Final = 256
"""So many commands are looked at in all."""
_MOST_LETTERS: Final = 24


class _Told:
    """What one command came to for one combatant, before it is known who looks."""

    def __init__(self, was: Vital, now: Vital, words: str | None) -> None:
        self.change = was.lost - now.lost
        self.is_down = now.out and not was.out
        self.is_up = was.out and not now.out
        self.words = words

    @property
    def is_change(self) -> bool:
        """Whether anybody is other than before by it."""
        return bool(self.change) or self.is_down or self.is_up


class PlayersResults:
    """Makes the results; those of a row are read once, since rows never change."""

    def __init__(self, session: Session, met_in: Callable[[Encounter], frozenset[str]]) -> None:
        """Tell of a session.

        Args:
            session: Whose.
            met_in: Whom players see in a state of the fight.
        """
        self._session = session
        self._met_in = met_in
        self._met: dict[int, frozenset[str]] = {}
        self._read: dict[int, tuple[dict[str, _Told], str]] = {}
        self._numbers: dict[int, int] = {}
        """Of the rows that players were told of: their own count, which tells of no others."""

    def present(
        self, seen: frozenset[str], name_of: Callable[[str], str], own: frozenset[str]
    ) -> tuple[ResultView, ...]:
        """Return the newest result of each of those seen until its next turn or deed.

        Args:
            seen: Whom players see.
            name_of: What they call somebody.
            own: Those of the party.
        """
        rows = self._session.history.rows
        found: list[tuple[Row, str, _Told]] = []
        settled: set[str] = set()
        at, looked = self._session.position.cursor, 0
        for _step in range(MOST_BACK):
            if at not in rows or looked >= MOST_ROWS:
                break
            row = rows[at]
            all_told, turn = self._of(row)
            here = {
                who: told
                for who, told in all_told.items()
                if who in seen and self._is_told(row, who, told)
            }
            found += [(row, who, told) for who, told in here.items() if who not in settled]
            settled |= here.keys() | {row.command.actor or "", turn}
            looked += (row.command.actor or "") in seen or bool(here)
            at = row.parent
        for row, _who, _told in reversed(found):
            self._numbers.setdefault(row.id, len(self._numbers) + 1)
        return tuple(self._view(row, who, told, (seen, name_of, own)) for row, who, told in found)

    def _is_told(self, row: Row, who: str, told: _Told) -> bool:
        """Return whether players saw what befell somebody, or at least that something did.

        What an unmet one tried in vain is its own affair.
        """
        if row.id not in self._met:
            self._met[row.id] = self._met_in(self._session.history.state(row.id))
        met, actor = self._met[row.id], row.command.actor or ""
        is_of_unmet = bool(actor) and actor not in met
        return who in met and (not is_of_unmet or told.is_change)

    def _of(self, row: Row) -> tuple[dict[str, _Told], str]:
        """Return what a row came to for each, and who got the turn by it."""
        if row.id not in self._read:
            history = self._session.history
            before, after = history.state(row.parent), history.state(row.id)
            turn = (after.turn or "") if after.turn != before.turn else ""
            self._read[row.id] = (self._made(row, before, after), turn)
        return self._read[row.id]

    def _made(self, row: Row, before: Encounter, after: Encounter) -> dict[str, _Told]:
        words: dict[str, str] = {}
        for event in row.events:
            if isinstance(event, Explained) and event.trace.befell is not None:
                words.pop(event.trace.befell, None)
                words[event.trace.befell] = _plain(event.trace.result, after)
        changed = [
            one.id
            for one in after.combatants.values()
            if (was := before.combatants.get(one.id)) is not None and was is not one
        ]
        vital = self._session.system.cards.vital
        found: dict[str, _Told] = {}
        for who in dict.fromkeys((*words, *changed)):
            if who not in before.combatants or who not in after.combatants:
                continue
            told = _Told(vital(before, who), vital(after, who), words.get(who))
            if told.words is not None or told.change or told.is_down or told.is_up:
                found[who] = told
        return found

    def _view(
        self,
        row: Row,
        who: str,
        told: _Told,
        known: tuple[frozenset[str], Callable[[str], str], frozenset[str]],
    ) -> ResultView:
        seen, name_of, own = known
        by = row.command.actor
        return ResultView(
            who=who,
            row=self._numbers[row.id],
            figure=signed(told.change) if told.change and who in own else "",
            title=_title(told),
            detail=name_of(who),
            is_harm=told.change < 0 or told.is_down,
            by=by if by != who and by in seen and by in self._met[row.id] else None,
        )


def _title(told: _Told) -> str:
    if told.is_down:
        return _("down")
    if told.is_up:
        return _("up again")
    if told.change:
        return _("hit") if told.change < 0 else _("better")
    return told.words or _("no harm")


def _plain(result: str, encounter: Encounter) -> str:
    """Return the few words of a result where they are only words: no figures, nobody's name."""
    words = result.strip()
    is_short = 0 < len(words) <= _MOST_LETTERS and not any(map(str.isdigit, words))
    names = {one.name.casefold() for one in encounter.combatants.values() if one.name}
    is_plain = is_short and not any(name in words.casefold() for name in names)
    return words if is_plain else ""
