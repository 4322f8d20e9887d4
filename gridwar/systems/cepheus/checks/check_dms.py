"""Lines of a sum that every check has: difficulty, skill, characteristic, what weighs on it.

Attacks and plain checks alike add these, also in zero gravity, where one skill caps all others.
What is special to an attack stands with the attacks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from gridwar.engine.kit import of_places
from gridwar.model.encounter import Encounter
from gridwar.model.geometry import footprint
from gridwar.model.zones import ZERO_GRAVITY
from gridwar.systems.cepheus.core.fight_state import is_suppressed, live_dms, sheet_of
from gridwar.systems.cepheus.core.machines_and_aboard import machine_of, vehicle_of
from gridwar.systems.cepheus.core.modifier_tables import modifiers
from gridwar.systems.cepheus.core.weapon_records import Weapon
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter, Table, Tally
    from gridwar.systems.cepheus.core.person_records import Arm, Characteristic
    from gridwar.systems.cepheus.core.sheet import CepheusSheet
    from gridwar.systems.cepheus.core.weapon_records import Weapon

Difficulty = Literal[
    "simple", "easy", "routine", "average", "difficult", "very_difficult", "formidable"
]
DIFFICULTY_DMS: dict[Difficulty, int] = {
    "simple": 6,
    "easy": 4,
    "routine": 2,
    "average": 0,
    "difficult": -2,
    "very_difficult": -4,
    "formidable": -6,
}
TARGET = 8
EXCEPTIONAL = 6


def add_difficulty(tally: Tally, difficulty: Difficulty) -> None:
    """Add the DM of a difficulty.

    Rules: CE-CORE-05
    """
    label = _("Difficulty: {name}").format(name=difficulty.replace("_", " "))
    tally.line("CE-CORE-05", label, DIFFICULTY_DMS[difficulty])


def add_skill(tally: Tally, table: Table, who: str, skill: str) -> None:
    """Add the DM of somebody's skill, trained or not.

    Rules: CE-CORE-04
    """
    sheet = sheet_of(table.now[who])
    name = skill.replace("_", " ").capitalize() or _("No skill")
    label = name if skill in sheet.skills else _("{skill}: untrained").format(skill=name)
    tally.line("CE-CORE-04", label, skill_dm(sheet, skill), source_id=skill)


def add_characteristic(tally: Tally, table: Table, who: str, name: Characteristic) -> None:
    """Add the DM of somebody's characteristic as it is now.

    Rules: CE-CORE-03
    """
    score = sheet_of(table.now[who]).chars.score(name)
    label = _("{characteristic} {score}").format(characteristic=name.capitalize(), score=score)
    tally.line("CE-CORE-03", label, characteristic_dm(score), source_id=name)


def add_sensors(tally: Tally, table: Table, who: str, skill: str) -> None:
    """Add sensors that were hit, a robot's own or those of the vehicle somebody is aboard of.

    Whether a Comms check is made with them is for the GM to tick; a robot's Recon always is.

    Rules: CE-VDM-09
    """
    encounter = table.now
    for carrier in (who, vehicle_of(encounter, who) or who):
        machine = machine_of(encounter, carrier)
        if machine is not None and (dm := machine.sensor_dm(skill)):
            label = _("The sensors of {machine} are hit").format(machine=encounter[carrier].name)
            tally.line("CE-VDM-09", label, dm, off=skill == "comms")
            return


def add_check_dms(tally: Tally, table: Table, who: str, *, asked_of: bool = False) -> None:
    """Add what weighs on all of somebody's checks, one line for each source.

    Args:
        tally: The sum.
        table: The table.
        who: Whose check it is.
        asked_of: Whether it is no part of their own turn; haste weighs on those only.

    Rules: CE-REA-01, CE-INI-07, CE-HLT-01, CE-FIR-07
    """
    encounter = table.now
    sheet = sheet_of(encounter[who])
    for number, one in enumerate(live_dms(sheet, encounter.round), start=1):
        label, source = _("Own reaction this round"), one.source.lower()
        tally.line("CE-REA-01", label, one.dm, source=source, source_id=f"{number}")
    if sheet.hasty and not asked_of:
        tally.line("CE-INI-07", _("Haste"), modifiers().haste.checks)
    if sheet.body.fatigued:
        tally.line("CE-HLT-01", _("Fatigued"), modifiers().burden.fatigued)
    if is_suppressed(sheet, encounter.round):
        dm = modifiers().burden.suppressed
        tally.line("CE-FIR-07", _("Suppressed"), dm, source_id="suppressed")


ZERO_G_SKILL: Final = "zero_g"


def floats(encounter: Encounter, who: str) -> bool:
    """Return whether somebody is in zero gravity.

    Rules: CE-ZRG-01
    """
    page, one = encounter.map, encounter[who]
    if page.zones_everywhere(ZERO_GRAVITY):
        return True
    return one.is_on_map and _lies_in_zero_gravity(encounter, who)


@of_places
def _lies_in_zero_gravity(encounter: Encounter, who: str) -> bool:
    page, one = encounter.map, encounter[who]
    assert one.pos is not None  # it is on the map
    return any(page.zones_at(cell, ZERO_GRAVITY) for cell in footprint(one.pos, one.size))


def combat_skill(encounter: Encounter, who: str, skill: str, *, blind: bool) -> int:
    """Return the DM of a combat skill: blind it is 0, in zero gravity at most that of Zero-G.

    Rules: CE-ZRG-01, CE-CORE-04, CE-FIR-01
    """
    sheet = sheet_of(encounter[who])
    plain = 0 if blind else skill_dm(sheet, skill)
    return min(plain, skill_dm(sheet, ZERO_G_SKILL)) if floats(encounter, who) else plain


def add_combat_skill(
    tally: Tally, table: Table, who: str, skill: str, *, blind: bool = False
) -> None:
    """Add the DM of a combat skill, as what it counts here.

    Args:
        tally: The sum.
        table: The table.
        who: Who fights.
        skill: The skill.
        blind: Whether they fire without seeing whom.

    Rules: CE-CORE-04, CE-FIR-01, CE-ZRG-01
    """
    plain = skill_dm(sheet_of(table.now[who]), skill)
    counts = combat_skill(table.now, who, skill, blind=blind)
    if counts == plain and not blind:
        add_skill(tally, table, who, skill)
        return
    name = skill.replace("_", " ").capitalize() or _("No skill")
    words = _("{skill}, blind") if blind else _("{skill}, in zero gravity")
    source = _("instead of {dm:+d}").format(dm=plain)
    tally.line("CE-CORE-04", words.format(skill=name), counts, source=source, source_id=skill)


def parry_level(encounter: Encounter, who: str, skill: str) -> int:
    """Return the level somebody parries with; without Zero-G there it is worth nothing.

    Rules: CE-ZRG-01, CE-REA-04
    """
    levels = sheet_of(encounter[who]).skills
    level = levels.get(skill, 0)
    return min(level, levels.get(ZERO_G_SKILL, 0)) if floats(encounter, who) else level


def add_recoil(tally: Tally, encounter: Encounter, who: str, weapon: Weapon) -> None:
    """Add the recoil of a weapon fired in zero gravity.

    Rules: CE-ZRG-02
    """
    if weapon.recoil and weapon.form == "ranged" and floats(encounter, who):
        dm = modifiers().fire.recoil
        tally.line("CE-ZRG-02", _("Recoil in zero gravity"), dm, source=weapon.name)


def characteristic_dm(score: int) -> int:
    """Return the DM of a characteristic's present score.

    Rules: CE-CORE-03
    """
    return score // 3 - 2


def better_arm(sheet: CepheusSheet) -> Arm:
    """Return what somebody fights hand to hand with at best: Strength only where it is higher.

    Rules: CE-SIG-04
    """
    chars = sheet.chars
    return "strength" if chars.strength > chars.dexterity else "dexterity"


UNTRAINED_DM = -3


def skill_dm(sheet: CepheusSheet, skill: str) -> int:
    """Return the DM of a skill: its level, or the penalty for lacking it.

    Rules: CE-CORE-04
    """
    level = sheet.skills.get(skill)
    return min(0, UNTRAINED_DM + sheet.jack_of_all_trades) if level is None else level
