"""Scripts: a fight and what is done in it, as JSON. Owns their form, not the playing."""

from __future__ import annotations

from pathlib import PurePosixPath, PureWindowsPath
from typing import TYPE_CHECKING, Literal

from frozendict import frozendict
from pydantic import ConfigDict, Field, ValidationError

from gridwar.bounded_read import read_bounded
from gridwar.content.pydantic_errors import explained, nearest, schema_of
from gridwar.engine.play.procedure_of_command import handlers_of
from gridwar.errors import ScriptError
from gridwar.formats.picture_headers_and_limits import (
    MOST_SIDE_PX,
    USUAL_PIXELS_PER_CELL,
    map_from_picture,
    read_picture,
)
from gridwar.model.battlemap import BattleMap
from gridwar.model.combatant import Combatant
from gridwar.model.command import Answer
from gridwar.model.encounter import Encounter, Side
from gridwar.model.geometry import Cell
from gridwar.model.record import FrozenMap, Record
from gridwar.storage.json_codec import Codec, Misfit, data_of, plain
from gridwar.systems import find_system
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from pydantic import BaseModel, JsonValue

    from gridwar.engine.kit.rule_system import System
    from gridwar.model.command import Command

MOST_BYTES = 64 << 20
MOST_STEPS = 10_000
"""So far a step goes back or forth, and so many steps a script has."""
MOST_COMBATANTS = 1000
EXAMPLE: Mapping[str, JsonValue] = {
    "system": "cepheus",
    "map": {"width": 24, "height": 12},
    "combatants": [
        {"id": "ada", "sample": "marine", "name": "Ada", "pos": [2, 5]},
        {"id": "tug", "sample": "brawler", "name": "Tug", "pos": [9, 5], "sheet": {"armor": 0}},
    ],
    "dice": [6, 5, 2, 3, 6, 6, 1, 2, 3, 4],
    "commands": [
        {"command": {"kind": "begin_fight"}},
        {
            "command": {
                "kind": "cepheus.attack",
                "actor": "ada",
                "target": "tug",
                "weapon": "gauss_rifle",
            },
            "answers": {"reaction of tug": "none", "first wound": "strength"},
        },
        {"undo": 1},
    ],
}
"""What the schema shows; a test plays it."""


class _Part(Record):
    """A part of a script; what stands under a field also stands in the schema."""

    model_config = ConfigDict(use_attribute_docstrings=True)


class ScriptCombatant(_Part):
    """A combatant to put on the board: a sample of the system, or a blank one, with changes."""

    id: str
    sample: str = ""
    """Id of one of the system's sample combatants; empty for a blank sheet."""
    name: str = ""
    side: str = ""
    pos: Cell | None = None
    fields: FrozenMap[str, object] = frozendict()
    """Other fields of a combatant, such as ``altitude`` or ``facing_deg``."""
    sheet: FrozenMap[str, object] = frozendict()
    """Fields of the system's sheet; those left out stay as they are."""


class ScriptStep(_Part):
    """One thing to do: a command with the replies it will want, or so many undos or redos."""

    command: FrozenMap[str, object] | None = None
    """The command's JSON with its ``kind``, as in an exported fight."""
    answers: FrozenMap[str, Answer | tuple[int, ...] | str] = frozendict()
    """By key of the question or roll (its last part is enough): the id of an option, an answer,
    or faces of dice."""
    expect: Literal["accepted", "asking", "refused"] = "accepted"
    """What has to come of it; anything else ends the script with an error."""
    undo: int = Field(default=0, ge=0, le=MOST_STEPS)
    """So many steps back, before the command."""
    redo: int = Field(default=0, ge=0, le=MOST_STEPS)
    """So many steps forth again, before the command."""


class Script(_Part):
    """A fight and what is done in it."""

    model_config = ConfigDict(json_schema_extra={"examples": [dict(EXAMPLE)]})

    system: str
    """Id of the rule system."""
    title: str = ""
    map: BattleMap = BattleMap()
    """As in an exported fight; what is left out is a blank page of 30 x 20 cells."""
    picture: str = ""
    """A picture to lay under the map, its place seen from the script; without a map it is one."""
    pixels_per_cell: float = Field(default=USUAL_PIXELS_PER_CELL, ge=1, le=MOST_SIDE_PX)
    """How long the side of a cell is on the picture."""
    sides: FrozenMap[str, Side] | None = None
    switches: FrozenMap[str, object] = frozendict()
    """House rules that differ from their defaults."""
    combatants: tuple[ScriptCombatant, ...] = Field(default=(), max_length=MOST_COMBATANTS)
    commands: tuple[ScriptStep, ...] = Field(default=(), max_length=MOST_STEPS)
    dice: tuple[int, ...] | None = None
    """Faces in the order they are rolled; without them the program rolls by ``seed``."""
    seed: int = 0
    defaults: bool = False
    """Take the default of every question that a step neither answers nor expects to stay open."""


