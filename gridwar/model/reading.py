"""How the opaque parts of a record are read from JSON: by whoever knows the rule system.

``Combatant.sheet`` and its like are opaque to ``model``. Whoever decodes gives a ``Reader`` as
pydantic's validation context; without one these parts must be records already.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Protocol

from pydantic import BeforeValidator, ValidationInfo

if TYPE_CHECKING:
    from gridwar.model.record import Record

Part = Literal["sheet", "rules", "switches", "settings", "command", "event"]


class Reader(Protocol):
    """Makes records of a rule system's raw data."""

    def read(self, part: Part, raw: dict[str, Any]) -> Record:
        """Return the record of a part; a ``ValueError`` says what is wrong with it."""
        ...


def opaque(part: Part) -> BeforeValidator:
    """Return the validator of a field that holds an opaque part."""

    def read(value: object, info: ValidationInfo) -> object:
        reader: Reader | None = info.context
        return value if reader is None or not isinstance(value, dict) else reader.read(part, value)

    return BeforeValidator(read)
