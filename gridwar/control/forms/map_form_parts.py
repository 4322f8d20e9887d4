"""What the forms of the map's parts share: one part each, choices in words, heights in its unit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final, TypeVar

from pydantic import Field

from gridwar.control.forms.record_form import FormPart, RecordForm
from gridwar.control.records.panel_records import Choice
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.control.forms.plain_fields import Offers
    from gridwar.model.record import Record
    from gridwar.model.scale import Scale

Height = Annotated[float | None, Field(ge=0.1, le=3000)]
"""In the map's unit; None as the form says."""
_Key = TypeVar("_Key")


def form_of(key: str, shown: Record, offers: Offers) -> RecordForm:
    """Return a form of one part."""
    return RecordForm("", (FormPart(key, shown, offers),), "")


def choices_of(words: Mapping[_Key, str]) -> tuple[Choice, ...]:
    """Return choices by value, in words with a large first letter."""
    return tuple(Choice(str(value), text[:1].upper() + text[1:]) for value, text in words.items())


def height_title(scale: Scale) -> dict[str, str]:
    """Return the title of a field of height, with the map's unit."""
    in_feet, in_metres = _("Height in feet"), _("Height in metres")
    return {"height": in_feet if scale.unit == "ft" else in_metres}


def in_unit(height_m: float | None, scale: Scale) -> float | None:
    """Return a height in the map's unit, to a hundredth."""
    return None if height_m is None else round(height_m / scale.unit_m, 2)


_NOTHING: Final = {"height": None, "foot": 0.0}
"""What the map keeps where a field of height is empty."""


def in_metres(fields: dict[str, Any], scale: Scale) -> dict[str, Any]:
    """Return fields with their heights, where there are some, as the map keeps them."""
    for name, nothing in _NOTHING.items():
        if name in fields:
            height = fields.pop(name)
            fields[f"{name}_m"] = nothing if height is None else height * scale.unit_m
    return fields
