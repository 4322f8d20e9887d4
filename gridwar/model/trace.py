"""How a number came about: the same steps stand in the log, the tooltip and the odds."""

from __future__ import annotations

from gridwar.model.geometry import Cell
from gridwar.model.record import Record


class Line(Record):
    """One line of a sum: a modifier with its reason.

    ``key`` is stable (rule id and source id), so that a switch set on a line finds it again when
    the sum is made anew.
    """

    key: str
    label: str
    value: int
    rule_id: str = ""
    source: str = ""
    """What on the map or the sheet it comes from: a cell, a wall, a condition, a weapon."""
    off: bool = False
    """Struck out by the GM or replaced by another line; it does not count."""
    for_side: str | None = None
    """The only side that knows of it; None for everybody."""


class Step(Record):
    """One step from the dice to the outcome."""

    label: str
    rule_id: str = ""
    before: int | str | None = None
    after: int | str | None = None
    source: str = ""
    for_side: str | None = None
    faces: tuple[int, ...] = ()
    struck: tuple[int, ...] = ()
    """Places of faces in whose stead something else counts."""
    ringed: tuple[int, ...] = ()
    """Places of faces that mean something of their own: a maximum."""


class TableRow(Record):
    """One row of a table: what it is of, and a value a column; None stays empty."""

    label: str
    values: tuple[int | str | None, ...] = ()
    rule_id: str = ""


class TraceTable(Record):
    """Numbers that belong side by side: the stages of a blow, the ledger of a round.

    Every row has as many values as there are columns.
    """

    columns: tuple[str, ...]
    rows: tuple[TableRow, ...] = ()
    title: str = ""
    """Words above the labels of the rows."""


class Trace(Record):
    """A finished sum: its lines, its total, and what followed from it."""

    title: str
    lines: tuple[Line, ...] = ()
    total: int | None = None
    steps: tuple[Step, ...] = ()
    tables: tuple[TraceTable, ...] = ()
    tone: str = "plain"
    """``plain``, ``good``, ``harm`` or ``quiet``: how the log shows the headline."""
    result: str = ""
    """The few words at the end of the headline: "hit", "−4", "dead"."""
    cell: Cell | None = None
    """Where on the map it happens, if that is not where somebody stands."""
    burst: tuple[Cell, ...] = ()
    """Squares in which something goes off: drawn on the map until the next command."""
    came_from: Cell | None = None
    """Where what ended at ``cell`` went astray: an arrow on the map."""
    befell: str | None = None
    """Whom its result befell: the id of the combatant over whom the map says so."""
