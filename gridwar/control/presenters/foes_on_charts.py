"""Who is against whoever a chart is about, as far as the side knows that it goes by."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from gridwar.control.memo import Memo
from gridwar.engine.insight.fight_as_known import fight_as_known, foes_of, unknown_foes

if TYPE_CHECKING:
    from gridwar.control.insight.charts import ChartSoFar
    from gridwar.engine.kit.rule_system import System


class Foes(NamedTuple):
    """Foes by id, in the order in which they joined.

    Attributes:
        known: Who may strike or be struck.
        unknown: Of whom the side knows nothing: they count nowhere.
    """

    known: tuple[str, ...]
    unknown: tuple[str, ...]


class FoesOnCharts:
    """Finds them once for each chart: hundreds would be felt at each step of the pointer."""

    def __init__(self) -> None:
        """Know nobody yet."""
        self._kept: Memo[Foes] = Memo()

    def of(self, system: System, found: ChartSoFar) -> Foes:
        """Return the foes of whoever a chart is about."""
        return self._kept.get((system, found), lambda: _foes_of(system, found))


def _foes_of(system: System, found: ChartSoFar) -> Foes:
    encounter, asked = found.encounter, found.asked
    known = fight_as_known(system, encounter, asked.side)
    unknown = unknown_foes(system, encounter, asked.who, asked.side)
    return Foes(foes_of(system, known, asked.who), unknown)
