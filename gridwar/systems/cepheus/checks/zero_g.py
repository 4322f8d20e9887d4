"""Zero gravity: the skill that caps all others, and recoil."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.model.geometry import footprint
from gridwar.model.zones import ZERO_GRAVITY
from gridwar.systems.cepheus.checks.dms import add_skill
from gridwar.systems.cepheus.core.figures import modifiers
from gridwar.systems.cepheus.core.state import sheet_of, skill_dm
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Table, Tally
    from gridwar.model.encounter import Encounter
    from gridwar.systems.cepheus.core.weapons import Weapon

ZERO_G_SKILL: Final = "zero_g"


def floats(encounter: Encounter, who: str) -> bool:
    """Return whether somebody is in zero gravity.

    Rules: CE-ZRG-01
    """
    page, one = encounter.map, encounter[who]
    if page.zones_everywhere(ZERO_GRAVITY):
        return True
    if one.pos is None:
        return False
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
