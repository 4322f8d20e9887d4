"""The sum of an attack: one small function a row of the modifier table, in the order shown.

Every row is a line that the GM can switch off, change or add to; those that are measured are there
even where they count 0. A rule that brings another row adds a function to ``LINES``; a way of
attacking that brings one adds it to its ``Mode``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.systems.cepheus.attacks.reactions import (
    DODGE_DM,
    DODGE_IN_COVER_DM,
    parry_dm,
    parry_skill,
)
from gridwar.systems.cepheus.attacks.shooting_lines import (
    extreme_line,
    into_combat_line,
    light_line,
    mode_line,
    recoil_line,
    smoke_line,
    spread_line,
    weapon_of,
    weather_lines,
)
from gridwar.systems.cepheus.core.dms import add_characteristic, add_check_dms
from gridwar.systems.cepheus.core.state import sheet_of, switches_of
from gridwar.systems.cepheus.machines.gunnery import (
    damaged_lines,
    evasion_lines,
    size_line,
    travelled_m,
)
from gridwar.systems.cepheus.modifiers.bands import band_title
from gridwar.systems.cepheus.modifiers.cover import is_left_out, sees_through
from gridwar.systems.cepheus.modifiers.zero_g import add_combat_skill
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.engine.kit import Table, Tally
    from gridwar.systems.cepheus.core.sheet import Aim, CepheusSheet, Physical
    from gridwar.systems.cepheus.modifiers.attack_values import Declared, Shot

    LineMaker = Callable[[Tally, Table, Declared], None]

MOVEMENT_STEP_M: Final = 10
A_HAIR_M: Final = 1e-6
"""What adding up parts of a way may lose."""
LASER_SIGHT_DM: Final = 1
INTELLIGENT_DM: Final = 1
PRONE_PERSONAL_DM: Final = 2
PRONE_RANGED_DM: Final = -2


def arm_of(sheet: CepheusSheet, shot: Shot, form: str) -> Physical:
    """Return the characteristic an attack is made with: in melee the chosen or the better one.

    Rules: CE-SIG-04, CE-SIG-05, CE-SIG-06
    """
    if form != "melee":
        return "dexterity"
    if shot.arm:
        return shot.arm
    return "strength" if sheet.chars.strength > sheet.chars.dexterity else "dexterity"


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


def skill_line(tally: Tally, table: Table, declared: Declared) -> None:
    """Add the skill of the weapon; blind it counts 0, in zero gravity at most Zero-G.

    Rules: CE-CORE-04, CE-SIG-04, CE-SIG-05, CE-SIG-06, CE-FIR-01, CE-ZRG-01
    """
    shot, weapon = declared.shot, weapon_of(table, declared.shot)
    add_combat_skill(tally, table, shot.actor, weapon.skill, blind=shot.blind)


def characteristic_line(tally: Tally, table: Table, declared: Declared) -> None:
    """Add the characteristic that the attack is made with.

    Rules: CE-CORE-03, CE-SIG-04
    """
    shot, form = declared.shot, weapon_of(table, declared.shot).form
    arm = arm_of(sheet_of(table.now[shot.actor]), shot, form)
    add_characteristic(tally, table, shot.actor, arm)


def range_line(tally: Tally, table: Table, declared: Declared) -> None:
    """Add the DM of weapon type and band.

    Rules: CE-RNG-03
    """
    look, weapon = declared.look, weapon_of(table, declared.shot)
    label = _("{band} range, {type}").format(
        band=band_title(look.band), type=weapon.type.replace("_", " ")
    )
    squares = ngettext("{n} square", "{n} squares", look.squares).format(n=look.squares)
    tally.line("CE-RNG-03", label, look.range_dm, source=squares)


def own_lines(tally: Tally, table: Table, declared: Declared) -> None:
    """Add what weighs on all checks of the attacker: reactions, haste and the like.

    Rules: CE-REA-01, CE-INI-07
    """
    add_check_dms(tally, table, declared.shot.actor)


def aim_line(tally: Tally, table: Table, declared: Declared) -> None:
    """Add what was aimed.

    Rules: CE-MIN-02
    """
    aim = aim_at(sheet_of(table.now[declared.shot.actor]), declared.shot.target)
    if aim is not None and aim.to_hit:
        count = aim.to_hit
        label = ngettext("Aimed for {n} action", "Aimed for {n} actions", count).format(n=count)
        tally.line("CE-MIN-02", label, aim.dm)


def laser_sight_line(tally: Tally, table: Table, declared: Declared) -> None:
    """Add the laser sight of a weapon that was aimed.

    Rules: CE-SIG-09
    """
    shot, encounter = declared.shot, table.now
    weapon = weapon_of(table, shot)
    if not weapon.laser_sight:
        return
    aim = aim_at(sheet_of(encounter[shot.actor]), shot.target)
    kill_counts = switches_of(encounter).laser_sight_kill_aim
    is_aimed = aim is not None and bool(aim.to_hit or (kill_counts and aim.to_kill))
    source = "" if is_aimed else _("not aimed")
    value = LASER_SIGHT_DM if is_aimed else 0
    tally.line("CE-SIG-09", _("Laser sight"), value, source=source)


def cover_line(tally: Tally, table: Table, declared: Declared) -> None:
    """Add the cover of the target.

    Rules: CE-COV-01, CE-COV-02, CE-COV-05, CE-SEN-02
    """
    cover, environment = declared.look.cover, declared.look.environment
    if cover is None:
        return
    switches = switches_of(table.now)
    is_out = is_left_out(weapon_of(table, declared.shot).form, switches)
    is_out = is_out or sees_through(cover, environment, switches)
    tally.line(
        "CE-COV-01",
        cover.label,
        cover.worth.dm or 0,
        source=cover.name,
        source_id=cover.source,
        off=is_out,
    )


def stance_line(tally: Tally, table: Table, declared: Declared) -> None:
    """Add the DM for a prone target, by band.

    Rules: CE-STA-03
    """
    encounter, target = table.now, declared.shot.target
    if target is None or sheet_of(encounter[target]).stance != "prone":
        return
    band, form = declared.look.band, weapon_of(table, declared.shot).form
    label = _("{name} is prone").format(name=encounter[target].name)
    source = band_title(band)
    if band == "personal":
        value = PRONE_PERSONAL_DM
    elif band == "close" or form == "melee":
        value = 0
    elif band == "short":
        value = switches_of(encounter).prone_short_ranged_dm
    else:
        value = PRONE_RANGED_DM
    tally.line("CE-STA-03", label, value, source=source)


def movement_line(tally: Tally, table: Table, declared: Declared) -> None:
    """Add -1 for each full 10 m that the target moved in its latest turn.

    Rules: CE-SIG-10
    """
    encounter, target = table.now, declared.shot.target
    if target is None:
        return
    moved_m = travelled_m(encounter, target)
    if moved_m:
        label = _("{name} moves").format(name=encounter[target].name)
        source = _("{metres:g} m in its latest turn").format(metres=moved_m)
        tally.line("CE-SIG-10", label, movement_dm(moved_m), source=source)


def movement_dm(metres: float) -> int:
    """Return the DM for a target that moved some metres.

    Rules: CE-SIG-10
    """
    return -int((metres + A_HAIR_M) // MOVEMENT_STEP_M)


def dodge_lines(tally: Tally, table: Table, declared: Declared) -> None:
    """Add the target's dodge: one line for the open, one for something to duck behind.

    The one that does not hold is struck out; the GM can change them over.

    Rules: CE-REA-03, CE-CORE-07
    """
    if declared.reaction != "dodge" or declared.shot.target is None:
        return
    name, in_cover = table.now[declared.shot.target].name, declared.look.cover is not None
    dodges = _("{name} dodges").format(name=name)
    ducks = _("{name} ducks behind something").format(name=name)
    tally.line("CE-REA-03", dodges, DODGE_DM, off=in_cover)
    tally.line("CE-REA-03", ducks, DODGE_IN_COVER_DM, source_id="cover", off=not in_cover)


def parry_line(tally: Tally, table: Table, declared: Declared) -> None:
    """Add the target's parry: the level of its melee skill.

    Rules: CE-REA-04
    """
    encounter, target = table.now, declared.shot.target
    if declared.reaction == "parry" and target is not None:
        label = _("{name} parries").format(name=encounter[target].name)
        skill = parry_skill(encounter, target).replace("_", " ")
        tally.line("CE-REA-04", label, parry_dm(encounter, target), source=skill)


def intelligent_line(tally: Tally, table: Table, declared: Declared) -> None:
    """Add the bonus of an intelligent weapon whose program copes; it looks at all lines above.

    A gun whose tolerance is not known has the line struck out, for the GM to tick.

    Rules: CE-SIG-08
    """
    weapon = weapon_of(table, declared.shot)
    tolerance = weapon.intelligent_tolerance
    if tolerance is None:
        if weapon.form == "ranged":
            tally.line("CE-SIG-08", _("Intelligent weapon"), INTELLIGENT_DM, off=True)
        return
    total, label = tally.total, _("Intelligent weapon")
    source = _("total {total:+d}, copes with {tolerance}").format(total=total, tolerance=tolerance)
    value = INTELLIGENT_DM if abs(total) <= tolerance else 0
    tally.line("CE-SIG-08", label, value, source=source)


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
TARGET_LINES: Final[frozenset[LineMaker]] = frozenset(
    {cover_line, stance_line, movement_line, dodge_lines}
)
"""Those that are bound to the target: left out where its surroundings are fired at (CE-FIR-07)."""
LAST_LINES: Final[tuple[LineMaker, ...]] = (intelligent_line,)
"""Those that look at the sum of all others."""
