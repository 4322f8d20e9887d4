"""The popover of an action against somebody as a record: sum, odds, dice, all from the engine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from gridwar.control.actions.sum_adjustments import OTHER_SUM
from gridwar.control.records import popover_records as pr
from gridwar.control.records.panel_records import Choice
from gridwar.control.text_format import dice_words, minus, percent, signed, token_bit, value_tables
from gridwar.model.events_combatants import Explained
from gridwar.model.geometry import cell_name
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.control.controller.controller import Controller
    from gridwar.control.state.plan_and_draft import ActionDraft
    from gridwar.engine.kit.modifier_tally import Tally
    from gridwar.engine.odds.odds_columns import Column, Used
    from gridwar.engine.odds.odds_outcomes import Outcomes
    from gridwar.engine.play.preview_and_named_outcomes import NamedOutcome
    from gridwar.model.encounter import Encounter
    from gridwar.model.trace import Line


MOST_HURT: Final = 5
"""Combatants named in a column of an action that may hurt many."""


def present_attack(controller: Controller) -> pr.AttackView | None:
    """Return the popover of the draft; None where there is none."""
    draft = controller.view.draft
    if draft is None:
        return None
    encounter = controller.action_drafts.state()
    actor = encounter.combatants.get(draft.actor)
    target = encounter.combatants.get(draft.target)
    name = _target_name(encounter, draft)
    tally = controller.action_drafts.sum.main()
    answering = controller.action_drafts.sum.answering()
    answers = _columns(encounter, draft)
    own = draft.action.title if actor is None else actor.name
    called = draft.action.title if draft.actor else ""
    title = _("{one} at {other}").format(one=own, other=name) if name else own
    asks, before = draft.question is not None, _is_asked_before(draft)
    answers_title = _("If {name} answers with") if before else _("If {name} then chooses")
    asked = _asked(encounter, draft)
    note = _("points lost") if draft.target else _("who is hurt")
    return pr.AttackView(
        title=title,
        attacker=None if actor is None else token_bit(encounter, actor),
        target=None if target is None else token_bit(encounter, target),
        subtitle="  \u00b7  ".join(
            filter(None, (called, draft.action.note, *_windows(controller, draft)))
        ),
        settable=draft.settable,
        foreseen=tuple(
            "  \u00b7  ".join(filter(None, (minus(one.text), one.rule_id)))
            for one in draft.settable.foreseen
        ),
        lines=(*(() if tally is None else tally.lines), *_answering(encounter, answering)),
        changed=_changed(draft, tally) | _changed(draft, answering, whole=True),
        total="" if tally is None else signed(tally.total),
        needs=_needs(draft),
        needs_note=_against(encounter, answering),
        answers_title=answers_title.format(name=asked) if asks else "",
        answers_note=note if any(one.down_text for one in answers) else "",
        answers=answers,
        outcomes=tuple(_outcome(draft, one) for one in draft.outcomes),
        dice=_dice(controller, draft),
        reacts=_reacts(draft, asks=before),
        primary=_primary(draft, asked, asks=before),
        problem=draft.refusal,
        working=draft.odds_late,
    )


def _windows(controller: Controller, draft: ActionDraft) -> tuple[str, ...]:
    """Return who may interfere before the first roll, and how."""
    windows, encounter = controller.system.play.windows, controller.action_drafts.state()
    found: dict[str, dict[str, None]] = {}
    for asked in draft.preview.windows if draft.preview is not None else ():
        who = encounter.combatants.get(asked.recipient or "")
        if who is not None and asked.window in windows:
            found.setdefault(windows[asked.window].title, {})[who.name] = None
    return tuple(f"{title}: {', '.join(names)}" for title, names in found.items())


def _target_name(encounter: Encounter, draft: ActionDraft) -> str:
    if draft.cell is not None and not draft.target:
        return cell_name(*draft.cell)
    return encounter[draft.target].name if draft.target else ""


def _asked(encounter: Encounter, draft: ActionDraft) -> str:
    """Return who is asked first: mostly the target."""
    question = draft.question
    who = encounter.combatants.get(question.recipient or "") if question is not None else None
    return who.name if who is not None else _("the game master")


def _changed(draft: ActionDraft, tally: Tally | None, *, whole: bool = False) -> frozenset[str]:
    """Return the keys of the lines whose value the GM has set; ``whole`` those of another sum."""
    if tally is None:
        return frozenset()
    names = {f"{tally.name}/{line.key}": line.key for line in tally.lines}
    found = names.keys() & draft.command.adjustments.lines_set.keys()
    return frozenset(f"{OTHER_SUM}{name}" if whole else names[name] for name in found)


def _answering(encounter: Encounter, tally: Tally | None) -> tuple[Line, ...]:
    """Return the lines of the other side's sum, by its name; their keys are whole."""
    if tally is None:
        return ()
    name = encounter[tally.of].name
    return tuple(
        line.replace(
            key=f"{OTHER_SUM}{tally.name}/{line.key}",
            label=_("{name}: {line}").format(name=name, line=line.label),
        )
        for line in tally.lines
    )


