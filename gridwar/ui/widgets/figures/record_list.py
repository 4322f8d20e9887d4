"""A list of frozen records, drawn row by row: model, delegate and view that hold many rows easily.

Owns telling Qt what has changed when new records come, and heights per record. What a row looks
like belongs to the panel: it hands in a `RowPainter`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from gridwar.ui.style.tooltips import tip_text
from gridwar.ui.widgets.painting.themed_painter import ThemedPainter
from gridwar.ui.widgets.painting.themed_widgets import Themed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from PySide6.QtCore import QEvent, QPoint
    from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter

    from gridwar.ui.style.theme import Theme

Item = TypeVar("Item")
Drawn_contra = TypeVar("Drawn_contra", contravariant=True)
Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()


class RowPainter(Protocol[Drawn_contra]):
    """How one kind of list draws its rows."""

    def height(self, item: Drawn_contra, width_px: int) -> int:
        """Return how high a row is at a width, in pixels."""

    def words(self, item: Drawn_contra) -> str:
        """Return what a screen reader says."""

    def tooltip(self, item: Drawn_contra) -> str:
        """Return more about a row, or nothing."""

    def draw(
        self, painter: ThemedPainter, box: QRectF, item: Drawn_contra, state: RowState
    ) -> None:
        """Draw a row."""


class InSection(Protocol):
    """A record that stands under a heading."""

    @property
    def section(self) -> str:
        """The words of the heading; empty for the top of a list."""


Sectioned = TypeVar("Sectioned", bound=InSection)


def with_headings(rows: Iterable[Sectioned]) -> Iterator[Sectioned | str]:
    """Yield rows, and before the first of each section its heading."""
    section = ""
    for row in rows:
        if row.section != section:
            section = row.section
            yield section
        yield row


class RowState:
    """How a row stands: under the pointer, current for the keyboard."""

    __slots__ = ("current", "hot")

    def __init__(self, *, hot: bool, current: bool) -> None:
        self.hot = hot
        self.current = current


class RecordModel(QAbstractListModel, Generic[Item]):
    """The rows; `show` compares with those before and reports only what differs."""

    def __init__(self, qpainter: RowPainter[Item], parent: QWidget) -> None:
        super().__init__(parent)
        self.items: tuple[Item, ...] = ()
        self._painter = qpainter

    def rowCount(self, parent: Index | None = None) -> int:
        """Return the number of rows."""
        return 0 if parent is not None and parent.isValid() else len(self.items)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        """Return words for screen readers and tooltips; drawing does not use them."""
        item = self.items[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self._painter.words(item)
        if role == Qt.ItemDataRole.ToolTipRole:
            return tip_text(self.tip(index.row())) or None
        return None

    def tip(self, row: int) -> str:
        """Return the words of a row's tooltip."""
        return self._painter.tooltip(self.items[row])

    def show(self, items: tuple[Item, ...]) -> None:
        """Show other records."""
        old = self.items
        if old == items:
            return
        head = _common(old, items)
        tail = _common(old[head:][::-1], items[head:][::-1])
        gone, come = len(old) - head - tail, len(items) - head - tail
        both = min(gone, come)
        root = QModelIndex()
        if gone > come:
            self.beginRemoveRows(root, head + both, head + gone - 1)
            self.items = items
            self.endRemoveRows()
        elif come > gone:
            self.beginInsertRows(root, head + both, head + come - 1)
            self.items = items
            self.endInsertRows()
        self.items = items
        if both:
            self.dataChanged.emit(self.index(head), self.index(head + both - 1))


def _common(a: tuple[Item, ...], b: tuple[Item, ...]) -> int:
    count = 0
    for one, other in zip(a, b, strict=False):
        if one != other:
            break
        count += 1
    return count


class _Delegate(QStyledItemDelegate, Generic[Item]):
    def __init__(self, view: RecordList[Item], qpainter: RowPainter[Item]) -> None:
        super().__init__(view)
        self._view = view
        self._painter = qpainter

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        del option
        width = self._view.viewport().width()
        return QSize(width, self._painter.height(self._view.item(index.row()), width))

    def paint(self, qpainter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        box = QRectF(option.rect)
        state = self._view.state_of(index)  # the option says it too, in enums that load slowly
        qpainter.save()
        self._painter.draw(
            ThemedPainter(qpainter, self._view.theme), box, self._view.item(index.row()), state
        )
        qpainter.restore()


class RecordList(QListView, Themed, Generic[Item]):
    """The view; scrolls by pixels, measures its rows when its width changes."""

    def __init__(self, theme: Theme, qpainter: RowPainter[Item], parent: QWidget) -> None:
        super().__init__(parent)
        self.begin_theme(theme)
        self.records: RecordModel[Item] = RecordModel(qpainter, self)
        self.setModel(self.records)
        self.setItemDelegate(_Delegate(self, qpainter))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setAutoScroll(False)
        self.by_keyboard = False
        """Whether the current row was reached by key: only then it is marked."""
        self._pointed = QPersistentModelIndex()
        self.entered.connect(self._point_at)
        self.viewportEntered.connect(self._point_at)

    def state_of(self, index: Index) -> RowState:
        """Return how a row stands."""
        marks = self.by_keyboard and self.hasFocus()
        return RowState(hot=self._pointed == index, current=marks and self.currentIndex() == index)

    def item(self, row: int) -> Item:
        """Return a record by row."""
        return self.records.items[row]

    def tip_at(self, at: QPoint) -> str:
        """Return the words of the tooltip of the row at a place in the viewport."""
        row = self.indexAt(at).row()
        return self.records.tip(row) if row >= 0 else ""

    def show_items(self, items: tuple[Item, ...]) -> None:
        """Show other records."""
        self.records.show(items)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk by key; leave characters to the window, where they mean actions and numbers."""
        if event.text().isprintable() and event.text().strip():
            event.ignore()
            return
        self.by_keyboard = True
        super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take the mark of the keyboard off."""
        self.by_keyboard = False
        super().mousePressEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        """Point at no row any more."""
        self._point_at()
        super().leaveEvent(event)

    def _point_at(self, index: QModelIndex = _NOWHERE) -> None:
        self._pointed = QPersistentModelIndex(index)

    def on_theme(self) -> None:
        """Measure all rows anew."""
        self.scheduleDelayedItemsLayout()
        self.viewport().update()
