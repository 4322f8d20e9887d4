"""The points of a round: how many there are, when they come back, what being Staggered takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.engine.kit import Procedure, SheetEvent, adds, emit, say, sets
from gridwar.systems.arrgs.core.sheet import has, level, sheet_of, state_of, switches_of
from gridwar.systems.arrgs.equipment import held_items
from gridwar.systems.arrgs.manoeuvres.complementary_drop_and_draw import drop
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Combatant, Encounter, Table


@adds("ap", of="ap")
@adds("aap", of="aap")
class PoolsChanged(SheetEvent):
    """AP and AAP came back, or were cut."""

    ap: int
    aap: int


@sets("stagger_cut", of="to")
class StaggerCut(SheetEvent):
    """Being Staggered took points of this round; ``to`` is how much of it has."""

    to: int


class Pools(Struct, frozen=True):
    """The points of a round; ``drops``: Staggered to nothing, everything held falls."""

    ap: int
    aap: int
    drops: bool = False


def pools_of(one: Combatant, encounter: Encounter, *, surprise: bool) -> Pools:
    """Return the points of a round: less in a surprise round, less for who is Staggered.

    Rules: AR-STR-04, AR-STR-05, AR-ACT-03, AR-ACT-04, AR-CND-06, AR-CND-07
    """
    sheet, staggered = sheet_of(one), level(one, "staggered")
    ap, aap = sheet.ap_max, sheet.aap_max
    drops, first = False, switches_of(encounter).stagger_order == "before_surprise"
    for is_stagger in (first, not first):
        if is_stagger:
            ap, aap, drops = _stagger(ap, aap, staggered)
        elif surprise:
            ap, aap = max(0, ap - 1), max(0, aap - 1)
    if surprise and has(one, "surprised"):
        ap, aap = 0, 0
    return Pools(ap, aap, drops)


def _stagger(ap: int, aap: int, number: int) -> tuple[int, int, bool]:
    """Cut AAP first, then AP, and tell whether the cut itself brings AP to 0.

    Rules: AR-CND-06
    """
    first = min(aap, number)
    left = max(0, ap - (number - first))
    return left, aap - first, left == 0 < ap


def refill(table: Table, who: str) -> Procedure[None]:
    """Give somebody the points of a round."""
    one = table.now[who]
    pools = pools_of(one, table.now, surprise=state_of(table.now).surprise_round)
    cut = level(one, "staggered")
    if cut != sheet_of(one).stagger_cut:
        yield from emit(StaggerCut(who=who, to=cut))
    sheet = sheet_of(table.now[who])
    if (pools.ap, pools.aap) != (sheet.ap, sheet.aap):
        yield from emit(PoolsChanged(who=who, ap=pools.ap - sheet.ap, aap=pools.aap - sheet.aap))
    if pools.drops:
        yield from drop_everything(table, who)


def drop_everything(table: Table, who: str) -> Procedure[None]:
    """Let somebody Staggered to nothing drop all that it holds.

    Rules: AR-CND-06
    """
    if not held_items(sheet_of(table.now[who])):
        return
    yield from drop(table, who)
    yield from say(table, _("{who} drops everything"), who=who, tone="harm")


def stagger(table: Table) -> Procedure[None]:
    """Cut the points of those who were Staggered in the course of the round, AAP first.

    Rules: AR-CND-06
    """
    if not table.now.round:
        return
    hit = [
        one.id
        for one in table.now.combatants.values()
        if level(one, "staggered") > sheet_of(one).stagger_cut
    ]
    for who in hit:
        sheet, number = sheet_of(table.now[who]), level(table.now[who], "staggered")
        ap, aap, drops = _stagger(sheet.ap, sheet.aap, number - sheet.stagger_cut)
        change = PoolsChanged(who=who, ap=ap - sheet.ap, aap=aap - sheet.aap)
        yield from emit(StaggerCut(who=who, to=number), change)
        if drops:
            yield from drop_everything(table, who)
