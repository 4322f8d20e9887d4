"""What players call everybody, and the letters on the tokens that they see.

Owns the public side of a name: the true names of those who are not of the party never come through.
Letters are made from public names alone and kept as long as these stay, so that nobody's letters
tell that somebody else has them already.
"""

from __future__ import annotations

import re
from itertools import chain, count
from string import ascii_uppercase
from typing import TYPE_CHECKING, NamedTuple

from gridwar.control.combatant_letters import choices
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from gridwar.control.state.players_sharing import Sharing
    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Encounter

_NUMBER = re.compile(r"(?:[\s\-\u2013_.]+[#(]?|[#(])\d+\)?$")
"""As in "Guard 7", "Guard #7", "Guard-7" and "Guard (7)"; R2D2 keeps his."""


def is_of_party(encounter: Encounter, one: Combatant) -> bool:
    """Return whether somebody belongs to those who play."""
    side = encounter.sides.get(one.side)
    return side is not None and side.stance == "party"


def public_name(encounter: Encounter, one: Combatant, sharing: Sharing) -> str:
    """Return what players call somebody; empty where they know no name."""
    knows = sharing.true_names or is_of_party(encounter, one)
    name = one.public_name or (one.name if knows else "")
    return name if sharing.numbers else _NUMBER.sub("", name)


def somebody() -> str:
    """Return what is said of one without a name."""
    return _("Somebody")


class _Given(NamedTuple):
    name: str
    letters: str


class PublicLetters:
    """Who has which letters for the players; whoever has some keeps them as long as the name."""

    def __init__(self) -> None:
        self._given: dict[str, _Given] = {}

    def of(self, wanted: Mapping[str, tuple[str, str]]) -> dict[str, str]:
        """Return letters, by id.

        Args:
            wanted: Public name and label of each of those who are seen.
        """
        found: dict[str, str] = {who: label for who, (_name, label) in wanted.items() if label}
        taken = {one.casefold() for one in found.values()}
        for who, (name, _label) in wanted.items():
            kept = self._given.get(who)
            if who in found or kept is None or kept.name != name:
                continue
            if kept.letters.casefold() not in taken:
                found[who] = kept.letters
                taken.add(kept.letters.casefold())
        for who, (name, _label) in wanted.items():
            if who not in found:
                found[who] = _first_free(name, taken)
                taken.add(found[who].casefold())
            self._given[who] = _Given(name, found[who])
        return found


def _first_free(name: str, taken: Iterable[str]) -> str:
    letters = choices(name) if name else _nameless()
    return next(one for one in letters if one.casefold() not in taken)


def _nameless() -> Iterator[str]:
    """Yield what those bear whose name nobody knows: a letter each, to speak of them."""
    return chain(ascii_uppercase, (f"{letter}{n}" for n in count(2) for letter in ascii_uppercase))
