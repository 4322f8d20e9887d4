"""Altitude bands: on which one somebody is, their heights, and what they let attacks do."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal

from gridwar.content.rules_folder import read_table, rules_folder
from gridwar.engine.kit import Amount, Combatant, FrozenMap, Level, Number, Record, _, level_number
from gridwar.systems.percentile.core.action_and_evasion_tables import SYSTEM_ID

Band = Literal["ground", "low", "high"]


BANDS: Final[tuple[Band, ...]] = ("ground", "low", "high")
"""From the lowest up; somebody's altitude is the number of theirs.

Rules: PC-ALT-01
"""


LEVELS: Final = (
    Level(_("Ground")),
    Level(_("Low"), 60, _("LOW")),
    Level(_("High"), 400, _("HIGH")),
)
"""The bands as the map shows them, with their heights in squares.

Rules: PC-ALT-01, PC-ALT-02, PC-ALT-03, PC-ALT-05
"""


def band_of(one: Combatant) -> Band:
    """Return the altitude band of somebody.

    Rules: PC-ALT-01, PC-ALT-02
    """
    return BANDS[level_number(LEVELS, one.altitude)]


class BandPair(Record):
    """What attacks from one band at another may be."""

    attacker: Band
    target: Band
    melee: bool
    ranged: Literal["yes", "approved"]
    modifier: Number = 0


class BandTable(Record):
    """``bands.toml``: falls in squares, bands a move may change, who attacks whom."""

    falls: FrozenMap[Band, Amount]
    changes: FrozenMap[str, Amount]
    pairs: tuple[BandPair, ...]


@lru_cache(maxsize=1)
def band_table() -> BandTable:
    """Return what the rules say of altitude bands."""
    return read_table(rules_folder(SYSTEM_ID), "bands.toml", BandTable)


def band_pair(attacker: Band, target: Band) -> BandPair:
    """Return what attacks from one band at another may be.

    Rules: PC-ALT-03, PC-ALT-04, PC-ALT-05
    """
    pairs = band_table().pairs
    return next(one for one in pairs if (one.attacker, one.target) == (attacker, target))
