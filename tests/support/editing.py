"""The editor of combatants in a window, for tests: opened, typed into, looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from gridwar.ui.app.application import Application
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.theme import make_theme

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.model.combatant import Combatant
    from gridwar.ui.popovers.form_popover import FormPopover
    from gridwar.ui.widgets.forms.whole_form import FormBody
    from gridwar.ui.window.main_window import MainWindow

HELD = Qt.KeyboardModifier
WEAPONS = "sheet.weapons"


def window_with_a_marine() -> Iterator[MainWindow]:
    """Yield a window with one marine in a fight of Cepheus, then put it away."""
    application = Application(make_theme(ThemeName.DARK))
    application.begin_at_once("cepheus")
    made = application.window
    assert made is not None
    made.resize(1280, 720)
    manager = made.on_demand.combatants
    manager.library.place(("sample:marine",), manager.middle())
    QApplication.processEvents()
    yield made
    made.leave()
    application.close()


def the_marine(window: MainWindow) -> Combatant:
    """Return the one in the fight."""
    (one,) = window.controller.encounter.combatants.values()
    return one


def opened(window: MainWindow) -> FormPopover:
    """Open the editor of the marine."""
    window.on_demand.combatants.edit(the_marine(window).id)
    QApplication.processEvents()
    form = window.on_demand.form
    while not form.body.is_whole:  # on a machine at work it takes more than one turn of the loop
        QApplication.processEvents()
    return form


def press(key: Qt.Key, held: Qt.KeyboardModifier = HELD.NoModifier) -> None:
    """Press a key where the keyboard is."""
    has = QApplication.activePopupWidget() or QApplication.focusWidget()
    assert has is not None
    QTest.keyClick(has, key, held)
    QApplication.processEvents()


def write(text: str) -> None:
    """Type where the keyboard is."""
    has = QApplication.focusWidget()
    assert has is not None
    QTest.keyClicks(has, text)
    QApplication.processEvents()


def names(body: FormBody) -> list[str]:
    """Return the names in the table of weapons, as they are shown."""
    rows = body.tables[WEAPONS].view.rows
    return [str(row.fields[1].value) for row in rows]


def at(body: FormBody) -> str:
    """Return the key of what has the keyboard."""
    return body.place() or ""
