"""Rule systems with something changed: what tests play where no system has it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from gridwar.engine.gm.commands import SetSetting
from gridwar.engine.kit.shown import Flow, NextStep, Phase
from gridwar.engine.session.session import Session
from tests.support.alley.sheet import AlleySettings
from tests.support.every_system import find
from tests.support.fights import on_board
from tests.support.strict_table import StrictTable

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.engine.kit.system import Handler, System
    from gridwar.model.command import Command
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


def with_handlers(
    system: System, handlers: Mapping[type[Command], Handler], **changes: Any
) -> System:
    """Return a system that plays some commands more (or otherwise)."""
    both = {**system.play.handlers, **handlers}
    return replace(system, play=replace(system.play, handlers=both), **changes)
