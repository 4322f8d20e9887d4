"""The base of everything that is saved: frozen, hashable, refusing unknown keys.

Which kind of record is for what, in the whole tree:

- What is **saved, or read from a file of a user**, is a ``Record`` (pydantic): combatants, sheets,
  maps, commands, house rules, tables of a rulebook. It is validated where it is read, and says by
  field what is wrong.
- **Events** are saved too, but rules make them by the ten thousand and give them what they hold:
  they are msgspec Structs (``model.event_base``), checked only where they are read.
- What **passes between functions** and is never written is a frozen ``msgspec.Struct``: requests,
  results, views. One is declared in a fortieth of a dataclass's time, and there are hundreds.
- A **NamedTuple** is for what is a tuple by nature (cells, points, colours), or is made and
  compared by the ten thousand while odds are worked out.
- A **dataclass** is for what changes while it is built (the notes of a reader), or has fields that
  do not count where values are compared.

The parts of a record that belong to a rule system (``Combatant.sheet`` and its like) are opaque:
whoever decodes gives a ``Reader`` as pydantic's validation context, and without one these parts
must be records already. What commands and events are called on disk is said here too. Owns no data.
"""

from __future__ import annotations

import re
import sys
from functools import lru_cache
from inspect import get_annotations
from typing import TYPE_CHECKING, Annotated, Literal, Protocol, Self, TypeVar, Unpack, get_args

from frozendict import frozendict
from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    ValidationInfo,
)
from pydantic_core import CoreSchema, core_schema

if TYPE_CHECKING:
    from types import CodeType

    from pydantic import JsonValue
    from pydantic.json_schema import JsonSchemaValue


_set = object.__setattr__


class Record(BaseModel):
    """A frozen value; equal by content, hashable all through."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True, allow_inf_nan=False)

    def __init_subclass__(cls, **kwargs: Unpack[ConfigDict]) -> None:
        """Give annotations as types: pydantic would compile each text of each record anew."""
        super().__init_subclass__(**kwargs)
        names = vars(sys.modules[cls.__module__])
        for name, annotation in get_annotations(cls).items():
            if isinstance(annotation, str):
                try:
                    cls.__annotations__[name] = eval(_compiled(annotation), names)
                except NameError:  # of a class within a function, or not there yet: as pydantic may
                    continue

    @classmethod
    def constant(cls, **values: object) -> Self:
        """Return a record of these values and the defaults, taken as they are (no validation).

        For constants of the program itself, which modules hold: to validate one its class would
        build a validator as soon as it is imported.
        """
        defaults = {
            name: field.get_default(call_default_factory=True)
            if field.default_factory
            else field.default
            for name, field in cls.__pydantic_fields__.items()
        }
        record = object.__new__(cls)
        _set(record, "__dict__", defaults | values)
        _set(record, "__pydantic_fields_set__", set(values))
        _set(record, "__pydantic_extra__", None)
        _set(record, "__pydantic_private__", None)
        return record

    def replace(self, **changes: object) -> Self:
        """Return a copy with some fields changed, taken as they are (no validation).

        Only ``model`` and the pure functions that apply events call this. It is ``model_copy`` of a
        record, which has neither extra nor private attributes, in half of its time; which fields
        its maker named is not kept up.
        """
        copy = object.__new__(type(self))
        _set(copy, "__dict__", self.__dict__ | changes)
        _set(copy, "__pydantic_fields_set__", self.__pydantic_fields_set__)
        _set(copy, "__pydantic_extra__", None)
        _set(copy, "__pydantic_private__", None)
        return copy


@lru_cache(maxsize=1 << 12)
def _compiled(annotation: str) -> CodeType:
    return compile(annotation, "<annotation>", "eval")


class _FrozenMapping:
    """Teaches pydantic to read a JSON object into a frozendict, and to write it back."""

    def __get_pydantic_core_schema__(
        self, source: object, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        key, value = get_args(source)
        plain = core_schema.dict_schema(
            handler.generate_schema(key), handler.generate_schema(value)
        )
        return core_schema.no_info_before_validator_function(
            _as_dict,
            core_schema.no_info_after_validator_function(frozendict, plain),
            serialization=core_schema.wrap_serializer_function_ser_schema(
                lambda value, inner: inner(dict(value)), schema=plain
            ),
        )

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        return handler(schema["schema"]["schema"])


def _as_dict(value: object) -> object:
    return dict(value) if isinstance(value, frozendict) else value


K = TypeVar("K")
V = TypeVar("V")

FrozenMap = Annotated[frozendict[K, V], _FrozenMapping()]
"""A hashable mapping, a JSON object on disk."""


_CAPITAL = re.compile(r"(?<!^)(?=[A-Z])")


def kind_of(kind: type) -> str:
    """Return the name on disk of a class; empty for a base, whose name begins with ``_``."""
    if kind.__name__.startswith("_"):
        return ""
    name = _CAPITAL.sub("_", kind.__name__).lower()
    path = kind.__module__.split(".")
    return f"{path[2]}.{name}" if path[:2] == ["gridwar", "systems"] else name


Part = Literal["sheet", "rules", "switches", "settings", "command", "event"]


class Reader(Protocol):
    """Makes records of a rule system's raw data."""

    def read(self, part: Part, raw: dict[str, JsonValue]) -> Record:
        """Return the record of a part; a ``ValueError`` says what is wrong with it."""
        ...


def opaque(part: Part) -> BeforeValidator:
    """Return the validator of a field that holds an opaque part."""

    def read(value: object, info: ValidationInfo) -> object:
        reader: Reader | None = info.context
        if reader is None:
            return value
        if isinstance(value, dict):
            return reader.read(part, value)
        return reader.read(part, {}) if _is_bare(value) else value

    return BeforeValidator(read)


def _is_bare(value: object) -> bool:
    """Return whether a value is what a part has by default: a record that no system knows."""
    return isinstance(value, Record) and not type(value).model_fields
