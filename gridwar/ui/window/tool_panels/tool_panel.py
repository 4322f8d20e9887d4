"""What the panel of a tool is and how it is put together; ``tool_step`` says whose it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QScrollArea, QVBoxLayout, QWidget

from gridwar.control.tools.toolbox import SELECT
from gridwar.text import _
from gridwar.ui.style.popup_menus import PopupMenu
from gridwar.ui.widgets.controls.labels import PanelTitle, hairline
from gridwar.ui.widgets.painting.themed_widgets import Panel, inset

if TYPE_CHECKING:
    from gridwar.ui.window.window_parts import Parts


class ToolPanel(Panel):
    """The panel of one tool; each real one shows something."""

    def refresh(self) -> None:
        """Show the tool as it is now."""


def popup_above(button: QWidget) -> QMenu:
    """Return a menu for a button at the foot of a panel; it is gone once it is closed."""
    return PopupMenu(button, passes=True)


def show_above(menu: QMenu, button: QWidget) -> None:
    """Show a menu over its button."""
    corner = button.mapToGlobal(button.rect().topLeft())
    menu.popup(corner - QPoint(0, menu.sizeHint().height()))


def lay_out(
    panel: ToolPanel,
    parts: Parts,
    title: str,
    inside: tuple[QWidget, ...],
    buttons: tuple[QWidget, ...] = (),
) -> None:
    """Put a tool's panel together: title with its close button, body, buttons at the foot.

    Args:
        panel: The panel.
        parts: The window's parts.
        title: Its title.
        inside: What it holds; the last one takes the room there is.
        buttons: At the foot: the first one left, the others right.
    """
    theme = parts.theme
    *above, body = inside
    head = PanelTitle(theme, title, panel)
    close = head.add("x", _("Close"))
    close.clicked.connect(lambda: parts.tools.take(SELECT))
    rows = QVBoxLayout(panel)
    inset(rows, theme, (0, 0, 0, 0), 0)
    rows.addWidget(head)
    for widget in above:
        rows.addWidget(widget)
    kept = QWidget()
    column = QVBoxLayout(kept)
    inset(column, theme, (0, 0, 0, 0), 0)
    column.addWidget(body)
    column.addStretch(1)
    rows.addWidget(scrolled(kept), 1)
    if buttons:
        foot = QHBoxLayout()
        inset(foot, theme, (14, 8, 14, 12), 10)
        foot.addWidget(buttons[0])
        foot.addStretch(1)
        for button in buttons[1:]:
            foot.addWidget(button)
        rows.addWidget(hairline())
        rows.addLayout(foot)


def scrolled(content: QWidget) -> QScrollArea:
    """Return an area in which something scrolls up and down."""
    area = QScrollArea()
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(content)
    return area
