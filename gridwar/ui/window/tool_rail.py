"""The rail of tools at the left edge: icon and letter each, the active one raised in brass."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from gridwar.control.tools.tool_base import ToolInfo
from gridwar.text import _
from gridwar.ui.style.colors import qcolor
from gridwar.ui.style.tooltips import set_tip
from gridwar.ui.widgets.painting.themed_painter import MIDDLE, SMALL, ThemedPainter
from gridwar.ui.widgets.painting.themed_widgets import PaintedButton, ThemedWidget, inset

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PySide6.QtGui import QAction, QKeyEvent, QPaintEvent

    from gridwar.control.tools.tool_base import Tool
    from gridwar.ui.style.theme import Theme

LIBRARY = ToolInfo("library", _("Library"), "users", _("Combatants to drag onto the map"))
"""The library as the rail shows it."""
RAIL_PX, SMALL_RAIL_PX = 54, 44
_TOOL_PX = 44
_LEAST_PX = 28
_GROUP_PX = 17
_WITH_LETTER_PX = 38
"""A tool lower than this shows its icon alone."""


class ToolRail(ThemedWidget):
    """The tools of a window in the order of the registry; ``chosen(tool id)`` on a click."""

    chosen = Signal(str)

    def __init__(
        self, theme: Theme, tools: Mapping[str, Tool], parent: QWidget | None = None
    ) -> None:
        super().__init__(theme, parent)
        self._buttons: dict[str, _ToolButton] = {}
        self._panels: dict[str, _ToolButton] = {}
        self._is_small = False
        rows = self._rows = QVBoxLayout(self)
        group = None
        for tool_id, tool in tools.items():
            if group is not None and tool.info.group is not group:
                rows.addWidget(_Part(theme, self))
            group = tool.info.group
            button = self._buttons[tool_id] = _ToolButton(theme, tool.info, self)
            button.clicked.connect(lambda _on=False, key=tool_id: self.chosen.emit(key))
            rows.addWidget(button)
        rows.addStretch(1)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self._measure()
        self.setAccessibleName(_("Tools"))

    def add_panel(self, info: ToolInfo, action: QAction) -> None:
        """Add a panel's button below the tools; it shows whether the panel is there.

        Args:
            info: How the panel is called, its icon and key.
            action: Shows the panel, or closes it.
        """
        button = self._panels[info.id] = _ToolButton(self.theme, info, self)
        button.clicked.connect(lambda _on=False: action.trigger())
        action.toggled.connect(button.setChecked)
        button.setChecked(action.isChecked())
        at = self._rows.count() - 1
        self._rows.insertWidget(at, _Part(self.theme, self))
        self._rows.insertWidget(at + 1, button)

    def show_in_hand(self, tool_id: str) -> None:
        """Show which tool is active."""
        for key, button in self._buttons.items():
            button.setChecked(key == tool_id)

    def show_keys(self, keys: Mapping[str, str]) -> None:
        """Show the keys that tools and panels have now, by their ids."""
        for its_id, button in (self._buttons | self._panels).items():
            button.show_key(keys.get(its_id, ""))

    def minimumSizeHint(self) -> QSize:
        """Return a size in which every tool still has its icon."""
        count = sum(isinstance(one, _ToolButton) for one in self.children())
        parts = sum(isinstance(one, _Part) for one in self.children())
        height = count * (_LEAST_PX + 2) + parts * _GROUP_PX + 12
        return QSize(self.theme.px(RAIL_PX), self.theme.px(height))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk the rail with the arrows."""
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        buttons = list(self._buttons.values())
        here = next((n for n, one in enumerate(buttons) if one.hasFocus()), None)
        if step is None or here is None:
            super().keyPressEvent(event)
            return
        buttons[(here + step) % len(buttons)].setFocus(Qt.FocusReason.TabFocusReason)

    def on_theme(self) -> None:
        """Measure again, in the new scale."""
        self._measure()
        super().on_theme()

    def set_small(self, is_small: bool) -> None:
        """Be narrower, in a small window."""
        self._is_small = is_small
        self._measure()

    def _measure(self) -> None:
        side = 3 if self._is_small else 7
        inset(self._rows, self.theme, (side, 6, side, 6), 2)
        self.setFixedWidth(self.theme.px(SMALL_RAIL_PX if self._is_small else RAIL_PX))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the ground and the line at the right."""
        with QPainter(self) as qpainter:
            qpainter.fillRect(event.rect(), qcolor(self.theme.palette.window))
            line = QRectF(self.width() - 1, 0, 1, self.height())
            qpainter.fillRect(line, qcolor(self.theme.palette.line))


class _Part(ThemedWidget):
    """The hairline between tools of play and tools of the map."""

    def sizeHint(self) -> QSize:
        return QSize(self.theme.px(20), self.theme.px(_GROUP_PX))

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        with QPainter(self) as qpainter:
            painter, middle = ThemedPainter(qpainter, self.theme), self.width() / 2
            painter.hairline(middle - painter.px(10), middle + painter.px(10), self.height() / 2)


class _ToolButton(PaintedButton):
    def __init__(self, theme: Theme, info: ToolInfo, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._info = info
        self._key = ""
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.show_key("")

    def show_key(self, key: str) -> None:
        self._key = key
        head = f"{self._info.title}  ({key})" if key else self._info.title
        set_tip(self, "\n".join(filter(None, (self._info.title, self._info.hint))), key)
        self.setAccessibleName(head)
        self.update()

    def nextCheckState(self) -> None:
        """Keep the state: the rail shows the active tool, a click only asks for it."""

    def sizeHint(self) -> QSize:
        return QSize(self.theme.px(36), self.theme.px(_TOOL_PX))

    def minimumSizeHint(self) -> QSize:
        return QSize(self.theme.px(36), self.theme.px(_LEAST_PX))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        colors = painter.colors
        color = colors.text if self.underMouse() or self.isDown() else colors.text2
        if not self.isEnabled():
            color = colors.line2
        elif self.isChecked():
            painter.rounded_box(box, 8, colors.accent_ground, colors.accent, 1)
            color = colors.accent
        elif self.underMouse():
            painter.rounded_box(box, 8, colors.raised)
        letter = self._key and box.height() >= painter.px(_WITH_LETTER_PX)
        lift = painter.px(7) if letter else 0
        painter.icon(self._info.icon, box.center() - QPointF(0, lift), 20, color)
        if letter:
            line = QRectF(box.left(), box.bottom() - painter.px(17), box.width(), painter.px(14))
            painter.text(line, self._key.replace("Shift+", "\u21e7"), SMALL, color, MIDDLE)
