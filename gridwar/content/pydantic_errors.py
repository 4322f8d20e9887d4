"""Words for what is wrong in a data file: the file, the key and the nearest right spelling.

Owns the wording of errors in rulebook data, and the JSON Schema that knows the right spellings;
reads no files.
"""

from __future__ import annotations

import difflib
import re
from typing import TYPE_CHECKING, TypeAlias

from pydantic.json_schema import GenerateJsonSchema

from gridwar.errors import ContentError
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from pydantic import BaseModel, JsonValue, ValidationError
    from pydantic.json_schema import JsonSchemaWarningKind
    from pydantic_core import ErrorDetails


_SHORT_LIST = 12
"""So many known words are listed where none is near; more would be noise."""

Schema: TypeAlias = "Mapping[str, object]"
Location: TypeAlias = "tuple[int | str, ...]"


def nearest(word: str, candidates: Iterable[str]) -> str:
    """Say which of the candidates was probably meant, or nothing."""
    known = sorted(set(candidates))
    found = difflib.get_close_matches(word, known, n=1, cutoff=0.6)
    if found:
        return _("; did you mean {word}?").format(word=repr(found[0]))
    if known and len(known) <= _SHORT_LIST:
        return _("; known are {words}").format(words=", ".join(known))
    return ""


def content_error(file: Path, error: ValidationError, model: type[BaseModel]) -> ContentError:
    """Turn a refusal of pydantic's into one error with a line for every problem."""
    lines = explained(error, schema_of(model))
    return ContentError("\n".join(f"{file}: {line}" for line in lines))


def explained(error: ValidationError, schema: Schema) -> tuple[str, ...]:
    """Say a refusal of pydantic's in words, a line for every problem.

    Args:
        error: What pydantic says.
        schema: The JSON Schema of the model, for the nearest right spelling of keys.
    """
    return tuple(
        _explain(details, schema)
        for details in error.errors(include_url=False, include_context=True)
    )


def _explain(details: ErrorDetails, schema: Schema) -> str:
    location = details["loc"]
    key = ".".join(str(part) for part in location) or _("the whole file")
    given = details["input"]
    match details["type"]:
        case "extra_forbidden":
            hint = nearest(str(location[-1]), _keys_at(schema, location[:-1]))
            return _("{key}: unknown key{hint}").format(key=key, hint=hint)
        case "missing":
            return _("{key}: this key is missing").format(key=key)
        case "literal_error" | "enum":
            expected = str(details.get("ctx", {}).get("expected", ""))
            hint = nearest(str(given), re.findall(r"'([^']*)'", expected))
            return _("{key}: {given} is none of {expected}{hint}").format(
                key=key, given=repr(given), expected=expected, hint=hint
            )
        case "string_pattern_mismatch":
            return _("{key}: {given} has the wrong form").format(key=key, given=repr(given))
        case "value_error":
            return f"{key}: {details['msg'].removeprefix('Value error, ')}"
    return _("{key}: {message}, but {given} is given").format(
        key=key, message=details["msg"], given=repr(given)
    )


def _keys_at(schema: Schema, location: Location) -> set[str]:
    """Name the keys a table at this place may have; of the whole model if the place is unclear."""
    nodes = [schema]
    for part in location:
        # A part that leads nowhere is the tag of a union, which is no level of the file.
        nodes = [deeper for node in nodes for deeper in _step(schema, node, part)] or nodes
    return {key for node in _flat(schema, nodes) for key in _table(node, "properties")} or {
        key
        for definition in _table(schema, "$defs").values()
        if isinstance(definition, dict)
        for key in _table(definition, "properties")
    }


def _step(root: Schema, node: Schema, part: int | str) -> list[Schema]:
    found: list[Schema] = []
    for flat in _flat(root, [node]):
        named = _table(flat, "properties").get(str(part))
        deeper = named or flat.get("items" if isinstance(part, int) else "additionalProperties")
        if isinstance(deeper, dict):
            found.append(deeper)
    return found


def _flat(root: Schema, nodes: Iterable[Schema]) -> list[Schema]:
    """Follow references and alternatives until only plain tables are left."""
    flat: list[Schema] = []
    waiting = list(nodes)
    while waiting:
        node = waiting.pop()
        reference = node.get("$ref")
        if isinstance(reference, str):
            target = _table(root, "$defs").get(reference.rpartition("/")[2])
            waiting += [target] if isinstance(target, dict) else []
            continue
        alternatives = [
            choice
            for word in ("anyOf", "oneOf", "allOf")
            for choice in _list(node, word)
            if isinstance(choice, dict)
        ]
        waiting += alternatives
        flat += [] if alternatives else [node]
    return flat


def _table(node: Schema, key: str) -> dict[str, object]:
    value = node.get(key)
    return value if isinstance(value, dict) else {}


def _list(node: Schema, key: str) -> list[object]:
    value = node.get(key)
    return value if isinstance(value, list) else []


class Generator(GenerateJsonSchema):
    """Pydantic's, without a word about defaults that are no JSON (empty mappings)."""

    ignored_warning_kinds: set[JsonSchemaWarningKind] = {  # noqa: RUF012  (pydantic declares it so)
        "skipped-choice",
        "non-serializable-default",
    }


def schema_of(model: type[BaseModel]) -> dict[str, JsonValue]:
    """Return the JSON Schema of one record."""
    return model.model_json_schema(schema_generator=Generator)
