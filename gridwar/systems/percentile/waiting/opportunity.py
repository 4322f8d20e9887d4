"""Attacks of Opportunity: at whoever leaves a fight by moving, on the last square within reach."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.engine.kit import Option, Procedure, Window, _, call, choose, reason_against
from gridwar.systems.percentile.attacks.attack import attack
from gridwar.systems.percentile.attacks.legality import may_attack
from gridwar.systems.percentile.attacks.order import AttackOrder
from gridwar.systems.percentile.core.scores import weapons_in_hand
from gridwar.systems.percentile.core.state import sheet_of, switches_of
from gridwar.systems.percentile.economy.actions import may_act
from gridwar.systems.percentile.positions.squares import is_engaged

if TYPE_CHECKING:
    from gridwar.engine.kit import Cell, Encounter, StepTaken, Table

OPPORTUNITY: Final = "opportunity"
WINDOWS: Final = {OPPORTUNITY: Window(_("an Attack of Opportunity at whoever leaves"))}
HARMLESS: Final = "disengage"


def provoked(encounter: Encounter, step: StepTaken) -> tuple[str, ...]:
    """Return whose reach a step leads out of, in the order they joined.

    Moving about inside a reach does not count; another band is out of it. By a house rule a step
    into a reach provokes too.

    Rules: PC-ACT-08
    """
    if step.forced or step.tag == HARMLESS:
        return ()
    mover = encounter[step.mover]
    there = encounter.with_combatant(
        mover.replace(pos=step.end, altitude=mover.altitude + step.climb)
    )
    either = switches_of(encounter).aoo_timing == "entering_or_leaving"
    found = []
    for one in encounter.everyone():
        if one.id == step.mover or one.pos is None:
            continue
        was = is_engaged(encounter, one.id, step.mover)
        will = is_engaged(there, one.id, step.mover)
        if (was and not will) or (either and will and not was):
            found.append(one.id)
    return tuple(found)


def before_step(table: Table, step: StepTaken) -> Procedure[bool]:
    """Let everybody whose reach is left strike first; whoever is killed goes no further.

    Rules: PC-ACT-08
    """
    for by in provoked(table.now, step):
        if not sheet_of(table.now[step.mover]).dead:
            yield from call(_strike, (by, step.mover, step.start), key=f"opportunity of {by}")
    return not sheet_of(table.now[step.mover]).dead


def opportunity_order(by: str, mover: str, weapon: str) -> AttackOrder:
    """Return an Attack of Opportunity as an order: a Standard Attack that is a Free Action."""
    return AttackOrder(by, mover, weapon, "attack_of_opportunity", pays="attack_of_opportunity")


def may_strike(table: Table, order: AttackOrder) -> Procedure[None]:
    """Refuse an Attack of Opportunity that is against the rules.

    Rules: PC-ACT-08, PC-ECO-08
    """
    yield from may_act(table, order.attacker, "attack_of_opportunity")
    yield from may_attack(table, order)


def _could(encounter: Encounter, order: AttackOrder) -> bool:
    return reason_against(encounter, lambda table: may_strike(table, order)) is None


def _strike(table: Table, opening: tuple[str, str, Cell]) -> Procedure[None]:
    by, mover, cell = opening
    able = [
        weapon
        for weapon in weapons_in_hand(table.now[by])
        if weapon.is_melee and _could(table.now, opportunity_order(by, mover, weapon.id))
    ]
    if not able:
        return
    chosen = yield from choose(
        table,
        _("{mover} leaves the fight with {whom}: strike?"),
        (
            Option("pass", _("Let them go")),
            *(Option(weapon.id, _("Strike with {w}").format(w=weapon.title)) for weapon in able),
        ),
        "PC-ACT-08",
        key="strike",
        whom=by,
        window=OPPORTUNITY,
        cell=cell,
        mover=mover,
    )
    if chosen != "pass":
        yield from call(attack, opportunity_order(by, mover, chosen), key="attack")
