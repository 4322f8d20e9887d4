"""The library panel: whom the GM can put on the board, dragged from here onto the map.

Owns the list, the search and the drag's gesture; where the drag is, and that it was let go, is only
reported. Reading the library is control's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from gridwar.control.library.combatant_library import LibraryRow
from gridwar.control.maps.placing_combatants import MOST_AT_ONCE
from gridwar.control.records.panel_records import Choice
from gridwar.text import _, ngettext
from gridwar.ui.style.popup_menus import Choices
from gridwar.ui.style.row_heights import GROUP_ROW_PX, PERSON_ROW_PX
from gridwar.ui.style.tooltips import set_tip
from gridwar.ui.tasks.deferred_calls import soon
from gridwar.ui.widgets.controls.buttons_and_switches import Segments
from gridwar.ui.widgets.controls.empty_note import EmptyNote
from gridwar.ui.widgets.controls.labels import PanelTitle, draw_heading, label
from gridwar.ui.widgets.figures.record_list import RecordList, RowState, with_headings
from gridwar.ui.widgets.painting.themed_painter import NAME, NOTE, ThemedPainter
from gridwar.ui.widgets.painting.themed_widgets import Panel, inset

if TYPE_CHECKING:
    from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent

    from gridwar.ui.style.theme import Theme

LEAST_LIST_PX, LIST_PX = 180, 420
"""The list is never lower: three combatants and a heading."""
_TOKEN_X_PX = 28
_NAME_X_PX = 52
EACH, TOGETHER = "each", "together"

Row = LibraryRow | str


class LibraryPanel(Panel):
    """The library.

    Signals: ``searched()``, ``wished()`` (side, count or together changed), ``held(key, global
    place)`` while dragging, ``dropped(key, global place)``, ``let_go()``, ``activated(key)`` by
    Enter or double click, ``new_wanted()``, ``problems_wanted()``, ``removed(key)`` by Delete,
    ``menu_requested(key, global place)`` with an empty key for the panel's own menu.
    """

    searched = Signal()
    wished = Signal()
    held = Signal(str, QPoint)
    dropped = Signal(str, QPoint)
    let_go = Signal()
    activated = Signal(str)
    removed = Signal(str)
    new_wanted = Signal()
    problems_wanted = Signal()
    menu_requested = Signal(str, QPoint)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._title = PanelTitle(theme, _("Library"), self)
        new = self._title.add("user-plus", _("New combatant \u2026"))
        more = self._title.add("ellipsis", _("Import, export, folder"))
        self.search = QLineEdit(self)
        self.search.setPlaceholderText(_("Search"))
        self.search.setClearButtonEnabled(True)
        self.search.setAccessibleName(_("Search the library"))
        self.side = Choices(self)
        self.side.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.side.setMinimumContentsLength(6)
        set_tip(self.side, _("The side that combatants join"))
        self.side.setAccessibleName(_("Side"))
        self.count = QSpinBox(self)
        self.count.setRange(1, MOST_AT_ONCE)
        self.count.setPrefix(" \u00d7")
        set_tip(self.count, _("How many join at once"))
        self.count.setAccessibleName(_("How many"))
        choices = (Choice(EACH, _("Roll each")), Choice(TOGETHER, _("Roll together")))
        self.rolls = Segments(theme, choices, self)
        set_tip(self.rolls, _("Whether each rolls Initiative, or all of them one"))
        self.rolls.show_chosen(EACH)
        self.rolls.hide()
        self._together = False
        self.list = LibraryList(theme, self)
        self.list.setMinimumHeight(theme.px(LEAST_LIST_PX))
        self._empty = EmptyNote(theme, self.list)
        self._empty.wanted.connect(self._help)
        self.problems = QPushButton(self)
        self.problems.clicked.connect(self.problems_wanted)
        self.problems.hide()
        self._hint = label(_("Drag onto the map, or Enter"), "quiet")
        self._lay_out(theme)
        new.clicked.connect(self.new_wanted)
        more.clicked.connect(
            lambda: self.menu_requested.emit("", more.mapToGlobal(more.rect().bottomLeft()))
        )
        self.search.textChanged.connect(lambda _text: self.searched.emit())
        self.search.returnPressed.connect(self._take_first)
        self.side.currentIndexChanged.connect(lambda _at: self.wished.emit())
        self.count.valueChanged.connect(self._on_count)
        self.rolls.chosen.connect(self._on_rolls)
        for name in ("held", "dropped", "let_go", "activated", "removed", "menu_requested"):
            getattr(self.list, name).connect(getattr(self, name))

    def _lay_out(self, theme: Theme) -> None:
        wishes = QHBoxLayout()
        wishes.setSpacing(theme.px(8))
        wishes.addWidget(self.side, 1)
        wishes.addWidget(self.count)
        head = QVBoxLayout()
        inset(head, theme, (14, 0, 14, 8), 8)
        head.addWidget(self.search)
        head.addLayout(wishes)
        head.addWidget(self.rolls)
        foot = QVBoxLayout()
        inset(foot, theme, (14, 6, 14, 10), 4)
        foot.addWidget(self.problems)
        foot.addWidget(self._hint)
        rows = QVBoxLayout(self)
        inset(rows, theme, (0, 0, 0, 0), 0)
        rows.addWidget(self._title)
        rows.addLayout(head)
        rows.addWidget(self.list, 1)
        rows.addLayout(foot)

    @property
    def together(self) -> bool:
        """Whether several roll Initiative as one group."""
        return self._together and self.count.value() > 1

    def show_sides(self, sides: tuple[Choice, ...]) -> None:
        """Offer the sides of the fight; the one chosen stays chosen."""
        choices = (Choice("", _("As usual")), *sides)
        now = [(self.side.itemData(n), self.side.itemText(n)) for n in range(self.side.count())]
        if now == [(one.id, one.title) for one in choices]:
            return
        chosen = self.side.currentData()
        self.side.blockSignals(True)
        self.side.clear()
        for one in choices:
            self.side.addItem(one.title, one.id)
        self.side.setCurrentIndex(max(0, self.side.findData(chosen)))
        self.side.blockSignals(False)

    def show_rows(self, rows: tuple[LibraryRow, ...], problems: tuple[str, ...]) -> None:
        """Show whom the library offers, and what in it could not be read."""
        self.list.show_items(tuple(with_headings(rows)))
        if rows:
            self._empty.say("")
        elif self.search.text():
            self._empty.say(_("No combatant has that name."), _("Show all"))
        else:
            self._empty.say(_("Nobody is in the library yet."), _("New combatant \u2026"))
        count = len(problems)
        words = ngettext("One file cannot be read \u2026", "{n} files cannot be read \u2026", count)
        self.problems.setText(words.format(n=count))
        set_tip(self.problems, "\n".join(problems))
        self.problems.setVisible(bool(problems))

    def _help(self) -> None:
        """Show all again where a search hides them, else make somebody."""
        if self.search.text():
            self.search.clear()
        else:
            self.new_wanted.emit()

    def _on_count(self, count: int) -> None:
        self.rolls.setVisible(count > 1)
        self.wished.emit()

    def _on_rolls(self, key: str) -> None:
        self._together = key == TOGETHER
        self.wished.emit()

    def _take_first(self) -> None:
        """Let Enter in the search take the first one found, and search for the next."""
        first = next((one for one in self.list.records.items if isinstance(one, LibraryRow)), None)
        if first is not None:
            self.activated.emit(first.key)
            self.search.selectAll()


class LibraryList(RecordList[Row]):
    """The rows, and dragging one onto the map."""

    held = Signal(str, QPoint)
    dropped = Signal(str, QPoint)
    let_go = Signal()
    activated = Signal(str)
    removed = Signal(str)
    menu_requested = Signal(str, QPoint)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, _Painter(self), parent)
        self._pressed: LibraryRow | None = None
        self._pressed_at = QPoint()
        self._dragged = False
        self.setAccessibleName(_("Library"))

    def sizeHint(self) -> QSize:
        """Return room for eight or nine rows: the order above gives way."""
        return super().sizeHint().expandedTo(QSize(0, self.theme.px(LIST_PX)))

    def row_at(self, place: QPoint) -> LibraryRow | None:
        """Return whom a point of the viewport shows."""
        index = self.indexAt(place)
        item = self.item(index.row()) if index.isValid() else None
        return item if isinstance(item, LibraryRow) else None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember the row for a drag; the right button gives a drag up."""
        if event.button() is Qt.MouseButton.RightButton and self._dragged:
            self._give_up()
            return
        super().mousePressEvent(event)
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed = self.row_at(event.position().toPoint())
            self._pressed_at = event.position().toPoint()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Carry a row where the pointer is."""
        far = (event.position().toPoint() - self._pressed_at).manhattanLength()
        if self._pressed is not None and (self._dragged or far >= QApplication.startDragDistance()):
            if not self._dragged:
                self._dragged = True
                self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
                self.setFocus(Qt.FocusReason.MouseFocusReason)
            self.held.emit(self._pressed.key, event.globalPosition().toPoint())
            return
        super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let go of what is carried."""
        super().mouseReleaseEvent(event)
        pressed, dragged = self._pressed, self._dragged
        if event.button() is Qt.MouseButton.LeftButton:
            self._end()
            if pressed is not None and dragged:
                self.dropped.emit(pressed.key, event.globalPosition().toPoint())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Report the row as activated."""
        row = self.row_at(event.position().toPoint())
        if row is not None and event.button() is Qt.MouseButton.LeftButton:
            self.activated.emit(row.key)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the row's menu."""
        row = self.row_at(event.pos())
        if self._pressed is None:
            self.menu_requested.emit(row.key if row is not None else "", event.globalPos())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Give a drag up with Escape; take with Enter, remove with Delete."""
        if event.key() == Qt.Key.Key_Escape and self._dragged:
            self._give_up()
            return
        index = self.currentIndex().row()
        item = self.item(index) if 0 <= index < len(self.records.items) else None
        if isinstance(item, LibraryRow):
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.activated.emit(item.key)
                return
            if event.key() == Qt.Key.Key_Delete:
                self.removed.emit(item.key)
                return
        super().keyPressEvent(event)

    def _give_up(self) -> None:
        self._end()
        # The button may still be down: what follows of this drag means nothing.
        soon(self, self.let_go.emit)

    def _end(self) -> None:
        self._pressed, self._dragged = None, False
        self.viewport().unsetCursor()


class _Painter:
    def __init__(self, view: LibraryList) -> None:
        self._view = view

    def height(self, item: Row, width_px: int) -> int:
        del width_px
        return self._view.theme.px(GROUP_ROW_PX if isinstance(item, str) else PERSON_ROW_PX)

    def words(self, item: Row) -> str:
        return item if isinstance(item, str) else f"{item.name}, {item.figures}"

    def tooltip(self, item: Row) -> str:
        return "" if isinstance(item, str) else self.words(item)

    def draw(self, painter: ThemedPainter, box: QRectF, item: Row, state: RowState) -> None:
        if isinstance(item, str):
            draw_heading(painter, box.adjusted(painter.px(14), 0, -painter.px(12), 0), item)
            return
        colors = painter.colors
        plate = box.adjusted(painter.px(6), 1, -painter.px(6), -1)
        if state.hot:
            painter.rounded_box(plate, 8, colors.raised)
        if state.current:
            painter.focus_ring(plate)
        painter.token(
            QPointF(box.left() + painter.px(_TOKEN_X_PX), box.center().y()), 13.5, item.token
        )
        left, right = box.left() + painter.px(_NAME_X_PX), box.right() - painter.px(14)
        name = QRectF(left, box.top() + painter.px(3), right - left, painter.px(22))
        painter.text(name, item.name, NAME, colors.text)
        second = QRectF(left, box.top() + painter.px(24), right - left, painter.px(17))
        painter.text(second, item.figures, NOTE, colors.text3)
