"""What is asked now as a record: questions, forms, dice to type in, and notices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control import panel_records as pr
from gridwar.control.presenters.words import token_bit
from gridwar.engine.outcome import DiceWanted
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.control.controller import Controller
    from gridwar.engine.outcome import Wanted
    from gridwar.model.question import Question


def present_question(controller: Controller) -> pr.QuestionView | None:
    """Return what the open command waits for; None where nothing is open."""
    wanted = controller.session.wanted
    if not wanted:
        return None
    pages = tuple(_page(controller, one) for one in wanted)
    return pr.QuestionView(pages, can_pass=any(page.window for page in pages))


def _page(controller: Controller, wanted: Wanted) -> pr.QuestionPage:
    if isinstance(wanted, DiceWanted):
        return _dice_page(controller, wanted)
    encounter = controller.encounter
    who = encounter.combatants.get(wanted.recipient or "")
    return pr.QuestionPage(
        key=wanted.key,
        title=wanted.title,
        text=wanted.text,
        token=None if who is None else token_bit(encounter, who),
        options=tuple(
            pr.OptionRow(one.id, one.title, one.price, one.effect, one.enabled, one.why_not)
            for one in wanted.options
        ),
        numbers=tuple(
            pr.NumberRow(one.key, one.label, one.minimum, one.maximum, one.proposal)
            for one in wanted.numbers
        ),
        numbers_sum=wanted.numbers_sum,
        rule_ids=", ".join(wanted.rule_ids),
        window=wanted.window,
        scopes=_scopes(controller, wanted),
    )


def _scopes(controller: Controller, question: Question) -> tuple[tuple[str, str], ...]:
    who = controller.encounter.combatants.get(question.recipient or "")
    if not question.window or who is None:
        return ()
    side = controller.encounter.sides.get(who.side)
    return (
        (f"{who.id}:{question.window}", who.name),
        (f"side:{who.side}:{question.window}", side.name if side is not None else who.side),
        (f"*:{question.window}", _("everybody")),
    )


def _dice_page(controller: Controller, wanted: DiceWanted) -> pr.QuestionPage:
    encounter, roll = controller.encounter, wanted.roll
    who = encounter.combatants.get(roll.owner or "")
    whose = _("{name} rolls {dice}") if who is not None else _("Roll {dice}")
    return pr.QuestionPage(
        key=wanted.key,
        title=whose.format(name=who.name if who is not None else "", dice=roll.dice),
        text=roll.label,
        token=None if who is None else token_bit(encounter, who),
        dice=pr.DiceView(typed=True, count=roll.dice.count, sides=roll.dice.sides),
    )


def present_notice(controller: Controller) -> pr.NoticeView | None:
    """Return the notice to show; None where there is none."""
    notice = controller.view.notice
    if notice is None:
        return None
    again = _("Do it anyway") if notice.again is not None else ""
    return pr.NoticeView(notice.text, notice.detail, notice.tone, again)
