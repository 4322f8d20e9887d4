"""What is wrong with what was typed in a form: in words, at which field, and the nearest right."""

from __future__ import annotations

import difflib
import math
from typing import TYPE_CHECKING

from msgspec.structs import replace
from pydantic import ValidationError

from gridwar.control.forms.field_types import Holds, Shape
from gridwar.control.forms.paths_and_defaults import step_of, ways_to
from gridwar.control.forms.value_texts import number, number_text
from gridwar.control.records.form_records import FieldKind, FieldView, every_field
from gridwar.storage.json_codec import data_of
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pydantic_core import ErrorDetails

    from gridwar.control.forms.layout_builder import PlacedSection
    from gridwar.control.forms.value_texts import FormValue, Problem
    from gridwar.model.record import Record


def count_words(count: int) -> str:
    """Say how many errors a form has."""
    return ngettext("One value does not fit yet.", "{n} values do not fit yet.", count).format(
        n=count
    )


def filled(
    view: FieldView, typed: Mapping[str, FormValue], places: Mapping[str, Problem]
) -> FieldView:
    """Return a field, and those in its rows, with what was typed and what is wrong with it."""
    error, suggestion = places.get(view.key, ("", ""))
    rows = tuple(
        replace(
            row,
            fields=tuple(filled(one, typed, places) for one in row.fields),
            more=tuple(filled(one, typed, places) for one in row.more),
            error=places.get(row.key, ("", ""))[0],
        )
        for row in view.rows
    )
    value = typed.get(view.key, view.value)
    return replace(view, value=value, error=error, suggestion=suggestion, rows=rows)


def places_of(
    problems: Mapping[str, Problem],
    views: tuple[FieldView, ...],
    sections: tuple[PlacedSection, ...],
) -> dict[str, Problem]:
    """Return each problem at what is shown for it: the field, its row, or its folded section."""
    keys = {one.key for one in every_field(views) if one.kind is not FieldKind.ROWS}
    keys |= {row.key for one in every_field(views) for row in one.rows}
    found: dict[str, Problem] = {}
    for key, problem in problems.items():
        places = (*ways_to(key), section_of(sections, key))
        place = next((one for one in places if one in keys), None)
        if place is not None:
            found.setdefault(place, problem if place == key else (problem[0], ""))
    return found


def section_of(sections: tuple[PlacedSection, ...], key: str) -> str:
    """Return the key of the section that has a field; empty where none has."""
    best = max(sections, key=lambda one: one.covers(key), default=None)
    return best.key if best is not None and best.covers(key) else ""


def misfits_of(
    model: type[Record],
    data: Mapping[str, object],
    root: str,
    shape_near: Callable[[str], Shape | None],
) -> dict[str, Problem]:
    """Return what does not fit in the plain data of a record, by key.

    Args:
        model: Its model.
        data: What stands in it.
        root: Under which key.
        shape_near: Returns what the field at a key holds, or the nearest around it.
    """
    found: dict[str, Problem] = {}
    try:
        model.model_validate(data)
    except ValidationError as error:
        for one in error.errors(include_url=False):
            key = ".".join((root, *(step_of(str(step)) for step in one["loc"])))
            found.setdefault(key, explain(one, shape_near(key)))
    return found


def fitting(
    record: Record, data: Mapping[str, object], root: str, problems: Mapping[str, Problem]
) -> tuple[Record, list[str]]:
    """Return a record with what fits of plain data, and the names of the fields that differ.

    Args:
        record: As it was.
        data: What is to stand in it.
        root: Under which key it stands.
        problems: What does not fit, by key.
    """
    before, fits = data_of(record), dict(data)
    for place in problems:
        of, *steps = place.split(".")
        if of == root and steps:
            fits[steps[0]] = before[steps[0]]
    made = type(record).model_validate(fits)
    return made, [name for name in fits if fits[name] != before[name]]


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
