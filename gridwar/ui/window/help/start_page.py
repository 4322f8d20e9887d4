"""The page in the middle of an empty map: drop a map, open, a sample, the fights of earlier times.

Owns its looks; which fights there are is given to it, and what a click does is the window's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractButton,
    QFrame,
    QHBoxLayout,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from gridwar.text import _
from gridwar.ui.style.tooltips import set_tip
from gridwar.ui.widgets.controls.buttons_and_switches import ChoiceButton, KeyButton
from gridwar.ui.widgets.controls.labels import label
from gridwar.ui.widgets.painting.themed_painter import BODY, NOTE, RIGHT, STRONG, ThemedPainter
from gridwar.ui.widgets.painting.themed_widgets import PaintedButton, Themed, inset

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

    from gridwar.ui.map.camera.map_view import MapView
    from gridwar.ui.style.theme import Theme

_WIDTH_PX = 560
_ROW_PX = 34
MOST_ROWS = 4


class StartRow(Struct, frozen=True):
    """A fight that can be opened."""

    path: str
    words: str
    note: str = ""
    icon: str = "folder-open"


class StartView(Struct, frozen=True):
    """The fights on the page, by heading."""

    groups: tuple[tuple[str, tuple[StartRow, ...]], ...] = ()
    systems: tuple[tuple[str, str], ...] = ()
    """Ids and titles of the rules that a new fight can go by."""
    present: str = ""
    """The id of those that the fight on the table goes by."""


class StartPage(QFrame, Themed):
    """Lies over the map while there is nothing on it.

    Signals: ``open_wanted()``, ``import_wanted()``, ``sample_wanted()``, ``new_wanted(system
    id)``, ``chosen(path)``, ``dismissed()``.
    """

    open_wanted = Signal()
    import_wanted = Signal()
    sample_wanted = Signal()
    new_wanted = Signal(str)
    chosen = Signal(str)
    dismissed = Signal()

    def __init__(self, theme: Theme, over: MapView) -> None:
        super().__init__(over)
        self.begin_theme(theme)
        self._over = over
        self._view: StartView | None = None
        self.setProperty("role", "popover")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._rows = QVBoxLayout(self)
        inset(self._rows, theme, (28, 22, 28, 22), 8)
        over.resized.connect(self.place)
        self.hide()

    def show_view(self, view: StartView) -> None:
        """Show the fights there are now."""
        if view == self._view:
            return
        self._view = view
        _empty(self._rows)
        title = label(_("Drop a map here"), "title")
        title.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        words = _("A picture, a UVTT file or a fight. Or begin with one of these.")
        note = label(words, "note", wrap=True)
        note.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._rows.addWidget(title)
        self._rows.addWidget(note)
        self._rows.addLayout(self._buttons())
        for heading, rows in view.groups:
            if rows:
                self._rows.addSpacing(self.theme.px(4))
                self._rows.addWidget(label(heading, "quiet"))
                for row in rows:
                    button = _FightRow(self.theme, row, self)
                    button.clicked.connect(lambda _on=False, at=row.path: self.chosen.emit(at))
                    self._rows.addWidget(button)
        if view.systems:
            self._rows.addSpacing(self.theme.px(4))
            self._rows.addWidget(label(_("New fight by the rules of"), "quiet"))
            self._rows.addLayout(self._systems(view.systems, view.present))
        self.place()

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        inset(row, self.theme, (0, 8, 0, 4), 8)
        row.addStretch(1)
        for words, kind, told in (
            (_("Sample fight"), "primary", self.sample_wanted),
            (_("Open \u2026"), "plain", self.open_wanted),
            (_("Import a map \u2026"), "plain", self.import_wanted),
            (_("Begin here"), "quiet", self.dismissed),
        ):
            button = KeyButton(self.theme, words, kind, self)
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            button.clicked.connect(told)
            row.addWidget(button)
        row.addStretch(1)
        return row

    def _systems(self, systems: tuple[tuple[str, str], ...], present: str) -> QHBoxLayout:
        row = QHBoxLayout()
        inset(row, self.theme, (0, 0, 0, 0), 6)
        for system_id, words in systems:
            button = ChoiceButton(self.theme, words, self)
            button.setChecked(system_id == present)
            button.setAutoExclusive(True)
            button.clicked.connect(lambda _on=False, key=system_id: self.new_wanted.emit(key))
            row.addWidget(button)
        row.addStretch(1)
        return row

    def take_keyboard(self) -> None:
        """Give the keyboard to the first button."""
        first = self.findChild(KeyButton)
        if first is not None:
            first.setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Press the button that has the keyboard with Enter; begin on the empty map with Escape."""
        has = self.focusWidget()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and isinstance(
            has, QAbstractButton
        ):
            has.click()
        elif event.key() == Qt.Key.Key_Escape:
            self.dismissed.emit()
        else:
            super().keyPressEvent(event)

    def place(self) -> None:
        """Lie in the middle of the map."""
        hint = self._rows.totalSizeHint()
        room = self._over.size()
        width = min(max(self.theme.px(_WIDTH_PX), hint.width()), room.width() - self.theme.px(60))
        height = min(max(hint.height(), self._rows.totalHeightForWidth(width)), room.height() - 40)
        self.setGeometry((room.width() - width) // 2, (room.height() - height) // 2, width, height)

    def on_theme(self) -> None:
        """Make the page anew."""
        view, self._view = self._view, None
        if view is not None:
            self.show_view(view)


class _FightRow(PaintedButton):
    def __init__(self, theme: Theme, row: StartRow, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._row = row
        self.setText(row.words)
        self.setAccessibleName(", ".join(filter(None, (row.words, row.note))))
        set_tip(self, row.path)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(self.theme.px(300), self.theme.row_px(_ROW_PX))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        colors = painter.colors
        if self.underMouse() or self.isDown():
            painter.rounded_box(box, 8, colors.raised)
        middle = QPointF(box.left() + painter.px(16), box.center().y())
        painter.icon(self._row.icon, middle, 16, colors.text2)
        inner = box.adjusted(painter.px(34), 0, -painter.px(10), 0)
        used = (
            painter.text(inner, self._row.note, NOTE, colors.text3, RIGHT) if self._row.note else 0
        )
        words = inner.adjusted(0, 0, -used - painter.px(12), 0)
        voice = STRONG if self.underMouse() else BODY
        painter.text(words, self._row.words, voice, colors.text)


def _empty(rows: QVBoxLayout | QHBoxLayout) -> None:
    while rows.count():
        item = rows.takeAt(0)
        if item is None:
            break
        widget, inner = item.widget(), item.layout()
        if widget is not None:
            widget.hide()
            widget.deleteLater()
        elif isinstance(inner, QHBoxLayout):
            _empty(inner)
