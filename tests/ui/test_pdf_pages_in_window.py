"""A PDF in the window: its pages lie over the map until one of them, or a part, is the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from gridwar.control.presenters.pdf_pages import present_pages
from gridwar.control.tools.toolbox import SELECT
from gridwar.formats.pdf.page_images import PageChoice
from gridwar.formats.pdf.pdf_book import PageLook, Pixels
from gridwar.formats.pdf.worker_messages import Crop
from gridwar.ui.app.application import Application
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.theme import make_theme
from gridwar.ui.window.floor_from_map import read_floor
from gridwar.ui.window.pdf_pages import page_looks
from gridwar.ui.window.tool_panels.import_report_panel import ReportPanel
from tests.support.hostile_pdfs import locked
from tests.support.pdf_files import FIRST_THING, Page, at, pdf, picture, printed_grid

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from gridwar.formats.import_report import ImportReport
    from gridwar.ui.window.main_window import MainWindow
    from gridwar.ui.window.pdf_pages.pdf_pages_page import PdfPagesPage

_LEFT = Qt.MouseButton.LeftButton
_PATIENCE_MS = 30_000


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[MainWindow]:
    """A window on an empty fight, large enough for a page."""
    application = Application(make_theme(ThemeName.DARK))
    application.begin_at_once("freeform")
    assert application.window is not None
    qtbot.addWidget(application.window)
    application.window.resize(1280, 720)
    application.window.show()
    yield application.window
    application.close()


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """Return a PDF of twelve pages: the second has a picture, the third a printed grid."""
    path = tmp_path / "inns.pdf"
    laid = Page(at(72, 72, 288, 216), things=b"/I %d 0 R" % FIRST_THING)
    pages = [Page(b""), laid, Page(printed_grid()), *[Page(b"")] * 9]
    path.write_bytes(pdf(pages, [picture(400, 300, b"\x40\x80\xc0" * 120_000)]))
    return path


def _drop(window: MainWindow, file: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(file))])
    for kind in (QDragEnterEvent, QDropEvent):
        event = kind(
            QPoint(50, 50), Qt.DropAction.CopyAction, data, _LEFT, Qt.KeyboardModifier.NoModifier
        )
        QApplication.sendEvent(window.map.viewport(), event)


def _opened(window: MainWindow, book: Path, qtbot: QtBot) -> PdfPagesPage:
    """Drop a PDF and wait until all that is to be seen of it is drawn."""
    _drop(window, book)
    qtbot.waitUntil(lambda: window.files.pdf.page is not None, timeout=_PATIENCE_MS)
    pages = window.files.pdf.page
    assert pages is not None
    _drawn(pages, qtbot)
    return pages


def _drawn(pages: PdfPagesPage, qtbot: QtBot) -> None:
    def is_there() -> bool:
        return pages.looks.is_idle and pages.choice.is_seen

    qtbot.waitUntil(is_there, timeout=_PATIENCE_MS)


def _report(window: MainWindow, qtbot: QtBot) -> ImportReport:
    found = window.controller.map_import
    qtbot.waitUntil(lambda: found.imported is not None, timeout=_PATIENCE_MS)
    assert found.imported is not None
    return found.imported.report


def _click_page(pages: PdfPagesPage, page: int) -> None:
    box = pages.pages.visualRect(pages.pages.model().index(page, 0))
    QTest.mouseClick(pages.pages.viewport(), _LEFT, pos=box.center())


def _drag(pages: PdfPagesPage, begin: tuple[float, float], end: tuple[float, float]) -> None:
    """Drag over the page, from one share of it to another."""
    box = pages.preview.page_box()

    def place(share: tuple[float, float]) -> QPoint:
        across = QPointF(box.x() + share[0] * box.width(), box.y() + share[1] * box.height())
        return across.toPoint()

    QTest.mousePress(pages.preview, _LEFT, pos=place(begin))
    QTest.mouseMove(pages.preview, place(end))
    QTest.mouseRelease(pages.preview, _LEFT, pos=place(end))


def _values(report: ImportReport) -> list[str]:
    return [line.value for line in report.read]


def test_a_part_of_a_page_by_mouse_alone(window: MainWindow, book: Path, qtbot: QtBot) -> None:
    """Dropped, a page clicked, a part dragged, Import clicked: four inputs to the report."""
    pages = _opened(window, book, qtbot)
    _click_page(pages, 2)
    _drawn(pages, qtbot)
    _drag(pages, (0.0, 0.0), (0.5, 0.25))
    crop = pages.choice.now.crop
    assert crop.width == pytest.approx(0.5, abs=0.01)
    assert crop.height == pytest.approx(0.25, abs=0.01)
    QTest.mouseClick(pages.use, _LEFT)
    report = _report(window, qtbot)
    assert window.files.pdf.page is None
    assert report.title == "inns, page 3.pdf"
    assert _values(report)[0] == "3 of 12"
    assert window.controller.encounter.map.name == "inns, page 3"
    picture_laid = window.controller.encounter.map.picture
    assert picture_laid is not None
    assert abs((picture_laid.width_px or 0) - 638) < 12


def test_a_picture_in_a_page_by_key_alone(window: MainWindow, book: Path, qtbot: QtBot) -> None:
    """An arrow to the page, Tab to the picture, Space, Enter: nothing is pointed at."""
    pages = _opened(window, book, qtbot)
    assert pages.pages.hasFocus()
    QTest.keyClick(pages.pages, Qt.Key.Key_Right)
    _drawn(pages, qtbot)
    words = "Picture in it, 400 × 300"
    qtbot.waitUntil(lambda: _is_offered(pages, words), timeout=_PATIENCE_MS)
    for _step in range(20):
        has = QApplication.focusWidget()
        if isinstance(has, QAbstractButton) and has.text() == words:
            break
        QTest.keyClick(_focused(), Qt.Key.Key_Tab)
    QTest.keyClick(_focused(), Qt.Key.Key_Space)
    assert present_pages(pages.choice).is_picture
    QTest.keyClick(_focused(), Qt.Key.Key_Escape)  # the picture is left, not the page
    assert not present_pages(pages.choice).is_picture
    assert window.files.pdf.page is pages
    pages.choice.take_picture(0)
    QTest.keyClick(pages.pages, Qt.Key.Key_Return)
    assert "400 × 300 PNG" in _values(_report(window, qtbot))


def _is_offered(pages: PdfPagesPage, words: str) -> bool:
    """Say whether a button is to be seen: what a layout is given is shown an event later."""
    buttons = pages.ways.findChildren(QAbstractButton)
    return any(one.isVisible() and one.text() == words for one in buttons)


def _focused() -> QWidget:
    found = QApplication.focusWidget()
    assert found is not None
    return found


def test_a_number_typed_is_a_page(window: MainWindow, book: Path, qtbot: QtBot) -> None:
    """Digits go into the field, and Enter imports what is chosen."""
    pages = _opened(window, book, qtbot)
    QTest.keyClick(pages.pages, Qt.Key.Key_1)
    QTest.keyClick(_focused(), Qt.Key.Key_2)
    assert pages.choice.now.page == 11
    QTest.keyClick(_focused(), Qt.Key.Key_Return)
    assert _values(_report(window, qtbot))[0] == "12 of 12"


def test_a_part_is_made_and_moved_by_key(window: MainWindow, book: Path, qtbot: QtBot) -> None:
    """Shift and arrows size it from the whole page, arrows move it, Del takes all again."""
    pages = _opened(window, book, qtbot)
    shift, ctrl = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
    pages.preview.setFocus()
    for _step in range(4):
        QTest.keyClick(pages.preview, Qt.Key.Key_Left, shift | ctrl)
        QTest.keyClick(pages.preview, Qt.Key.Key_Up, shift | ctrl)
    QTest.keyClick(pages.preview, Qt.Key.Key_Right, ctrl)
    found = pages.choice.now.crop
    assert [round(one, 3) for one in (found.left, found.top, found.right, found.bottom)] == [
        0.05,
        0.0,
        0.85,
        0.8,
    ]
    QTest.keyClick(pages.preview, Qt.Key.Key_Delete)
    assert pages.choice.now.crop.is_whole


def test_a_frame_is_moved_and_sized_by_mouse(window: MainWindow, book: Path, qtbot: QtBot) -> None:
    """Inside it is moved, at an edge that edge is; a click beside it changes nothing."""
    pages = _opened(window, book, qtbot)
    pages.choice.take_part(Crop(0.25, 0.25, 0.75, 0.75))
    _drag(pages, (0.5, 0.5), (0.6, 0.5))
    assert pages.choice.now.crop.left == pytest.approx(0.35, abs=0.01)
    assert pages.choice.now.crop.width == pytest.approx(0.5, abs=0.01)
    _drag(pages, (0.6, 0.75), (0.6, 0.9))
    assert pages.choice.now.crop.bottom == pytest.approx(0.9, abs=0.01)
    assert pages.choice.now.crop.top == pytest.approx(0.25, abs=0.01)
    before = pages.choice.now
    _drag(pages, (0.05, 0.05), (0.05, 0.05))
    assert pages.choice.now == before


def test_escape_leaves_one_thing_at_a_time(window: MainWindow, book: Path, qtbot: QtBot) -> None:
    """A drag, the part, then the choice; the map has the keyboard again and stays as it was."""
    before = window.controller.encounter.map
    pages = _opened(window, book, qtbot)
    pages.choice.take_part(Crop(0.2, 0.2, 0.6, 0.6))
    QTest.mousePress(pages.preview, _LEFT, pos=QPoint(60, 60))
    QTest.mouseMove(pages.preview, QPoint(90, 90))
    QTest.keyClick(pages.preview, Qt.Key.Key_Escape)
    assert pages.choice.now.crop == Crop(0.2, 0.2, 0.6, 0.6)
    QTest.keyClick(pages.preview, Qt.Key.Key_Escape)
    assert pages.choice.now == PageChoice()
    assert window.status.view.tool == "Pages of a PDF"
    QTest.keyClick(pages.pages, Qt.Key.Key_Escape)
    assert window.files.pdf.page is None
    assert window.status.view.tool == "Select"
    assert window.map.hasFocus()
    assert window.controller.encounter.map is before


def test_letters_of_the_window_do_nothing_meanwhile(
    window: MainWindow, book: Path, qtbot: QtBot
) -> None:
    """The tools they take are covered."""
    pages = _opened(window, book, qtbot)
    for key in (Qt.Key.Key_W, Qt.Key.Key_N, Qt.Key.Key_Plus):
        QTest.keyClick(pages.pages, key)
    assert window.controller.view.tool == SELECT
    assert window.files.pdf.page is pages


def test_what_cannot_be_read_leaves_the_choice_open(
    window: MainWindow, book: Path, qtbot: QtBot
) -> None:
    """The file was taken away: a notice says so, and the pages stay."""
    pages = _opened(window, book, qtbot)
    book.unlink()
    QTest.keyClick(pages.pages, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.controller.view.notice is not None, timeout=_PATIENCE_MS)
    assert window.controller.view.notice is not None
    assert "inns.pdf cannot be read" in window.controller.view.notice.text
    assert window.files.pdf.page is pages
    assert pages.isVisible()


def test_a_page_that_was_small_and_cannot_be_large_says_why(
    window: MainWindow, book: Path, qtbot: QtBot
) -> None:
    """The file was taken away meanwhile: what stands in the way is read where the page was."""
    pages = _opened(window, book, qtbot)
    assert 1 in pages.looks.small
    book.unlink()
    pages.choice.choose(1)
    qtbot.waitUntil(lambda: bool(pages.choice.problem), timeout=_PATIENCE_MS)
    assert not pages.use.isEnabled()
    assert pages.choice.problem in pages.preview.accessibleName()
    corner = pages.preview.page_box().topLeft().toPoint() + QPoint(8, 8)
    shown = pages.preview.grab().toImage().pixelColor(corner)
    assert shown.lightness() < 128  # a card of the dark theme, and no longer white paper


def test_a_pdf_with_a_password_is_told(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    """Nothing opens; the notice says what to do."""
    path = tmp_path / "locked.pdf"
    path.write_bytes(locked())
    _drop(window, path)
    qtbot.waitUntil(lambda: window.controller.view.notice is not None, timeout=_PATIENCE_MS)
    assert window.controller.view.notice is not None
    assert "locked with a password" in window.controller.view.notice.text
    assert window.files.pdf.page is None


def test_another_file_takes_its_place(
    window: MainWindow, book: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    """There is one choice at a time."""
    first = _opened(window, book, qtbot)
    other = tmp_path / "other.pdf"
    other.write_bytes(pdf([Page(b"")]))
    _drop(window, other)
    qtbot.waitUntil(lambda: window.files.pdf.page is not first, timeout=_PATIENCE_MS)
    assert window.files.pdf.page is not None
    assert window.files.pdf.page.choice.book.path == other


def test_players_do_not_see_the_pages(window: MainWindow, book: Path, qtbot: QtBot) -> None:
    """While the window is shown to them, the pages are out of sight; afterwards they are back."""
    pages = _opened(window, book, qtbot)
    window.controller.show(presenting=True)
    window.controller.refresh_now()
    assert not pages.isVisible()
    window.controller.show(presenting=False)
    window.controller.refresh_now()
    assert pages.isVisible()


def test_a_pdf_dropped_while_players_look_stays_out_of_sight(
    window: MainWindow, book: Path, qtbot: QtBot
) -> None:
    """It waits for the game master."""
    window.controller.show(presenting=True)
    window.controller.refresh_now()
    window.files.read(book)
    qtbot.waitUntil(lambda: window.files.pdf.page is not None, timeout=_PATIENCE_MS)
    assert window.files.pdf.page is not None
    assert not window.files.pdf.page.isVisible()
    window.controller.show(presenting=False)
    window.controller.refresh_now()
    assert window.files.pdf.page.isVisible()


def test_all_of_it_has_names_and_takes_another_theme(
    window: MainWindow, book: Path, qtbot: QtBot
) -> None:
    """Whatever can have the keyboard is named for those who cannot see it."""
    pages = _opened(window, book, qtbot)
    window.set_theme(make_theme(ThemeName.LIGHT, 1.25))
    assert pages.pages.theme.name is pages.preview.theme.name is ThemeName.LIGHT
    inside = (one for one in pages.findChildren(QWidget) if one.isVisibleTo(pages))
    tabbed = [one for one in inside if one.focusPolicy() & Qt.FocusPolicy.TabFocus]
    unnamed = [one for one in tabbed if not (one.accessibleName() or getattr(one, "text", str)())]
    assert [type(one).__name__ for one in unnamed if one is not pages.number] == []
    assert pages.preview.accessibleName() == "Page 1 of 12. 21.6 × 27.9 cm"


# --- what is drawn, and when ---------------------------------------------------------------------


def _counted(
    monkeypatch: pytest.MonkeyPatch, broken: frozenset[int] = frozenset()
) -> list[tuple[int, ...]]:
    """Let pages be drawn at once and white, and return what is asked for, request by request."""
    asked: list[tuple[int, ...]] = []

    def looks(
        _book: object,
        pages: tuple[int, ...],
        _px: int,
        _cancelled: Callable[[], bool],
        *,
        with_pictures: bool = False,
    ) -> Iterator[PageLook]:
        if pages and not with_pictures:
            asked.append(pages)
        for page in pages:
            white = Pixels(4, 4, b"\xff" * 48, 72.0)
            problem = "broken" if page in broken else ""
            yield PageLook(page, None if problem else white, problem=problem)

    monkeypatch.setattr(page_looks, "look_at_pages", looks)
    return asked


@pytest.fixture
def long_book(tmp_path: Path) -> Path:
    """Return a PDF of two hundred empty pages."""
    path = tmp_path / "long.pdf"
    path.write_bytes(pdf([Page(b"")] * 200))
    return path


def test_only_pages_in_view_are_drawn(
    window: MainWindow, long_book: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At first those at the top; at the end those at the end, and none between."""
    asked = _counted(monkeypatch)
    pages = _opened(window, long_book, qtbot)
    seen = {page for request in asked for page in request}
    assert seen == set(range(max(seen) + 1))
    assert max(seen) < 40
    pages.pages.scrollToBottom()
    qtbot.waitUntil(lambda: 199 in pages.looks.small, timeout=_PATIENCE_MS)
    late = {page for request in asked for page in request} - seen
    assert min(late) > 150


