"""The sum of an attack: one small function a row of the modifier table, in the order shown.

Every row is a line that the GM can switch off, change or add to; those that are measured are there
even where they count 0. Those of the target, and what is between, are ``target_dms``. A rule
that brings another row adds a function to ``LINES``. What a sensor takes away stands struck out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.systems.cepheus.attacks.attack_records import PANIC, SUPPRESSION
from gridwar.systems.cepheus.attacks.firing_modes import (
    extra_of,
    firing_table,
    rounds_used,
    weapon_of,
)
from gridwar.systems.cepheus.attacks.target_dms import (
    cover_line,
    dodge_lines,
    evasion_lines,
    light_line,
    movement_line,
    parry_line,
    size_line,
    smoke_line,
    stance_line,
    weather_lines,
)
from gridwar.systems.cepheus.checks.check_dms import (
    add_characteristic,
    add_check_dms,
    add_combat_skill,
    add_recoil,
    better_arm,
)
from gridwar.systems.cepheus.core.fight_state import sheet_of, switches_of
from gridwar.systems.cepheus.core.machine_records import HIT_DM
from gridwar.systems.cepheus.core.machines_and_aboard import machine_of
from gridwar.systems.cepheus.core.modifier_tables import modifiers
from gridwar.systems.cepheus.core.weapons_in_use import weapon_in_use
from gridwar.systems.cepheus.positions.range_bands import band_title
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from gridwar.engine.kit import Line, Table, Tally
    from gridwar.systems.cepheus.attacks.attack_records import AnsweredShot, Shot
    from gridwar.systems.cepheus.attacks.target_dms import LineMaker
    from gridwar.systems.cepheus.core.person_records import Aim, Physical
    from gridwar.systems.cepheus.core.sheet import CepheusSheet

THROWING: Final = "athletics"


def arm_of(sheet: CepheusSheet, shot: Shot, form: str) -> Physical:
    """Return the characteristic an attack is made with: in melee the chosen or the better one.

    Rules: CE-SIG-04, CE-SIG-05, CE-SIG-06
    """
    if form != "melee":
        return "dexterity"
    return shot.arm or better_arm(sheet)


def aim_at(sheet: CepheusSheet, target: str | None) -> Aim | None:
    """Return somebody's aim where it is at this target.

    Rules: CE-MIN-02
    """
    return sheet.aim if sheet.aim is not None and sheet.aim.target == target else None


def kill_aim_damage(sheet: CepheusSheet, target: str | None) -> int:
    """Return the damage that aiming for the kill adds.

    Rules: CE-MIN-03
    """
    aim = aim_at(sheet, target)
    return 0 if aim is None else aim.damage


def skill_line(tally: Tally, table: Table, answered: AnsweredShot) -> None:
    """Add the skill of the weapon, of a throw Athletics; blind 0, in zero gravity at most Zero-G.

    Rules: CE-CORE-04, CE-SIG-04, CE-SIG-05, CE-SIG-06, CE-FIR-01, CE-ZRG-01
    """
    shot, weapon = answered.shot, weapon_of(table, answered.shot)
    skill = THROWING if weapon.form == "thrown" else weapon.skill
    add_combat_skill(tally, table, shot.actor, skill, blind=shot.blind)


def characteristic_line(tally: Tally, table: Table, answered: AnsweredShot) -> None:
    """Add the characteristic that the attack is made with.

    Rules: CE-CORE-03, CE-SIG-04
    """
    shot, form = answered.shot, weapon_of(table, answered.shot).form
    arm = arm_of(sheet_of(table.now[shot.actor]), shot, form)
    add_characteristic(tally, table, shot.actor, arm)


def range_line(tally: Tally, table: Table, answered: AnsweredShot) -> None:
    """Add the DM of weapon type and band.

    Rules: CE-RNG-03
    """
    look, weapon = answered.look, weapon_of(table, answered.shot)
    label = _("{band} range, {type}").format(
        band=band_title(look.band), type=weapon.type.replace("_", " ")
    )
    squares = ngettext("{n} square", "{n} squares", look.squares).format(n=look.squares)
    tally.line("CE-RNG-03", label, look.range_dm, source=squares)


def own_lines(tally: Tally, table: Table, answered: AnsweredShot) -> None:
    """Add what weighs on all checks of the attacker: reactions, haste and the like.

    Rules: CE-REA-01, CE-INI-07
    """
    add_check_dms(tally, table, answered.shot.actor)


def aim_line(tally: Tally, table: Table, answered: AnsweredShot) -> None:
    """Add what was aimed.

    Rules: CE-MIN-02
    """
    aim = aim_at(sheet_of(table.now[answered.shot.actor]), answered.shot.target)
    if aim is not None and aim.to_hit:
        count = aim.to_hit
        label = ngettext("Aimed for {n} action", "Aimed for {n} actions", count).format(n=count)
        tally.line("CE-MIN-02", label, aim.dm)


def laser_sight_line(tally: Tally, table: Table, answered: AnsweredShot) -> None:
    """Add the laser sight of a weapon that was aimed.

    Rules: CE-SIG-09
    """
    shot, encounter = answered.shot, table.now
    weapon = weapon_of(table, shot)
    if not weapon.laser_sight:
        return
    aim = aim_at(sheet_of(encounter[shot.actor]), shot.target)
    kill_counts = switches_of(encounter).laser_sight_kill_aim
    is_aimed = aim is not None and bool(aim.to_hit or (kill_counts and aim.to_kill))
    source = "" if is_aimed else _("not aimed")
    value = modifiers().aim.laser_sight if is_aimed else 0
    tally.line("CE-SIG-09", _("Laser sight"), value, source=source)


def extreme_line(tally: Tally, table: Table, answered: AnsweredShot) -> None:
    """Add -2 to Distant for a target beyond it.

    Rules: CE-FIR-06
    """
    if answered.look.extreme:
        limit = switches_of(table.now).distant_limit_m
        source = _("beyond {m} m").format(m=limit)
        tally.line("CE-FIR-06", _("Extreme range"), modifiers().fire.extreme, source=source)


def mode_line(tally: Tally, table: Table, answered: AnsweredShot) -> None:
    """Add the way of firing: a burst spread to hit, panic, suppression.

    Rules: CE-FIR-02, CE-FIR-03, CE-FIR-07
    """
    shot, weapon = answered.shot, weapon_of(table, answered.shot)
    if shot.mode == PANIC:
        fired = rounds_used(weapon, shot)
        source = ngettext("{n} round", "{n} rounds", fired).format(n=fired)
        tally.line("CE-FIR-03", _("Panic fire"), modifiers().fire.panic, source=source)
        return
    if shot.mode == SUPPRESSION:
        tally.line("CE-FIR-07", _("Suppressing fire"), modifiers().fire.suppression)
    extra = extra_of(weapon, shot, switches_of(table.now))
    if extra.dm:
        times = modifiers().fire.suppression_rounds if shot.mode == SUPPRESSION else 1
        fired = rounds_used(weapon, shot) // times
        source = ngettext("{n} round", "{n} rounds", fired).format(n=fired)
        tally.line("CE-FIR-02", _("Burst, spread to hit"), extra.dm, source=source)


def recoil_line(tally: Tally, table: Table, answered: AnsweredShot) -> None:
    """Add the recoil in zero gravity.

    Rules: CE-ZRG-02
    """
    shot = answered.shot
    add_recoil(tally, table.now, shot.actor, weapon_of(table, shot))


def into_combat_line(tally: Tally, table: Table, answered: AnsweredShot) -> None:
    """Add -2 where somebody else is at Personal range to the target.

    Rules: CE-FIR-05, CE-FIR-04
    """
    crowd, encounter = answered.look.crowd, table.now
    if not crowd or weapon_of(table, answered.shot).form == "melee":
        return
    names = ", ".join(encounter[who].name for who in crowd)
    is_waived = answered.look.spreads and switches_of(encounter).spread_into_combat_dm == "waive"
    label = _("Firing into combat")
    tally.line("CE-FIR-05", label, modifiers().into_combat.dm, source=names, off=is_waived)


def spread_line(tally: Tally, table: Table, answered: AnsweredShot) -> None:
    """Add +1 for flechettes that spread.

    Rules: CE-FIR-04
    """
    del table
    if answered.look.spreads:
        tally.line("CE-FIR-04", _("Flechettes spread"), firing_table().spread.dm)


def intelligent_line(tally: Tally, table: Table, answered: AnsweredShot) -> None:
    """Add the bonus of an intelligent weapon whose program copes; it looks at all lines above.

    A gun whose tolerance is not known has the line struck out, for the GM to tick.

    Rules: CE-SIG-08
    """
    weapon = weapon_of(table, answered.shot)
    tolerance = weapon.intelligent_tolerance
    if tolerance is None:
        if weapon.form == "ranged":
            tally.line("CE-SIG-08", _("Intelligent weapon"), modifiers().aim.intelligent, off=True)
        return
    total, label = tally.total, _("Intelligent weapon")
    source = _("total {total:+d}, copes with {tolerance}").format(total=total, tolerance=tolerance)
    value = modifiers().aim.intelligent if abs(total) <= tolerance else 0
    tally.line("CE-SIG-08", label, value, source=source)


def damaged_lines(tally: Tally, table: Table, answered: AnsweredShot) -> None:
    """Add a weapon that was hit; damaged limbs are for the GM to tick.

    Rules: CE-VDM-08, CE-VDM-11
    """
    encounter, shot = table.now, answered.shot
    weapon = weapon_in_use(encounter, shot.actor, shot.weapon)
    if weapon is not None and weapon.hits == 1:
        tally.line("CE-VDM-08", _("{weapon} is hit").format(weapon=weapon.name), HIT_DM)
    machine = machine_of(encounter, shot.actor)
    for limb in machine.limbs if machine is not None else ():
        if limb.hits:
            label = _("{limb} is damaged").format(limb=limb.name or limb.id)
            tally.line("CE-VDM-11", label, HIT_DM, source_id=limb.id, off=True)


LINES: Final[tuple[LineMaker, ...]] = (
    skill_line,
    characteristic_line,
    range_line,
    extreme_line,
    own_lines,
    aim_line,
    laser_sight_line,
    mode_line,
    recoil_line,
    cover_line,
    stance_line,
    movement_line,
    dodge_lines,
    parry_line,
    size_line,
    evasion_lines,
    damaged_lines,
    light_line,
    smoke_line,
    weather_lines,
    into_combat_line,
    spread_line,
)
LAST_LINES: Final[tuple[LineMaker, ...]] = (intelligent_line,)
"""Those that look at the sum of all others."""
TO_TICK: Final = frozenset({"CE-SIG-08", "CE-VDM-11"})
"""Rules whose lines stand struck out on the sheet for the GM to tick."""


def lines_to_tell(tally: Tally) -> tuple[Line, ...]:
    """Return the lines of a sum for the log: not those that nobody has ticked on the sheet.

    Rules: CE-SIG-08, CE-VDM-11
    """
    return tuple(one for one in tally.lines if not (one.off and one.rule_id in TO_TICK))
