"""Flight that costs something: paid for a round, and no longer paid when the next one begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import Act, Procedure, Role, Step, emit, offer, only_if, plays, require, say
from gridwar.systems.drive.core.conditions import must_be_able
from gridwar.systems.drive.core.events import FlightPaid
from gridwar.systems.drive.core.headings import MOVING
from gridwar.systems.drive.core.sheet import sheet_of
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter, Table


def _may_pay(encounter: Encounter, who: str) -> bool:
    sheet = sheet_of(encounter[who])
    return sheet.flying_spd > 0 and sheet.flight_costs and not sheet.flying_paid_this_round


@offer(
    _("Pay for flight"),
    icon="wind",
    group=MOVING,
    role=Role.OTHER,
    each=only_if(_may_pay),
    out_of_turn=True,
)
class PayForFlight(Act):
    """Pay what the own flight costs this round: without it, it does not resist pseudogravity."""


@plays(PayForFlight)
def pay_for_flight(table: Table, command: PayForFlight) -> Procedure[None]:
    """Note that flight is paid for this round.

    Rules: DR-PSG-07
    """
    who = command.actor
    yield from must_be_able(table, who)
    sheet = sheet_of(table.now[who])
    flies, is_due = sheet.flying_spd > 0, not sheet.flying_paid_this_round
    text = _("{who} has no flying SPD.")
    yield from require(flies, "no_flight", text, "DR-PSG-06", who=who)
    text = _("{who} has paid already.")
    yield from require(is_due, "flight_paid", text, "DR-PSG-07", waivable=False, who=who)
    yield from emit(FlightPaid(who=who, paid=True))
    step = Step(label=_("Flight paid"), rule_id="DR-PSG-07")
    yield from say(table, _("{who} pays for flight"), who=who, steps=(step,))


def unpay_flights(table: Table) -> Procedure[None]:
    """Let flight that costs something be unpaid when a round begins.

    Rules: DR-PSG-07
    """
    for who in tuple(table.now.combatants):
        sheet = sheet_of(table.now.combatants[who])
        if sheet.flight_costs and sheet.flying_paid_this_round:
            yield from emit(FlightPaid(who=who, paid=False))
            step = Step(label=_("Flight paid"), rule_id="DR-PSG-07")
            text = _("{who}'s flight is not paid for this round")
            yield from say(table, text, who=who, steps=(step,))
