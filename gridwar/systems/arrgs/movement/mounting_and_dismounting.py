"""Mounts and vehicles: getting on and off."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final, Literal, TypeAlias

from msgspec import Struct

from gridwar.engine.kit import (
    Candidates,
    Cell,
    ChoiceField,
    Procedure,
    Role,
    Words,
    allows,
    choose_cell,
    emit,
    only_if,
    plays,
    require,
    required,
    say,
)
from gridwar.model.events_combatants import CombatantMoved
from gridwar.model.floors import square_name
from gridwar.model.geometry import footprint
from gridwar.systems.arrgs.actions.offers import MOVING, Manoeuvre, offer_manoeuvre
from gridwar.systems.arrgs.actions.paying_for_actions import Begun, Lost, finish, may_begin
from gridwar.systems.arrgs.actions.prices import Price, price_for
from gridwar.systems.arrgs.checks.check_rolls import Rolled, rolled
from gridwar.systems.arrgs.checks.check_sums import Exchange, dc_parts
from gridwar.systems.arrgs.core.riders import Dismounted, Mounted, carrier_of, driver_of, join
from gridwar.systems.arrgs.core.sheet import WALKING, has, sheet_of, switches_of
from gridwar.systems.arrgs.core.tables import size_apart
from gridwar.systems.arrgs.movement.ground_and_step_costs import ground_for
from gridwar.systems.arrgs.opportunities import opportunities
from gridwar.systems.arrgs.positions.distances import between
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter, Table
    from gridwar.systems.arrgs.conditions import FortCheck

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


def may_mount(table: Table, who: str, target: str) -> Procedure[None]:
    """Refuse what somebody cannot get onto, or take the controls of.

    Rules: AR-MNV-11
    """
    now = table.now
    there = target in now and target != who and not now[target].aside
    text = _("There is nothing to mount.")
    yield from require(there, "nothing_to_mount", text, waivable=False)
    holds = carrier_of(now, who) == target and sheet_of(now[who]).steers
    text = _("{who} holds the reins of {other} already.")
    yield from require(
        not holds, "aboard", text, "AR-MNV-11", waivable=False, who=who, other=target
    )
    carries = carrier_of(now, target) is None and not has(now[target], "dead")
    text = _("{other} cannot carry anybody now.")
    yield from require(carries, "no_mount", text, "AR-MNV-11", who=who, other=target)
    larger = size_apart(now, who, target)
    climbs = larger > 1 and switches_of(now).mount_sizes == "one_or_more"
    at_will = sheet_of(now[target]).vehicle or climbs
    text = _("A mount is exactly one size larger than its rider; {other} is not.")
    yield from require(
        at_will or larger >= 1, "wrong_size", text, "AR-MNV-11", who=who, other=target
    )
    text = _("{other} is too large to vault onto: climb first.")
    yield from require(
        at_will or larger <= 1, "too_large_to_mount", text, "AR-MNV-11", who=who, other=target
    )
    away, places = between(now, who, target), {now[one].pos for one in (who, target)}
    is_near = places == {None} if away is None else away <= ADJACENT
    text = _("{other} is not next to {who}.")
    yield from require(is_near, "not_beside_mount", text, "AR-MNV-11", who=who, other=target)


def mounts_for(encounter: Encounter, who: str) -> frozenset[str]:
    """Return what somebody could mount or take the controls of where it stands."""
    carrier = carrier_of(encounter, who)
    if carrier is not None and sheet_of(encounter[who]).steers:
        return frozenset()
    return frozenset(
        one.id for one in encounter.everyone() if allows(encounter, may_mount, who, one.id)
    )


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
    begun: Begun | Lost
    done: Rolled | None = None

    @property
    def success(self) -> bool:
        """Whether the check was good enough."""
        return self.done is not None and self.done.meets(self.dc)


def _which_check(encounter: Encounter, command: Mount | Dismount) -> dict[str, Words]:
    """Return by which checks somebody may get on or off, with the modifier of each.

    Rules: AR-MNV-11
    """
    who, mods = command.actor, sheet_of(encounter[command.actor]).mods
    onto = command.target if isinstance(command, Mount) else carrier_of(encounter, who)
    dc = ""
    if onto is not None and onto in encounter:
        dc = _("DC {n}").format(n=mount_dc(encounter, onto))
    return {
        key: (title, f"{mods.get(key, 0):+d}, {dc}")
        for key, title in (("ride", _("Ride")), ("piloting", _("Piloting")))
    }


Check: TypeAlias = Annotated[
    Literal["ride", "piloting"], ChoiceField(_("With which check"), _which_check)
]


@offer_manoeuvre(
    MOUNT,
    _("Mount, take the controls"),
    icon="log-in",
    group=MOVING,
    role=Role.MOVE,
    needs="combatant",
    note=_("provokes"),
    each=only_if(lambda encounter, who: bool(mounts_for(encounter, who))),
    candidates=lambda encounter, command: Candidates(mounts_for(encounter, command.actor)),
)
class Mount(Manoeuvre):
    """Get onto a mount or take the controls of a vehicle; ``check`` may be Piloting."""

    target: str
    check: Check = "ride"


@plays(Mount)
def mount(table: Table, command: Mount) -> Procedure[MountResult]:
    """Get onto a mount, or take the controls of a vehicle.

    Rules: AR-MNV-11
    """
    who, target, price = command.actor, command.target, price_for(MOUNT, command)
    yield from may_begin(table, who, price)
    yield from may_mount(table, who, target)
    vault = _Vault(who, target, command.check, price, _("Mount {other}"), _("{who} mounts {other}"))
    tried = yield from _try(table, vault)
    if tried.success:
        steers = driver_of(table.now, target) is None
        yield from emit(Mounted(who=who, carrier=target, steers=steers))
        yield from join(table, who, target)
    return (yield from _over(table, tried))


@offer_manoeuvre(
    MOUNT,
    _("Dismount"),
    icon="log-out",
    group=MOVING,
    role=Role.MOVE,
    needs={"cell": "square"},
    note=_("provokes"),
    each=only_if(lambda encounter, who: carrier_of(encounter, who) is not None),
    candidates=lambda encounter, command: Candidates(cells=landing_cells(encounter, command.actor)),
)
class Dismount(Manoeuvre):
    """Get off, into a free square beside the mount; without one it is asked for."""

    square: Cell | None = None
    check: Check = "ride"


@plays(Dismount)
def dismount(table: Table, command: Dismount) -> Procedure[MountResult]:
    """Get off: the same manoeuvre, and a free square beside the mount to land in.

    Rules: AR-MNV-11, AR-MOV-07
    """
    who, to, price = command.actor, command.square, price_for(MOUNT, command)
    carrier = yield from required(
        carrier_of(table.now, who), "not_mounted", _("{who} rides nothing."), "AR-MNV-11", who=who
    )
    yield from may_begin(table, who, price)
    cells = landing_cells(table.now, who)
    rules = ("AR-MNV-11", "AR-MOV-07")
    if to is not None:
        text, place = (
            _("{place} is not a free square beside the mount."),
            square_name(table.now.map.floors, to),
        )
        yield from require(to in cells, "not_free", text, *rules, place=place)
    vault = _Vault(
        who, carrier, command.check, price, _("Dismount {other}"), _("{who} gets off {other}")
    )
    tried = yield from _try(table, vault)
    if tried.success:
        if to is None and cells:
            to = yield from choose_cell(
                table,
                _("{whom}: get off where?"),
                lambda: landing_cells(table.now, who),
                "AR-MNV-11",
                key="where to",
                whom=who,
                default=min,
                follow_up=True,
            )
        yield from emit(Dismounted(who=who))
        if to is not None:
            yield from emit(CombatantMoved(who=who, to=to, walked=False))
    return (yield from _over(table, tried))


def _try(table: Table, vault: _Vault) -> Procedure[_Tried]:
    """Let opponents strike, pay, and roll; the speed of what is ridden already is one's own.

    Rules: AR-MNV-11, AR-OPP-06, AR-INC-03
    """
    who, carrier = vault.who, vault.carrier
    dc = mount_dc(table.now, carrier)
    begun = yield from opportunities.begin_provoking(table, who, vault.price)
    if isinstance(begun, Lost):
        return _Tried(dc, begun)
    against = None if carrier_of(table.now, who) == carrier else carrier
    exchange = Exchange(who, vault.check, against, used=begun.used, resisted=False)
    name = table.now[carrier].name
    done = yield from rolled(table, MOUNT, exchange, vault.label.format(other=name), dc)
    more = _("{name}: Personality").format(name=name)
    parts = dc_parts("AR-MNV-11", (_("Mount"), MOUNT_DC), (more, dc - MOUNT_DC))
    told, result = done.told(dc, "AR-MNV-11", parts=parts), done.came(dc)
    yield from say(table, vault.title, who=who, other=carrier, result=result, **told)
    return _Tried(dc, begun, done)


def _over(table: Table, tried: _Tried) -> Procedure[MountResult]:
    if isinstance(tried.begun, Lost):
        return MountResult(tried.dc, wasted=True, fort_checks=tried.begun.checks)
    checks = yield from finish(table, tried.begun)
    result = 0 if tried.done is None else tried.done.result
    return MountResult(tried.dc, result, tried.success, fort_checks=checks)


def landing_cells(encounter: Encounter, who: str) -> frozenset[Cell]:
    """Return the free squares beside a mount on which its rider may land.

    Rules: AR-MNV-11, AR-MOV-07
    """
    carrier = carrier_of(encounter, who)
    under, one = None if carrier is None else encounter[carrier], encounter[who]
    if under is None or under.pos is None:
        return frozenset()
    taken = set(footprint(under.pos, under.size))
    ground, (x, y) = ground_for(encounter, who, WALKING), under.pos
    near = (
        Cell(column, row)
        for column in range(x - one.size.w, x + under.size.w + 1)
        for row in range(y - one.size.h, y + under.size.h + 1)
    )
    return frozenset(
        cell
        for cell in near
        if taken.isdisjoint(footprint(cell, one.size))
        and ground.why_closed(cell) is None
        and ground.may_stop(cell)
    )
