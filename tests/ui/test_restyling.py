"""What everything in the window pays for, is done no more often than it must be."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton, QWidget

from gridwar.storage.new_open_and_sample_fights import sample_fights
from gridwar.ui.app.application import Application
from gridwar.ui.popovers.form_popover import FormPopover
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.theme import apply_theme, make_theme

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

LETTERS = 40


class Restyled(QObject):
    """Counts how often a widget is styled anew."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.times = 0
        widget.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: N802 of Qt
        """Count (Qt's hook)."""
        kinds = (QEvent.Type.StyleChange, QEvent.Type.PaletteChange, QEvent.Type.FontChange)
        self.times += event.type() in kinds
        return False


@pytest.fixture
def application(qapp: QApplication) -> Iterator[Application]:
    """An application with the sample fight on it."""
    del qapp
    application = Application(make_theme(ThemeName.DARK))
    application.open(sample_fights()[0])
    yield application
    application.close()
    assert application.window is not None
    application.window.leave()


@pytest.fixture
def _looks(qapp: QApplication) -> Iterator[None]:
    """Put the looks of the application back."""
    sheet, palette, face = qapp.styleSheet(), qapp.palette(), qapp.font()
    yield
    qapp.setStyleSheet(sheet)
    qapp.setPalette(palette)
    qapp.setFont(face)


@pytest.mark.usefixtures("_looks")
def test_the_height_of_rows_styles_no_widget_anew(qapp: QApplication, qtbot: QtBot) -> None:
    """What a theme has in common with the one before is not handed out once more."""
    apply_theme(qapp, make_theme(ThemeName.DARK))
    button = QPushButton("Go")
    qtbot.addWidget(button)
    button.show()
    restyled = Restyled(button)
    apply_theme(qapp, make_theme(ThemeName.DARK, compact=True, reduce_motion=True))
    QApplication.processEvents()
    assert restyled.times == 0
    apply_theme(qapp, make_theme(ThemeName.LIGHT))
    QApplication.processEvents()
    assert restyled.times > 0


@pytest.mark.usefixtures("_looks")
def test_another_theme_styles_a_widget_no_oftener_for_its_depth(
    qapp: QApplication, qtbot: QtBot
) -> None:
    """A button inside eight boxes is styled as often as one that stands alone."""
    apply_theme(qapp, make_theme(ThemeName.DARK))
    alone, outer = QPushButton("Go"), QWidget()
    qtbot.addWidget(alone)
    qtbot.addWidget(outer)
    inner = outer
    for _level in range(8):
        inner = QWidget(inner)
    deep = QPushButton("Go", inner)
    alone.show()
    outer.show()
    QApplication.processEvents()
    counts = Restyled(alone), Restyled(deep)
    apply_theme(qapp, make_theme(ThemeName.LIGHT))
    QApplication.processEvents()
    assert counts[0].times > 0
    assert counts[1].times == counts[0].times


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
def test_a_sheet_is_never_measured_however_much_is_typed(
    application: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The editor has a size of its own: no letter waits for the size of what it holds."""
    window = application.window
    assert window is not None
    who = next(iter(window.controller.encounter.combatants))
    window.on_demand.combatants.edit(who)
    QApplication.processEvents()
    form = window.on_demand.form
    name = form.body.fields["token.name"].editor
    assert isinstance(name, QLineEdit)
    measured: list[int] = []
    height_at = FormPopover._height_at

    def counted(popover: FormPopover, width: int) -> int:
        measured.append(width)
        return height_at(popover, width)

    monkeypatch.setattr(FormPopover, "_height_at", counted)
    name.selectAll()
    QTest.keyClicks(name, "x" * LETTERS)
    assert measured == []
    assert form.body.fields["token.name"].value() == "x" * LETTERS
    QApplication.processEvents()
    assert measured == []
