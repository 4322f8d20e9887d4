"""The words of a form: titles of values, of names of the rules and of combatants, both ways.

Owns the way from what is kept to words and back; both ways lead to where one came from.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Protocol

from frozendict import frozendict
from msgspec import Struct, field

from gridwar.control.forms.field_types import Holds
from gridwar.control.forms.value_texts import (
    choice_id,
    joined,
    no_choice,
    number_text,
    read,
    shown,
    split,
)
from gridwar.control.records.panel_records import Choice
from gridwar.storage.json_codec import data_of
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from gridwar.control.forms.field_types import Node
    from gridwar.control.forms.value_texts import FormValue
    from gridwar.engine.kit.rule_system import System
    from gridwar.model.combatant import Sheet
    from gridwar.model.encounter import Side
    from gridwar.model.form_layout import FormLayout
    from gridwar.model.record import Record


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


class Vocabulary(Struct, frozen=True):
    """What one record of a form is told in.

    Attributes:
        values: what values are called that are not called by themselves.
        names: which fields hold names of the rules, by their own name.
        combatants: who is in the fight.
        texts: what may complete other texts, by the field's own name.
        choosable: texts of which one is to be chosen, by the field's own name: words by text.
    """

    values: Mapping[str, str] = frozendict()
    names: Mapping[str, RuleNames] = frozendict()
    combatants: CombatantNames = field(default_factory=lambda: CombatantNames({}))
    texts: Mapping[str, tuple[str, ...]] = frozendict()
    choosable: Mapping[str, Mapping[str, str]] = frozendict()

    def value(self, value: object) -> str:
        """Return what a value is called, from a fixed set or a mapping's names."""
        if isinstance(value, bool):
            return _("Yes") if value else _("No")
        kept = str(value)
        return self.values.get(kept) or capital(kept)

    def choices(self, node: Node) -> tuple[Choice, ...]:
        """Return what a field offers that holds one of a fixed set, or somebody."""
        shape = node.shape
        if node.field in self.choosable:
            return tuple(Choice(key, words) for key, words in self.choosable[node.field].items())
        if shape.of_combatant and shape.holds is Holds.TEXT:
            everyone = (
                Choice(self.combatants.kept(name), name) for name in self.combatants.known()
            )
            return (Choice("", _("nobody")), *everyone)
        if shape.holds is not Holds.CHOICE:
            return ()
        empty = (no_choice(),) if shape.optional else ()
        return empty + tuple(Choice(choice_id(one), self.value(one)) for one in shape.choices)

    def naming(self, node: Node) -> Naming | None:
        """Return in what words the texts of a field are told; None where as they are."""
        if node.name is not None:
            return None
        if node.shape.of_combatant:
            return self.combatants if node.shape.holds is Holds.TEXTS else None
        is_text = node.shape.holds in (Holds.TEXT, Holds.TEXTS) and not node.shape.of_numbers
        return self.names.get(node.field) if is_text else None

    def completions(self, node: Node) -> tuple[str, ...]:
        """Return what may complete what is typed into a field."""
        naming = self.naming(node)
        return self.texts.get(node.field, ()) if naming is None else naming.known()

    def entry_title(self, node: Node) -> str:
        """Return what one value of a mapping is called."""
        names = self.names.get(node.field)
        name = node.name or ""
        return self.value(name) if names is None else names.words(name)

    def shown(self, node: Node, value: object) -> FormValue:
        """Return what a field shows of a value."""
        naming = self.naming(node)
        if naming is None or not value:
            return shown(node.shape, value)
        if isinstance(value, list):
            return joined(tuple(naming.words(str(one)) for one in value))
        return naming.words(number_text(value))

    def read(self, node: Node, value: FormValue) -> object:
        """Return the plain data that something typed means."""
        naming = self.naming(node)
        if naming is None or not isinstance(value, str) or not value.strip():
            return read(node.shape, value)
        if node.shape.holds is Holds.TEXTS:
            return [naming.kept(one) for one in split(value)]
        return naming.kept(value)


# --- of a combatant ---------------------------------------------------------------------------


def token_words(system: System, sides: Mapping[str, Side], own: str) -> Vocabulary:
    """Return the words of a token: sides by their names, heights by their levels."""
    names = {key: side.name for key, side in sides.items()}
    choosable = {"side": frozendict({own: own} | names)}
    levels = {str(number): one.name for number, one in enumerate(system.board.levels)}
    if levels:
        choosable["altitude"] = frozendict(levels)
    return Vocabulary(choosable=frozendict(choosable))


def sheet_words(
    layout: FormLayout, texts: Mapping[str, tuple[str, ...]], names_by_id: Mapping[str, str]
) -> Vocabulary:
    """Return the words of a sheet, as its layout names them."""
    names: dict[str, RuleNames] = {}
    for group in layout.names:
        known = set(group.known).union(*(texts.get(field, ()) for field in group.fields))
        shared = RuleNames(sorted(known), layout.words)
        names |= dict.fromkeys(group.fields, shared)
    return Vocabulary(layout.words, frozendict(names), CombatantNames(names_by_id), texts)


def known_texts(system: System, sheet: Sheet) -> Mapping[str, tuple[str, ...]]:
    """Return texts that samples, tables of a system and a sheet use, by field: skills and such."""
    texts = {*_texts_of_rules(system), *_texts(data_of(sheet), "")}
    found: dict[str, list[str]] = {}
    for name, text in sorted(texts):
        found.setdefault(name, []).append(text)
    skip = ("id", "name")
    return frozendict({name: tuple(t) for name, t in found.items() if name not in skip})


@lru_cache(maxsize=1)
def _texts_of_rules(system: System) -> frozenset[tuple[str, str]]:
    """Return the texts of samples and tables, by field: the same as long as the rules are."""
    sheets: list[Record] = [one.sheet for one in system.data.samples()]
    tables = (one for many in system.templates().values() for one in many)
    return frozenset(pair for one in (*sheets, *tables) for pair in _texts(data_of(one), ""))


def _texts(data: object, name: str) -> Iterator[tuple[str, str]]:
    if isinstance(data, str) and data:
        yield name, data
    elif isinstance(data, list):
        for one in data:
            yield from _texts(one, name)
    elif isinstance(data, dict):
        for key, value in data.items():
            yield from _texts(value, key)
            if not isinstance(value, list | dict):
                yield name, key
