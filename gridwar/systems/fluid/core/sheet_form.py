"""What the editor of a combatant shows: checks, senses, wounds, weapons, the fight."""

from __future__ import annotations

from gridwar.engine.kit import FormLayout, FormTable, _

WEAPONS = FormTable(
    "weapons",
    ("name", "tactical", "proficient"),
    kept=("id",),
    title=_("Weapons"),
    add=_("Add from the rulebook, or a name of your own \u2026"),
)
LEDGER = FormTable(
    "fight.ledger",
    ("event", "label", "modifier", "struck"),
    more=(("weapon", "count", "action_dice"), ("wounds", "critical_hit", "kind"), ("given",)),
    kept=("past",),
    title=_("Ledger of this round"),
    add=_("Add an event, such as aim or other \u2026"),
)
EXTRA_HALVES = FormTable(
    "fight.extra_halves",
    ("source", "restrictions"),
    kept=("id",),
    title=_("Half actions from elsewhere"),
    add=_("Add a source \u2026"),
)
FORMS = (
    FormLayout(
        first=(
            ("init_bonus", "int_mod", "speed_ft"),
            ("visual_ft", "hearing_ft"),
            ("wounds_full", "wounds"),
            ("bleeding", "fatigued", "exhausted"),
            WEAPONS,
        ),
        in_fight=(
            ("fight.count", "fight.boost", "fight.joined", "fight.intentional"),
            ("fight.flat_footed", "fight.reeling", "fight.halves_lost", "fight.must_press"),
            ("fight.halves_spent", "fight.free_used", "fight.free_limit"),
            ("fight.moved", "fight.step_used", "fight.pressed", "fight.takes_part"),
            LEDGER,
            EXTRA_HALVES,
        ),
        kept=(
            "fight.press_next",
            "fight.split",
            "fight.has_acted",
            "fight.has_done_anything",
            "fight.surprise_action",
            "fight.surprise_free",
            "fight.last_raw",
            "fight.last_applied",
        ),
    ),
)
