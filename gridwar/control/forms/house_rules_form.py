"""The house rules of a fight as a form, and what was changed in a plain form."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal, get_args, get_origin

from msgspec.structs import replace

from gridwar.control.forms.shapes import Holds, Shape, shape_of
from gridwar.control.forms.values import read, shown
from gridwar.control.records.panel_records import Choice
from gridwar.control.records.popover_records import FieldKind, FieldView, FormView, TableValue
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pydantic.fields import FieldInfo

    from gridwar.model.encounter import Switches


def switches_form(switches: Switches, texts: Mapping[str, tuple[str, str]]) -> FormView:
    """Return the form of the house rules.

    Args:
        switches: As they are chosen now.
        texts: What each means and its rule, by name.
    """
    fields = []
    for name, info in type(switches).model_fields.items():
        text, rule = texts.get(name, ("", ""))
        made = _field(name, info, getattr(switches, name), "")
        fields.append(_explained(made, text, rule))
    return FormView(_("House rules"), "", tuple(fields), _("Done"))


def _explained(made: FieldView, text: str, rule: str) -> FieldView:
    return replace(made, hint=text, rule_id=rule, half=False)


def _field(key: str, info: FieldInfo, value: object, group: str) -> FieldView:
    label, hint = switch_words(key.rsplit(".", 1)[-1]), info.description or ""
    if isinstance(value, bool):
        return FieldView(key, label, FieldKind.FLAG, value, hint=hint, group=group)
    if get_origin(info.annotation) is Literal:
        choices = tuple(Choice(str(one), choice_words(one)) for one in get_args(info.annotation))
        return FieldView(key, label, FieldKind.CHOICE, str(value), choices, hint=hint, group=group)
    shape = shape_of(info)
    if shape is not None and shape.holds is Holds.TABLE:
        table = shown(shape, value)
        return FieldView(key, label, FieldKind.TABLE, table, hint=hint, group=group)
    if info.annotation is int:
        return FieldView(key, label, FieldKind.INT, str(value), hint=hint, group=group, half=True)
    return FieldView(key, label, FieldKind.TEXT, str(value), hint=hint, group=group, half=True)


_SHORT = {
    "ap": "AP",
    "aap": "AAP",
    "dc": "DC",
    "sv": "SV",
    "dm": "DM",
    "eor": "end-of-round effects",
    "crit": "critical",
    "followup": "follow-up",
    "headon": "head-on",
}
"""Words of keys that people write otherwise."""


def switch_words(name: str) -> str:
    """Return what a house rule is called."""
    words = [_SHORT.get(word, word) for word in name.split("_")]
    whole = " ".join(words)
    return whole[:1].upper() + whole[1:]


def choice_words(value: object) -> str:
    """Return what is chosen in a house rule."""
    if isinstance(value, bool):
        return _("on") if value else _("off")
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {number}" for name, number in value.items())
    metrics = {
        "chebyshev": _("A diagonal counts 1"),
        "alternating": _("Diagonals count 1 and 2 in turn"),
        "euclid_nearest": _("As long as the straight line, rounded"),
        "euclid_floor": _("As long as the straight line, rounded down"),
        "manhattan": _("A diagonal counts 2"),
    }
    return metrics.get(str(value)) or switch_words(str(value))


def changed(form: FormView, given: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """Yield the fields of a form that came back with another value: key, and the value as JSON."""
    for field in form.fields:
        value = given.get(field.key, field.value)
        if value != field.value:
            yield field.key, value_json(field, value)


def value_json(field: FieldView, value: object) -> str:
    """Return a form's value as JSON; numbers are written as numbers where they are some."""
    if isinstance(value, TableValue):
        return json.dumps(read(Shape(Holds.TABLE, of_numbers=True), value))
    if isinstance(value, str) and field.kind is not FieldKind.LONG_TEXT:
        is_text = field.kind is not FieldKind.INT and _number(str(field.value)) is None
        number = _number(value.replace("\u2212", "-"))
        if not is_text and number is not None:
            return json.dumps(number)
    return json.dumps(value)


def _number(text: str) -> int | float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    if not math.isfinite(number):
        return None
    return int(number) if number.is_integer() else number
