"""A form of records being edited: what was typed, what is wrong with it, what comes of it.

One for all rule systems. Nothing typed is lost: what does not fit stands there with its error until
it does. The fight is not touched before somebody asks for the records.
"""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field
from msgspec.structs import replace
from pydantic import ValidationError

from gridwar.control.forms.errors import explain
from gridwar.control.forms.fields import Builder, Offers, count_words, title_of
from gridwar.control.forms.shapes import Holds, shape_of
from gridwar.control.forms.values import read
from gridwar.control.records.popover_records import FormView
from gridwar.model.combatant import Sheet
from gridwar.storage.codec import data_of
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.control.forms.errors import Problem
    from gridwar.control.forms.shapes import Shape
    from gridwar.control.forms.values import FormValue
    from gridwar.control.records.popover_records import FieldView
    from gridwar.model.record import Record


class FormPart(Struct, frozen=True):
    """One record of a form, under a key of its own."""

    key: str
    title: str
    record: Record
    offers: Offers = field(default_factory=Offers)


class RecordForm:
    """The records of a form, as they stand in it."""

    def __init__(
        self,
        title: str,
        subtitle: str,
        parts: tuple[FormPart, ...],
        primary: str,
        templates: Mapping[str, tuple[Record, ...]] | None = None,
    ) -> None:
        """Begin with records as they are.

        Args:
            title: Whom or what the form is about.
            subtitle: A quiet line below.
            parts: The records.
            primary: The one button.
            templates: What a list can be filled from, by its key.
        """
        self._title, self._subtitle, self._primary = title, subtitle, primary
        self._parts = {part.key: part for part in parts}
        self._data: dict[str, Any] = {part.key: data_of(part.record) for part in parts}
        self._typed: dict[str, FormValue] = {}
        self._unfolded: set[str] = set()
        self._templates = templates or {}
        self.refusal = ""
        """Why what was handed in was refused."""

    # --- showing ---------------------------------------------------------------------------------

    def view(self) -> FormView:
        """Return the form as it is to be shown."""
        views: list[FieldView] = []
        for part in self._parts.values():
            builder = Builder(part.offers, frozenset(self._unfolded))
            views += builder.fields(type(part.record), self._data[part.key], part.key, part.title)
        problems = self.problems()
        by_place = _at_fields(problems, {one.key for one in views})
        shown = tuple(
            replace(
                one,
                value=self._typed.get(one.key, one.value),
                error=by_place.get(one.key, ("", ""))[0],
                suggestion=by_place.get(one.key, ("", ""))[1],
            )
            for one in views
        )
        words = self.refusal or (count_words(len(problems)) if problems else "")
        return FormView(self._title, self._subtitle, shown, self._primary, words)

    # --- editing ---------------------------------------------------------------------------------

    def type(self, key: str, value: FormValue) -> None:
        """Take what was typed into a field."""
        shape = self._shape(key)
        if shape is None:
            return
        self.refusal = ""
        self._typed[key] = value
        holder, name = self._holder(key)
        before = holder.get(name) if isinstance(holder, dict) else None
        holder[name] = read(shape, value)
        self._follow(key, before, holder[name])

    def _follow(self, key: str, before: object, now: object) -> None:
        """Let what somebody has left follow its full value, as long as nothing of it is missing."""
        part, *steps = key.split(".")
        kind = type(self._parts[part].record)
        pairs = kind.full_values if issubclass(kind, Sheet) else {}
        left = next((one for one, full in pairs.items() if steps[:1] == [full]), None)
        if left is None:
            return
        twin = ".".join((part, left, *steps[1:]))
        holder, name = self._holder(twin)
        if holder[name] == before:
            holder[name] = now
            self._typed.pop(twin, None)

    def act(self, key: str, act: str, choice: str = "") -> None:
        """Do something to a section.

        Args:
            key: The section.
            act: ``fold``, or one of the acts it offers.
            choice: What of its menu, where it has one.
        """
        self.refusal = ""
        if act == "fold":
            self._unfolded ^= {key}
            return
        if act == "add":
            self._add(key, choice)
            return
        holder, name = self._holder(key)
        if isinstance(holder, dict):  # an optional record
            holder[name] = None
            self._forget(key)
            return
        self._rearrange(key, holder, int(name), act)

    def _add(self, key: str, choice: str) -> None:
        shape = self._shape(key)
        holder, name = self._holder(key)
        assert shape is not None
        assert shape.record is not None
        if shape.holds is Holds.RECORD:
            holder[name] = _blank(shape.record)
            return
        offered = self._templates.get(key, ())
        made = data_of(offered[int(choice)]) if choice else _blank(shape.record)
        entries = holder[name]
        entries.append(_with_own_id(made, entries, key))
        self._unfolded.add(f"{key}.{len(entries) - 1}")

    def _rearrange(self, key: str, entries: list[Any], at: int, act: str) -> None:
        parent = key.rsplit(".", 1)[0]
        is_open = [f"{parent}.{n}" in self._unfolded for n in range(len(entries))]
        if act == "drop":
            del entries[at], is_open[at]
        elif act == "copy":
            made = copy.deepcopy(entries[at])
            entries.insert(at + 1, _with_own_id(made, entries, parent))
            is_open.insert(at + 1, True)
        else:
            to = at + (1 if act == "down" else -1)
            entries[at], entries[to] = entries[to], entries[at]
            is_open[at], is_open[to] = is_open[to], is_open[at]
        self._forget(parent)
        self._unfolded |= {f"{parent}.{n}" for n, one in enumerate(is_open) if one}

    def _forget(self, key: str) -> None:
        """Forget how things below a key were typed and folded; the data itself is kept."""
        below = f"{key}."
        self._typed = {k: v for k, v in self._typed.items() if not k.startswith(below)}
        self._unfolded = {k for k in self._unfolded if not k.startswith(below)}

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
                    key = ".".join((part.key, *map(str, one["loc"])))
                    found.setdefault(key, explain(one, self._shape_near(key)))
            twins = (*_twins(data, part.key), *_taken(data, part))
            found |= {k: p for k, p in twins if k not in found}
        return found

    def unfold_problems(self) -> None:
        """Open the sections in which something is wrong, so that it can be seen."""
        for key in self.problems():
            steps = key.split(".")
            self._unfolded |= {".".join(steps[:n]) for n in range(1, len(steps) + 1)}
            late = self._parts[steps[0]].offers.late
            if len(steps) > 1 and steps[1] in late:
                self._unfolded.add(f"{steps[0]}.-late")

    def record(self, key: str) -> Record:
        """Return a record as it stands in the form.

        Raises:
            pydantic.ValidationError: Something in it does not fit; see ``problems``.
        """
        model = type(self._parts[key].record)
        return model.model_validate(self._data[key])

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

    # --- places ----------------------------------------------------------------------------------

    def _holder(self, key: str) -> tuple[Any, Any]:
        """Return what holds the value at a key, and its name or number in it."""
        steps = key.split(".")
        here: Any = self._data
        for step in steps[:-1]:
            here = here[int(step)] if isinstance(here, list) else here[step]
        return here, int(steps[-1]) if isinstance(here, list) else steps[-1]

    def _shape(self, key: str) -> Shape | None:
        part, *steps = key.split(".")
        model: type[Record] | None = type(self._parts[part].record)
        shape: Shape | None = None
        for step in steps:
            if step.isdecimal():
                continue
            if model is None or step not in model.model_fields:
                return None
            shape = shape_of(model.model_fields[step])
            model = shape.record if shape is not None else None
        return shape

    def _shape_near(self, key: str) -> Shape | None:
        steps = key.split(".")
        found = (self._shape(".".join(steps[:n])) for n in range(len(steps), 1, -1))
        return next((shape for shape in found if shape is not None), None)


