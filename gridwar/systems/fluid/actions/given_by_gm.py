"""Step 5, what the game master gives: prompts, half actions, the limit of free actions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frozendict import frozendict
from pydantic import Field

from gridwar.engine.kit import (
    Answer,
    Command,
    Encounter,
    FormNumber,
    Option,
    Procedure,
    Question,
    Role,
    Step,
    Table,
    ask,
    choose,
    emit,
    must_exist,
    offer,
    only_if,
    plays,
    require,
    say,
)
from gridwar.systems.fluid.actions.allowed_actions import may_surprise, must_be_in
from gridwar.systems.fluid.actions.divided_checks import split_name
from gridwar.systems.fluid.actions.payment import prompt_of, restricted
from gridwar.systems.fluid.core.action_headings import TURN
from gridwar.systems.fluid.core.fight_state import Prompt, Prompted, PromptOver, free_name, state_of
from gridwar.systems.fluid.core.house_rules_and_settings import action_words, settings_of
from gridwar.systems.fluid.core.sheet import ExtraHalf, fight_of
from gridwar.systems.fluid.core.sheet_events import FreeLimitSet, HalfGained
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.systems.fluid.core.tables import ActionSpec


@offer(
    _("Prompt an action off the Count \u2026"),
    icon="zap",
    group=TURN,
    role=Role.OTHER,
    about="target",
)
class PromptAction(Command):
    """Let somebody take one action off their own Count."""

    target: str
    action: str = ""
    """Asked where it is left out."""


@plays(PromptAction)
def prompt_action(table: Table, command: PromptAction) -> Procedure[None]:
    """Open one action to somebody, and nothing beside it.

    Rules: FL-ACT-04, FL-SUR-06
    """
    who = command.target
    yield from must_exist(table, who)
    yield from must_be_in(table, who)
    text = _("It is {who}'s own Count.")
    yield from require(table.now.turn != who, "own_count", text, "FL-ACT-04", who=who)
    yield from may_surprise(table, who)
    action = command.action
    if not action:
        specs = settings_of(table.now).actions
        text = _("The list of actions is empty.")
        yield from require(bool(specs), "no_actions", text, "FL-RND-06")
        options = [Option(one.id, one.words, effect=_effect(table.now, who, one)) for one in specs]
        text = _("Which action is {whom} prompted to?")
        action = yield from choose(table, text, options, "FL-ACT-04", key="action", whom=who)
    if any(one.who == who for one in state_of(table.now).prompts):
        yield from emit(PromptOver(who=who))
    yield from emit(Prompted(prompt=Prompt(who=who, action=action)))
    name = action_words(table.now, action)
    step = Step(label=_("Off the own Count, and nothing beside it"), rule_id="FL-ACT-04")
    yield from say(table, _("{who} is prompted: {name}"), who=who, name=name, steps=(step,))


def _effect(encounter: Encounter, who: str, spec: ActionSpec) -> str:
    """Return what a prompted action costs: a check that was divided before it.

    Rules: FL-ACT-01, FL-ACT-04
    """
    name = split_name(encounter, who)
    if not name or spec.cost == "free":
        return ""
    return _("{name} is lost by it").format(name=name)


@offer(
    _("Let the prompt pass"),
    icon="x",
    group=TURN,
    role=Role.OTHER,
    about="target",
    each=only_if(lambda encounter, who: prompt_of(encounter, who) is not None),
)
class LetPass(Command):
    """Take a prompt back."""

    target: str


@plays(LetPass)
def let_pass(table: Table, command: LetPass) -> Procedure[None]:
    """Let a prompted action go by.

    Rules: FL-ACT-04
    """
    yield from must_exist(table, command.target)
    yield from emit(PromptOver(who=command.target))
    step = Step(label=_("The prompted action is not taken"), rule_id="FL-ACT-04")
    text = _("{who} lets the prompt pass")
    yield from say(table, text, who=command.target, steps=(step,))


@offer(
    _("Free actions: the limit is reached, or not"),
    icon="hand",
    group=TURN,
    role=Role.OTHER,
    about="target",
)
class LimitFree(Command):
    """Say that somebody has taken enough free actions in this round, or take that back."""

    target: str
    limit: int | None = Field(default=None, ge=0, le=1000)
    """How many; left out it is those taken so far, or none again."""


@plays(LimitFree)
def limit_free(table: Table, command: LimitFree) -> Procedure[None]:
    """Set the limit of free actions of a round.

    Rules: FL-RND-05
    """
    who = command.target
    yield from must_exist(table, who)
    fight, limit = fight_of(table.now, who), command.limit
    if limit is None and fight.free_limit is None:
        limit = fight.free_used
    yield from emit(FreeLimitSet(who=who, limit=limit))
    step = Step(label=_("Free actions taken"), rule_id="FL-RND-05", after=fight.free_used)
    text = _("{who} takes no more free actions in this round")
    lifted = _("{who} may take free actions again")
    yield from say(table, lifted if limit is None else text, who=who, steps=(step,))


@offer(_("Give a half action \u2026"), icon="plus", group=TURN, role=Role.OTHER, about="target")
class GiveHalf(Command):
    """Give somebody a half action from another source."""

    target: str
    source: str = Field(default="", max_length=60)
    """Where it comes from; empty: another source than any before, without a name."""
    restrictions: frozenset[str] | None = None
    """``no_attack``, ``no_move`` \u2026; asked, with the source, where it is left out."""


@plays(GiveHalf)
def give_half(table: Table, command: GiveHalf) -> Procedure[None]:
    """Give a half action with its source and restrictions, for this round.

    Rules: FL-ACT-03
    """
    who = command.target
    yield from must_exist(table, who)
    if command.restrictions is None:
        command = yield from _ask_half(table, command)
    had = fight_of(table.now, who).extra_halves
    nameless = free_name(_("An ability"), {one.source for one in had})
    source, restrictions = command.source or nameless, command.restrictions or frozenset()
    half = free_name(source, {one.id for one in had})
    gained = ExtraHalf(id=half, source=source, restrictions=restrictions)
    yield from emit(HalfGained(who=who, half=gained))
    words = restricted(source, restrictions)
    step = Step(label=_("From another source"), rule_id="FL-ACT-03", after=words)
    yield from say(table, _("{who} gains a half action"), who=who, result=words, steps=(step,))


def _ask_half(table: Table, command: GiveHalf) -> Procedure[GiveHalf]:
    """Ask where a half action comes from, and what it may not be used for.

    Rules: FL-ACT-03
    """
    title = _("A half action for {name}").format(name=table.now[command.target].name)
    numbers = (
        FormNumber("no_attack", _("Not for attacks"), 0, 1, yes_no=True),
        FormNumber("no_move", _("Not for moves"), 0, 1, yes_no=True),
    )
    answer = yield from ask(
        lambda: Question(
            key="half",
            recipient=command.target,
            title=title,
            text=_("Two half actions of one source make no full action."),
            numbers=numbers,
            note_label="" if command.source else _("Where it comes from"),
            default=Answer(numbers=frozendict(no_attack=0, no_move=0)),
            rule_ids=("FL-ACT-03",),
        )
    )
    named = answer.texts[0].strip()[:60] if answer.texts else ""
    bans = frozenset(key for key, value in answer.numbers.items() if value)
    return command.replace(source=command.source or named, restrictions=bans)
