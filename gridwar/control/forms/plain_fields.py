"""The fields of a record that declares no layout, made from its model and its plain data.

Labels from the titles of the model, hints from its
descriptions, bounds and choices from its types, all single values in the order of the record.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from frozendict import frozendict
from msgspec import Struct
from msgspec.structs import replace

from gridwar.control.forms.field_types import Holds, Shape, shape_of
from gridwar.control.forms.value_texts import LONG_TEXTS, NO, YES, hint_of, no_choice, shown, whole
from gridwar.control.records.form_records import FieldKind, FieldView
from gridwar.control.records.panel_records import Choice
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pydantic.fields import FieldInfo

    from gridwar.model.record import Record

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
        titles: instead of the model's, by the field's own name.
        headings: a heading of its own for some fields, by the field's own name.
        wide: fields that have a line to themselves, by their own names.
        left_out: fields of the record that are not shown.
        taken: values that a field of the record must not have, since others have them.
    """

    choices: Mapping[str, tuple[Choice, ...]] = frozendict()
    titles: Mapping[str, str] = frozendict()
    headings: Mapping[str, str] = frozendict()
    wide: frozenset[str] = frozenset()
    left_out: frozenset[str] = frozenset()
    taken: Mapping[str, frozenset[str]] = frozendict()


def plain_fields(
    offers: Offers, model: type[Record], data: Mapping[str, object], key: str
) -> Iterator[FieldView]:
    """Yield the fields of a record that declares no layout.

    Args:
        offers: What the form offers beyond its types.
        model: The record's model.
        data: What stands in it, as plain data.
        key: Where it stands.
    """
    infos = {name: info for name, info in model.model_fields.items() if name not in offers.left_out}
    shapes = {name: shape for name in infos if (shape := shape_of(infos[name])) is not None}
    singles = [name for name in shapes if shapes[name].record is None]
    if "name" in shapes:  # combatants are known by it
        singles = [name for name in singles if name != "id"]
    brief = all(shapes[name].holds is Holds.NUMBER for name in singles)
    made = [
        _single(offers, f"{key}.{name}", infos[name], shapes[name], data.get(name))
        for name in singles
    ]
    if brief:
        made = [replace(one, hint="", tooltip=one.hint) for one in made]
    yield from _in_lines(made, MOST_NUMBERS if brief else 2)


def _single(offers: Offers, key: str, info: FieldInfo, shape: Shape, value: object) -> FieldView:
    name = key.rsplit(".", 1)[-1]
    kind = _KINDS[shape.holds]
    choices = offers.choices.get(key) or _choices(shape)
    if choices:
        kind = FieldKind.CHOICE
    elif name in LONG_TEXTS:
        kind = FieldKind.LONG_TEXT
    return FieldView(
        key,
        offers.titles.get(name) or info.title or title_of(name),
        kind,
        shown(shape, value),
        choices,
        whole(shape.minimum),
        whole(shape.maximum),
        hint_of(info, shape),
        group=offers.headings.get(name, ""),
        half=kind in _SHORT and name not in offers.wide,
    )


def _choices(shape: Shape) -> tuple[Choice, ...]:
    if shape.holds is not Holds.CHOICE:
        return ()
    empty = (no_choice(),) if shape.optional else ()
    flags = {True: Choice(YES, _("Yes")), False: Choice(NO, _("No"))}
    return empty + tuple(
        flags[one] if isinstance(one, bool) else Choice(str(one), title_of(str(one)))
        for one in shape.choices
    )


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