def _at_fields(problems: Mapping[str, Problem], keys: set[str]) -> dict[str, Problem]:
    """Put each problem at the field that is shown for it, or at the section it is folded into."""
    found: dict[str, Problem] = {}
    for key, problem in problems.items():
        steps = key.split(".")
        places = (".".join(steps[:n]) for n in range(len(steps), 0, -1))
        place = next((one for one in places if one in keys), None)
        if place is not None:
            exact = place == key
            found.setdefault(place, problem if exact else (problem[0], ""))
    return found


def _twins(data: Any, key: str) -> list[tuple[str, Problem]]:
    """Return entries of lists whose id another one has already."""
    found: list[tuple[str, Problem]] = []
    if isinstance(data, dict):
        for name, value in data.items():
            found += _twins(value, f"{key}.{name}")
    elif isinstance(data, list):
        ids: list[Any] = []
        for at, one in enumerate(data):
            if isinstance(one, dict) and "id" in one:
                if one["id"] in ids:
                    better = _with_own_id(dict(one), data, key)["id"]
                    found.append((f"{key}.{at}.id", (_("Another one has this already."), better)))
                ids.append(one["id"])
            found += _twins(one, f"{key}.{at}")
    return found


def _taken(data: Any, part: FormPart) -> list[tuple[str, Problem]]:
    """Return values that something beside the form has already."""
    return [
        (f"{part.key}.{name}", (_("Another one has this already."), ""))
        for name, values in part.offers.taken.items()
        if data.get(name) in values
    ]


def _with_own_id(made: dict[str, Any], others: list[Any], key: str) -> dict[str, Any]:
    """Give an entry an id that no other one has, if entries have ids."""
    if "id" in made:
        taken = {one.get("id") for one in others if isinstance(one, dict)}
        base = str(made["id"] or key.rsplit(".", 1)[-1].removesuffix("s"))
        number, fresh = 1, base
        while fresh in taken:
            number += 1
            fresh = f"{base}-{number}"
        made["id"] = fresh
    return made


def _blank(model: type[Record]) -> dict[str, Any]:
    """Return plain data for a new record: defaults, and the least that fits where there is none."""
    made: dict[str, Any] = data_of(_least_of(model))
    if made.get("name") == "" and model.model_fields["name"].is_required():
        made["name"] = title_of(model.__name__)
    return made


def _least_of(model: type[Record]) -> Record:
    needed: dict[str, Any] = {
        name: _least(shape_of(info))
        for name, info in model.model_fields.items()
        if info.is_required()
    }
    return model.model_construct(**needed)


def _least(shape: Shape | None) -> object:
    if shape is None or shape.optional:
        return None
    match shape.holds:
        case Holds.NUMBER:
            return max(1, int(shape.minimum or 0))
        case Holds.CHOICE:
            return shape.choices[0]
        case Holds.FLAG:
            return False
        case Holds.RECORD if shape.record is not None:
            return _least_of(shape.record)
        case Holds.TEXT:
            return ""
        case _:
            return ()
