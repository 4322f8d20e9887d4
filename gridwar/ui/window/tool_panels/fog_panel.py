"""The panel of the fog tool: what fog goes by, what a stroke takes in and does, all and none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from gridwar.control.maps.fog_words import MODE_HINTS, MODE_WORDS
from gridwar.control.tools.ground import stroke_cells
from gridwar.control.tools.ground.fog_edits import FogHand
from gridwar.control.tools.ground.fog_stroke import FogShape
from gridwar.control.tools.ground.fog_tool import SHAPES, FogTool
from gridwar.engine.gm.fog_commands import SetFog
from gridwar.model.memory import FogMode
from gridwar.text import _
from gridwar.ui.widgets.containers.flow_layout import FlowLayout
from gridwar.ui.widgets.controls.buttons_and_switches import ChoiceButton, KeyButton
from gridwar.ui.widgets.controls.labels import hairline, label
from gridwar.ui.widgets.painting.themed_widgets import inset
from gridwar.ui.window.tool_panels.brush_bar import Stepper, TallButton
from gridwar.ui.window.tool_panels.tool_panel import ToolPanel, lay_out

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.ui.window.window_parts import Parts

_SHAPES: Final = {
    FogShape.BRUSH: ("paintbrush", _("Brush")),
    FogShape.BOX: ("square", _("Box")),
    FogShape.POLYGON: ("pentagon", _("Polygon")),
    FogShape.ROOM: ("door-open", _("Room")),
}
_HANDS: Final = {
    FogHand.MEMORY: _("What they know"),
    FogHand.PIN: _("Pin"),
    FogHand.UNPIN: _("Unpin"),
}
_HAND_NOTES: Final = {
    FogHand.MEMORY: _("By sight it is what they remember; what their people see stays seen."),
    FogHand.PIN: _("Pinned squares stay shown, or covered, whatever anybody sees."),
    FogHand.UNPIN: _("Squares go by what is seen and remembered again."),
}
_ALL: Final = ""
_LEAST_PX: Final = 260


class FogPanel(ToolPanel):
    """Modes, shapes, what a stroke changes and for whom."""

    def __init__(self, parts: Parts) -> None:
        super().__init__(parts.theme)
        tool = parts.tools.tools[FogTool.info.id]
        assert isinstance(tool, FogTool)
        self._tool, self._controller = tool, parts.controller
        theme = parts.theme
        self.shapes: dict[FogShape, TallButton] = {}
        bar = QWidget(self)
        row = QHBoxLayout(bar)
        inset(row, theme, (10, 0, 10, 8), 2)
        for number, shape in enumerate(SHAPES, start=1):
            button = TallButton(theme, *_SHAPES[shape], str(number), bar)
            button.clicked.connect(lambda _on=False, one=shape: tool.set_shape(one))
            self.shapes[shape] = button
            row.addWidget(button)
        self.eraser = TallButton(theme, "eye-off", _("Cover"), "0", bar)
        self.eraser.clicked.connect(tool.set_covers)
        row.addWidget(self.eraser)
        self.width_steps = Stepper(theme, _("Size"), self)
        self.width_steps.less.clicked.connect(lambda: tool.set_size(tool.size - 1))
        self.width_steps.more.clicked.connect(lambda: tool.set_size(tool.size + 1))
        self.hands = _Choices(self, {one.value: words for one, words in _HANDS.items()})
        self.hands.chosen.connect(lambda key: tool.set_hand(FogHand(key)))
        self._hand_note = label("", "note", wrap=True)
        self.sides = _Choices(self, {})
        self.sides.chosen.connect(tool.take_side)
        self._side_head = label(_("For whom"), "quiet")
        self.modes = _Choices(self, {one.value: MODE_WORDS[one] for one in FogMode})
        self.modes.chosen.connect(lambda key: parts.controller.submit(SetFog(mode=FogMode(key))))
        self._mode_note = label("", "note", wrap=True)
        self.none = KeyButton(theme, _("Cover all"), "plain", self)
        self.none.set_words(_("Cover all"), "", "eye-off")
        self.none.clicked.connect(lambda: tool.edit_all(covers=True))
        self.all = KeyButton(theme, _("Uncover all"), "plain", self)
        self.all.set_words(_("Uncover all"), "", "eye")
        self.all.clicked.connect(lambda: tool.edit_all(covers=False))
        lay_out(self, parts, _("Fog"), (bar, self._body()), (self.none, self.all))

    def _body(self) -> QWidget:
        body = QWidget(self)
        column = QVBoxLayout(body)
        inset(column, self.theme, (18, 0, 18, 8), 8)
        column.addWidget(self.width_steps)
        for part in (
            label(_("A stroke changes"), "quiet"),
            self.hands,
            self._hand_note,
            self._side_head,
            self.sides,
            hairline(),
            label(_("Fog goes by"), "quiet"),
            self.modes,
            self._mode_note,
        ):
            column.addWidget(part)
        return body

    def refresh(self) -> None:
        """Show how the tool is set, and what the fog goes by."""
        tool, mode = self._tool, self._controller.encounter.vision.mode
        for shape, button in self.shapes.items():
            button.setChecked(shape is tool.shape)
        self.eraser.setChecked(tool.covers)
        self.width_steps.show_number(str(tool.size))
        self.width_steps.less.setEnabled(tool.size > stroke_cells.SMALLEST)
        self.width_steps.more.setEnabled(tool.size < stroke_cells.LARGEST)
        self.width_steps.setVisible(tool.shape is FogShape.BRUSH)
        self.hands.show_chosen(tool.hand.value)
        self._hand_note.setText(_HAND_NOTES[tool.hand])
        named = self._controller.encounter.sides
        choices = {_ALL: _("All of them"), **{key: named[key].name for key in tool.choices}}
        for part in (self._side_head, self.sides):
            part.setVisible(bool(tool.choices))
        self.sides.set_choices(choices)
        self.sides.show_chosen(tool.side)
        self.modes.show_chosen(mode.value)
        self._mode_note.setText(MODE_HINTS[mode])


class _Choices(QWidget):
    """One of a few ways, in as many rows as they take; ``chosen`` tells its key."""

    chosen = Signal(str)

    def __init__(self, panel: ToolPanel, choices: Mapping[str, str]) -> None:
        super().__init__(panel)
        self._theme = panel.theme
        self._flow = FlowLayout(self, least_px=panel.theme.px(_LEAST_PX))
        self.buttons: dict[str, ChoiceButton] = {}
        self._choices: dict[str, str] = {}
        self.set_choices(choices)

    def set_choices(self, choices: Mapping[str, str]) -> None:
        """Offer other ways, by their keys."""
        if choices == self._choices:
            return
        self._choices = dict(choices)
        for old in self.buttons.values():
            self._flow.removeWidget(old)
            old.deleteLater()
        self.buttons = {key: self._button(key, words) for key, words in choices.items()}

    def _button(self, key: str, words: str) -> ChoiceButton:
        button = ChoiceButton(self._theme, words, self)
        button.clicked.connect(lambda _on=False: self.chosen.emit(key))
        self._flow.addWidget(button)
        button.show()
        return button

    def show_chosen(self, key: str) -> None:
        """Show which one holds."""
        for its_key, button in self.buttons.items():
            button.setChecked(its_key == key)
