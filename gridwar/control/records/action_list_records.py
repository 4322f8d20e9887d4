"""The list of actions as lines: headings, rows, chips, folded groups and reasons.

The presenter makes them, the panel draws a widget for each; nothing here knows Qt or a rule.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit.card_order_and_flow import PipKind


class PipWords(Struct, frozen=True):
    """What a shape of a pip stands for."""

    kind: PipKind
    words: str


class HeadingLine(Struct, frozen=True):
    """The words above a group; a click folds it, where it has titles.

    Attributes:
        words: What is written.
        titles: The headings that it stands for; empty for the usual ones, which never fold.
        note: A reason that holds for all below, in brief; ``rule_id`` is its first rule.
        pips: What the shapes of pips stand for, at the first heading of the list.
        price: What each chip below costs.
    """

    words: str
    titles: tuple[str, ...] = ()
    note: str = ""
    rule_id: str = ""
    pips: tuple[PipWords, ...] = ()
    price: tuple[PipKind, ...] = ()


class ActionChip(Struct, frozen=True):
    """One of several actions side by side, by a word or two and maybe a figure.

    Attributes:
        title: The whole title of the action.
        said: What else there is to say of it, for tooltip and screen reader.
        price: What it costs, where its row costs something else.
        is_possible: Whether a click does it; else it asks for it anyway.
    """

    id: str
    words: str
    title: str
    figure: str = ""
    said: str = ""
    price: tuple[PipKind, ...] = ()
    is_possible: bool = True

    def fits(self, wanted: str) -> bool:
        """Tell whether case-folded words stand in it."""
        return wanted in f"{self.title} {self.words} {self.figure}".casefold()


class ActionLine(Struct, frozen=True):
    """One action in a row of its own.

    Attributes:
        id: Its id.
        key: By what it is kept among the usual.
        note: Quiet words beside the title; where it is impossible, why not, in brief.
        said: All there is to say of it, for tooltip and screen reader.
        chips: The same at another price.
        is_usual: Whether it stands under the first heading.
    """

    id: str
    title: str
    icon: str = ""
    key: str = ""
    note: str = ""
    price: tuple[PipKind, ...] = ()
    digit: str = ""
    said: str = ""
    chips: tuple[ActionChip, ...] = ()
    is_possible: bool = True
    is_usual: bool = False

    def fits(self, wanted: str) -> bool:
        """Tell whether case-folded words stand in it."""
        return wanted in f"{self.title} {self.note}".casefold()


class VariantsLine(Struct, frozen=True):
    """Several variants of one offer at one price, as chips in one row."""

    title: str
    icon: str
    key: str
    chips: tuple[ActionChip, ...]
    price: tuple[PipKind, ...] = ()
    is_usual: bool = False


class ChipsLine(Struct, frozen=True):
    """Chips below a heading."""

    chips: tuple[ActionChip, ...]


class FoldLine(Struct, frozen=True):
    """A group, or all that cannot be done for one reason, folded into a row.

    Attributes:
        key: A code of the reason, where it is one.
        titles: The headings that it stands for, where it is a group.
        note: Examples, or the reason in brief; ``rule_id`` is its first rule.
        count: How many actions are in it.
        lines: What it shows when it is unfolded.
    """

    words: str
    note: str
    count: int
    lines: tuple[ActionLine | VariantsLine | ChipsLine, ...]
    titles: tuple[str, ...] = ()
    key: str = ""
    rule_id: str = ""
    is_open: bool = False
    said: str = ""
    """All there is to say of the reason, for tooltip and screen reader."""


Shown: TypeAlias = ActionLine | VariantsLine | ChipsLine
Line: TypeAlias = HeadingLine | ActionLine | VariantsLine | ChipsLine | FoldLine


class ActionsView(Struct, frozen=True):
    """What a combatant can do, line by line; ``active`` is the action being planned."""

    lines: tuple[Line, ...] = ()
    active: str = ""
    turn: tuple[str, int] = ("", 0)
    """Whose they are and in which round: the list begins at its top on each new turn."""
    note: str = ""
    """What to say where there is none."""
    help: str = ""
    """What a button there says; empty for no button."""

    @property
    def usual(self) -> tuple[str, ...]:
        """The keys of the usual rows, in their order."""
        rows = (one for one in self.lines if isinstance(one, ActionLine | VariantsLine))
        return tuple(one.key for one in rows if one.is_usual)

    def shown(self, words: str = "") -> tuple[Line, ...]:
        """Return the lines to be seen: with some words in them, folded or not, else as they are."""
        wanted = words.strip().casefold()
        return tuple(_found(self.lines, wanted) if wanted else _unfolded(self.lines))


def _unfolded(lines: tuple[Line, ...]) -> Iterator[Line]:
    for one in lines:
        yield one
        if isinstance(one, FoldLine) and one.is_open:
            yield from one.lines


def _found(lines: tuple[Line, ...], wanted: str) -> Iterator[Line]:
    """Yield what has the words in it, below its heading."""
    heading: Line | None = None
    for one in lines:
        if isinstance(one, HeadingLine):
            heading = one
            continue
        if isinstance(one, FoldLine):
            inner = tuple(_found(one.lines, wanted))
            if inner:
                yield replace(one, is_open=True, note="" if one.titles else one.note)
                yield from inner
            continue
        if (fitting := _fitting(one, wanted)) is not None:
            if heading is not None:
                yield heading
                heading = None
            yield fitting


def _fitting(line: Shown, wanted: str) -> Shown | None:
    """Return what of a line has the words in it."""
    if isinstance(line, ActionLine):
        return line if line.fits(wanted) else None
    if isinstance(line, VariantsLine) and wanted in line.title.casefold():
        return line
    chips = tuple(one for one in line.chips if one.fits(wanted))
    return replace(line, chips=chips) if chips else None
