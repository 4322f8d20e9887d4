"""Timed effects by hand: the form for one, with what it proposes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control.records.panel_records import Choice
from gridwar.control.records.popover_records import EffectView
from gridwar.model.combatant import TimedEffect
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.model.encounter import Encounter

BADGES = (
    "circle-dot",
    "flame",
    "droplets",
    "skull",
    "eye-off",
    "shield",
    "zap",
    "bed",
    "hourglass",
    "ghost",
    "hand",
    "brain",
    "bandage",
    "anchor",
)


def effect_view(encounter: Encounter, who: tuple[str, ...], effect_id: str = "") -> EffectView:
    """Return the form for a new effect on some combatants, or for one they have.

    Args:
        encounter: The fight.
        who: Whom it is for, one at least.
        effect_id: An effect to change; empty for a new one.
    """
    combatants = tuple(Choice(one.id, one.name) for one in encounter.everyone())
    names = ", ".join(encounter.combatants[one].name for one in who)
    theirs = (effect for one in who for effect in encounter.combatants[one].effects)
    blank = TimedEffect(id="", name="", whose=encounter.turn or who[0])
    effect = next((one for one in theirs if one.id == effect_id), blank)
    title = _("Effect on {names}").format(names=names)
    return EffectView(title, who, combatants, common_conditions(), BADGES, effect, _("Begin"))


def common_conditions() -> tuple[str, ...]:
    """Return names of conditions that a GM may want to write in any system."""
    return (
        _("Bleeding"),
        _("Blinded"),
        _("Burning"),
        _("Dazed"),
        _("Frightened"),
        _("Grappled"),
        _("Held"),
        _("Marked"),
        _("Poisoned"),
        _("Slowed"),
        _("Stunned"),
    )
