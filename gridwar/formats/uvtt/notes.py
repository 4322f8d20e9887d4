"""What is told while a file is read: lines for the report, gathered in the order they arise."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from gridwar.formats.imported import ReportLine
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridwar.model.geometry import Cell

_MOST_PLACES = 6
"""So many lines of one kind with a place; the rest are counted."""


@dataclass
class Notes:
    """Lines under three of the report's headings."""

    read: list[ReportLine] = field(default_factory=list)
    mended: list[ReportLine] = field(default_factory=list)
    left_out: list[ReportLine] = field(default_factory=list)

    def mend(self, code: str, text: str, value: object = "", place: Cell | None = None) -> None:
        """Tell what was mended."""
        self.mended.append(ReportLine(code, text, str(value), place))

    def mend_count(self, code: str, text: str, count: int) -> None:
        """Tell how often something was mended, unless it was never."""
        if count:
            self.mend(code, text, count)

    def leave_out(self, code: str, text: str, value: object = "") -> None:
        """Tell what was left out."""
        self.left_out.append(ReportLine(code, text, str(value)))

    def leave_out_count(self, code: str, text: str, count: int) -> None:
        """Tell how much was left out, unless it was nothing."""
        if count:
            self.leave_out(code, text, count)

    def mend_places(self, code: str, text: str, places: Sequence[Cell | None]) -> None:
        """Tell what was mended here and there: some places as links, the rest as a number."""
        for place in places[:_MOST_PLACES]:
            self.mend(code, text, place=place)
        self.mend_count(code, _("{what}, elsewhere").format(what=text), len(places[_MOST_PLACES:]))
