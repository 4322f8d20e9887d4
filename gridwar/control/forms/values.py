"""Values of a form: plain data to what a field shows, what was typed back, what is wrong with it.

What was typed and does not fit stays as it was typed, so that nothing is lost; the record's own
types find what is wrong with it, which is told here in plain words.
"""

from __future__ import annotations

import csv
import difflib
import math
from typing import TYPE_CHECKING

from gridwar.control.forms.shapes import Holds
from gridwar.control.records.form_records import TableValue
from gridwar.control.records.panel_records import Choice
from gridwar.text import _

if TYPE_CHECKING:
    from pydantic.fields import FieldInfo
    from pydantic_core import ErrorDetails

    from gridwar.control.forms.shapes import Shape


FormValue = str | bool | TableValue
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


# --- what is wrong with a value ------------------------------------------------------------------


Problem = tuple[str, str]
"""Words, and the nearest right value (empty where there is none)."""


def explain(error: ErrorDetails, shape: Shape | None) -> Problem:
    """Return what an error of validation says, and what would be right instead.

    Args:
        error: As pydantic tells it.
        shape: What the field holds; None for a whole section.
    """
    kind, given = error["type"], error.get("input")
    limits = error.get("ctx", {})
    if kind in _LIMITS:
        words, name = _LIMITS[kind]
        return _at_limit(_(words), limits[name], kind, shape)
    if kind.startswith(("int", "float")):
        return _no_number(given, shape)
    if kind in ("literal_error", "enum"):
        return _("Choose one of those offered."), _nearest_choice(given, shape)
    if kind in ("missing", "string_too_short"):
        return _("This is required."), ""
    return f"{error['msg'].removeprefix('Value error, ').rstrip('.').capitalize()}.", ""


_LIMITS = {
    "greater_than_equal": ("At least {limit}.", "ge"),
    "greater_than": ("More than {limit}.", "gt"),
    "less_than_equal": ("At most {limit}.", "le"),
    "less_than": ("Less than {limit}.", "lt"),
}


def _at_limit(words: str, limit: float, kind: str, shape: Shape | None) -> Problem:
    nearest = float(limit)
    if kind == "greater_than":
        nearest += 1
    elif kind == "less_than":
        nearest -= 1
    is_single = shape is not None and shape.holds is Holds.NUMBER
    shown = number_text(limit).replace("-", "\u2212")
    return words.format(limit=shown), number_text(nearest) if is_single else ""


def _no_number(given: object, shape: Shape | None) -> Problem:
    whole = shape is not None and shape.is_whole
    words = _("A whole number is needed.") if whole else _("A number is needed.")
    if shape is None or shape.holds is not Holds.NUMBER:
        return words, ""
    found = given if isinstance(given, int | float) else number(_digits(str(given)))
    if not isinstance(found, int | float):
        found = 0
    if whole:
        found = math.floor(found + 0.5)
    low, high = shape.minimum, shape.maximum
    found = max(found, low) if low is not None else found
    found = min(found, high) if high is not None else found
    return words, number_text(float(found))


def _digits(text: str) -> str:
    """Return the first run of a text that could be a number."""
    found = ""
    for letter in text.replace("\u2212", "-"):
        if letter.isdigit() or (letter == "-" and not found) or (letter in ".," and found):
            found += letter
        elif found.strip("-"):
            break
    return found.rstrip(".,")


def _nearest_choice(given: object, shape: Shape | None) -> str:
    if shape is None:
        return ""
    offered = [str(one) for one in shape.choices]
    return next(iter(difflib.get_close_matches(str(given), offered, 1, 0.0)), "")
