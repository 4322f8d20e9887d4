"""What the figures of a sheet come to: the DM of a characteristic, the squares of a move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frozendict import frozendict

from gridwar.systems.cepheus.checks.check_dms import characteristic_dm
from gridwar.systems.cepheus.core.fight_state import sheet_of
from gridwar.systems.cepheus.core.person_records import CHARACTERISTICS
from gridwar.systems.cepheus.movement import squares_a_move
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.engine.kit import Encounter


def figures_worth(encounter: Encounter, who: str) -> Mapping[str, str]:
    """Return the DMs of the characteristics when unhurt, what armour does, squares a move.

    Rules: CE-CORE-03, CE-MIN-06
    """
    sheet = sheet_of(encounter[who])
    dms = {name: characteristic_dm(sheet.chars_max.score(name)) for name in CHARACTERISTICS}
    squares = squares_a_move(encounter, who)
    found = {
        f"chars_max.{name}": _("DM {dm:+d}").format(dm=dm) if dm else _("DM 0")
        for name, dm in dms.items()
    }
    found["armor"] = _("off each hit") if sheet.armor else _("none")
    found["speed_m"] = ngettext("{n} square", "{n} squares", squares).format(n=squares)
    return frozendict(found)
