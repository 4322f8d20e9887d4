"""What is asked now: questions, numbers, dice to type, squares; and standing answers in words."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from frozendict import frozendict
from msgspec.structs import replace

from gridwar.control.presenters.log_commands import describe
from gridwar.control.records import popover_records as pr
from gridwar.control.records import scene_records as sr
from gridwar.control.text_format import dice_words, minus, percent, token_bit, value_tables
from gridwar.engine.play.play_outcome import DiceWanted
from gridwar.model.events_combatants import Explained
from gridwar.model.floors import square_name
from gridwar.model.geometry import footprint
from gridwar.model.question_and_refusal import Option, Question
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.control.controller.controller import Controller
    from gridwar.engine.kit.rule_system import System
    from gridwar.engine.odds.odds_outcomes import Outcomes
    from gridwar.model.encounter import Encounter, Policy
    from gridwar.model.floors import Floor


def present_ask(controller: Controller) -> pr.AskView | None:
    """Return what the open command waits for; None where nothing is open."""
    wanted = controller.session.wanted
    if not wanted:
        return None
    questions = tuple(one for one in wanted if isinstance(one, Question))
    dice = tuple(one for one in wanted if isinstance(one, DiceWanted))
    windows = [one for one in questions if one.window]
    passes = any(not is_proposal(controller.system, one.window) for one in windows)
    pass_words = _("Pass all") if passes else _("As proposed")
    # A single proposal can be taken on its own page: a second button would say the same again.
    is_doubled = not passes and len(wanted) == 1
    return pr.AskView(
        context=_context(controller),
        questions=tuple(_question(controller, one) for one in questions),
        dice=tuple(_dice(controller, one) for one in dice),
        pass_label=pass_words if windows and not is_doubled else "",
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


def _question(controller: Controller, wanted: Question) -> pr.QuestionView:
    encounter = controller.encounter
    who = encounter.combatants.get(wanted.recipient or "")
    return pr.QuestionView(
        key=wanted.key,
        recipient=who.name if who is not None else _("GM"),
        title=wanted.title,
        text=minus(wanted.text),
        token=None if who is None else token_bit(controller.letters, encounter, who),
        options=tuple(_option(controller, wanted, one) for one in wanted.options),
        numbers=wanted.numbers,
        numbers_sum=wanted.numbers_sum,
        place=_place_words(wanted, encounter.map.floors),
        proposed=wanted.default,
        note_label=wanted.note_label,
        standing=_standing(controller, wanted),
        rule_ids=wanted.rule_ids,
        tables=value_tables(wanted.tables),
        chances=_chances(controller, wanted),
    )


def _chances(controller: Controller, wanted: Question) -> Mapping[str, str]:
    """Return the chance that the sheet gave for each answer, where this is what it showed.

    Once dice have fallen it is said to be the one from before.
    """
    top, odds = controller.session.top, controller.action_drafts.odds_shown
    if top is None or odds is None or top.row.command != controller.action_drafts.stood[0]:
        return frozendict()
    found: dict[str, Outcomes] = {}
    if odds.question is not None and odds.question.key == wanted.key:
        found = {one.option: one.outcomes for one in odds.columns if one.outcomes is not None}
    for column in odds.columns:
        for used in column.could:
            answer = used.answers.get(wanted.key)
            if answer is not None and used.outcomes is not None and column.outcomes is not None:
                found[answer.option] = used.outcomes
                found.setdefault(wanted.default.option, column.outcomes)
    has_rolled = any(one.faces is not None for one in top.row.replies.by_key().values())
    words = _("{chance} before the roll") if has_rolled else _("{chance} success")
    tested = {option: out.success for option, out in found.items() if out.is_tested}
    return frozendict(
        {option: words.format(chance=percent(chance)) for option, chance in tested.items()}
    )


def _option(controller: Controller, wanted: Question, option: Option) -> Option:
    effect = minus(option.effect)
    if is_proposal(controller.system, wanted.window) and option.id == wanted.default.option:
        effect = ", ".join(filter(None, (effect, _("proposed"))))
    return replace(option, price=minus(option.price), effect=effect)


def _place_words(wanted: Question, floors: tuple[Floor, ...]) -> str:
    cell = wanted.default.cell
    return square_name(floors, cell) if wanted.cells and cell is not None else ""


def _standing(controller: Controller, question: Question) -> tuple[pr.StandingView, ...]:
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
        pr.StandingView(
            scope,
            label,
            encounter.standing.get(scope, "ask"),
            is_proposal(controller.system, question.window),
        )
        for scope, label in scopes
    )


def _dice(controller: Controller, wanted: DiceWanted) -> pr.DiceWantedView:
    encounter, roll = controller.encounter, wanted.roll
    who = encounter.combatants.get(roll.owner or "")
    notation = str(roll.dice).upper()
    return pr.DiceWantedView(
        key=wanted.key,
        owner=who.name if who is not None else _("GM"),
        title=roll.label,
        notation="" if notation in f"{roll.label} {dice_words(roll)}" else notation,
        dice=pr.DiceView(
            roll.dice.count,
            roll.dice.sides,
            pr.DiceMode.TYPED,
            controller.view.typed.get(wanted.key, ()),
            dice_words(roll),
        ),
        token=None if who is None else token_bit(controller.letters, encounter, who),
    )


# --- on the map ---------------------------------------------------------------------------------


def present_places(controller: Controller) -> tuple[sr.OverlayView, ...]:
    """Return the squares that a question offers, the proposed one marked."""
    question = controller.answers.asked_place()
    if question is None:
        return ()
    region = sr.RegionOverlay(sr.RegionRole.REACH1, frozenset(question.cells), question.title)
    proposed = question.default.cell
    if proposed is None:
        return (region,)
    return (region, sr.MarkOverlay((proposed.x + 0.5, proposed.y + 0.5)))


def present_people(controller: Controller) -> sr.Drawn:
    """Return the bodies of those whom a question names, among whom somebody has to be chosen."""
    question = controller.answers.asked_people()
    if question is None:
        return (), ()
    found = (controller.encounter.combatants.get(who) for who in question.people)
    placed = (one for one in found if one is not None)
    bodies = (footprint(one.pos, one.size) for one in placed if one.pos is not None)
    role, cells = sr.RegionRole.REACH1, frozenset(chain.from_iterable(bodies))
    return (sr.RegionOverlay(role, cells),), (sr.LegendEntry(role, question.title),)


def present_windows(controller: Controller) -> sr.Drawn:
    """Return the squares that open questions are about: where somebody may act, now."""
    questions = (one for one in controller.session.wanted if isinstance(one, Question))
    cells = dict.fromkeys(one.at for one in questions if one.at is not None and not one.cells)
    role, text = sr.RegionRole.OPPORTUNITY, _("where somebody may cut in")
    regions = tuple(sr.RegionOverlay(role, frozenset({cell})) for cell in cells)
    return regions, (sr.LegendEntry(role, text),) if regions else ()


# --- standing answers ----------------------------------------------------------------------------


def is_proposal(system: System, window: str) -> bool:
    """Return whether not to be asked means the proposed answer, and not to let it pass."""
    known = system.play.windows.get(window)
    return known is not None and known.is_proposal


def standing_words(system: System, encounter: Encounter, key: str) -> str:
    """Return for whom a standing answer holds, and to what.

    Args:
        system: Knows what its questions are called.
        encounter: Knows names.
        key: ``id:window``, ``side:…:window`` or ``*:window``.
    """
    scope, _colon, window = key.rpartition(":")
    known = system.play.windows.get(window)
    asked = window if known is None else known.title
    return _("{who}: {asked}").format(who=_scope_words(encounter, scope), asked=asked)


def policy_words(system: System, key: str, policy: Policy) -> str:
    """Return a standing answer in words."""
    if policy == "never" and is_proposal(system, key.rpartition(":")[2]):
        return _("as proposed")
    return {"ask": _("ask"), "always": _("always"), "never": _("never")}[policy]


def _scope_words(encounter: Encounter, scope: str) -> str:
    if scope == "*":
        return _("Everybody")
    side = encounter.sides.get(scope.removeprefix("side:"))
    if scope.startswith("side:") and side is not None:
        return side.name
    one = encounter.combatants.get(scope)
    return scope if one is None else one.name


def present_notice(controller: Controller) -> tuple[sr.OverlayView, ...]:
    """Return what was refused or noted, at the cell that it is about: its first line.

    The bar below the map says all of it.
    """
    notice = controller.view.notice
    if notice is None or notice.cell is None:
        return ()
    at = (notice.cell.x + 0.5, notice.cell.y + 0.5)
    is_note = notice.tone == "note"
    look = (sr.Role.PAPER, "map-pin") if is_note else (sr.Role.THREAT, "ban")
    text = notice.text.partition("\n")[0]
    return (sr.LabelOverlay(at, text, ", ".join(notice.rule_ids), *look),)
