"""What the figures of a sheet come to: degrees of injury until somebody is out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frozendict import frozendict

from gridwar.systems.drive.core.house_rules_and_settings import switches_of
from gridwar.systems.drive.core.sheet import sheet_of
from gridwar.systems.drive.harm.resistances_and_degrees import count_degrees
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.engine.kit import Encounter


def figures_worth(encounter: Encounter, who: str) -> Mapping[str, str]:
    """Return what a degree of injury takes, with how many somebody is out, whether it defends.

    Rules: DR-ARM-06
    """
    sheet = sheet_of(encounter[who])
    found = {
        "injury_factor": _("damage a degree"),
        "out_at": _("the GM says when"),
        "defence_tn": _("no defence") if sheet.defence_tn is None else _("or less evades"),
        "strength": _("to blows") if sheet.strength else _("none"),
    }
    if sheet.out_at is not None:
        unhurt = sheet.replace(damage_taken=0)
        degrees = count_degrees(unhurt, sheet.out_at, switches_of(encounter))
        found["out_at"] = ngettext("{n} degree", "{n} degrees", degrees).format(n=degrees)
    return frozendict(found)
