"""The list of what the combatant selected could do, as lines with their words.

How they stand is the arrangement's (`control.actions.action_list`); here they get words: notes,
examples of what is folded, and a reason in brief where it has no room.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from gridwar.control.presenters.tour import lit_action
from gridwar.control.records import action_list_records as al
from gridwar.control.text_format import in_brief, minus
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from gridwar.control.actions.action_list import ActionList, Group, NotNow, Row
    from gridwar.control.controller.controller import Controller
    from gridwar.engine.kit.card_order_and_flow import PipKind
    from gridwar.engine.kit.offers_and_actions import Action
    from gridwar.model.question_and_refusal import Refusal

_FIGURE: Final = re.compile(r"[+\u2212-]?\d+")
_EXAMPLES: Final = 3
_NAMED: Final = 2
"""So many impossible actions are named beside their reason; of more, only how many there are."""


def present_actions(controller: Controller) -> al.ActionsView:
    """Return everything the combatant selected could do, with the reasons why not."""
    picking, draft = controller.view.picking, controller.view.draft
    active = picking.id if picking is not None else draft.action.id if draft is not None else ""
    active = active or lit_action(controller)
    turn = (controller.actor or "", controller.encounter.round)
    found = controller.actions.in_order()
    lines = tuple(_Lines(controller, found).all())
    note, words = ("", "") if lines else _nothing(controller)
    return al.ActionsView(lines, active, turn, note, words)


def _nothing(controller: Controller) -> tuple[str, str]:
    """Return what is said of an empty list, and what its button says."""
    encounter = controller.encounter
    if controller.actor is not None:
        name = encounter[controller.actor].name
        return _("The rules offer {name} nothing.").format(name=name), ""
    if not encounter.combatants:
        return _("Nobody is in the fight yet."), _("Open the library")
    return _("Select somebody to see what they can do."), _("Select somebody")


class _Lines:
    """Makes the lines of a list."""

    def __init__(self, controller: Controller, found: ActionList) -> None:
        self._controller = controller
        self._found = found
        self._digits = {action_id: digit for digit, action_id in found.digits.items()}

    def all(self) -> Iterator[al.Line]:
        """Yield them from the top."""
        usual = self._found.usual
        common = _common_reason(row.actions[0] for row in usual)
        why = ("", "") if common is None else (in_brief(common), _first_rule(common))
        if usual:
            yield al.HeadingLine(_("Usual"), (), *why, self._legend())
        for row in usual:
            yield self._row(row, is_usual=True, tells_why=common is None)
        for group in self._found.groups:
            yield from self._group(group)
        for part in self._found.not_now:
            yield self._not_now(part)

    def _legend(self) -> tuple[al.PipWords, ...]:
        """Return what the shapes of pips stand for, by the card of the one who acts."""
        who = self._controller.actor
        pips = () if who is None else self._controller.rules_cache.card(who).pips
        kinds = {kind for one in self._found.actions for kind in one.price}
        words = {pip.kind: _small(pip.label) for pip in pips if pip.kind in kinds}
        return tuple(al.PipWords(kind, label) for kind, label in words.items())

    def _group(self, group: Group) -> Iterator[al.Line]:
        first, *others = group.titles
        words = ", ".join((first, *map(_lowered, others)))
        lines = tuple(self._inside(group))
        if group.is_folded or group.is_rare:
            yield al.FoldLine(
                words,
                _examples(group) if group.is_folded else "",
                len(group.actions),
                lines,
                group.titles,
                is_open=not group.is_folded,
            )
            return
        price = group.chips[0].price if group.chips and not group.rows else ()
        yield al.HeadingLine(words, group.titles, price=price)
        yield from lines

    def _inside(self, group: Group) -> Iterator[al.Shown]:
        if group.chips:
            yield al.ChipsLine(tuple(map(self._chip, group.chips)))
        for row in group.rows:
            yield self._row(row)

    def _not_now(self, part: NotNow) -> al.FoldLine:
        names = list(dict.fromkeys(one.stem or one.title for one in part.actions))
        named = _("Not now: {names}").format(names=", ".join(names))
        words = named if len(names) <= _NAMED else _("Not now")
        lines: tuple[al.Shown, ...] = tuple(map(_impossible, part.actions))
        if self._controller.several.who:
            words, lines = _("When their turns come"), (al.ChipsLine(self._chips(part)),)
        return al.FoldLine(
            words,
            in_brief(part.reason),
            len(part.actions),
            lines,
            key=part.reason.code,
            rule_id=_first_rule(part.reason),
            is_open=not part.is_folded,
            said=_with_rules(part.reason.text, part.reason),
        )

    def _chips(self, part: NotNow) -> tuple[al.ActionChip, ...]:
        """Return what several can do each in their own turn, all for one reason."""
        said = _with_rules(part.reason.text, part.reason)
        return tuple(
            al.ActionChip(one.id, one.choice, one.title, said=said, is_possible=False)
            for one in part.actions
        )

    def _row(self, row: Row, *, is_usual: bool = False, tells_why: bool = True) -> al.Shown:
        one = row.actions[0]
        if len(row.actions) > 1:
            chips = tuple(map(self._chip, row.actions))
            title = one.stem or one.title
            return al.VariantsLine(title, one.icon, row.key, chips, one.price, is_usual)
        note = minus(one.note)
        if one.refusal is not None:
            note = in_brief(one.refusal) if tells_why else ""
        return al.ActionLine(
            one.id,
            one.title,
            one.icon,
            row.key,
            note,
            one.price,
            self._digits.get(one.id, ""),
            _said(one),
            tuple(self._chip(other, other.price) for other in row.beside),
            one.refusal is None,
            is_usual,
        )

    def _chip(self, one: Action, price: tuple[PipKind, ...] = ()) -> al.ActionChip:
        note = minus(one.note)
        figure = note if _FIGURE.fullmatch(note) else ""
        said, can = _said(one), one.refusal is None
        return al.ActionChip(one.id, one.choice, one.title, figure, said, price, can)


def _impossible(one: Action) -> al.ActionLine:
    """Return the line of an action below the reason why it cannot be done."""
    note = minus(one.note)
    return al.ActionLine(one.id, one.title, one.icon, note=note, said=_said(one), is_possible=False)


def _said(one: Action) -> str:
    """Return all that is to be said beside the title: a note, and why not by which rule."""
    why = "" if one.refusal is None else _with_rules(one.refusal.text, one.refusal)
    return "\n".join(filter(None, (minus(one.note), why)))


def _with_rules(words: str, reason: Refusal) -> str:
    """Return words with the rules behind them, each id in one piece."""
    ids = (one.replace("-", "\u2011") for one in reason.rule_ids)
    return ", ".join((words.rstrip("."), *ids))


def _first_rule(reason: Refusal) -> str:
    return reason.rule_ids[0].replace("-", "\u2011") if reason.rule_ids else ""


def _common_reason(actions: Iterable[Action]) -> Refusal | None:
    """Return why none of several can be done, where it is the same for all."""
    reasons = [one.refusal for one in actions]
    codes = {None if one is None else one.code for one in reasons}
    return reasons[0] if len(reasons) > 1 and len(codes) == 1 else None


def _examples(group: Group) -> str:
    """Return what is in a group, in a few words."""
    names = [row.actions[0].stem or row.actions[0].title for row in group.rows]
    names += [one.choice for one in group.chips]
    return ", ".join(_lowered(one) for one in list(dict.fromkeys(names))[:_EXAMPLES])


def _lowered(words: str) -> str:
    """Return words as they stand within a line; what begins with capitals stays."""
    return words if words[1:2].isupper() else words[:1].lower() + words[1:]


def _small(words: str) -> str:
    """Return words without capitals; those of capitals alone stay."""
    return " ".join(one if one.isupper() else one.lower() for one in words.split())
