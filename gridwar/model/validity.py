"""Whether a state is one that its own types allow, asked after it was changed without validation.

``Record.replace`` takes values as they are, so a rule or the GM's word may make a number that the
type refuses; it would be found when the file is read again, too late. Looks only at what differs
from the state before. Owns no type.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from frozendict import frozendict
from pydantic import ValidationError

from gridwar.model.record import Record
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator


def misfit_in(new: Record, old: Record | None) -> str:
    """Return the first value in a changed record that its type refuses; empty where all fit.

    Args:
        new: The record as it is now.
        old: As it was; what is the same object in both is not looked at.

    Returns:
        The path of the field and what is wrong with it.
    """
    return next(_misfits(new, old, ""), "")


def is_text(value: str) -> bool:
    """Tell whether a text can be written: pasted ones may hold half a character."""
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def _misfits(new: Record, old: object, path: str) -> Iterator[str]:
    if new is old:
        return
    fields = {name: getattr(new, name) for name in type(new).model_fields}
    try:
        type(new).model_validate(fields)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(filter(None, (path, *map(str, first["loc"]))))
        yield f"{place}: {first['msg']}"
        return
    for name, value in fields.items():
        before = getattr(old, name, None) if type(old) is type(new) else None
        if value is not before:
            yield from _inside(value, before, f"{path}.{name}" if path else name)


def _inside(value: Any, before: Any, path: str) -> Iterator[str]:
    if isinstance(value, str):
        if not is_text(value):
            yield _("{path}: half a character in it").format(path=path)
    elif isinstance(value, Record):
        yield from _misfits(value, before, path)
    elif isinstance(value, frozendict):
        known = before if isinstance(before, frozendict) else frozendict()
        for key, one in value.items():
            if one is not known.get(key):
                yield from _inside(one, known.get(key), f"{path}.{key}")
    elif isinstance(value, tuple) and any(isinstance(one, Record) for one in value):
        known_ids = {id(one) for one in before} if isinstance(before, tuple) else set()
        for number, one in enumerate(value):
            if id(one) not in known_ids:
                yield from _inside(one, None, f"{path}.{number}")
