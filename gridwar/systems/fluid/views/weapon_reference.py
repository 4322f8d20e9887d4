"""A weapon as it is looked up: what its use does to a Count."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import Figure, Trait, WeaponReference, points_words
from gridwar.systems.fluid.core.sheet import sheet_of
from gridwar.systems.fluid.core.tables import event_rows
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter
    from gridwar.systems.fluid.core.sheet import Weapon


def weapons_told(encounter: Encounter, who: str) -> tuple[WeaponReference, ...]:
    """Return the weapons of somebody in the rulebook's words."""
    return tuple(map(_told, sheet_of(encounter[who]).weapons))


def _told(weapon: Weapon) -> WeaponReference:
    """Return a weapon with what its use does to a Count.

    Rules: FL-EVT-05, FL-EVT-06
    """
    marks = (
        ("tactical_fire", weapon.tactical, _("tactical")),
        ("nonproficient", not weapon.proficient, _("no proficiency")),
    )
    rows = event_rows()
    counting = [(rows[key], words) for key, holds, words in marks if holds and key in rows]
    return WeaponReference(
        id=weapon.id,
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