def read_script(path: Path) -> Script:
    """Read a script.

    Raises:
        ScriptError: It cannot be read or does not fit; the message names file and place.
    """
    try:
        raw = read_bounded(path, MOST_BYTES, pipe=True)
    except OSError as error:
        text = _("{path} cannot be read: {why}.")
        raise ScriptError(text.format(path=path, why=error.strerror or error)) from error
    try:
        script = Script.model_validate(plain(raw))
    except ValidationError as error:
        lines = explained(error, schema_of(Script))
        raise ScriptError("\n".join(f"{path}: {line}" for line in lines)) from error
    except Misfit as misfit:
        raise ScriptError(f"{path}: {misfit}") from misfit
    return _on_picture(script, path) if script.picture else script


def _on_picture(script: Script, path: Path) -> Script:
    """Lay the map of a script on its picture.

    Raises:
        MapError: There is none that can be used.
        ScriptError: It would be sought elsewhere than beside the script.
    """
    if not _stays_beside(script.picture):
        text = _("{path}: picture: {picture} must lie in the folder of the script, or below it.")
        raise ScriptError(text.format(path=path, picture=script.picture))
    place = path.parent / script.picture
    scale, size = script.map.scale, script.pixels_per_cell
    laid, _sha256 = map_from_picture(read_picture(place), size, scale, str(place))
    if {"width", "height"} & script.map.model_fields_set:
        laid = script.map.with_picture(laid.picture)
    else:
        laid = script.map.resized(*laid.size).with_picture(laid.picture)
    return script.replace(map=laid)


def _stays_beside(picture: str) -> bool:
    """Return whether a place leads neither upwards nor elsewhere, on any system.

    A script may come from anybody: on Windows the look at ``//host/share`` alone calls that host.
    """
    both = (PurePosixPath(picture), PureWindowsPath(picture))
    return not any(one.anchor or ".." in one.parts for one in both)


def first_encounter(script: Script, system: System | None = None) -> Encounter:
    """Return the fight at its beginning.

    Args:
        script: The script.
        system: The system it names, where that is known already.

    Raises:
        ScriptError: A combatant or a house rule does not fit the system.
    """
    system = system or find_system(script.system)
    encounter = system.new_encounter(script.title)
    usual, page = encounter.map.scale, script.map
    page = page if "scale" in page.model_fields_set else page.replace(scale=usual)
    encounter = encounter.replace(map=page)
    if script.sides is not None:
        encounter = encounter.replace(sides=script.sides)
    try:
        switches = system.data.switches.model_validate(dict(script.switches))
    except ValidationError as error:
        raise ScriptError(
            f"switches: {explained(error, schema_of(system.data.switches))[0]}"
        ) from error
    encounter = encounter.replace(switches=switches)
    for at, place in enumerate(script.combatants):
        try:
            encounter = encounter.with_combatant(_on_map(_combatant(system, place), encounter))
        except (Misfit, ScriptError) as misfit:
            raise ScriptError(f"combatants.{at}: {misfit}") from misfit
    return encounter


def read_command(system: System, step: ScriptStep) -> Command:
    """Return the command of a step.

    Raises:
        ScriptError: It does not fit.
    """
    data = dict(step.command or {})
    known = sorted(one.kind for one in handlers_of(system))
    if data.get("kind") not in known:
        text = _("there is no command {kind!r}; there are: {known}")
        raise ScriptError(text.format(kind=data.get("kind"), known=", ".join(known)))
    kind = next(one for one in handlers_of(system) if one.kind == data["kind"])
    _know_keys(data.keys() - {"kind"}, kind, "command.")
    try:
        return Codec(system).command_of(data)
    except Misfit as misfit:
        raise ScriptError(f"command: {misfit}") from misfit


def _combatant(system: System, place: ScriptCombatant) -> Combatant:
    name, side = place.name or place.id, place.side or "1"
    if place.sample:
        samples = {one.id: one for one in system.data.samples()}
        if place.sample not in samples:
            text = _("there is no sample {id!r}; there are: {known}")
            raise Misfit(text.format(id=place.sample, known=", ".join(samples)))
        base = samples[place.sample]
        name, side = place.name or base.name, place.side or base.side
    else:
        base = system.new_combatant(place.id, name, side)
    data = data_of(base)
    _know_keys(place.fields, Combatant, "fields.")
    _know_keys(place.sheet, system.data.sheet, "sheet.")
    sheet = {**data_of(base.sheet), **place.sheet}
    mine = {"id": place.id, "name": name, "side": side, "pos": place.pos, "sheet": sheet}
    return Codec(system).combatant_of({**data, **place.fields, **mine})


def _on_map(one: Combatant, encounter: Encounter) -> Combatant:
    if one.pos is not None and not encounter.map.contains(one.pos):
        text = _("pos: {x}, {y} lies off the map of {w} x {h} cells")
        size = encounter.map.size
        raise Misfit(text.format(x=one.pos.x, y=one.pos.y, w=size.w, h=size.h))
    return one


def _know_keys(keys: Iterable[str], model: type[BaseModel], place: str) -> None:
    """Refuse keys that a record does not have, with the nearest that it has.

    Raises:
        ScriptError: There is one.
    """
    for key in keys:
        if key not in model.model_fields:
            hint = nearest(key, model.model_fields)
            raise ScriptError(_("{key}: unknown key{hint}").format(key=place + key, hint=hint))
