"""Starships: the Marines of one against the hull of another, and one that rams another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from gridwar.engine.kit import Act, Procedure, Role, _, call, offer, only_if, plays, require, say
from gridwar.systems.percentile.actions.action_prices import pay, priced
from gridwar.systems.percentile.actions.legality_and_prerequisites import may_act
from gridwar.systems.percentile.attacks.attack_records import (
    AttackOrder,
    AttackResult,
    LowestDie,
    Share,
)
from gridwar.systems.percentile.attacks.attack_steps import attack_test, attempt, prepare
from gridwar.systems.percentile.attacks.damage import Blow, confirm_number, damage_roll, one_hit
from gridwar.systems.percentile.attacks.evasion_and_counter_attack import evade
from gridwar.systems.percentile.attacks.legality_and_targets import candidates_of
from gridwar.systems.percentile.charges.run_up import AtItsEnd, RunUpAct, may_run_up, run_up
from gridwar.systems.percentile.core.action_headings import STARSHIP
from gridwar.systems.percentile.core.fight_state import sheet_of, switches_of
from gridwar.systems.percentile.core.scores import bonus
from gridwar.systems.percentile.core.weapons import UNARMED
from gridwar.systems.percentile.harm.wounds_and_fatigue import lose_wounds

if TYPE_CHECKING:
    from gridwar.engine.kit import Candidates, Encounter, Table


ships_only: Final = only_if(lambda encounter, who: sheet_of(encounter[who]).ship is not None)
"""Offers a command to starships alone (PC-SHP-01)."""


def boarding_order(encounter: Encounter, who: str, target: str) -> AttackOrder:
    """Return Boarding as an order: WS with the Marines' modifier.

    Rules: PC-SHP-02
    """
    ship = sheet_of(encounter[who]).ship
    marines = 0 if ship is None else ship.marines_modifier
    return AttackOrder(
        who,
        target,
        UNARMED,
        "boarding",
        kind="boarding",
        replace_die=False,
        critical=False,
        pays="boarding",
        extra=(("PC-SHP-02", _("Marines"), marines),) if marines else (),
    )


def _candidates(encounter: Encounter, command: Boarding) -> Candidates:
    found = candidates_of(encounter, boarding_order(encounter, command.actor, ""))
    ships = frozenset(who for who in found.who if sheet_of(encounter[who]).ship is not None)
    return replace(found, who=ships)


@offer(
    _("Boarding"),
    icon="anchor",
    group=STARSHIP,
    role=Role.STRIKE,
    needs="combatant",
    price=priced("boarding"),
    note=_("Marines against the hull"),
    each=ships_only,
    candidates=_candidates,
)
class Boarding(Act):
    """Send Marines aboard another starship."""

    target: str


@plays(Boarding)
def boarding(table: Table, command: Boarding) -> Procedure[AttackResult]:
    """Board a starship; it may dodge, deflect or repel boarders.

    Rules: PC-SHP-02, PC-SHP-01
    """
    who, target = command.actor, command.target
    yield from may_act(table, who, "boarding")
    yield from must_be_ship(table, target)
    order = boarding_order(table.now, who, target)
    return (yield from call(board, order, key="boarding"))


def must_be_ship(table: Table, target: str) -> Procedure[None]:
    """Refuse a target that is no starship.

    Rules: PC-SHP-01
    """
    ship = target not in table.now or sheet_of(table.now[target]).ship is not None
    yield from require(ship, "no_ship", _("{target} is no starship."), "PC-SHP-01", target=target)


def board(table: Table, order: AttackOrder) -> Procedure[AttackResult]:
    """Make the attack, and let the Marines damage the hull, past Toughness and armour.

    Rules: PC-SHP-02, PC-ATK-07
    """
    tried = yield from call(attempt, order, key="attack")
    if not tried.left:
        return AttackResult(tried.success)
    ship = sheet_of(table.now[order.attacker]).ship
    assert ship is not None
    dice = ship.marines_damage
    blow = Blow(order.attacker, order.target, _("Marines"), dice.count, dice.sides, dice.flat)
    rolled = yield from damage_roll(table, blow)
    text, target = _("Marines fight aboard {target}"), order.target
    result = f"\u2212{rolled.damage}"
    yield from say(
        table,
        text,
        target=target,
        lines=rolled.lines,
        total=rolled.damage,
        steps=rolled.dice,
        result=result,
        tone="harm",
    )
    yield from lose_wounds(table, target, rolled.damage)
    return AttackResult(True, struck=True)


_IMPACT_SIDES: Final = 10


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

    at_ships = True

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
        _IMPACT_SIDES,
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
