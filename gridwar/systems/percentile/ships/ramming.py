"""Ram: one starship runs into another, and is hit back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import Procedure, Role, _, call, offer, plays
from gridwar.systems.percentile.actions.actions import may_act, priced
from gridwar.systems.percentile.actions.paying import pay
from gridwar.systems.percentile.attacks.attack import attack_test, prepare
from gridwar.systems.percentile.attacks.attack_records import (
    AttackOrder,
    AttackResult,
    LowestDie,
    Share,
)
from gridwar.systems.percentile.attacks.evasion import evade
from gridwar.systems.percentile.attacks.hits import Blow, confirm_number, one_hit
from gridwar.systems.percentile.charges.charging import AtItsEnd, RunUpAct, may_run_up, run_up
from gridwar.systems.percentile.core.headings import STARSHIP
from gridwar.systems.percentile.core.scores import bonus
from gridwar.systems.percentile.core.state import sheet_of, switches_of
from gridwar.systems.percentile.core.weapons import UNARMED
from gridwar.systems.percentile.ships.boarding import must_be_ship, ships_only

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter, Table

_SIDES = 10


@offer(
    _("Ram"),
    icon="rocket",
    group=STARSHIP,
    role=Role.STRIKE,
    needs="path",
    price=priced("ram"),
    note=_("the last 4 squares straight; +20, hit back"),
    each=ships_only,
)
class Ram(RunUpAct):
    """Run into another starship."""

    target: AtItsEnd = ""
    replace_die: LowestDie = True


@plays(Ram)
def ram(table: Table, command: Ram) -> Procedure[AttackResult]:
    """Fly a charge path and ram the ship at its end.

    Rules: PC-SHP-03, PC-ACT-05, PC-SHP-01
    """
    who = command.actor
    yield from may_act(table, who, "ram")
    target = yield from may_run_up(table, command, "ram")
    yield from must_be_ship(table, target)
    yield from pay(table, who, "ram")
    if not (yield from run_up(table, command, "ram", target)):
        return AttackResult(False)
    order = ram_order(who, target, replace_die=command.replace_die)
    return (yield from call(collide, order, key="ram"))


def ram_order(who: str, target: str, *, replace_die: bool = True) -> AttackOrder:
    """Return the attack of a Ram as an order; it cannot be parried, and its dodge is free."""
    return AttackOrder(who, target, UNARMED, "ram", kind="ram", replace_die=replace_die)


def ram_blow(encounter: Encounter, who: str, target: str, times: int) -> Blow:
    """Return what one ship does to another: 1d10, SB, so many times its Size; that is Pen too.

    Rules: PC-SHP-03
    """
    ship = sheet_of(encounter[who]).ship
    impact = times * (0 if ship is None else ship.size)
    return Blow(
        who,
        target,
        _("Impact"),
        1,
        _SIDES,
        impact,
        bonus(encounter, who, "sb"),
        impact,
        bonus(encounter, target, "tb"),
        sheet_of(encounter[target]).ap,
    )


def collide(table: Table, order: AttackOrder) -> Procedure[AttackResult]:
    """Make the attack at the end of a Ram; a ship that is hit hits back by itself.

    Rules: PC-SHP-03, PC-ATK-13, PC-ATK-17
    """
    who, target = order.attacker, order.target
    prepared = yield from call(prepare, order, key="sum")
    tested = yield from attack_test(table, prepared)
    left = 0
    if tested.success:
        evaded = yield from call(evade, Share(order, 1), key="evasion")
        left = evaded.left
    if left:
        blow = ram_blow(table.now, who, target, 2)
        blow = blow._replace(confirm=confirm_number(table.now, order))
        dos = tested.dos if order.replace_die else 0
        yield from call(_impact, (blow, dos), key="impact")
    if left or switches_of(table.now).ram_recoil == "always":
        back = ram_blow(table.now, target, who, 1)
        yield from call(_impact, (back, 0), key="return")
    return AttackResult(tested.success, struck=left > 0)


def _impact(table: Table, hit: tuple[Blow, int]) -> Procedure[int]:
    return (yield from one_hit(table, *hit))
