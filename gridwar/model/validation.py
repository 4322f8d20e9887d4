"""Values against the types of their records: one that is set, and those changed without validation.

``Record.replace`` takes values as they are, so a rule or the GM's word may make a number that the
type refuses; it would be found when the file is read again, too late. What is asked then looks only
at what differs from the state before, field by field and entry by entry. Owns no type.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar

from frozendict import frozendict
from pydantic import TypeAdapter, ValidationError

from gridwar.model.clamped_numbers import validated_near
from gridwar.model.combatant import Sheet
from gridwar.model.record import Record
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

R = TypeVar("R", bound=Record)


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
    """Return whether a text can be written: pasted ones may hold half a character."""
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def _misfits(new: Record, old: object, path: str) -> Iterator[str]:
    kind = type(new)
    is_changed = type(old) is kind
    if not is_changed:
        fields = {name: getattr(new, name) for name in kind.model_fields}
        yield from _refused(kind.model_validate, fields, path)
    for name in kind.model_fields:
        value, before = getattr(new, name), getattr(old, name, None) if is_changed else None
        if value is not before:
            place = f"{path}.{name}" if path else name
            yield from _inside(value, before, place)
            if is_changed and (alone := _not_records(value, before)) is not None:
                yield from _refused(_validator(kind, name), alone, place)


def _inside(value: object, before: object, path: str) -> Iterator[str]:
    """Yield what is wrong with the records and texts in a value, its changed entries alone."""
    if isinstance(value, str):
        if not is_text(value):
            yield _("{path}: half a character in it").format(path=path)
    elif isinstance(value, Record):
        yield from _misfits(value, before, path)
    elif isinstance(value, frozendict):
        for key in _changed_keys(value, before):
            known = before.get(key) if isinstance(before, frozendict) else None
            yield from _inside(value[key], known, f"{path}.{key}")
    elif isinstance(value, tuple) and value and isinstance(value[0], Record | str):
        known_ids = {id(one) for one in before} if isinstance(before, tuple) else set()
        for number, one in enumerate(value):
            if id(one) not in known_ids:
                yield from _inside(one, None, f"{path}.{number}")


def _not_records(value: object, before: object) -> object:
    """Return what of a changed value its field has to judge; None where its records are all."""
    if isinstance(value, frozendict):
        changed = {key: value[key] for key in _changed_keys(value, before)}
        if any(isinstance(one, Record | frozendict) for one in changed.values()):
            return None
        return frozendict(changed)
    if isinstance(value, Record) or (isinstance(value, tuple) and Record in map(_root, value)):
        return None
    return value


def _root(value: object) -> type:
    return Record if isinstance(value, Record) else type(value)


def _changed_keys(value: frozendict[object, object], before: object) -> list[object]:
    if not isinstance(before, frozendict):
        return list(value)
    return [key for key, one in value.items() if one is not before.get(key)]


def first_error(error: ValidationError) -> tuple[str, str]:
    """Return the path of the first field that is wrong, and what pydantic says of it."""
    first = error.errors(include_url=False, include_input=False)[0]
    return ".".join(map(str, first["loc"])), first["msg"]


def _refused(validate: Callable[[object], object], value: object, path: str) -> Iterator[str]:
    try:
        validate(value)
    except ValidationError as error:
        place, message = first_error(error)
        yield f"{'.'.join(filter(None, (path, place)))}: {message}"


@lru_cache(maxsize=2000)
def _validator(kind: type[Record], name: str) -> Callable[[object], object]:
    """Return what judges one field of a type by itself."""
    annotation = kind.model_fields[name].rebuild_annotation()
    return TypeAdapter(annotation).validate_python


def with_field(record: R, path: list[str], value: object, *, near: bool = False) -> R:
    """Return a record with the value at a path set, validated by the record's own types.

    Args:
        record: The record.
        path: Its steps name fields, keys of mappings, or places in a tuple (by number or ``id``).
        value: The new value; an object in the place of a sheet is one of the same rules.
        near: A number beyond its bounds is brought to the nearest: it was set before it had them.

    Raises:
        pydantic.ValidationError: The value does not fit.
        KeyError: There is no such place.
    """
    name, *rest = path
    if name not in type(record).model_fields:
        raise KeyError(name)
    validated = validated_near if near else _validated
    old = getattr(record, name)
    if rest:
        value = _replaced(old, rest, value, near=near)
    elif isinstance(old, Sheet) and isinstance(value, dict):
        value = validated(type(old).model_validate, value)
    changed = {key: getattr(record, key) for key in type(record).model_fields}
    return validated(type(record).model_validate, {**changed, name: value})


def _validated(validate: Callable[[object], R], data: object) -> R:
    return validate(data)


def _replaced(old: object, path: list[str], value: object, *, near: bool) -> object:
    if isinstance(old, Record):
        return with_field(old, path, value, near=near)
    name, *rest = path
    if isinstance(old, tuple):
        place = next(
            (n for n, item in enumerate(old) if name in (str(n), getattr(item, "id", None))), None
        )
        if place is None:
            raise KeyError(name)
        item = _replaced(old[place], rest, value, near=near) if rest else value
        return (*old[:place], item, *old[place + 1 :])
    if isinstance(old, frozendict):
        return old.set(name, _replaced(old[name], rest, value, near=near) if rest else value)
    raise KeyError(name)
