"""How the opaque parts of a record are read from JSON: by whoever knows the rule system.

``Combatant.sheet`` and its like are opaque to ``model``. Whoever decodes gives a ``Reader`` as
pydantic's validation context; without one these parts must be records already.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Protocol

from pydantic import BeforeValidator, ValidationInfo

from gridwar.model.record import Record

if TYPE_CHECKING:
    from pydantic import JsonValue

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
