"""Rule systems with something changed: what tests play where no system has it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from gridwar.engine.gm.side_and_setting_commands import SetSetting
from gridwar.engine.kit.card_order_and_flow import Flow, NextStep, Phase
from gridwar.engine.kit.offers_and_actions import Role, offer
from gridwar.engine.kit.say_and_refuse import require, say
from gridwar.engine.kit.turn_and_move_commands import BeginFight
from gridwar.engine.session.session import Session
from gridwar.model.command import Command
from gridwar.model.geometry import Cell
from tests.support.alley.sheet import AlleySettings
from tests.support.every_system import find
from tests.support.fights import on_board
from tests.support.strict_table import StrictTable

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.engine.kit.procedure_requests import Procedure
    from gridwar.engine.kit.procedure_table import Table
    from gridwar.engine.kit.rule_system import System
    from gridwar.engine.kit.rule_system_parts import Handler
    from gridwar.model.encounter import Encounter


def staged() -> Session:
    """Return a fight in the alley, not begun, with a scene to be set before."""
    system = find("alley")
    turns = replace(system.turns, flow=_scene_first)
    encounter = on_board("alley", hero=(3, 3), thug=(9, 5))
    return Session(replace(system, turns=turns), encounter, table=StrictTable)


def _scene_first(encounter: Encounter) -> Flow:
    begun = encounter.round > 0
    is_set = begun or encounter.settings != AlleySettings()
    scene = NextStep(SetSetting(name="wounds_to_fall", value="2"), "Set the scene")
    return Flow(
        f"Round {encounter.round}",
        (
            Phase("scene", "Scene", "past" if is_set else "now"),
            Phase("fight", "Fight", "now" if begun else "to_come"),
        ),
        None if is_set else scene,
    )


@offer("The storm breaks", icon="zap", group="", role=Role.OTHER)
class BreakStorm(Command):
    """What the fight as a whole is offered from the second round on."""


@offer("Lightning strikes", icon="zap", group="", role=Role.OTHER, needs="cell")
class StrikeLightning(Command):
    """What the fight as a whole is offered, at a place."""

    cell: Cell


def storming() -> Session:
    """Return a fight of two that has begun, under a sky of its own."""
    system = with_handlers(find("alley"), {BreakStorm: _break_storm, StrikeLightning: _strike})
    encounter = on_board("alley", hero=(3, 3), thug=(9, 5))
    session = Session(system, encounter, table=StrictTable)
    session.submit(BeginFight())
    return session


def _break_storm(table: Table, command: BreakStorm) -> Procedure[None]:
    del command
    yield from require(table.now.round > 1, "calm", "It is calm until round 2.")
    yield from say(table, "The storm breaks")


def _strike(table: Table, command: StrikeLightning) -> Procedure[None]:
    del command
    yield from say(table, "Lightning strikes")


def with_handlers(
    system: System, handlers: Mapping[type[Command], Handler], **changes: Any
) -> System:
    """Return a system that plays some commands more (or otherwise)."""
    both = {**system.play.handlers, **handlers}
    return replace(system, play=replace(system.play, handlers=both), **changes)
