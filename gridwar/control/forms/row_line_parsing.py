"""A row of a form's table typed in one line: ``boat hook 2D6 extended reach``.

A name comes first. Then, in any order: dice, words that a field offers or that the rules name,
flags by their titles (``not`` takes one off), a number before or after the title of its column,
and bare numbers for the columns of numbers from the left.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from gridwar.control.forms.dice_fields import WRITTEN, read_dice
from gridwar.control.forms.field_types import Holds
from gridwar.control.forms.layout_tables import naming_column
from gridwar.control.forms.list_entries import new_entry
from gridwar.control.forms.paths_and_defaults import node_at, put_value, value_at
from gridwar.control.forms.value_texts import number
from gridwar.model.form_layout import DICE, paths_of
from gridwar.storage.json_codec import data_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pydantic import JsonValue

    from gridwar.control.forms.field_types import Node, Shape
    from gridwar.control.forms.names_and_completions import Vocabulary
    from gridwar.model.form_layout import FormTable
    from gridwar.model.record import Record

_MOST_WORDS: Final = 4
"""So many words of a line may be one value."""
_LEAST_LETTERS: Final = 3
"""So many letters of a title stand for it."""
_NOT: Final = "not"
_UNIT: Final = re.compile(r"\s*\([^)]*\)$")


class Said(Struct, frozen=True):
    """What a line says: the name, and what stands in which field; ``rest`` means nothing."""

    name: str
    values: dict[str, JsonValue]
    rest: tuple[str, ...] = ()


class ReadRow(Struct, frozen=True):
    """A row that was typed in one line: its name, and its plain data."""

    name: str
    made: dict[str, JsonValue]


class LineReader:
    """Reads rows of one table."""

    def __init__(self, table: FormTable, model: type[Record], words: Vocabulary) -> None:
        """Learn what may be said of a row.

        Args:
            table: The table.
            model: The record of its rows.
            words: What its values are called.
        """
        self._table, self._model = table, model
        self._flags: dict[str, str] = {}
        self._titles: dict[str, str] = {}
        self._values: dict[str, tuple[str, JsonValue]] = {}
        naming = naming_column(model, table)
        shown = (*table.fields, *paths_of(table.more))
        self._numbers = [one for one in table.columns if self._holds(one) is Holds.NUMBER]
        for path in shown:
            node = node_at(model, path)
            if node is not None and path != naming:
                self._learn(path, node, words)

    def _holds(self, path: str) -> Holds | None:
        node = node_at(self._model, path)
        return None if node is None else node.shape.holds

    def _learn(self, path: str, node: Node, words: Vocabulary) -> None:
        title = _UNIT.sub("", node.info.title or node.field).casefold()
        match node.shape.holds:
            case Holds.FLAG:
                self._flags.setdefault(title, path)
            case Holds.NUMBER:
                self._titles.setdefault(title, path)
            case Holds.CHOICE:
                for one in node.shape.choices:
                    self._values.setdefault(words.value(one).casefold(), (path, one))
            case Holds.TEXT | Holds.TEXTS if not node.shape.of_combatant:
                naming = words.naming(node)
                for one in naming.known() if naming is not None else ():
                    kept = naming.kept(one) if naming is not None else one
                    self._values.setdefault(one.casefold(), (path, kept))

    def read(self, line: str) -> Said:
        """Return what a line says."""
        tokens = line.split()
        least = self._end_of_name(tokens)
        values: dict[str, JsonValue] = {}
        for _at, phrase, _used in self._phrases(tokens[:least]):  # a laser rifle is a rifle
            self._take(phrase, values)
        at, rest = least, list[str]()
        while at < len(tokens):
            used = self._take_at(tokens, at, values)
            if not used:
                rest.append(tokens[at])
            at += used or 1
        return Said(" ".join(tokens[:least]), values, tuple(rest))

    def _end_of_name(self, tokens: Sequence[str]) -> int:
        """Return how many words are the name: up to a number, else up to what means something."""
        digits = (n for n, one in enumerate(tokens) if n and any(map(str.isdigit, one)))
        by_digit = next(digits, len(tokens))
        before = tokens[by_digit - 1].casefold() if by_digit < len(tokens) else ""
        if by_digit > 1 and self._titled(before):
            return by_digit - 1  # "penetration 2"
        if by_digit < len(tokens):
            return by_digit
        known = (n for n, phrase, _used in self._phrases(tokens) if n and self._means(phrase))
        return next(known, len(tokens))

    def _means(self, phrase: str) -> bool:
        return phrase in self._values or phrase in self._flags

    @staticmethod
    def _phrases(tokens: Sequence[str]) -> Iterator[tuple[int, str, int]]:
        """Yield the runs of words with their places, the longest of a place first."""
        for at in range(len(tokens)):
            for used in range(min(_MOST_WORDS, len(tokens) - at), 0, -1):
                yield at, " ".join(tokens[at : at + used]).casefold().strip(",;"), used

    def _take_at(self, tokens: Sequence[str], at: int, values: dict[str, JsonValue]) -> int:
        """Take what begins at a word; return how many words it has, 0 for nothing."""
        for _at, phrase, used in self._phrases(tokens[at : at + _MOST_WORDS]):
            if _at:
                return 0
            is_off = phrase.startswith(f"{_NOT} ") and phrase[len(_NOT) + 1 :] in self._flags
            if is_off:
                values[self._flags[phrase[len(_NOT) + 1 :]]] = False
                return used
            if self._take(phrase, values) or self._take_number(phrase, values):
                return used
        return 0

    def _take(self, phrase: str, values: dict[str, JsonValue]) -> bool:
        if phrase in self._values:
            path, one = self._values[phrase]
            if self._holds(path) is Holds.TEXTS:
                before = values.get(path)
                values[path] = [*(before if isinstance(before, list) else []), one]
            else:
                values.setdefault(path, one)
            return True
        if phrase in self._flags:
            values[self._flags[phrase]] = True
            return True
        return False

    def _titled(self, words: str) -> str | None:
        """Return the field of numbers that words are the title of, or its beginning."""
        if words in self._titles:
            return self._titles[words]
        begun = (path for title, path in self._titles.items() if title.startswith(words))
        return next(begun, None) if len(words) >= _LEAST_LETTERS else None

    def _take_number(self, phrase: str, values: dict[str, JsonValue]) -> bool:
        """Take dice, a number with the title of its column, or a bare one."""
        dice = self._table.dice
        read = read_dice(phrase, dice) if dice is not None and WRITTEN.fullmatch(phrase) else None
        if read is not None:
            values.update(read)
            return True
        words = phrase.split()
        for figure, title in ((words[0], words[1:]), (words[-1], words[:-1])):
            path = self._titled(" ".join(title))
            if path is not None and isinstance(number(figure), int | float):
                values[path] = number(figure)
                return True
        free = (one for one in self._numbers if one not in values and one != DICE)
        path = next(free, None)
        if len(words) == 1 and path is not None and isinstance(number(phrase), int | float):
            values[path] = number(phrase)
            return True
        return False


def read_row(
    line: str,
    table: FormTable,
    model: type[Record],
    words: Vocabulary,
    offered: Sequence[Record],
) -> ReadRow | None:
    """Return what a line says of a new row; None where it is no more than its name.

    Args:
        line: As it was typed.
        table: Where the row is to stand.
        model: Its record.
        words: What its values are called.
        offered: What the rulebook has.
    """
    said = LineReader(table, model, words).read(line) if table.example else None
    if said is None or not said.values:
        return None
    name = " ".join((said.name, *said.rest))  # nothing typed is lost
    name = name[:1].upper() + name[1:]
    like_the_rulebook(said.values, [data_of(one) for one in offered], model)
    made = new_entry(model, table, name)
    for path, value in said.values.items():
        put_value(made, path, value)
    return ReadRow(name, made)


def named_value(words: str, shape: Shape) -> tuple[str, int | None]:
    """Return a name, and the number behind it where the mapping holds numbers: ``blades 2``."""
    name, _space, figure = words.strip().rpartition(" ")
    value = number(figure)
    if name and shape.of_numbers and isinstance(value, int):
        return name, value
    return words, None


def like_the_rulebook(
    values: dict[str, JsonValue], offered: Sequence[Mapping[str, JsonValue]], model: type[Record]
) -> None:
    """Give a row the names of rules that others of its kind have: the skill of a weapon.

    Args:
        values: What was said of it; it is filled up.
        offered: What the rulebook has.
        model: The record of a row.
    """
    kinds = {
        path: value
        for path, value in values.items()
        if (node := node_at(model, path)) is not None and node.shape.holds is Holds.CHOICE
    }
    alike = (one for one in offered if all(value_at(one, p) == v for p, v in kinds.items()))
    other = next(alike, None) if kinds else None
    if other is None:
        return
    for name, info in model.model_fields.items():
        is_text = info.annotation is str and name not in ("id", "name") and info.default == ""
        if is_text and other.get(name):
            values.setdefault(name, other[name])
