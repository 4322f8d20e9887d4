"""Mounts and vehicles: getting on and off, and what is aboard moving along."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from gridwar.engine.kit import Procedure, ask, emit, explain, require_none
from gridwar.model.command import Answer
from gridwar.model.events import Climbed, CombatantMoved
from gridwar.model.geometry import Cell, cell_name, footprint
from gridwar.model.question import Question, Refusal
from gridwar.model.trace import Step, Trace
from gridwar.systems.arrgs.action_points.costs import (
    Begun,
    Price,
    begin,
    finish,
    price_for,
    require_payable,
    require_there,
)
from gridwar.systems.arrgs.checks.checks import Exchange
from gridwar.systems.arrgs.checks.rolling import Rolled, rolled
from gridwar.systems.arrgs.core.aboard import carrier_of, driver_of, payer_of, riders_of
from gridwar.systems.arrgs.core.ride_events import Dismounted, Mounted, OwnTurnCounted, Wheeled
from gridwar.systems.arrgs.core.sheet import WALKING, has, sheet_of, switches_of
from gridwar.systems.arrgs.core.tables import size_steps
from gridwar.systems.arrgs.positioning import opportunities
from gridwar.systems.arrgs.positioning.threat import between
from gridwar.systems.arrgs.positioning.turning import EIGHTH_DEG, WAYS, helm_of, is_tracked
from gridwar.systems.arrgs.positioning.ways import ground_for
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import StepTaken, Table
    from gridwar.model.encounter import Encounter
    from gridwar.systems.arrgs.conditions.conditions import FortCheck
    from gridwar.systems.arrgs.core.commands import Dismount, Mount

MOUNT: Final = "mount"
MOUNT_DC: Final = 10
ADJACENT: Final = 1


class MountResult(Struct, frozen=True):
    """What getting on or off came to. ``wasted``: lost to an opportunity."""

    dc: int = 0
    result: int = 0
    success: bool = False
    wasted: bool = False
    fort_checks: tuple[FortCheck, ...] = ()


def mount_dc(encounter: Encounter, carrier: str) -> int:
    """Return the DC of getting onto a mount, or of taking a vehicle's controls.

    Rules: AR-MNV-11
    """
    sheet = sheet_of(encounter[carrier])
    return MOUNT_DC + (0 if sheet.vehicle else sheet.personality_modifier)


def why_not_mount(encounter: Encounter, who: str, target: str) -> Refusal | None:
    """Return why somebody cannot get onto a mount or take the controls of a vehicle.

    Rules: AR-MNV-11
    """
    if target not in encounter or target == who:
        return Refusal("nothing_to_mount", _("There is nothing to mount."), (), waivable=False)
    name = encounter[target].name
    if carrier_of(encounter, who) == target and sheet_of(encounter[who]).steers:
        text = _("{who} holds the reins of {name} already.")
        text = text.format(who=encounter[who].name, name=name)
        return Refusal("aboard", text, ("AR-MNV-11",), waivable=False)
    if carrier_of(encounter, target) is not None or has(encounter[target], "dead"):
        text = _("{name} cannot carry anybody now.").format(name=name)
        return Refusal("no_mount", text, ("AR-MNV-11",))
    return _why_wrong_size(encounter, who, target) or _why_too_far(encounter, who, target)


def _why_wrong_size(encounter: Encounter, who: str, target: str) -> Refusal | None:
    if sheet_of(encounter[target]).vehicle:
        return None
    steps = size_steps()
    apart = steps.index(sheet_of(encounter[target]).size) - steps.index(
        sheet_of(encounter[who]).size
    )
    if apart == 1 or (apart > 1 and switches_of(encounter).mount_sizes == "one_or_more"):
        return None
    text = _("A mount is exactly one size larger than its rider; {name} is not.")
    if apart > 1:
        text = _("{name} is too large to vault onto: climb first.")
    return Refusal("wrong_size", text.format(name=encounter[target].name), ("AR-MNV-11",))


def _why_too_far(encounter: Encounter, who: str, target: str) -> Refusal | None:
    away = between(encounter, who, target)
    if away is None or away <= ADJACENT:
        return None
    text = _("{name} is not adjacent.").format(name=encounter[target].name)
    return Refusal("not_adjacent", text, ("AR-MNV-11",))


class _Vault(Struct, frozen=True):
    """Getting on or off: who, what it is, how it is paid and told."""

    who: str
    carrier: str
    check: str
    price: Price
    label: str
    title: str


class _Tried(Struct, frozen=True):
    """How far getting on or off has come; ``done`` is None where it was lost on the way."""

    dc: int
    begun: Begun
    done: Rolled | None = None

    @property
    def success(self) -> bool:
        """Whether the check was good enough."""
        return self.done is not None and self.done.meets(self.dc)


def mount(table: Table, command: Mount) -> Procedure[MountResult]:
    """Get onto a mount, or take the controls of a vehicle.

    Rules: AR-MNV-11
    """
    who, target = command.actor or "", command.target
    yield from require_there(table, who)
    yield from require_none(why_not_mount(table.now, who, target))
    price = price_for(MOUNT, command)
    title = _("{name} mounts {mount}")
    vault = _Vault(who, target, command.check, price, _("Mount"), title)
    tried = yield from _try(table, vault)
    if tried.success:
        steers = driver_of(table.now, target) is None
        yield from emit(Mounted(who=who, carrier=target, steers=steers))
        yield from _join(table, who, target)
    return (yield from _over(table, tried))


def dismount(table: Table, command: Dismount) -> Procedure[MountResult]:
    """Get off: the same manoeuvre, and a free square beside the mount to land in.

    Rules: AR-MNV-11
    """
    who = command.actor or ""
    yield from require_there(table, who)
    carrier = carrier_of(table.now, who)
    if carrier is None:
        text = _("{name} rides nothing.").format(name=table.now[who].name)
        yield from require_none(Refusal("not_mounted", text, ("AR-MNV-11",), waivable=False))
    assert carrier is not None
    cells = landing_cells(table.now, who)
    yield from require_none(_why_not_land(command, cells))
    price = price_for(MOUNT, command)
    title = _("{name} gets off {mount}")
    vault = _Vault(who, carrier, command.check, price, _("Dismount"), title)
    tried = yield from _try(table, vault)
    if tried.success:
        to = command.square
        if to is None and cells:
            answer = yield from ask(lambda: _where(table.now, who))
            to = answer.cell
        yield from emit(Dismounted(who=who))
        if to is not None:
            yield from emit(CombatantMoved(who=who, to=to, walked=False))
    return (yield from _over(table, tried))


def _try(table: Table, vault: _Vault) -> Procedure[_Tried]:
    """Let opponents strike, pay, and roll; the speed of what is ridden already is one's own.

    Rules: AR-MNV-11, AR-OPP-06, AR-INC-03
    """
    who, carrier = vault.who, vault.carrier
    yield from require_payable(table, who, vault.price)
    dc = mount_dc(table.now, carrier)
    may_go_on = yield from opportunities.provoke(table, who)
    begun = yield from begin(table, who, vault.price)
    if not may_go_on:
        yield from opportunities.wasted(table, who)
        return _Tried(dc, begun)
    against = None if carrier_of(table.now, who) == carrier else carrier
    exchange = Exchange(who, vault.check, against, used=begun.used, resisted=False)
    done = yield from rolled(table, MOUNT, exchange, vault.label, dc)
    title = vault.title.format(name=table.now[who].name, mount=table.now[carrier].name)
    yield from explain(table, lambda: _told(title, done, dc))
    return _Tried(dc, begun, done)


def _over(table: Table, tried: _Tried) -> Procedure[MountResult]:
    checks = yield from finish(table, tried.begun)
    done = tried.done
    if done is None:
        return MountResult(tried.dc, wasted=True, fort_checks=checks)
    return MountResult(tried.dc, done.result, tried.success, fort_checks=checks)


def _why_not_land(command: Dismount, cells: frozenset[Cell]) -> Refusal | None:
    if command.square is None or command.square in cells:
        return None
    text = _("{place} is not a free square beside the mount.").format(
        place=cell_name(*command.square)
    )
    return Refusal("not_free", text, ("AR-MNV-11", "AR-MOV-07"))


def _where(encounter: Encounter, who: str) -> Question:
    cells = landing_cells(encounter, who)
    return Question(
        key="where to",
        recipient=who,
        follow_up=True,
        title=_("{name}: get off where?").format(name=encounter[who].name),
        cells=cells,
        default=Answer(cell=min(cells)),
        rule_ids=("AR-MNV-11",),
    )


def landing_cells(encounter: Encounter, who: str) -> frozenset[Cell]:
    """Return the free squares beside a mount on which its rider may land.

    Rules: AR-MNV-11, AR-MOV-07
    """
    carrier = carrier_of(encounter, who)
    if carrier is None or encounter[carrier].pos is None:
        return frozenset()
    place, one = encounter[carrier], encounter[who]
    assert place.pos is not None
    taken = set(footprint(place.pos, place.size))
    ground = ground_for(encounter, who, WALKING)
    x, y = place.pos
    near = (
        Cell(column, row)
        for column in range(x - one.size.w, x + place.size.w + 1)
        for row in range(y - one.size.h, y + place.size.h + 1)
    )
    return frozenset(
        cell
        for cell in near
        if taken.isdisjoint(footprint(cell, one.size))
        and ground.why_closed(cell) is None
        and ground.may_stop(cell)
    )


def _told(title: str, done: Rolled, dc: int) -> Trace:
    step = Step(
        label=_("Check result"),
        rule_id="AR-MNV-11",
        before=dc,
        after=done.result,
        faces=(done.die,),
    )
    result = _("succeeds") if done.meets(dc) else _("fails")
    return Trace(title=title, lines=done.lines, total=done.result, steps=(step,), result=result)


def _join(table: Table, who: str, carrier: str) -> Procedure[None]:
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
    movers = (who, *(one for one in table.now.combatants if payer_of(table.now, one) == who))
    for one in dict.fromkeys(movers):
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
        if carrier is None:
            yield from emit(Dismounted(who=who))
        elif not _is_aboard(table.now, who, carrier):
            yield from _join(table, who, carrier)


def _is_aboard(encounter: Encounter, who: str, carrier: str) -> bool:
    one, under = encounter[who], encounter[carrier]
    if one.pos is None or under.pos is None:
        return True
    return one.altitude == under.altitude and one.pos in footprint(under.pos, under.size)
