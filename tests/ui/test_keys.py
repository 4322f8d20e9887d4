"""Keys in the window: the README's page of them, the list of events, and what asks twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from gridwar.control.controller.controller import Controller
from gridwar.control.key_table import KEYS
from gridwar.control.user_settings import SettingsKeeper
from gridwar.engine.kit.turn_and_move_commands import TakeTurn
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.theme import make_theme
from gridwar.ui.window.main_window import MainWindow
from tests.support.fights import begun
from tests.ui.keys_page import in_readme, made

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot


def shown(qtbot: QtBot, system_id: str, settings: SettingsKeeper | None = None) -> MainWindow:
    """Return a window on a fight of two, the first of whom acts and is selected."""
    places = {"freeform": ("hero", "foe"), "fluid": ("iris", "noor")}[system_id]
    session = begun(system_id, *range(1, 21), **dict(zip(places, ((3, 3), (9, 5)), strict=True)))
    if system_id == "freeform":
        session.submit(TakeTurn(actor=places[0]))
    window = MainWindow(
        Controller(session, odds_patience_s=60), make_theme(ThemeName.DARK), settings=settings
    )
    qtbot.addWidget(window)
    window.show()
    qtbot.waitExposed(window)
    window.map.setFocus()
    return window


def test_the_readme_lists_the_keys_that_the_window_has(qapp: QApplication) -> None:
    """Written anew by ``python -m tests.ui.keys_page`` where this fails."""
    del qapp
    assert in_readme() == made()


def test_every_key_of_the_table_is_an_actions(qtbot: QtBot) -> None:
    """A key that nothing has would be promised for nothing."""
    window = shown(qtbot, "freeform")
    there = {info.id for info in window.window_actions.shortcuts}
    assert {one for one in KEYS if not one.startswith("file.")} <= there


def test_letters_of_the_window_do_not_change_the_fight(qtbot: QtBot) -> None:
    """In the system with most to book by key, no letter but N does anything to the fight."""
    window = shown(qtbot, "fluid")
    controller = window.controller
    before = controller.session.position
    for letter in "ABCDEFGHIJKLMOPQRSTUVWXYZ":
        QTest.keyClick(window.map, getattr(Qt.Key, f"Key_{letter}"))
        menu = QApplication.activePopupWidget()
        if menu is not None:
            menu.close()
        QTest.keyClick(window.map, Qt.Key.Key_V)
    assert controller.session.position == before
    assert not controller.session.open


def test_events_of_the_round_are_a_list_with_keys_of_its_own(qtbot: QtBot) -> None:
    """I opens it, Escape closes it and nothing is booked."""
    window = shown(qtbot, "fluid")
    window.controller.selection.select("iris")
    before = window.controller.encounter
    QTest.keyClick(window.map, Qt.Key.Key_I)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    marks = [one.text()[:2] for one in menu.actions()]
    assert marks[:3] == ["&1", "&2", "&3"]
    assert len(set(marks)) == len(marks)
    QTest.keyClick(menu, Qt.Key.Key_Escape)
    assert window.controller.encounter is before


def test_removing_asks_for_a_second_enter_in_the_palette(qtbot: QtBot) -> None:
    """The row says whom it removes; the second Enter does it."""
    window = shown(qtbot, "freeform")
    window.controller.selection.select("foe")
    window.guides.open_palette()
    palette = window.guides._palette
    assert palette is not None
    palette.field.setText("remove from the fight")
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert palette.isVisible()
    assert "foe" in window.controller.encounter
    assert palette.shown()[0].note == "Enter again removes Foe"
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert "foe" not in window.controller.encounter


def test_a_collision_with_a_users_key_is_told_once(qtbot: QtBot, tmp_path: Path) -> None:
    """The key stays the user's, also in the next window, which says nothing any more."""
    settings = SettingsKeeper(tmp_path / "settings.json")
    settings.change(keys={"view.grid": ("A",)})
    window = shown(qtbot, "freeform", settings)
    notice = window.controller.view.notice
    assert notice is not None
    assert notice.text.startswith("A stays yours for \u201cGrid\u201d")
    assert window.window_actions.shortcuts.keys("tool.template") == ()
    again = shown(qtbot, "freeform", settings)
    assert again.controller.view.notice is None
