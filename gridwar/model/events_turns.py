"""The events of the course of a fight: rounds, turns, brackets of those who act at once, end."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from frozendict import frozendict

from gridwar.model.encounter import Bracket, Encounter
from gridwar.model.event_base import Event
from gridwar.model.record import Record

if TYPE_CHECKING:
    from collections.abc import Iterable

R = TypeVar("R", bound=Record)


class RoundBegan(Event):
    """A new round."""

    def apply(self, encounter: Encounter) -> Encounter:
        """Count it; zones and lights that last some rounds count down."""
        later = encounter.map.with_round_passed()
        return encounter.replace(round=encounter.round + 1, turn=None, map=later)


class TurnBegan(Event):
    """Somebody's turn."""

    who: str

    def apply(self, encounter: Encounter) -> Encounter:
        """Give it the turn; within a bracket its own view becomes the one that counts."""
        bracket = encounter.bracket
        if bracket is not None and self.who in bracket.members:
            bracket = bracket.replace(active=self.who)
        return encounter.replace(turn=self.who, bracket=bracket)


class TurnEnded(Event):
    """A turn is over."""

    who: str

    def apply(self, encounter: Encounter) -> Encounter:
        """Nobody has the turn."""
        bracket = encounter.bracket
        if bracket is not None:
            bracket = bracket.replace(active=None)
        return encounter.replace(turn=None, bracket=bracket)


class BracketOpened(Event):
    """Some combatants act simultaneously from here."""

    members: tuple[str, ...]

    def apply(self, encounter: Encounter) -> Encounter:
        """Keep how the members are now."""
        now = frozendict({one: encounter.combatants[one] for one in self.members})
        seen = frozendict(dict.fromkeys(self.members, now))
        return encounter.replace(bracket=Bracket(members=self.members).replace(seen=seen))


class BracketClosed(Event):
    """All who acted simultaneously have acted."""

    def apply(self, encounter: Encounter) -> Encounter:
        """From now on everybody sees the present."""
        return encounter.replace(bracket=None)


class FightEnded(Event):
    """The fight is over: nobody has a turn, and what belonged to the fight alone is as at first.

    Wounds, places and whatever lasts longer stay.
    """

    sheet_fields: tuple[str, ...] = ()
    """Fields of sheets that mean something in one fight only."""
    rules_fields: tuple[str, ...] = ()
    """The same of the rules' part of the encounter."""

    def apply(self, encounter: Encounter) -> Encounter:
        """Go back to before the first round."""
        combatants = {
            who: one.replace(sheet=as_at_first(one.sheet, self.sheet_fields), trail=())
            for who, one in encounter.combatants.items()
        }
        return encounter.replace(
            round=0,
            turn=None,
            bracket=None,
            combatants=frozendict(combatants),
            rules=as_at_first(encounter.rules, self.rules_fields),
        )


def as_at_first(record: R, names: Iterable[str]) -> R:
    """Return a record some fields of which are as in a new one.

    Args:
        record: A sheet, or the rules' part of an encounter.
        names: Fields, with dots into records; what a record does not have is passed over.
    """
    fields = type(record).model_fields
    for name in names:
        first, _dot, rest = name.partition(".")
        if first not in fields:
            continue
        inner = getattr(record, first)
        if not rest:
            inner = fields[first].get_default(call_default_factory=True)
        elif isinstance(inner, Record):
            inner = as_at_first(inner, (rest,))
        record = record.replace(**{first: inner})
    return record


TURN_EVENTS: tuple[type[Event], ...] = (
    RoundBegan,
    TurnBegan,
    TurnEnded,
    BracketOpened,
    BracketClosed,
    FightEnded,
)
