"""Being aboard: riders come along with what carries them, and what moves faces its way."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.engine.kit import Procedure, SheetEvent, clears, emit, say, sets
from gridwar.model.events_combatants import Climbed, CombatantMoved
from gridwar.model.geometry import footprint
from gridwar.systems.arrgs.core.riders import carrier_of
from gridwar.systems.arrgs.core.riders import payer_of
from gridwar.systems.arrgs.core.riders import riders_of
from gridwar.systems.arrgs.core.sheet import sheet_of
from gridwar.systems.arrgs.opportunities import opportunities
from gridwar.systems.arrgs.positions.turning_and_facing import EIGHTH_DEG
from gridwar.systems.arrgs.positions.turning_and_facing import WAYS
from gridwar.systems.arrgs.positions.turning_and_facing import helm_of
from gridwar.systems.arrgs.positions.turning_and_facing import is_tracked
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Combatant, Encounter, StepTaken, Table
    from gridwar.systems.arrgs.core.sheet import ArrgsSheet

CIRCLE_DEG: Final = 360


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


class Wheeled(SheetEvent):
    """Somebody turned while moving; ``counts`` for Manoeuvrability, as a first facing does not."""

    by_deg: int
    counts: bool = True

    def changed(self, one: Combatant) -> Combatant:
        """Turn it, and begin to wait anew."""
        facing = ((one.facing_deg or 0) + self.by_deg) % CIRCLE_DEG
        sheet = sheet_of(one)
        waited = 0 if self.counts else sheet.turns_since_last_turn
        return one.replace(facing_deg=facing, sheet=sheet.replace(turns_since_last_turn=waited))


class OwnTurnCounted(SheetEvent):
    """A mover that turned some time ago begins another turn of its own."""

    def on(self, sheet: ArrgsSheet) -> ArrgsSheet:
        """Count it."""
        waited = sheet.turns_since_last_turn
        return sheet.replace(turns_since_last_turn=None if waited is None else waited + 1)


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


def wheel(table: Table, step: StepTaken) -> Procedure[None]:
    """Let a mover whose turns are counted face the way it goes.

    Rules: AR-TRN-01, AR-TRN-05
    """
    who = step.mover
    category = opportunities.category_of(table.now, step)
    if step.forced or not is_tracked(table.now, who, category):
        return
    helm = helm_of(table.now, who, category)
    way = WAYS[step.end[0] - step.start[0], step.end[1] - step.start[1]]
    if helm.facing is None:
        yield from emit(Wheeled(who=who, by_deg=way * EIGHTH_DEG, counts=False))
        return
    turned = helm.turned(helm.facing, way)
    facing = way if turned is None else turned[0]
    if facing != helm.facing:
        yield from emit(Wheeled(who=who, by_deg=(facing - helm.facing) * EIGHTH_DEG))


def count_own_turn(table: Table, who: str) -> Procedure[None]:
    """Count the beginning of a turn for whatever moves in it.

    Rules: AR-TRN-03
    """
    for one in dict.fromkeys((who, *table.now.combatants)):
        is_own = payer_of(table.now, one) == who
        if is_own and sheet_of(table.now[one]).turns_since_last_turn is not None:
            yield from emit(OwnTurnCounted(who=one))


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


def _is_aboard(encounter: Encounter, who: str, carrier: str) -> bool:
    one, under = encounter[who], encounter[carrier]
    if one.pos is None or under.pos is None:
        return True
    return one.altitude == under.altitude and one.pos in footprint(under.pos, under.size)
