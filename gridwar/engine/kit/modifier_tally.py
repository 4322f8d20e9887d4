"""Sums: every modifier is a line with a reason that the GM can switch off, change or add to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.model.trace import Line, Trace

if TYPE_CHECKING:
    from gridwar.model.command import Adjustments


_Row = tuple[str, int, bool, str, str, str | None]
"""A line while the sum is under way, but for its key: label, value, whether it is off, rule id,
source, the only side that knows. Odds make thousands of them and read only values.
"""


class Tally:
    """A sum under way; made by ``Table.tally``, which knows its scope and the adjustments."""

    def __init__(self, name: str, adjustments: Adjustments) -> None:
        """Start an empty sum.

        Args:
            name: Scope and name, for instance ``attack`` or ``step 3 B/attack``.
            adjustments: What the GM changes.
        """
        self.name = name
        self.aside = False
        """Not what a command is about, such as the way before an attack."""
        self.of = ""
        """Whose sum it is where two are compared: a sheet shows both, the own one first."""
        self._adjustments = adjustments
        self._rows: dict[str, _Row] = {}
        self._sum = 0
        for own in adjustments.lines_added:
            if own.tally == name:
                self._put(*_row(own.line))
        self._is_as_ruled = not (
            adjustments.lines_off or adjustments.lines_on or adjustments.lines_set
        )

    def line(  # noqa: PLR0913 a line is all of these
        self,
        rule_id: str,
        label: str,
        value: int,
        *,
        source: str = "",
        source_id: str = "",
        off: bool = False,
        for_side: str | None = None,
    ) -> int:
        """Add a line and return what it counts (0 where it is off).

        Args:
            rule_id: The rule it comes from.
            label: Its words.
            value: Signed points.
            source: What on the map or the sheet it comes from, for the reader.
            source_id: That thing's id; rule id and source id name the line.
            off: Struck out by a rule (replaced by another line).
            for_side: The only side that knows of it.
        """
        key = f"{rule_id}:{source_id}" if source_id else rule_id
        if not self._is_as_ruled:
            full, changes = f"{self.name}/{key}", self._adjustments
            off = full in changes.lines_off or (off and full not in changes.lines_on)
            value = changes.lines_set.get(full, value)
        self._put(key, (label, value, off, rule_id, source, for_side))
        return 0 if off else value

    def _put(self, key: str, row: _Row) -> None:
        """Add a line at the end; one of the same key goes."""
        if key in self._rows:
            _label, before, was_off, *_rest = self._rows.pop(key)
            self._sum -= 0 if was_off else before
        self._rows[key] = row
        if not row[2]:
            self._sum += row[1]

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines so far, those of the rules first."""
        own = {one.line.key for one in self._adjustments.lines_added if one.tally == self.name}
        lines = [_line(key, row) for key, row in self._rows.items()]
        rules = [line for line in lines if line.key not in own]
        return (*rules, *(line for line in lines if line.key in own))

    @property
    def total(self) -> int:
        """The sum of the lines that count, or what the GM set it to."""
        totals = self._adjustments.totals
        return totals.get(self.name, self._sum) if totals else self._sum

    def value(self, rule_id: str, source_id: str = "") -> int:
        """Return what one line counts; 0 where it is missing or off."""
        row = self._rows.get(f"{rule_id}:{source_id}" if source_id else rule_id)
        return 0 if row is None or row[2] else row[1]

    @property
    def counted(self) -> tuple[tuple[str, int, bool], ...]:
        """What rules go by: key, value and whether it is off, line by line; no words."""
        return tuple((key, row[1], row[2]) for key, row in self._rows.items())

    def trace(self, title: str) -> Trace:
        """Return the sum as it stands."""
        return Trace(title=title, lines=self.lines, total=self.total)


def _line(key: str, row: _Row) -> Line:
    label, value, off, rule_id, source, for_side = row
    return Line(
        key=key,
        label=label,
        value=value,
        rule_id=rule_id,
        source=source,
        off=off,
        for_side=for_side,
    )


def _row(line: Line) -> tuple[str, _Row]:
    rest = (line.label, line.value, line.off, line.rule_id, line.source, line.for_side)
    return line.key, rest
