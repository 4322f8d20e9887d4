"""A layout that wraps: widgets side by side, line after line, as wide as there is room."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget

if TYPE_CHECKING:
    from collections.abc import Iterator


class FlowLayout(QLayout):
    """Lays widgets out like words.

    Args:
        parent: the widget laid out.
        gap_px: between widgets and lines.
        least_px: a width that there will always be; without it Qt reserves the height of a single
            column.
    """

    def __init__(self, parent: QWidget | None = None, gap_px: int = 6, least_px: int = 0) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._gap = gap_px
        self._least = least_px
        self._heights: dict[int, int] = {}
        """By width, until an item changes: Qt asks several times for each layout."""
        self.setContentsMargins(0, 0, 0, 0)

    def addItem(self, item: QLayoutItem) -> None:
        """Take an item over."""
        self._items.append(item)
        self.invalidate()

    def count(self) -> int:
        """Return the number of items."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem:
        """Return an item, or None past the end as Qt wants it."""
        return self._items[index] if 0 <= index < len(self._items) else None  # type: ignore[return-value]

    def takeAt(self, index: int) -> QLayoutItem:
        """Give an item away, or None past the end as Qt wants it."""
        self._heights.clear()
        return self._items.pop(index) if 0 <= index < len(self._items) else None  # type: ignore[return-value]

    def expandingDirections(self) -> Qt.Orientation:
        """Return that it takes no more than it needs."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """Return that fewer columns need more lines."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of all lines at a width."""
        height = self._heights.get(width)
        if height is None:
            places = self._places(QRect(0, 0, width, 0))
            height = max((place.bottom() + 1 for _item, place in places), default=0)
            self._heights[width] = height
        return height

    def invalidate(self) -> None:
        """Forget what was worked out: an item has changed (Qt's hook)."""
        self._heights.clear()
        super().invalidate()

    def setGeometry(self, rect: QRect) -> None:
        """Place the items."""
        super().setGeometry(rect)
        for item, place in self._places(rect):
            item.setGeometry(place)

    def sizeHint(self) -> QSize:
        """Return the size of the widest item, or the least width."""
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        """Return the size of the widest item, or the least width."""
        size = QSize()
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        return size.expandedTo(QSize(self._least, 0)) if self._items else size

    def _places(self, rect: QRect) -> Iterator[tuple[QLayoutItem, QRect]]:
        x, y, line = rect.x(), rect.y(), 0
        for item in self._items:
            hint = item.sizeHint()
            width = min(hint.width(), max(1, rect.width()))
            if x > rect.x() and x + width > rect.x() + rect.width():
                x, y, line = rect.x(), y + line + self._gap, 0
            yield item, QRect(QPoint(x, y), QSize(width, hint.height()))
            x += width + self._gap
            line = max(line, hint.height())
