"""What is asked now as records: questions, numbers to fill in, dice to type."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridwar.control.records import popover_records as sr
from gridwar.control.texts.text_format import dice_words, minus, token_bit, value_tables
from gridwar.control.views.log import describe
from gridwar.control.views.standing_answers import is_proposal
from gridwar.engine.play.outcome import DiceWanted
from gridwar.model.events import Explained
from gridwar.model.geometry import cell_name
from gridwar.model.question import Option, Question
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.control.controller.controller import Controller


def present_ask(controller: Controller) -> sr.AskView | None:
    """Return what the open command waits for; None where nothing is open."""
    wanted = controller.session.wanted
    if not wanted:
        return None
    questions = tuple(one for one in wanted if isinstance(one, Question))
    dice = tuple(one for one in wanted if isinstance(one, DiceWanted))
    windows = [one for one in questions if one.window]
    passes = any(not is_proposal(controller.system, one.window) for one in windows)
    pass_words = _("Pass all") if passes else _("As proposed")
    return sr.AskView(
        context=_context(controller),
        questions=tuple(_question(controller, one) for one in questions),
        dice=tuple(_dice(controller, one) for one in dice),
        pass_label=pass_words if windows else "",
    )


def _context(controller: Controller) -> str:
    """Return who does what to whom, and what has come of it so far; else what the GM does."""
    top = controller.session.top
    if top is None or top.asking is None:
        return ""
    traces = [one.trace for one in top.asking.events if isinstance(one, Explained)]
    said = ", ".join(filter(None, (traces[-1].title, minus(traces[-1].result)))) if traces else ""
    combatants = controller.encounter.combatants
    actor = combatants.get(top.row.command.actor or "")
    target = combatants.get(str(getattr(top.row.command, "target", "")))
    if actor is None and not said:
        levels = controller.system.board.levels
        words = describe(top.row.command, controller.encounter, controller.encounter, levels)
        return "  ".join(filter(None, words))
    if actor is None or actor.name in said:
        return said
    who = actor.name
    if target is not None:
        who = _("{one} at {other}").format(one=actor.name, other=target.name)
    return "  \u00b7  ".join(filter(None, (who, said)))


def _question(controller: Controller, wanted: Question) -> sr.QuestionView:
    encounter = controller.encounter
    who = encounter.combatants.get(wanted.recipient or "")
    return sr.QuestionView(
        key=wanted.key,
        recipient=who.name if who is not None else _("GM"),
        title=wanted.title,
        text=minus(wanted.text),
        token=None if who is None else token_bit(encounter, who),
        options=tuple(_option(controller, wanted, one) for one in wanted.options),
        numbers=wanted.numbers,
        numbers_sum=wanted.numbers_sum,
        place=_place_words(wanted),
        proposed=wanted.default,
        note_label=wanted.note_label,
        standing=_standing(controller, wanted),
        rule_ids=wanted.rule_ids,
        tables=value_tables(wanted.tables),
    )


def _option(controller: Controller, wanted: Question, option: Option) -> Option:
    effect = minus(option.effect)
    if is_proposal(controller.system, wanted.window) and option.id == wanted.default.option:
        effect = ", ".join(filter(None, (effect, _("proposed"))))
    return replace(option, price=minus(option.price), effect=effect)


def _place_words(wanted: Question) -> str:
    cell = wanted.default.cell
    return cell_name(*cell) if wanted.cells and cell is not None else ""


def _standing(controller: Controller, question: Question) -> tuple[sr.StandingView, ...]:
    encounter = controller.encounter
    who = encounter.combatants.get(question.recipient or "")
    if not question.window or who is None:
        return ()
    side = encounter.sides.get(who.side)
    scopes = (
        (f"command:{question.window}", _("The rest of this")),
        (f"{who.id}:{question.window}", who.name),
        (f"side:{who.side}:{question.window}", side.name if side is not None else who.side),
        (f"*:{question.window}", _("Everybody")),
    )
    return tuple(
        sr.StandingView(
            scope,
            label,
            encounter.standing.get(scope, "ask"),
            is_proposal(controller.system, question.window),
        )
        for scope, label in scopes
    )


def _dice(controller: Controller, wanted: DiceWanted) -> sr.DiceWantedView:
    encounter, roll = controller.encounter, wanted.roll
    who = encounter.combatants.get(roll.owner or "")
    notation = str(roll.dice).upper()
    return sr.DiceWantedView(
        key=wanted.key,
        owner=who.name if who is not None else _("GM"),
        title=roll.label,
        notation="" if notation in f"{roll.label} {dice_words(roll)}" else notation,
        dice=sr.DiceView(
            roll.dice.count,
            roll.dice.sides,
            sr.DiceMode.TYPED,
            controller.view.typed.get(wanted.key, ()),
            dice_words(roll),
        ),
        token=None if who is None else token_bit(encounter, who),
    )
