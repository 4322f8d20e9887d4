"""The fights opened last with their maps: when a picture is made, what is on it, how it goes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QMenu

from gridwar.control.user_settings import MOST_RECENT
from gridwar.engine.gm.combatant_commands import SetValue
from gridwar.storage import fight_pictures
from gridwar.storage.fight_pictures import keep_picture, picture_folder, picture_place, read_picture
from gridwar.storage.new_open_and_sample_fights import sample_fights
from gridwar.ui.app.application import Application
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.theme import make_theme
from gridwar.ui.window.help.recent_fights import forget_missing, recent_fights

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot

    from gridwar.ui.window.main_window import MainWindow


@pytest.fixture
def application(qapp: QApplication) -> Iterator[Application]:
    """An application with a sample fight on it, whose window makes pictures of it."""
    del qapp
    made = Application(make_theme(ThemeName.DARK))
    made.open(sample_fights()[0])
    window_of(made).on_demand.fight_pictures.begin()
    yield made
    made.close()
    window_of(made).leave()


def window_of(application: Application) -> MainWindow:
    """Return its window."""
    assert application.window is not None
    return application.window


def test_a_fight_that_is_saved_under_a_name_gets_a_picture(
    application: Application, qtbot: QtBot, tmp_path: Path
) -> None:
    """With its title and its rules, small; a sample that was only looked at gets none."""
    assert not picture_folder().exists()
    path = (tmp_path / "heron.gridwar").resolve()
    application.file.save_as(path)
    qtbot.waitUntil(lambda: read_picture(str(path)) is not None)
    (one,) = recent_fights(application.settings)
    fight = window_of(application).controller
    assert (one.title, one.rules) == (fight.encounter.title, fight.system.title)
    assert one.picture is not None
    assert one.picture.width() <= 320
    assert one.picture.height() <= 200
    assert not one.is_missing
    assert fight.system.title in one.note


def test_the_picture_is_of_the_fight_as_it_was_left(
    application: Application, qtbot: QtBot, tmp_path: Path
) -> None:
    """Made when the window goes, without anybody hidden."""
    path = (tmp_path / "heron.gridwar").resolve()
    application.file.save_as(path)
    qtbot.waitUntil(lambda: read_picture(str(path)) is not None)
    before = read_picture(str(path))
    window = window_of(application)
    seen = [one.id for one in window.controller.encounter.everyone() if not one.hidden]
    for who in seen:
        window.controller.submit(SetValue(who=(who,), field="hidden", value="true"))
    window.close()
    after = read_picture(str(path))
    assert after is not None
    assert after != before
    pictures = [QImage.fromData(one) for one in (before or b"", after)]
    differing = sum(
        pictures[0].pixel(x, y) != pictures[1].pixel(x, y)
        for x in range(pictures[0].width())
        for y in range(pictures[0].height())
    )
    assert differing > 10 * len(seen), "their tokens are gone"


def test_nothing_is_drawn_again_where_nothing_happened(
    application: Application, qtbot: QtBot, tmp_path: Path
) -> None:
    """Closing a fight that was only looked at takes no time."""
    path = (tmp_path / "heron.gridwar").resolve()
    application.file.save_as(path)
    qtbot.waitUntil(lambda: read_picture(str(path)) is not None)
    picture_place(str(path)).unlink()
    window_of(application).close()
    assert read_picture(str(path)) is None


def test_a_missing_fight_is_told_and_can_be_forgotten(
    application: Application, qtbot: QtBot, tmp_path: Path
) -> None:
    """It is known by its picture still; from the menu all that are missing go at once."""
    path = (tmp_path / "heron.gridwar").resolve()
    application.file.save_as(path)
    qtbot.waitUntil(lambda: read_picture(str(path)) is not None)
    gone = tmp_path / "gone.gridwar"
    application.settings.remember(gone)
    menu = next(
        one for one in window_of(application).findChildren(QMenu) if one.title() == "Opened last"
    )
    menu.aboutToShow.emit()
    words = [one.text() for one in menu.actions() if not one.isSeparator()]
    assert words[0].startswith("gone.gridwar\t")
    assert "missing" in words[0]
    assert words[-1] == "Forget those that are missing"
    assert all(not one.icon().isNull() for one in menu.actions()[:2])
    menu.actions()[-1].trigger()
    assert [one.path for one in recent_fights(application.settings)] == [str(path)]
    menu.aboutToShow.emit()
    assert "Forget those that are missing" not in [one.text() for one in menu.actions()]


def test_a_picture_goes_with_its_fight(application: Application, tmp_path: Path) -> None:
    """Forgotten with its place in the list, and pushed out by others."""
    paths = [tmp_path / f"{number}.gridwar" for number in range(MOST_RECENT + 2)]
    for path in paths:
        application.settings.remember(path)
        listed = application.settings.now.recent
        assert keep_picture(str(path.resolve()), b"png", listed)
    assert len(list(picture_folder().iterdir())) == MOST_RECENT
    last = str(paths[-1].resolve())
    application.settings.forget(paths[-1])
    assert read_picture(last) is None
    forget_missing(application.settings)
    assert application.settings.now.recent == ()
    assert list(picture_folder().iterdir()) == []


def test_pictures_are_bounded_and_of_listed_fights_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Too large a one is not kept, nor one of a fight that nobody lists."""
    assert not keep_picture("/a", b"png", ())
    monkeypatch.setattr(fight_pictures, "MOST_PICTURE_BYTES", 2)
    assert not keep_picture("/a", b"png", ("/a",))
    assert read_picture("/a") is None


def test_a_picture_that_cannot_be_kept_or_read_is_none(tmp_path: Path) -> None:
    """A folder in its place, or garbage in it, does no harm."""
    del tmp_path
    picture_folder().parent.mkdir(parents=True, exist_ok=True)
    picture_folder().write_bytes(b"a file where the folder should be")
    assert not keep_picture("/a", b"png", ("/a",))
    assert read_picture("/a") is None


def test_garbage_in_place_of_a_picture_is_no_picture(application: Application) -> None:
    """The fight is listed by its file's name."""
    path = Path("/nowhere/old keep.gridwar")
    application.settings.remember(path)
    assert keep_picture(str(path), b"no png", application.settings.now.recent)
    (one,) = recent_fights(application.settings)
    assert (one.title, one.picture, one.is_missing) == ("old keep", None, True)
