"""The panel of the tool for floors: what clicks do, the link that is chosen, all floors."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QDoubleSpinBox,
    QHBoxLayout,
    QLineEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from gridwar.control.maps.floor_in_view import by_height
from gridwar.control.maps.floor_words import floor_name, kind_name, link_name
from gridwar.control.tools.floors.floors_tool import MODE_KEYS, FloorMode, FloorsTool
from gridwar.model.bounds import HIGHEST, MOST
from gridwar.model.floors import LinkKind
from gridwar.text import _
from gridwar.ui.widgets.controls.buttons_and_switches import KeyButton, Switch
from gridwar.ui.widgets.controls.labels import Heading, hairline, label, show_words
from gridwar.ui.widgets.controls.number_fields import even_spin
from gridwar.ui.widgets.painting.themed_widgets import inset
from gridwar.ui.window.floor_from_map import add_empty_floor, add_floor
from gridwar.ui.window.tool_panels.kind_list import KindRows, KindView
from gridwar.ui.window.tool_panels.tool_panel import ToolPanel, lay_out

if TYPE_CHECKING:
    from gridwar.model.floors import Floor
    from gridwar.ui.window.window_parts import Parts

_STEP_M = 0.5
_FIELD_PX = 150


class FloorsPanel(ToolPanel):
    """What a click does, what the chosen link costs, the floors with name and height."""

    def __init__(self, parts: Parts) -> None:
        super().__init__(parts.theme)
        tool = parts.tools.tools[FloorsTool.info.id]
        assert isinstance(tool, FloorsTool)
        self._tool, self._controller = tool, parts.controller
        theme = parts.theme
        self.modes = KindRows(theme, self)
        self.modes.chosen.connect(lambda key: tool.use(FloorMode(key)))
        self.modes.show_kinds(tuple(_modes()), tool.mode)
        self._note = label("", "note", wrap=True)
        self.cost = QSpinBox(self)
        self.cost.setRange(1, MOST)
        self.cost.setAccessibleName(_("Steps that the way costs"))
        self.cost.valueChanged.connect(self._change_cost)
        self.both_ways = Switch(theme, _("It leads both ways"), self)
        self.both_ways.clicked.connect(self._turn_both_ways)
        self.unlink = KeyButton(theme, "", "quiet", self)
        self.unlink.set_words(_("Take it away"), _("Del"), "trash-2")
        self.unlink.clicked.connect(tool.remove_link)
        self._link = QWidget(self)
        self.floors = KindRows(theme, self)
        self.floors.chosen.connect(parts.controller.floors.show)
        self.name = QLineEdit(self)
        self.name.setAccessibleName(_("Name of the floor"))
        self.name.editingFinished.connect(lambda: tool.rename(self.name.text()))
        self.height_m = QDoubleSpinBox(self)
        self.height_m.setRange(-HIGHEST, HIGHEST)
        self.height_m.setSingleStep(_STEP_M)
        self.height_m.setKeyboardTracking(False)
        self.height_m.setAccessibleName(_("Height of the floor in metres"))
        self.height_m.valueChanged.connect(tool.raise_to)
        for spin in (self.cost, self.height_m):
            even_spin(spin, theme)
        self._floor = QWidget(self)
        self.remove = KeyButton(theme, "", "quiet", self)
        self.remove.set_words(_("Take away"), "", "trash-2")
        self.remove.clicked.connect(tool.remove_floor)
        self.add_empty = KeyButton(theme, _("Add an empty floor"), "plain", self)
        self.add_empty.clicked.connect(partial(add_empty_floor, parts))
        self.add = KeyButton(theme, _("Floor from a map \u2026"), "primary", self)
        self.add.clicked.connect(partial(add_floor, parts))
        lay_out(self, parts, _("Floors"), (self.modes, self._body()), (self.remove, self.add))

    def _body(self) -> QWidget:
        theme, body = self.theme, QWidget(self)
        column = QVBoxLayout(body)
        inset(column, theme, (0, 0, 0, 8), 4)
        link = QVBoxLayout(self._link)
        inset(link, theme, (0, 0, 0, 0), 4)
        for words, control in (
            (_("Costs so many steps"), self.cost),
            (_("Both ways"), self.both_ways),
            ("", self.unlink),
        ):
            link.addWidget(self._line(words, control))
        floor = QVBoxLayout(self._floor)
        inset(floor, theme, (0, 0, 0, 0), 4)
        floor.addWidget(self._line(_("Name"), self.name))
        floor.addWidget(self._line(_("Height, m"), self.height_m))
        column.addWidget(self._line("", self._note))
        column.addWidget(self._link)
        column.addWidget(hairline())
        self._head = self._line("", Heading(theme, _("Floors here"), self))
        column.addWidget(self._head)
        column.addWidget(self.floors)
        column.addWidget(self._floor)
        column.addWidget(self._line("", self.add_empty))
        return body

    def _line(self, words: str, control: QWidget) -> QWidget:
        line = QWidget(self)
        cells = QHBoxLayout(line)
        inset(cells, self.theme, (18, 2, 18, 2), 8)
        if words:
            cells.addWidget(label(words, "quiet"))
            cells.addStretch(1)
        if isinstance(control, QLineEdit | QAbstractSpinBox):  # in one column
            control.setFixedWidth(self.theme.px(_FIELD_PX))
        cells.addWidget(control)
        return line

    def refresh(self) -> None:
        """Show what clicks do, the chosen link, and the floors."""
        tool, link, floor = self._tool, self._tool.chosen, self._tool.floor
        for key, row in self.modes.buttons.items():
            row.setChecked(key == tool.mode)
        show_words(self._note, self._hint())
        self._link.setVisible(link is not None)
        if link is not None:
            with QSignalBlocker(self.cost):
                self.cost.setValue(link.cost)
            self.both_ways.setChecked(link.both_ways)
        page = tool.page
        rows = tuple(_row(one) for one in by_height(page)[::-1])
        self.floors.show_kinds(rows, "" if floor is None else floor.id)
        self._head.setVisible(floor is not None)
        self._floor.setVisible(floor is not None)
        self.remove.setVisible(len(page.floors) > 1)
        if floor is not None:
            if not self.name.hasFocus() and self.name.text() != floor_name(floor):
                self.name.setText(floor_name(floor))
            with QSignalBlocker(self.height_m):
                self.height_m.setValue(floor.elevation_m)

    def _hint(self) -> str:
        tool, link = self._tool, self._tool.chosen
        if not tool.page.floors:
            return _("The map is one page: add a floor first. It lies above this one.")
        if link is not None:
            return link_name(tool.page, link)
        if tool.begun is not None:
            return _("Show another floor and click where it ends.")
        return {
            FloorMode.OPENING: _("Paint the cells where this floor is open to the one below."),
            FloorMode.ALIGN: _("Every other square shows the floor below: drag this one over it."),
        }.get(tool.mode, _("Click where it begins, then, on another floor, where it ends."))

    def _change_cost(self, cost: int) -> None:
        link = self._tool.chosen
        if link is not None and link.cost != cost:
            self._tool.change_link(link.replace(cost=cost))

    def _turn_both_ways(self) -> None:
        link = self._tool.chosen
        if link is not None:
            self._tool.change_link(link.replace(both_ways=not link.both_ways))


def _modes() -> list[KindView]:
    words = {
        FloorMode.OPENING: (_("An opening"), _("seen and shot through"), "square-dashed"),
        FloorMode.ALIGN: (_("Bring in line"), _("lay it over the floor below"), "move"),
    }
    icons = {LinkKind.STAIR: "stairs", LinkKind.LADDER: "ladder", LinkKind.SHAFT: "square"}
    views = []
    for key, mode in MODE_KEYS.items():
        if mode in words:
            name, note, icon = words[mode]
        else:
            kind = LinkKind(mode.value)
            name, note = kind_name(kind).capitalize(), _("leads to another floor")
            icon = icons.get(kind, "door-open")
        views.append(KindView(mode.value, name, f"{key} \u00b7 {note}", icon=icon))
    return views


def _row(floor: Floor) -> KindView:
    note = _("{w} \u00d7 {h} cells, {m:g} m up").format(
        w=floor.size.w, h=floor.size.h, m=floor.elevation_m
    )
    return KindView(floor.id, floor_name(floor), note, icon="layers")
