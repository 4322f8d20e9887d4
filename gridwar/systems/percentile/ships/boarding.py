"""Boarding: the Marines of one starship against the hull of another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridwar.engine.kit import Act, Procedure, Role, Variant, _, call, offer, plays, require, say
from gridwar.systems.percentile.actions.actions import may_act, priced
from gridwar.systems.percentile.attacks.aiming_at import candidates_of
from gridwar.systems.percentile.attacks.attack import attempt
from gridwar.systems.percentile.attacks.attack_records import AttackOrder, AttackResult
from gridwar.systems.percentile.attacks.hits import Blow, damage_roll
from gridwar.systems.percentile.core.headings import STARSHIP
from gridwar.systems.percentile.core.state import sheet_of
from gridwar.systems.percentile.core.weapons import UNARMED
from gridwar.systems.percentile.harm.wounds import lose_wounds

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Candidates, Encounter, Table


def ships_only(encounter: Encounter, who: str) -> Iterator[Variant]:
    """Yield the plain offer to starships alone.

    Rules: PC-SHP-01
    """
    if sheet_of(encounter[who]).ship is not None:
        yield Variant()


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
