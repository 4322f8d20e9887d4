"""A chart of squares on the map, as frozen records: steps and figures, legend, a square in words.

Texts come translated and ready. Steps go from the least, 0, to the most; lightness falls with them.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final, TypeAlias

from frozendict import frozendict
from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.control.records.ground_records import CellXY
    from gridwar.control.records.panel_records import TokenBit

STEPS: Final = 5
"""How many steps a chart has."""


class ChartHue(StrEnum):
    """By which row of colours the steps are drawn."""

    DANGER = "danger"
    CHANCE = "chance"
    SEEN = "seen"


class ChartSquares(Struct, frozen=True, eq=False):
    """What lies on the map; the same object as long as nothing in it changes.

    Attributes:
        hue: its colours.
        steps: the cells of each step, the least first.
        figures: what stands in each cell.
        provisional: those of the cells that are taken from others until they are worked out.
    """

    hue: ChartHue
    steps: tuple[frozenset[CellXY], ...]
    figures: Mapping[CellXY, str] = frozendict()
    provisional: frozenset[CellXY] = frozenset()


class ChartChip(Struct, frozen=True):
    """Something by which the chart goes that a click changes; ``is_on`` where it counts."""

    key: str
    text: str
    tooltip: str = ""
    is_on: bool = True


class ChartLegend(Struct, frozen=True):
    """What the chart says: of what, of whom, known by whom.

    Attributes:
        title: what it tells, for whom.
        note: in which unit, and whether it is exact or at least so much.
        steps: the figures of each step, the least first; none where there is nothing to tell.
        chips: by whose knowledge, and which foes count.
        state: how much is known yet; empty when all is.
        widest_state: the longest that ``state`` becomes: its place is kept, or chips would move.
    """

    hue: ChartHue
    title: str
    note: str = ""
    steps: tuple[str, ...] = ()
    chips: tuple[ChartChip, ...] = ()
    state: str = ""
    widest_state: str = ""


class ChartLine(Struct, frozen=True):
    """One foe at the square that is pointed at.

    Attributes:
        name: its own; ``weapon`` what it would use, or what would be used on it.
        where: range band and cover.
        odds: how likely that is.
        figure: what is lost.
        more: what could be chosen against it, each with what is lost then.
    """

    token: TokenBit
    name: str
    weapon: str = ""
    where: str = ""
    odds: str = ""
    figure: str = ""
    more: str = ""


Box: TypeAlias = tuple[float, float, float, float]
"""Of cells: x, y, width, height."""


WAITING: Final = "\u2026"
"""The figure of a card as long as nothing is known: it says nothing else."""


class ChartCard(Struct, frozen=True):
    """The square under the pointer in words.

    Attributes:
        at: its box of cells: x, y, width, height.
        title: what it is called; ``note`` what stands behind that.
        figure: of the chart; ``of`` what it is out of.
        lines: a foe each, the worst first.
        foot: sentences below them.
        tokens: boxes of who would stand there, where it is, and of those whose lines end there.
        near: boxes of others, which it rather does not hide.
    """

    at: Box
    title: str = ""
    note: str = ""
    figure: str = ""
    of: str = ""
    lines: tuple[ChartLine, ...] = ()
    foot: tuple[str, ...] = ()
    tokens: tuple[Box, ...] = ()
    near: tuple[Box, ...] = ()

    @property
    def said(self) -> tuple[object, ...]:
        """All that stands on it."""
        return self.title, self.note, self.figure, self.of, self.lines, self.foot


class ChartView(Struct, frozen=True):
    """All that the map shows of a chart, or with no chart on of the square that a token goes to."""

    squares: ChartSquares | None = None
    legend: ChartLegend | None = None
    card: ChartCard | None = None
