"""What the editor of a percentile combatant shows: figures and weapons first, a ship by its own."""

from __future__ import annotations

from typing import Final

from gridwar.engine.kit import (
    DICE,
    EYES_SECTION,
    DiceFields,
    FormFigures,
    FormLayout,
    FormSection,
    FormTable,
    KeyedFields,
    _,
)
from gridwar.model.form_layout import paths_of

WEAPONS: Final = FormTable(
    "weapons",
    ("name", "kind", DICE, "pen", "range_cells", "reach_cells", "hit_rating"),
    more=(
        ("semi", "full"),
        ("add_sb", "jammed", "approved"),
        ("natural", "unarmed", "small", "pistol"),
        ("primitive", "subdual"),
    ),
    kept=("id",),
    title=_("Weapons"),
    add=_("Add from the rulebook, or your own \u2026"),
    hand="equipped",
    dice=DiceFields("damage.count", "damage.flat", "damage.sides", "d"),
    example=_("boat hook 1d10+2 penetration 2"),
)
_SCORES: Final = ("ws", "bs", "s", "t", "ag")
_EVASION: Final = FormSection(
    _("Evasion and tests"),
    (
        ("dodge", "parry", "point_defend"),
        ("pinning", "acrobatics", "repel_boarders"),
        FormTable("deflectors", ("name", "rating"), title=_("Deflectors"), add=_("Add one")),
        ("deflectors_weakened", "reactions_full"),
    ),
)
_BODY: Final = FormSection(
    _("Bonuses and armour"),
    (
        ("sb", "tb", "ab"),
        KeyedFields("ap_at", _("Add a place \u2026"), _("Armour of places")),
        FormTable("decay", ("characteristic", "amount"), title=_("Decay"), add=_("Add a decay")),
    ),
)
_MOVEMENT: Final = FormSection(
    _("Movement"),
    (
        ("can_fly",),
        FormTable(
            "move_modifiers",
            ("label", "squares"),
            title=_("Modifiers of the Half Move"),
            add=_("Add a modifier"),
        ),
    ),
)
_TALENTS: Final = FormSection(
    _("Talents, Powers, hands"),
    (
        ("talents", "free_hands"),
        FormTable(
            "powers",
            ("name", "cost", "moves_self"),
            more=(("attack", "concentration"),),
            title=_("Powers"),
            add=_("Add a Power"),
        ),
        ("traits",),
    ),
)
_FATE: Final = FormSection(
    _("Wounds, Fate, Fatigue and death"),
    (("wounds", "fate", "survives_zero"), ("lethal", "fatigue", "dead")),
)
_SHIP: Final = FormSection(
    _("Starship"),
    (
        ("ship.size", "ship.marines_modifier"),
        ("ship.marines_damage.count", "ship.marines_damage.sides", "ship.marines_damage.flat"),
    ),
    optional="ship",
)
_FIGHT: Final = (
    ("initiative", "tie_rolls", "turns_taken"),
    ("half_actions", "reactions"),
    ("half_move_made", "counter_used", "has_acted"),
    ("aim", "feint_on", "falling_from"),
    ("to_hit", "harder_by_gm"),
)
_KEPT: Final = ("extended",)
CHARACTERISTICS: Final = {
    "ws": _("Weapon Skill"),
    "bs": _("Ballistic Skill"),
    "s": _("Strength"),
    "t": _("Toughness"),
    "ag": _("Agility"),
    "acrobatics": _("Acrobatics"),
}
"""What may decay, in words."""
_WORDS: Final = {
    "thrown_melee": _("Thrown melee weapon"),
    **CHARACTERISTICS,
    "more": _("More than a Full Action"),
    "counter_attack": _("Counter-Attack"),
    "low": _("Low"),
    "high": _("High"),
}
FIGHT_FIELDS: Final = frozenset({*paths_of(_FIGHT), *_KEPT})
"""What means something in one fight only, edited or not."""
FORMS: Final = (
    FormLayout(
        first=(FormFigures((*_SCORES, "ap", "wounds_full")), WEAPONS),
        sections=(_EVASION, _BODY, _MOVEMENT, EYES_SECTION, _TALENTS, _FATE, _SHIP),
        in_fight=_FIGHT,
        kept=_KEPT,
        words=_WORDS,
    ),
)
