"""Dice as they are typed at a table: ``2d6+3``, ``4d6kh3``, ``2d20kl1``, ``3d6!``, ``3x 1d20+4``.

The words are those of Foundry and Roll20. Owns the grammar, what the faces come to, and the odds;
rolling is whoever has dice. A comparison at the end (``>= 8``) only asks for its chance.

    rolls      = [ times "x" ] sum [ compare number ]
    sum        = [ "-" ] term { ("+" | "-") term }
    term       = number | [ count ] "d" ( sides | "%" ) [ "!" ] [ keep number ] | "adv" | "dis"
    keep       = "kh" | "kl" | "k" | "dh" | "dl"
    compare    = ">=" | "<=" | ">" | "<" | "="
"""

from __future__ import annotations

import operator
import re
from functools import lru_cache, reduce
from math import comb
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from gridwar.dice.dice_notation import MOST_DICE, MOST_SIDES, Dice
from gridwar.errors import ScriptError
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

MOST_TIMES: Final = 20
MOST_AGAIN: Final = 20
"""A die that explodes is rolled once more no oftener than this."""
MOST_NUMBER: Final = 100_000
MOST_WORK: Final = 600_000
"""Steps for which odds are still worked out; beyond them only range and average are told."""

_TOKEN = re.compile(r"\s*(\d+|>=|<=|[-+*x\u00d7!%<>=()]|kh|kl|dh|dl|k|d|adv|dis)", re.IGNORECASE)
_COMPARE: Final[Mapping[str, Callable[[int, int], bool]]] = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
    "=": operator.eq,
}
_WORDS = {"adv": "2d20kh1", "dis": "2d20kl1"}

Chances = tuple[tuple[int, float], ...]
"""Totals with their probabilities, the lowest first."""


class Term(Struct, frozen=True):
    """A number, or some equal dice, of which perhaps only some count."""

    sign: int = 1
    number: int = 0
    dice: Dice | None = None
    explodes: bool = False
    """Whether a highest face is rolled once more, and added."""
    keep: int = 0
    """How many of the dice count; all of them where it is their number."""
    keeps_low: bool = False

    def __str__(self) -> str:
        if self.dice is None:
            return str(self.number)
        which = "kl" if self.keeps_low else "kh"
        kept = f"{which}{self.keep}" if self.keep < self.dice.count else ""
        return f"{self.dice}{'!' if self.explodes else ''}{kept}"

    def dropped(self, values: Sequence[int]) -> tuple[int, ...]:
        """Return the places of the dice that do not count.

        Args:
            values: What each die came to, with what it exploded to.
        """
        order = sorted(range(len(values)), key=lambda at: values[at], reverse=not self.keeps_low)
        return tuple(sorted(order[self.keep :]))


class Rolls(Struct, frozen=True):
    """What was typed: a sum, how often it is rolled, and what is asked of the total."""

    terms: tuple[Term, ...]
    times: int = 1
    compare: str = ""
    target: int = 0

    def __str__(self) -> str:
        """Write it as it is usually written; it reads as the same again."""
        parts = [f"{'-' if one.sign < 0 else '+'}{one}" for one in self.terms]
        text = "".join(parts).removeprefix("+")
        asked = f" {self.compare} {self.target}" if self.compare else ""
        return f"{self.times}x {text}{asked}" if self.times > 1 else f"{text}{asked}"

    @property
    def has_dice(self) -> bool:
        """Whether anything is rolled."""
        return any(one.dice is not None for one in self.terms)

    def reaches(self, total: int) -> bool:
        """Return whether a total is what was asked for."""
        return bool(self.compare) and _COMPARE[self.compare](total, self.target)


class Odds(Struct, frozen=True):
    """What a sum may come to."""

    least: int
    most: int | None
    """None where dice explode: there is hardly an end."""
    average: float | None
    chance: float | None = None
    """Of what was asked; None where nothing was, or it takes too long to tell."""


