"""Scripts: a fight and what is done in it, as JSON. Owns their form, not the playing."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Literal

from frozendict import frozendict
from pydantic import Field, ValidationError

from gridwar.errors import ScriptError
from gridwar.model.battlemap import BattleMap
from gridwar.model.command import Answer
from gridwar.model.encounter import Encounter, Side
from gridwar.model.geometry import Cell
from gridwar.model.record import FrozenMap, Record
from gridwar.storage.codec import Codec, Misfit, data_of
from gridwar.systems import find_system
from gridwar.text import _

if TYPE_CHECKING:
    from pathlib import Path

    from gridwar.engine.system import System
    from gridwar.model.combatant import Combatant
    from gridwar.model.command import Command

MOST_BYTES = 64 << 20


class ScriptCombatant(Record):
    """A combatant to put on the board: a sample of the system, or a blank one, with changes."""

    id: str
    sample: str = ""
    """Id of one of the system's sample combatants; empty for a blank sheet."""
    name: str = ""
    side: str = ""
    pos: Cell | None = None
    fields: FrozenMap[str, Any] = frozendict()
    """Other fields of a combatant, such as ``altitude`` or ``facing_deg``."""
    sheet: FrozenMap[str, Any] = frozendict()
    """Fields of the system's sheet; those left out stay as they are."""


class ScriptStep(Record):
    """One thing to do: a command with the replies it will want, or so many undos or redos."""

    command: FrozenMap[str, Any] | None = None
    """The command's JSON with its ``kind``, as in an exported fight."""
    answers: FrozenMap[str, Answer | tuple[int, ...] | str] = frozendict()
    """By key of the question or roll (its last part is enough): the id of an option, an answer,
    or faces of dice."""
    expect: Literal["accepted", "asking", "refused"] = "accepted"
    """What has to come of it; anything else ends the script with an error."""
    undo: int = Field(default=0, ge=0)
    redo: int = Field(default=0, ge=0)


class Script(Record):
    """A fight and what is done in it."""

    system: str
    title: str = ""
    map: BattleMap = BattleMap()
    sides: FrozenMap[str, Side] | None = None
    switches: FrozenMap[str, Any] = frozendict()
    """House rules that differ from their defaults."""
    combatants: tuple[ScriptCombatant, ...] = ()
    commands: tuple[ScriptStep, ...] = ()
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
        if path.stat().st_size > MOST_BYTES:
            raise ScriptError(_("{path} is too large for a script.").format(path=path))
        return Script.model_validate(json.loads(path.read_text(encoding="utf-8")))
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(map(str, first["loc"]))
        raise ScriptError(f"{path}: {place}: {first['msg']}") from error
    except (OSError, RecursionError, ValueError) as error:
        raise ScriptError(f"{path}: {error}") from error


def first_encounter(script: Script) -> Encounter:
    """Return the fight at its beginning.

    Raises:
        ScriptError: A combatant or a house rule does not fit the system.
    """
    system = find_system(script.system)
    encounter = system.new_encounter(script.title).replace(map=script.map)
    if script.sides is not None:
        encounter = encounter.replace(sides=script.sides)
    try:
        switches = system.switches_type.model_validate(dict(script.switches))
    except ValidationError as error:
        raise ScriptError(f"switches: {error.errors()[0]['loc']}: {error}") from error
    encounter = encounter.replace(switches=switches)
    for at, place in enumerate(script.combatants):
        try:
            encounter = encounter.with_combatant(_combatant(system, place))
        except Misfit as misfit:
            raise ScriptError(f"combatants.{at}: {misfit}") from misfit
    return encounter


def read_command(system: System, step: ScriptStep) -> Command:
    """Return the command of a step.

    Raises:
        ScriptError: It does not fit.
    """
    data = dict(step.command or {})
    known = sorted(one.kind for one in system.all_handlers)
    if data.get("kind") not in known:
        text = _("there is no command {kind!r}; there are: {known}")
        raise ScriptError(text.format(kind=data.get("kind"), known=", ".join(known)))
    try:
        return Codec(system).command_of(data)
    except Misfit as misfit:
        raise ScriptError(f"command: {misfit}") from misfit


def _combatant(system: System, place: ScriptCombatant) -> Combatant:
    name, side = place.name or place.id, place.side or "1"
    if place.sample:
        samples = {one.id: one for one in system.samples()}
        if place.sample not in samples:
            text = _("there is no sample {id!r}; there are: {known}")
            raise Misfit(text.format(id=place.sample, known=", ".join(samples)))
        base = samples[place.sample]
        name, side = place.name or base.name, place.side or base.side
    else:
        base = system.new_combatant(place.id, name, side)
    data = data_of(base)
    sheet = {**data["sheet"], **place.sheet}
    mine = {"id": place.id, "name": name, "side": side, "pos": place.pos, "sheet": sheet}
    return Codec(system).combatant_of({**data, **place.fields, **mine})
