"""The sheet of an action against somebody as a record: sum, odds, dice. All from the engine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control import panel_records as pr
from gridwar.control.presenters.words import percent, signed, token_bit
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.control.controller import Controller
    from gridwar.control.viewstate import Draft
    from gridwar.engine.odds import Column, Outcomes
    from gridwar.engine.tally import Tally


def present_attack(controller: Controller) -> pr.AttackView | None:
    """Return the sheet of the draft; None where there is none."""
    draft = controller.view.draft
    if draft is None:
        return None
    encounter = controller.session.settled
    actor, target = encounter[draft.actor], encounter[draft.target]
    seen = draft.preview
    tally = controller.attacks.main_tally()
    refusal = seen.refusal if seen is not None else None
    return pr.AttackView(
        title=f"{actor.name} \u2192 {target.name}",
        actor=token_bit(encounter, actor),
        target=token_bit(encounter, target),
        subtitle="  \u00b7  ".join(filter(None, (draft.action.title, draft.action.note))),
        lines=_lines(tally),
        total="" if tally is None else signed(tally.total),
        needs=_needs(draft),
        columns_title=_("If {name} answers with").format(name=target.name),
        columns_hint=_("points lost"),
        columns=_columns(controller, draft),
        dice=_dice(controller, draft),
        primary=_primary(draft, target.name),
        problem="" if refusal is None else refusal.text,
        problem_rules="" if refusal is None else ", ".join(refusal.rule_ids),
        can_waive=refusal is not None and refusal.waivable,
        working=draft.odds_late,
    )


def _lines(tally: Tally | None) -> tuple[pr.SumLine, ...]:
    if tally is None:
        return ()
    return tuple(
        pr.SumLine(
            line.key, line.label, line.source, line.rule_id, line.value, signed(line.value),
            not line.off,
        )
        for line in tally.lines
    )  # fmt: skip


def _needs(draft: Draft) -> str:
    roll = draft.preview.first_roll if draft.preview is not None else None
    return "" if roll is None else roll.label or _("with {dice}").format(dice=roll.dice)


def _columns(controller: Controller, draft: Draft) -> tuple[pr.AnswerColumn, ...]:
    if draft.odds is None:
        return ()
    return tuple(_column(controller, draft, column) for column in draft.odds.columns)


def _column(controller: Controller, draft: Draft, column: Column) -> pr.AnswerColumn:
    title = column.title or _("Odds")
    if column.outcomes is None:
        return pr.AnswerColumn(
            column.option, title, enabled=False, why_not=column.why_not
        )
    outcomes = column.outcomes
    spread = outcomes.spread(draft.target)
    name = controller.session.settled[draft.target].name
    down = outcomes.down(draft.target)
    return pr.AnswerColumn(
        id=column.option,
        title=title,
        chance=percent(outcomes.success),
        caption=_("success"),
        spread=spread,
        middle=middle_of(spread),
        down_at=_down_at(outcomes, draft.target),
        down_text=_("{name} down {chance}").format(name=name, chance=percent(down)),
        chosen=draft.answer == column.option and bool(draft.answer),
    )


def middle_of(spread: tuple[tuple[int, float], ...]) -> int | None:
    """Return the median of what is lost where anything is; None where nothing ever is."""
    losses = [(value, p) for value, p in spread if value > 0]
    whole = sum(p for _value, p in losses)
    so_far = 0.0
    for value, p in losses:
        so_far += p
        if so_far >= whole / 2:
            return value
    return None


def _down_at(outcomes: Outcomes, target: str) -> int | None:
    downs = [facts.amounts.get(target, 0) for facts, _p in outcomes.items if target in facts.down]
    return min(downs, default=None)


def _dice(controller: Controller, draft: Draft) -> pr.DiceView | None:
    roll = draft.preview.first_roll if draft.preview is not None else None
    if roll is None:
        return None
    return pr.DiceView(
        controller.view.typed_dice, roll.dice.count, roll.dice.sides, draft.faces,
        _("type the faces, or leave them to the program"),
    )  # fmt: skip


def _primary(draft: Draft, name: str) -> str:
    asks = draft.odds is not None and draft.odds.question is not None
    if asks and not draft.answer:
        return _("Ask {name}, then roll").format(name=name)
    return _("Roll")
