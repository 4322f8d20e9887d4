"""What the editor of a drive character shows first; weapons, shields and auras stand in tables."""

from __future__ import annotations

from gridwar.engine.kit import FormLayout, FormSection, FormTable, _

WEAPONS = FormTable(
    "weapons",
    ("name", "base_damage", "base_drive", "crit_max_band", "material"),
    more=(
        ("str_damage_per_point", "str_drive_per_point", "dismember"),
        ("blunt", "kinetic_stopped", "tags"),
        FormTable(
            "energy",
            ("kind", "damage"),
            title=_("Energy added"),
            add=_("Add energy"),
        ),
        ("frag",),
        ("frag.damage", "frag.drive"),
    ),
    kept=("id",),
    title=_("Weapons"),
    add=_("Add a weapon \u2026"),
)
SHIELDS = FormTable(
    "shields",
    ("id", "precision", "points", "origin", "active"),
    more=(("pool_id", "blast_factor"),),
    add=_("Add a shield"),
)
AURAS = FormTable(
    "auras",
    ("id", "kind", "stored", "drive", "origin", "mental"),
    add=_("Add an aura"),
)
MODIFIERS = FormTable(
    "modifiers",
    ("match.kind", "match.material", "match.blunt", "percent", "origin"),
    add=_("Add a resistance or weakness"),
)
FORMS = (
    FormLayout(
        first=(
            ("injury_factor", "damage_taken", "out_at", "defence_tn"),
            ("strength", "fatigue", "organic"),
            ("armour",),
            ("armour.lo", "armour.hi", "armour.metallic"),
            WEAPONS,
        ),
        sections=(
            FormSection(_("Shields"), (SHIELDS,)),
            FormSection(_("Auras"), (AURAS,)),
            FormSection(_("Resistances and weaknesses"), (MODIFIERS,)),
            FormSection(
                _("Injuries"),
                (FormTable("injuries", ("type", "degrees"), add=_("Add an injury")),),
            ),
        ),
        in_fight=(
            FormTable("links", ("kind", "other_id"), title=_("Ties"), add=_("Add a tie")),
            ("particle_attacks",),
        ),
    ),
)
