"""Sudden changes of speed: whom they hurt, and with which force."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from gridwar.engine.kit import Step
from gridwar.systems.arrgs.core.increments import increment_of
from gridwar.systems.arrgs.core.sheet import sheet_of, switches_of
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter


SUDDEN: Final = 3
FORCE: Final = "force"


class Shock(Struct, frozen=True):
    """A sudden change of speed: Movement Speed, Increments of both rounds, which one counts."""

    who: str
    speed: int = 0
    before: int = 0
    now: int = 0
    counts: int = 0

    @property
    def force(self) -> int:
        """The Success Value of the Force that it does.

        Rules: AR-ACC-01
        """
        return self.speed * self.counts

    @property
    def steps(self) -> tuple[Step, ...]:
        """How it comes about, for the log.

        Rules: AR-ACC-01
        """
        increments = _("Movement Increment")
        return (
            Step(label=increments, rule_id="AR-ACC-01", before=self.before, after=self.now),
            Step(label=_("Movement Speed"), rule_id="AR-ACC-01", after=self.speed),
            Step(
                label=_("Force"),
                rule_id="AR-ACC-01",
                before=f"{self.speed} × {self.counts}",
                after=self.force,
            ),
        )


def acceleration(encounter: Encounter, who: str) -> Shock:
    """Return what a sudden change of speed does somebody; no Force where there is none.

    Rules: AR-ACC-01, AR-ACC-05
    """
    sheet = sheet_of(encounter[who])
    carrier = sheet.rides if sheet.rides in encounter else None
    scope = switches_of(encounter).acceleration_scope
    felt = scope == "all" or (scope != "off" and (sheet.vehicle or carrier is not None))
    mover = encounter[carrier or who]
    its, now = sheet_of(mover), increment_of(mover)
    before = its.previous_increment
    change = abs(now - before)
    if not felt or its.crashed or change < SUDDEN or mover.aside:
        return Shock(who)
    higher = switches_of(encounter).acceleration_formula == "higher_increment"
    counts = max(now, before) if higher else change
    return Shock(who, its.speed(its.last_category), before, now, counts)
