"""Menus as they are declared: what stands above a function is what the menu shows."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from gridwar.control.controller.controller import Controller
from gridwar.storage.new_open_and_sample_fights import open_fight, sample_fights
from gridwar.systems import find_system
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.theme import make_theme
from gridwar.ui.window.main_window import MainWindow
from gridwar.ui.window.menus.menu_declaration import Entries, Menu, State
from gridwar.ui.window.window_actions import WindowActions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from PySide6.QtGui import QAction
    from pytestqt.qtbot import QtBot

    from gridwar.control.shortcuts import ActionInfo
    from gridwar.ui.window.window_parts import Parts


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The ids of the actions that are made, in their order."""
    ids: list[str] = []
    make: Callable[[WindowActions, ActionInfo], QAction] = WindowActions._make

    def note(actions: WindowActions, info: ActionInfo) -> QAction:
        ids.append(info.id)
        return make(actions, info)

    monkeypatch.setattr(WindowActions, "_make", note)
    return ids


@pytest.fixture
def window(qtbot: QtBot, made: list[str]) -> Iterator[MainWindow]:
    """A window on a sample fight."""
    del made  # is to be there before
    fight = open_fight(sample_fights()[0], find_system)
    window = MainWindow(Controller(fight.session), make_theme(ThemeName.DARK))
    qtbot.addWidget(window)
    yield window
    window.leave()
    if fight.journal is not None:
        fight.journal.close()


def test_each_action_is_declared_once(window: MainWindow, made: list[str]) -> None:
    """A second action with an id would take the place, and the keys, of the first."""
    del window
    assert {one: times for one, times in Counter(made).items() if times > 1} == {}


def test_an_entry_follows_its_state(window: MainWindow) -> None:
    """Words, enabled and on are asked again when something shown has changed."""
    menu: Menu[Parts] = Menu("Test")
    state: State[Parts] = State(
        words=lambda parts: f"Round {parts.controller.encounter.round}",
        enabled=lambda parts: parts.controller.view.show_grid,
        on=lambda parts: parts.controller.view.show_bands,
    )
    menu.switch("test.one", "", "", state)(lambda _parts, _on: None)
    menu.fill(Entries(window.parts, window._menus.addMenu(menu.title)), window.parts)
    action, controller = window.window_actions.action("test.one"), window.controller
    for grid, bands in ((True, False), (False, True)):
        controller.show(show_grid=grid, show_bands=bands)
        controller.refresh_now()
        assert (action.isEnabled(), action.isChecked()) == (grid, bands)
    assert action.text() == f"Round {controller.encounter.round}"


def test_an_entry_does_not_hang_on_the_pointer(window: MainWindow, made: list[str]) -> None:
    """So entries are not asked again for it: over somebody, a way planned, all are as before."""

    def looks() -> dict[str, tuple[str, bool, bool, bool]]:
        controller.show()
        controller.refresh_now()
        actions = ((one, window.window_actions.action(one)) for one in made)
        return {
            one: (action.text(), action.isEnabled(), action.isVisible(), action.isChecked())
            for one, action in actions
        }

    controller = window.controller
    before = looks()
    who = next(one for one in controller.encounter.everyone() if one.pos is not None)
    controller.show(hover=who.pos, hovered=(who.id,))
    assert looks() == before
    actor = controller.actor
    assert actor is not None
    home = controller.encounter[actor].pos
    assert home is not None
    controller.move_planning.plan(actor, (home.x + 1, home.y))
    assert controller.view.plan is not None
    assert looks() == before


def test_an_entry_is_asked_again_once_more_than_the_pointer_has_changed(
    window: MainWindow,
) -> None:
    """Also where both change in one turn of the event loop, or where nothing of the view does."""
    controller, asked = window.controller, list[None]()
    controller.refresh_now()
    controller.subscribe(lambda: asked.append(None), follows_pointer=False)
    turns: tuple[tuple[list[dict[str, object]], int], ...] = (
        ([{"hover": None}], 0),
        ([{"hover": None}, {"show_grid": False}], 1),
        ([{"show_grid": True}, {"hover": None}], 1),
        ([{}], 1),
        ([{"hover": None}], 0),
    )
    for changes, times in turns:
        asked.clear()
        for change in changes:
            controller.show(**change)
        controller.refresh_now()
        assert len(asked) == times


def test_an_entry_may_be_left_out(window: MainWindow) -> None:
    """What a window has no use for is not in its menu, nor among the shortcuts."""
    menu: Menu[Parts] = Menu("Test")
    menu.action("test.gone", "Gone", state=State(there=lambda _parts: False))(lambda _parts: None)
    shown = window._menus.addMenu(menu.title)
    menu.fill(Entries(window.parts, shown), window.parts)
    assert shown.actions() == []
    assert "test.gone" not in {info.id for info in window.window_actions.shortcuts}
