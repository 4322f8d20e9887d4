"""Sums: every modifier is a line with a reason that the GM can switch off, change or add to."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from gridwar.model.trace import Line, Trace

if TYPE_CHECKING:
    from gridwar.model.command import Adjustments


class _Row(NamedTuple):
    """A line while the sum is under way: odds make thousands of them and read only values."""

    key: str
    label: str
    value: int
    rule_id: str
    source: str
    off: bool
    for_side: str | None


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
        self._adjustments = adjustments
        self._rows: dict[str, _Row | Line] = {}
        self._sum = 0
        for own in adjustments.lines_added:
            if own.tally == name:
                self._put(own.line)
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
        self._put(_Row(key, label, value, rule_id, source, off, for_side))
        return 0 if off else value

    def _put(self, row: _Row | Line) -> None:
        """Add a line at the end; one of the same key goes."""
        before = self._rows.pop(row.key, None)
        if before is not None and not before.off:
            self._sum -= before.value
        self._rows[row.key] = row
        if not row.off:
            self._sum += row.value

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines so far, those of the rules first."""
        own = {one.line.key for one in self._adjustments.lines_added if one.tally == self.name}
        lines = [_as_line(row) for row in self._rows.values()]
        rules = [line for line in lines if line.key not in own]
        return (*rules, *(line for line in lines if line.key in own))

    @property
    def total(self) -> int:
        """The sum of the lines that count, or what the GM set it to."""
        if self.name in self._adjustments.totals:
            return self._adjustments.totals[self.name]
        return self._sum

    def value(self, rule_id: str, source_id: str = "") -> int:
        """Return what one line counts; 0 where it is missing or off."""
        row = self._rows.get(f"{rule_id}:{source_id}" if source_id else rule_id)
        return 0 if row is None or row.off else row.value

    def trace(self, title: str) -> Trace:
        """Return the sum as it stands."""
        return Trace(title=title, lines=self.lines, total=self.total)


def _as_line(row: _Row | Line) -> Line:
    return row if isinstance(row, Line) else Line(**row._asdict())
