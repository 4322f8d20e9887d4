"""Things to hide behind by the cells that they fill: a line need not look at each of a map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.caches import Same, kept_of_fight
from gridwar.model.cover_kinds import CoverForm

if TYPE_CHECKING:
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.cover_kinds import CoverObject
    from gridwar.model.geometry import Cell


class ThingsThatCover:
    """All of a map.

    Attributes:
        everything: All of them.
        areas: Those that serve whoever is in them, with their cells.
        by_cell: Which of the others fill a cell, counted in ``everything``.
    """

    def __init__(self, things: tuple[CoverObject, ...]) -> None:
        """Look at each thing."""
        self.everything = things
        self.areas = [(one, frozenset(one.cells)) for one in things if one.form is CoverForm.AREA]
        self.by_cell: dict[Cell, list[int]] = {}
        for number, one in enumerate(things):
            if one.form is CoverForm.OBJECT:
                for cell in dict.fromkeys(one.cells):
                    self.by_cell.setdefault(cell, []).append(number)


def things_of(battle_map: BattleMap) -> ThingsThatCover:
    """Return those of a map as it is played, looked at once for all lines."""
    return _things(Same(battle_map.in_play.cover_objects))


@kept_of_fight(8)
def _things(things: Same[tuple[CoverObject, ...]]) -> ThingsThatCover:
    return ThingsThatCover(things.it)
