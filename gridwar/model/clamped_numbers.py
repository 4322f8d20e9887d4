"""Numbers that were accepted once and are beyond their bounds today: brought to the nearest bound.

What a fight already holds must open and be played again, whatever bounds a field has got since;
nothing else of it may be lost for such a number. New input is refused instead (``record``). Whoever
reads says what was changed: see ``noted_in``.
"""

from __future__ import annotations

import contextlib
from contextvars import ContextVar
from math import copysign, isfinite, isnan
from typing import TYPE_CHECKING, Final, TypeVar

from frozendict import frozendict
from pydantic import ValidationError

from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from pydantic_core import ErrorDetails

T = TypeVar("T")

_NOTED: ContextVar[list[str] | None] = ContextVar("_NOTED", default=None)
_BOUNDS: Final = {"greater_than_equal": "ge", "less_than_equal": "le"}
"""Where an error of pydantic names the bound, by its kind; ``gt`` has no nearest number."""
_FARTHEST: Final = 1e300
"""Stands for what is infinite, until the bound is known."""
_ROUNDS: Final = 4
"""What is infinite is brought to a number first, then to its bound; more never helps."""


@contextlib.contextmanager
def noted_in(notes: list[str]) -> Iterator[None]:
    """Add to a list what is brought to its bound inside."""
    before = _NOTED.set(notes)
    try:
        yield
    finally:
        _NOTED.reset(before)


def validated_near(validate: Callable[[object], T], data: object) -> T:
    """Return what becomes of data whose numbers are brought to the nearest bound.

    Args:
        validate: Makes it of data that fit.
        data: JSON data, or values by field.

    Raises:
        pydantic.ValidationError: Something else is wrong with them.
    """
    notes: list[str] = []
    for _round in range(_ROUNDS):
        try:
            found = validate(data)
        except ValidationError as error:
            mended = data
            for one in error.errors(include_url=False):
                mended = _mended(mended, one, notes)
            if mended is data:
                raise
            data = mended
        else:
            noted = _NOTED.get()
            if noted is not None:
                noted += notes
            return found
    return validate(data)


def finite(value: float) -> float:
    """Return a number that ends: a very large one for what is infinite, 0 for what is none."""
    if isfinite(value):
        return value
    return 0.0 if isnan(value) else copysign(_FARTHEST, value)


def _mended(data: object, error: ErrorDetails, notes: list[str]) -> object:
    kind, was = error["type"], error["input"]
    if not isinstance(was, int | float):
        return data  # no number, though it was read as one
    if kind == "finite_number":
        now = finite(was)
    elif kind in _BOUNDS:
        now = error["ctx"][_BOUNDS[kind]]
    else:
        return data
    if isnan(was) or abs(now) < _FARTHEST:  # what is infinite comes back, with its bound
        text = _("{place}: it was {was}, it is {now} now")
        place = ".".join(map(str, error["loc"]))
        notes.append(text.format(place=place, was=f"{was:g}", now=f"{now:g}"))
    return _put(data, error["loc"], now)


def _put(data: object, path: tuple[int | str, ...], value: float) -> object:
    """Return data with a number at a path; steps that name the branch of a union lead nowhere."""
    if isinstance(data, int | float):
        return value
    for at, step in enumerate(path):
        rest = path[at + 1 :]
        if isinstance(data, dict | frozendict) and step in data:
            return _with_key(data, step, _put(data[step], rest, value))
        if isinstance(data, list | tuple) and isinstance(step, int):
            return [*data[:step], _put(data[step], rest, value), *data[step + 1 :]]
    return data


def _with_key(data: Mapping[object, object], key: object, value: object) -> Mapping[object, object]:
    return data if value is data[key] else {**data, key: value}
