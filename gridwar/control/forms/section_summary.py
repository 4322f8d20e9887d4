"""A folded section in a line: the names in its lists, and the values that are not usual."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control.forms.field_types import Holds
from gridwar.control.forms.paths_and_defaults import MISSING, node_at, step_of
from gridwar.control.forms.value_texts import number_text
from gridwar.model.form_layout import DICE, FormFigures, FormGrid, FormTable, KeyedFields, paths_of
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.control.forms.field_types import Node
    from gridwar.control.forms.names_and_completions import Vocabulary
    from gridwar.control.forms.paths_and_defaults import FormData
    from gridwar.model.form_layout import Entry, Line

MOST_IN_SUMMARY = 8


class Summary:
    """Says in a line what stands in entries of a layout."""

    def __init__(self, data: FormData, alone: set[str]) -> None:
        """Take what there is.

        Args:
            data: The form's.
            alone: Paths that stand somewhere by themselves: values of mappings left out here.
        """
        self._data, self._alone = data, alone

    def of(self, entries: tuple[Entry, ...]) -> str:
        """Return what is in a folded section: names of lists, values that are not the usual."""
        found = list(self._words(entries))
        words = ", ".join(found[:MOST_IN_SUMMARY])
        rest = len(found) - MOST_IN_SUMMARY
        if rest > 0:
            words = ngettext("{words} and {n} more", "{words} and {n} more", rest).format(
                words=words, n=rest
            )
        return words

    def _words(self, entries: tuple[Entry, ...]) -> Iterator[str]:
        for entry in entries:
            match entry:
                case FormGrid():
                    for _title, line in entry.rows:
                        yield from self._unusual(line)
                case FormTable():
                    yield from self._names(entry)
                case FormFigures():
                    yield from self._unusual(entry.fields)
                case KeyedFields():
                    found = self._data.value(entry.field)
                    names = found if isinstance(found, dict) else {}
                    keys = (f"{entry.field}.{step_of(name)}" for name in names)
                    yield from self._unusual(tuple(one for one in keys if one not in self._alone))
                case _:
                    yield from self._unusual(entry)

    def _unusual(self, line: Line) -> Iterator[str]:
        for key in line:
            node, value = self._data.node(key), self._data.value(key)
            if node is None or value is MISSING or value == self._usual(key):
                continue
            words = self._data.vocabulary(key)
            yield says(words, node, value)

    def _usual(self, key: str) -> object:
        """Return what usually stands somewhere: of what somebody has left, all of it."""
        full = self._data.full_of(key)
        return self._data.usual(key) if full is None else self._data.value(full)

    def _names(self, table: FormTable) -> Iterator[str]:
        node, found = self._data.node(table.field), self._data.value(table.field)
        if node is None or node.shape.record is None or not isinstance(found, list):
            return
        words = self._data.vocabulary(table.field)
        for one in found:
            if table.shows(one):
                columns = tuple(name for name in table.columns if name != DICE)
                column, value = _first_said(one, columns)
                first = node_at(node.shape.record, column)
                yield number_text(value) if first is None else alone(words, first, value)


def fields_in(entries: tuple[Entry, ...]) -> int:
    """Return how many fields entries have, a list or a mapping as one."""
    return len(paths_of(entries))


def _first_said(row: object, columns: tuple[str, ...]) -> tuple[str, object]:
    """Return the first column in which a row says something, with the value that stands there."""
    values = [(column, _value_at(row, column)) for column in columns]
    said = (each for each in values if each[1] not in (None, ""))
    return next(said, values[0])


def _value_at(row: object, column: str) -> object:
    """Return what stands in a column of a row, which may lie in a record of it."""
    for step in column.split("."):
        row = row.get(step) if isinstance(row, dict) else None
    return row


def says(words: Vocabulary, node: Node, value: object) -> str:
    """Return a value with what it is the value of, where that does not go without saying."""
    title = words.entry_title(node) if node.name is not None else node.info.title or node.field
    if node.shape.holds in (Holds.FLAG, Holds.RECORD):
        return title if value else _("Not {what}").format(what=title.lower())
    if node.shape.holds is Holds.NUMBER:
        number = _("none") if value is None else number_text(value).replace("-", "\u2212")
        return f"{title} {number}"
    return alone(words, node, value)


def alone(words: Vocabulary, node: Node, value: object) -> str:
    """Return a value in words."""
    if node.shape.holds is Holds.CHOICE:
        return words.value(value)
    if node.shape.of_combatant and node.shape.holds is Holds.TEXT:
        return words.combatants.words(str(value or "")) or _("nobody")
    return str(words.shown(node, value))
