"""Where could I stand, as frozen records: the line of chips, the squares on the map, the step.

Texts come translated and ready.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from gridwar.control.records.ground_records import CellXY


class ChipView(Struct, frozen=True):
    """One chip of the line.

    Attributes:
        text: what it asks.
        strong: the part of the text that can be changed, which stands out.
        count: how many squares are left by it and those before it; empty where it does not count.
        tooltip: what it asks in a sentence, and what keys and clicks do.
        is_at: keys change it now.
        is_known: the fight can answer it; else it is struck through.
    """

    text: str
    strong: str = ""
    count: str = ""
    tooltip: str = ""
    is_at: bool = False
    is_known: bool = True


class ChipChoice(Struct, frozen=True):
    """What a chip can be changed to by its menu; ``key`` is handed back, empty for a line."""

    key: str
    text: str
    is_on: bool = False


class StandsLine(Struct, frozen=True):
    """The line of chips; its last two are by whose knowledge it goes, and what adds another.

    Attributes:
        total: how many squares fit; ``unit`` the word behind it.
    """

    title: str
    chips: tuple[ChipView, ...] = ()
    total: str = ""
    unit: str = ""


class StandMarks(Struct, frozen=True):
    """The squares that fit, on the map.

    Attributes:
        cells: all of them.
        best: those that have a number, in their order: box of cells each.
        pointed: which of these is pointed at, from 0; -1 for none.
    """

    cells: frozenset[CellXY] = frozenset()
    best: tuple[tuple[float, float, float, float], ...] = ()
    pointed: int = -1


class StandsOnMap(Struct, frozen=True):
    """All that the map shows of it."""

    line: StandsLine
    marks: StandMarks


class StandRow(Struct, frozen=True):
    """One of the best squares.

    Attributes:
        number: its key.
        name: what the square is called.
        shot: what could be done from there, where that differs from the others.
        differs: in what else it differs: what it costs to stand there, then how one gets there.
    """

    number: int
    name: str
    shot: str = ""
    differs: tuple[str, ...] = ()
    is_pointed: bool = False

    @property
    def spoken(self) -> str:
        """What a screen reader says."""
        return ", ".join(filter(None, (self.name, self.shot, *self.differs)))


class WithoutRow(Struct, frozen=True):
    """What a chip costs: how many squares fit without it, and its place in the sentence."""

    at: int
    text: str
    count: str


class AddRow(Struct, frozen=True):
    """A chip that can be added."""

    text: str
    hint: str = ""
    is_pointed: bool = False


class AddingView(Struct, frozen=True):
    """The list of chips that can be added; ``more`` says how many others there are."""

    typed: str
    rows: tuple[AddRow, ...] = ()
    more: str = ""


class StandsView(Struct, frozen=True):
    """The step in the inspector.

    Attributes:
        title: of the step.
        heading: how many squares fit, and how many are shown.
        shared: sentences of what is the same for all that are shown.
        rows: the best squares.
        go: words of the button; empty where there is nowhere to go.
        without_title: the heading of what each chip costs.
        without: that, a row a chip.
        notes: what does not count, and why.
        adding: the list of chips, while one is looked for.
    """

    title: str
    heading: str
    shared: tuple[str, ...] = ()
    rows: tuple[StandRow, ...] = ()
    go: str = ""
    without_title: str = ""
    without: tuple[WithoutRow, ...] = ()
    notes: tuple[str, ...] = ()
    adding: AddingView | None = None
