"""Saving a picture of the map: the form, the file that comes of it, what is told where not."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QComboBox

from gridwar.control.maps.printed_pages import PAPERS, PrintedPages, printed_pages
from gridwar.engine.gm.map_commands import LayMap
from gridwar.engine.gm.sketch_commands import DrawRoom, SetSketchStyle
from gridwar.errors import Cancelled
from gridwar.model.battlemap import BattleMap
from gridwar.model.geometry import Cell
from gridwar.model.sketch import SketchStyle
from gridwar.ui.map.map_to_pdf import pdf_of
from gridwar.ui.window import saving_map_pictures

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot

    from gridwar.ui.app.application import Application
    from gridwar.ui.popovers.map_picture_popover import MapPicturePopover
    from gridwar.ui.window.main_window import MainWindow


@pytest.fixture
def window(application: Application) -> MainWindow:
    """Its window."""
    assert application.window is not None
    return application.window


@pytest.fixture
def popover(window: MainWindow) -> MapPicturePopover:
    """The form, opened from the menu."""
    window.parts.window_actions.action("map.picture").trigger()
    found = window.on_demand.map_picture_popover
    assert found.isVisibleTo(window)
    return found


def choose(popover: MapPicturePopover, key: str, value: str) -> None:
    """Choose in a field."""
    editor = popover.body.fields[key].editor
    assert isinstance(editor, QComboBox)
    editor.setCurrentIndex(editor.findData(value))


def saved_at(monkeypatch: pytest.MonkeyPatch, path: Path | None) -> None:
    """Let the dialog answer with a file."""
    monkeypatch.setattr(saving_map_pictures, "ask_where", lambda *_asked: path)


def test_a_png_of_the_chosen_size_is_written(
    window: MainWindow,
    popover: MapPicturePopover,
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """By keys alone: Enter in the form; what was chosen is kept for the next time."""
    saved_at(monkeypatch, tmp_path / "map.png")
    choose(popover, "cell_px", "50")
    QTest.keyClick(popover, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not window.files.is_writing)
    page = window.controller.encounter.map
    image = QImage(str(tmp_path / "map.png"))
    assert (image.width(), image.height()) == (page.width * 50, page.height * 50)
    assert not popover.isVisible()
    assert window.parts.settings.now.map_picture["cell_px"] == "50"
    notice = window.controller.view.notice
    assert notice is not None
    assert "map.png is written" in notice.text


def test_a_pdf_has_a_page_for_each_part_and_an_overview(
    window: MainWindow,
    popover: MapPicturePopover,
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each of the paper's size."""
    path = tmp_path / "map.pdf"
    saved_at(monkeypatch, path)
    choose(popover, "kind", "pdf")
    QTest.keyClick(popover, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not window.files.is_writing, timeout=20_000)
    page = window.controller.encounter.map
    pages = printed_pages((0, 0, page.width, page.height), PAPERS["a4"])
    text = path.read_bytes()
    assert text.startswith(b"%PDF")
    assert len(re.findall(rb"/Type\s*/Page\b", text)) == pages.count > 2
    sizes = set(re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", text))
    assert {tuple(round(float(one)) for one in size) for size in sizes} == {(842, 595)}


@pytest.mark.parametrize(("whom", "is_told"), [("players", False), ("gm", True)])
def test_pages_for_players_do_not_say_what_the_fight_is_called(
    window: MainWindow,
    popover: MapPicturePopover,
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    whom: str,
    *,
    is_told: bool,
) -> None:
    """Neither on a page nor in what the file tells of itself."""
    told: list[str] = []

    def taken(
        image: QImage, pages: PrintedPages, title: str, stopped: object, below: object
    ) -> bytes:
        del image, pages, stopped, below
        told.append(title)
        return b"%PDF"

    monkeypatch.setattr(saving_map_pictures, "pdf_of", taken)
    saved_at(monkeypatch, tmp_path / "map.pdf")
    choose(popover, "kind", "pdf")
    choose(popover, "whom", whom)
    QTest.keyClick(popover, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not window.files.is_writing, timeout=20_000)
    assert told == [window.controller.encounter.title if is_told else ""]


def test_a_map_on_one_page_has_no_overview(qapp: QApplication) -> None:
    """There is nothing to put together."""
    del qapp
    image = QImage(700, 700, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.red)
    data = pdf_of(image, printed_pages((0, 0, 7, 7), PAPERS["letter"]), "Inn", lambda: False)
    assert len(re.findall(rb"/Type\s*/Page\b", data)) == 1


def test_pages_that_are_given_up_come_to_nothing(qapp: QApplication) -> None:
    """Asked before each page."""
    del qapp
    image = QImage(200, 200, QImage.Format.Format_RGB32)
    with pytest.raises(Cancelled):
        pdf_of(image, printed_pages((0, 0, 20, 20), PAPERS["a4"]), "Inn", lambda: True)


def test_a_place_that_cannot_be_written_is_named(
    window: MainWindow,
    popover: MapPicturePopover,
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The notice says which folder is missing."""
    saved_at(monkeypatch, tmp_path / "gone" / "map.png")
    choose(popover, "cell_px", "50")
    QTest.keyClick(popover, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not window.files.is_writing)
    notice = window.controller.view.notice
    assert notice is not None
    assert str(tmp_path / "gone") in notice.text
    assert notice.tone == "error"


def test_cancelling_the_dialog_leaves_the_form_open(
    popover: MapPicturePopover, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another size may be what was wanted; Escape then leaves the form."""
    saved_at(monkeypatch, None)
    QTest.keyClick(popover, Qt.Key.Key_Return)
    assert not popover.isHidden()
    QTest.keyClick(popover, Qt.Key.Key_Escape)
    assert popover.isHidden()


def test_what_cannot_be_drawn_cannot_be_saved(
    window: MainWindow, popover: MapPicturePopover, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The button goes to the field that says why; no file is asked for."""
    monkeypatch.setattr("gridwar.control.maps.map_picture_choices.MOST_PIXELS", 2_000_000)
    asked: list[object] = []
    monkeypatch.setattr(
        "gridwar.ui.window.saving_map_pictures.ask_where", lambda *args: asked.append(args)
    )
    choose(popover, "cell_px", "140")
    assert "choose 50 pixels" in popover.body.fields["cell_px"].view.error
    popover.primary.click()
    assert popover.isVisible()
    assert asked == []
    choose(popover, "cell_px", "50")
    popover.primary.click()
    assert len(asked) == 1
    assert not window.files.is_writing


def test_the_small_picture_shows_what_is_chosen(
    window: MainWindow, popover: MapPicturePopover, qtbot: QtBot
) -> None:
    """Drawn in steps; another one while something is changed."""
    del window
    preview = popover.preview
    qtbot.waitUntil(lambda: not preview.is_late)
    with_tokens = preview.grab().toImage()
    switch = popover.body.fields["tokens"].editor
    assert isinstance(switch, QAbstractButton)
    switch.click()
    assert preview.is_late
    qtbot.waitUntil(lambda: not preview.is_late)
    assert preview.grab().toImage() != with_tokens


def test_the_small_picture_follows_the_fight_below(
    window: MainWindow, popover: MapPicturePopover, qtbot: QtBot
) -> None:
    """A map that becomes another while the form is open, as by another style of ink, is drawn."""

    def shown() -> QImage:
        qtbot.waitUntil(lambda: not popover.preview.is_late)
        return popover.preview.grab().toImage()

    controller = window.controller
    controller.submit(LayMap(map=BattleMap(width=12, height=10)))
    controller.submit(DrawRoom(a=Cell(1, 1), b=Cell(9, 8)))
    controller.refresh_now()
    before = shown()
    controller.submit(SetSketchStyle(style=SketchStyle.BLUEPRINT))
    controller.refresh_now()
    assert shown() != before
