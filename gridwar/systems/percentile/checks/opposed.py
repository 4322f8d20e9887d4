"""Opposed tests: two roll, and at most one of them wins; helpers add to a test."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from gridwar.engine.kit import Procedure, _, ngettext, repeat, require, roll, say
from gridwar.systems.percentile.checks.d100_tests import (
    ReadTest,
    Tested,
    degree_step,
    needed_words,
    reading,
    roll_step,
)
from gridwar.systems.percentile.core.fight_state import sheet_of, switches_of
from gridwar.systems.percentile.core.scores import SCORE_WORDS, score, tens_of
from gridwar.systems.percentile.positions.reach_and_sight import can_strike

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter, Table, Tally

Winner = Literal["a", "b"]


class Contestant(Struct, frozen=True):
    """One side of an opposed test.

    Attributes:
        who: Who rolls.
        score: The score or skill that is tested.
        lines: Modifiers: rule id, words, value.
        helpers: Who helps, next to the opponent.
    """

    who: str
    score: str
    lines: tuple[tuple[str, str, int], ...] = ()
    helpers: tuple[str, ...] = ()


class Opposed(Struct, frozen=True):
    """An opposed test to be made: ``a`` begins it and rolls first; ``title`` is what is tried."""

    a: Contestant
    b: Contestant
    rule_id: str
    title: str


class OpposedResult(Struct, frozen=True):
    """Who won, nobody for None, and the degrees of both; a failure counts 0."""

    winner: Winner | None
    a_dos: int = 0
    b_dos: int = 0

    @property
    def margin(self) -> int:
        """Degrees by which the winner is ahead."""
        return abs(self.a_dos - self.b_dos)


class ReadRoll(Struct, frozen=True):
    """Reads a d100 as a test, and keeps the roll of a success for ties."""

    test: ReadTest

    def __call__(self, faces: tuple[int, ...]) -> tuple[Tested, int]:
        """Return the test with its roll, 0 for a failure."""
        tested = self.test(faces)
        return tested, faces[0] if tested.success else 0


class ReadAgainst(Struct, frozen=True):
    """Reads the second roll of an opposed test against the first.

    ``lead`` is how much higher the bonus of ``a`` is.

    Rules: PC-TST-04
    """

    first: tuple[Tested, int]
    test: ReadTest
    lead: int
    ties: str

    def __call__(self, faces: tuple[int, ...]) -> OpposedResult:
        """Return who won."""
        a, b = self.first[0], self.test(faces)
        return OpposedResult(self._winner(a, b, faces[0]), a.dos, b.dos)

    def _winner(self, a: Tested, b: Tested, second: int) -> Winner | None:
        if a.success != b.success:
            return "a" if a.success else "b"
        if not a.success:
            return None
        if a.dos != b.dos:
            return "a" if a.dos > b.dos else "b"
        match self.ties:
            case "initiator_wins":
                return "a"
            case "defender_wins":
                return "b"
            case "reroll":
                return None
        by = self.lead or second - self.first[1]
        return None if not by else "a" if by > 0 else "b"


def opposed(table: Table, order: Opposed) -> Procedure[OpposedResult]:
    """Make an opposed test; it is called (``call(opposed, order, key=...)``).

    Rules: PC-TST-04
    """
    if switches_of(table.now).opposed_ties != "reroll":
        return (yield from _once(table, order))
    _order, found = yield from repeat(_again, (order, OpposedResult(None)), key="again")
    return found


def _again(
    table: Table, carry: tuple[Opposed, OpposedResult]
) -> Procedure[tuple[tuple[Opposed, OpposedResult], bool]]:
    """Roll until somebody wins or both fail."""
    order, _before = carry
    found = yield from _once(table, order)
    return (order, found), found.winner is None and found.a_dos > 0


def _once(table: Table, order: Opposed) -> Procedure[OpposedResult]:
    """Roll once for each side; what both have to show stands in both sums, on one sheet.

    Rules: PC-TST-04
    """
    switches = switches_of(table.now)
    mine = _summed(table, order, order.a, order.b.who)
    theirs = _summed(table, order, order.b, order.a.who)
    a, b = (table.now[side.who].name for side in (order.a, order.b))
    first = yield from roll(
        "1d100",
        ReadRoll(reading(switches, mine.total)),
        key=f"{order.rule_id} a",
        owner=order.a.who,
        label=_("{what} against {name}").format(what=order.title, name=b),
        needed=needed_words(mine.total),
    )
    lead = tens_of(table.now, order.a.who, order.a.score) - tens_of(
        table.now, order.b.who, order.b.score
    )
    read = ReadAgainst(first, reading(switches, theirs.total), lead, switches.opposed_ties)
    found: OpposedResult = yield from roll(
        "1d100",
        read,
        key=f"{order.rule_id} b",
        owner=order.b.who,
        label=_("Against {name}'s {what}").format(what=order.title, name=a),
        needed=needed_words(theirs.total),
    )
    yield from _tell(table, order, found, (mine, theirs))
    return found


def _summed(table: Table, order: Opposed, side: Contestant, other: str) -> Tally:
    """Add one side up; the other side has a line that the GM may set, and is 0 as it stands.

    Rules: PC-TST-04, PC-TST-05
    """
    name, answers = table.now[side.who].name, side is order.b
    tally = table.tally("answer" if answers else "test", aside=answers, of=side.who)
    label = SCORE_WORDS[side.score]
    tally.line("PC-TST-04", label, score(sheet_of(table.now[side.who]), side.score), source=name)
    for rule_id, words, value in side.lines:
        tally.line(rule_id, words, value)
    if answers:
        tally.line("PC-TST-04", _("Circumstances"), 0, source=name, source_id="own")
    helper_lines(tally, table.now, other, side.helpers)
    return tally


def _tell(
    table: Table, order: Opposed, found: OpposedResult, sums: tuple[Tally, Tally]
) -> Procedure[None]:
    """Tell the test of whoever began it, then the answer: score, die and degrees of both.

    Rules: PC-TST-04
    """
    if table.rehearsal:
        return
    a, b = order.a.who, order.b.who
    yield from say(
        table,
        _("{who} against {other}: {what}, opposed test"),
        who=a,
        other=b,
        what=order.title,
        tally=sums[0],
        steps=(*roll_step(table, f"{order.rule_id} a"), degree_step(found.a_dos)),
        result=_result(table, order, found),
        tone="good" if found.winner == "a" else "quiet",
    )
    yield from say(
        table,
        _("{who} opposes {other}"),
        who=b,
        other=a,
        tally=sums[1],
        steps=(*roll_step(table, f"{order.rule_id} b"), degree_step(found.b_dos)),
        result=ngettext("{n} degree", "{n} degrees", found.b_dos).format(n=found.b_dos),
    )


def _result(table: Table, order: Opposed, found: OpposedResult) -> str:
    """Return who won in words; by what, where the degrees are equal.

    Rules: PC-TST-04
    """
    if found.winner is None:
        return _("nobody wins")
    name = table.now[(order.a if found.winner == "a" else order.b).who].name
    if found.margin:
        return _("{name} wins by {n}").format(name=name, n=found.margin)
    if not found.a_dos:
        return _("{name} wins").format(name=name)
    bonuses = (
        tens_of(table.now, order.a.who, order.a.score),
        tens_of(table.now, order.b.who, order.b.score),
    )
    match switches_of(table.now).opposed_ties:
        case "bonus_then_lower_roll" if bonuses[0] != bonuses[1]:
            return _("{name} wins by the higher bonus").format(name=name)
        case "bonus_then_lower_roll":
            return _("{name} wins by the lower roll").format(name=name)
    return _("{name} wins by 0").format(name=name)


def helpers_at_hand(encounter: Encounter, who: str, opponent: str) -> tuple[str, ...]:
    """Return the allies who could help against an opponent: next to it, and able to.

    Rules: PC-TST-05
    """
    side = encounter[who].side
    return tuple(
        one.id
        for one in encounter.everyone()
        if one.id not in (who, opponent)
        and encounter.are_allied(one.side, side)
        and not sheet_of(one).dead
        and can_strike(encounter, one.id, opponent, 1)
    )


def may_help(table: Table, who: str, opponent: str, helpers: tuple[str, ...]) -> Procedure[None]:
    """Refuse helpers who cannot help.

    Rules: PC-TST-05
    """
    at_hand = helpers_at_hand(table.now, who, opponent)
    text = _("Only allies next to the opponent can help.")
    yield from require(set(helpers) <= set(at_hand), "no_helper", text, "PC-TST-05")


def helper_lines(
    tally: Tally, encounter: Encounter, opponent: str, helpers: tuple[str, ...]
) -> None:
    """Add a line for each helper that counts.

    Rules: PC-TST-05
    """
    switches = switches_of(encounter)
    most = len(helpers) if switches.assist_max == "all" else switches.assist_max
    value = 0 if switches.assist_bonus == "none" else switches.assist_bonus
    for who in helpers[:most]:
        tally.line(
            "PC-TST-05",
            _("{name} helps").format(name=encounter[who].name),
            value,
            source=encounter[opponent].name,
            source_id=who,
        )
