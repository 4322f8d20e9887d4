"""Titles that a form shows for things stored under other names: skills, checks, combatants.

Owns the way from what is kept to words and back; both ways lead to where one came from.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


class Naming(Protocol):
    """Two ways between a text that is kept and its words."""

    def words(self, kept: str) -> str:
        """Return what something kept is called."""

    def kept(self, words: str) -> str:
        """Return what words stand for; words that mean nothing known are taken as a new name."""

    def known(self) -> tuple[str, ...]:
        """Return the words of everything known."""


def capital(name: str) -> str:
    """Return a name of the rules as words: ``slug_rifle`` is Slug rifle."""
    words = name.replace("_", " ")
    return words[:1].upper() + words[1:]


class RuleNames:
    """Names of the rules: shown as words, kept as ``slug_rifle``."""

    def __init__(self, names: Iterable[str], words: Mapping[str, str]) -> None:
        """Begin with the known names.

        Args:
            names: As they are kept.
            words: What some are called, where that is not the name with a capital.
        """
        self._words = words
        self._by_words = {self.words(name).casefold(): name for name in names}

    def words(self, kept: str) -> str:
        """Return the words of a name."""
        return self._words.get(kept) or capital(kept)

    def kept(self, words: str) -> str:
        """Return the name that words mean."""
        plain = " ".join(words.split()).casefold()
        return self._by_words.get(plain) or plain.replace(" ", "_")

    def known(self) -> tuple[str, ...]:
        """Return the words of all names, in alphabetical order."""
        return tuple(sorted(self.words(name) for name in self._by_words.values()))


class CombatantNames:
    """Those in the fight: shown by name, kept as ids."""

    def __init__(self, names: Mapping[str, str]) -> None:
        """Begin with names by id; combatants that share a name are told apart by their id."""
        shared = [name.casefold() for name in names.values()]
        self._words = {
            who: f"{name} ({who})" if shared.count(name.casefold()) > 1 else name
            for who, name in names.items()
        }
        self._by_words = {words.casefold(): who for who, words in self._words.items()}

    def words(self, kept: str) -> str:
        """Return somebody's name."""
        return self._words.get(kept, kept)

    def kept(self, words: str) -> str:
        """Return whom a name means; an id stays one."""
        return self._by_words.get(words.strip().casefold(), words.strip())

    def known(self) -> tuple[str, ...]:
        """Return all names."""
        return tuple(self._words.values())
