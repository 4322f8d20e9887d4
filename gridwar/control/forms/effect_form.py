"""Timed effects by hand: the sheet to write one, and the command that begins it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frozendict import frozendict

from gridwar.control.records.panel_records import Choice
from gridwar.control.records.popover_records import EffectDraft, EffectEnds, EffectView
from gridwar.engine.gm.commands import AddEffect
from gridwar.model.combatant import TimedEffect
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.model.command import Command
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


def effect_view(
    encounter: Encounter, who: tuple[str, ...], effect_id: str = "", error: str = ""
) -> EffectView:
    """Return the sheet for a new effect on some combatants, or for one they have.

    Args:
        encounter: The fight.
        who: Whom it is for, one at least.
        effect_id: An effect to change; empty for a new one.
        error: What was wrong with it as it was written.
    """
    people = tuple(Choice(one.id, one.name) for one in encounter.everyone())
    names = ", ".join(encounter.combatants[one].name for one in who)
    old = next(
        (e for one in who for e in encounter.combatants[one].effects if e.id == effect_id), None
    )
    draft = EffectDraft(whose=encounter.turn or who[0], who=who)
    if old is not None:
        draft = EffectDraft(
            old.name,
            old.badge,
            tuple(old.numbers.items()),
            old.note,
            EffectEnds(old.ends),
            old.whose or "",
            old.rounds_left,
            old.ask,
            who,
        )
    title = _("Effect on {names}").format(names=names)
    return EffectView(title, people, common_conditions(), BADGES, draft, _("Begin"), error)


def effect_command(draft: EffectDraft) -> Command | str:
    """Return the command that begins an effect, or what is wrong with it."""
    name = draft.name.strip()
    if not name:
        return _("Give it a name.")
    effect = TimedEffect(
        id=name.casefold(),
        name=name,
        badge=draft.badge,
        numbers=frozendict(draft.numbers),
        note=draft.note,
        ends=draft.ends.value,
        whose=draft.whose or None,
        rounds_left=max(1, draft.rounds),
        ask=draft.ask,
    )
    return AddEffect(who=draft.who, effect=effect)


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
