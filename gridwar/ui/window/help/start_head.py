"""The head of the start page: what is asked, and the rules to choose where that is asked too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from gridwar.text import _
from gridwar.ui.style.fonts import SERIF
from gridwar.ui.widgets.controls.buttons_and_switches import ChoiceButton
from gridwar.ui.widgets.controls.labels import label
from gridwar.ui.widgets.painting.themed_widgets import Painted, inset
from gridwar.ui.window.help.start_listing import Listing
from gridwar.ui.window.help.start_samples import Plate

if TYPE_CHECKING:
    from gridwar.control.records.start_records import StartView
    from gridwar.ui.style.theme import Theme
    from gridwar.ui.widgets.painting.themed_painter import ThemedPainter, Voice

_TITLE: Voice = (SERIF, 30, 600)


class StartHead(Plate):
    """Says what is asked; ``rules_chosen(id)`` from its chips."""

    rules_chosen = Signal(str)

    def __init__(self, theme: Theme, view: StartView, listing: Listing, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._chips: dict[str, ChoiceButton] = {}
        rows = QVBoxLayout(self)
        inset(rows, theme, (18, 12, 18, 12), 6)
        is_new = view.is_new and listing is Listing.NOTHING
        titles = {
            Listing.SAMPLES: _("Which fight?"),
            Listing.MAPS: _("On which map, by which rules?"),
        }
        first = _("A new fight, by which rules?") if is_new else _("What is on the table tonight?")
        rows.addWidget(_Title(theme, titles.get(listing, first), self))
        if is_new or listing is Listing.MAPS:
            rows.addLayout(self._rules_row(view))
        else:
            words = _("Nothing is asked, nothing is sent. Anything can be taken back with Ctrl+Z.")
            rows.addWidget(label(words, "second"))

    def show_chosen(self, rules: str) -> None:
        """Show which rules are chosen."""
        for key, chip in self._chips.items():
            chip.setChecked(key == rules)

    def _rules_row(self, view: StartView) -> QHBoxLayout:
        row = QHBoxLayout()
        inset(row, self.theme, (0, 2, 0, 0), 6)
        for one in view.rules:
            chip = ChoiceButton(self.theme, one.title, self)
            chip.setAccessibleName(one.title)
            chip.setChecked(one.id == view.chosen)
            chip.setAutoExclusive(True)
            chip.clicked.connect(lambda _on=False, key=one.id: self.rules_chosen.emit(key))
            self._chips[one.id] = chip
            row.addWidget(chip)
        row.addStretch(1)
        return row


class _Title(Painted):
    def __init__(self, theme: Theme, words: str, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._words = words
        self.setAccessibleName(words)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(self.theme.px(300), self.theme.px(38))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        painter.text(box, self._words, _TITLE, painter.colors.text)