def _against(encounter: Encounter, tally: Tally | None) -> str:
    """Return who opposes, and what their sum comes to."""
    if tally is None:
        return ""
    return _("against {name}: {n}").format(name=encounter[tally.of].name, n=minus(str(tally.total)))


def _is_asked_before(draft: ActionDraft) -> bool:
    """Return whether the question that odds show as columns comes before the first roll."""
    question = draft.question
    seen = draft.preview.questions if draft.preview is not None else ()
    return question is not None and any(one.key == question.key for one in seen)


def _reacts(draft: ActionDraft, *, asks: bool) -> pr.ReactsView | None:
    if not asks or draft.odds is None:
        return None
    columns = [one for one in draft.odds.columns if one.outcomes is not None]
    options = (Choice("", _("ask")), *(Choice(one.option, one.title) for one in columns))
    words = next(one.title for one in options if one.id == draft.answer)
    text = _("reacts: {how}").format(how=words.lower())
    return pr.ReactsView(text, options, draft.answer)


def _needs(draft: ActionDraft) -> str:
    roll = draft.first_roll
    if roll is None:
        return ""
    return roll.needed or _("with {dice}").format(dice=str(roll.dice).upper())


def _columns(encounter: Encounter, draft: ActionDraft) -> tuple[pr.AnswerColumn, ...]:
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


def _outcome(draft: ActionDraft, outcome: NamedOutcome) -> pr.OutcomeView:
    traces = [one.trace for one in outcome.events if isinstance(one, Explained)]
    told = (" ".join(filter(None, (one.title, minus(one.result)))) for one in traces)
    columns = () if draft.odds is None else draft.odds.columns
    answered = (one for one in columns if one.option == draft.answer)
    column = next(answered, columns[0] if columns else None)
    odds = None if column is None else column.outcomes
    chance = (
        odds.chance(lambda facts: facts.outcome == outcome.name)
        if odds is not None and outcome.name
        else None
    )
    return pr.OutcomeView(
        name=outcome.name,
        chance="" if chance is None else percent(chance),
        words=tuple(told),
        tables=tuple(table for one in traces for table in value_tables(one.tables)),
    )


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


def median_of(distribution: tuple[tuple[int, float], ...]) -> int | None:
    """Return the median of what is lost where anything is; None where nothing ever is."""
    whole = sum(p for _value, p in distribution)
    so_far = 0.0
    for value, p in distribution:
        so_far += p
        if so_far >= whole / 2:
            return value
    return None


def _dice(controller: Controller, draft: ActionDraft) -> pr.DiceView | None:
    roll = draft.first_roll
    if roll is None:
        return None
    mode = pr.DiceMode.TYPED if controller.view.typed_dice else pr.DiceMode.ROLLED
    hint = (dice_words(roll) or roll.label) if controller.view.typed_dice else ""
    return pr.DiceView(roll.dice.count, roll.dice.sides, mode, draft.faces, hint)


def _primary(draft: ActionDraft, name: str, *, asks: bool) -> str:
    if draft.amends is not None:
        return _("Change it, same dice")
    if asks and not draft.answer:
        return _("Ask {name}, then roll").format(name=name)
    seen = draft.preview
    if seen is not None and seen.refusal is None and seen.first_roll is None:
        return _("Do it")
    return _("Roll")
