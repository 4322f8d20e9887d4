"""The wall tool while it tidies: fewer walls within a bound, or gaps to be closed.

A state of the tool beside its modes. What would come of it is shown on the map; Enter does it, as
one command; Escape leaves it.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.control.records import ground_records as gr
from gridwar.control.records import scene_records as sr
from gridwar.control.records.panel_records import KeyHint
from gridwar.control.tools.walls import wall_gaps, wall_overlays
from gridwar.control.tools.walls.wall_simplifying import Simplified, lines_of, simplified
from gridwar.model.geometry import cell_name
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.control.state.pointer_and_keys import KeyEvent
    from gridwar.control.tools.walls.wall_gaps import Gap
    from gridwar.control.tools.walls.wall_simplifying import Line
    from gridwar.model.command import Command
    from gridwar.model.walls import Wall

BOUNDS_CELLS = (0.05, 0.1, 0.2, 0.4)
"""How far new walls may lie from the old ones."""
MOST_LISTED = 9
"""Gaps in the list, each with a digit; the next come as these are closed."""
_MOST_MARKED = 400


class Tidy(StrEnum):
    """What is being tidied."""

    NOTHING = "nothing"
    LINES = "lines"
    GAPS = "gaps"


class GapRow(Struct, frozen=True):
    """A gap as a list shows it: its digit, where it is, how wide."""

    key: str
    place: str
    width: str
    gap: Gap


class WallTidying:
    """Fewer walls, and gaps, of the walls of one map."""

    def __init__(
        self,
        walls: Callable[[], tuple[Wall, ...]],
        chosen: Callable[[], tuple[Wall, ...]],
        submit: Callable[[Command | None], None],
    ) -> None:
        """Belong to a tool.

        Args:
            walls: Returns the map's walls.
            chosen: Returns those that are selected.
            submit: Submits a command, and has all drawn again.
        """
        self._walls, self._chosen, self._submit = walls, chosen, submit
        self.what = Tidy.NOTHING
        self.bound_cells = BOUNDS_CELLS[1]
        self._lines: tuple[tuple[Wall, ...], tuple[str, ...], tuple[Line, ...]] = ((), (), ())
        self._made: tuple[tuple[Line, ...], float, Simplified] | None = None
        self._gaps: tuple[tuple[Wall, ...], tuple[Gap, ...]] = ((), ())

    # --- fewer walls ------------------------------------------------------------------------------

    @property
    def scope(self) -> tuple[Wall, ...]:
        """The walls that are to become fewer: those selected, else all."""
        return self._chosen() or self._walls()

    @property
    def made(self) -> Simplified:
        """What would come of it; kept until walls or bound are others."""
        walls, only = self._walls(), tuple(one.id for one in self._chosen())
        if self._lines[0] is not walls or self._lines[1] != only:
            self._lines = (walls, only, lines_of(walls, frozenset(only)))
        lines = self._lines[2]
        if self._made is None or self._made[0] is not lines or self._made[1] != self.bound_cells:
            self._made = (lines, self.bound_cells, simplified(lines, self.bound_cells))
        return self._made[2]

    def words(self) -> str:
        """Return how many walls become how many, and how far they are off at most."""
        before, made = len(self.scope), self.made
        if not made.gone:
            return _("{n} walls: none can go within this bound.").format(n=f"{before:,}")
        text = _("{before} walls become {after}, off by at most {cells:.2f} cells.")
        after = before - len(made.gone)
        return text.format(before=f"{before:,}", after=f"{after:,}", cells=made.off_cells)

    def set_bound(self, cells: float) -> None:
        """Let new walls lie so far from the old ones."""
        self.bound_cells = cells
        self._submit(None)

    # --- gaps -------------------------------------------------------------------------------------

    @property
    def gaps(self) -> tuple[Gap, ...]:
        """The gaps, the narrowest first; kept until walls are others."""
        walls = self._walls()
        if self._gaps[0] is not walls:
            self._gaps = (walls, wall_gaps.gaps_in(walls))
        return self._gaps[1]

    def rows(self) -> tuple[GapRow, ...]:
        """Return the first gaps, as a list shows them."""
        return tuple(
            GapRow(
                str(at),
                cell_name(*one.cell),
                _width_words(one.cells),
                one,
            )
            for at, one in enumerate(self.gaps[:MOST_LISTED], start=1)
        )

    def gap_words(self) -> str:
        """Return how many gaps there are."""
        count = len(self.gaps)
        if not count:
            return _("No end of a wall nearly meets another: there are no gaps.")
        text = ngettext(
            "{n} end of a wall nearly meets another.",
            "{n} ends of walls nearly meet others.",
            count,
        )
        return text.format(n=count)

    def close(self, *gaps: Gap) -> None:
        """Close gaps, all together as one command."""
        self._submit(wall_gaps.closing(self._walls(), gaps))

    # --- both -------------------------------------------------------------------------------------

    def begin(self, what: Tidy) -> None:
        """Begin to tidy, or leave it."""
        self.what = what
        self._submit(None)

    def finish(self) -> None:
        """Do what is shown; there may be more to do after it."""
        if self.what is Tidy.GAPS:
            self.close(*self.gaps)
        elif self.what is Tidy.LINES and self.made.gone:
            self._submit(self.made.command)

    def key(self, event: KeyEvent) -> bool:
        """Take a key."""
        if self.what is Tidy.NOTHING:
            return False
        if event.key == "enter":
            self.finish()
        elif event.key == "escape":
            self.begin(Tidy.NOTHING)
        elif self.what is Tidy.LINES and event.text in _BOUND_KEYS:
            self.set_bound(_BOUND_KEYS[event.text])
        elif self.what is Tidy.GAPS and event.text in {one.key for one in self.rows()}:
            self.close(self.rows()[int(event.text) - 1].gap)
        else:
            return False
        return True

    def overlays(self) -> list[sr.OverlayView]:
        """Return what would be: the new walls, or the gaps with their digits."""
        if self.what is Tidy.LINES:
            new = self.made.moved[:_MOST_MARKED]
            return [wall_overlays.planned(a, b, one_way=wall.one_way) for wall, a, b in new]
        if self.what is Tidy.NOTHING:
            return []
        keys = {one.gap: one.key for one in self.rows()}
        found: list[sr.OverlayView] = []
        for one in self.gaps[:_MOST_MARKED]:
            found.append(wall_overlays.planned(one.end, one.to))
            at = gr.in_cells(one.end)
            found.append(sr.MarkOverlay(at, sr.Role.THREAT, small=True))
            if one in keys:
                found.append(sr.LabelOverlay(at, keys[one], role=sr.Role.THREAT))
        return found

    def keys(self) -> tuple[KeyHint, ...]:
        """Return what keys do."""
        leave = KeyHint(_("Esc"), _("leave"))
        if self.what is Tidy.LINES:
            bound = KeyHint(f"1\u2013{len(BOUNDS_CELLS)}", _("how far off"))
            return (bound, KeyHint(_("Enter"), _("draw them so")), leave)
        one = KeyHint(f"1\u2013{MOST_LISTED}", _("close one"))
        return (one, KeyHint(_("Enter"), _("close all")), leave)


def _width_words(cells: float) -> str:
    if cells < _LEAST_SHOWN:
        return _("under {n} cells").format(n=_LEAST_SHOWN)
    return _("{n:.2f} cells").format(n=cells)


_LEAST_SHOWN = 0.01
_BOUND_KEYS = {str(number): cells for number, cells in enumerate(BOUNDS_CELLS, start=1)}
