"""Editing by hand: a combatant's values as a form, and what was changed as the GM's commands.

One form builder for all systems: fields come from the models of combatant and sheet.
"""

from __future__ import annotations

import json
import math
from dataclasses import replace
from typing import TYPE_CHECKING, Literal, get_args, get_origin

from frozendict import frozendict

from gridwar.control.panel_records import Choice
from gridwar.control.sheet_records import FieldKind, FieldView, FormView
from gridwar.engine.gm import SetValue
from gridwar.model.record import Record
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pydantic.fields import FieldInfo

    from gridwar.model.combatant import Combatant
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter, Switches

MOST_NUMBERS = 4
"""Numbers that share a line of a form."""
BODY = ("name", "label", "side", "altitude", "hidden", "locked", "aside", "note")
"""The fields of a combatant itself that the form shows."""


def combatant_form(encounter: Encounter, who: str) -> FormView:
    """Return the form of a combatant: who it is, then its sheet."""
    one = encounter.combatants[who]
    fields = [
        _field(name, type(one).model_fields[name], getattr(one, name), _("Token"))
        for name in BODY
    ]
    sides = tuple(Choice(key, side.name) for key, side in encounter.sides.items())
    fields = [_as_choice(one, sides) if one.key == "side" else one for one in fields]
    fields += list(_fields_of(one.sheet, "sheet", _("Sheet")))
    hint = _("every value, whatever the rules say")
    return FormView(one.name, hint, _in_lines(fields), _("Done"))


def _in_lines(fields: list[FieldView]) -> tuple[FieldView, ...]:
    """Let short fields of one group share lines, a few each."""
    made: list[FieldView] = []
    in_line = 0
    for at, field in enumerate(fields):
        after = fields[at + 1] if at + 1 < len(fields) else None
        may_share = after is not None and field.half and after.half and after.group == field.group
        in_line += 1
        shares = may_share and in_line < (MOST_NUMBERS if field.kind is FieldKind.INT else 2)
        made.append(replace(field, half=shares))
        if not shares:
            in_line = 0
    return tuple(made)


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


def _as_choice(field: FieldView, choices: tuple[Choice, ...]) -> FieldView:
    return replace(field, kind=FieldKind.CHOICE, choices=choices)


def _fields_of(record: Record, path: str, group: str) -> Iterator[FieldView]:
    for name, info in type(record).model_fields.items():
        value = getattr(record, name)
        key = f"{path}.{name}"
        if isinstance(value, Record):
            yield from _fields_of(value, key, _title(name))
        elif isinstance(value, frozendict):
            for inner, number in value.items():
                if isinstance(number, int):
                    yield FieldView(
                        f"{key}.{inner}", _title(inner), FieldKind.INT, str(number),
                        group=_title(name), half=True,
                    )  # fmt: skip
        elif isinstance(value, bool | int | float | str):
            yield _field(key, info, value, group)


def _field(key: str, info: FieldInfo, value: object, group: str) -> FieldView:
    label, hint = _title(key.rsplit(".", 1)[-1]), info.description or ""
    if isinstance(value, bool):
        return FieldView(key, label, FieldKind.FLAG, value, hint=hint, group=group)
    if get_origin(info.annotation) is Literal:
        choices = tuple(Choice(str(one), _title(str(one))) for one in get_args(info.annotation))
        return FieldView(key, label, FieldKind.CHOICE, str(value), choices, hint=hint, group=group)
    if isinstance(value, int):
        return FieldView(
            key, label, FieldKind.INT, str(value), hint=hint, group=group, half=True
        )
    return FieldView(key, label, FieldKind.TEXT, str(value), hint=hint, group=group, half=True)


def _title(name: str) -> str:
    return name.replace("_", " ").capitalize()


def changes(one: Combatant, form: FormView, given: Mapping[str, object]) -> tuple[Command, ...]:
    """Return a GM's command for each value of a form that was changed.

    Args:
        one: The combatant as it was.
        form: The form as it was shown.
        given: The values that came back, by key.
    """
    return tuple(
        SetValue(who=(one.id,), field=key, value=value) for key, value in changed(form, given)
    )


def changed(form: FormView, given: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """Yield the fields of a form that came back with another value: key, and the value as JSON."""
    for field in form.fields:
        value = given.get(field.key, field.value)
        if value != field.value:
            yield field.key, value_json(field, value)


def value_json(field: FieldView, value: object) -> str:
    """Return a form's value as JSON; numbers are written as numbers where they are some."""
    if isinstance(value, str) and field.kind in (FieldKind.INT, FieldKind.TEXT):
        is_text = field.kind is FieldKind.TEXT and _number(str(field.value)) is None
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
