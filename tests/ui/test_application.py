"""The application: where the fight of the window is written, and what is said when it cannot be."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QCoreApplication

from gridwar.engine.gm.combatant_commands import Place
from gridwar.errors import Cancelled, FileError, UnwritableFile
from gridwar.model.geometry import Cell
from gridwar.storage.new_open_and_sample_fights import open_fight, sample_fights
from gridwar.systems import find_system
from gridwar.ui.app.application import Application
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.theme import make_theme
from gridwar.ui.tasks.stepped_task import to_its_end
from gridwar.ui.tasks.threads import wait_for_background

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot

    from gridwar.formats.import_report import ImportReport
    from gridwar.model.encounter import Encounter
    from gridwar.storage.journal_file import JournalFile


@pytest.fixture
def application(qtbot: QtBot) -> Iterator[Application]:
    """An application with the sample fight on it, in a file without a name yet."""
    application = Application(make_theme(ThemeName.DARK))
    application.open(sample_fights()[0])
    assert application.window is not None
    qtbot.addWidget(application.window)
    yield application
    application.window.leave()
    _journal(application).close()


def _journal(application: Application) -> JournalFile:
    assert application.file.fight is not None
    assert application.file.fight.journal is not None
    return application.file.fight.journal


def _step(application: Application) -> Encounter:
    """Put somebody one square further and return the state."""
    assert application.window is not None
    controller = application.window.controller
    before = controller.encounter
    who, at = next((one.id, one.pos) for one in before.combatants.values() if one.pos)
    controller.submit(Place(to=((who, Cell(at.x + 1, at.y)),)))
    assert controller.encounter != before
    return controller.encounter


def _state_in(path: Path) -> Encounter:
    fight = open_fight(path, find_system)
    assert fight.journal is not None
    fight.journal.close()
    return fight.session.encounter


def test_save_as_goes_on_in_the_new_file(application: Application, tmp_path: Path) -> None:
    """What is played afterwards is in the new file; the one without a name is gone."""
    untitled = _journal(application).path
    target = tmp_path / "mill.gridwar"
    application.file.save_as(target)
    played = _step(application)
    _journal(application).close()
    assert _state_in(target) == played
    assert not untitled.exists()


def test_the_title_of_the_window_follows_the_file(application: Application, tmp_path: Path) -> None:
    """Saved under a name the window is called so, after players have looked on, too."""
    window = application.window
    assert window is not None
    assert "Untitled" in window.windowTitle()
    application.file.save_as(tmp_path / "mill.gridwar")
    window.controller.refresh_now()
    assert "mill.gridwar" in window.windowTitle()
    window.controller.show(presenting=True)
    window.controller.refresh_now()
    assert "mill" not in window.windowTitle()
    application.file.save_as(tmp_path / "weir.gridwar")
    window.controller.show(presenting=False)
    window.controller.refresh_now()
    assert "weir.gridwar" in window.windowTitle()


def test_save_as_replaces_the_file_the_user_agreed_to_replace(
    application: Application, tmp_path: Path
) -> None:
    """Whatever stood there, the fight stands there afterwards."""
    target = tmp_path / "old.gridwar"
    target.write_bytes(b"something else")
    played = _step(application)
    application.file.save_as(target)
    _journal(application).close()
    assert _state_in(target) == played


def test_a_copy_holds_the_moment_and_the_fight_goes_on_where_it_was(
    application: Application, tmp_path: Path
) -> None:
    """A copy is a copy: nothing played later is in it."""
    here = _journal(application).path
    then = _step(application)
    application.file.save_copy(tmp_path / "copy.gridwar")
    _step(application)
    assert _journal(application).path == here
    assert _state_in(tmp_path / "copy.gridwar") == then


def test_who_plays_in_a_copy_is_told_why(
    application: Application, qtbot: QtBot, tmp_path: Path
) -> None:
    """A file that is open already goes on as a copy, which says so before anything else."""
    target = tmp_path / "mill.gridwar"
    application.file.save_as(target)
    second = Application(make_theme(ThemeName.DARK))
    second.open(target)
    assert second.window is not None
    qtbot.addWidget(second.window)
    view = second.window.controller.view
    assert view.file.mark == "copy"
    assert view.notice is not None
    assert f"{target} is open already. You play on in a copy" in view.notice.text
    second.close()


def test_where_nothing_can_be_written_the_fight_goes_on_where_it_was(
    application: Application, tmp_path: Path
) -> None:
    """A place that is no folder is named, and nothing is lost."""
    (tmp_path / "file").touch()
    here = _journal(application).path
    with pytest.raises(FileError, match=r"mill\.gridwar"):
        application.file.save_as(tmp_path / "file" / "mill.gridwar")
    played = _step(application)
    assert _journal(application).path == here
    _journal(application).close()
    assert _state_in(here) == played


def test_an_export_is_whole_or_not_there(
    application: Application, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An earlier export survives one that fails."""
    target = tmp_path / "mill.json"
    played = _step(application)
    to_its_end(application.file.export(target))(lambda: False)
    before = target.read_bytes()
    assert _state_in(target) == played

    def full(*_args: object, **_kwargs: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(UnwritableFile, match="disk is full"):
        to_its_end(application.file.export(target))(lambda: False)
    assert target.read_bytes() == before
    assert [one.name for one in tmp_path.iterdir()] == ["mill.json"]


def test_what_was_put_off_reaches_no_window_that_is_gone(qtbot: QtBot) -> None:
    """A call for the window that comes when another has its place is not made."""
    application, made = Application(make_theme(ThemeName.DARK)), list[str]()
    application.begin_at_once("freeform")
    old = application.window
    assert old is not None
    later = old.later
    with qtbot.waitSignal(old.destroyed):
        application.begin_at_once("freeform")
    del old
    later(lambda: made.append("too late"))
    qtbot.wait(20)
    assert made == []
    assert application.window is not None
    application.window.leave()
    application.close()


def test_a_map_is_drawn_for_its_export_piece_by_piece(
    application: Application, tmp_path: Path
) -> None:
    """A large map keeps nobody waiting: only what writes it is left at the end, for a thread."""
    application.begin_at_once("freeform")
    target = tmp_path / "out.dd2vtt"
    drawing = application.file.export_map(target)
    pieces = 0
    while True:
        try:
            next(drawing)
        except StopIteration as end:
            write: Callable[[Callable[[], bool]], ImportReport] = end.value
            break
        pieces += 1
        assert not target.exists()
    assert pieces > 1
    with pytest.raises(Cancelled):
        write(lambda: True)
    assert not target.exists()
    assert not write(lambda: False).left_out
    assert target.exists()


def test_an_export_outlives_the_window_that_it_was_asked_for_in(
    tmp_path: Path, qtbot: QtBot
) -> None:
    """The map of this fight is written although another is begun while it is drawn."""
    application, target = Application(make_theme(ThemeName.DARK)), tmp_path / "out.dd2vtt"
    application.begin_at_once("freeform")
    assert application.window is not None
    application.window.files.write(target, application.file.export_map(target))
    assert not target.exists()
    application.begin_at_once("freeform")
    qtbot.waitUntil(target.exists)
    assert wait_for_background(20)
    application.window.leave()
    application.close()


def test_one_export_does_not_end_another(application: Application, tmp_path: Path) -> None:
    """The fight is asked for as JSON while its map is still drawn: both files are written."""
    window, file = application.window, application.file
    assert window is not None
    scene, fight = tmp_path / "mill.dd2vtt", tmp_path / "mill.json"
    window.files.write(scene, file.export_map(scene))
    window.files.write(fight, file.export(fight))
    while window.files.is_writing:
        QCoreApplication.processEvents()
    assert (scene.exists(), fight.exists()) == (True, True)


def test_threads_give_way_to_the_window_after_a_millisecond(qapp: QApplication) -> None:
    """Python lets the window wait five times as long, and it waits dozens of times in a paint."""
    del qapp
    before = sys.getswitchinterval()
    try:
        sys.setswitchinterval(0.005)
        Application(make_theme(ThemeName.DARK)).close()
        assert sys.getswitchinterval() == pytest.approx(0.001)
    finally:
        sys.setswitchinterval(before)