def test_a_page_that_cannot_be_drawn_is_tried_once(
    window: MainWindow, long_book: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is marked, says why where it is chosen, and cannot be imported."""
    asked = _counted(monkeypatch, frozenset({2}))
    pages = _opened(window, long_book, qtbot)
    pages.pages.scrollToBottom()
    qtbot.waitUntil(lambda: 199 in pages.looks.small, timeout=_PATIENCE_MS)
    pages.pages.scrollToTop()
    _drawn(pages, qtbot)
    assert sum(request.count(2) for request in asked) == 1
    pages.choice.choose(2)
    assert not pages.use.isEnabled()


def test_what_is_given_up_is_stopped(
    window: MainWindow, long_book: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When the choice is left, whatever still draws is told to stop."""
    stopped: list[bool] = []

    def looks(
        _book: object,
        _pages: tuple[int, ...],
        _px: int,
        cancelled: Callable[[], bool],
        **_more: bool,
    ) -> Iterator[PageLook]:
        while not cancelled():
            QTest.qSleep(5)
        stopped.append(True)
        yield from ()

    monkeypatch.setattr(page_looks, "look_at_pages", looks)
    _drop(window, long_book)
    qtbot.waitUntil(
        lambda: window.files.pdf.page is not None and window.files.pdf.page.looks.is_drawing,
        timeout=_PATIENCE_MS,
    )
    window.files.pdf.close()
    qtbot.waitUntil(lambda: bool(stopped), timeout=_PATIENCE_MS)


def test_a_page_is_a_floor_of_the_map_that_is_there(
    window: MainWindow, book: Path, qtbot: QtBot
) -> None:
    """Chosen by the panel of floors: the page is clicked, imported, used, and brought in line."""
    before = window.controller.encounter.map
    read_floor(window.parts, book)
    qtbot.waitUntil(lambda: window.files.pdf.page is not None, timeout=_PATIENCE_MS)
    pages = window.files.pdf.page
    assert pages is not None
    _drawn(pages, qtbot)
    _click_page(pages, 1)
    _drawn(pages, qtbot)
    QTest.mouseClick(pages.use, _LEFT)
    report = _report(window, qtbot)
    assert window.files.pdf.page is None
    assert report.title == "inns, page 2.pdf"
    page = window.controller.encounter.map
    assert [one.size for one in page.floors][:1] == [before.size]
    assert window.controller.view.floor == page.floors[1].id
    qtbot.waitUntil(lambda: window.findChild(ReportPanel) is not None, timeout=_PATIENCE_MS)
    panel = window.findChild(ReportPanel)
    assert panel is not None
    QTest.mouseClick(panel.use_button, _LEFT)
    qtbot.waitUntil(lambda: window.controller.view.tool == "floors", timeout=_PATIENCE_MS)
    assert window.controller.encounter.map == page
    window.controller.timeline.undo()
    assert window.controller.encounter.map == before


def test_several_pages_are_floors(window: MainWindow, book: Path, qtbot: QtBot) -> None:
    """They are marked by mouse or key, and imported together; a mark can be taken off."""
    pages = _opened(window, book, qtbot)
    QTest.keyClick(pages.pages, Qt.Key.Key_F)
    for page in (4, 2):
        _click_page(pages, page)
        _drawn(pages, qtbot)
        _drag(pages, (0.0, 0.0), (0.3, 0.2))
        QTest.mouseClick(pages.floor, _LEFT)
    _click_page(pages, 0)
    assert pages.floor.isChecked()
    QTest.keyClick(pages.pages, Qt.Key.Key_F)
    assert not pages.floor.isChecked()
    assert [one.page for one in pages.choice.floors] == [2, 4]
    QTest.mouseClick(pages.use, _LEFT)
    _report(window, qtbot)
    floors = window.controller.encounter.map.floors
    assert [(one.name, one.elevation_m) for one in floors] == [("Page 3", 0.0), ("Page 5", 3.0)]
    assert window.controller.encounter.map.picture is not None
