"""The panel of the wall tool: what to draw, what new walls stop, and what is selected."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from gridwar.control.forms.map_forms import wall_changes, wall_form
from gridwar.control.maps.map_words import capital, door_words, stops_words, wall_name
from gridwar.control.records.panel_records import Choice
from gridwar.control.tools.walls.wall_changes import MODES, Preset, WallMode
from gridwar.control.tools.walls.walls_tool import WallsTool
from gridwar.model.walls import DoorState
from gridwar.text import _, ngettext
from gridwar.ui.widgets.controls.buttons_and_switches import KeyButton, Segments
from gridwar.ui.widgets.controls.labels import label, show_words
from gridwar.ui.widgets.painting.themed_widgets import inset
from gridwar.ui.window.tool_panels.brush_bar import TallButton
from gridwar.ui.window.tool_panels.tool_panel import ToolPanel, lay_out
from gridwar.ui.window.tool_panels.tool_panel_forms import LiveFields

if TYPE_CHECKING:
    from gridwar.control.forms.record_form import RecordForm
    from gridwar.model.walls import Wall
    from gridwar.ui.window.window_parts import Parts

_MODES: Final = {
    WallMode.WALL: ("waypoints", _("Wall")),
    WallMode.ROOM: ("square", _("Room")),
    WallMode.DOOR: ("door-closed", _("Door")),
    WallMode.WINDOW: ("app-window", _("Window")),
    WallMode.SELECT: ("square-dashed-mouse-pointer", _("Select")),
}


class WallsPanel(ToolPanel):
    """Modes, presets, and the properties of what is selected."""

    def __init__(self, parts: Parts) -> None:
        super().__init__(parts.theme)
        tool = parts.tools.tools[WallsTool.info.id]
        assert isinstance(tool, WallsTool)
        self._tool = tool
        theme = parts.theme
        modes = QWidget(self)
        row = QHBoxLayout(modes)
        inset(row, theme, (10, 0, 10, 8), 2)
        self.modes: dict[WallMode, TallButton] = {}
        for number, mode in enumerate(MODES, start=1):
            button = TallButton(theme, *_MODES[mode], str(number), modes)
            button.clicked.connect(lambda _on=False, one=mode: tool.set_mode(one))
            self.modes[mode] = button
            row.addWidget(button)
        self.presets = Segments(
            theme,
            tuple(
                Choice(one.value, words)
                for one, words in (
                    (Preset.WALL, _("Wall")),
                    (Preset.FENCE, _("Fence")),
                    (Preset.CURTAIN, _("Curtain")),
                )
            ),
            self,
        )
        self.presets.chosen.connect(lambda key: tool.set_preset(Preset(key)))
        self.doors = Segments(
            theme,
            tuple(
                Choice(one.value, door_words(one).capitalize())
                for one in (DoorState.CLOSED, DoorState.OPEN, DoorState.LOCKED, DoorState.SECRET)
            ),
            self,
        )
        self.doors.chosen.connect(lambda key: tool.set_door(DoorState(key)))
        self._head = label("", "name")
        self._note = label("", "note", wrap=True)
        self.fields = LiveFields(theme, self)
        self.fields.edited.connect(self._edited)
        self.delete = KeyButton(theme, _("Take away"), "quiet", self)
        self.delete.set_words(_("Take away"), _("Del"), "trash-2")
        self.delete.clicked.connect(tool.remove)
        body = QWidget(self)
        column = QVBoxLayout(body)
        inset(column, theme, (0, 0, 0, 8), 8)
        inside = QVBoxLayout()
        inset(inside, theme, (18, 4, 18, 0), 8)
        for widget in (self._head, self.presets, self.doors, self._note):
            inside.addWidget(widget)
        column.addLayout(inside)
        column.addWidget(self.fields)
        last = QHBoxLayout()
        inset(last, theme, (14, 0, 14, 0), 0)
        last.addWidget(self.delete)
        last.addStretch(1)
        column.addLayout(last)
        lay_out(self, parts, _("Walls and doors"), (modes, body))

    def refresh(self) -> None:
        """Show the mode, and what is selected."""
        tool, chosen = self._tool, self._tool.chosen
        for mode, button in self.modes.items():
            button.setChecked(mode is tool.mode)
        draws = tool.mode in (WallMode.WALL, WallMode.ROOM)
        self.presets.setVisible(draws)
        self.presets.show_chosen(tool.preset.value)
        self.doors.setVisible(tool.mode is WallMode.DOOR)
        self.doors.show_chosen(tool.door.value)
        show_words(self._head, _head(chosen))
        show_words(self._note, self._words(chosen))
        self.delete.setVisible(bool(chosen))
        self.fields.setVisible(bool(chosen))
        if chosen:
            ids = " ".join(wall.id for wall in chosen)
            self.fields.show_form(wall_form(chosen, tool.scale), ids)

    def _words(self, chosen: tuple[Wall, ...]) -> str:
        tool = self._tool
        if tool.mode is WallMode.SELECT:
            if len(chosen) == 1:
                return stops_words(chosen[0])
            return "" if chosen else _("Click a wall, or draw a box round several.")
        like = stops_words(tool.like())
        if tool.mode is WallMode.WINDOW:
            return _("A window {stops}; one can see through it.").format(stops=like)
        if tool.mode is WallMode.DOOR:
            return _("Click on a wall, or drag along it. A closed door {stops}.").format(
                stops=stops_words(tool.like().with_door(DoorState.CLOSED))
            )
        return _("Each new wall {stops}.").format(stops=like)

    def _edited(self, form: RecordForm) -> None:
        fields = wall_changes(form, self._tool.scale)
        if fields:
            self._tool.change(**fields)
        else:
            self.refresh()


def _head(chosen: tuple[Wall, ...]) -> str:
    if not chosen:
        return ""
    if len(chosen) == 1:
        return capital(wall_name(chosen[0]))
    return ngettext("{n} wall", "{n} walls", len(chosen)).format(n=len(chosen))
