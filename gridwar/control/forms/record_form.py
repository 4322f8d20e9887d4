"""A form of records being edited: what was typed, what is wrong with it, what comes of it.

One for all rule systems. Nothing typed is lost: what does not fit stands there with its error until
it does. The fight is not touched before somebody asks for the records.
"""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field
from pydantic import ValidationError

from gridwar.control.forms.field_types import Holds
from gridwar.control.forms.form_problems import count_words, explain, filled, places_of, section_of
from gridwar.control.forms.layout_builder import LayoutBuilder
from gridwar.control.forms.list_entries import (
    beside,
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
from gridwar.control.records.form_records import FieldKind, FormView
from gridwar.model.combatant import Sheet
from gridwar.storage.json_codec import data_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pydantic import JsonValue

    from gridwar.control.forms.field_types import Node
    from gridwar.control.forms.form_problems import Problem
    from gridwar.control.forms.layout_builder import PlacedSection
    from gridwar.control.forms.value_texts import FormValue
    from gridwar.control.records.form_records import FieldView
    from gridwar.model.record import Record


class FormPart(Struct, frozen=True):
    """One record of a form, under a key of its own."""

    key: str
    record: Record
    offers: Offers = field(default_factory=Offers)
    words: Vocabulary = field(default_factory=Vocabulary)


class _State(Struct, frozen=True):
    """A form at one moment, to come back to."""

    data: dict[str, dict[str, JsonValue]]
    typed: dict[str, FormValue]
    unfolded: frozenset[str]


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
        self._done: list[_State] = []
        self._undone: list[_State] = []
        self._step = ""
        """What the latest step was: letters typed into one field are one."""
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
        )

    def fields(self) -> tuple[FieldView, ...]:
        """Return the fields of the form, without what is wrong with them."""
        if sections := self.sections():
            return tuple(LayoutBuilder(self.form_data(), sections).views())
        views: list[FieldView] = []
        for part in self._parts.values():
            views += plain_fields(part.offers, type(part.record), self._data[part.key], part.key)
        return tuple(views)

    def view(self) -> FormView:
        """Return the form as it is to be shown."""
        views = self.fields()
        problems = self.problems()
        places = places_of(problems, views, self.sections())
        shown = tuple(filled(one, self._typed, places) for one in views)
        words = self.refusal or (count_words(len(problems)) if problems else "")
        is_wide = any(one.kind is FieldKind.ROWS for one in views) or bool(self.sections())
        return FormView(self._title, "", shown, self._primary, words, wide=is_wide)

    # --- editing ---------------------------------------------------------------------------------

    def type(self, key: str, value: FormValue) -> None:
        """Take what was typed into a field."""
        node = self.form_data().node(key)
        if node is None:
            return
        self._note(key)
        self.refusal = ""
        self._typed[key] = value
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
        self._follow(key, before, now)

    def _set_optional(self, key: str, node: Node, *, is_there: bool) -> None:
        holder, name = holder_at(self._data, key)
        assert node.shape.record is not None
        if is_there != (holder[name] is not None):
            holder[name] = copy.deepcopy(blank(node.shape.record)) if is_there else None
            self._forget(key)

    def _follow(self, key: str, before: object, now: object) -> None:
        """Let what somebody has left follow its full value, as long as nothing of it is missing."""
        part, path = key.split(".", 1)
        kind = type(self._parts[part].record)
        pairs = kind.full_values if issubclass(kind, Sheet) else {}
        for left, full in pairs.items():
            if path != full and not path.startswith(f"{full}."):
                continue
            twin = f"{part}.{left}{path.removeprefix(full)}"
            holder, name = holder_at(self._data, twin)
            if holder[name] == before and now is not None:
                holder[name] = now
                self._typed.pop(twin, None)

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
        self._note("")
        if act in ("add", "name"):
            self._add(key, choice, is_named=act == "name")
            return
        holder, name = holder_at(self._data, key)
        if isinstance(holder, dict):  # an optional record
            holder[name] = None
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
        made = new_entry(model, table, choice) if is_blank else data_of(offered[int(choice)])
        entries = holder[name]
        entries.append(with_own_id(made, entries, field_key))
        at = len(entries) - 1
        if table is None:
            self._unfolded.add(f"{field_key}.{at}")
        elif is_blank:
            number = 1 if is_named and len(table.columns) > 1 else 0
            self.focus = f"{field_key}.{at}.{table.columns[number]}"

    def _add_name(
        self, key: str, node: Node, found: dict[str, JsonValue], choice: str, *, is_named: bool
    ) -> None:
        names = self._parts[key.split(".", 1)[0]].words.names.get(node.field)
        name = names.kept(choice) if is_named and names is not None else choice.strip()
        if name:
            found.setdefault(name, 0 if node.shape.of_numbers else "")
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

    def _state(self) -> _State:
        return _State(copy.deepcopy(self._data), dict(self._typed), frozenset(self._unfolded))

    def _come_back(self, state: _State) -> None:
        self._data, self._typed = copy.deepcopy(state.data), dict(state.typed)
        self._unfolded = set(state.unfolded)
        self.refusal, self.focus, self._step = "", "", ""

    def _note(self, step: str) -> None:
        """Keep what is there before a step; all letters typed into one field are one step."""
        if not step or step != self._step:
            self._done.append(self._state())
            self._undone.clear()
        self._step = step

    def undo(self) -> None:
        """Take the latest step back."""
        self._go(self._done, self._undone)

    def redo(self) -> None:
        """Do again what was taken back."""
        self._go(self._undone, self._done)

    def _go(self, states: list[_State], others: list[_State]) -> None:
        if states:
            others.append(self._state())
            self._come_back(states.pop())

    def begin_anew(self) -> None:
        """Bring back what was there first; that can be taken back too."""
        self._note("")
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
            try:
                type(part.record).model_validate(data)
            except ValidationError as error:
                for one in error.errors(include_url=False):
                    key = ".".join((part.key, *(step_of(str(step)) for step in one["loc"])))
                    found.setdefault(key, explain(one, self.form_data().shape_near(key)))
            wrong = (*twins(data, part.key), *taken(data, part.key, part.offers.taken))
            found |= {k: p for k, p in wrong if k not in found}
        return found

    def unfold_problems(self) -> None:
        """Open the sections and rows in which something is wrong, so that it can be seen."""
        for key in self.problems():
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
        before, data = data_of(part.record), dict(self._data[key])
        for place in self.problems():
            of, *steps = place.split(".")
            if of == key and steps:
                data[steps[0]] = before[steps[0]]
        made = type(part.record).model_validate(data)
        return {name: getattr(made, name) for name in data if data[name] != before[name]}

    def misfits(self) -> dict[str, FormValue]:
        """Return what was typed and does not fit, by key."""
        wrong = self.problems()
        return {key: value for key, value in self._typed.items() if key in wrong}
