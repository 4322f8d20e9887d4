"""The GM's command that damages a wall or a door, by the points that it was given.

No rulebook here says what breaks walls: the game master does. At 0 a wall is gone and a door
stays open; either is one step of undo.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.gm.map_commands import change_walls
from gridwar.engine.kit.say_and_refuse import require
from gridwar.model.bounds import Amount
from gridwar.model.command import GmCommand
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.engine.kit.procedure_requests import Procedure
    from gridwar.engine.kit.procedure_table import Table
    from gridwar.engine.kit.rule_system_parts import Handler
    from gridwar.model.command import Command


class DamageWall(GmCommand):
    """Damage a wall, a door or the like, less its hardness; at 0 points it is broken."""

    wall: str
    damage: Amount


def _damage_wall(table: Table, command: DamageWall) -> Procedure[None]:
    wall = next((one for one in table.now.map.walls if one.id == command.wall), None)
    text = _("There is no wall {id} on this map.").format(id=command.wall)
    yield from require(wall is not None, "no_wall", text, waivable=False)
    if wall is None:
        return
    text = _("It has no points: give it some in the wall tool, then it can be broken.")
    yield from require(wall.can_be_damaged, "no_points", text, waivable=False)
    left = wall.damaged(command.damage)
    if left != wall:
        put, gone = ((), (wall.id,)) if left is None else ((left,), ())
        yield from change_walls(table, put, gone)


DAMAGE_COMMANDS: Mapping[type[Command], Handler] = {DamageWall: _damage_wall}
