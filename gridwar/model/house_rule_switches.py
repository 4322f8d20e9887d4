"""House rules: one frozen model a system, in which each field says all there is to its switch.

Owns the base class, how a switch is declared, and what can be read back of a declaration. The
chosen values belong to the encounter; how they are shown and changed is not decided here.
"""

from __future__ import annotations

from types import UnionType
from typing import TYPE_CHECKING, Literal, TypeVar, Union, get_args, get_origin

from msgspec import Struct
from pydantic import Field

from gridwar.model.record import Record

if TYPE_CHECKING:
    from pydantic.fields import FieldInfo

T = TypeVar("T")

_RULE = "rule"


class Switches(Record):
    """The chosen house rules; each system has its own subclass, every field made by ``switch``."""


def switch(default: T, *, rule: str, text: str) -> T:
    """Declare a house-rule switch: the field of a ``Switches`` class whose type says the values.

    Args:
        default: How Gridwar reads the rule.
        rule: The rule that it bends, by its id in the rulebook's index.
        text: What it decides, in plain words for the game master.
    """
    return Field(default=default, description=text, json_schema_extra={_RULE: rule})


class SwitchInfo(Struct, frozen=True):
    """What a switch says of itself."""

    name: str
    default: object
    rule: str
    text: str
    values: tuple[object, ...]
    """The values that have a name, the default first; a number or a table may have others."""


def switch_infos(model: type[Switches]) -> tuple[SwitchInfo, ...]:
    """Return the switches of a system in their order; none of house rules that nobody can read."""
    return tuple(
        SwitchInfo(
            name,
            field.default,
            str(field.json_schema_extra[_RULE]),
            field.description or "",
            _values(field),
        )
        for name, field in model.model_fields.items()
        if isinstance(field.json_schema_extra, dict) and _RULE in field.json_schema_extra
    )


def _values(field: FieldInfo) -> tuple[object, ...]:
    others = (value for value in _named(field.annotation) if value != field.default)
    return (field.default, *others)


def _named(annotation: object) -> tuple[object, ...]:
    if annotation is bool:
        return (True, False)
    if get_origin(annotation) is Literal:
        return get_args(annotation)
    parts = get_args(annotation) if get_origin(annotation) in (Union, UnionType) else ()
    return tuple(value for part in parts for value in _named(part))
