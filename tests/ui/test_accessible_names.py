"""Every control that takes the keyboard or the pointer says its name and role to screen readers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QScrollBar,
    QSplitterHandle,
    QWidget,
)

from gridwar.control.tools.toolbox import SELECT
from gridwar.control.user_settings import SettingsKeeper
from gridwar.storage.new_open_and_sample_fights import samples
from gridwar.ui.app.application import Application
from gridwar.ui.panels.inspector import Tab
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.theme import make_theme
from tests.support.longer_step import at_once

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gridwar.ui.window.main_window import MainWindow

FIGHTS = {
    "cepheus": "a-drowned-heron",
    "arrgs": "b-toll-vault",
    "percentile": "p-plaza",
    "drive": "m-smithy",
    "fluid": "j-station-hall",
    "freeform": "d-hold",
}
CONTROLS = (QAbstractButton, QLineEdit, QComboBox, QAbstractSpinBox)
NAMELESS = (QScrollBar, QSplitterHandle)
"""What Qt names by its role alone."""


@pytest.fixture(params=at_once(FIGHTS, ("cepheus", "drive", "freeform")))
def window(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[MainWindow]:
    """A sample fight of each system in its window."""
    del qapp
    settings = SettingsKeeper()
    settings.change(tour_seen=True)
    application = Application(make_theme(ThemeName.DARK), settings)
    application.open(next(one.path for one in samples() if one.path.stem == FIGHTS[request.param]))
    window = application.window
    assert window is not None
    window.resize(1600, 1000)
    window.show()
    QApplication.processEvents()
    yield window
    window.leave()
    application.close()


def silent(window: MainWindow) -> list[str]:
    """Return what can be used but has no accessible name, or no role."""
    found = []
    for widget in window.findChildren(QWidget):
        of = widget.parentWidget()
        inner = isinstance(of, QAbstractSpinBox | QComboBox | QLineEdit) or (
            isinstance(of, QAbstractScrollArea) and of.viewport() is widget
        )
        if not widget.isVisibleTo(window) or isinstance(widget, NAMELESS) or inner:
            continue
        takes_keys = bool(widget.focusPolicy().value & 1)  # Qt.FocusPolicy.TabFocus
        if not isinstance(widget, CONTROLS) and not takes_keys:
            continue
        told = QAccessible.queryAccessibleInterface(widget)
        if not told.text(QAccessible.Text.Name) or told.role() == QAccessible.Role.NoRole:
            found.append(f"{type(widget).__name__} in {type(of).__name__}")
    return found


def _rest(window: MainWindow) -> Iterator[str]:
    yield "at rest"
    for tab in (Tab.SHEET, Tab.LOG, Tab.ACTIONS):
        window.inspector.show_tab(tab)
        yield tab


def _tools(window: MainWindow) -> Iterator[str]:
    for tool_id in window.tools.tools:
        window.tools.take(tool_id)
        yield tool_id
    window.tools.take(SELECT)


def _library(window: MainWindow) -> Iterator[str]:
    window.columns.show_panel("library")
    yield "library"


def _sheets(window: MainWindow) -> Iterator[str]:
    controller = window.controller
    for action in controller.actions.listed():
        if "combatant" not in action.needs or action.refusal is not None:
            continue
        controller.actions.choose(action.id)
        yield f"aiming {action.id}"
        for foe in controller.encounter.everyone():
            if controller.view.picking is not None and foe.id != controller.actor:
                controller.picking.point_at(foe.id)
        if controller.view.draft is not None:
            yield f"the sheet of {action.id}"
        controller.cancel()
        return


def _forms(window: MainWindow) -> Iterator[str]:
    for action_id in ("edit.values", "edit.effect", "help.shortcuts", "help.palette"):
        window.window_actions.action(action_id).trigger()
        yield action_id
        for popover in window.popover_places.popovers:
            popover.hide()


STATES: tuple[Callable[[MainWindow], Iterator[str]], ...] = (
    _rest,
    _tools,
    _library,
    _sheets,
    _forms,
)


@pytest.mark.parametrize("states", STATES, ids=lambda one: one.__name__.strip("_"))
def test_every_control_has_a_name_and_a_role(
    window: MainWindow, states: Callable[[MainWindow], Iterator[str]]
) -> None:
    """At rest, with every tool, in the library, in sheets and forms."""
    for state in states(window):
        window.controller.refresh_now()
        QApplication.processEvents()
        assert silent(window) == [], state
