"""A form of records being edited: what was typed, what is wrong with it, what comes of it.

One for all rule systems. Nothing typed is lost: what does not fit stands there with its error until
it does. The fight is not touched before somebody asks for the records.
"""

from __future__ import annotations

import copy
from functools import partial
from typing import TYPE_CHECKING, Any

from frozendict import frozendict
from msgspec import Struct, field

from gridwar.control.forms.current_and_full_values import follow, full_values
from gridwar.control.forms.dice_fields import at_dice, type_dice
from gridwar.control.forms.field_types import Holds
from gridwar.control.forms.form_problems import (
    count_words,
    filled,
    fitting,
    misfits_of,
    places_of,
    section_of,
)
from gridwar.control.forms.form_undo import FormState, FormSteps
from gridwar.control.forms.layout_builder import LayoutBuilder
from gridwar.control.forms.layout_tables import TableBuilder
from gridwar.control.forms.list_entries import (
    beside,
    dice_of,
    new_entry,
    rearranged,
    table_of,
    tables_at,
    taken,
    twins,
    with_own_id,
)
from gridwar.control.forms.names_and_completions import Vocabulary
from gridwar.control.forms.paths_and_defaults import FormData, blank, holder_at, step_of, ways_to
from gridwar.control.forms.plain_fields import Offers, plain_fields
from gridwar.control.forms.row_line_parsing import ReadRow, named_value, read_row
from gridwar.control.records.form_records import FieldKind, FormView, every_field
from gridwar.storage.json_codec import data_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pydantic import JsonValue

    from gridwar.control.forms.field_types import Node
    from gridwar.control.forms.layout_builder import PlacedSection
    from gridwar.control.forms.value_texts import FormValue, Problem
    from gridwar.control.records.form_records import FieldView
    from gridwar.model.form_layout import FormTable
    from gridwar.model.record import Record


class FormPart(Struct, frozen=True):
    """One record of a form, under a key of its own."""

    key: str
    record: Record
    offers: Offers = field(default_factory=Offers)
    words: Vocabulary = field(default_factory=Vocabulary)


