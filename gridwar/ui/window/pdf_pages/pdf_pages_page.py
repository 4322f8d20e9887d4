"""The page over the map on which one chooses what of a PDF is to be the map.

Owns its parts, its keys and that pages are drawn as they come into view. It lies over the map as
long as something is to be chosen; what was chosen is told, and reading it is the window's.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import QAbstractButton, QApplication, QHBoxLayout, QSpinBox, QVBoxLayout

from gridwar.control.maps.pdf_page_choice import PdfPageChoice
from gridwar.control.presenters.pdf_pages import page_words, present_pages
from gridwar.formats.pdf.worker_messages import Crop
from gridwar.text import _, ngettext
from gridwar.ui.style.popup_menus import PopupMenu
from gridwar.ui.style.tooltips import set_tip
from gridwar.ui.widgets.controls.buttons_and_switches import ChoiceButton, IconButton, KeyButton
from gridwar.ui.widgets.controls.labels import hairline, label, show_words
from gridwar.ui.widgets.controls.number_fields import even_spin
from gridwar.ui.widgets.painting.themed_widgets import Panel, ThemedWidget, clear, inset
from gridwar.ui.window.pdf_pages.page_list import CELL_PX, PageList
from gridwar.ui.window.pdf_pages.page_looks import PageLooks, Wish
from gridwar.ui.window.pdf_pages.page_preview import PagePreview

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent
    from PySide6.QtWidgets import QWidget

    from gridwar.control.records.pdf_records import PageWay
    from gridwar.formats.pdf.pdf_book import PageLook, PdfBook
    from gridwar.ui.style.theme import Theme

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_STEPS = {Qt.Key.Key_PageDown: 1, Qt.Key.Key_PageUp: -1}
_MOST_WAYS = 3
"""So many are buttons; the rest stand in a menu."""
_WIDE_PX = 900
_BAR_PX = 16


class PdfPagesPage(Panel):
    """The page.

    Signals: ``wanted(path, PageChoice)`` when something was chosen, ``floors_wanted(path, tuple)``
    when several were, each to be a floor, ``left()`` when nothing is.
    """

    wanted = Signal(object, object)
    floors_wanted = Signal(object, object)
    left = Signal()

    def __init__(self, theme: Theme, over: QWidget, book: PdfBook) -> None:
        """Lie over the map.

        Args:
            theme: The first theme.
            over: The map.
            book: The PDF.
        """
        super().__init__(theme, over)
        self.setAccessibleName(_("Pages of a PDF"))
        self._over = over
        self.choice = PdfPageChoice(book, self.refresh)
        self.looks = PageLooks(book, self)
        self.pages = PageList(theme, book.sizes, self.looks.small)
        self.preview = PagePreview(theme)
        self.number = QSpinBox()
        self.number.setRange(1, len(book.sizes))
        even_spin(self.number, theme)
        self.number.setAccessibleName(_("Number of the page"))
        self.ways = WayRow(theme)
        self.whole = KeyButton(theme, _("Whole page"), "quiet")
        self.floor = ChoiceButton(theme, _("As a floor"), self)
        set_tip(self.floor, _("Mark this for a floor (F), then others: all are imported together"))
        self.use = KeyButton(theme, "", "primary")
        self.use.set_words(_("Import"), "\u21b5")
        self._title, self._note = label("", "title"), label("", "note")
        self._close = IconButton(theme, "x", _("Close"), self)
        self._lay_out()
        self._wire()
        over.installEventFilter(self)
        self.place()
        self.refresh()

    def _lay_out(self) -> None:
        theme = self.theme
        head, body, foot = QHBoxLayout(), QHBoxLayout(), QHBoxLayout()
        inset(head, theme, (18, 8, 10, 8), 10)
        head.addWidget(self._title)
        head.addWidget(self._note)
        head.addStretch(1)
        head.addWidget(label(_("Page"), "note"))
        head.addWidget(self.number)
        head.addWidget(self._close)
        body.setContentsMargins(0, 0, 0, 0)
        body.setSpacing(0)
        body.addWidget(self.pages)
        body.addWidget(self.preview, 1)
        inset(foot, theme, (14, 8, 14, 12), 10)
        foot.addWidget(self.ways, 1)
        foot.addWidget(self.whole)
        foot.addWidget(self.floor)
        foot.addWidget(self.use)
        words = _(
            "Drag on the page to take a part of it. By key: Tab to the page, arrows move the part, "
            "Shift and arrows size it, with Ctrl ten times as far; Del takes all of the page."
        )
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(0)
        rows.addLayout(head)
        rows.addWidget(hairline())
        rows.addLayout(body, 1)
        rows.addWidget(hairline())
        line = QHBoxLayout()
        inset(line, theme, (18, 6, 14, 0), 0)
        line.addWidget(label(words, "note", wrap=True), 1)
        rows.addLayout(line)
        rows.addLayout(foot)

    def _wire(self) -> None:
        choice = self.choice
        self.pages.chosen.connect(choice.choose)
        self.pages.seen.connect(self._want)
        self.pages.problem_of = lambda page: page in self.looks.bad
        self.pages.activated.connect(lambda _index: self._import())
        self.number.valueChanged.connect(lambda number: choice.choose(number - 1))
        self.preview.framed.connect(lambda frame: choice.take_part(Crop(*frame)))
        self.preview.moved.connect(choice.move_part)
        self.preview.sized.connect(choice.size_part)
        self.preview.cleared.connect(choice.step_back)
        self.ways.chosen.connect(choice.take_picture)
        self.whole.clicked.connect(choice.step_back)
        self.floor.clicked.connect(self._mark_floor)
        self.use.clicked.connect(self._import)
        self._close.clicked.connect(self.left)
        self.looks.came.connect(self._came)

    @property
    def has_keyboard(self) -> bool:
        """Whether something in it has the keyboard."""
        has = QApplication.focusWidget()
        return has is not None and (has is self or self.isAncestorOf(has))

    # --- showing ---------------------------------------------------------------------------------

    def begin(self) -> None:
        """Come, and take the keyboard."""
        self.show()
        self.raise_()
        self.pages.setFocus(Qt.FocusReason.OtherFocusReason)
        self._want()

    def end(self) -> None:
        """Go, and draw nothing more."""
        self.looks.give_up()
        self._over.removeEventFilter(self)
        self.hide()
        self.deleteLater()

    def refresh(self) -> None:
        """Show what is chosen."""
        view, page = present_pages(self.choice), self.choice.now.page
        show_words(self._title, view.title)
        show_words(self._note, view.note)
        self.number.setValue(view.page + 1)
        self.pages.show_page(page)
        size = self.choice.book.sizes[page]
        image = self.looks.large.get(page) or self.looks.small.get(page)
        self.preview.show_page(image, size, view.problem, view.size)
        self.preview.show_frame(view.frame, is_picture=view.is_picture)
        told = view.problem or view.size
        self.preview.setAccessibleName(f"{page_words(page, view.pages)}. {told}")
        self.ways.show_ways(view.ways)
        self.whole.setEnabled(view.frame is not None)
        self.use.setEnabled(view.can_import)
        self.use.set_words(view.import_words, "\u21b5")
        self.floor.setChecked(view.is_floor)
        self.floor.setEnabled(view.is_floor or not view.problem)
        self._want()

    def place(self) -> None:
        """Lie over the whole map; where it is wide there is one column of pages more."""
        self.setGeometry(self._over.rect())
        px = self.theme.px
        columns = 2 if self.width() >= px(_WIDE_PX) else 1
        self.pages.setFixedWidth(px(CELL_PX.width()) * columns + px(_BAR_PX))

    def _want(self) -> None:
        if self.isVisible():
            page = self.choice.now.page
            self.looks.want(Wish(page, self.preview.longest_px, self.pages.in_view()))

    def _came(self, look: PageLook, is_large: bool) -> None:
        self.choice.look(look, is_close=is_large)
        self.pages.came(look.page)

    def _import(self) -> None:
        if self.use.isEnabled():
            self.looks.give_up()
            path, floors = self.choice.book.path, self.choice.floors
            if floors:
                self.floors_wanted.emit(path, floors)
            else:
                self.wanted.emit(path, self.choice.now)

    def _mark_floor(self, _on: bool = False) -> None:
        self.choice.mark_floor()

    # --- keys, place and looks -------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        """Keep bare keys from the window's shortcuts: its tools are covered meanwhile."""
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Import with Enter, turn pages, type a number, leave one thing at a time with Escape.

        No other key goes on to the window.
        """
        key, has = Qt.Key(event.key()), QApplication.focusWidget()
        if key in _ENTER and isinstance(has, QAbstractButton) and has is not self.use:
            has.click()
        elif key in _ENTER:
            self._import()
        elif key == Qt.Key.Key_F and self.floor.isVisible():
            self._mark_floor()
        elif key in _STEPS:
            self.choice.choose(self.choice.now.page + _STEPS[key])
        elif key == Qt.Key.Key_Escape:
            if not (self.preview.let_go() or self.choice.step_back()):
                self.left.emit()
        elif event.text().isdecimal() and has is not self.number:
            self.number.setFocus(Qt.FocusReason.OtherFocusReason)
            self.number.lineEdit().setText(event.text())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Lie over the whole map."""
        if watched is self._over and event.type() == QEvent.Type.Resize:
            self.place()
        return super().eventFilter(watched, event)

    def on_theme(self) -> None:
        """Measure in the new scale."""
        self.place()
        super().on_theme()


