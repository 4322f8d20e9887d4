"""One hit of an attack: damage, a degree for a die, critical, soak, wounds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gridwar.engine.procedure import Procedure, emit, fold, roll
from gridwar.model.events import Explained
from gridwar.model.trace import Step, Trace
from gridwar.systems.percentile.state import WoundsLost, sheet_of, switches_of, weapon_of
from gridwar.systems.percentile.tests import DamageRead, ReadDamage, ReadTest
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.table import Table


@dataclass(frozen=True, slots=True)
class HitOrder:
    """Who hits whom with what."""

    attacker: str
    target: str
    weapon: str


@dataclass(frozen=True, slots=True)
class Remaining:
    """Degrees that may still replace a die; 0 once they have."""

    dos: int = 0


@dataclass(frozen=True, slots=True)
class HitResult:
    """What one hit did, for the log and the examples."""

    damage: int
    soak: int
    dealt: int
    critical: str = ""


def one_hit(table: Table, order: HitOrder, left: Remaining) -> Procedure[Remaining]:
    """Play one hit; the degrees can replace a die of the first one only.

    Rules: PC-ATK-11, PC-ATK-12, PC-ATK-13, PC-ATK-17, PC-ATK-18, PC-ATK-19
    """
    weapon = weapon_of(table.now[order.attacker], order.weapon)
    assert weapon is not None
    dice = weapon.damage
    read: DamageRead = yield from roll(
        f"{dice.count}d{dice.sides}", ReadDamage(dice.sides), key="damage", owner=order.attacker
    )
    damage = yield from _damage(table, order, read, left.dos)
    sheet = sheet_of(table.now[order.target])
    soak = sheet.tb + max(0, sheet.ap - weapon.pen)
    dealt = max(0, damage - soak)
    per_die = switches_of(table.now).crit_per == "die"
    chances = read.maxima if per_die else min(1, read.maxima)
    confirmed = yield from fold(_confirm, (order,) * chances, 0, key="confirm")
    critical = "" if not chances else "not_confirmed" if not confirmed else "effect"
    if confirmed and not dealt:
        dealt, critical = 1, "one_point"
    for number in range(confirmed if critical == "effect" else 0):
        row = yield from roll("1d5", sum, key=f"chart {number + 1}", owner=order.attacker)
        title = _("Lethal Damage chart, row {n}").format(n=row)
        yield from emit(Explained(trace=Trace(title=title, tone="harm")))
    yield from _suffer(table, order, HitResult(damage, soak, dealt, critical))
    return Remaining()


def _damage(table: Table, order: HitOrder, read: DamageRead, dos: int) -> Procedure[int]:
    weapon = weapon_of(table.now[order.attacker], order.weapon)
    assert weapon is not None
    capped = switches_of(table.now).dos_die_cap == "die_max"
    degree = min(dos, weapon.damage.sides) if capped else dos
    tally = table.tally("damage")
    tally.line("PC-ATK-11", _("Dice"), read.total)
    if degree > read.lowest:
        tally.line("PC-ATK-12", _("Degrees for the lowest die"), degree - read.lowest)
    tally.line("PC-ATK-11", weapon.name or _("Weapon"), weapon.damage.flat, source_id="flat")
    yield from ()
    return max(0, tally.total)


def _confirm(table: Table, order: HitOrder, confirmed: int) -> Procedure[int]:
    """Test the same score again, bare of modifiers.

    Rules: PC-ATK-14
    """
    switches = switches_of(table.now)
    read = ReadTest(
        sheet_of(table.now[order.attacker]).bs, switches.dos_mode, switches.auto_results
    )
    tested = yield from roll("1d100", read, key="confirm", owner=order.attacker)
    return confirmed + tested.success


def _suffer(table: Table, order: HitOrder, hit: HitResult) -> Procedure[None]:
    name = table.now[order.target].name
    title = _("{name} is hit").format(name=name)
    steps = (
        Step(label=_("Damage"), rule_id="PC-ATK-11", after=hit.damage),
        Step(label=_("Soak"), rule_id="PC-ATK-17", before=hit.damage, after=hit.dealt),
        Step(label=hit.critical, rule_id="PC-ATK-13"),
    )
    shown = steps if hit.critical else steps[:2]
    yield from emit(Explained(trace=Trace(
        title=title, steps=shown, result=f"\u2212{hit.dealt}", tone="harm" if hit.dealt else "quiet"
    )))  # fmt: skip
    if hit.dealt:
        yield from emit(WoundsLost(who=order.target, points=hit.dealt))
