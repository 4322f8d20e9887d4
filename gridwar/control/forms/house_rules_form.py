"""The house rules of a fight as a form, and what was changed in a plain form."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import TYPE_CHECKING

from gridwar.control.forms.shapes import Holds, Shape, shape_of
from gridwar.control.forms.values import read, shown
from gridwar.control.records.panel_records import Choice
from gridwar.control.records.popover_records import FieldKind, FieldView, FormView, TableValue
from gridwar.model.switches import switch_infos
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.model.switches import Switches, SwitchInfo


def switches_form(switches: Switches) -> FormView:
    """Return the form of the house rules, as they are chosen now."""
    model = type(switches)
    fields = (
        _field(one, shape_of(model.model_fields[one.name]), getattr(switches, one.name))
        for one in switch_infos(model)
    )
    return FormView(_("House rules"), "", tuple(fields), _("Done"))


_KINDS = {
    Holds.FLAG: FieldKind.FLAG,
    Holds.CHOICE: FieldKind.CHOICE,
    Holds.TABLE: FieldKind.TABLE,
}


def _field(switch: SwitchInfo, shape: Shape | None, value: object) -> FieldView:
    shape = shape or Shape(Holds.TEXT)  # a number that may also be a word is typed
    return FieldView(
        switch.name,
        switch_words(switch.name),
        _KINDS.get(shape.holds, FieldKind.TEXT),
        shown(shape, value),
        tuple(Choice(str(one), choice_words(one)) for one in shape.choices),
        hint=switch.text,
        rule_id=switch.rule,
    )


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
