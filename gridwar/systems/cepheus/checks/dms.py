"""Lines of a sum that every check has: difficulty, skill, characteristic, what weighs on it.

Attacks and plain checks alike add these; what is special to an attack stands with the attacks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from gridwar.systems.cepheus.core.aboard import machine_of, vehicle_of
from gridwar.systems.cepheus.core.figures import modifiers
from gridwar.systems.cepheus.core.state import (
    characteristic_dm,
    is_suppressed,
    live_dms,
    sheet_of,
    skill_dm,
)
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Table, Tally
    from gridwar.systems.cepheus.core.sheet import Characteristic

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
    carrier = vehicle_of(encounter, who) or who
    machine = machine_of(encounter, carrier)
    if machine is not None and (dm := machine.sensor_dm(skill)):
        label = _("The sensors of {machine} are hit").format(machine=encounter[carrier].name)
        tally.line("CE-VDM-09", label, dm, off=skill == "comms")


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
