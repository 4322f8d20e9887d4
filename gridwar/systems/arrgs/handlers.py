"""Which procedure plays which command, of movers and of spells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.systems.arrgs.casting import areas, counterspell, spell_control
from gridwar.systems.arrgs.moves import crashes, mounts
from gridwar.systems.arrgs.rolls import scene
from gridwar.systems.arrgs.sheets import commands

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
