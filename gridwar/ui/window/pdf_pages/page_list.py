"""Small pictures of the pages of a PDF, some beside each other; the chosen one is edged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QAbstractListModel,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from gridwar.control.presenters.pdf_pages import page_words
from gridwar.text import _
from gridwar.ui.widgets.painting.themed_painter import MIDDLE, SMALL, SMALL_STRONG, ThemedPainter
from gridwar.ui.widgets.painting.themed_widgets import Themed

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from PySide6.QtGui import QImage, QKeyEvent, QPainter, QResizeEvent

    from gridwar.ui.style.theme import Theme

CELL_PX = QSize(104, 136)
_NUMBER_PX = 18
_ROOM_PX = 6
_AHEAD = 4
"""So many pages above and below those in view are drawn, too."""
Index = QModelIndex | QPersistentModelIndex


class _Model(QAbstractListModel):
    def __init__(self, pages: int, parent: QWidget) -> None:
        super().__init__(parent)
        self._pages = pages

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else self._pages

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return page_words(index.row(), self._pages)
        return None


class _Delegate(QStyledItemDelegate):
    def __init__(self, view: PageList) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        del option, index
        return self._view.gridSize()

    def paint(self, qpainter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        qpainter.save()
        self._view.draw_page(ThemedPainter(qpainter, self._view.theme), QRectF(option.rect), index)
        qpainter.restore()


class PageList(QListView, Themed):
    """The pages.

    Signals: ``chosen(page)`` by click or key, ``seen()`` when others came into view.
    """

    chosen = Signal(int)
    seen = Signal()

    def __init__(
        self, theme: Theme, sizes: tuple[tuple[float, float], ...], looks: Mapping[int, QImage]
    ) -> None:
        """Show pages.

        Args:
            theme: The first theme.
            sizes: Their sizes, in any unit.
            looks: How they look, as far as that is known; read at every paint.
        """
        super().__init__()
        self.begin_theme(theme)
        self._sizes, self._looks = sizes, looks
        self.problem_of: Callable[[int], bool] = lambda page: False
        self.setModel(_Model(len(sizes), self))
        self.setItemDelegate(_Delegate(self))
        self.setAccessibleName(_("Pages"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setViewMode(QListView.ViewMode.IconMode)
        self.setMovement(QListView.Movement.Static)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setUniformItemSizes(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self.verticalScrollBar().valueChanged.connect(lambda _at: self.seen.emit())
        self.selectionModel().currentChanged.connect(lambda now, _old: self._take(now))
        self._measure()

    def show_page(self, page: int) -> None:
        """Show which one is chosen."""
        index = self.model().index(page, 0)
        if index != self.currentIndex():
            how = QItemSelectionModel.SelectionFlag.ClearAndSelect
            self.selectionModel().setCurrentIndex(index, how)
            self.scrollTo(index)

    def in_view(self) -> tuple[int, ...]:
        """Return the pages that are seen, the nearest others behind them."""
        box, count = self.viewport().rect(), len(self._sizes)
        grid = self.gridSize()
        columns = max(1, box.width() // max(1, grid.width()))
        top = self.verticalScrollBar().value()
        first = top // max(1, grid.height()) * columns
        last = ((top + box.height()) // max(1, grid.height()) + 1) * columns
        seen = range(min(first, count), min(last, count))
        near = (*range(last, last + _AHEAD), *range(first - _AHEAD, first))
        return (*seen, *(one for one in near if 0 <= one < count))

    def came(self, page: int) -> None:
        """Draw a page whose look is known now."""
        self.update(self.model().index(page, 0))

    def draw_page(self, painter: ThemedPainter, box: QRectF, index: Index) -> None:
        """Draw a page: its picture or an empty sheet, its number, and whether it is chosen."""
        page, colors = index.row(), painter.colors
        room = painter.px(_ROOM_PX)
        is_chosen = page == self.currentIndex().row()
        if is_chosen:
            edge = colors.accent if self.hasFocus() else colors.line2
            inside = box.adjusted(1, 1, -1, -1)
            painter.rounded_box(inside, 6, colors.accent_ground, edge, painter.px(1.5))
        inside = box.adjusted(room, room, -room, -painter.px(_NUMBER_PX) - 1)
        wide, high = self._sizes[page]
        scale = min(inside.width() / max(wide, 1e-6), inside.height() / max(high, 1e-6))
        sheet = QRectF(0, 0, max(2.0, wide * scale), max(2.0, high * scale))
        sheet.moveCenter(inside.center())
        image = self._looks.get(page)
        if image is None:
            painter.rounded_box(sheet, 2, colors.raised, colors.line)
            if self.problem_of(page):
                painter.icon("triangle-alert", sheet.center(), 18, colors.warn)
        else:
            painter.qpainter.drawImage(sheet, image)
        number = QRectF(box.left(), inside.bottom(), box.width(), box.bottom() - inside.bottom())
        voice, color = (SMALL_STRONG, colors.text) if is_chosen else (SMALL, colors.text2)
        painter.text(number, str(page + 1), voice, color, MIDDLE)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk by key; characters go on: a digit begins the number of a page."""
        if event.text().isprintable() and event.text().strip():
            event.ignore()
            return
        super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Tell that others are in view."""
        super().resizeEvent(event)
        self.seen.emit()

    def on_theme(self) -> None:
        """Measure in the new scale."""
        self._measure()
        self.viewport().update()

    def _measure(self) -> None:
        px = self.theme.px
        self.setGridSize(QSize(px(CELL_PX.width()), px(CELL_PX.height())))
        self.setSpacing(0)

    def _take(self, index: QModelIndex) -> None:
        if index.isValid():
            self.chosen.emit(index.row())
