"""Values of a form as text: plain data to what a field shows, and what was typed back.

What was typed and does not fit stays as it was typed, so that nothing is lost; the record's own
types find what is wrong with it, which `form_problems` tells.
"""

from __future__ import annotations

import csv
import math
from typing import TYPE_CHECKING

from gridwar.control.forms.field_types import Holds
from gridwar.control.records.form_records import TableValue
from gridwar.control.records.panel_records import Choice
from gridwar.text import _

if TYPE_CHECKING:
    from pydantic.fields import FieldInfo

    from gridwar.control.forms.field_types import Shape


FormValue = str | bool | TableValue
Problem = tuple[str, str]
"""What is wrong with a value: words, and the nearest right value (empty where there is none)."""
YES, NO = "yes", "no"
LONG_TEXTS = frozenset({"note"})
"""Fields of several lines, by their own names."""


def shown(shape: Shape, value: object) -> FormValue:
    """Return what a field shows of a value."""
    match shape.holds:
        case Holds.FLAG:
            return bool(value)
        case Holds.TABLE:
            found = value if isinstance(value, dict) else {}
            rows = tuple((str(key), number_text(one)) for key, one in found.items())
            return TableValue(table_columns(), rows)
        case Holds.TEXTS:
            return joined(tuple(map(number_text, value if isinstance(value, list) else ())))
        case Holds.CHOICE:
            return choice_id(value)
        case _:
            return "" if value is None else number_text(value)


def table_columns() -> tuple[str, str]:
    """Return the titles of a table of values by name."""
    return _("Name"), _("Value")


def choice_id(value: object) -> str:
    """Return the id of a choice."""
    if isinstance(value, bool):
        return YES if value else NO
    return "" if value is None else str(value)


def number_text(value: object) -> str:
    """Write a number in the usual way; texts stay what they are."""
    if isinstance(value, float) and math.isfinite(value):
        return str(int(value)) if value.is_integer() else repr(value)
    return str(value)


def joined(texts: tuple[str, ...]) -> str:
    """Write several texts in one line; one with a comma stands in quotes."""
    return ", ".join(
        '"' + one.replace('"', '""') + '"' if _needs_quotes(one) else one for one in texts
    )


def _needs_quotes(text: str) -> bool:
    return text != text.strip() or not text or any(mark in text for mark in ',"')


def split(text: str) -> list[str]:
    """Read what ``joined`` wrote."""
    if not text.strip():
        return []
    return [one for one in next(csv.reader([text], skipinitialspace=True)) if one or '""' in text]


def read(shape: Shape, value: FormValue) -> object:
    """Return the plain data that something typed means; what means nothing stays as typed."""
    match shape.holds:
        case Holds.TABLE:
            assert isinstance(value, TableValue)
            rows = ((row[0].strip(), row[1]) for row in value.rows)
            return {
                name: number(one) if shape.of_numbers else one for name, one in rows if name or one
            }
        case Holds.FLAG:
            return bool(value)
        case Holds.CHOICE:
            by_id = {choice_id(one): one for one in shape.choices}
            return by_id.get(str(value), None if shape.optional and value == "" else value)
        case Holds.TEXTS:
            return [number(one) if shape.of_numbers else one for one in split(str(value))]
        case Holds.NUMBER:
            text = str(value).strip()
            return None if shape.optional and not text else number(text)
        case _:
            return None if shape.optional and value == "" else str(value)


def number(text: str) -> int | float | str:
    """Return the number that a text means, with any kind of minus; else the text itself."""
    plain = text.strip().replace("\u2212", "-").replace(",", ".")
    try:
        return int(plain)
    except ValueError:
        pass
    try:
        found = float(plain)
    except ValueError:
        return text
    if not math.isfinite(found):
        return text
    return int(found) if found.is_integer() else found


# --- of any field --------------------------------------------------------------------------------


def hint_of(info: FieldInfo, shape: Shape) -> str:
    """Return what a field is told to mean, and how several texts are written."""
    several = _("Separate several with commas.") if shape.holds is Holds.TEXTS else ""
    return " ".join(filter(None, (info.description, several)))


def whole(bound: float | None) -> int | None:
    """Return a bound that is a whole number; None for any other."""
    return int(bound) if bound is not None and bound.is_integer() else None


def no_choice() -> Choice:
    """Return the choice of nothing."""
    return Choice("", _("\u2013 none \u2013"))
