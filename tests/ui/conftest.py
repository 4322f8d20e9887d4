"""What holds for every test of the window, and what tests of popovers float in."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import pytest
from PySide6.QtWidgets import QApplication, QWidget

from gridwar.control.user_settings import SettingsKeeper
from gridwar.storage.new_open_and_sample_fights import sample_fights
from gridwar.ui.app.application import Application
from gridwar.ui.map import picture_decoding
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.theme import Theme, apply_theme, make_theme, style_sheet
from gridwar.ui.window.help.start_page import StartPage
from tests.support.players_table import Table
from tests.support.two_worlds import World

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pytestqt.qtbot import QtBot


Starting = tuple[Application, StartPage]


@pytest.fixture(autouse=True, scope="session")
def pictures_decoded_once() -> Iterator[None]:
    """Keep the sizes of the last pictures: a third of what opening a window takes."""
    kept = lru_cache(maxsize=8)(picture_decoding._sizes)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(picture_decoding, "_sizes", kept)
        yield


@pytest.fixture
def theme(qapp: QApplication) -> Theme:
    """A dark theme at 100 %, worn by the application."""
    made = make_theme(ThemeName.DARK)
    if qapp.styleSheet() != style_sheet(made):
        apply_theme(qapp, made)
    return made


@pytest.fixture
def application(qapp: QApplication) -> Iterator[Application]:
    """An application with the first sample fight in its window."""
    del qapp
    made = Application(make_theme(ThemeName.DARK))
    made.open(sample_fights()[0])
    yield made
    made.close()
    assert made.window is not None
    made.window.leave()


@pytest.fixture
def table(qapp: QApplication) -> Iterator[Table]:
    """A world of the first rules in a window, with the players' beside it."""
    del qapp
    made = Table(World("cepheus"))
    yield made
    made.close()


@pytest.fixture
def page(qtbot: QtBot) -> QWidget:
    """A window for a popover to float in."""
    made = QWidget()
    qtbot.addWidget(made)
    made.resize(700, 900)
    made.show()
    return made


@pytest.fixture
def settings() -> SettingsKeeper:
    """Settings of somebody who has never been here."""
    return SettingsKeeper()


@pytest.fixture
def start(qtbot: QtBot, settings: SettingsKeeper) -> Iterator[Callable[[], Starting]]:
    """Starts Gridwar without a fight."""
    del qtbot
    made: list[Application] = []

    def begin() -> Starting:
        application = Application(make_theme(ThemeName.DARK), settings)
        made.append(application)
        application.begin_with_start_page()
        return application, start_page_of(application)

    yield begin
    for application in made:
        if application.window is not None:
            application.window.leave()
        application.close()


def start_page_of(application: Application) -> StartPage:
    """Return the start page, once it is there."""
    assert application.window is not None
    application.window.controller.refresh_now()
    QApplication.processEvents()
    (page,) = application.window.findChildren(StartPage)
    return page
