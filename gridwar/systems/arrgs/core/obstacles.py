"""Typical obstacles: kinds of terrain to paint with, as the rulebook's table has them."""

from __future__ import annotations

from functools import lru_cache

from gridwar.content.folder import read_table, rules_folder
from gridwar.model.record import Record
from gridwar.model.terrain import TerrainKind
from gridwar.systems.arrgs.core.tables import SYSTEM_ID
from gridwar.text import _


class ObstacleTable(Record):
    """``terrain.toml``: kinds of terrain."""

    kinds: tuple[TerrainKind, ...]


@lru_cache(maxsize=1)
def typical_obstacles() -> tuple[TerrainKind, ...]:
    """Return the kinds of terrain that are often in the way; their numbers are the GM's.

    Rules: AR-TER-05, AR-TER-01, AR-TER-03, AR-TER-04
    """
    table = read_table(rules_folder(SYSTEM_ID), "terrain.toml", ObstacleTable)
    return tuple(kind.replace(name=_(kind.name)) for kind in table.kinds)
