"""Damage: the chain from the dice of a hit to what is left after armour, and who suffers it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from gridwar.engine.kit import (
    FormNumber,
    Procedure,
    Step,
    call,
    choose_numbers,
    explain,
    must_exist,
    plays,
    roll,
    say,
)
from gridwar.systems.cepheus.actions.losing_aim import spoil_aim
from gridwar.systems.cepheus.attacks.attack_records import NO_EXTRA, BurstExtra
from gridwar.systems.cepheus.checks.check_dms import EXCEPTIONAL
from gridwar.systems.cepheus.core.fight_state import sheet_of
from gridwar.systems.cepheus.core.machines_and_aboard import is_starship, machine_of
from gridwar.systems.cepheus.core.modifier_tables import modifiers
from gridwar.systems.cepheus.harm.damage_after_armor import (
    Injury,
    damage_trace,
    damage_words,
    take_armor_off,
)
from gridwar.systems.cepheus.harm.wound_arithmetic import Points
from gridwar.systems.cepheus.harm.wounds import TakeDamage, Wound, take_hit
from gridwar.systems.cepheus.machines.machine_hits import Blow, hit_machine
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Table, Tally
    from gridwar.systems.cepheus.core.weapon_records import Weapon

PROPOSED_POINTS: Final = 2
MOST_POINTS: Final = 60
"""What a machine may be hit for at once, where the GM is asked."""


class Hit(NamedTuple):
    """A hit on one victim: what it is rolled with and what adds to it.

    ``effect`` counts for the exceptional hit also where the weapon does not add it. ``extra`` is
    what the rounds fired add; ``halved`` says that energy reaches its target at extreme range.
    """

    victim: str
    owner: str | None
    weapon: str
    dice: int
    bonus: int = 0
    effect: int = 0
    adds_effect: bool = True
    kill_aim: int = 0
    extra: BurstExtra = NO_EXTRA
    halved: bool = False

    @property
    def does_damage(self) -> bool:
        """Return whether there is anything to roll or add; a net or a flare does none."""
        return self.dice > 0 or self.bonus > 0


def hit_with(weapon: Weapon, victim: str, owner: str | None, effect: int, kill_aim: int = 0) -> Hit:
    """Return what a hit with a weapon rolls and adds; an explosion knows no Effect.

    Args:
        weapon: The weapon.
        victim: Who was hit.
        owner: Whose dice they are.
        effect: The Effect of the attack roll.
        kill_aim: Points aimed for the kill.

    Rules: CE-DMG-01, CE-EXP-04
    """
    return Hit(
        victim,
        owner,
        weapon.name,
        weapon.damage_dice,
        weapon.damage_bonus,
        effect=0 if weapon.blast else effect,
        adds_effect=weapon.adds_effect,
        kill_aim=kill_aim,
    )


class RolledHit(NamedTuple):
    """A hit whose dice lie on the table: those of the weapon, and those of the extra rounds."""

    hit: Hit
    dice: int = 0
    extra: int = 0


def strike(table: Table, hit: Hit) -> Procedure[Injury]:
    """Play a hit: roll damage, go through the chain, let the victim suffer it.

    Rules: CE-DMG-01, CE-DMG-02, CE-DMG-03, CE-DMG-04
    """
    rolled = yield from roll_damage(table, hit)
    return (yield from suffer(table, rolled))


def roll_damage(table: Table, hit: Hit) -> Procedure[RolledHit]:
    """Roll the damage of a hit: the weapon's dice, then those of the extra rounds.

    Rules: CE-DMG-01, CE-FIR-02, CE-FIR-03, CE-CORE-10
    """
    rolled, victim = RolledHit(hit), table.now[hit.victim].name
    if hit.dice:
        label, dice = damage_words(hit.weapon, victim), f"{hit.dice}d6"
        faces = yield from roll(dice, sum, key="damage", owner=hit.owner, label=label)
        rolled = rolled._replace(dice=faces)
    if hit.extra.dice and hit.does_damage:
        label, dice = _("Extra damage of the burst to {target}"), f"{hit.extra.dice}d6"
        label = label.format(target=victim)
        faces = yield from roll(dice, sum, key="extra damage", owner=hit.owner, label=label)
        rolled = rolled._replace(extra=faces)
    return rolled


def suffer(table: Table, rolled: RolledHit) -> Procedure[Injury]:
    """Go through the chain from the dice to what is left after armour; the victim suffers it.

    Rules: CE-DMG-02
    """
    injury = yield from work_out(table, rolled)
    yield from call(take_harm, Wound(injury.victim, injury.after_armor), key="wound")
    return injury


def work_out(table: Table, rolled: RolledHit) -> Procedure[Injury]:
    """Go through the chain from the dice to what is left after armour.

    Rules: CE-DMG-02, CE-DMG-03, CE-DMG-04, CE-STS-02
    """
    hit = rolled.hit
    if not hit.does_damage:
        return Injury(hit.victim, 0, 0, 0)
    is_ship, tally = is_starship(table.now, hit.victim), table.tally("damage")
    add_rolled_lines(tally, hit, rolled.dice)
    add_extra_lines(tally, hit, rolled.extra)
    full = tally.total
    if hit.halved:
        halve(tally)
    if is_ship:
        scale_down(tally)
    plain = Injury(hit.victim, 0, tally.total, full)
    is_least_one = hit.effect >= EXCEPTIONAL and not is_ship
    injury = take_armor_off(tally, table, plain, int(is_least_one))
    keys = ("damage", "extra damage")
    yield from explain(table, lambda: damage_trace(table, tally, injury, *keys))
    return injury


def add_extra_lines(tally: Tally, hit: Hit, rolled: int) -> None:
    """Add what the rounds of a burst or of panic fire do.

    Rules: CE-FIR-02, CE-FIR-03, CE-DMG-02
    """
    if hit.extra.dice:
        tally.line("CE-FIR-02", f"{hit.extra.dice}D6", rolled, source=_("burst"))
    if hit.extra.points:
        tally.line("CE-FIR-02", _("Burst"), hit.extra.points, source_id="points")


def halve(tally: Tally) -> None:
    """Halve the damage of energy at extreme range, rounded up.

    Rules: CE-FIR-06, CE-CORE-08
    """
    whole = tally.total
    source = _("half is {half:g}").format(half=whole / 2)
    tally.line("CE-FIR-06", _("Energy at extreme range"), -(whole // 2), source=source)


def add_rolled_lines(tally: Tally, hit: Hit, rolled: int) -> None:
    """Add dice, weapon bonus, Effect and what was aimed for the kill.

    Rules: CE-DMG-01, CE-DMG-02, CE-MIN-03, CE-THR-02, CE-EXP-04
    """
    if hit.dice:
        tally.line("CE-DMG-01", f"{hit.dice}D6", rolled, source=hit.weapon)
    if hit.bonus:
        tally.line("CE-DMG-01", _("Weapon"), hit.bonus, source=hit.weapon, source_id="bonus")
    if hit.adds_effect:
        tally.line("CE-DMG-01", _("Effect"), hit.effect, source_id="effect")
    if hit.kill_aim:
        tally.line("CE-MIN-03", _("Aimed for the kill"), hit.kill_aim)


def take_harm(table: Table, wound: Wound) -> Procedure[None]:
    """Let somebody suffer damage after armour: wounds for people, hits for machines.

    What gets through the armour of a ship is told, and the GM applies it.

    Rules: CE-VDM-01, CE-VDM-16, CE-DMG-05, CE-DMG-06, CE-STS-02
    """
    if is_starship(table.now, wound.victim):
        label = _("Through its armour; what that does is the GM's to say")
        step = Step(label=label, rule_id="CE-STS-02", after=wound.points)
        if wound.points:
            text = _("{who} is damaged")
            yield from say(table, text, who=wound.victim, steps=(step,), tone="harm")
        return
    yield from _suffer_it(table, wound)


def _suffer_it(table: Table, wound: Wound) -> Procedure[None]:
    if machine_of(table.now, wound.victim) is None:
        yield from take_hit(table, wound)
        return
    yield from spoil_aim(table, wound.victim, "hit")
    yield from call(hit_machine, Blow(wound.victim, wound.points), key="machine")


@plays(TakeDamage)
def take_damage(table: Table, command: TakeDamage) -> Procedure[None]:
    """Play a hit whose damage is known, on a person or a machine.

    Rules: CE-DMG-05, CE-DMG-06, CE-DMG-07, CE-VDM-01, CE-VDM-16
    """
    who = command.who
    yield from must_exist(table, who)
    points = command.points
    if points is None:
        points = yield from _how_much(table, who)
    yield from call(_suffer_it, Wound(who, points), key="hit")


def _how_much(table: Table, who: str) -> Procedure[int]:
    is_machine = machine_of(table.now, who) is not None
    most = MOST_POINTS if is_machine else Points.of(sheet_of(table.now[who]).chars).total
    form = (FormNumber("points", _("Points"), 0, most, min(PROPOSED_POINTS, most)),)
    text = _("How much is {who} hurt, after armour?")
    rule = "CE-VDM-01" if is_machine else "CE-DMG-05"
    numbers = yield from choose_numbers(table, text, form, rule, key="points", whom=None, who=who)
    return numbers.get("points", 0)


def scale_down(tally: Tally) -> int:
    """Divide a sum of damage by fifty, rounded down; return what it was.

    Rules: CE-STS-02
    """
    whole = max(0, tally.total)
    parts = modifiers().ship.divided_by
    words = _("divided by {n}: {share:g}").format(n=parts, share=whole / parts)
    tally.line("CE-STS-02", _("Against a ship"), whole // parts - whole, source=words)
    return whole