class WayRow(ThemedWidget):
    """What can be taken of a page, one button each and a menu of the rest; ``chosen(picture)``."""

    chosen = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._shown: tuple[PageWay, ...] = ()
        self._buttons: list[ChoiceButton] = []
        self._more: ChoiceButton | None = None
        self._row = QHBoxLayout(self)
        inset(self._row, theme, (0, 0, 0, 0), 6)

    def show_ways(self, ways: tuple[PageWay, ...]) -> None:
        """Show what there is; a button that has the keyboard keeps it as long as it is there."""
        old, self._shown = self._shown, ways
        if [way.picture for way in old] != [way.picture for way in ways]:
            self._fill(ways[:_MOST_WAYS], ways[_MOST_WAYS:])
        for button, way in zip(self._buttons, ways, strict=False):
            button.setText(way.title)
            button.setAccessibleName(way.title)
            button.setChecked(way.is_chosen)
            button.updateGeometry()
        rest = ways[_MOST_WAYS:]
        if self._more is not None:
            taken = next((way for way in rest if way.is_chosen), None)
            words = ngettext("{n} more picture", "{n} more pictures", len(rest))
            title = taken.title if taken is not None else words.format(n=len(rest))
            self._more.setText(f"{title} \u25be")
            self._more.setAccessibleName(title)
            self._more.setChecked(taken is not None)
            self._more.updateGeometry()

    def _fill(self, ways: tuple[PageWay, ...], rest: tuple[PageWay, ...]) -> None:
        clear(self._row)
        self._buttons = [self._button(way) for way in ways]
        self._more = None
        if rest:
            self._more = ChoiceButton(self.theme, "", self)
            self._more.clicked.connect(partial(self._open_menu, self._more, rest))
        for button in filter(None, (*self._buttons, self._more)):
            self._row.addWidget(button)
        self._row.addStretch(1)

    def _button(self, way: PageWay) -> ChoiceButton:
        button = ChoiceButton(self.theme, way.title, self)
        button.clicked.connect(partial(self._choose, button, way.picture))
        return button

    def _choose(self, button: ChoiceButton, picture: int | None, _on: bool = False) -> None:
        button.setChecked(True)  # a second click does not take it off
        self.chosen.emit(picture)

    def _open_menu(self, button: ChoiceButton, ways: tuple[PageWay, ...]) -> None:
        menu = PopupMenu(button, passes=True)
        for way in ways:
            menu.addAction(way.title, partial(self.chosen.emit, way.picture))
        corner = button.mapToGlobal(button.rect().topLeft())
        corner.setY(corner.y() - menu.sizeHint().height())
        menu.popup(corner)
