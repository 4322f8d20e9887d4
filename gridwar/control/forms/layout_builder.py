"""The fields of a form in the order that a layout declares: lines, grids, tables, folded sections.

Makes view records from models, plain data and layouts. Changes no data.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from gridwar.control.forms.field_types import Holds, shape_of
from gridwar.control.forms.layout_tables import KINDS, TableBuilder
from gridwar.control.forms.paths_and_defaults import MISSING, name_of, step_of
from gridwar.control.forms.section_summary import Summary, fields_in
from gridwar.control.forms.value_texts import LONG_TEXTS, hint_of, no_choice, whole
from gridwar.control.records.form_records import (
    ColumnView,
    FieldKind,
    FieldView,
    FormAct,
    PickOption,
    RowView,
)
from gridwar.control.records.panel_records import Choice
from gridwar.model.form_layout import (
    Entry,
    FormFigures,
    FormGrid,
    FormLayout,
    FormTable,
    KeyedFields,
    Line,
    paths_of,
)
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.control.forms.paths_and_defaults import FormData
    from gridwar.model.record import Record

NAMES_A_LINE = 4
"""Values of a mapping that stand side by side."""
_LEAST_IN_LINE = 3
"""Short fields are as wide as if there were so many in their line."""


class PlacedSection(Struct, frozen=True):
    """A section of a form; without a title it is always open.

    Attributes:
        key: names the section.
        entries: with paths from the form's parts on.
        optional: the key of a nested record that is added and taken out at the heading.
        hint: a quiet word beside the title, in place of a summary.
    """

    key: str
    title: str
    entries: tuple[Entry, ...]
    optional: str = ""
    hint: str = ""

    def covers(self, key: str) -> int:
        """Return how closely the section has the field of a key: the steps in common, 0 for not."""
        paths = (*paths_of(self.entries), *filter(None, (self.optional,)))
        return max((_common(path, key) for path in paths), default=0)


def _common(path: str, key: str) -> int:
    """Return how many steps a field and a key share where one of them contains the other."""
    one, other = path.split("."), key.split(".")
    least = min(len(one), len(other))
    return least if one[:least] == other[:least] else 0


class LayoutBuilder:
    """Makes the fields of sections."""

    def __init__(self, data: FormData, sections: tuple[PlacedSection, ...]) -> None:
        """Take what there is, and the sections in which it is to stand."""
        self._data = data
        self._sections = sections
        self._alone = {path for one in sections for path in paths_of(one.entries)}
        self._summary = Summary(data, self._alone)
        self._tables = TableBuilder(data, self)

    def views(self) -> Iterator[FieldView]:
        """Yield all fields."""
        for section in self._sections:
            folded = None
            if section.title:
                folded = section.key not in self._data.unfolded
                yield self._heading(section, folded=folded)
            if not folded:
                yield from self.entries(section.entries)

    def _heading(self, section: PlacedSection, *, folded: bool) -> FieldView:
        acts: tuple[FormAct, ...] = ()
        there = not section.optional or self._data.value(section.optional) is not None
        if section.optional:
            acts = (
                (FormAct("drop", "trash-2", _("Take out")),)
                if there
                else (FormAct("add", "plus", _("Add")),)
            )
        summary = self._summary.of(section.entries) if there else _("none")
        is_list = all(isinstance(one, FormTable | KeyedFields) for one in section.entries)
        hint = section.hint or summary or (_("none") if is_list else _("as the rules have it"))
        has_body = there and bool(section.entries)
        return FieldView(
            section.key,
            section.title,
            FieldKind.SECTION,
            hint=hint,
            acts=acts,
            folded=folded if has_body else None,
            note=_fields_words(fields_in(section.entries)) if has_body else "",
        )

    def entries(self, entries: tuple[Entry, ...]) -> Iterator[FieldView]:
        """Yield all fields of entries."""
        for entry in entries:
            match entry:
                case FormGrid():
                    yield from self._grid(entry)
                case FormTable():
                    yield from self._tables.views(entry)
                case FormFigures():
                    yield from self._figures(entry)
                case KeyedFields() if entry.as_chips:
                    yield from self._chips(entry)
                case KeyedFields():
                    yield from self._keyed(entry)
                case _:
                    yield from self._line(entry)

    # --- lines -----------------------------------------------------------------------------------

    def _line(self, line: Line) -> Iterator[FieldView]:
        made = [one for key in line if (one := self.single(key)) is not None]
        is_short = all(one.kind not in (FieldKind.TEXT, FieldKind.LONG_TEXT) for one in made)
        rest = max(0, _LEAST_IN_LINE - len(made)) if is_short else 0
        for one in made[:-1]:
            yield replace(one, half=True)
        for one in made[-1:]:
            yield replace(one, rest=rest)

    def _figures(self, entry: FormFigures) -> Iterator[FieldView]:
        made = [one for key in entry.fields if (one := self.single(key)) is not None]
        for at, one in enumerate(made, 1):
            note = self._data.worth.get(one.key, "")
            yield replace(one, half=at < len(made), note=note, is_figure=True)

    def single(self, key: str, *, bare: bool = False) -> FieldView | None:
        """Return one field; None where there is nothing to be shown."""
        data, node = self._data, self._data.node(key)
        value = data.value(key)
        is_name = node is not None and node.name is not None
        if node is None or (value is MISSING and not is_name):
            return None
        if value is MISSING:
            value = None
        words = data.vocabulary(key)
        refers = data.refers.get(node.field) if not is_name else None
        choices = words.choices(node) if refers is None else self._entries_of(refers)
        kind = FieldKind.CHOICE if choices else KINDS.get(node.shape.holds, FieldKind.TEXT)
        if node.field in LONG_TEXTS:
            kind = FieldKind.LONG_TEXT
        shown = words.shown(node, value)
        if node.shape.holds is Holds.RECORD:
            shown = value is not None
        title = words.entry_title(node) if is_name else node.info.title or node.field
        return FieldView(
            key,
            title,
            kind,
            shown,
            _with_own(choices, shown) if choices else (),
            whole(node.shape.minimum),
            whole(node.shape.maximum),
            tooltip=hint_of(node.info, node.shape),
            is_brief=True,
            bare=bare,
            completions=words.completions(node),
        )

    def _entries_of(self, key: str) -> tuple[Choice, ...]:
        found = self._data.value(key)
        entries = found if isinstance(found, list) else []
        named = (Choice(str(one["id"]), str(one.get("name") or one["id"])) for one in entries)
        return (no_choice(), *named)

    # --- grids and tables ------------------------------------------------------------------------

    def _grid(self, grid: FormGrid) -> Iterator[FieldView]:
        key, rows = f"{grid.rows[0][1][0]}.-grid", []
        for at, (title, line) in enumerate(grid.rows):
            fields = [one for path in line if (one := self.single(path, bare=True)) is not None]
            rows.append(RowView(f"{key}.{at}", title, tuple(fields)))
        first = rows[0].fields
        if first:
            columns = tuple(ColumnView(one.label, one.tooltip) for one in first)
            yield FieldView(key, "", FieldKind.ROWS, columns=columns, rows=tuple(rows))

    # --- values by name --------------------------------------------------------------------------

    def _keys_of(self, entry: KeyedFields) -> list[str] | None:
        """Return the keys of the values of a mapping that stand there; None where none can."""
        data, key = self._data, entry.field
        found = data.value(key)
        if found is MISSING:
            return None
        keys = [f"{key}.{step_of(name)}" for name in (found if isinstance(found, dict) else {})]
        keys += [one for one in data.typed if _is_entry(one, key) and one not in keys]
        return [one for one in keys if one not in self._alone]

    def _keyed(self, entry: KeyedFields) -> Iterator[FieldView]:
        keys = self._keys_of(entry)
        if keys is None:
            return
        if entry.title:
            yield self._title_of(entry)
        made = [one for path in keys if (one := self.single(path)) is not None]
        for at, one in enumerate(made, 1):
            is_last = at == len(made)
            rest = -at % NAMES_A_LINE if is_last else 0
            yield replace(one, half=not is_last and at % NAMES_A_LINE != 0, rest=rest)
        options = self._new_names(entry, keys)
        yield FieldView(
            f"{entry.field}.-add", entry.add, FieldKind.PICK, options=options, free=True
        )

    def _chips(self, entry: KeyedFields) -> Iterator[FieldView]:
        keys = self._keys_of(entry)
        if keys is None:
            return
        if entry.title:
            yield self._title_of(entry)
        made = [one for path in keys if (one := self.single(path, bare=True)) is not None]
        rows = tuple(RowView(one.key, one.label, (one,)) for one in made)
        options = self._new_names(entry, keys)
        key = f"{entry.field}.-add"
        yield FieldView(key, entry.add, FieldKind.CHIPS, options=options, free=True, rows=rows)

    def _title_of(self, entry: KeyedFields) -> FieldView:
        return FieldView(f"{entry.field}.-title", entry.title, FieldKind.SECTION, bare=True)

    def _new_names(self, entry: KeyedFields, keys: list[str]) -> tuple[PickOption, ...]:
        """Return the names of the rules that a mapping does not have yet."""
        data, key = self._data, entry.field
        names = data.vocabulary(key).names.get(key.rsplit(".", 1)[-1])
        if names is None or data.node(key) is None:
            return ()
        there = {
            name_of(one.rsplit(".", 1)[-1]) for one in (*keys, *self._alone) if _is_entry(one, key)
        }
        known = ((words, names.kept(words)) for words in names.known())
        return tuple(PickOption(kept, words) for words, kept in known if kept not in there)


def _fields_words(count: int) -> str:
    return ngettext("{n} field", "{n} fields", count).format(n=count)


def _is_entry(key: str, mapping: str) -> bool:
    """Return whether a key is that of one value of a mapping."""
    head, _dot, step = key.rpartition(".")
    return head == mapping and not step.startswith("-")


def _with_own(choices: tuple[Choice, ...], value: object) -> tuple[Choice, ...]:
    """Add the value that stands there, if nothing offered has it."""
    if isinstance(value, str) and all(one.id != value for one in choices):
        return (*choices, Choice(value, value))
    return choices


def plain_layout(model: type[Record]) -> FormLayout:
    """Return a layout of a record that declares none: all its fields, two in a line."""
    shapes = {name: shape_of(info) for name, info in model.model_fields.items()}
    single = [
        name
        for name, shape in shapes.items()
        if shape is not None and shape.holds not in (Holds.TABLE, Holds.RECORDS)
    ]
    entries: list[Entry] = [tuple(single[at : at + 2]) for at in range(0, len(single), 2)]
    for name, shape in shapes.items():
        title = model.model_fields[name].title or name
        if shape is not None and shape.record is not None and shape.holds is Holds.RECORDS:
            entries.append(FormTable(name, tuple(shape.record.model_fields)[:6], title=title))
        elif shape is not None and shape.holds is Holds.TABLE:
            entries.append(KeyedFields(name, _("Add \u2026"), title))
    return FormLayout(first=tuple(entries))
