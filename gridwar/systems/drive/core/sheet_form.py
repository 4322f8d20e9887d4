"""What the editor of a drive character shows first; weapons and sources stand in tables."""

from __future__ import annotations

from gridwar.engine.kit import FormLayout, FormSection, FormTable, _

WEAPONS = FormTable(
    "weapons",
    ("name", "base_damage", "base_drive", "ranged", "material"),
    more=(
        ("str_damage_per_point", "str_drive_per_point", "volley", "crit_max_band"),
        ("dismember", "dismember_note", "blunt", "tags"),
        FormTable(
            "energy",
            ("kind", "damage"),
            title=_("Energy added"),
            add=_("Add energy"),
        ),
        ("frag",),
        ("frag.damage", "frag.drive"),
        ("zone",),
        ("zone.type", "zone.kind", "zone.high", "zone.low"),
    ),
    kept=("id",),
    title=_("Weapons"),
    add=_("Add a weapon \u2026"),
)
LIFETIME = ("maximum", "resource", "points_each", "lasts", "rounds", "rounds_left")
SHIELDS = FormTable(
    "shields",
    ("id", "precision", "points", "origin", "active"),
    more=(("pool_id", "blast_factor", "protects"), ("radius_band", "radius_squares"), LIFETIME),
    add=_("Add a shield"),
)
AURAS = FormTable(
    "auras",
    ("id", "kind", "stored", "drive", "origin", "mental"),
    more=(("maximum", "decay"),),
    add=_("Add an aura"),
)
GRAVITY = FormTable(
    "gravity",
    ("id", "points", "weight_fraction", "reach_squares"),
    more=(("pool_id", "grants_flying_spd", "detects_silencing"), LIFETIME),
    add=_("Add a source"),
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
            ("strength", "fatigue", "organic", "form"),
            ("armour",),
            ("armour.lo", "armour.hi", "armour.metallic"),
            WEAPONS,
        ),
        sections=(
            FormSection(_("Shields"), (SHIELDS,)),
            FormSection(_("Auras"), (AURAS,)),
            FormSection(_("Resistances and weaknesses"), (MODIFIERS,)),
            FormSection(
                _("Pseudogravity"),
                (
                    ("body_weight", "inventory_weight", "flying_spd", "resists"),
                    ("flight_costs", "flying_paid_this_round"),
                    ("silencing", "silencing_squares", "gravity_effects"),
                    GRAVITY,
                ),
            ),
            FormSection(
                _("Injuries"),
                (FormTable("injuries", ("type", "degrees", "source"), add=_("Add an injury")),),
            ),
        ),
        in_fight=(
            FormTable("links", ("kind", "other_id"), title=_("Ties"), add=_("Add a tie")),
            ("in_cover", "in_group_defence", "resist_locked", "particle_attacks"),
        ),
    ),
)
