"""The letters on the tokens: of everybody in a fight others, one or two wherever they do.

Owns how they are made from the names, and who keeps which while others come and go. They are never
stored: what the user wrote himself is the combatant's label, and that wins. Asked for whatever
shows a token: map, order, card, targets, sheets.
"""

from __future__ import annotations

from itertools import chain, count
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Encounter

NAMELESS = "?"
"""For a name without a letter or a digit in it."""


class _Given(NamedTuple):
    name: str
    letters: str


class CombatantLetters:
    """Who has which letters; whoever has some keeps them as long as name and label stay."""

    def __init__(self) -> None:
        self._seen: Mapping[str, Combatant] | None = None
        self._letters: dict[str, str] = {}
        self._given: dict[str, _Given] = {}
        """Also of those who left: an undo brings them back as they were."""

    def of(self, encounter: Encounter, one: Combatant) -> str:
        """Return the letters of somebody in a fight, or those he would get who is not in it."""
        if one.id in encounter.combatants:
            return self._up_to_date(encounter)[one.id]
        return self.among(encounter, (one,))[one.id]

    def among(self, encounter: Encounter, newcomers: Iterable[Combatant]) -> Mapping[str, str]:
        """Return the letters of those who would join a fight together, by their ids."""
        taken = {one.casefold() for one in self._up_to_date(encounter).values()}
        return given_letters(newcomers, taken)

    def _up_to_date(self, encounter: Encounter) -> Mapping[str, str]:
        combatants = encounter.combatants
        if combatants is not self._seen:
            kept = self._kept(combatants)
            if len(kept) < len(combatants):
                taken = {one.casefold() for one in kept.values()}
                rest = (one for one in combatants.values() if one.id not in kept)
                kept.update(given_letters(rest, taken))
            self._letters, self._seen = kept, combatants
            for who, letters in kept.items():
                self._given[who] = _Given(combatants[who].name, letters)
        return self._letters

    def _kept(self, combatants: Mapping[str, Combatant]) -> dict[str, str]:
        """Return the labels, and the letters that those without one have had already."""
        kept = {one.id: one.label for one in combatants.values() if one.label}
        taken = {label.casefold() for label in kept.values()}
        here = [who for who in self._letters if who in combatants]
        back = [who for who in self._given if who in combatants and who not in self._letters]
        for who in (*here, *back):
            name, letters = self._given[who]
            free = who not in kept and letters.casefold() not in taken
            if free and combatants[who].name == name:
                kept[who] = letters
                taken.add(letters.casefold())
        return kept


def given_letters(combatants: Iterable[Combatant], taken: set[str]) -> dict[str, str]:
    """Return letters for each of some combatants: his label, else the first that are free.

    Args:
        combatants: they are served in this order, those with a label before all others.
        taken: what is in use already, case-folded; what is given is added.
    """
    those = tuple(combatants)
    given = {one.id: one.label for one in those if one.label}
    taken.update(label.casefold() for label in given.values())
    for one in those:
        if one.id not in given:
            letters = next(free for free in choices(one.name) if free.casefold() not in taken)
            given[one.id] = letters
            taken.add(letters.casefold())
    return given


def choices(name: str) -> Iterator[str]:
    """Yield what may stand for a name, the best first, without end.

    A number at the end of the name is kept ("Guard 2" is G2, else U2); else two letters: the first
    ones, those of two words, the first with a later one; last a letter and a number.
    """
    words = [letters for word in name.split() if (letters := "".join(filter(str.isalnum, word)))]
    if not words:
        return chain((NAMELESS,), (f"{NAMELESS}{number}" for number in count(2)))
    if len(words) > 1 and words[-1].isdecimal():
        heads = dict.fromkeys(map(_capital, "".join(words[:-1])))
        numbered = (f"{head}{words[-1]}" for head in heads)
        return chain(numbered, (f"{_capital(words[0][0])}{number}" for number in count(2)))
    return _lettered(words)


def _lettered(words: list[str]) -> Iterator[str]:
    first = _capital(words[0][0])
    yield first + words[0][1:2].lower()
    yield from (first + word[0].lower() for word in words[1:])
    yield from (first + letter.lower() for letter in "".join(words)[2:])
    yield from (f"{first}{number}" for number in count(2))


def _capital(letter: str) -> str:
    """Return a letter large, where that is one letter as well."""
    large = letter.upper()
    return large if len(large) == 1 else letter
