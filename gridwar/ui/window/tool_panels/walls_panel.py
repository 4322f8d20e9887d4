"""The panel of the wall tool: what to draw, what new walls stop, and what is selected."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from gridwar.control.forms.wall_form import wall_changes, wall_form
from gridwar.control.maps.map_words import (
    capital,
    door_words,
    sides_words,
    stops_words,
    strength_words,
    wall_name,
)
from gridwar.control.records.ground_records import WallLook
from gridwar.control.records.panel_records import Choice
from gridwar.control.records.scene_records import LegendEntry
from gridwar.control.tools.walls.wall_changes import KINDS, MODES, WallMode
from gridwar.control.tools.walls.walls_tool import WallsTool
from gridwar.model.walls import DoorState, WallKind, WallSide
from gridwar.text import _, ngettext
from gridwar.ui.map.frame.legend_samples import draw_sample
from gridwar.ui.widgets.controls.buttons_and_switches import KeyButton, Segments
from gridwar.ui.widgets.controls.labels import label, show_words
from gridwar.ui.widgets.painting.themed_widgets import inset
from gridwar.ui.window.damage_to_wall_form import ask_damage
from gridwar.ui.window.tool_panels.brush_bar import TallButton
from gridwar.ui.window.tool_panels.tool_panel import ToolPanel, lay_out
from gridwar.ui.window.tool_panels.tool_panel_forms import LiveFields
from gridwar.ui.window.tool_panels.wall_tidying_box import WallTidyingBox

if TYPE_CHECKING:
    from gridwar.control.forms.record_form import RecordForm
    from gridwar.model.floors import Floor
    from gridwar.model.walls import Wall
    from gridwar.ui.style.theme import Theme
    from gridwar.ui.widgets.painting.themed_painter import ThemedPainter
    from gridwar.ui.window.window_parts import Parts

_MODES: Final = {
    WallMode.WALL: ("waypoints", _("Wall")),
    WallMode.ROOM: ("square", _("Room")),
    WallMode.DOOR: ("door-closed", _("Door")),
    WallMode.WINDOW: ("app-window", _("Window")),
    WallMode.SELECT: ("square-dashed-mouse-pointer", _("Select")),
}


_KINDS: Final = {
    WallKind.WALL: (WallLook.WALL, _("Wall")),
    WallKind.CURTAIN: (WallLook.CURTAIN, _("Curtain")),
    WallKind.BARS: (WallLook.BARS, _("Bars")),
    WallKind.FENCE: (WallLook.FENCE, _("Fence")),
}
_WAYS: Final = {
    None: "arrow-up-down",
    WallSide.LEFT: "arrow-right",
    WallSide.RIGHT: "arrow-left",
}


class KindButton(TallButton):
    """A kind of wall: its line as on the map, over its name."""

    def __init__(self, theme: Theme, look: WallLook, words: str, key: str, parent: QWidget) -> None:
        super().__init__(theme, "", words, key, parent)
        self._look = look

    def draw_sign(self, painter: ThemedPainter, middle: QPointF, color: str) -> None:
        """Draw the line."""
        del color
        half = QPointF(painter.px(22), painter.px(8))
        box = QRectF(middle - half, middle + half)
        draw_sample(painter.qpainter, LegendEntry(self._look, ""), box)


class WallsPanel(ToolPanel):
    """Modes, kinds, and the properties of what is selected."""

    def __init__(self, parts: Parts) -> None:
        super().__init__(parts.theme)
        tool = parts.tools.tools[WallsTool.info.id]
        assert isinstance(tool, WallsTool)
        self._tool, self._controller = tool, parts.controller
        theme = parts.theme
        self.modes: dict[WallMode, TallButton] = {}
        modes = self._make_modes(theme)
        self.kinds: dict[WallKind, KindButton] = {}
        self._kinds = self._make_kinds(theme)
        self.way = KeyButton(theme, "", "quiet", self)
        self.way.clicked.connect(tool.turn_round)
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
        self.damage = KeyButton(theme, _("Damage \u2026"), "quiet", self)
        self.damage.set_words(_("Damage \u2026"), icon="swords")
        self.damage.clicked.connect(lambda: ask_damage(parts, tool.chosen[0]))
        body = QWidget(self)
        column = QVBoxLayout(body)
        inset(column, theme, (0, 0, 0, 8), 8)
        inside = QVBoxLayout()
        inset(inside, theme, (18, 4, 18, 0), 8)
        for widget in (self._head, self._kinds, self.doors, self._note):
            inside.addWidget(widget)
        column.addLayout(inside)
        way = QHBoxLayout()
        inset(way, theme, (14, 0, 14, 0), 0)
        way.addWidget(self.way)
        way.addStretch(1)
        column.addLayout(way)
        column.addWidget(self.fields)
        last = QHBoxLayout()
        inset(last, theme, (14, 0, 14, 0), 0)
        last.addWidget(self.delete)
        last.addStretch(1)
        column.addLayout(last)
        hit = QHBoxLayout()
        inset(hit, theme, (14, 0, 14, 0), 0)
        hit.addWidget(self.damage)
        hit.addStretch(1)
        column.addLayout(hit)
        self.tidying = WallTidyingBox(parts, tool, body)
        column.addWidget(self.tidying)
        lay_out(self, parts, _("Walls and doors"), (modes, body))

    def _make_modes(self, theme: Theme) -> QWidget:
        """Return the row of what a click makes."""
        modes = QWidget(self)
        row = QHBoxLayout(modes)
        inset(row, theme, (10, 0, 10, 8), 2)
        for number, mode in enumerate(MODES, start=1):
            button = TallButton(theme, *_MODES[mode], str(number), modes)
            button.clicked.connect(lambda _on=False, one=mode: self._tool.set_mode(one))
            self.modes[mode] = button
            row.addWidget(button)
        return modes

    def _make_kinds(self, theme: Theme) -> QWidget:
        """Return the row of kinds that lines and rooms may be of."""
        kinds = QWidget(self)
        row = QHBoxLayout(kinds)
        inset(row, theme, (0, 0, 0, 0), 2)
        for number, kind in enumerate(KINDS, start=len(MODES) + 1):
            chip = KindButton(theme, *_KINDS[kind], str(number), kinds)
            chip.clicked.connect(lambda _on=False, one=kind: self._tool.set_kind(one))
            self.kinds[kind] = chip
            row.addWidget(chip)
        return kinds

    def refresh(self) -> None:
        """Show the mode, and what is selected."""
        tool, chosen = self._tool, self._tool.chosen
        for mode, button in self.modes.items():
            button.setChecked(mode is tool.mode)
        self._kinds.setVisible(tool.mode in (WallMode.WALL, WallMode.ROOM))
        for kind, chip in self.kinds.items():
            chip.setChecked(kind is tool.kind)
        self.doors.setVisible(tool.mode is WallMode.DOOR)
        self.doors.show_chosen(tool.door.value)
        show_words(self._head, _head(chosen, self._controller.encounter.map.floors))
        show_words(self._note, self._words(chosen))
        self._refresh_way(chosen or (tool.like(),))
        self.way.setVisible(bool(chosen) or tool.mode is not WallMode.SELECT)
        self.delete.setVisible(bool(chosen))
        self.damage.setVisible(len(chosen) == 1 and chosen[0].can_be_damaged)
        self.fields.setVisible(bool(chosen))
        if chosen:
            ids = " ".join(wall.id for wall in chosen)
            self.fields.show_form(wall_form(chosen, tool.scale), ids)
        self.tidying.refresh()

    def _refresh_way(self, walls: tuple[Wall, ...]) -> None:
        """Say whom walls stop: the selected ones by the compass, new ones by the way drawn."""
        side = walls[0].one_way
        if len({wall.one_way for wall in walls}) > 1:
            words = _("Stop from different sides")
        elif side is None:
            words = _("Stops from either side")
        elif self._tool.chosen:
            words = _("Stops {side}").format(side=sides_words(walls)[side])
        else:
            words = {
                WallSide.LEFT: _("Stops from its left"),
                WallSide.RIGHT: _("Stops from its right"),
            }[side]
        self.way.set_words(words, _("Tab"), _WAYS[side])

    def _words(self, chosen: tuple[Wall, ...]) -> str:
        tool = self._tool
        if tool.mode is WallMode.SELECT:
            if len(chosen) == 1:
                return ", ".join(filter(None, (stops_words(chosen[0]), strength_words(chosen[0]))))
            return "" if chosen else _("Click a wall, or draw a box round several.")
        like = stops_words(tool.like().replace(one_way=None))
        if tool.mode is WallMode.WINDOW:
            return _("A window {stops}; one can see through it.").format(stops=like)
        if tool.mode is WallMode.DOOR:
            return _("Click on a wall, or drag along it. A closed door {stops}.").format(
                stops=stops_words(tool.like().replace(one_way=None, door=DoorState.CLOSED))
            )
        return _("Each new wall {stops}.").format(stops=like)

    def _edited(self, form: RecordForm) -> None:
        fields = wall_changes(form, self._tool.scale)
        if fields:
            self._tool.change(**fields)
        else:
            self.refresh()


def _head(chosen: tuple[Wall, ...], floors: tuple[Floor, ...]) -> str:
    if not chosen:
        return ""
    if len(chosen) == 1:
        return capital(wall_name(chosen[0], floors))
    return ngettext("{n} wall", "{n} walls", len(chosen)).format(n=len(chosen))
