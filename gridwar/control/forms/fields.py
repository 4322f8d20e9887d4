"""The fields of a form, made from a record's model and the plain data that stands in it.

For records that declare no layout: labels from the titles of the model, hints from its
descriptions, bounds and choices from its types, all single values in the order of the record.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from frozendict import frozendict
from msgspec import Struct
from msgspec.structs import replace

from gridwar.control.forms.shapes import Holds, Shape, shape_of
from gridwar.control.forms.values import NO, YES, shown
from gridwar.control.records.form_records import FieldKind, FieldView
from gridwar.control.records.panel_records import Choice
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
}
_SHORT = (FieldKind.INT, FieldKind.TEXT, FieldKind.CHOICE, FieldKind.FLAG)
"""Kinds of fields that can share a line."""


class Offers(Struct, frozen=True):
    """What a form offers beyond the types of its record.

    Attributes:
        choices: instead of free text, by key.
        texts: what may complete a text, by the field's own name.
        titles: instead of the model's, by the field's own name.
        headings: a heading of its own for some fields, by the field's own name.
        wide: fields that have a line to themselves, by their own names.
        left_out: fields of the record that are not shown.
        taken: values that a field of the record must not have, since others have them.
    """

    choices: Mapping[str, tuple[Choice, ...]] = frozendict()
    texts: Mapping[str, tuple[str, ...]] = frozendict()
    titles: Mapping[str, str] = frozendict()
    headings: Mapping[str, str] = frozendict()
    wide: frozenset[str] = frozenset()
    left_out: frozenset[str] = frozenset()
    taken: Mapping[str, frozenset[str]] = frozendict()


class Builder(Struct, frozen=True):
    """Makes the fields of one record of a form."""

    offers: Offers

    def fields(
        self, model: type[Record], data: Mapping[str, object], key: str, title: str
    ) -> Iterator[FieldView]:
        """Yield the fields of a record.

        Args:
            model: The record's model.
            data: What stands in it, as plain data.
            key: Where it stands.
            title: Its heading.
        """
        infos = {
            name: info
            for name, info in model.model_fields.items()
            if name not in self.offers.left_out
        }
        shapes = {name: shape for name in infos if (shape := shape_of(infos[name])) is not None}
        singles = [name for name in shapes if shapes[name].record is None]
        if "name" in shapes:  # combatants are known by it
            singles = [name for name in singles if name != "id"]
        brief = all(shapes[name].holds is Holds.NUMBER for name in singles)
        made = [
            self._single(f"{key}.{name}", infos[name], shapes[name], data.get(name), title)
            for name in singles
        ]
        if brief:
            made = [replace(one, hint="", tooltip=one.hint) for one in made]
        yield from _in_lines(made, MOST_NUMBERS if brief else 2)

    def _single(
        self, key: str, info: FieldInfo, shape: Shape, value: object, group: str
    ) -> FieldView:
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
