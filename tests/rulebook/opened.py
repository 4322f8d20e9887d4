"""Opening the places where rules are met: what play shows, and the ids of rules that stand in it.

Every view hands on the rule ids of its records. Here they are read out of the records themselves,
as presenters do, of all that the tests of a system play, its executable examples among them, and
of a walk through its fights.
"""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from gridwar.engine.kit.sight_and_cover import GM_WORD
from gridwar.engine.play.offered_actions_and_drafts import actions_of
from gridwar.engine.play.play_outcome import Asking, Refused
from gridwar.engine.play.preview_and_named_outcomes import preview
from gridwar.model.events_combatants import Explained
from gridwar.model.question_and_refusal import Question
from gridwar.model.record import Record
from tests.rulebook.table import ROOT, rows_of
from tests.rulebook.watching import watch_tests
from tests.slow.playing.seen import Check
from tests.slow.playing.walking import Walk

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from gridwar.engine.play.play_outcome import Outcome
    from gridwar.engine.play.rehearsal import Preview
    from gridwar.model.command import Command
    from tests.slow.playing.fault import Fault
    from tests.slow.playing.moments import Moment
    from tests.slow.playing.seen import Seen


UNOPENED = Path(__file__).with_name("unopened.toml")
"""Declared places in which no test has seen the id, by system. May only shrink."""
LOOKED_INTO = frozenset(
    {"refusal", "question", "line of a sum", "log", "card", "sheet of an action", "line of sight"}
)


Places: TypeAlias = "Mapping[str, set[str]]"


class Opened:
    """The places in which ids of rules were seen."""

    def __init__(self) -> None:
        self.places: defaultdict[str, set[str]] = defaultdict(set)

    def asked_for(self, moment: Moment, command: Command) -> None:
        """Look at a command before it is played: its sheet, its sums, the line to its target."""
        system, now = moment.system, moment.now
        seen = preview(system, now, command)
        self.foreseen(seen)
        if seen.refusal is None:
            self._note("sheet of an action", system.draft(now, command))
        target = getattr(command, "target", None)
        if command.actor in now and isinstance(target, str) and target in now:
            self._note("line of sight", system.sight(now, str(command.actor), target))

    def foreseen(self, seen: Preview) -> None:
        """Look at what a command would come to before its first roll."""
        self._note("refusal", seen.refusal)
        self._note("question", *seen.windows, *seen.questions)
        self._note("line of a sum", *(line for one in seen.tallies for line in one.lines))

    def asked(self, questions: Iterable[Question]) -> None:
        """Look at questions."""
        self._note("question", *questions)

    def came(self, outcome: Outcome) -> None:
        """Look at what has come of a command: a refusal, questions, or what the log tells of it."""
        if isinstance(outcome, Refused):
            self._note("refusal", outcome.refusal)
        elif isinstance(outcome, Asking):
            self.asked(one for one in outcome.wanted if isinstance(one, Question))
        else:
            told = [one.trace for one in outcome.events if isinstance(one, Explained)]
            self._note("line of a sum", *(line for one in told for line in one.lines))
            self._note("log", *(step for one in told for step in one.steps))

    def shown(self, moment: Moment, who: str) -> None:
        """Look at the card, the order and the map with somebody selected."""
        system, now = moment.system, moment.now
        self._note("card", moment.card(who))
        self._note("order", *system.turns.order(now))
        self._note("map", moment.scenery, moment.areas, system.board.overlays(now, who, "", None))

    def offered(self, moment: Moment, who: str) -> None:
        """Look at the reasons against the actions of somebody."""
        self._note("refusal", *(one.refusal for one in actions_of(moment.system, moment.now, who)))

    def _note(self, place: str, *records: Any) -> None:
        for record in records:
            for rule_id in ids_in(record):
                self.places[rule_id].add(place)


def opened(system_id: str, commands: int, seed: int = 1) -> Places:
    """Return the places in which each id of a rule is seen while a walk plays.

    Args:
        system_id: The system.
        commands: How many commands are played.
        seed: The same seed walks the same way.
    """
    found = Opened()

    def look(seen: Seen) -> Iterable[Fault]:
        if (ended := seen.ended) is not None:
            moment = seen.before(ended)
            found.asked_for(moment, ended.command)
            found.came(ended.played.outcome)
            found.asked(ended.played.asked)
            if moment.now.turn is not None:
                found.shown(moment, moment.now.turn)
                found.offered(moment, moment.now.turn)
        return ()

    walk = Walk(system_id, seed, (Check("places", look),))
    while walk.commands < commands:
        walk.step()
    return found.places


def opened_by_tests(system_id: str) -> Places:
    """Return the places in which each id of a rule is seen by the tests of a system, run here."""
    found = Opened()
    watch_tests(system_id, ROOT / "tests" / "systems" / system_id, found)
    return found.places


def together(*seen: Places) -> Places:
    """Return the places of several, each id with all of them."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for one in seen:
        for rule_id, places in one.items():
            found[rule_id] |= places
    return found


def unopened(system_id: str, seen: Places) -> list[str]:
    """Return the places, of those that can be looked into, where a declared id was not seen."""
    return [
        f"{row.rule_id}: {place}"
        for row in rows_of(system_id)
        for place in row.places
        if place in LOOKED_INTO and place not in seen.get(row.rule_id, ())
    ]


def undeclared(system_id: str, seen: Places) -> list[str]:
    """Return the places where an id was seen that the table does not name; of rules alone."""
    declared = {row.rule_id: row.places for row in rows_of(system_id)}
    return [
        f"{rule_id}: {place}"
        for rule_id, places in sorted(seen.items())
        if rule_id != GM_WORD
        for place in sorted(places - {*declared.get(rule_id, ())})
    ]


def ids_in(value: Any) -> Iterator[str]:
    """Yield the ids of rules that a record names, and what stands in it."""
    if isinstance(value, tuple | frozenset | list):
        for one in value:
            yield from ids_in(one)
        return
    names: tuple[str, ...] = ()
    if isinstance(value, msgspec.Struct):
        names = value.__struct_fields__
    elif isinstance(value, Record):
        names = tuple(type(value).model_fields)
    for name in names:
        inner = getattr(value, name)
        if name == "rule_id":
            yield from (inner,) if inner else ()
        elif name == "rule_ids":
            yield from inner
        elif isinstance(inner, tuple | msgspec.Struct) or (
            isinstance(inner, Record) and name != "command"
        ):
            yield from ids_in(inner)