@lru_cache(maxsize=512)
def read_rolls(text: str) -> Rolls:
    """Read what was typed.

    Raises:
        ScriptError: It is no such expression, or more than anybody rolls.
    """
    return _Reader(text).rolls()


class _Reader:
    """Goes through the signs of an expression once, from left to right."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens: list[str] = []
        at = 0
        stripped = text.strip()
        while at < len(stripped):
            found = _TOKEN.match(stripped, at)
            if found is None:
                raise self._wrong()
            self._tokens.append(found[1].lower())
            at = found.end()

    def rolls(self) -> Rolls:
        times = 1
        if len(self._tokens) > 1 and self._tokens[1] in ("x", "*", "\u00d7"):
            times = self._number(1, MOST_TIMES)
            self._tokens.pop(0)
        terms = [self._signed()]
        while self._next() in ("+", "-"):
            terms.append(self._signed())
        compare, target = "", 0
        if self._next() in _COMPARE:
            compare = self._tokens.pop(0)
            sign = self._sign()
            target = sign * self._number(0, MOST_NUMBER)
        if self._tokens:
            raise self._wrong()
        found = Rolls(tuple(terms), times, compare, target)
        if sum(one.dice.count for one in terms if one.dice is not None) * times > MOST_DICE:
            raise ScriptError(_("{text}: at most {n} dice.").format(text=self._text, n=MOST_DICE))
        return found

    def _next(self) -> str:
        return self._tokens[0] if self._tokens else ""

    def _sign(self) -> int:
        if self._next() in ("+", "-"):
            return -1 if self._tokens.pop(0) == "-" else 1
        return 1

    def _signed(self) -> Term:
        sign = self._sign()
        if self._next() in _WORDS:
            return _with_sign(read_rolls(_WORDS[self._tokens.pop(0)]).terms[0], sign)
        if self._next() == "d":
            return self._dice(sign, 1)
        number = self._number(0, MOST_NUMBER)
        return self._dice(sign, number) if self._next() == "d" else Term(sign, number)

    def _dice(self, sign: int, count: int) -> Term:
        self._tokens.pop(0)
        if self._next() == "%":
            self._tokens.pop(0)
            sides = 100
        else:
            sides = self._number(1, MOST_SIDES)
        if not 1 <= count <= MOST_DICE:
            raise ScriptError(_("{text}: at most {n} dice.").format(text=self._text, n=MOST_DICE))
        explodes = self._next() == "!"
        if explodes:
            self._tokens.pop(0)
            if sides == 1:
                raise ScriptError(_("{text}: a d1 would explode forever.").format(text=self._text))
        keep, low = count, False
        how = self._next()
        if how in ("k", "kh", "kl", "dh", "dl"):
            self._tokens.pop(0)
            named = self._number(1, count)
            keep = named if how.startswith("k") else count - named
            low = how in ("kl", "dh")
        return Term(sign, 0, Dice(count, sides), explodes, keep, low)

    def _number(self, least: int, most: int) -> int:
        if not self._next().isdecimal():
            raise self._wrong()
        number = int(self._tokens.pop(0)[:9])
        if not least <= number <= most:
            text = _("{text}: {number} should be from {least} to {most}.")
            raise ScriptError(text.format(text=self._text, number=number, least=least, most=most))
        return number

    def _wrong(self) -> ScriptError:
        text = _("{text} is no dice; write them like 2d6+3, 4d6kh3, 3d6! or 3x 1d20+4.")
        return ScriptError(text.format(text=repr(self._text)))


def _with_sign(term: Term, sign: int) -> Term:
    return Term(sign, term.number, term.dice, term.explodes, term.keep, term.keeps_low)


# --- odds ----------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def odds_of(rolls: Rolls) -> Odds:
    """Return range, average, and the chance of what is asked, of one of the rolls."""
    bounds = [_bounds(one) for one in rolls.terms]
    least = sum(low for low, _high in bounds)
    has_end = not any(one.explodes and one.keep for one in rolls.terms)
    most = sum(high for _low, high in bounds) if has_end else None
    found = chances_of(rolls)
    if found is None:
        is_plain = all(one.dice is None or one.keep == one.dice.count for one in rolls.terms)
        return Odds(least, most, sum(map(_mean, rolls.terms)) if is_plain else None)
    average = sum(total * share for total, share in found)
    if not rolls.compare:
        return Odds(least, most, average)
    return Odds(least, most, average, sum(share for total, share in found if rolls.reaches(total)))


@lru_cache(maxsize=256)
def chances_of(rolls: Rolls) -> Chances | None:
    """Return the totals with their chances; None where that takes too long."""
    if sum(_work(one) for one in rolls.terms) > MOST_WORK:
        return None
    whole = reduce(_added, (_term_chances(one) for one in rolls.terms), {0: 1.0})
    return tuple(sorted(whole.items()))


def _work(term: Term) -> int:
    if term.dice is None:
        return 0
    values = term.dice.sides * (1 + MOST_AGAIN) if term.explodes else term.dice.sides
    work = (term.dice.count * values) ** 2
    return work // 2 if term.keep == term.dice.count else work * term.keep**2 // 4


def _term_chances(term: Term) -> dict[int, float]:
    if term.dice is None:
        return {term.sign * term.number: 1.0}
    one = _die(term)
    if term.keep == term.dice.count:
        whole = reduce(_added, [one] * term.dice.count, {0: 1.0})
    else:
        whole = _kept(one, term.dice.count, term.keep, low=term.keeps_low)
    return {term.sign * total: share for total, share in whole.items()}


def _die(term: Term) -> dict[int, float]:
    """Return what a die comes to, with what it explodes to."""
    assert term.dice is not None
    sides = term.dice.sides
    if not term.explodes:
        return dict.fromkeys(range(1, sides + 1), 1 / sides)
    found: dict[int, float] = {}
    for again in range(MOST_AGAIN + 1):
        share = (1 / sides) ** (again + 1)
        last = sides + 1 if again == MOST_AGAIN else sides
        found.update({again * sides + face: share for face in range(1, last)})
    return found


def _kept(one: Mapping[int, float], count: int, keep: int, *, low: bool) -> dict[int, float]:
    """Return the sum of the highest or lowest of several dice.

    Values are gone through from the one that is kept first; so many dice show each, and those
    within the number kept are added.
    """
    states = {(count, keep, 0): 1.0}
    for value in sorted(one, reverse=not low):
        share, after = one[value], dict[tuple[int, int, int], float]()
        for (left, room, total), weight in states.items():
            for here in range(left + 1):
                taken = min(here, room)
                key = (left - here, room - taken, total + taken * value)
                ways = weight * comb(left, here) * share**here
                after[key] = after.get(key, 0.0) + ways
        states = after
    found: dict[int, float] = {}
    for (left, _room, total), weight in states.items():
        if not left:
            found[total] = found.get(total, 0.0) + weight
    return found


def _added(one: Mapping[int, float], other: Mapping[int, float]) -> dict[int, float]:
    found: dict[int, float] = {}
    for a, first in one.items():
        for b, second in other.items():
            found[a + b] = found.get(a + b, 0.0) + first * second
    return found


def _bounds(term: Term) -> tuple[int, int]:
    if term.dice is None:
        return term.sign * term.number, term.sign * term.number
    highest = term.dice.sides * (1 + MOST_AGAIN if term.explodes else 1)
    low, high = term.keep * term.sign, term.keep * highest * term.sign
    return min(low, high), max(low, high)


def _mean(term: Term) -> float:
    """Return the average of a term whose dice all count."""
    if term.dice is None:
        return term.sign * term.number
    one = sum(value * share for value, share in _die(term).items())
    return term.sign * term.dice.count * one
