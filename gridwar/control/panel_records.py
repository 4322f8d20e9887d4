"""What the panels and sheets show, as frozen records: the whole interface between control and them.

Presenters make these; a panel draws the one it is given and says by signals what was clicked.
Nothing here knows Qt, colours or the engine. Texts are ready to be read, signs and all.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Tone = Literal["plain", "good", "harm", "quiet", "warn"]


@dataclass(frozen=True, slots=True)
class TokenBit:
    """A small token beside a name."""

    id: str
    initials: str
    side: int = 0
    out: bool = False
    picture: str | None = None


@dataclass(frozen=True, slots=True)
class BadgeBit:
    """A small mark with its words."""

    icon: str
    words: str


@dataclass(frozen=True, slots=True)
class OrderRow:
    """One place in the order.

    Attributes:
        count: what the order goes by, as text.
        bar: 0 to 1, None for no bar; ``bar_text`` says it in words.
        section: heading under which it stands; empty for those in the order.
        together: acts simultaneously with the row before.
    """

    token: TokenBit
    name: str
    count: str = ""
    bar: float | None = None
    bar_text: str = ""
    badges: tuple[BadgeBit, ...] = ()
    is_turn: bool = False
    acted: bool = False
    selected: bool = False
    together: bool = False
    section: str = ""


@dataclass(frozen=True, slots=True)
class OrderView:
    """The order of this round; ``primary`` is the one button below it."""

    rows: tuple[OrderRow, ...] = ()
    primary: str = ""
    empty: str = ""


@dataclass(frozen=True, slots=True)
class BarBit:
    """A pool with its bar."""

    label: str
    now: int
    full: int


@dataclass(frozen=True, slots=True)
class FigureBit:
    """A value with its label."""

    label: str
    value: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class PipsBit:
    """Points that are spent: some left of a number."""

    label: str
    left: int
    full: int


@dataclass(frozen=True, slots=True)
class ChipBit:
    """A condition; ``effect`` is its id where it can be taken off."""

    text: str
    icon: str = ""
    effect: str = ""
    hint: str = ""


@dataclass(frozen=True, slots=True)
class CardView:
    """One combatant."""

    token: TokenBit
    name: str
    subtitle: str = ""
    bars: tuple[BarBit, ...] = ()
    figures: tuple[FigureBit, ...] = ()
    pips: tuple[PipsBit, ...] = ()
    chips: tuple[ChipBit, ...] = ()
    note: str = ""
    others: int = 0
    """How many more are selected."""
    quick_error: str = ""
    conditions: tuple[str, ...] = ()
    """Names that the quick field completes."""


@dataclass(frozen=True, slots=True)
class ActionRow:
    """An action; an impossible one stays, with the reason."""

    id: str
    icon: str
    title: str
    note: str = ""
    price: tuple[str, ...] = ()
    shortcut: str = ""
    enabled: bool = True
    reason: str = ""
    rule_ids: str = ""
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class LogLine:
    """A reason below a headline."""

    text: str
    value: str = ""
    rule_id: str = ""
    faces: tuple[int, ...] = ()
    off: bool = False


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One headline of the log with its reasons; ``row`` is the command it belongs to."""

    row: int
    headline: str
    result: str = ""
    tone: Tone = "plain"
    lines: tuple[LogLine, ...] = ()
    undone: bool = False
    current: bool = False
    first_of_row: bool = True
    amendable: bool = False
    branches: tuple[int, ...] = ()
    """Ends of other branches that begin after this row."""


@dataclass(frozen=True, slots=True)
class SumLine:
    """A line of a sum with its switch."""

    key: str
    label: str
    source: str
    rule_id: str
    value: int
    value_text: str
    on: bool = True


@dataclass(frozen=True, slots=True)
class AnswerColumn:
    """The odds for one answer of the target.

    Attributes:
        spread: amount lost and its probability, from least to most.
        middle: the median among hits, None where nothing hits.
        down_at: from this amount on the target goes down, where that is known.
    """

    id: str
    title: str
    chance: str = ""
    caption: str = ""
    spread: tuple[tuple[int, float], ...] = ()
    middle: int | None = None
    down_at: int | None = None
    down_text: str = ""
    enabled: bool = True
    why_not: str = ""
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class DiceView:
    """The dice row: how many faces, those typed so far."""

    typed: bool
    count: int
    sides: int
    faces: tuple[int, ...] = ()
    hint: str = ""


@dataclass(frozen=True, slots=True)
class AttackView:
    """The sheet of an action against somebody, before its roll."""

    title: str
    actor: TokenBit
    target: TokenBit
    subtitle: str
    lines: tuple[SumLine, ...] = ()
    total: str = ""
    needs: str = ""
    needs_hint: str = ""
    columns_title: str = ""
    columns_hint: str = ""
    columns: tuple[AnswerColumn, ...] = ()
    dice: DiceView | None = None
    primary: str = ""
    problem: str = ""
    problem_rules: str = ""
    can_waive: bool = False
    working: bool = False
    """The odds shown are still those of before."""


@dataclass(frozen=True, slots=True)
class OptionRow:
    """An answer that can be given."""

    id: str
    title: str
    price: str = ""
    effect: str = ""
    enabled: bool = True
    why_not: str = ""


@dataclass(frozen=True, slots=True)
class NumberRow:
    """A number to fill in."""

    key: str
    label: str
    minimum: int
    maximum: int
    value: int


@dataclass(frozen=True, slots=True)
class QuestionPage:
    """One question, or one roll to type in (``dice``), of what is open now."""

    key: str
    title: str
    text: str = ""
    token: TokenBit | None = None
    options: tuple[OptionRow, ...] = ()
    numbers: tuple[NumberRow, ...] = ()
    numbers_sum: int | None = None
    dice: DiceView | None = None
    rule_ids: str = ""
    window: str = ""
    """Kind of window, for the standing answers; empty where there are none."""
    scopes: tuple[tuple[str, str], ...] = ()
    """Key and words of the standing answers that can be given, ``id:window``."""


@dataclass(frozen=True, slots=True)
class QuestionView:
    """Everything that is asked now."""

    pages: tuple[QuestionPage, ...] = ()
    can_pass: bool = False
    working: str = ""


@dataclass(frozen=True, slots=True)
class NoticeView:
    """Something to tell."""

    text: str
    detail: str = ""
    tone: Literal["refused", "error", "note"] = "refused"
    again: str = ""
    """Words of the one button; empty for none."""


@dataclass(frozen=True, slots=True)
class StatusView:
    """The status bar: the tool, its keys in the order of use, where the pointer is."""

    tool: str
    keys: tuple[tuple[str, str], ...] = ()
    right: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TopView:
    """The bar above: which fight, which round, whose turn."""

    file: str
    round: str = ""
    turn: str = ""
    saved: str = ""
    saved_tone: Tone = "good"
    can_undo: bool = False
    can_redo: bool = False


@dataclass(frozen=True, slots=True)
class FieldView:
    """A field of a form."""

    key: str
    label: str
    kind: Literal["int", "text", "choice", "flag"]
    value: str
    choices: tuple[str, ...] = ()
    hint: str = ""
    error: str = ""


@dataclass(frozen=True, slots=True)
class FormView:
    """A form: a title, its fields, what its button says."""

    title: str
    fields: tuple[FieldView, ...] = field(default=())
    submit: str = ""