class RecordForm:
    """The records of a form, as they stand in it."""

    def __init__(
        self,
        title: str,
        parts: tuple[FormPart, ...],
        primary: str,
        templates: Mapping[str, tuple[Record, ...]] | None = None,
    ) -> None:
        """Begin with records as they are.

        Args:
            title: Whom or what the form is about.
            parts: The records.
            primary: The one button.
            templates: What a list can be filled from, by its key.
        """
        self._title, self._primary = title, primary
        self._parts = {part.key: part for part in parts}
        self._data = {part.key: data_of(part.record) for part in parts}
        self._typed: dict[str, FormValue] = {}
        self._unfolded: set[str] = set()
        self._templates = templates or {}
        self._first = self._state()
        self.steps = FormSteps(self._state, self._come_back)
        self.refusal = ""
        """Why what was handed in was refused."""
        self.focus = ""
        """The key of the field or row to go on in after something was done; empty to stay."""

    # --- showing ---------------------------------------------------------------------------------

    def sections(self) -> tuple[PlacedSection, ...]:
        """Return the layout of the form; empty for all fields in the order of their records."""
        return ()

    def form_data(self) -> FormData:
        """Return what a layout is filled from."""
        return FormData(
            {key: type(part.record) for key, part in self._parts.items()},
            self._data,
            self._typed,
            frozenset(self._unfolded),
            {key: part.words for key, part in self._parts.items()},
            self._templates,
            full_values=frozendict(self._full_values()),
        )

    def _full_values(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for key, part in self._parts.items():
            found |= full_values(type(part.record), key)
        return found

    def fields(self) -> tuple[FieldView, ...]:
        """Return the fields of the form, without what is wrong with them."""
        if sections := self.sections():
            return tuple(LayoutBuilder(self.form_data(), sections).views())
        views: list[FieldView] = []
        for part in self._parts.values():
            views += plain_fields(part.offers, type(part.record), self._data[part.key], part.key)
        return tuple(views)

    def view(self, editing: str = "") -> FormView:
        """Return the form as it is to be shown.

        Args:
            editing: The field that is typed into: what is wrong in it is told once it is left.
        """
        views = self.fields()
        problems = {key: one for key, one in self.problems().items() if key != editing}
        places = places_of(problems, views, self.sections())
        shown = tuple(filled(one, self._typed, places) for one in views)
        words = self.refusal or (count_words(len(problems)) if problems else "")
        is_wide = any(one.kind is FieldKind.ROWS for one in views) or bool(self.sections())
        return FormView(self._title, "", shown, self._primary, words, wide=is_wide)

    # --- editing ---------------------------------------------------------------------------------

    def type(self, key: str, value: FormValue) -> None:
        """Take what was typed into a field."""
        node = self.form_data().node(key)
        dice = dice_of(self.sections(), key)
        if node is None and dice is None:
            return
        self.steps.note(key)
        self.refusal = ""
        self._typed[key] = value
        if dice is not None:
            type_dice(self._data, key, str(value), dice)
        if node is None:
            return
        holder, name = holder_at(self._data, key)
        before = holder.get(name) if isinstance(holder, dict) else None
        if node.shape.holds is Holds.RECORD:
            self._set_optional(key, node, is_there=bool(value))
            return
        now = self._parts[key.split(".", 1)[0]].words.read(node, value)
        if node.name is not None and now is None:
            holder.pop(name, None)
            return
        holder[name] = now
        follow(self._full_values(), self._data, self._typed, (key, before, now))

    def _set_optional(self, key: str, node: Node, *, is_there: bool) -> None:
        holder, name = holder_at(self._data, key)
        assert node.shape.record is not None
        if is_there != (holder[name] is not None):
            holder[name] = copy.deepcopy(blank(node.shape.record)) if is_there else None
            self._forget(key)

    def act(self, key: str, act: str, choice: str = "") -> None:
        """Do something to a section, to a row, or at a field that adds something.

        Args:
            key: The section, the row, or the field.
            act: ``fold``, ``add``, ``name``, or one of the acts it offers.
            choice: What was chosen, or the new name.
        """
        self.refusal, self.focus = "", ""
        if act == "fold":
            self._unfolded ^= {key}
            return
        self.steps.note("")
        if act in ("add", "name"):
            self._add(key, choice, is_named=act == "name")
            return
        holder, name = holder_at(self._data, key)
        if isinstance(holder, dict):
            node = self.form_data().node(key)
            if node is not None and node.name is not None:  # one value of a mapping
                holder.pop(name, None)
                self._typed.pop(key, None)
                return
            holder[name] = None  # an optional record
            self._forget(key)
            return
        self._rearrange(key, holder, int(name), act, choice)

    def _add(self, key: str, choice: str, *, is_named: bool) -> None:
        """Add an entry to a list, a name to a mapping, or an optional record."""
        field_key = key.partition(".-")[0]
        node = self.form_data().node(field_key)
        holder, name = holder_at(self._data, field_key)
        assert node is not None
        if node.shape.holds is Holds.TABLE:
            self._add_name(field_key, node, holder[name], choice, is_named=is_named)
            return
        assert node.shape.record is not None
        if node.shape.holds is Holds.RECORD:
            holder[name] = copy.deepcopy(blank(node.shape.record))
            self._unfolded.add(field_key)
            return
        offered = self._templates.get(field_key, ())
        is_blank, model = is_named or not choice, node.shape.record
        table = table_of(tables_at(self.sections(), field_key), field_key, key)
        read = self._read_row(field_key, table, choice) if is_named else None
        if read is not None:
            made = read.made
        else:
            made = new_entry(model, table, choice) if is_blank else data_of(offered[int(choice)])
        entries = holder[name]
        entries.append(with_own_id(made, entries, field_key))
        at = len(entries) - 1
        if table is None:
            self._unfolded.add(f"{field_key}.{at}")
        elif is_blank and read is None:
            number = 1 if is_named and len(table.columns) > 1 else 0
            self.focus = f"{field_key}.{at}.{table.columns[number]}"

    def _read_row(self, key: str, table: FormTable | None, line: str) -> ReadRow | None:
        node = self.form_data().node(key)
        if table is None or node is None or node.shape.record is None:
            return None
        words, offered = self._parts[key.split(".", 1)[0]].words, self._templates.get(key, ())
        return read_row(line, table, node.shape.record, words, offered)

    def said_of(self, key: str, line: str) -> str:
        """Return what a line would add at a field that adds rows; empty for a name alone."""
        field_key = key.partition(".-")[0]
        table = table_of(tables_at(self.sections(), field_key), field_key, key)
        read = self._read_row(field_key, table, line)
        if read is None or table is None:
            return ""
        note = TableBuilder(self.form_data(), LayoutBuilder(self.form_data(), ())).note(
            table, read.made
        )
        return ", ".join(filter(None, (read.name, note)))

    def _add_name(
        self, key: str, node: Node, found: dict[str, JsonValue], choice: str, *, is_named: bool
    ) -> None:
        names = self._parts[key.split(".", 1)[0]].words.names.get(node.field)
        choice, value = named_value(choice, node.shape) if is_named else (choice, None)
        name = names.kept(choice) if is_named and names is not None else choice.strip()
        empty: JsonValue = 0 if node.shape.of_numbers else ""
        if name:
            found.setdefault(name, empty if value is None else value)
            self.focus = f"{key}.{step_of(name)}"

    def _rearrange(
        self, key: str, entries: list[dict[str, JsonValue]], at: int, act: str, choice: str
    ) -> None:
        parent = key.rsplit(".", 1)[0]
        opened = {was for was in range(len(entries)) if f"{parent}.{was}" in self._unfolded}
        tables = tables_at(self.sections(), parent)
        to = int(choice) if act == "move" else beside(entries, at, act, tables)
        places = rearranged(entries, at, act, to, parent)
        if act != "drop":
            self.focus = f"{parent}.{at + 1 if act == 'copy' else to}"
        self._forget(parent)
        self._unfolded |= {f"{parent}.{now}" for now, was in enumerate(places) if was in opened}

    def _forget(self, key: str) -> None:
        """Forget how things below a key were typed and folded; the data itself is kept."""
        below = f"{key}."
        self._typed = {k: v for k, v in self._typed.items() if not k.startswith(below)}
        self._unfolded = {k for k in self._unfolded if not k.startswith(below)}

    # --- taking back -----------------------------------------------------------------------------

    def _state(self) -> FormState:
        return FormState(self._data, self._typed, frozenset(self._unfolded)).copied()

    def _come_back(self, state: FormState) -> None:
        again = state.copied()
        self._data, self._typed, self._unfolded = again.data, again.typed, set(again.unfolded)
        self.refusal, self.focus, self.steps.step = "", "", ""

    def begin_anew(self) -> None:
        """Bring back what was there first; that can be taken back too."""
        self.steps.note("")
        self._come_back(self._first)

    @property
    def is_changed(self) -> bool:
        """Whether anything in it is not as it was first."""
        return self._data != self._first.data

    # --- what comes of it ------------------------------------------------------------------------

    def problems(self) -> dict[str, Problem]:
        """Return what is wrong, by key: words, and the nearest right value."""
        found: dict[str, Problem] = {}
        for part in self._parts.values():
            data = self._data[part.key]
            found |= misfits_of(type(part.record), data, part.key, self.form_data().shape_near)
            wrong = (*twins(data, part.key), *taken(data, part.key, part.offers.taken))
            found |= {k: p for k, p in wrong if k not in found}
        return at_dice(found, self._typed, partial(dice_of, self.sections()), self._data)

    def unfold_problems(self) -> None:
        """Open the sections and rows in which something is wrong, so that it can be seen."""
        shown = {one.key for one in every_field(self.fields())}
        for key in self.problems():
            if key not in shown:
                self._unfold_to(key)

    def _unfold_to(self, key: str) -> None:
        self._unfolded |= {*ways_to(key), *filter(None, (section_of(self.sections(), key),))}

    def record(self, key: str) -> Record:
        """Return a record as it stands in the form.

        Raises:
            pydantic.ValidationError: Something in it does not fit; see ``form_problems``.
        """
        return type(self._parts[key].record).model_validate(self._data[key])

    def changes(self, key: str) -> dict[str, Any]:
        """Return the fields of a record that fit and are not as they were, by name."""
        part = self._parts[key]
        made, names = fitting(part.record, self._data[key], key, self.problems())
        return {name: getattr(made, name) for name in names}

    def misfits(self) -> dict[str, FormValue]:
        """Return what was typed and does not fit, by key."""
        wrong = self.problems()
        return {key: value for key, value in self._typed.items() if key in wrong}
