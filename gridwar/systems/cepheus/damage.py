"""Damage of one hit on one victim: the chain from the dice to what is left after armour.

Owns the order of the steps. Where the points go is in ``wounds``; blasts are in ``blast``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from gridwar.engine.procedure import Procedure, call, emit, roll
from gridwar.model.events import Explained
from gridwar.model.trace import Step, Trace
from gridwar.systems.cepheus.attack_values import Injury
from gridwar.systems.cepheus.dms import EXCEPTIONAL
from gridwar.systems.cepheus.state import sheet_of
from gridwar.systems.cepheus.wounds import Wound, take_hit
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.table import Table
    from gridwar.engine.tally import Tally
    from gridwar.systems.cepheus.weapons import Weapon


class Strike(NamedTuple):
    """A hit on one victim: what it is rolled with and what adds to it.

    ``effect`` counts for the exceptional hit also where the weapon does not add it.
    """

    victim: str
    owner: str | None
    weapon: str
    dice: int
    bonus: int = 0
    effect: int = 0
    adds_effect: bool = True
    kill_aim: int = 0

    @property
    def does_damage(self) -> bool:
        """Tell whether there is anything to roll or add; a net or a flare does none."""
        return self.dice > 0 or self.bonus > 0


def strike_of(
    weapon: Weapon, victim: str, owner: str | None, effect: int, kill_aim: int = 0
) -> Strike:
    """Return what a hit with a weapon rolls and adds; an explosion knows no Effect.

    Args:
        weapon: The weapon.
        victim: Who was hit.
        owner: Whose dice they are.
        effect: The Effect of the attack roll.
        kill_aim: Points aimed for the kill.

    Rules: CE-DMG-01, CE-EXP-04
    """
    counts = 0 if weapon.blast else effect
    return Strike(
        victim, owner, weapon.name, weapon.damage_dice, weapon.damage_bonus, counts,
        weapon.adds_effect, kill_aim,
    )  # fmt: skip


def strike(table: Table, hit: Strike) -> Procedure[Injury]:
    """Play a hit: roll damage, go through the chain, let the victim suffer it.

    Rules: CE-DMG-01, CE-DMG-02, CE-DMG-03, CE-DMG-04
    """
    rolled = 0
    if hit.dice:
        label = _("Damage")
        rolled = yield from roll(f"{hit.dice}d6", sum, key="damage", owner=hit.owner, label=label)
    tally = table.tally("damage")
    add_rolled_lines(tally, hit, rolled)
    before = tally.total if hit.does_damage else 0
    injury = take_armor_off(tally, table, Injury(hit.victim, 0, before), _minimum(hit))
    if not table.rehearsal and hit.does_damage:
        yield from emit(Explained(trace=damage_trace(table, tally, injury)))
    yield from call(take_hit, Wound(hit.victim, injury.after_armor), key="wound")
    return injury


def add_rolled_lines(tally: Tally, hit: Strike, rolled: int) -> None:
    """Add dice, weapon bonus, Effect and what was aimed for the kill.

    Rules: CE-DMG-01, CE-DMG-02, CE-MIN-03, CE-THR-02, CE-EXP-04
    """
    if hit.dice:
        tally.line("CE-DMG-01", f"{hit.dice}D6", rolled, source=hit.weapon)
    if hit.bonus:
        tally.line("CE-DMG-01", _("Weapon"), hit.bonus, source=hit.weapon, source_id="bonus")
    if hit.adds_effect and hit.does_damage:
        tally.line("CE-DMG-01", _("Effect"), hit.effect, source_id="effect")
    if hit.kill_aim and hit.does_damage:
        tally.line("CE-MIN-03", _("Aimed for the kill"), hit.kill_aim)


def _minimum(hit: Strike) -> int:
    return 1 if hit.effect >= EXCEPTIONAL and hit.does_damage else 0


def take_armor_off(tally: Tally, table: Table, injury: Injury, minimum: int = 0) -> Injury:
    """Take armour off, and raise to the least that an exceptional hit does.

    Args:
        tally: The damage so far; gets a line for the armour.
        table: The table.
        injury: The victim, and the damage before armour.
        minimum: Least points after armour: 1 for an exceptional hit.

    Rules: CE-DMG-03, CE-DMG-04
    """
    armor = sheet_of(table.now[injury.victim]).armor
    if armor:
        tally.line("CE-DMG-03", _("Armour"), -armor)
    after = max(0, tally.total, minimum)
    return Injury(injury.victim, after, injury.before_armor)


def damage_trace(table: Table, tally: Tally, injury: Injury) -> Trace:
    """Return the damage to one victim as the log shows it."""
    total, steps = max(0, tally.total), list[Step]()
    if tally.total < 0:
        steps.append(Step(label=_("Not below 0"), rule_id="CE-DMG-02", before=tally.total, after=0))
    if injury.after_armor > total:
        steps.append(
            Step(label=_("An exceptional hit does at least 1"), rule_id="CE-DMG-04", before=total,
                 after=injury.after_armor)
        )  # fmt: skip
    name = table.now[injury.victim].name
    return Trace(
        title=_("Damage to {name}").format(name=name),
        lines=tally.lines,
        total=injury.after_armor,
        steps=tuple(steps),
        tone="harm" if injury.after_armor else "plain",
        result=f"−{injury.after_armor}" if injury.after_armor else _("no damage"),
    )
