"""The foot of the wall tool's panel: lines made of fewer walls, and gaps that are to be closed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from gridwar.control.records.panel_records import Choice
from gridwar.control.tools.walls.wall_tidying import BOUNDS_CELLS, MOST_LISTED, Tidy
from gridwar.text import _
from gridwar.ui.tasks.deferred_calls import soon
from gridwar.ui.widgets.controls.buttons_and_switches import ChoiceButton, KeyButton, Segments
from gridwar.ui.widgets.controls.labels import hairline, label, show_words
from gridwar.ui.widgets.painting.themed_widgets import inset

if TYPE_CHECKING:
    from gridwar.control.tools.walls.wall_tidying import GapRow
    from gridwar.control.tools.walls.walls_tool import WallsTool
    from gridwar.ui.style.theme import Theme
    from gridwar.ui.window.window_parts import Parts

_WORDS: Final = {
    Tidy.LINES: _("Fewer walls \u2026"),
    Tidy.GAPS: _("Gaps \u2026"),
}
_ROOM_CELLS = 6
"""What is shown round a gap."""


class WallTidyingBox(QWidget):
    """Two buttons; below them what the one that is pressed is about."""

    def __init__(self, parts: Parts, tool: WallsTool, parent: QWidget) -> None:
        super().__init__(parent)
        theme = parts.theme
        self._tool, self._map = tool, parts.map
        self._shown = Tidy.NOTHING
        self.buttons: dict[Tidy, ChoiceButton] = {}
        head = QHBoxLayout()
        inset(head, theme, (14, 4, 14, 4), 8)
        for what, words in _WORDS.items():
            button = ChoiceButton(theme, words, self)
            button.clicked.connect(lambda on=False, one=what: tool.tidy(one if on else _NO))
            self.buttons[what] = button
            head.addWidget(button)
        head.addStretch(1)
        self._words = label("", "note", wrap=True)
        self.bounds = Segments(
            theme, tuple(Choice(f"{one:g}", f"{one:g}") for one in BOUNDS_CELLS), self
        )
        self.bounds.setAccessibleName(_("How far new walls may lie from the old ones, in cells"))
        self.bounds.chosen.connect(lambda key: tool.tidying.set_bound(float(key)))
        self.rows = [_GapLine(theme, self) for _at in range(MOST_LISTED)]
        for row in self.rows:
            row.close_.clicked.connect(lambda _on=False, one=row: self._close(one))
            row.show_.clicked.connect(lambda _on=False, one=row: self._show(one))
        self.finish = KeyButton(theme, "", "primary", self)
        self.finish.clicked.connect(tool.tidying.finish)
        column = QVBoxLayout(self)
        inset(column, theme, (0, 4, 0, 4), 6)
        column.addWidget(hairline())
        column.addLayout(head)
        inside = QVBoxLayout()
        inset(inside, theme, (18, 0, 18, 4), 6)
        for widget in (self._words, self.bounds, *self.rows):
            inside.addWidget(widget)
        column.addLayout(inside)
        foot = QHBoxLayout()
        inset(foot, theme, (14, 0, 14, 4), 0)
        foot.addStretch(1)
        foot.addWidget(self.finish)
        column.addLayout(foot)

    def _be_in_view(self) -> None:
        """Scroll to what is tidied: it lies at the foot of a long panel."""
        parent = self.parentWidget()
        while parent is not None and not isinstance(parent, QScrollArea):
            parent = parent.parentWidget()
        if isinstance(parent, QScrollArea) and self._shown is not Tidy.NOTHING:
            parent.ensureWidgetVisible(self.finish)

    def refresh(self) -> None:
        """Show what is tidied, and what would come of it."""
        tidying = self._tool.tidying
        if tidying.what is not self._shown:
            self._shown = tidying.what
            soon(self, self._be_in_view)  # once it has its height
        for what, button in self.buttons.items():
            button.setChecked(what is tidying.what)
        is_lines, is_gaps = tidying.what is Tidy.LINES, tidying.what is Tidy.GAPS
        self.bounds.setVisible(is_lines)
        self.bounds.show_chosen(f"{tidying.bound_cells:g}")
        rows = tidying.rows() if is_gaps else ()
        for at, line in enumerate(self.rows):
            line.show_gap(rows[at] if at < len(rows) else None)
        if is_lines:
            show_words(self._words, tidying.words())
            self.finish.set_words(_("Draw them so"), "\u21b5")
        elif is_gaps:
            show_words(self._words, tidying.gap_words())
            self.finish.set_words(_("Close all"), "\u21b5")
        else:
            show_words(self._words, "")
        can = bool(tidying.made.gone) if is_lines else is_gaps and bool(tidying.gaps)
        self.finish.setVisible(is_lines or is_gaps)
        self.finish.setEnabled(can)

    def _close(self, line: _GapLine) -> None:
        if line.row is not None:
            self._tool.tidying.close(line.row.gap)

    def _show(self, line: _GapLine) -> None:
        if line.row is not None:
            x, y = line.row.gap.cell
            side = 2 * _ROOM_CELLS + 1
            self._map.show_box((x - _ROOM_CELLS, y - _ROOM_CELLS, side, side))


_NO = Tidy.NOTHING


class _GapLine(QWidget):
    """One gap: a button that shows its place, and one that closes it."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.row: GapRow | None = None
        self.show_ = KeyButton(theme, "", "quiet", self)
        self.close_ = KeyButton(theme, _("Close"), "plain", self)
        line = QHBoxLayout(self)
        inset(line, theme, (0, 0, 0, 0), 8)
        line.addWidget(self.show_)
        line.addStretch(1)
        line.addWidget(self.close_)

    def show_gap(self, row: GapRow | None) -> None:
        """Show a gap, or nothing."""
        self.row = row
        self.setVisible(row is not None)
        if row is not None:
            self.show_.set_words(f"{row.place}  \u00b7  {row.width}", icon="crosshair")
            self.close_.set_words(_("Close"), row.key)
            shown = _("Show the gap at {place}, {width} cells")
            self.show_.setAccessibleName(shown.format(place=row.place, width=row.width))
            self.close_.setAccessibleName(_("Close the gap at {place}").format(place=row.place))
