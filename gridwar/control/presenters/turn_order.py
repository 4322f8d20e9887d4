"""The order of a round as a record: a row for each combatant, and the button at its foot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridwar.control.presenters.tokens import listed_token
from gridwar.control.presenters.tour import is_lit
from gridwar.control.records import panel_records as pr
from gridwar.control.state.tour_state import Deed
from gridwar.control.text_format import effect_badges, fraction, minus, note_badges
from gridwar.engine.kit.card_order_and_flow import Slot
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.control.controller.controller import Controller
    from gridwar.engine.kit.card_order_and_flow import Badge
    from gridwar.engine.kit.offers_and_actions import Action


def present_order(controller: Controller) -> pr.OrderView:
    """Return the order of this round, and what the button at its foot does."""
    encounter = controller.encounter
    rows = tuple(
        _order_row(controller, slot, who)
        for slot in controller.rules_cache.order()
        for who in slot.ids
    )
    rows += tuple(
        replace(_order_row(controller, Slot((one.id,)), one.id), section=_("Set aside"))
        for one in encounter.combatants.values()
        if one.aside
    )
    if not rows:
        words = _("No combatants yet. The rules are {rules}.")
        note = words.format(rules=controller.system.title)
        return pr.OrderView(next_label=_("Open the library"), next_key="K", note=note)
    phases = controller.rules_cache.flow().phases
    step = controller.turns.next_step()
    lit = is_lit(controller, Deed.NEXT)
    return pr.OrderView(rows, step.words, "N", step.note, phases=phases, is_next_lit=lit)


def _order_row(controller: Controller, slot: Slot, who: str) -> pr.OrderRow:
    encounter = controller.encounter
    one = encounter.combatants[who]
    card = controller.rules_cache.card(who)
    pool = card.pools[0] if card.pools else None
    sections = {"delaying": _("Delaying"), "out": _("Out of action")}
    section = sections.get(slot.state, "") if encounter.round else ""
    flagged = {_shown(flag) for flag in slot.flags}
    badges = (*card.badges, *effect_badges(one), *note_badges(one))
    return pr.OrderRow(
        id=who,
        name=one.name,
        token=listed_token(controller, encounter, one),
        count=slot.count,
        bar=None if pool is None else fraction(pool),
        bar_text="" if pool is None else minus(f"{pool.now}/{pool.full}"),
        badges=tuple(badge for badge in badges if _shown(badge) not in flagged),
        is_turn=who == encounter.turn,
        acted=slot.state == "acted",
        selected=who in controller.view.selected,
        hidden=one.hidden,
        bracket="+".join(_simultaneous(controller, slot, who)),
        section=slot.heading or section,
        actions=tuple(_row_action(one) for one in controller.rules_cache.out_of_turn(who)),
        note=minus(slot.note),
        flags=slot.flags,
        rule_id=slot.rule_id,
    )


def _shown(badge: Badge) -> tuple[str, str, bool]:
    """Return what is seen of a badge: equal ones are shown once, whatever rule they come from."""
    return badge.icon, badge.text, badge.flashes


def _simultaneous(controller: Controller, slot: Slot, who: str) -> tuple[str, ...]:
    """Return all who act simultaneously with a combatant, itself included; empty where it is alone.

    Once the first of them has the turn they are those of the open bracket.
    """
    bracket = controller.encounter.bracket
    if bracket is not None and who in bracket.members:
        return bracket.members
    return slot.ids if len(slot.ids) > 1 else ()


def _row_action(action: Action) -> pr.RowAction:
    words = f"{action.title}: {action.note}" if action.note else action.title
    return pr.RowAction(action.id, action.icon, minus(words))
