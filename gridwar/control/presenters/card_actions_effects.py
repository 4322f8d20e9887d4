"""Card and quick field as records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridwar.control.presenters.effect_form import common_conditions
from gridwar.control.presenters.reference_cards import condition_key
from gridwar.control.presenters.rule_card import condition_rule
from gridwar.control.records import panel_records as pr
from gridwar.control.text_format import token_bit
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from gridwar.control.controller.controller import Controller
    from gridwar.engine.kit.card_order_and_flow import Badge
    from gridwar.model.combatant import TimedEffect


def present_card(controller: Controller) -> pr.CardView | None:
    """Return the card of the combatant selected; None where there is none."""
    who = controller.actor
    if who is None:
        return None
    encounter = controller.encounter
    one = encounter.combatants[who]
    card = controller.rules_cache.card(who)
    side = encounter.sides.get(one.side)
    words = [card.subtitle] if card.subtitle else []
    words.append(side.name if side is not None else one.side)
    chips = [
        pr.ChipView(
            "",
            badge.text,
            badge.icon,
            removable=False,
            rule_id=_badge_rule(controller, badge),
            opens=condition_key(who, badge.text),
        )
        for badge in card.badges
    ]
    chips += [
        replace(_effect_chip(effect, controller), opens=condition_key(who, effect.name))
        for effect in one.effects
    ]
    return pr.CardView(
        id=who,
        name=one.name,
        subtitle=" \u00b7 ".join(words),
        token=token_bit(controller.letters, encounter, one, out=card.out),
        card=card,
        chips=tuple(chips),
        notes=(one.note,) if one.note else (),
        carrier=_carrier_of(controller, who),
    )


def _carrier_of(controller: Controller, who: str) -> pr.CarrierView | None:
    """Return the vehicle somebody is in, or the mount they ride; None on foot."""
    encounter = controller.encounter
    carrier = encounter.combatants.get(controller.system.board.body(encounter, who).carrier)
    if carrier is None:
        return None
    card = controller.rules_cache.card(carrier.id)
    token = token_bit(controller.letters, encounter, carrier, out=card.out)
    return pr.CarrierView(carrier.id, carrier.name, token, card)


def _effect_chip(effect: TimedEffect, controller: Controller) -> pr.ChipView:
    whose = controller.encounter.combatants.get(effect.whose or "")
    ends = {
        "never": "",
        "turn_start": _("until the start of {who} turn"),
        "turn_end": _("until the end of {who} turn"),
        "round_start": _("until the next round begins"),
        "round_end": _("until the end of the round"),
        "fight_end": _("until the fight is over"),
    }[effect.ends]
    who = _("its own") if whose is None else f"{whose.name}'s"
    hint = ends.format(who=who)
    if hint and effect.rounds_left > 1:
        hint += ngettext(", once more", ", {n} times more", effect.rounds_left - 1).format(
            n=effect.rounds_left - 1
        )
    numbers = ", ".join(f"{key} {value}" for key, value in effect.numbers.items())
    text = f"{effect.name} {numbers}".strip()
    words = "\n".join(filter(None, (hint, effect.note)))
    rule_id = condition_rule(controller.system.id, effect.name)
    return pr.ChipView(effect.id, text, effect.badge, tooltip=words, rule_id=rule_id)


def _badge_rule(controller: Controller, badge: Badge) -> str:
    return badge.rule_id or condition_rule(controller.system.id, badge.text)


def present_quick(controller: Controller) -> pr.QuickView:
    """Return the field for quick numbers."""
    encounter, selected = controller.encounter, controller.view.selected
    known = {effect.name for one in encounter.combatants.values() for effect in one.effects}
    if not selected:
        return pr.QuickView(enabled=False)
    whom = encounter.combatants[selected[0]].name
    if len(selected) > 1:
        whom = _("{name} and {n} more").format(name=whom, n=len(selected) - 1)
    known |= {one.title for one in controller.system.data.conditions()}
    names = tuple(sorted(known | set(common_conditions())))
    number = len(selected)
    return pr.QuickView(whom, names, controller.view.quick_error, number=number)
