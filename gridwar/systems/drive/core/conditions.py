"""Conditions: what lasts on somebody by the book's words, and who cannot act because of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from gridwar.engine.kit import (
    Command,
    KnownCondition,
    Procedure,
    Role,
    Step,
    Variant,
    emit,
    must_exist,
    offer,
    plays,
    require,
    say,
)
from gridwar.model.combatant import TimedEffect
from gridwar.model.events_combatants import EffectAdded, EffectRemoved
from gridwar.systems.drive.core.action_headings import BY_THE_GM
from gridwar.systems.drive.core.sheet import sheet_of
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Combatant, Encounter, Table
    from gridwar.model.combatant import EffectEnd

IGNITED: Final = "ignited"
DEAFENED: Final = "deafened"
KNOCKED_DOWN: Final = "knocked_down"
STUNNED: Final = "stunned"
INCAPACITATED: Final = "incapacitated"
PARALYSED: Final = "paralysed"
PINNED: Final = "pinned"
MENTAL_ONLY: Final = "mental_actions_only"
GLOW: Final = "gravity_glow"
SOUND: Final = "gravity_sound"
HELPLESS: Final = (INCAPACITATED, PARALYSED, PINNED)
_KNOWN: Final = {
    one.id: one
    for one in (
        KnownCondition(
            INCAPACITATED,
            _("Incapacitated"),
            rule_id="DR-AUR-15",
            does=_("cannot act; auras are lost"),
        ),
        KnownCondition(
            PARALYSED,
            _("Paralysed"),
            words=(_("paralyzed"),),
            rule_id="DR-AUR-15",
            does=_("cannot act; auras are lost"),
        ),
        KnownCondition(
            PINNED, _("Pinned"), rule_id="DR-AUR-15", does=_("cannot act; auras are lost")
        ),
        KnownCondition(
            MENTAL_ONLY,
            _("Mental actions only"),
            words=(_("mental action only"),),
            rule_id="DR-AUR-16",
            does=_("purely mental actions alone"),
        ),
        KnownCondition(
            IGNITED,
            _("Ignited"),
            "flame",
            words=(_("on fire"),),
            rule_id="DR-NRG-07",
            does=_("on fire; the rest is yours"),
        ),
        KnownCondition(
            DEAFENED,
            _("Deafened"),
            "ear-off",
            rule_id="DR-NRG-09",
            does=_("hears nothing for so many turns"),
        ),
        KnownCondition(
            KNOCKED_DOWN,
            _("Knocked down"),
            "arrow-down",
            words=(_("knockdown"),),
            rule_id="DR-NRG-10",
            does=_("on the ground; the rest is yours"),
        ),
        KnownCondition(
            STUNNED,
            _("Stunned"),
            "sparkles",
            words=(_("stun"),),
            rule_id="DR-NRG-06",
            does=_("until the attacker's next turn ends"),
        ),
        KnownCondition(
            GLOW,
            _("Glows, low Stealth"),
            "sun",
            words=(_("glows"),),
            rule_id="DR-PSG-16",
            does=_("dim light at Low Stealth"),
        ),
        KnownCondition(
            SOUND,
            _("Heard: pseudogravity"),
            "waves",
            words=(_("heard"),),
            rule_id="DR-PSG-16",
            does=_("user and target are heard"),
        ),
    )
}
CONDITIONS: Final = {one: _KNOWN[one].title for one in (*HELPLESS, MENTAL_ONLY)}
"""What the GM says of somebody who can do nothing, or nothing but think."""


def known_conditions() -> tuple[KnownCondition, ...]:
    """Return all conditions of the page, with the words by which the GM may name them.

    Rules: DR-NRG-06, DR-NRG-07, DR-NRG-09, DR-NRG-10, DR-AUR-15, DR-AUR-16
    """
    return tuple(_KNOWN.values())


def effect_of(
    condition: str, ends: EffectEnd = "never", whose: str | None = None, turns: int = 1
) -> TimedEffect:
    """Return a condition of the page as it lasts on somebody.

    Args:
        condition: Which.
        ends: The moment at which it ends.
        whose: Whose turn counts; None where nobody's does.
        turns: How many of those moments have still to pass.
    """
    known = _KNOWN[condition]
    return TimedEffect(
        id=condition,
        name=known.title,
        badge=known.badge,
        ends=ends,
        whose=whose,
        rounds_left=turns,
    )


def helpless_by(one: Combatant) -> str:
    """Return the condition by which somebody cannot act, in words; empty where there is none.

    Rules: DR-AUR-15
    """
    return next((CONDITIONS[each] for each in HELPLESS if one.has_effect(each)), "")


def is_able(encounter: Encounter, who: str) -> bool:
    """Return whether somebody can take actions: not out of the fight, nor helpless.

    Rules: DR-AUR-15
    """
    one = encounter[who]
    return not sheet_of(one).is_out and not helpless_by(one)


def only_thinks(encounter: Encounter, who: str) -> bool:
    """Return whether somebody can take none but mental actions.

    Rules: DR-AUR-16
    """
    return encounter[who].has_effect(MENTAL_ONLY)


def must_be_able(table: Table, who: str) -> Procedure[None]:
    """Refuse whoever is out of the fight or helpless; say of others that they can but think.

    Rules: DR-AUR-15, DR-AUR-16
    """
    one = table.now[who]
    is_out, helpless = sheet_of(one).is_out, helpless_by(one)
    yield from require(not is_out, "out", _("{who} is out of the fight."), who=who)
    text = _("{who} cannot act: {condition}.")
    condition = helpless.lower()
    yield from require(not helpless, "helpless", text, "DR-AUR-15", who=who, condition=condition)


def may_act(table: Table, who: str) -> Procedure[None]:
    """Refuse whoever is unable to act, or does not have the turn: one a round, which is ours.

    Rules: DR-AUR-15, DR-AUR-16
    """
    yield from must_be_able(table, who)
    text, turn = _("It is not {who}'s turn."), table.now.turn
    yield from require(turn in (who, None), "not_your_turn", text, who=who)


def warn_who_only_thinks(table: Table, who: str) -> Procedure[None]:
    """Tell the GM that whoever acts may take none but mental actions; what is one, they say.

    Rules: DR-AUR-16
    """
    if only_thinks(table.now, who):
        step = Step(label=CONDITIONS[MENTAL_ONLY], rule_id="DR-AUR-16")
        text = _("{who} may take none but mental actions")
        yield from say(table, text, who=who, steps=(step,), tone="plain")


def _conditions(encounter: Encounter, who: str) -> Iterator[Variant]:
    for condition, title in CONDITIONS.items():
        is_so = encounter[who].has_effect(condition)
        words = _("No longer: {condition}").format(condition=title) if is_so else title
        yield Variant(condition, fields={"condition": condition}, title=words)


@offer(
    _("Condition"),
    icon="circle-dot",
    group=BY_THE_GM,
    role=Role.OTHER,
    about="target",
    each=_conditions,
)
class SetCondition(Command):
    """Let somebody be unable to act, or to do more than think, at the GM's word; or no longer."""

    target: str
    condition: Literal["incapacitated", "paralysed", "pinned", "mental_actions_only"]


@plays(SetCondition)
def set_condition(table: Table, command: SetCondition) -> Procedure[None]:
    """Let a condition begin, or end where it lasts: it decides which auras are kept up.

    Rules: DR-AUR-15, DR-AUR-16
    """
    who, condition = command.target, command.condition
    yield from must_exist(table, who)
    ends, name = table.now[who].has_effect(condition), CONDITIONS[condition]
    if ends:
        yield from emit(EffectRemoved(who=who, effect=condition))
    else:
        yield from emit(EffectAdded(who=who, effect=effect_of(condition)))
    text = _("{whom} is no longer {condition}") if ends else _("{whom} is {condition}")
    step = Step(label=name, rule_id="DR-AUR-16" if condition == MENTAL_ONLY else "DR-AUR-15")
    yield from say(table, text, whom=who, condition=name.lower(), steps=(step,))
