"""What a game master who does anything does with fog: its mode, strokes, pins, all and none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.gm import fog_commands
from gridwar.model.memory import CellPin, FogMode
from gridwar.model.zones import SMOKE

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from gridwar.model.command import Command
    from gridwar.model.geometry import Cell


def fog_command(chance: Random, cell: Callable[[], Cell]) -> Command:
    """Return some command of fog.

    Args:
        chance: Decides.
        cell: Makes up cells, on the map or beyond it.
    """
    cells = tuple(cell() for _cell in range(chance.randint(0, 6)))
    sides = chance.choice(((), (), ("1",), ("2",)))
    mode = chance.choice((None, *FogMode, FogMode.BY_SIGHT))
    return chance.choice(
        (
            fog_commands.SetFog(mode=mode, counts_light=chance.choice((None, False, True))),
            fog_commands.SetFog(
                eyes_by_size=chance.choice((None, False, True)),
                opaque_zones=chance.choice((None, frozenset(), frozenset({SMOKE}))),
                also_remembering=chance.choice((None, frozenset(sides))),
            ),
            fog_commands.Uncover(sides=sides, cells=cells),
            fog_commands.Cover(sides=sides, cells=cells),
            fog_commands.UncoverMap(sides=sides),
            fog_commands.CoverMap(sides=sides),
            fog_commands.PinCells(pin=chance.choice(tuple(CellPin)), cells=cells),
        )
    )
