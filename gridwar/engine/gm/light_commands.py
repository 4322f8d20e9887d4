"""The GM's commands for sources of light: put, change, take away, switch, hand over, use a file's.

Each is one step of undo. Nothing is refused for the rules' sake, only what cannot be: two lights of
one id, a bearer who is not in the fight, more lights than a map can hold.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from gridwar.engine.kit.procedure_requests import Procedure, emit
from gridwar.engine.kit.say_and_refuse import require
from gridwar.model.command import GmCommand
from gridwar.model.events_map import ImportedLightsUsed, LightsChanged, with_changes
from gridwar.model.lights import LightSource, from_imported
from gridwar.model.map_limits import lights_problem
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from gridwar.engine.kit.procedure_table import Table
    from gridwar.engine.kit.rule_system_parts import Handler
    from gridwar.model.command import Command


class PutLights(GmCommand):
    """Put sources of light or darkness, or change those of the same ids; take others away."""

    put: tuple[LightSource, ...] = ()
    gone: tuple[str, ...] = ()


class SwitchLights(GmCommand):
    """Light some sources, or put them out."""

    lights: tuple[str, ...]
    on: bool


class GiveLight(GmCommand):
    """Put a source of light into somebody's hand: it goes along with the bearer."""

    light: str
    to: str


class UseImportedLights(GmCommand):
    """Let the lights shine that a file of others brought along and the map only keeps."""


def _put(table: Table, command: PutLights) -> Procedure[None]:
    here = table.now.map.light_sources
    known = {one.id: one for one in here}
    twins = sorted(one for one, n in Counter(one.id for one in command.put).items() if n > 1)
    text = _("The id {id} is used twice.").format(id=", ".join(twins))
    yield from require(not twins, "twins", text, waivable=False)
    put = tuple(one for one in command.put if known.get(one.id) != one)
    yield from _carried(table, put)
    gone = tuple(one for one in command.gone if one in known)
    if put or gone:
        yield from _within(with_changes(here, put, gone))
        yield from emit(LightsChanged(put=put, gone=gone))


def _switch(table: Table, command: SwitchLights) -> Procedure[None]:
    yield from _are_there(table, command.lights)
    sources = table.now.map.light_sources
    put = tuple(
        one.switched(on=command.on)
        for one in sources
        if one.id in command.lights and one.on is not command.on
    )
    if put:
        yield from emit(LightsChanged(put=put))


def _give(table: Table, command: GiveLight) -> Procedure[None]:
    yield from _are_there(table, (command.light,))
    source = next((one for one in table.now.map.light_sources if one.id == command.light), None)
    if source is not None and source.carried_by != command.to:
        given = source.carried(command.to)
        yield from _carried(table, (given,))
        yield from emit(LightsChanged(put=(given,)))


def _use_imported(table: Table, command: UseImportedLights) -> Procedure[None]:
    del command
    page = table.now.map
    put = from_imported(page.lights, (one.id for one in page.light_sources))
    if put:
        yield from _within((*page.light_sources, *put))
        yield from emit(ImportedLightsUsed(put=put))


def _are_there(table: Table, ids: Iterable[str]) -> Procedure[None]:
    known = {one.id for one in table.now.map.light_sources}
    missing = ", ".join(one for one in ids if one not in known)
    text = _("There is no light {id} on this map.").format(id=missing)
    yield from require(not missing, "no_light", text, waivable=False)


def _carried(table: Table, put: Iterable[LightSource]) -> Procedure[None]:
    """Refuse bearers who are not in the fight."""
    strangers = ", ".join(
        one.carried_by for one in put if one.carried_by and one.carried_by not in table.now
    )
    text = _("There is nobody {id} in the fight who could carry it.").format(id=strangers)
    yield from require(not strangers, "no_bearer", text, waivable=False)


def _within(left: Collection[LightSource]) -> Procedure[None]:
    problem = lights_problem(left)
    yield from require(not problem, "too_many", f"{problem}.", waivable=False)


LIGHT_COMMANDS: Mapping[type[Command], Handler] = {
    PutLights: _put,
    SwitchLights: _switch,
    GiveLight: _give,
    UseImportedLights: _use_imported,
}
