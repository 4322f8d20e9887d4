"""Health: unhurt, wounded, seriously wounded, unconscious, dead, and what follows from it."""

from __future__ import annotations

from enum import StrEnum
from operator import lt
from typing import TYPE_CHECKING

from gridwar.engine.kit import Vital
from gridwar.model.encounter import Encounter
from gridwar.systems.cepheus.core.fight_state import sheet_of, switches_of
from gridwar.systems.cepheus.core.person_records import PHYSICAL
from gridwar.systems.cepheus.core.sheet import CepheusSheet

if TYPE_CHECKING:
    from gridwar.model.encounter import Encounter
    from gridwar.systems.cepheus.core.house_rules import CepheusSwitches
    from gridwar.systems.cepheus.core.machine_records import Machine
    from gridwar.systems.cepheus.core.sheet import CepheusSheet, Scores


class Health(StrEnum):
    """How somebody is, the worst that holds."""

    UNHURT = "unhurt"
    WOUNDED = "wounded"
    SERIOUSLY_WOUNDED = "seriously_wounded"
    UNCONSCIOUS = "unconscious"
    DEAD = "dead"


def health(sheet: CepheusSheet, switches: CepheusSwitches) -> Health:
    """Return how somebody is.

    Rules: CE-DMG-07, CE-HLT-01, CE-HLT-02, CE-VDM-05, CE-VDM-15
    """
    if sheet.machine is not None:
        return _machine_health(sheet.machine, killed=sheet.killed)
    left, full = _physical(sheet.chars), _physical(sheet.chars_max)
    damaged = sum(map(lt, left, full))
    at_zero = left.count(0)
    if sheet.killed or at_zero == len(PHYSICAL):
        return Health.DEAD
    limbs_gone = switches.unconscious_at == "str_or_dex_zero" and 0 in left[:2]
    if sheet.body.fainted or ((at_zero > 1 or limbs_gone) and not sheet.body.awake):
        return Health.UNCONSCIOUS
    if damaged == len(PHYSICAL):
        return Health.SERIOUSLY_WOUNDED
    return Health.WOUNDED if damaged else Health.UNHURT


def _machine_health(machine: Machine, *, killed: bool) -> Health:
    if killed or machine.destroyed:
        return Health.DEAD
    if machine.is_down:
        return Health.UNCONSCIOUS
    return Health.WOUNDED if machine.is_damaged else Health.UNHURT


def is_seriously_wounded(sheet: CepheusSheet) -> bool:
    """Return whether all three physical characteristics are damaged, dead or alive.

    Rules: CE-DMG-07
    """
    return all(map(lt, _physical(sheet.chars), _physical(sheet.chars_max)))


def is_out(sheet: CepheusSheet, switches: CepheusSwitches) -> bool:
    """Return whether somebody is unconscious or dead."""
    return health(sheet, switches) in (Health.UNCONSCIOUS, Health.DEAD)


def is_helpless(sheet: CepheusSheet, switches: CepheusSwitches) -> bool:
    """Return whether somebody can put up no defence at all.

    Rules: CE-SIG-11, CE-REA-02
    """
    return sheet.helpless or is_out(sheet, switches)


def is_hobbling(sheet: CepheusSheet, switches: CepheusSwitches) -> bool:
    """Return whether somebody can only hobble: conscious and hurt all over.

    Rules: CE-HLT-03
    """
    return is_seriously_wounded(sheet) and not is_out(sheet, switches)


def _physical(scores: Scores) -> tuple[int, int, int]:
    return scores.strength, scores.dexterity, scores.endurance


def is_there(encounter: Encounter, who: str) -> bool:
    """Return whether somebody stands on the board and can be hit: no corpse."""
    one = encounter[who]
    if one.aside or not one.is_on_map:
        return False
    return health(sheet_of(one), switches_of(encounter)) is not Health.DEAD


def vital_of(encounter: Encounter, who: str) -> Vital:
    """Return the sum of the physical characteristics, or a machine's hull, and who is out.

    Rules: CE-CORE-03, CE-DMG-05, CE-VDM-04
    """
    sheet = sheet_of(encounter[who])
    out = health(sheet, switches_of(encounter)) in (Health.UNCONSCIOUS, Health.DEAD)
    if sheet.machine is not None:
        return Vital(sheet.machine.hull, sheet.machine.hull_max, out)
    return Vital(sum(_physical(sheet.chars)), sum(_physical(sheet.chars_max)), out)
