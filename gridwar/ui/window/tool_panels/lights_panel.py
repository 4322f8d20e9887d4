"""The panel of the light tool: what a click places, the light that is chosen, all lights."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from gridwar.control.forms.light_forms import light_form, light_of_form
from gridwar.control.maps.light_presets import PRESETS
from gridwar.control.maps.light_words import light_icon, light_line
from gridwar.control.maps.map_words import light_words
from gridwar.control.presenters.light_rules import light_rules
from gridwar.control.records.panel_records import Choice
from gridwar.control.state.map_layers import Layer
from gridwar.control.tools.lights.lights_tool import LightsTool
from gridwar.engine.gm.light_commands import UseImportedLights
from gridwar.engine.gm.map_commands import SetPage
from gridwar.engine.perception.light_of_fight import light_name, place_of
from gridwar.model.zones import Light
from gridwar.text import _, ngettext
from gridwar.ui.widgets.controls.buttons_and_switches import KeyButton, Segments, Switch
from gridwar.ui.widgets.controls.labels import Heading, hairline, label, show_words
from gridwar.ui.widgets.painting.themed_widgets import ThemedWidget, clear, inset
from gridwar.ui.window.tool_panels.brush_bar import TallButton
from gridwar.ui.window.tool_panels.kind_list import KindRow, KindView
from gridwar.ui.window.tool_panels.tool_panel import ToolPanel, lay_out
from gridwar.ui.window.tool_panels.tool_panel_forms import LiveFields

if TYPE_CHECKING:
    from gridwar.control.forms.record_form import RecordForm
    from gridwar.ui.style.theme import Theme
    from gridwar.ui.window.window_parts import Parts


class LightsPanel(ToolPanel):
    """Presets, the values of the light that is chosen, what they mean, and a switch for each."""

    def __init__(self, parts: Parts) -> None:
        super().__init__(parts.theme)
        tool = parts.tools.tools[LightsTool.info.id]
        assert isinstance(tool, LightsTool)
        self._tool, self._controller = tool, parts.controller
        theme = parts.theme
        presets = QWidget(self)
        row = QHBoxLayout(presets)
        inset(row, theme, (10, 0, 10, 8), 2)
        self.presets: dict[str, TallButton] = {}
        for number, one in enumerate(PRESETS, start=1):
            button = TallButton(theme, one.icon, one.name, str(number), presets)
            button.clicked.connect(partial(self._take_preset, one.id))
            self.presets[one.id] = button
            row.addWidget(button)
        self._note = label("", "note", wrap=True)
        self.fields = LiveFields(theme, self)
        self.fields.edited.connect(self._edited)
        self._rules = label("", "note", wrap=True)
        self.lights = LightRows(theme, self)
        self.delete = KeyButton(theme, _("Take away"), "quiet", self)
        self.delete.set_words(_("Take away"), _("Del"), "trash-2")
        self.delete.clicked.connect(self._delete)
        self.imported = KeyButton(theme, "", "plain", self)
        self.imported.clicked.connect(lambda: self._controller.submit(UseImportedLights()))
        levels = tuple(Choice(str(int(one)), light_words(one).capitalize()) for one in Light)
        self.level = Segments(theme, levels, self)
        self.level.chosen.connect(
            lambda key: parts.controller.submit(SetPage(light=Light(int(key))))
        )
        self.shown = Switch(theme, _("Show light and darkness in play"), self)
        self.shown.clicked.connect(lambda: parts.controller.layers.turn(Layer.LIGHT))
        self.baked = Switch(theme, _("The map's picture has the light in it"), self)
        self.baked.clicked.connect(self._turn_baked)
        self._baked_line = QWidget(self)
        lay_out(self, parts, _("Lights"), (presets, self._body()), (self.delete, self.imported))

    def _body(self) -> QWidget:
        theme, body = self.theme, QWidget(self)
        column = QVBoxLayout(body)
        inset(column, theme, (0, 0, 0, 8), 4)
        for widget in (self._note, self.fields):
            column.addLayout(_inset(theme, widget) if widget is self._note else _whole(widget))
        column.addLayout(_inset(theme, Heading(theme, _("What it does to the rules"), self)))
        column.addLayout(_inset(theme, self._rules))
        column.addLayout(_inset(theme, Heading(theme, _("Lights here"), self)))
        column.addWidget(self.lights)
        column.addWidget(hairline())
        for words, control, line in (
            (_("The map is"), self.level, QWidget(self)),
            (_("Show in play"), self.shown, QWidget(self)),
            (_("Light is in the picture"), self.baked, self._baked_line),
        ):
            cells = QHBoxLayout(line)
            inset(cells, theme, (18, 4, 18, 4), 8)
            cells.addWidget(label(words, "quiet"))
            cells.addStretch(1)
            cells.addWidget(control)
            column.addWidget(line)
        return body

    def refresh(self) -> None:
        """Show the presets, the light that is chosen, and all lights."""
        tool, chosen, here = self._tool, self._tool.chosen, self._controller.encounter
        for key, button in self.presets.items():
            button.setChecked(key == tool.preset.id)
        hint = _("Click on the map to place it, or on somebody who is to carry it.")
        show_words(self._note, hint if chosen is None else "")
        self.fields.setVisible(chosen is not None)
        self.delete.setVisible(chosen is not None)
        if chosen is not None:
            people = {one.id: one.name for one in here.combatants.values()}
            self.fields.show_form(light_form(chosen, people, here.map.scale), chosen.id)
        self._rules.setText(light_rules(self._controller))
        rows = tuple(
            (
                KindView(
                    one.id, light_name(here, one), light_line(here, one), icon=light_icon(one)
                ),
                one.on,
            )
            for one in here.map.light_sources
        )
        self.lights.show_lights(rows, "" if chosen is None else chosen.id, tool)
        self.level.show_chosen(str(int(here.map.light)))
        self.shown.setChecked(Layer.LIGHT in self._controller.view.layers)
        self._baked_line.setVisible(here.map.picture is not None)
        self.baked.setChecked(here.map.baked_lighting)
        count = len(here.map.lights)
        text = ngettext("Use {n} light of the map", "Use {n} lights of the map", count)
        self.imported.set_words(text.format(n=count))
        self.imported.setVisible(count > 0 and chosen is None)  # there is no room for both

    def _take_preset(self, preset_id: str, *_checked: bool) -> None:
        self._tool.choose("")
        self._tool.take_preset(preset_id)

    def _turn_baked(self) -> None:
        is_baked = self._controller.encounter.map.baked_lighting
        self._controller.submit(SetPage(baked_lighting=not is_baked))

    def _delete(self) -> None:
        chosen = self._tool.chosen
        if chosen is not None:
            self._tool.remove(chosen.id)

    def _edited(self, form: RecordForm) -> None:
        chosen, here = self._tool.chosen, self._controller.encounter
        if chosen is None:
            return
        changed = light_of_form(form, chosen, here.map.scale, place_of(here, chosen))
        if changed == chosen:
            self.refresh()
        else:
            self._tool.change(changed)


class LightRows(ThemedWidget):
    """All lights of the map: a row that chooses each, and a switch."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._column = QVBoxLayout(self)
        inset(self._column, theme, (8, 0, 14, 0), 0)
        self._views: tuple[KindView, ...] = ()
        self.rows: dict[str, KindRow] = {}
        self.switches: dict[str, Switch] = {}

    def show_lights(
        self, lights: tuple[tuple[KindView, bool], ...], chosen: str, tool: LightsTool
    ) -> None:
        """Show rows with their switches, and which one is chosen."""
        views = tuple(view for view, _on in lights)
        if views != self._views:
            self._views = views
            self._build(tool)
        for view, on in lights:
            self.rows[view.id].setChecked(view.id == chosen)
            self.switches[view.id].setChecked(on)

    def _build(self, tool: LightsTool) -> None:
        clear(self._column)
        self.rows, self.switches = {}, {}
        for view in self._views:
            line = QWidget(self)
            cells = QHBoxLayout(line)
            inset(cells, self.theme, (0, 0, 0, 0), 4)
            row = KindRow(self.theme, view, line)
            row.clicked.connect(lambda _on=False, key=view.id: tool.choose(key))
            switch = Switch(self.theme, _("{light} shines").format(light=view.name), line)
            switch.clicked.connect(lambda _on=False, key=view.id: tool.switch(key))
            cells.addWidget(row, 1)
            cells.addWidget(switch)
            self._column.addWidget(line)
            self.rows[view.id], self.switches[view.id] = row, switch
        if not self._views:
            self._column.addLayout(_inset(self.theme, label(_("none yet"), "note")))


def _inset(theme: Theme, widget: QWidget) -> QHBoxLayout:
    line = QHBoxLayout()
    inset(line, theme, (18, 0, 18, 4), 0)
    line.addWidget(widget)
    return line


def _whole(widget: QWidget) -> QHBoxLayout:
    line = QHBoxLayout()
    line.setContentsMargins(0, 0, 0, 0)
    line.addWidget(widget)
    return line
