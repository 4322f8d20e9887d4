"""What a square would mean to whoever is dragged to it, or aims and could stand there.

A figure is shown for the very fight and way it was worked out for; until it is known there is none.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final, TypeAlias

from msgspec import Struct

from gridwar.control.insight.chart_job import Asked
from gridwar.control.state.chart_choice import ChartKind

if TYPE_CHECKING:
    from gridwar.control.insight.chart_job import Square
    from gridwar.control.insight.charts import Charts
    from gridwar.control.state.controller_protocol import ControllerProtocol
    from gridwar.engine.insight.arrival import Arrival, Way
    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Cell

MOST_KEPT: Final = 200


Wanted: TypeAlias = "tuple[str, Cell, Way | None]"
"""Who would come to which square, and how; None for that while the way is looked for."""


class ArrivalSoFar(Struct, frozen=True, eq=False):
    """A square that somebody would come to; ``found`` is None until it is worked out."""

    encounter: Encounter
    who: str
    cell: Cell
    found: Arrival | str | None = None


class Arrivals:
    """The square that is asked about now, and those that were while the fight stood as it does."""

    def __init__(self, controller: ControllerProtocol, charts: Charts) -> None:
        """Ask nothing yet; charts have whoever works it out."""
        self._controller, self._charts = controller, charts
        self._encounter: Encounter | None = None
        self._known: dict[Asked, Arrival | str] = {}
        self._asked: Asked | None = None

    def known_of(self, wanted: Wanted | None) -> ArrivalSoFar | None:
        """Return what is known of a square; it is asked about where it is new and rested on.

        Args:
            wanted: Who would come where and how; None where nobody would.
        """
        encounter = self._controller.encounter
        if encounter is not self._encounter:
            self._encounter, self._asked = encounter, None
            self._known.clear()
        asked = None if wanted is None else self._asking(*wanted)
        if asked != self._asked:
            self._ask(encounter, asked)
        if wanted is None:
            return None
        who, cell, _way = wanted
        return ArrivalSoFar(encounter, who, cell, None if asked is None else self._known.get(asked))

    def _ask(self, encounter: Encounter, asked: Asked | None) -> None:
        """Ask about a square, or about none where it is known, or the pointer goes on from it."""
        self._asked = asked
        if asked is None or asked in self._known:
            self._charts.leave_first()
        elif self._charts.rests_on(asked.cells[0]):
            self._charts.ask_first(asked, partial(self._take, encounter, asked))
        else:
            self._asked = None
            self._charts.leave_first()

    def _take(self, encounter: Encounter, asked: Asked, square: Square) -> None:
        if encounter is not self._encounter:
            return
        if len(self._known) >= MOST_KEPT:
            self._known.pop(next(iter(self._known)))
        self._known[asked] = square.arrival or str(square.found)
        self._controller.show()

    def _asking(self, who: str, cell: Cell, way: Way | None) -> Asked | None:
        """Return what is to be asked; None where the way is still looked for."""
        if way is None:
            return None
        knows_all = self._controller.view.chart.knows_all
        side = None if knows_all else self._controller.encounter[who].side
        return Asked(who, ChartKind.DANGER, side, (cell,), way=way)
