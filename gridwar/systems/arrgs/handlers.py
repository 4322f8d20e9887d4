"""Which procedure plays which command, of movers and of spells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.systems.arrgs.checks import scene
from gridwar.systems.arrgs.core import commands
from gridwar.systems.arrgs.movement import crashes, mounts
from gridwar.systems.arrgs.spells import areas, counterspell, spell_control

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.engine.kit import Handler
    from gridwar.model.command import Command

MOVERS: Mapping[type[Command], Handler] = {
    commands.Mount: mounts.mount,
    commands.Dismount: mounts.dismount,
    commands.Collide: crashes.collide,
}
SCENE: Mapping[type[Command], Handler] = {
    scene.SetScene: scene.set_scene,
    scene.SetMagnitude: scene.set_magnitude,
}
SPELLS: Mapping[type[Command], Handler] = {
    commands.AreaAttack: areas.area_attack,
    commands.ControlSpell: spell_control.control_spell,
    commands.DismissSpell: spell_control.dismiss_spell,
    commands.Counterspell: counterspell.counterspell,
}
