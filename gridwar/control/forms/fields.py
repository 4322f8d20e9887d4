"""The fields of a form, made from a record's model and the plain data that stands in it.

One builder for every rule system: labels from names, hints from the descriptions of the model,
bounds and choices from its types. Lists and nested records become sections.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from frozendict import frozendict
from msgspec import Struct
from msgspec.structs import replace

from gridwar.control.forms.shapes import Holds, Shape, shape_of
from gridwar.control.forms.values import NO, YES, shown
from gridwar.control.records.panel_records import Choice
from gridwar.control.records.popover_records import FieldKind, FieldView, FormAct
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pydantic.fields import FieldInfo

    from gridwar.model.record import Record

LONG_TEXTS = frozenset({"note"})
MOST_NUMBERS = 3
"""Numbers that share a line where all of a section are numbers."""
_KINDS = {
    Holds.FLAG: FieldKind.FLAG,
    Holds.NUMBER: FieldKind.INT,
    Holds.TEXT: FieldKind.TEXT,
    Holds.CHOICE: FieldKind.CHOICE,
    Holds.TEXTS: FieldKind.TEXT,
    Holds.TABLE: FieldKind.TABLE,
    Holds.RECORD: FieldKind.SECTION,
    Holds.RECORDS: FieldKind.SECTION,
}
_SHORT = (FieldKind.INT, FieldKind.TEXT, FieldKind.CHOICE, FieldKind.FLAG)
"""Kinds of fields that can share a line."""


class Offers(Struct, frozen=True):
    """What a form offers beyond the types of its record.

    Attributes:
        choices: instead of free text, by key.
        templates: titles of what a list can be filled from, by key.
        texts: what may complete a text, by the field's own name.
        late: fields of the record itself that stand at the end, in a section of that title.
        titles: instead of the model's, by the field's own name.
        headings: a heading of its own for some fields, by the field's own name.
        wide: fields that have a line to themselves, by their own names.
        left_out: fields of the record that are not shown.
        taken: values that a field of the record must not have, since others have them.
    """

    choices: Mapping[str, tuple[Choice, ...]] = frozendict()
    templates: Mapping[str, tuple[str, ...]] = frozendict()
    texts: Mapping[str, tuple[str, ...]] = frozendict()
    late: frozenset[str] = frozenset()
    late_title: str = ""
    titles: Mapping[str, str] = frozendict()
    headings: Mapping[str, str] = frozendict()
    wide: frozenset[str] = frozenset()
    left_out: frozenset[str] = frozenset()
    taken: Mapping[str, frozenset[str]] = frozendict()


class _Place(Struct, frozen=True):
    """Where in a form fields stand: key, heading, how far in."""

    key: str
    title: str = ""
    depth: int = 0


class Builder(Struct, frozen=True):
    """Makes the fields of one record of a form; ``unfolded`` are the sections that stand open."""

    offers: Offers
    unfolded: frozenset[str]

    def fields(
        self, model: type[Record], data: Mapping[str, Any], key: str, title: str
    ) -> Iterator[FieldView]:
        """Yield the fields of a record: single values first, then sections, what is late last.

        Args:
            model: The record's model.
            data: What stands in it, as plain data.
            key: Where it stands.
            title: The heading of its single values.
        """
        names = [name for name in model.model_fields if name not in self.offers.left_out]
        early = [name for name in names if name not in self.offers.late]
        late = [name for name in names if name in self.offers.late]
        yield from self._some(model, early, data, _Place(key, title))
        if late:
            at = f"{key}.{LATE}"
            folded = at not in self.unfolded
            hint = _("for this fight only")
            yield FieldView(at, self.offers.late_title, FieldKind.SECTION, hint=hint, folded=folded)
            if not folded:
                yield from self._some(model, late, data, _Place(key))

    def _some(
        self, model: type[Record], names: list[str], data: Mapping[str, Any], place: _Place
    ) -> Iterator[FieldView]:
        key, depth = place.key, place.depth
        infos = {name: model.model_fields[name] for name in names}
        shapes = {name: shape for name in names if (shape := shape_of(infos[name])) is not None}
        singles = [name for name in shapes if shapes[name].record is None]
        if "name" in shapes:  # combatants are known by it
            singles = [name for name in singles if name != "id"]
        brief = all(shapes[name].holds is Holds.NUMBER for name in singles)
        made = [
            self._single(f"{key}.{name}", infos[name], shapes[name], data.get(name), place.title)
            for name in singles
        ]
        if brief:
            made = [replace(one, hint="", tooltip=one.hint) for one in made]
        most = MOST_NUMBERS if brief else 2
        yield from _in_lines([replace(one, depth=depth) for one in made], most)
        for name, shape in shapes.items():
            if shape.record is not None:
                info = infos[name]
                at = _Place(f"{key}.{name}", info.title or title_of(name), depth)
                yield from self._section(at, info.description or "", shape, data.get(name))

    def _single(self, key: str, info: FieldInfo, shape: Shape, value: Any, group: str) -> FieldView:
        name = key.rsplit(".", 1)[-1]
        kind = _KINDS[shape.holds]
        choices = self.offers.choices.get(key) or _choices(shape)
        if choices:
            kind = FieldKind.CHOICE
        elif name in LONG_TEXTS:
            kind = FieldKind.LONG_TEXT
        hint = info.description or ""
        if shape.holds is Holds.TEXTS:
            hint = " ".join(filter(None, (hint, _("Separate several with commas."))))
        return FieldView(
            key,
            self.offers.titles.get(name) or info.title or title_of(name),
            kind,
            shown(shape, value),
            choices,
            _whole(shape.minimum),
            _whole(shape.maximum),
            hint,
            group=self.offers.headings.get(name, group),
            half=kind in _SHORT and name not in self.offers.wide,
            completions=self.offers.texts.get(name, ()),
        )

    # --- sections --------------------------------------------------------------------------------

    def _section(self, place: _Place, hint: str, shape: Shape, value: Any) -> Iterator[FieldView]:
        assert shape.record is not None
        key, title, depth = place.key, place.title, place.depth
        if shape.holds is Holds.RECORDS:
            yield from self._list(place, hint, shape.record, list(value or ()))
            return
        acts: tuple[FormAct, ...] = ()
        if shape.optional:
            acts = (
                (FormAct("add", "plus", _("Add")),)
                if value is None
                else (FormAct("drop", "trash-2", _("Take out")),)
            )
            hint = _("none") if value is None else hint
        yield FieldView(key, title, FieldKind.SECTION, hint=hint, acts=acts, depth=depth)
        if value is not None:
            names = list(shape.record.model_fields)
            yield from self._some(shape.record, names, value, _Place(key, "", depth))

    def _list(
        self, place: _Place, hint: str, model: type[Record], found: list[Any]
    ) -> Iterator[FieldView]:
        key, title, depth = place.key, place.title, place.depth
        offered = self.offers.templates.get(key, ())
        choices = tuple(Choice(str(at), one) for at, one in enumerate(offered))
        if choices:
            choices = (Choice("", _("Blank")), *choices)
        add = FormAct("add", "plus", _("Add"), choices)
        words = hint if found else _("none")
        yield FieldView(key, title, FieldKind.SECTION, hint=words, acts=(add,), depth=depth)
        for at, one in enumerate(found):
            inner = f"{key}.{at}"
            folded = inner not in self.unfolded
            yield FieldView(
                inner,
                _name_of(one, title, at),
                FieldKind.SECTION,
                hint=summary(one),
                acts=_entry_acts(at, len(found)),
                depth=depth + 1,
                folded=folded,
            )
            if not folded:
                names = list(model.model_fields)
                yield from self._some(model, names, one, _Place(inner, "", depth + 1))


LATE = "-late"
"""Names the section of late fields; no field can be called so."""


def _entry_acts(at: int, count: int) -> tuple[FormAct, ...]:
    up = (FormAct("up", "chevron-up", _("Move up")),) if at else ()
    down = (FormAct("down", "chevron-down", _("Move down")),) if at + 1 < count else ()
    copy = FormAct("copy", "copy", _("Duplicate"))
    return (*up, *down, copy, FormAct("drop", "trash-2", _("Take out")))


def _name_of(entry: Any, title: str, at: int) -> str:
    entry = entry if isinstance(entry, dict) else {}
    return str(entry.get("name") or entry.get("id") or f"{title} {at + 1}")


def summary(entry: Any) -> str:
    """Return a few words on an entry of a list: its first plain values."""
    if not isinstance(entry, dict):
        return ""
    words = [
        f"{title_of(name).lower()} {value}"
        for name, value in entry.items()
        if isinstance(value, int | float) and not isinstance(value, bool) and value
    ]
    return ", ".join(words[:3]).replace(" -", " \u2212")


def _choices(shape: Shape) -> tuple[Choice, ...]:
    if shape.holds is not Holds.CHOICE:
        return ()
    empty = (Choice("", _("\u2013 none \u2013")),) if shape.optional else ()
    flags = {True: Choice(YES, _("Yes")), False: Choice(NO, _("No"))}
    return empty + tuple(
        flags[one] if isinstance(one, bool) else Choice(str(one), title_of(str(one)))
        for one in shape.choices
    )


def _whole(bound: float | None) -> int | None:
    return int(bound) if bound is not None and bound.is_integer() else None


def _in_lines(fields: list[FieldView], most: int) -> Iterator[FieldView]:
    """Let short fields that follow each other share lines."""
    in_line = 0
    for at, field in enumerate(fields):
        after = fields[at + 1] if at + 1 < len(fields) else None
        in_line += 1
        shares = field.half and after is not None and after.half and in_line < most
        yield replace(field, half=shares)
        if not shares:
            in_line = 0


_UNITS = {"deg": _("degrees"), "m": _("m"), "cells": _("cells"), "s": _("s"), "pct": _("%")}
"""Ends of names that say a unit."""


def title_of(name: str) -> str:
    """Return the words of a field's or a value's name, its unit in brackets."""
    stem, _mark, unit = name.rpartition("_")
    if stem and unit in _UNITS:
        return f"{title_of(stem)} ({_UNITS[unit]})"
    words = name.replace("_", " ")
    return words[:1].upper() + words[1:]


def count_words(count: int) -> str:
    """Say how many errors a form has."""
    return ngettext("One value does not fit yet.", "{n} values do not fit yet.", count).format(
        n=count
    )
