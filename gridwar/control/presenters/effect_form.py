"""The form for a timed effect: the conditions of the rules first, then effects of the GM's own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.control.presenters.rule_card import condition_rule
from gridwar.control.records.panel_records import Choice
from gridwar.control.records.popover_records import ConditionRow, EffectView
from gridwar.control.text_format import minus
from gridwar.model.combatant import TimedEffect
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.control.controller.controller import Controller
    from gridwar.engine.kit.card_order_and_flow import KnownCondition
    from gridwar.model.combatant import EffectEnd

BADGES: Final = (
    Choice("circle-dot", _("mark")),
    Choice("flame", _("fire")),
    Choice("droplets", _("bleeding")),
    Choice("skull", _("dying")),
    Choice("eye-off", _("blind")),
    Choice("shield", _("shield")),
    Choice("zap", _("shock")),
    Choice("bed", _("asleep")),
    Choice("hourglass", _("time")),
    Choice("ghost", _("fear")),
    Choice("hand", _("held")),
    Choice("brain", _("mind")),
    Choice("bandage", _("bandaged")),
    Choice("anchor", _("slow")),
)
ENDS: Final[Mapping[EffectEnd, str]] = {
    "never": _("until it is taken off"),
    "turn_start": _("until the start of the turn"),
    "turn_end": _("until the end of the turn"),
    "round_start": _("until the start of the round"),
    "round_end": _("until the end of the round"),
    "fight_end": _("until the end of the fight"),
}


def effect_view(controller: Controller, who: tuple[str, ...], effect_id: str = "") -> EffectView:
    """Return the form for a new effect on some combatants, or for one they have.

    Args:
        controller: The fight.
        who: Whom it is for, one at least.
        effect_id: An effect to change; empty for a new one.
    """
    encounter, system = controller.encounter, controller.system
    combatants = tuple(Choice(one.id, one.name) for one in encounter.everyone())
    names = ", ".join(encounter.combatants[one].name for one in who)
    theirs = (effect for one in who for effect in encounter.combatants[one].effects)
    blank = TimedEffect(id="", name="", whose=encounter.turn or who[0])
    effect = next((one for one in theirs if one.id == effect_id), blank)
    return EffectView(
        title=_("Effect on {names}").format(names=names),
        who=who,
        combatants=combatants,
        conditions=conditions_of(controller),
        badges=BADGES,
        ends=tuple(Choice(end, system.data.effect_ends.get(end, ENDS[end])) for end in ENDS),
        effect=effect,
        primary=_("Begin") if effect is blank else _("Change"),
    )


def conditions_of(controller: Controller) -> tuple[ConditionRow, ...]:
    """Return the conditions of the rules with what each does, then names that need no rule."""
    system = controller.system
    known = sorted(system.data.conditions(), key=lambda one: one.title.casefold())
    rows = [_of_rules(system.id, one) for one in known]
    taken = {row.title.casefold() for row in rows}
    others = (one for one in common_conditions() if one.casefold() not in taken)
    rows += [ConditionRow("", one, section=_("Without a rule: a reminder")) for one in others]
    return tuple(rows)


def _of_rules(system_id: str, one: KnownCondition) -> ConditionRow:
    rule_id = one.rule_id or condition_rule(system_id, one.title)
    section = _("Conditions of the rules")
    return ConditionRow(one.id, one.title, one.badge, minus(one.does), rule_id, one.words, section)


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
