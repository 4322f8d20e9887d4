"""``gridwar schema``: the JSON Schema of scripts, with every system's sheets and commands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from pydantic.json_schema import JsonSchemaMode, models_json_schema

from gridwar.content.pydantic_errors import Generator
from gridwar.engine.play.procedure_of_command import handlers_of
from gridwar.headless.read_script import Script, ScriptCombatant, ScriptStep
from gridwar.systems import systems

if TYPE_CHECKING:
    from pydantic import BaseModel

    from gridwar.model.command import Command

T = TypeVar("T")


def schema() -> dict[str, Any]:
    """Return the JSON Schema of scripts."""
    found = systems().values()
    sheets: tuple[type[BaseModel], ...] = tuple(dict.fromkeys(one.data.sheet for one in found))
    commands = tuple(dict.fromkeys(kind for one in found for kind in handlers_of(one)))
    models: tuple[type[BaseModel], ...] = (Script, ScriptCombatant, ScriptStep, *sheets, *commands)
    mode: JsonSchemaMode = "validation"
    references, whole = models_json_schema(
        [(one, mode) for one in models],
        ref_template="#/$defs/{model}",
        schema_generator=Generator,
    )
    parts = whole["$defs"]
    named = {one: str(references[one, mode]["$ref"]).rpartition("/")[2] for one in models}
    for command in commands:
        _add_kind(parts[named[command]], command)
    _choice(parts[named[ScriptStep]], "command", [{"$ref": _ref(named[one])} for one in commands])
    _choice(parts[named[ScriptCombatant]], "sheet", [_partial(parts[named[one]]) for one in sheets])
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Script of Gridwar",
        "$ref": _ref(named[Script]),
        "$defs": parts,
    }


def _ref(name: str) -> str:
    return f"#/$defs/{name}"


def _add_kind(part: dict[str, Any], command: type[Command]) -> None:
    part["properties"] = {"kind": {"const": command.kind}, **part.get("properties", {})}
    part["required"] = ["kind", *part.get("required", ())]


def _choice(part: dict[str, Any], name: str, choices: list[dict[str, Any]]) -> None:
    """Say what a field that is open to the reader holds, keeping its description."""
    words = part["properties"][name].get("description")
    part["properties"][name] = {**({"description": words} if words else {}), "anyOf": choices}


def _partial(part: dict[str, T]) -> dict[str, T]:
    """Return the schema of some fields of a sheet: none is required."""
    return {key: value for key, value in part.items() if key != "required"}
