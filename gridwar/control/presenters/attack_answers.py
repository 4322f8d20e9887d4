"""The odds of an action against somebody as columns: what comes of each answer to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from gridwar.control.presenters.attack_outcomes import median_of
from gridwar.control.records import popover_records as pr
from gridwar.control.text_format import percent
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.control.state.plan_and_draft import ActionDraft
    from gridwar.engine.odds.odds_columns import Column, Used
    from gridwar.engine.odds.odds_outcomes import Outcomes
    from gridwar.model.encounter import Encounter

MOST_HURT: Final = 5
"""Combatants named in a column of an action that may hurt many."""


def answer_columns(encounter: Encounter, draft: ActionDraft) -> tuple[pr.AnswerColumn, ...]:
    """Return a column an answer; none where they would tell nothing."""
    odds = draft.odds
    if odds is None or odds.refusal is not None:
        return ()
    if not any(_tells(column) for column in odds.columns):
        return ()
    return tuple(_column(encounter, draft, column) for column in odds.columns)


def _tells(column: Column) -> bool:
    """Return whether a column has anything to say: a success, somebody hurt or interfering."""
    if column.outcomes is None or column.outcomes.is_tested or column.could:
        return True
    return any(facts.amounts or facts.down for facts, _p in column.outcomes.items)


def _column(encounter: Encounter, draft: ActionDraft, column: Column) -> pr.AnswerColumn:
    title = column.title or _("Odds")
    if column.outcomes is None:
        return pr.AnswerColumn(column.option, title, enabled=False, why_not=column.why_not)
    outcomes = column.outcomes
    shown = pr.AnswerColumn(
        id=column.option,
        title=title,
        chance=percent(outcomes.success) if outcomes.is_tested else "",
        caption=_caption(column, outcomes),
        note=", ".join(_could(encounter, one) for one in column.could),
        chosen=bool(draft.answer) and draft.answer == column.option,
    )
    if not draft.target:
        return _of_many(encounter, shown, outcomes)
    distribution = tuple(pair for pair in outcomes.distribution(draft.target) if pair[0] > 0)
    down = outcomes.down(draft.target)
    amounts = [facts.amounts for facts, _p in outcomes.items if draft.target in facts.down]
    words = _("goes down {chance}").format(chance=percent(down))
    return replace(
        shown,
        distribution=distribution,
        median=median_of(distribution),
        down_at=min((one.get(draft.target, 0) for one in amounts), default=None),
        down_text=words if distribution or down else "",
    )


def _could(encounter: Encounter, one: Used) -> str:
    """Return what somebody could do, with the chance of success then where that is known."""
    who, outcomes = encounter.combatants.get(one.who or ""), one.outcomes
    name = _("the game master") if who is None else who.name
    chance, words = "", _("{name} could: {reaction}")
    if one.why_not:
        words = _("{name} could not: {reaction} ({why})")
    elif outcomes is not None and outcomes.is_tested:
        chance, words = percent(outcomes.success), _("{chance} with {name}: {reaction}")
        if outcomes.error:
            words = _("about {chance} \u00b1\u00a0{error} with {name}: {reaction}")
    error = "" if outcomes is None else percent(2 * outcomes.error)
    return words.format(chance=chance, error=error, name=name, reaction=one.title, why=one.why_not)


def _caption(column: Column, outcomes: Outcomes) -> str:
    """Return what a chance is the chance of; of a sampled one, how far off it may well be."""
    words = (_("success"), _("success without reactions"))
    if not outcomes.is_tested:
        words = ("", _("without reactions"))
    elif outcomes.error:
        words = (
            _("about, \u00b1\u00a0{error}"),
            _("about, \u00b1\u00a0{error}, without reactions"),
        )
    return words[bool(column.could)].format(error=percent(2 * outcomes.error))


def _of_many(encounter: Encounter, shown: pr.AnswerColumn, outcomes: Outcomes) -> pr.AnswerColumn:
    """Return what an action on a place may do: the chance of each to be hurt, greatest first."""
    hurt: dict[str, float] = {}
    down = 0.0
    for facts, chance in outcomes.items:
        down += chance if facts.down else 0.0
        for who, points in facts.amounts.items():
            hurt[who] = hurt.get(who, 0.0) + (chance if points > 0 else 0.0)
    first = sorted(hurt, key=lambda who: -hurt[who])[:MOST_HURT]
    names = [f"{encounter[who].name} {percent(hurt[who])}" for who in first if who in encounter]
    words = _("somebody goes down {chance}").format(chance=percent(down))
    note = "; ".join(filter(None, (", ".join(names), shown.note)))
    return replace(shown, note=note, down_text=words if hurt else "")
