"""Whether the pages of a PDF lie over the map: they come, make way for players, and go.

Owns the one page there is at a time. Reading files is the window's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from gridwar.formats.pdf.pdf_book import PdfBook
    from gridwar.ui.style.theme import Theme
    from gridwar.ui.window.pdf_pages.pdf_pages_page import PdfPagesPage


class PdfPagesOverMap(QObject):
    """The pages over one map.

    Signals: ``wanted(path, PageChoice)`` when something was chosen, ``floors_wanted(path, tuple)``
    when several were, ``left()`` when they are to go, ``opened(on)`` when they came or went,
    ``part_has_keyboard(on)`` when arrows move the part that is taken, or other pages again.
    """

    wanted = Signal(object, object)
    floors_wanted = Signal(object, object)
    left = Signal()
    opened = Signal(bool)
    part_has_keyboard = Signal(bool)

    def __init__(self, theme: Theme, over: QWidget) -> None:
        """Begin without any."""
        super().__init__(over)
        self._theme, self._over = theme, over
        self._is_hidden = False
        self.page: PdfPagesPage | None = None
        """The page, while one is to choose."""

    def open(self, book: PdfBook, *, takes_several: bool = True) -> None:
        """Show the pages of a PDF, in place of another's.

        Args:
            book: The PDF.
            takes_several: Whether several pages may be chosen, each to be a floor.
        """
        from gridwar.ui.window.pdf_pages.pdf_pages_page import PdfPagesPage  # here: few need it

        self.close()
        self.page = PdfPagesPage(self._theme, self._over, book)
        self.page.wanted.connect(self.wanted)
        self.page.floors_wanted.connect(self.floors_wanted)
        self.page.floor.setVisible(takes_several)
        self.page.left.connect(self.left)
        self.page.preview.has_keyboard.connect(self.part_has_keyboard)
        if not self._is_hidden:
            self.page.begin()
        self.opened.emit(True)

    def close(self) -> None:
        """Let them go; the keyboard is the map's again."""
        page, self.page = self.page, None
        if page is not None:
            had_keyboard = page.has_keyboard
            page.end()
            self.opened.emit(False)
            if had_keyboard:
                self._over.setFocus(Qt.FocusReason.OtherFocusReason)

    def hide(self, *, hidden: bool) -> None:
        """Keep them out of sight while players look at the window, or show them again."""
        if hidden == self._is_hidden:
            return
        self._is_hidden = hidden
        if self.page is not None and hidden:
            self.page.hide()
        elif self.page is not None:
            self.page.begin()

    def set_theme(self, theme: Theme) -> None:
        """Take on another theme."""
        self._theme = theme
        if self.page is not None:
            self.page.set_theme(theme)
