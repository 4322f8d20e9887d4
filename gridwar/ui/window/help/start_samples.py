"""The samples on the start page: a few below the doors, all of them in place of the doors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from gridwar.text import _, ngettext
from gridwar.ui.widgets.controls.buttons_and_switches import KeyButton
from gridwar.ui.widgets.controls.labels import label
from gridwar.ui.widgets.painting.themed_widgets import Themed, inset
from gridwar.ui.window.help.start_tiles import FightTile

if TYPE_CHECKING:
    from gridwar.control.records.start_records import FightRow, StartView
    from gridwar.ui.style.theme import Theme

_TILES = 3
"""So many samples stand below the doors; the others come with all of them."""
COLUMNS = 5


class Plate(QFrame, Themed):
    """What words lie on; ``chosen(path)`` for the tiles of fights on it."""

    chosen = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.begin_theme(theme)
        self.setProperty("role", "popover")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)

    def tile(self, row: FightRow, *, standing: bool = False) -> FightTile:
        """Return a tile of a fight."""
        tile = FightTile(self.theme, row, self, standing=standing)
        tile.clicked.connect(lambda: self.chosen.emit(row.path))
        return tile


class SampleStrip(Plate):
    """Some samples, all of them, and how to open another fight.

    Signals: ``chosen(path)``, ``all_wanted()``, ``open_wanted()``.
    """

    all_wanted = Signal()
    open_wanted = Signal()

    def __init__(self, theme: Theme, view: StartView, parent: QWidget) -> None:
        super().__init__(theme, parent)
        row = QHBoxLayout(self)
        inset(row, theme, (18, 4, 10, 4), 6)
        samples, shown_above = view.samples, not view.last
        row.addWidget(label(_("More samples") if shown_above else _("Samples"), "strong"))
        for one in _one_of_each(samples)[shown_above:][:_TILES]:
            row.addWidget(self.tile(one), 1)
        words = ngettext("all {n}", "all {n}", len(samples)).format(n=len(samples))
        every = self._button(words)
        every.setAccessibleName(_("All samples"))
        every.clicked.connect(self.all_wanted)
        opening = self._button(_("Open a fight \u2026"), _("Ctrl+O"), "folder-open")
        opening.clicked.connect(self.open_wanted)
        row.addWidget(every)
        row.addWidget(opening)

    def _button(self, words: str, key: str = "", icon: str = "") -> KeyButton:
        button = KeyButton(self.theme, words, "quiet", self)
        button.set_words(words, key, icon)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        return button


class SampleGallery(Plate):
    """All samples as pictures; ``left()`` on its button."""

    left = Signal()

    def __init__(self, theme: Theme, samples: tuple[FightRow, ...], parent: QWidget) -> None:
        super().__init__(theme, parent)
        rows = QVBoxLayout(self)
        inset(rows, theme, (18, 14, 18, 14), 10)
        grid = QGridLayout()
        inset(grid, theme, (0, 0, 0, 0), 8)
        for at, one in enumerate(samples):
            grid.addWidget(self.tile(one, standing=True), at // COLUMNS, at % COLUMNS)
        rows.addLayout(grid)
        foot = QHBoxLayout()
        back = KeyButton(theme, _("Back"), "plain", self)
        back.set_words(_("Back"), _("Esc"))
        back.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        back.clicked.connect(self.left)
        foot.addWidget(back)
        foot.addStretch(1)
        rows.addLayout(foot)


def _one_of_each(samples: tuple[FightRow, ...]) -> list[FightRow]:
    """Return samples, those first whose rules are not among those before them."""
    rules = [one.note for one in samples]
    return sorted(samples, key=lambda one: rules.index(one.note) != samples.index(one))
