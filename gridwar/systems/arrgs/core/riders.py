"""Who rides what, who steers it, and how riders come along with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import Procedure, SheetEvent, clears, emit, of_places, say, sets
from gridwar.model.events_combatants import Climbed, CombatantMoved
from gridwar.model.geometry import footprint
from gridwar.systems.arrgs.core.sheet import cannot_act, sheet_of
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter, StepTaken, Table


def carrier_of(encounter: Encounter, who: str) -> str | None:
    """Return what somebody rides; None on its own feet.

    Rules: AR-MOV-08
    """
    carrier = sheet_of(encounter[who]).rides
    return carrier if carrier in encounter and carrier != who else None


def riders_of(encounter: Encounter, carrier: str) -> tuple[str, ...]:
    """Return everybody aboard, whoever steers first.

    Rules: AR-MOV-08, AR-ACC-05
    """
    aboard = [who for who in encounter.combatants if carrier_of(encounter, who) == carrier]
    return tuple(sorted(aboard, key=lambda who: not sheet_of(encounter[who]).steers))


def driver_of(encounter: Encounter, carrier: str) -> str | None:
    """Return who steers a mount or vehicle; None where nobody able to act does.

    Rules: AR-MOV-08, AR-CND-01
    """
    riders = riders_of(encounter, carrier)
    able = (who for who in riders if not cannot_act(encounter[who]))
    return next((who for who in able if sheet_of(encounter[who]).steers), None)


def payer_of(encounter: Encounter, mover: str) -> str:
    """Return whose action it is when something moves: that of who steers it, else its own.

    Rules: AR-MOV-08
    """
    return driver_of(encounter, mover) or mover


def mover_of(encounter: Encounter, who: str) -> str:
    """Return what moves when somebody moves: the mount or vehicle that it steers, else itself.

    Rules: AR-MOV-08
    """
    carrier = carrier_of(encounter, who)
    return carrier if carrier is not None and sheet_of(encounter[who]).steers else who


def together(encounter: Encounter, who: str) -> frozenset[str]:
    """Return everybody who shares somebody's place: its carrier and all aboard, itself too."""
    top = carrier_of(encounter, who) or who
    return frozenset({who, top, *riders_of(encounter, top)})


@sets("rides", of="carrier")
@sets("steers", of="steers")
class Mounted(SheetEvent):
    """Somebody got onto a mount or into a vehicle, perhaps to steer it."""

    carrier: str
    steers: bool = True


@sets("rides", None)
@clears("steers")
class Dismounted(SheetEvent):
    """Somebody is on its own feet again."""


def join(table: Table, who: str, carrier: str) -> Procedure[None]:
    """Put a rider where its mount is: at its corner, and as high."""
    one, mount_ = table.now[who], table.now[carrier]
    to, rise = mount_.pos, mount_.altitude - one.altitude
    if one.pos is not None and to is not None and one.pos != to:
        yield from emit(CombatantMoved(who=who, to=to, walked=False))
    if rise:
        yield from emit(Climbed(who=who, by=rise))


def carry_along(table: Table, step: StepTaken) -> Procedure[None]:
    """Move whoever is aboard with the mount's step.

    Rules: AR-MOV-08
    """
    dx, dy = step.end[0] - step.start[0], step.end[1] - step.start[1]
    for who in riders_of(table.now, step.mover):
        here = table.now[who].pos
        if here is not None:
            yield from emit(CombatantMoved(who=who, to=here.shifted(dx, dy), walked=False))


def stay_aboard(table: Table) -> Procedure[None]:
    """Put riders back to their mount after it was put elsewhere, and let go of what is gone.

    Rules: AR-MOV-08
    """
    for who in tuple(table.now.combatants):
        rides = sheet_of(table.now[who]).rides
        if rides is None:
            continue
        carrier = carrier_of(table.now, who)
        if carrier is None or (table.now[carrier].aside and not table.now[who].aside):
            yield from emit(Dismounted(who=who))
            if carrier is not None:
                text = _("{other} is gone: {who} is on its own feet")
                yield from say(table, text, who=who, other=carrier)
        elif not _is_aboard(table.now, who, carrier):
            yield from join(table, who, carrier)


@of_places
def _is_aboard(encounter: Encounter, who: str, carrier: str) -> bool:
    one, under = encounter[who], encounter[carrier]
    if one.pos is None or under.pos is None:
        return True
    return one.altitude == under.altitude and one.pos in footprint(under.pos, under.size)
