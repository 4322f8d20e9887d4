"""Order, card, actions, top bar, status bar as records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control import panel_records as pr
from gridwar.control.presenters.words import badge_bits, token_bit
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.control.controller import Controller
    from gridwar.engine.system import Slot
    from gridwar.model.combatant import TimedEffect


def present_order(controller: Controller) -> pr.OrderView:
    """Return the order of this round, and what the button below it does."""
    encounter = controller.encounter
    rows = [
        _order_row(controller, slot, who, together=number > 0)
        for slot in controller.system.order(encounter)
        for number, who in enumerate(slot.ids)
    ]
    primary = _("Begin the fight") if encounter.round == 0 else _("End turn")
    if not encounter.combatants:
        return pr.OrderView(empty=_("Nobody is in the fight yet."))
    return pr.OrderView(tuple(rows), primary)


def _order_row(controller: Controller, slot: Slot, who: str, *, together: bool) -> pr.OrderRow:
    encounter = controller.encounter
    one = encounter.combatants[who]
    card = controller.system.card(encounter, who)
    pool = card.pools[0] if card.pools else None
    sections = {"delaying": _("Delaying"), "out": _("Out of the fight")}
    return pr.OrderRow(
        token=token_bit(encounter, one, out=card.out),
        name=one.name,
        count=slot.count,
        bar=None if pool is None or pool.full <= 0 else min(1, max(0, pool.now / pool.full)),
        bar_text="" if pool is None else f"{pool.now}/{pool.full}",
        badges=badge_bits(card, one),
        is_turn=who == encounter.turn,
        acted=slot.state == "acted",
        selected=who in controller.view.selected,
        together=together,
        section=sections.get(slot.state, ""),
    )


def present_card(controller: Controller) -> pr.CardView | None:
    """Return the card of the combatant selected; None where there is none."""
    who = controller.actor
    if who is None:
        return None
    encounter = controller.encounter
    one = encounter.combatants[who]
    card = controller.system.card(encounter, who)
    side = encounter.sides.get(one.side)
    words = [card.subtitle] if card.subtitle else []
    words.append(_("side: {name}").format(name=side.name if side is not None else one.side))
    chips = [pr.ChipBit(words_of, icon) for icon, words_of in card.badges]
    chips += [_effect_chip(effect, controller) for effect in one.effects]
    known = {effect.name for other in encounter.combatants.values() for effect in other.effects}
    return pr.CardView(
        token=token_bit(encounter, one, out=card.out),
        name=one.name,
        subtitle="  \u00b7  ".join(words),
        bars=tuple(pr.BarBit(pool.label, pool.now, pool.full) for pool in card.pools),
        figures=tuple(pr.FigureBit(one.label, one.value, one.hint) for one in card.figures),
        pips=tuple(pr.PipsBit(*pip) for pip in card.pips),
        chips=tuple(chips),
        note=one.note,
        others=max(0, len(controller.view.selected) - 1),
        quick_error=controller.view.quick_error,
        conditions=tuple(sorted(known | set(_CONDITIONS()))),
    )


def _CONDITIONS() -> tuple[str, ...]:
    return (
        _("Bleeding"), _("Blinded"), _("Burning"), _("Dazed"), _("Grappled"), _("Hidden"),
        _("Marked"), _("Poisoned"), _("Prone"), _("Stunned"),
    )  # fmt: skip


def _effect_chip(effect: TimedEffect, controller: Controller) -> pr.ChipBit:
    ends = {
        "never": "",
        "turn_start": _("until the start of {who}'s turn"),
        "turn_end": _("until the end of {who}'s turn"),
        "round_end": _("until the end of the round"),
    }[effect.ends]
    whose = controller.encounter.combatants.get(effect.whose or "")
    hint = ends.format(who=whose.name if whose is not None else _("the own"))
    if effect.rounds_left > 1:
        hint += _(", {n} more times").format(n=effect.rounds_left - 1)
    numbers = ", ".join(f"{key} {value}" for key, value in effect.numbers.items())
    text = f"{effect.name} {numbers}".strip()
    return pr.ChipBit(text, effect.badge, effect.id, ". ".join(filter(None, (hint, effect.note))))


def present_actions(controller: Controller) -> tuple[pr.ActionRow, ...]:
    """Return everything the combatant selected could do, with the reasons why not."""
    who = controller.actor
    if who is None:
        return ()
    picking, draft = controller.view.picking, controller.view.draft
    chosen = picking.id if picking is not None else draft.action.id if draft is not None else ""
    return tuple(
        pr.ActionRow(
            id=one.id,
            icon=one.icon,
            title=one.title,
            note=one.note,
            price=one.price,
            shortcut=one.shortcut,
            enabled=one.refusal is None,
            reason="" if one.refusal is None else one.refusal.text,
            rule_ids="" if one.refusal is None else ", ".join(one.refusal.rule_ids),
            chosen=one.id == chosen,
        )
        for one in controller.system.actions(controller.encounter, who)
    )


def present_top(controller: Controller, file: str, saved: str, tone: pr.Tone) -> pr.TopView:
    """Return the bar above.

    Args:
        controller: The fight.
        file: What the file is called.
        saved: Words on whether all is on disk.
        tone: How they sound.
    """
    encounter = controller.encounter
    turn = encounter.combatants.get(encounter.turn or "")
    return pr.TopView(
        file=file,
        round=_("Round {n}").format(n=encounter.round) if encounter.round else _("Not begun"),
        turn="" if turn is None else _("{name}'s turn").format(name=turn.name),
        saved=saved,
        saved_tone=tone,
        can_undo=controller.session.can_undo,
        can_redo=controller.session.can_redo,
    )


def present_status(controller: Controller, zoom: str) -> pr.StatusView:
    """Return the status bar: the tool, its keys, where the pointer is."""
    view, encounter = controller.view, controller.encounter
    scale = encounter.map.scale
    right = [f"{_column(view.hover.x)} {view.hover.y + 1}"] if view.hover is not None else []
    right.append(
        _("1 cell = {size:g} {unit}").format(size=scale.cell_size, unit=scale.unit)
    )
    right.append(zoom)
    tool, keys = _tool(controller)
    return pr.StatusView(tool, keys, tuple(right))


def _tool(controller: Controller) -> tuple[str, tuple[tuple[str, str], ...]]:
    view = controller.view
    if view.plan is not None:
        name = controller.encounter.combatants[view.plan.mover].name
        return _("Move {name}").format(name=name), (
            (_("Space"), _("waypoint")),
            (_("Backspace"), _("take back")),
            (_("hold F"), _("free move")),
            (_("Esc"), _("cancel")),
        )
    if view.draft is not None:
        return view.draft.action.title, (
            (_("1\u20136"), _("type a die")),
            (_("Space"), _("roll for me")),
            (_("Enter"), _("go on")),
            (_("Esc"), _("cancel")),
        )
    if view.picking is not None:
        wants = {
            "combatant": _("click the target"),
            "cell": _("click a cell"),
            "path": _("click or drag to the end"),
        }.get(view.picking.needs, "")
        return view.picking.title, ((_("Click"), wants), (_("Esc"), _("cancel")))
    if controller.session.wanted:
        return _("Question"), ((_("1\u20139"), _("answer")), (_("Ctrl+Z"), _("take back")))
    free = ((_("F"), _("free move on")),) if view.free_move else ((_("hold F"), _("free move")),)
    return _("Select"), (
        (_("Drag"), _("move")),
        (_("Tab"), _("next token")),
        (_("\u2212 + = /"), _("points")),
        (_("N"), _("end turn")),
        *free,
    )


def _column(number: int) -> str:
    letters = ""
    number += 1
    while number > 0:
        number, rest = divmod(number - 1, 26)
        letters = chr(65 + rest) + letters
    return letters
