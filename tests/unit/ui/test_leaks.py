"""What `tests.support.leaks` finds of a test: every test is looked at with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QMainWindow, QMenu, QWidget

from tests.support.leaks import Look

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication


def test_a_widget_that_stays_is_found(qapp: QApplication) -> None:
    """It is named until it is deleted; what belongs to another widget goes with that one."""
    del qapp
    look = Look()
    widget = QWidget()
    widget.setObjectName("forgotten")
    QMenu(widget)
    (left,) = look.left_behind()
    assert "QWidget 'forgotten'" in left
    widget.deleteLater()
    assert look.left_behind() == []


def test_a_window_that_something_holds_is_found(qapp: QApplication) -> None:
    """Qt has deleted it, but whoever holds it holds its fight as well."""
    del qapp
    look, holder = Look(), {"window": QMainWindow()}
    holder["window"].deleteLater()
    (left,) = look.left_behind()
    assert "dict" in left
    holder.clear()
    assert look.left_behind() == []


def test_what_was_there_before_is_left_out(qapp: QApplication) -> None:
    """A test answers for its own widgets alone."""
    del qapp
    widget, window = QWidget(), QMainWindow()
    assert Look().left_behind() == []
    widget.deleteLater()
    window.deleteLater()
