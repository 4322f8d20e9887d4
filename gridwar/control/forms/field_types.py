"""What kind of value a field of a record holds, read from its model: for the form builder.

Knows types and bounds; knows neither texts for the user nor widgets.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Annotated, Literal, Union, get_args, get_origin

from annotated_types import Ge, Gt, Le, Lt
from msgspec import Struct
from msgspec.structs import replace

from gridwar.model.combatant_references import Reference
from gridwar.model.record import Record

if TYPE_CHECKING:
    from pydantic.fields import FieldInfo


class Holds(StrEnum):
    """The kinds of values that forms know."""

    FLAG = "flag"
    NUMBER = "number"
    TEXT = "text"
    CHOICE = "choice"
    TEXTS = "texts"
    """Several texts or numbers, in one line."""
    TABLE = "table"
    """Values by name."""
    RECORD = "record"
    RECORDS = "records"


class Shape(Struct, frozen=True):
    """What a field holds.

    Attributes:
        optional: it may be empty.
        record: the model of RECORD and RECORDS.
        choices: the values of CHOICE.
        is_whole: of NUMBER, and of the values of TEXTS and TABLE: a whole number.
        of_numbers: TEXTS or TABLE hold numbers.
        of_combatant: the text, or each of several, is the id of a combatant.
    """

    holds: Holds
    optional: bool = False
    record: type[Record] | None = None
    choices: tuple[str | int, ...] = ()
    is_whole: bool = False
    of_numbers: bool = False
    of_combatant: bool = False
    minimum: float | None = None
    maximum: float | None = None


class Node(Struct, frozen=True):
    """Where a key leads.

    Attributes:
        shape: what is held there.
        info: the field; that of the mapping for one value of it.
        field: the field's own name.
        name: the name in the mapping; None for a field.
    """

    shape: Shape
    info: FieldInfo
    field: str
    name: str | None = None


def shape_of(info: FieldInfo) -> Shape | None:
    """Return what a field holds; None for kinds that no form shows."""
    annotation, optional = _without_none(info.annotation)
    annotation, metadata = _plain(annotation, tuple(info.metadata))
    low = next((_bound(one) for one in metadata if isinstance(one, Ge | Gt)), None)
    high = next((_bound(one) for one in metadata if isinstance(one, Le | Lt)), None)
    found = _shape(annotation, optional=optional, low=low, high=high)
    if found is not None and found.holds is Holds.TEXT and _names_somebody(metadata):
        return replace(found, of_combatant=True)
    return found


def _without_none(annotation: object) -> tuple[object, bool]:
    if get_origin(annotation) in (Union, UnionType):
        rest = [one for one in get_args(annotation) if one is not NoneType]
        if len(rest) == 1:
            return rest[0], True
    return annotation, False


def _plain(annotation: object, metadata: tuple[object, ...]) -> tuple[object, tuple[object, ...]]:
    if get_origin(annotation) is Annotated:
        inner, *more = get_args(annotation)
        return inner, (*metadata, *more)
    return annotation, metadata


def _names_somebody(metadata: tuple[object, ...]) -> bool:
    return any(isinstance(one, Reference) for one in metadata)


def _bound(one: Ge | Gt | Le | Lt) -> float | None:
    for name in ("ge", "gt", "le", "lt"):
        found = getattr(one, name, None)
        if isinstance(found, int | float):
            return float(found)
    return None


_SCALARS = {bool: Holds.FLAG, int: Holds.NUMBER, float: Holds.NUMBER, str: Holds.TEXT}


def _shape(
    annotation: object, *, optional: bool, low: float | None, high: float | None
) -> Shape | None:
    origin = get_origin(annotation)
    if literals := _literals(annotation):
        return Shape(Holds.CHOICE, optional, choices=literals)
    if annotation is bool and optional:
        return Shape(Holds.CHOICE, optional=True, choices=(True, False))
    if isinstance(annotation, type) and issubclass(annotation, StrEnum):
        return Shape(Holds.CHOICE, optional, choices=tuple(one.value for one in annotation))
    if isinstance(annotation, type) and issubclass(annotation, Record):
        return Shape(Holds.RECORD, optional, record=annotation)
    if isinstance(annotation, type) and annotation in _SCALARS:
        holds, whole = _SCALARS[annotation], annotation is int
        return Shape(holds, optional, is_whole=whole, minimum=low, maximum=high)
    if origin in (tuple, frozenset):
        return _several(get_args(annotation)[0])
    if isinstance(origin, type) and issubclass(origin, Mapping):
        key, value = (_plain(one, ())[0] for one in get_args(annotation))
        if key is str and value in (str, int, float):
            number = value in (int, float)
            return Shape(Holds.TABLE, is_whole=value is int, of_numbers=number)
    return None


def _literals(annotation: object) -> tuple[str | int, ...]:
    parts = get_args(annotation) if get_origin(annotation) in (Union, UnionType) else (annotation,)
    if any(get_origin(one) is not Literal for one in parts):
        return ()
    return tuple(value for one in parts for value in get_args(one))


def _several(inner: object) -> Shape | None:
    inner, metadata = _plain(inner, ())
    if isinstance(inner, type) and issubclass(inner, Record):
        return Shape(Holds.RECORDS, record=inner)
    if inner in (str, int, float):
        return Shape(
            Holds.TEXTS,
            is_whole=inner is int,
            of_numbers=inner in (int, float),
            of_combatant=_names_somebody(metadata),
        )
    if get_origin(inner) is Literal:
        return Shape(Holds.TEXTS)
    return None
