"""Where the parts of a window stand: the map in the middle, panels around it, bars at the edges."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QMenuBar, QSizePolicy, QToolBar, QVBoxLayout, QWidget

from gridwar.text import _
from gridwar.ui.window.layouts import LEFT, RIGHT

if TYPE_CHECKING:
    from gridwar.ui.panels.bars import TopBar
    from gridwar.ui.window.parts import Parts


def lay_out(parts: Parts) -> None:
    """Put the parts in their places, all but the bar at the top, which has the menus."""
    middle = QWidget()
    column = QVBoxLayout(middle)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    for widget in (parts.map, parts.notice, parts.status):
        column.addWidget(widget, 1 if widget is parts.map else 0)
    parts.window.setCentralWidget(middle)
    bar = QToolBar(_("Tools"), parts.window)
    bar.setObjectName("rail")
    bar.setMovable(False)
    bar.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
    bar.setStyleSheet("QToolBar { padding: 0; spacing: 0; border: none; }")
    bar.addWidget(parts.rail)
    parts.window.addToolBar(Qt.ToolBarArea.LeftToolBarArea, bar)
    parts.docks.add("order", _("Order"), parts.order, LEFT)
    parts.docks.add_later("library", _("Library"), lambda: parts.combatants.panel, LEFT)
    parts.docks.add("card", _("Combatant"), parts.card, RIGHT)
    actions = parts.docks.add("actions", _("Actions"), parts.actions, RIGHT)
    actions.visibilityChanged.connect(parts.actions.tell_rows)
    parts.docks.add("log", _("Log"), parts.log, RIGHT)
    parts.card.height_wanted.connect(partial(parts.docks.heights.give_height, "card"))


def make_bar(menus: QMenuBar, top: TopBar) -> QWidget:
    """Return the bar at the top: the menus, and what is shown beside them."""
    bar = QWidget()
    row = QHBoxLayout(bar)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(0)
    menus.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Expanding)
    row.addWidget(menus)
    row.addWidget(top, 1)
    return bar
