"""A weapon as it is looked up: what its use does to a Count."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import Figure, Trait, WeaponReference, points_words
from gridwar.systems.fluid.core.sheet import sheet_of
from gridwar.systems.fluid.core.tables import event_rows
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter


def weapon_of(encounter: Encounter, who: str, weapon_id: str) -> WeaponReference | None:
    """Return a weapon of somebody in the rulebook's words.

    Rules: FL-EVT-05, FL-EVT-06
    """
    carried = sheet_of(encounter[who]).weapons if who in encounter else ()
    weapon = next((one for one in carried if one.id == weapon_id), None)
    if weapon is None:
        return None
    marks = (
        ("tactical_fire", weapon.tactical, _("tactical")),
        ("nonproficient", not weapon.proficient, _("no proficiency")),
    )
    rows = event_rows()
    counting = [(rows[key], words) for key, holds, words in marks if holds and key in rows]
    return WeaponReference(
        title=weapon.words,
        kind=_("weapon"),
        figures=tuple(
            Figure(row.title, points_words(row.modifier), _("on the Count"), row.rule)
            for row, _words in counting
        ),
        traits=tuple(Trait(words, row.rule) for row, words in counting)
        or (Trait(_("its use costs nothing of the Count")),),
        rules=("FL-EVT-05", "FL-EVT-06", "FL-EVT-07"),
    )
