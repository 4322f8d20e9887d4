"""One hit of an attack: damage, a degree for a die, critical, soak, wounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.engine.kit import Procedure, call, emit, explain, fold, roll
from gridwar.model.events import Explained
from gridwar.model.trace import Step, Trace
from gridwar.systems.percentile.state import WoundsLost, sheet_of, switches_of, weapon_of
from gridwar.systems.percentile.tests import DamageRead, ReadDamage, ReadTest
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Table, Tally


class HitOrder(Struct, frozen=True):
    """Who hits whom with what."""

    attacker: str
    target: str
    weapon: str


class Remaining(Struct, frozen=True):
    """Degrees that may still replace a die; 0 once they have."""

    dos: int = 0


class HitResult(Struct, frozen=True):
    """What one hit did, for the log and the examples."""

    damage: int
    soak: int
    past_soak: int
    dealt: int
    critical: str
    tally: Tally


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
    tally = _damage(table, order, read, left.dos)
    damage = max(0, tally.total)
    sheet = sheet_of(table.now[order.target])
    soak = sheet.tb + max(0, sheet.ap - weapon.pen)
    past_soak = dealt = max(0, damage - soak)
    per_die = switches_of(table.now).crit_per == "die"
    chances = read.maxima if per_die else min(1, read.maxima)
    confirmed = yield from fold(_confirm, (order,) * chances, 0, key="confirm")
    critical = "" if not chances else "not_confirmed" if not confirmed else "effect"
    if confirmed and not past_soak:
        dealt, critical = 1, "one_point"
    for number in range(confirmed if critical == "effect" else 0):
        yield from call(_chart, order, key=f"chart {number + 1}")
    hit = HitResult(damage, soak, past_soak, dealt, critical, tally)
    yield from _suffer(table, order, hit)
    return Remaining()


def _chart(table: Table, order: HitOrder) -> Procedure[None]:
    """Roll for a row of the Lethal Damage chart; what it does is for the GM to read out.

    Rules: PC-ATK-15
    """
    row = yield from roll("1d5", sum, key="row", owner=order.attacker)
    name = table.now[order.target].name
    title = _("{name}: row {n} of the Lethal Damage chart").format(name=name, n=row)
    step = Step(label=_("Row"), rule_id="PC-ATK-15", after=row)
    yield from emit(
        Explained(trace=Trace(title=title, steps=(step,), result=str(row), tone="harm"))
    )


def _damage(table: Table, order: HitOrder, read: DamageRead, dos: int) -> Tally:
    weapon = weapon_of(table.now[order.attacker], order.weapon)
    assert weapon is not None
    capped = switches_of(table.now).dos_die_cap == "die_max"
    degree = min(dos, weapon.damage.sides) if capped else dos
    tally = table.tally("damage")
    tally.line("PC-ATK-11", _("Dice"), read.total)
    if degree > read.lowest:
        tally.line("PC-ATK-12", _("Degrees for the lowest die"), degree - read.lowest)
    tally.line("PC-ATK-11", weapon.name or _("Weapon"), weapon.damage.flat, source_id="flat")
    return tally


def _confirm(table: Table, order: HitOrder, confirmed: int) -> Procedure[int]:
    """Test the same score again, bare of modifiers.

    Rules: PC-ATK-14
    """
    switches = switches_of(table.now)
    read = ReadTest(sheet_of(table.now[order.attacker]).bs, "success_only", switches.auto_results)
    tested = yield from roll("1d100", read, key="confirm", owner=order.attacker)
    return confirmed + tested.success


def _suffer(table: Table, order: HitOrder, hit: HitResult) -> Procedure[None]:
    name = table.now[order.target].name
    yield from explain(table, lambda: _story(name, hit))
    if hit.dealt:
        yield from emit(WoundsLost(who=order.target, points=hit.dealt))


def _story(name: str, hit: HitResult) -> Trace:
    steps = (
        Step(label=_("Damage"), rule_id="PC-ATK-11", after=hit.damage),
        Step(label=_("Soak"), rule_id="PC-ATK-17", after=hit.soak),
        Step(label=_("Past the soak"), rule_id="PC-ATK-18", before=hit.damage, after=hit.past_soak),
        Step(label=_("Critical"), rule_id="PC-ATK-14", after=hit.critical),
        Step(label=_("Wounds"), rule_id="PC-ATK-19", after=hit.dealt),
    )
    return Trace(
        title=_("{name} is hit").format(name=name),
        lines=hit.tally.lines,
        total=hit.damage,
        steps=tuple(step for step in steps if step.after != ""),
        result=f"\u2212{hit.dealt}",
        tone="harm" if hit.dealt else "quiet",
    )
