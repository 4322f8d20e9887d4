"""Conditions: what lasts on somebody, until which of the four moments, with the GM's own note.

They are timed effects of fixed ids, so that badge, hook and end are those of every effect.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from frozendict import frozendict
from msgspec import Struct

from gridwar.engine.kit import KnownCondition, Procedure, Step, _, emit, say
from gridwar.model.combatant import TimedEffect
from gridwar.model.events_combatants import EffectAdded, EffectRemoved
from gridwar.systems.percentile.core.fight_state import settings_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.engine.kit import Encounter, Table
    from gridwar.model.combatant import EffectEnd


class Condition(Struct, frozen=True):
    """A condition by its words, its icon, the rule that it is of, and what it does in brief."""

    title: str
    icon: str
    rule_id: str
    does: str


CONDITIONS: Final = frozendict(
    surprised=Condition(
        _("Surprised"), "circle-alert", "PC-SEQ-03", _("no Reactions; attacks on them +30")
    ),
    prone=Condition(_("Prone"), "stance-prone", "PC-ACT-14", _("down; the rest is your note")),
    pinned=Condition(
        _("Pinned"), "circle-dot", "PC-ACT-10", _("does not run; the rest is your note")
    ),
    stunned=Condition(_("Stunned"), "waves", "PC-ACT-15", _("for a round; the rest is your note")),
    immobilised=Condition(
        _("Immobilised"), "anchor", "PC-ECO-07", _("no Movement action, no charge")
    ),
    guard_mode=Condition(
        _("Guard Mode: attacks -20"), "shield", "PC-ACT-13", _("attacks on them -20, a turn long")
    ),
    heavy_attack=Condition(
        _("Evasion -30"), "circle-alert", "PC-ACT-06", _("own Evasion -30, a turn long")
    ),
)
"""By id."""


EFFECT_ENDS: Final[Mapping[EffectEnd, str]] = {
    "round_start": _("until the next round begins"),
    "round_end": _("until the round ends"),
    "turn_start": _("until the next turn begins"),
    "turn_end": _("until the next turn ends"),
}
"""The four moments of a round."""


def known_conditions() -> tuple[KnownCondition, ...]:
    """Return all conditions of the rulebook, as the GM may name them."""
    return tuple(
        KnownCondition(id, one.title, one.icon, rule_id=one.rule_id, does=one.does)
        for id, one in CONDITIONS.items()
    )


def effect_of(
    encounter: Encounter, condition: str, ends: EffectEnd = "never", whose: str | None = None
) -> TimedEffect:
    """Return a condition as an effect with the GM's note.

    It ends by itself at the moment ``ends``, of the turn of ``whose``.

    Rules: PC-SEQ-06
    """
    kind = CONDITIONS[condition]
    return TimedEffect(
        id=condition,
        name=kind.title,
        badge=kind.icon,
        note=settings_of(encounter).condition_notes.get(condition, ""),
        ends=ends,
        whose=whose,
    )


def begin(
    table: Table, who: str, condition: str, ends: EffectEnd = "never", whose: str | None = None
) -> Procedure[None]:
    """Put a condition on somebody.

    It ends by itself at the moment ``ends``, of the turn of ``whose``.

    Rules: PC-SEQ-06
    """
    effect = effect_of(table.now, condition, ends, whose)
    yield from emit(EffectAdded(who=who, effect=effect))
    text = _("{who} is {condition} now")
    rule, lasts = CONDITIONS[condition].rule_id, _lasts(table, effect)
    steps = (Step(label=_("Lasts"), rule_id=rule, after=lasts),)
    yield from say(table, text, who=who, condition=effect.name, steps=steps, result=effect.note)


def _lasts(table: Table, effect: TimedEffect) -> str:
    """Return in words until when an effect lasts."""
    whose = effect.whose or ""
    name = table.now[whose].name if whose in table.now else ""
    words = {
        "round_start": _("until the next round begins"),
        "round_end": _("until the round ends"),
        "turn_start": _("until {name}'s next turn begins"),
        "turn_end": _("until {name}'s next turn ends"),
    }
    return words.get(effect.ends, _("until the GM ends it")).format(name=name)


def end(table: Table, who: str, condition: str) -> Procedure[None]:
    """Take a condition off somebody who has it."""
    if who in table.now and table.now[who].has_effect(condition):
        yield from emit(EffectRemoved(who=who, effect=condition))
