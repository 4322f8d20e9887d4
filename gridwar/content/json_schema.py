"""The JSON Schema of our records: pydantic's, with what it cannot know of frozen mappings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic.json_schema import GenerateJsonSchema

if TYPE_CHECKING:
    from pydantic import BaseModel, JsonValue
    from pydantic.json_schema import JsonSchemaWarningKind


class Generator(GenerateJsonSchema):
    """Pydantic's, without a word about defaults that are no JSON (empty mappings)."""

    ignored_warning_kinds: set[JsonSchemaWarningKind] = {  # noqa: RUF012  (pydantic declares it so)
        "skipped-choice",
        "non-serializable-default",
    }


def schema_of(model: type[BaseModel]) -> dict[str, JsonValue]:
    """Return the JSON Schema of one record."""
    return model.model_json_schema(schema_generator=Generator)
