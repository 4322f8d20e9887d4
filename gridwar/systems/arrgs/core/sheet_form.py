"""What the editor of an ARRGS combatant shows: the figures of a goon first, spells in a table."""

from __future__ import annotations

from typing import Final

from gridwar.engine.kit import (
    EYES_SECTION,
    FormFigures,
    FormLayout,
    FormSection,
    FormTable,
    KeyedFields,
    SharedNames,
    _,
)

_AREA: Final = (("area_form", "area_radius", "area_width"),)
_LOADING: Final = ("capacity", "loaded", "reload_several", "reload_points", "reload_dc")
_CASTING: Final = ("spell_level", "school", "duration", "rounds", "steered", "prepared")
_BY_HAND: Final = ("trip_bonus", "unarmed")
WEAPONS: Final = FormTable(
    "weapons",
    ("name", "category", "base_sv", "types", "critical_range", "range_increment"),
    more=(
        ("defence", "check", "effect"),
        ("max_increments", "trip_bonus", "unarmed"),
        *_AREA,
        ("arcs", *_LOADING[:2]),
        _LOADING[2:],
    ),
    kept=("id", *_CASTING),
    only=("category", ("melee", "ranged")),
    title=_("Weapons"),
    add=_("Add from the rulebook, or your own \u2026"),
    example=_("boat hook 12 piercing"),
)
SPELLS: Final = FormTable(
    "weapons",
    ("name", "spell_level", "base_sv", "types", "range_increment", "area_radius", "prepared"),
    more=(
        ("defence", "check", "effect"),
        ("school", "duration", "rounds"),
        ("area_form", "area_width", "arcs"),
        ("max_increments", "critical_range", "steered"),
        ("category",),
    ),
    kept=("id", *_LOADING, *_BY_HAND),
    only=("category", ("spell",)),
    add=_("Add a spell of the rulebook, or a name of your own \u2026"),
    example=_("frost dart level 1 10 cold"),
)
USUAL: Final = ("melee", "ranged", "spell", "reflex", "fortitude", "willpower")
CHECKS: Final = FormSection(
    _("Abilities and what checks go by"),
    (
        KeyedFields("abilities", _("Add an ability \u2026"), _("Ability scores")),
        KeyedFields("check_abilities", _("Add a check \u2026"), _("Another ability than usual")),
        KeyedFields("aid_mods", _("Add a check \u2026"), _("To aid others")),
        ("check_penalty", "personality_modifier", "class_vitality"),
    ),
)
MODIFIERS: Final = FormTable(
    "modifiers",
    ("check", "type", "value", "source", "ends", "once"),
    add=_("Add a modifier"),
)
ITEMS: Final = FormTable(
    "items",
    ("name", "integrity", "damage", "dr", "held"),
    more=(("visible", "weapon"),),
    add=_("Add an item of the rulebook, or a name of your own \u2026"),
)
_CHECKS: Final = (*USUAL, "movement", "piloting", "ride", "melee_weaponry", "missile_weaponry")
_STATES: Final = (
    "dead",
    "disabled",
    "dying",
    "helpless",
    "prone",
    "staggered",
    "stunned",
    "surprised",
    "unconscious",
)
NAMES: Final = (
    SharedNames(frozenset({"mods", "aid_mods", "check_abilities", "check", "defence"}), _CHECKS),
    SharedNames(frozenset({"abilities"}), ("agility", "body", "intellect", "personality")),
    SharedNames(
        frozenset({"natural", "speeds", "base_speeds", "manoeuvrabilities", "last_category"}),
        ("walking", "burrowing", "flying", "swimming", "climbing", "space"),
    ),
    SharedNames(frozenset({"types", "type", "vulnerable"})),
    SharedNames(frozenset({"conditions"}), _STATES),
)
FORMS: Final = (
    FormLayout(
        first=(
            FormFigures(
                (
                    *("total_vitality", "ap_max", "aap_max", "initiative"),
                    *("agility_score", "base_speed", "size"),
                )
            ),
            FormFigures(tuple(f"mods.{name}" for name in USUAL)),
            KeyedFields("mods", _("Add a check \u2026"), _("Other checks"), as_chips=True),
            WEAPONS,
        ),
        sections=(
            FormSection(
                _("Damage Resistance"),
                (FormTable("dr", ("value", "type"), add=_("Add a resistance")),),
            ),
            FormSection(_("Spells"), (SPELLS, ("close_range",))),
            CHECKS,
            FormSection(_("Modifiers"), (MODIFIERS,)),
            FormSection(
                _("Threat and size"),
                (
                    ("threat_min", "threat_max", "reach"),
                    ("armed", "legs"),
                    ("size_modifier", "magnitude"),
                ),
            ),
            FormSection(
                _("Movement"),
                (
                    ("manoeuvrability", "acceleration_rate", "may_reverse"),
                    ("natural",),
                    KeyedFields("speeds", _("Add a way of moving \u2026"), _("Speeds (squares)")),
                    KeyedFields(
                        "base_speeds", _("Add a way of moving \u2026"), _("Base speeds (squares)")
                    ),
                    KeyedFields(
                        "manoeuvrabilities", _("Add a way of moving \u2026"), _("Manoeuvrability")
                    ),
                ),
            ),
            EYES_SECTION,
            FormSection(_("Mount or vehicle"), (("vehicle", "passive_piloting"),)),
            FormSection(_("Items"), (ITEMS,)),
            FormSection(
                _("Wounds and conditions"),
                (
                    ("current_vitality",),
                    KeyedFields("conditions", _("Add a condition \u2026")),
                    ("vulnerable", "rounds_asleep"),
                ),
            ),
        ),
        in_fight=(
            ("ap", "aap", "points_used"),
            ("actions_taken", "complementary_used", "stagger_cut"),
            ("tie_roll", "reach_shift", "turns_since_last_turn"),
            ("squares_moved", "last_category", "previous_increment"),
            ("increment_base", "base_of_round", "stopped_after"),
            ("rides", "steers", "crashed"),
            ("readied",),
            ("readied.manoeuvre", "readied.trigger", "readied.points"),
        ),
        words={
            "none": _("Nothing by itself"),
            "damage": _("Damage"),
            "rounds": _("Some rounds"),
            "instant": _("At once"),
            "round_end": _("End of the round"),
        },
        names=NAMES,
        refers={"weapon": "weapons"},
    ),
)
