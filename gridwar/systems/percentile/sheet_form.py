"""What the editor of a percentile character shows first, and how its weapons stand in a table."""

from __future__ import annotations

from gridwar.engine.kit import FormLayout, FormSection, FormTable, _

WEAPONS = FormTable(
    "weapons",
    ("name", "kind", "damage.count", "damage.sides", "damage.flat", "pen", "range_cells"),
    more=(("hit_rating", "add_sb", "jammed"),),
    kept=("id",),
    title=_("Weapons"),
    add=_("Add a weapon \u2026"),
)
FORMS = (
    FormLayout(
        first=(
            ("wounds_full", "wounds", "ws", "bs"),
            ("tb", "ap", "dodge", "point_defend"),
            WEAPONS,
        ),
        sections=(FormSection(_("Fate and death"), (("fate", "lethal", "dead"),)),),
        in_fight=(("reactions", "to_hit", "harder_by_gm"),),
        words={"thrown_melee": _("Thrown melee weapon")},
    ),
)
