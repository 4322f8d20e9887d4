"""The tables of a layout: a row for each entry of a list, its columns, and what adds a row.

Makes view records from models and plain data. Changes no data.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Protocol

from msgspec.structs import replace

from gridwar.control.forms.dice_fields import dice_text
from gridwar.control.forms.field_types import Holds
from gridwar.control.forms.paths_and_defaults import MISSING, node_at, usual_at, value_at
from gridwar.control.forms.section_summary import says
from gridwar.control.records.form_records import (
    ColumnView,
    FieldKind,
    FieldView,
    FormAct,
    PickOption,
    RowView,
)
from gridwar.model.form_layout import DICE, FormTable, rooted
from gridwar.storage.json_codec import data_of
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from gridwar.control.forms.paths_and_defaults import FormData
    from gridwar.model.form_layout import DiceFields, Entry
    from gridwar.model.record import Record

KINDS = {
    Holds.FLAG: FieldKind.INLINE_FLAG,
    Holds.RECORD: FieldKind.INLINE_FLAG,
    Holds.NUMBER: FieldKind.INT,
    Holds.TEXT: FieldKind.TEXT,
    Holds.TEXTS: FieldKind.TEXT,
}
_COLUMN_WEIGHTS = {
    FieldKind.INT: 4,
    FieldKind.INLINE_FLAG: 4,
    FieldKind.CHOICE: 11,
    FieldKind.TEXT: 9,
}
_NAME_WEIGHT, _DICE_WEIGHT, _NUMBERS_WEIGHT = 12, 6, 6
_SHORT_TITLE = 8
"""So many letters of a title fit over a number."""
_UNIT = re.compile(r"\s*\([^)]*\)$")
"""The unit at the end of a title, which the tip of a column says."""


class FieldMaker(Protocol):
    """Makes the fields of a form."""

    def single(self, key: str, *, bare: bool = False) -> FieldView | None:
        """Return one field; None where there is nothing to be shown."""

    def entries(self, entries: tuple[Entry, ...]) -> Iterator[FieldView]:
        """Yield all fields of entries."""


class TableBuilder:
    """Makes the fields of tables."""

    def __init__(self, data: FormData, maker: FieldMaker) -> None:
        """Take what there is, and who makes the fields in a row."""
        self._data, self._maker = data, maker

    def views(self, table: FormTable) -> Iterator[FieldView]:
        """Yield a table with its heading, and what adds a row."""
        node, found = self._data.node(table.field), self._data.value(table.field)
        if node is None or node.shape.record is None or found is MISSING:
            return
        if table.title:
            hint = _("switch: in hand at the start") if table.hand else ""
            yield FieldView(
                f"{table.field}.-title", table.title, FieldKind.SECTION, bare=True, hint=hint
            )
        model, entries = node.shape.record, found if isinstance(found, list) else []
        places = [at for at, one in enumerate(entries) if table.shows(one)]
        rows = tuple(self._row(table, at, can_move=len(places) > 1) for at in places)
        if rows:
            columns = tuple(_columns(model, table))
            key = table.key
            yield FieldView(key, table.title, FieldKind.ROWS, columns=columns, rows=rows)
        yield self._adder(table, model)

    def _row(self, table: FormTable, at: int, *, can_move: bool) -> RowView:
        key = f"{table.field}.{at}"
        cells = [self._cell(table, key, name) for name in shown_columns(table)]
        folded = key not in self._data.unfolded if table.more else None
        more = () if folded or not table.more else self._maker.entries(rooted(table.more, key))
        moves = (FormAct("up", "chevron-up", _("Move up")),) if can_move else ()
        acts = (
            *moves,
            FormAct("copy", "copy", _("Duplicate")),
            FormAct("drop", "trash-2", _("Remove")),
        )
        there = tuple(one for one in cells if one is not None)
        return RowView(key, "", there, acts, folded, tuple(more))

    def _cell(self, table: FormTable, key: str, name: str) -> FieldView | None:
        if name != DICE or table.dice is None:
            return self._maker.single(f"{key}.{name}", bare=True)
        place = f"{key}.{DICE}"
        text = self._data.typed.get(place, dice_text(self._data.value(key), table.dice))
        words = dice_words(table.dice)
        return FieldView(
            place, words[0], FieldKind.TEXT, text, tooltip=words[1], is_brief=True, bare=True
        )

    def _adder(self, table: FormTable, model: type[Record]) -> FieldView:
        name = naming_column(model, table)
        offered = self._data.templates.get(table.field, ())
        options = []
        for at, one in enumerate(offered if name else ()):
            data = data_of(one)
            if table.shows(data):
                title = str(data.get(name) or data.get("id") or at)
                options.append(PickOption(str(at), title, self.note(table, data)))
        key = f"{table.key}.-add"
        label = table.add or _("Add")
        made = FieldView(key, label, FieldKind.PICK, options=tuple(options), free=bool(name))
        return replace(made, example=table.example)

    def note(self, table: FormTable, data: Mapping[str, object]) -> str:
        """Return what the columns of a table say of an entry beside its name."""
        list_node = self._data.node(table.field)
        model = None if list_node is None else list_node.shape.record
        if model is None:
            return ""
        words = self._data.vocabulary(table.field)
        found = []
        for path in table.columns[1:]:
            if path == DICE and table.dice is not None:
                found.append(dice_text(data, table.dice))
                continue
            node, value = node_at(model, path), value_at(data, path)
            if node is None or value in (MISSING, None, "", 0, [], False):
                continue
            if node.shape.holds is Holds.NUMBER and value == usual_at(model, path):
                continue
            found.append(says(words, node, value))
        return ", ".join(found)


def dice_words(dice: DiceFields) -> tuple[str, str]:
    """Return the title of a column of dice, and how they are written."""
    sides = dice.sides if isinstance(dice.sides, int) else 10
    example = f"2{dice.letter}{sides}+1"
    return _("Damage"), _("Dice, and what is added: {example}.").format(example=example)


def shown_columns(table: FormTable) -> tuple[str, ...]:
    """Return the columns as they are shown: the switch first."""
    return ((table.hand,) if table.hand else ()) + table.columns


def naming_column(model: type[Record], table: FormTable) -> str:
    """Return the column that says what an entry is called; empty where none does."""
    node = node_at(model, table.columns[0])
    is_text = node is not None and node.shape.holds is Holds.TEXT and not node.shape.of_combatant
    return table.columns[0] if is_text else ""


def _columns(model: type[Record], table: FormTable) -> Iterator[ColumnView]:
    for at, name in enumerate(shown_columns(table)):
        if name == DICE and table.dice is not None:
            title, tip = dice_words(table.dice)
            yield ColumnView(title, tip, _DICE_WEIGHT)
            continue
        node = node_at(model, name)
        assert node is not None, f"{model.__name__} has no {name}"
        kind = KINDS.get(node.shape.holds, FieldKind.CHOICE)
        weight = _COLUMN_WEIGHTS[kind]
        if name == table.columns[0] and kind is FieldKind.TEXT:
            weight = _NAME_WEIGHT
        if node.shape.holds is Holds.TEXTS and node.shape.of_numbers:
            weight = _NUMBERS_WEIGHT
        short_title = _UNIT.sub("", node.info.title or name)
        if node.shape.holds is Holds.NUMBER and len(short_title) > _SHORT_TITLE:
            weight = _NUMBERS_WEIGHT
        is_switch = at == 0 and bool(table.hand)
        title = node.info.title or name
        short = "" if is_switch else short_title
        whole = title if short != title else ""
        tip = "\n".join(filter(None, (whole, node.info.description)))
        yield ColumnView(short, tip, 0 if is_switch else weight)
