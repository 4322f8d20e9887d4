"""The field in which notes are written: plain text, of which headings and ticks are drawn.

What is kept is the text as it was typed (Markdown); nothing in it is turned round. Ctrl+Enter or a
click on the box ticks a line, Enter goes on with a list.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFont, QSyntaxHighlighter, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit

from gridwar.control.presenters.notes import (
    MOST_LETTERS,
    headed,
    heading_level,
    next_line_begins,
    tick_of,
    ticked,
)
from gridwar.text import _
from gridwar.ui.style.colors import qcolor
from gridwar.ui.widgets.forms.form_inputs_and_keys import ENTER
from gridwar.ui.widgets.painting.themed_painter import BODY, PANEL, STRONG, TITLE, voice_font
from gridwar.ui.widgets.painting.themed_widgets import Themed

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QMouseEvent, QTextDocument
    from PySide6.QtWidgets import QWidget

    from gridwar.ui.style.theme import Theme

_HEADINGS: Final = {1: TITLE, 2: PANEL, 3: STRONG}
_HEIGHT_PX = 370
_CONTROL = Qt.KeyboardModifier.ControlModifier
_END = QTextCursor.MoveOperation.End
_KEEP = QTextCursor.MoveMode.KeepAnchor


class NotesEditor(QPlainTextEdit, Themed):
    """The field; ``filled(full)`` says whether there is no more room."""

    filled = Signal(bool)

    def __init__(
        self,
        theme: Theme,
        parent: QWidget | None = None,
        name: str = "",
        most_letters: int = MOST_LETTERS,
        height_px: int = _HEIGHT_PX,
    ) -> None:
        super().__init__(parent)
        self.begin_theme(theme)
        self.most_letters, self._height_px = most_letters, height_px
        self.setAccessibleName(name or _("Notes"))
        self.setTabChangesFocus(True)
        self.setPlaceholderText(
            _("What to remember. # makes a heading, - [ ] a box to tick, - a list.")
        )
        self._looks = _Looks(theme, self.document())
        self.setFont(voice_font(BODY, theme))
        self.textChanged.connect(self._keep_within)

    def sizeHint(self) -> QSize:
        """Return room for its lines, some twenty for notes."""
        return QSize(self.theme.px(200), self.theme.px(self._height_px))

    def show_text(self, text: str) -> None:
        """Show notes from their end, as they are kept."""
        self.setPlainText(text)
        self.document().setModified(False)
        self.moveCursor(_END)

    def on_theme(self) -> None:
        """Draw the headings in the new colours and sizes."""
        self.setFont(voice_font(BODY, self.theme))
        self._looks.use(self.theme)

    def _keep_within(self) -> None:
        """Cut what goes beyond the room there is, at the end."""
        over = self.document().characterCount() - 1 - self.most_letters
        if over > 0:
            cursor = QTextCursor(self.document())
            cursor.joinPreviousEditBlock()
            cursor.movePosition(_END)
            cursor.setPosition(cursor.position() - over, _KEEP)
            cursor.removeSelectedText()
            cursor.endEditBlock()
            return  # which has called this again
        self.filled.emit(over == 0)

    # --- lines -----------------------------------------------------------------------------------

    def tick(self) -> None:
        """Tick the line of the cursor, or take the tick away; a line without a box gets one."""
        self._change_line(ticked(self.textCursor().block().text()))

    def make_heading(self) -> None:
        """Make the line of the cursor a heading, a smaller one, or none."""
        self._change_line(headed(self.textCursor().block().text()))

    def _change_line(self, text: str) -> None:
        cursor = self.textCursor()
        from_end = cursor.block().length() - 1 - cursor.positionInBlock()
        cursor.beginEditBlock()
        cursor.movePosition(QTextCursor.MoveOperation.StartOfBlock)
        cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, _KEEP)
        cursor.insertText(text)
        cursor.endEditBlock()
        cursor.movePosition(QTextCursor.MoveOperation.Left, n=min(from_end, len(text)))
        self.setTextCursor(cursor)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Tick with Ctrl+Enter, go on with a list with Enter; Escape is the page's."""
        if event.key() == Qt.Key.Key_Escape:
            event.ignore()
        elif event.key() in ENTER and event.modifiers() & _CONTROL:
            self.tick()
        elif event.key() in ENTER and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self._begin_line()
        else:
            super().keyPressEvent(event)

    def _begin_line(self) -> None:
        cursor = self.textCursor()
        before = cursor.block().text()[: cursor.positionInBlock()]
        begins = next_line_begins(before)
        if begins is None:
            self._change_line("")
            return
        cursor.insertText(f"\n{begins}")
        self.setTextCursor(cursor)
        self.ensureCursorVisible()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Tick a line by a click on its box."""
        super().mouseReleaseEvent(event)
        cursor = self.cursorForPosition(event.position().toPoint())
        box = tick_of(cursor.block().text())
        is_click = event.button() == Qt.MouseButton.LeftButton
        if not is_click or box is None or self.textCursor().hasSelection():
            return
        if box[0] <= cursor.positionInBlock() <= box[1]:
            self.setTextCursor(cursor)
            self.tick()


class _Looks(QSyntaxHighlighter):
    """Draws headings large, boxes in brass, and what is ticked quiet."""

    def __init__(self, theme: Theme, document: QTextDocument) -> None:
        super().__init__(document)
        self._theme = theme

    def use(self, theme: Theme) -> None:
        """Take on another theme."""
        self._theme = theme
        self.rehighlight()

    def highlightBlock(self, text: str) -> None:
        """Draw a line (Qt's hook)."""
        colors, level, box = self._theme.palette, heading_level(text), tick_of(text)
        if level:
            marks = QTextCharFormat()
            marks.setForeground(qcolor(colors.text3))
            words = QTextCharFormat()
            words.setFont(voice_font(_HEADINGS[level], self._theme))
            self.setFormat(0, level + 1, marks)
            self.setFormat(level + 1, len(text), words)
        if box is not None:
            begin, end, is_ticked = box
            sign = QTextCharFormat()
            sign.setForeground(qcolor(colors.accent))
            sign.setFontWeight(QFont.Weight.Bold)
            self.setFormat(begin, end - begin, sign)
            if is_ticked:
                done = QTextCharFormat()
                done.setForeground(qcolor(colors.text3))
                done.setFontStrikeOut(True)
                self.setFormat(end, len(text), done)
