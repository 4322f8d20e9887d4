"""Moving: flight held against pseudogravity, the walk, flight that is paid for, the movement phase.

Anybody goes as far as the game master lets them, for the page has no rules for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import (
    Act,
    Move,
    Movement,
    Procedure,
    Role,
    Step,
    Variant,
    Walk,
    emit,
    holes_for,
    ngettext,
    offer,
    only_if,
    plays,
    require,
    require_path,
    say,
    walk,
)
from gridwar.grid.movement.mover_ground import Ground
from gridwar.grid.movement.step_rules import uniform
from gridwar.systems.drive.core.action_headings import MOVING
from gridwar.systems.drive.core.conditions import must_be_able
from gridwar.systems.drive.core.events import FlightPaid, MovementPhase, ResistanceChosen
from gridwar.systems.drive.core.fight_state import state_of
from gridwar.systems.drive.core.sheet import sheet_of
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Encounter, Table


def _resisting(encounter: Encounter, who: str) -> Iterator[Variant]:
    sheet = sheet_of(encounter[who])
    if sheet.flying_spd and not sheet.resists:
        yield Variant("resist", fields={"resists": True}, title=_("Resist with flight"))
    if sheet.flying_spd and (sheet.resists or not sheet.resist_locked):
        yield Variant("yield", fields={"resists": False}, title=_("Do not resist"))


@offer(
    _("Resist with flight"),
    icon="wind",
    group=MOVING,
    role=Role.GUARD,
    each=_resisting,
    out_of_turn=True,
)
class SetResist(Act):
    """Choose whether to resist pseudogravity with one's flight."""

    resists: bool


@plays(SetResist)
def set_resist(table: Table, command: SetResist) -> Procedure[None]:
    """Choose; declining cannot be taken back before the next movement phase.

    Rules: DR-PSG-08
    """
    who, resists = command.actor, command.resists
    sheet = sheet_of(table.now[who])
    locked, before, flies = sheet.resist_locked, sheet.resists, sheet.flying_spd > 0
    text = _("{who} has no flying SPD.")
    yield from require(flies, "no_flight", text, "DR-PSG-06", who=who)
    is_new = before != resists or not (resists or locked)
    text = _("{who} has chosen so already.")
    yield from require(is_new, "chosen_already", text, "DR-PSG-08", who=who)
    text = _("{who} has declined to resist, until its next movement phase.")
    allowed = not resists or not locked
    yield from require(allowed, "declined", text, "DR-PSG-08", who=who)
    yield from emit(ResistanceChosen(who=who, resists=resists, locked=locked or not resists))
    step = Step(label=_("Flying resistance"), rule_id="DR-PSG-08")
    text = _("{who} resists pseudogravity") if resists else _("{who} does not resist")
    yield from say(table, text, who=who, steps=(step,))


def movement(encounter: Encounter, who: str, mode: str) -> Movement:
    """Return a map on which every square counts 1 and nothing runs out."""
    del mode
    ground = Ground(encounter.map, size=encounter[who].size, holes=holes_for(encounter, who))
    return Movement(
        ground,
        uniform(ground),
        (),
        lambda cost: ngettext("{n} square", "{n} squares", cost).format(n=cost),
    )


@offer(
    _("Move"),
    icon="footprints",
    group=MOVING,
    role=Role.MOVE,
    needs="path",
)
@plays(Move)
def move(table: Table, command: Move) -> Procedure[None]:
    """Walk anywhere; the first walk of the own turn begins its movement phase.

    Rules: DR-PSG-08
    """
    who = command.actor
    is_out = sheet_of(table.now[who]).is_out
    yield from require(not is_out, "out", _("{who} is out of the fight."), who=who)
    yield from require_path(table, who, movement(table.now, who, ""), command.path)
    yield from movement_phase(table, who)
    walked = yield from walk(table, Walk(who, command.path))
    n = walked.steps
    squares = ngettext("{n} square", "{n} squares", n).format(n=n)
    yield from say(table, _("{who} moves {far}"), who=who, far=squares)


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


@offer(
    _("Movement phase begins"),
    icon="footprints",
    group=MOVING,
    role=Role.OTHER,
    each=only_if(lambda now, who: now.turn == who and not state_of(now).has_moved),
)
class BeginMovement(Act):
    """Begin the movement phase: whoever has declined to resist pseudogravity may choose again."""


@plays(BeginMovement)
def begin_movement(table: Table, command: BeginMovement) -> Procedure[None]:
    """Begin somebody's movement phase.

    Rules: DR-PSG-08
    """
    who, now = command.actor, table.now
    text = _("A movement phase begins in the own turn.")
    yield from require(now.turn == who, "no_turn_to_move", text, "DR-PSG-08")
    text = _("{who}'s movement phase has begun.")
    yield from require(not state_of(now).has_moved, "phase_begun", text, "DR-PSG-08", who=who)
    yield from movement_phase(table, who)


def movement_phase(table: Table, who: str) -> Procedure[None]:
    """Mark that a movement phase begins: the choice to resist may be made again (T2).

    Rules: DR-PSG-08
    """
    yield from free_to_resist(table, who)
    if table.now.turn == who and not state_of(table.now).has_moved:
        yield from emit(MovementPhase())
        yield from say(table, _("{who}'s movement phase"), who=who)


def free_to_resist(table: Table, who: str) -> Procedure[None]:
    """Let somebody who has declined to resist with flight choose anew.

    Rules: DR-PSG-08
    """
    sheet = sheet_of(table.now[who])
    if not sheet.resist_locked:
        return
    yield from emit(ResistanceChosen(who=who, resists=sheet.resists, locked=False))
    step = Step(label=_("Flying resistance"), rule_id="DR-PSG-08")
    text = _("{who} may resist pseudogravity again")
    yield from say(table, text, who=who, steps=(step,))
