"""Sums: every modifier is a line with a reason that the GM can switch off, change or add to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.model.trace import Line, Trace

if TYPE_CHECKING:
    from gridwar.model.command import Adjustments


class Tally:
    """A sum under way; made by ``Table.tally``, which knows its scope and the adjustments."""

    def __init__(self, name: str, adjustments: Adjustments) -> None:
        """Start an empty sum.

        Args:
            name: Scope and name, for instance ``attack`` or ``step 3 B/attack``.
            adjustments: What the GM changes.
        """
        self.name = name
        self._adjustments = adjustments
        self._lines: list[Line] = [own.line for own in adjustments.lines_added if own.tally == name]

    def line(
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
        full = f"{self.name}/{key}"
        changes = self._adjustments
        off = full in changes.lines_off or (off and full not in changes.lines_on)
        value = changes.lines_set.get(full, value)
        made = Line(
            key=key, label=label, value=value, rule_id=rule_id, source=source, off=off,
            for_side=for_side,
        )  # fmt: skip
        self._lines = [old for old in self._lines if old.key != key] + [made]
        return 0 if off else value

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines so far, those of the rules first."""
        own = {added.line.key for added in self._adjustments.lines_added if added.tally == self.name}
        rules = [line for line in self._lines if line.key not in own]
        return (*rules, *(line for line in self._lines if line.key in own))

    @property
    def total(self) -> int:
        """The sum of the lines that count, or what the GM set it to."""
        summed = sum(line.value for line in self._lines if not line.off)
        return self._adjustments.totals.get(self.name, summed)

    def value(self, rule_id: str, source_id: str = "") -> int:
        """Return what one line counts; 0 where it is missing or off."""
        key = f"{rule_id}:{source_id}" if source_id else rule_id
        return sum(line.value for line in self._lines if line.key == key and not line.off)

    def trace(self, title: str) -> Trace:
        """Return the sum as it stands."""
        return Trace(title=title, lines=self.lines, total=self.total)
