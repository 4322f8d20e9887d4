"""What the popovers show, as frozen records: attack, questions, dice, effects, rules.

Nothing here knows Qt, colours, or a rule. Texts come translated and ready. Forms have records of
their own in `form_records`.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from frozendict import frozendict
from msgspec import Struct, field

from gridwar.engine.kit.command_draft import CommandChoice, Draft, StageFigure
from gridwar.model.combatant import TimedEffect
from gridwar.model.command import Answer

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.control.records.panel_records import Choice, TokenBit, ValueTable
    from gridwar.model.encounter import Policy
    from gridwar.model.question_and_refusal import FormNumber, Option, Refusal
    from gridwar.model.trace import Line


class DiceMode(StrEnum):
    """Where faces come from: real dice typed in, or the program."""

    TYPED = "typed"
    ROLLED = "rolled"
    FELL = "fell"
    """They lie there already, and stay."""


# --- attack ----------------------------------------------------------------------------------


class AnswerColumn(Struct, frozen=True):
    """What comes of it with one of the answers that the target may give.

    Attributes:
        chance: such as ``83 %``; ``caption`` what it is the chance of.
        note: a line below the title, such as what the answer changes, and its rule.
        distribution: outcomes with their probabilities, from least to most; empty for no chart.
        median: the outcome that half of the plays reach.
        down_at: the outcome from which on the target goes down.
        down_text: the chance of that in words.
        why_not: why the answer is impossible.
    """

    id: str
    title: str
    chance: str = ""
    caption: str = ""
    note: str = ""
    distribution: tuple[tuple[int, float], ...] = ()
    median: int | None = None
    down_at: int | None = None
    down_text: str = ""
    enabled: bool = True
    why_not: str = ""
    chosen: bool = False


class OutcomeView(Struct, frozen=True):
    """What an action leads to where its deciding roll comes to something with a name.

    Attributes:
        name: such as ``critical hit``.
        chance: how probable that is; empty while it is worked out.
        words: what would be told then, each with its result.
        tables: what would be told in tables.
        title: the name, with what is chosen for it.
        figures: from what it is made of to what arrives, one a step.
        choices: what is chosen for it beforehand.
        is_chosen: whether something is, and not left to be asked then.
    """

    name: str
    chance: str = ""
    words: tuple[str, ...] = ()
    tables: tuple[ValueTable, ...] = ()
    title: str = ""
    figures: tuple[StageFigure, ...] = ()
    choices: tuple[CommandChoice, ...] = ()
    is_chosen: bool = False


class BarPart(Struct, frozen=True):
    """A part of the bar of outcomes, drawn to scale.

    Attributes:
        share: how probable it is, as a part of 1; ``chance`` in words.
        faces: what the die shows for it, such as ``36 to 54``.
        severity: 0 for a failure, then rising with what it does.
    """

    words: str
    share: float
    chance: str
    faces: str = ""
    severity: int = 0


class SideSum(Struct, frozen=True):
    """One side of a test in which both sides roll: who, what they add, what it comes to."""

    name: str
    lines: tuple[Line, ...]
    total: str
    token: TokenBit | None = None


class DiceView(Struct, frozen=True):
    """The dice of one roll: how they come and what is known of them.

    Attributes:
        faces: typed so far, in order.
        hint: what is needed, such as ``needs a sum of 5``.
        title: whose they are, in a word or two.
    """

    count: int
    sides: int
    mode: DiceMode = DiceMode.ROLLED
    faces: tuple[int, ...] = ()
    hint: str = ""
    title: str = ""


class AmendView(Struct, frozen=True):
    """How a command that is done shall count.

    Attributes:
        ways: the outcomes it may count as, the way it fell first; ``way`` is the chosen one.
        points: what was typed as lost; empty for what the rules say.
        points_title: such as ``Points lost``; empty where nothing is lost by it.
        most: the most that may be typed.
    """

    ways: tuple[Choice, ...] = ()
    way: str = ""
    points: str = ""
    points_title: str = ""
    most: int = 0


class AttackView(Struct, frozen=True):
    """An action against somebody, prepared but not yet played.

    Attributes:
        ways: other weapons it may be done with, the present one among them; ``way`` is that.
        lines: the modifiers that count, switched off or not.
        idle: those that count 0.
        changed: the keys of the lines whose value the GM has set.
        sides: both sums of a test in which both sides roll, the actor's first; else none.
        bar: the outcomes to scale, where one roll, or one contest, tells it all; else none.
        amend: how it shall count, of a command that is done; None of a new one.
        likely_note: who rolls, in a few words.
        decides: whose die decides, and which side of it wins; ``decides_rule`` its rule.
        arrives_note: how much whoever is aimed at has left.
        arrives: from what it is made of to what arrives, the same whatever is rolled.
        expected: what is lost on average.
        problem: why it cannot be done as it stands.
        answers_title: such as ``If Kell answers with``; ``answers_note`` what the scale shows.
        primary: the one button; says what comes next.
        working: the odds shown belong to the draft as it was.
        settable: what can be set about the command, as the rules offer it.
        foreseen: what the rules have to say beforehand, each with its rule.
        outcomes: what the deciding roll comes to, from the lowest faces up.
    """

    title: str
    attacker: TokenBit | None
    """None where it is of the fight as a whole."""
    target: TokenBit | None = None
    subtitle: str = ""
    ways: tuple[Choice, ...] = ()
    way: str = ""
    lines: tuple[Line, ...] = ()
    idle: tuple[Line, ...] = ()
    changed: frozenset[str] = frozenset()
    sides: tuple[SideSum, ...] = ()
    bar: tuple[BarPart, ...] = ()
    likely_note: str = ""
    amend: AmendView | None = None
    decides: str = ""
    decides_rule: str = ""
    arrives_note: str = ""
    arrives: tuple[StageFigure, ...] = ()
    expected: str = ""
    total: str = ""
    needs: str = ""
    needs_note: str = ""
    answers_title: str = ""
    answers_note: str = ""
    answers: tuple[AnswerColumn, ...] = ()
    dice: DiceView | None = None
    primary: str = ""
    problem: Refusal | None = None
    working: bool = False
    settable: Draft = Draft()
    outcomes: tuple[OutcomeView, ...] = ()
    foreseen: tuple[str, ...] = ()


# --- questions and dice ----------------------------------------------------------------------


class StandingView(Struct, frozen=True):
    """A standing answer to questions of this kind, for a scope such as one combatant or a side."""

    scope: str
    label: str
    policy: Policy = "ask"
    is_proposal: bool = False
    """Whether not to be asked means the proposed answer, and not to let it pass."""


class QuestionView(Struct, frozen=True):
    """A question to a combatant's player, or to the GM.

    Attributes:
        recipient: whom it is put to, by name.
        options: their keys are their places, 1 to 9.
        numbers_sum: what the numbers must add up to; None where they are free.
        place: the square proposed, by name, where one is to be chosen on the map.
        proposed: the answer that is taken for what is not chosen.
        note_label: what the words are that may be added; empty for none.
        chances: by option, the chance that the sheet gave for it, in words.
    """

    key: str
    recipient: str
    title: str
    text: str = ""
    token: TokenBit | None = None
    options: tuple[Option, ...] = ()
    numbers: tuple[FormNumber, ...] = ()
    numbers_sum: int | None = None
    place: str = ""
    proposed: Answer = field(default_factory=Answer)
    note_label: str = ""
    standing: tuple[StandingView, ...] = ()
    rule_ids: tuple[str, ...] = ()
    tables: tuple[ValueTable, ...] = ()
    chances: Mapping[str, str] = frozendict()


class DiceWantedView(Struct, frozen=True):
    """A roll whose faces have to be typed, or left to the program.

    Attributes:
        owner: who rolls, by name.
        title: what for.
        notation: such as ``2D6``; empty where the title says it.
    """

    key: str
    owner: str
    title: str
    notation: str
    dice: DiceView
    token: TokenBit | None = None


class AskView(Struct, frozen=True):
    """Everything that the open command waits for; answered in any order.

    Attributes:
        context: what is going on, such as the headline of the open command.
        pass_label: the button that passes all windows; empty for none.
    """

    context: str = ""
    questions: tuple[QuestionView, ...] = ()
    dice: tuple[DiceWantedView, ...] = ()
    pass_label: str = ""


# --- timed effects ---------------------------------------------------------------------------


class ConditionRow(Struct, frozen=True):
    """A condition to choose from.

    Attributes:
        id: of the effect by which it lasts; empty for one that the rules do not know.
        does: what it does, in a line; empty where no rule says so.
        words: what else it is called.
        section: the heading it stands under.
    """

    id: str
    title: str
    badge: str = "circle-dot"
    does: str = ""
    rule_id: str = ""
    words: tuple[str, ...] = ()
    section: str = ""


class EffectView(Struct, frozen=True):
    """The form for a timed effect: for whom, from what to choose, where to begin.

    Attributes:
        who: the ids of those who get it.
        combatants: whose turn may count.
        conditions: what may be chosen as it is.
        badges: icons of the GM's own, in words.
        ends: until when it may last, in the words of the rules.
    """

    title: str
    who: tuple[str, ...] = ()
    combatants: tuple[Choice, ...] = ()
    conditions: tuple[ConditionRow, ...] = ()
    badges: tuple[Choice, ...] = ()
    ends: tuple[Choice, ...] = ()
    effect: TimedEffect = TimedEffect(id="", name="")
    primary: str = ""
