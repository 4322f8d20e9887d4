"""References to combatants: fields that hold ids, marked as such, and cleared when somebody goes.

A field says by its type that it holds the id of a combatant (``CombatantId``, also inside tuples,
sets, mappings and unions). That is all a rule system has to do: whoever is removed for good is
then forgotten everywhere by ``forgotten``. Owns no record.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from types import UnionType
from typing import Annotated, Final, TypeVar, Union, get_args, get_origin

from frozendict import frozendict
from msgspec import Struct
from pydantic_core import PydanticUndefined

from gridwar.model.record import Record

R = TypeVar("R", bound=Record)


_Told = Callable[[str], "str | None"]
"""Tells of an id which one stands in its place from now on; None: its combatant is gone."""


class Reference(Struct, frozen=True):
    """Marks a text that names combatants.

    Attributes:
        put: Returns the text with other ids in it, each told by the id that stands there.
        essential: Without the one it names, the record that holds the field has no meaning.
    """

    put: Callable[[str, Callable[[str], str]], str]
    essential: bool = False

    def ids(self, text: str) -> tuple[str, ...]:
        """Return which ids the text names."""
        found: list[str] = []

        def note(who: str) -> str:
            found.append(who)
            return who

        self.put(text, note)
        return tuple(found)


def _itself(text: str, put: Callable[[str], str]) -> str:
    return put(text)


def _two_ids(separator: str) -> Callable[[str, Callable[[str], str]], str]:
    def both(text: str, put: Callable[[str], str]) -> str:
        first, found, second = text.partition(separator)
        return f"{put(first)}{separator}{put(second)}" if found else text

    return both


def _scope(text: str, put: Callable[[str], str]) -> str:
    """Put the one whom a key such as ``guard:dodge`` is of; a side and all (``*``) are nobody."""
    scope, colon, window = text.rpartition(":")
    is_nobody = scope in ("", "*") or scope.startswith("side:")
    return text if is_nobody else f"{put(scope)}{colon}{window}"


CombatantId = Annotated[str, Reference(_itself)]
"""The id of a combatant. Where it is gone the field gets its default; without one, the record that
holds it goes too."""
EssentialId = Annotated[str, Reference(_itself, essential=True)]
"""The id of a combatant without whom the record that holds it means nothing, default or not."""
PairByColon = Annotated[str, Reference(_two_ids(":"))]
"""Two combatants, ``A:B``."""
PairByArrow = Annotated[str, Reference(_two_ids(">"))]
"""Two combatants, ``A>B``."""
ScopedKey = Annotated[str, Reference(_scope)]
"""A key of somebody, ``who:what``."""


class _Gone:
    """What is left of a value that named only somebody who is gone."""

    def __init__(self, *, essential: bool) -> None:
        self.essential = essential


_GONE: Final = _Gone(essential=False)
_ESSENTIAL_GONE: Final = _Gone(essential=True)
_Clear = Callable[[object, _Told], object]
"""Returns a value with the ids that are told: the same object where they stay, or a ``_Gone``."""


def forgotten(record: R, is_gone: Callable[[str], bool]) -> R | None:
    """Return a record without any reference to those who are gone; the same where it has none.

    Args:
        record: The record, with all that is inside it.
        is_gone: Tells of an id whether its combatant is gone.

    Returns:
        The record; None where it means nothing without them.
    """
    found = _cleared(record, lambda who: None if is_gone(who) else who)
    return None if isinstance(found, _Gone) else found


def renamed(record: R, names: Mapping[str, str]) -> R:
    """Return a record in which all references to some name others.

    Args:
        record: The record, with all that is inside it.
        names: The ids that stand there from now on, by those that stand there.
    """
    found = _cleared(record, lambda who: names.get(who, who))
    return record if isinstance(found, _Gone) else found  # nobody is told to be gone


def _clear_record(record: object, told: _Told) -> object:
    return _cleared(record, told) if isinstance(record, Record) else record


def _cleared(record: R, told: _Told) -> R | _Gone:
    changes = {}
    for name, clear, default in _fields(type(record)):
        old = getattr(record, name)
        new = clear(old, told)
        if isinstance(new, _Gone):
            if new.essential or default is PydanticUndefined:
                return _GONE
            new = default
        if new is not old:
            changes[name] = new
    return record.replace(**changes) if changes else record


@lru_cache(maxsize=2000)
def _fields(record_type: type[Record]) -> tuple[tuple[str, _Clear, object], ...]:
    """Return the fields of a type that may hold references: name, how to clear it, default."""
    found = []
    for name, field in record_type.model_fields.items():
        marks = [one for one in field.metadata if isinstance(one, Reference)]
        clear = _of_text(marks[0]) if marks else _clearer(field.annotation)
        if clear is not None:
            default = field.get_default(call_default_factory=True, validated_data={})
            found.append((name, clear, default))
    return tuple(found)


def _clearer(annotation: object) -> _Clear | None:
    """Return how values of an annotation are cleared; None where they hold no reference."""
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        marks = [one for one in arguments[1:] if isinstance(one, Reference)]
        return _of_text(marks[0]) if marks else _clearer(arguments[0])
    if isinstance(annotation, type) and issubclass(annotation, Record):
        is_closed = not annotation.__subclasses__()
        return None if is_closed and not _fields(annotation) else _clear_record
    inner = [_clearer(one) for one in arguments if one is not Ellipsis]
    if not any(inner):
        return None
    if origin in (tuple, frozenset) and len(inner) in (1, inner.count(inner[0])):
        return _of_many(inner[0]) if inner[0] is not None else None
    if origin is frozendict:
        return _of_mapping(inner[0], inner[1])
    if origin in (Union, UnionType):
        known = [one for one in inner if one is not None]
        return _of_union(known, has_none=type(None) in arguments)
    raise TypeError(f"references inside {annotation} cannot be cleared")


def _of_text(mark: Reference) -> _Clear:
    gone = _ESSENTIAL_GONE if mark.essential else _GONE

    def clear(value: object, told: _Told) -> object:
        if not isinstance(value, str):
            return value
        if any(told(who) is None for who in mark.ids(value)):
            return gone
        put = mark.put(value, lambda who: told(who) or who)
        return value if put == value else put

    return clear


def _of_many(inner: _Clear) -> _Clear:
    def clear(values: object, told: _Told) -> object:
        if not isinstance(values, tuple | frozenset):  # the other half of a union
            return values
        kept = [inner(one, told) for one in values]
        if all(new is old for new, old in zip(kept, values, strict=True)):
            return values
        return type(values)(one for one in kept if not isinstance(one, _Gone))

    return clear


def _of_mapping(of_key: _Clear | None, of_value: _Clear | None) -> _Clear:
    def clear(values: object, told: _Told) -> object:
        if not isinstance(values, frozendict):
            return values
        kept = {
            (of_key(key, told) if of_key else key): (of_value(one, told) if of_value else one)
            for key, one in values.items()
        }
        pairs = zip(kept.items(), values.items(), strict=False)
        if len(kept) == len(values) and all(a is c and b is d for (a, b), (c, d) in pairs):
            return values
        return frozendict(
            {
                key: one
                for key, one in kept.items()
                if not isinstance(key, _Gone) and not isinstance(one, _Gone)
            }
        )

    return clear


def _of_union(inner: list[_Clear], *, has_none: bool) -> _Clear:
    def clear(value: object, told: _Told) -> object:
        for one in inner:
            found = one(value, told)
            if isinstance(found, _Gone):
                return None if has_none and not found.essential else found
            if found is not value:
                return found
        return value

    return clear
