"""By what somebody of the library is found: name, weapon, spell, tag, size, kind, in any order.

What the system shows of them is asked of it; whatever else their sheet names is read there, so that
no rule system has to say what may be looked for.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.control.text_format import minus

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit.rule_system import System
    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Encounter

_MOST_DEEP = 6
_LONGEST = 60
"""Longer texts are notes: nobody looks for them by a word."""


class SearchedCombatant(Struct, frozen=True):
    """The words of somebody, prepared to be searched.

    Attributes:
        seen: What the row says anyway: name and figures.
        phrases: What else they are and have, each in the words to be shown.
    """

    seen: str
    phrases: tuple[str, ...]

    def found_by(self, words: tuple[str, ...]) -> str | None:
        """Return what has the words that the row does not say, empty for none; None: not found.

        Args:
            words: In small letters; each has to begin a word, or to stand in what the row says.
        """
        by: set[str] = set()
        for word in words:
            if word in self.seen:
                continue
            phrase = next((one for one in self.phrases if _has(one, word)), None)
            if phrase is None:
                return None
            by.add(phrase)
        return ", ".join(one for one in self.phrases if one in by)


def searched_combatant(
    system: System, encounter: Encounter, one: Combatant, figures: tuple[str, ...]
) -> SearchedCombatant:
    """Return somebody's words.

    Args:
        system: Shows what they are.
        encounter: A fight in which they are.
        one: Whom to search.
        figures: What their row says beside the name.
    """
    card = system.cards.card(encounter, one.id)
    phrases: list[str] = [*re.split(r"\s+\u00b7\s+|, ", card.subtitle)]
    for weapon in system.cards.weapons(encounter, one.id):
        phrases += [weapon.title, weapon.kind, *(trait.title for trait in weapon.traits)]
    phrases += (badge.text for badge in card.badges)
    phrases += (effect.name for effect in one.effects)
    phrases += (pool.label for pool in card.pools)
    phrases += (figure.label for figure in card.figures)
    phrases.append(f"{one.size.w}\u00d7{one.size.h}")
    phrases += _named_in(one.sheet.model_dump(mode="python"))
    seen = " ".join((one.name, *figures)).casefold()
    return SearchedCombatant(seen, tuple(dict.fromkeys(map(minus, filter(None, phrases)))))


def _has(phrase: str, word: str) -> bool:
    """Return whether a word of a phrase begins so; ``x`` stands for the sign between two sizes."""
    text = phrase.casefold()
    plain = re.sub(r"(?<=\d)x(?=\d)", "\u00d7", word)
    return re.search(rf"(?<!\w){re.escape(plain)}", text) is not None


def _named_in(value: object, field: str = "", deep: int = 0) -> Iterator[str]:
    """Yield what a sheet names: its texts, and what counts something, with the field it is in."""
    if isinstance(value, str):
        if 0 < len(value) <= _LONGEST:
            yield _spoken(f"{value} ({field})" if field else value)
    elif deep < _MOST_DEEP and isinstance(value, Mapping):
        for key, one in value.items():
            if one is True:
                yield _spoken(str(key))
            elif field and isinstance(one, int | float) and one:
                yield _spoken(f"{key} {one:g} ({field})")
            yield from _named_in(one, "" if isinstance(one, str) else str(key), deep + 1)
    elif deep < _MOST_DEEP and isinstance(value, tuple | list | set | frozenset):
        for one in value:
            yield from _named_in(one, field, deep + 1)


def _spoken(id: str) -> str:
    """Return an id as it would be said."""
    return re.sub(r"(?<=\w)[_-](?=\w)", " ", id)
