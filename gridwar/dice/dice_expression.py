"""Dice as they are typed at a table: ``2d6+3``, ``4d6kh3``, ``2d20kl1``, ``3d6!``, ``3x 1d20+4``.

The words are those of Foundry and Roll20. Owns the grammar and which dice
count; their odds are ``dice_odds``'s, rolling is whoever has dice. A comparison at the end
(``>= 8``) only asks for its chance.

    rolls      = [ times "x" ] sum [ compare number ]
    sum        = [ "-" ] term { ("+" | "-") term }
    term       = number | [ count ] "d" ( sides | "%" ) [ "!" ] [ keep number ] | "adv" | "dis"
    keep       = "kh" | "kl" | "k" | "dh" | "dl"
    compare    = ">=" | "<=" | ">" | "<" | "="
"""

from __future__ import annotations

import operator
import re
from functools import lru_cache
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

_TOKEN = re.compile(r"\s*(\d+|>=|<=|[-+*x\u00d7!%<>=()]|kh|kl|dh|dl|k|d|adv|dis)", re.IGNORECASE)
_COMPARE: Final[Mapping[str, Callable[[int, int], bool]]] = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
    "=": operator.eq,
}
_WORDS = {"adv": "2d20kh1", "dis": "2d20kl1"}


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
