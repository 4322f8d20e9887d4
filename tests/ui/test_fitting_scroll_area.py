"""A scroll area that fits its content has no bar that only the bar itself makes necessary."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QApplication, QLabel, QVBoxLayout, QWidget

from gridwar.ui.widgets.containers.fitting_scroll_area import FitScroll

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


def test_a_bar_goes_once_there_is_room_without_it(qtbot: QtBot) -> None:
    """Words that just fit into the width take a line more beside a bar; it goes all the same."""
    content = QWidget()
    rows = QVBoxLayout(content)
    rows.setContentsMargins(0, 0, 0, 0)
    words = QLabel("word " * 60)
    words.setWordWrap(True)
    rows.addWidget(words)
    area = FitScroll(content)
    qtbot.addWidget(area)
    area.show()
    bar = area.verticalScrollBar()
    for width in range(200, 420, 3):
        area.resize(width, 30)
        QApplication.processEvents()
        assert bar.isVisible()
        area.resize(width, area.sizeHint().height())
        QApplication.processEvents()
        assert not bar.isVisible(), width
        assert bar.maximum() == 0
