"""What an action leads to by the names of its deciding roll: the bar, and what of it arrives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from gridwar.control.records import popover_records as pr
from gridwar.control.records.panel_records import ValueRow, ValueTable
from gridwar.control.text_format import minus, percent, value_tables
from gridwar.engine.kit.command_draft import StageFigure
from gridwar.engine.play.preview_and_named_outcomes import outcome_named
from gridwar.model.events_combatants import Explained
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.control.controller.controller import Controller
    from gridwar.control.state.plan_and_draft import ActionDraft
    from gridwar.engine.kit.command_draft import CommandChoice
    from gridwar.engine.odds.odds_outcomes import Outcomes
    from gridwar.engine.play.preview_and_named_outcomes import NamedOutcome


LEAST_PARTS: Final = 2
"""Fewer outcomes than this are no bar."""


def outcome_views(controller: Controller, draft: ActionDraft) -> tuple[pr.OutcomeView, ...]:
    """Return what the deciding roll may come to, from the lowest faces up."""
    odds = odds_shown(draft)
    return tuple(_outcome(controller, draft, one, odds) for one in draft.outcomes)


def outcome_bar(draft: ActionDraft) -> tuple[pr.BarPart, ...]:
    """Return the outcomes to scale where the names of one roll tell it all."""
    odds = odds_shown(draft)
    if odds is None or len(draft.outcomes) < LEAST_PARTS or answers_differ(draft):
        return ()
    order = _by_severity(draft, odds)
    parts = []
    for one in draft.outcomes:
        share = _chance(odds, one.name)
        severity = order.index(one.name)
        part = pr.BarPart(one.name, share, percent(share), _faces(one.faces), severity)
        parts.append(part)
    return tuple(part for part in parts if part.share > 0)


def answers_differ(draft: ActionDraft) -> bool:
    """Return whether columns tell more than one bar does: each its own, or who could interfere."""
    columns = () if draft.odds is None else draft.odds.columns
    told = {
        None
        if one.outcomes is None
        else (round(one.outcomes.success, 6), one.outcomes.distribution(draft.target))
        for one in columns
    }
    return len(told) > 1 or any(one.could for one in columns)


def _chance(odds: Outcomes, name: str) -> float:
    return odds.chance(lambda facts: facts.outcome == name)


def contest_bar(draft: ActionDraft, own: str, other: str) -> tuple[pr.BarPart, ...]:
    """Return who wins a test in which both sides roll, to scale; none where answers differ."""
    odds = odds_shown(draft)
    if odds is None or not odds.is_tested or answers_differ(draft):
        return ()
    won = odds.success
    wins, holds = _("{name} wins").format(name=own), _("{name} holds").format(name=other)
    parts = (
        pr.BarPart(wins, won, percent(won), severity=1),
        pr.BarPart(holds, 1 - won, percent(1 - won)),
    )
    return tuple(part for part in parts if part.share > 0)


def odds_shown(draft: ActionDraft) -> Outcomes | None:
    """Return the odds of the answer that is chosen, or else of the first."""
    columns = () if draft.odds is None else draft.odds.columns
    answered = (one for one in columns if one.option == draft.answer)
    column = next(answered, columns[0] if columns else None)
    return None if column is None else column.outcomes


def _by_severity(draft: ActionDraft, odds: Outcomes | None) -> tuple[str, ...]:
    """Return the names of the outcomes, what fails first, then by how much is lost."""

    def weight(name: str) -> tuple[bool, float]:
        items = () if odds is None else odds.items
        mine = [(facts, p) for facts, p in items if facts.outcome == name]
        lost = sum(facts.amounts.get(draft.target, 0) * p for facts, p in mine)
        whole = sum(p for _facts, p in mine)
        return any(facts.success for facts, _p in mine), lost / whole if whole else 0.0

    return tuple(sorted((one.name for one in draft.outcomes), key=weight))


def _outcome(
    controller: Controller,
    draft: ActionDraft,
    outcome: NamedOutcome,
    odds: Outcomes | None,
) -> pr.OutcomeView:
    traces = [one.trace for one in outcome.events if isinstance(one, Explained)]
    told = (" ".join(filter(None, (one.title, minus(one.result)))) for one in traces)
    is_known = odds is not None and bool(outcome.name)
    share = 0.0 if odds is None else _chance(odds, outcome.name)
    choices = tuple(
        _with_losses(controller, draft, one)
        for one in draft.settable.choices
        if one.outcome and one.outcome == outcome.name
    )
    chosen = tuple(
        option.title
        for one in choices
        for option in one.options
        if option.id == one.chosen != one.left_open
    )
    return pr.OutcomeView(
        name=outcome.name,
        chance=percent(share) if is_known else "",
        words=tuple(told),
        tables=tuple(_upright(table) for one in traces for table in value_tables(one.tables)),
        title=", ".join((outcome.name.capitalize(), *chosen)),
        figures=outcome.figures,
        choices=choices,
        is_chosen=bool(chosen),
    )


def _upright(table: ValueTable) -> ValueTable:
    """Return a table with more columns than rows turned, so that it is no wider than a sheet."""
    if len(table.rows) >= len(table.columns):
        return table
    rules = dict.fromkeys(row.rule_id for row in table.rows if row.rule_id)
    rule = next(iter(rules)) if len(rules) == 1 else ""
    is_one = len(table.rows) == 1
    return ValueTable(
        ("",) if is_one else tuple(row.label for row in table.rows),
        tuple(
            ValueRow(name, tuple(row.values[at] for row in table.rows), "" if at else rule)
            for at, name in enumerate(table.columns)
        ),
        table.rows[0].label if is_one else "",
    )


def _with_losses(
    controller: Controller, draft: ActionDraft, choice: CommandChoice
) -> CommandChoice:
    """Return a choice with what would be lost by each of its options."""
    encounter = controller.action_drafts.state()
    side = encounter[draft.actor].side if draft.actor in encounter else None
    options = []
    for one in choice.options:
        if one.id != choice.left_open and not one.note:
            there = outcome_named(controller.system, encounter, one.command, choice.outcome, side)
            lost = (figure.value for figure in there.figures if figure.tone == "harm")
            note = next((f"\u2212{value}" for value in lost if value != "0"), "0")
            options.append(replace(one, note=note))
        else:
            options.append(one)
    return replace(choice, options=tuple(options))


def _faces(faces: tuple[int, ...]) -> str:
    """Return what a die shows, from the least to the most; empty where that is no one span."""
    if not faces or len(faces) != faces[-1] - faces[0] + 1:
        return ""
    if len(faces) == 1:
        return str(faces[0])
    return _("{least} to {most}").format(least=faces[0], most=faces[-1])


def arrives_whatever(controller: Controller, draft: ActionDraft) -> tuple[StageFigure, ...]:
    """Return the steps from what an attack is made of to what is left, as far as odds tell them."""
    steps, odds = draft.settable.arrives, odds_shown(draft)
    if not steps or odds is None or draft.target not in controller.action_drafts.state():
        return steps
    hurt = tuple(pair for pair in odds.distribution(draft.target) if pair[0] > 0)
    middle = median_of(hurt)
    if middle is None:
        return steps
    left = controller.system.cards.vital(controller.action_drafts.state(), draft.target).points
    return (
        *steps,
        StageFigure(str(middle), _("arrives, middle of a hit"), tone="harm"),
        StageFigure(str(max(0, left - middle)), _("left then")),
    )


def expected_loss(draft: ActionDraft) -> str:
    """Return what is lost on average by whom an action is aimed at; empty where nothing is."""
    odds = odds_shown(draft)
    if odds is None or not draft.target:
        return ""
    lost = sum(points * p for points, p in odds.distribution(draft.target))
    return f"{lost:.1f}" if lost > 0 else ""


def median_of(distribution: tuple[tuple[int, float], ...]) -> int | None:
    """Return the median of what is lost where anything is; None where nothing ever is."""
    whole = sum(p for _value, p in distribution)
    so_far = 0.0
    for value, p in distribution:
        so_far += p
        if so_far >= whole / 2:
            return value
    return None
