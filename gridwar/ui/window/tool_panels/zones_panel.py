"""The panel of the zone tool: the zones of the map, what a new one begins as, and its values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from gridwar.control.forms.map_forms import zone_form, zone_of
from gridwar.control.maps.floor_words import floor_name
from gridwar.control.maps.map_words import light_words, zone_name, zone_note
from gridwar.control.presenters.reference_cards import zone_key
from gridwar.control.records.panel_records import Choice
from gridwar.control.tools.ground.zones_tool import ZonesTool
from gridwar.engine.gm.map_commands import PutZones, SetPage
from gridwar.model.zones import LIGHT, SMOKE, WEATHER, ZERO_GRAVITY, Light, Zone
from gridwar.text import _, ngettext
from gridwar.ui.widgets.controls.buttons_and_switches import KeyButton, Segments
from gridwar.ui.widgets.controls.labels import hairline, label
from gridwar.ui.widgets.painting.themed_widgets import inset
from gridwar.ui.window.tool_panels.brush_bar import BrushBar
from gridwar.ui.window.tool_panels.kind_list import KindRows, KindView
from gridwar.ui.window.tool_panels.tool_panel import ToolPanel, lay_out, popup_above, show_above
from gridwar.ui.window.tool_panels.tool_panel_forms import LiveFields

if TYPE_CHECKING:
    from gridwar.control.forms.record_form import RecordForm
    from gridwar.ui.window.window_parts import Parts

NEW: Final = "new"
_ICONS: Final = {
    SMOKE: "cloud-fog",
    WEATHER: "wind",
    ZERO_GRAVITY: "rocket",
    "silence": "volume-x",
    "fire": "flame",
    "gas": "biohazard",
    "heat": "flame",
    "jamming": "wifi-off",
    "rest": "anchor",
}


class ZonesPanel(ToolPanel):
    """The brush, the zones, and the values of the one that is taken up."""

    def __init__(self, parts: Parts) -> None:
        super().__init__(parts.theme)
        tool = parts.tools.tools[ZonesTool.info.id]
        assert isinstance(tool, ZonesTool)
        self._tool, self._controller = tool, parts.controller
        theme = parts.theme
        self.bar = BrushBar(theme, tool, self)
        self.zones = KindRows(theme, self)
        self.zones.chosen.connect(self._choose)
        self.fields = LiveFields(theme, self)
        self.fields.edited.connect(self._edited)
        self._note = label("", "note", wrap=True)
        self.delete = KeyButton(theme, _("Take away"), "quiet", self)
        self.delete.set_words(_("Take away"), _("Del"), "trash-2")
        self.delete.clicked.connect(self._delete)
        self.fill = KeyButton(theme, _("All of the floor"), "plain", self)
        self.fill.clicked.connect(tool.lay_over_floor)
        self.fresh = KeyButton(theme, _("New zone"), "plain", self)
        self.fresh.set_words(_("New zone"), "", "plus")
        self.fresh.clicked.connect(self._offer)
        body = QWidget(self)
        column = QVBoxLayout(body)
        inset(column, theme, (0, 0, 0, 8), 4)
        words = QHBoxLayout()
        inset(words, theme, (18, 0, 18, 4), 0)
        words.addWidget(self._note)
        column.addWidget(self.zones)
        column.addLayout(words)
        over = QHBoxLayout()
        inset(over, theme, (14, 0, 14, 4), 0)
        over.addWidget(self.fill)
        over.addStretch(1)
        column.addLayout(over)
        column.addWidget(self.fields)
        lights = tuple(Choice(str(int(one)), light_words(one).capitalize()) for one in Light)
        self.light = Segments(theme, lights, self)
        self.light.chosen.connect(
            lambda key: parts.controller.submit(SetPage(light=Light(int(key))))
        )
        light = QHBoxLayout()
        inset(light, theme, (18, 8, 18, 8), 8)
        light.addWidget(label(_("Elsewhere"), "quiet"))
        light.addWidget(self.light)
        light.addStretch(1)
        column.addWidget(hairline())
        column.addLayout(light)
        lay_out(self, parts, _("Zones"), (self.bar, body), (self.delete, self.fresh))

    def refresh(self) -> None:
        """Show the brush, the zones and the values."""
        tool, active = self._tool, self._tool.active
        self.bar.refresh()
        self.light.show_chosen(str(int(tool.page.light)))
        fresh = KindView(
            NEW,
            _("New: {zone}").format(zone=zone_name(tool.sample)),
            _("begins with a stroke"),
            icon=_icon(tool.sample),
        )
        rows = tuple(
            KindView(zone.id, zone_name(zone), _note(zone), icon=_icon(zone), opens=zone_key(zone))
            for zone in tool.page.zones
        )
        chosen = NEW if active is None else active.id
        self.zones.show_kinds((*rows, fresh) if active is None else rows, chosen)
        self.delete.setVisible(active is not None)
        floor = self._controller.floors.shown
        self.fill.setVisible(floor is not None)
        if floor is not None:
            self.fill.set_words(_("All of {floor}").format(floor=floor_name(floor)), "", "layers")
        self._note.setVisible(active is None)
        self._note.setText(_("Paint where it lies. Strokes go into the zone that is chosen."))
        shown = tool.sample if active is None else active
        further = self._controller.system.data.zones()
        named = self._controller.encounter.sides.items()
        sides = {key: side.name for key, side in named}
        self.fields.show_form(zone_form(shown, further, sides), chosen)

    def _choose(self, key: str) -> None:
        if key != NEW:
            self._tool.take(key)

    def _offer(self) -> None:
        menu = popup_above(self.fresh)
        for sample in self._tool.samples:
            menu.addAction(zone_name(sample)).triggered.connect(
                lambda _on=False, one=sample: self._tool.begin(one)
            )
        show_above(menu, self.fresh)

    def _delete(self) -> None:
        active = self._tool.active
        if active is not None:
            self._tool.remove(active.id)

    def _edited(self, form: RecordForm) -> None:
        active = self._tool.active
        before = self._tool.sample if active is None else active
        changed = zone_of(form, before)
        if changed == before:
            self.refresh()
        elif active is None and changed.everywhere:
            self._tool.lay_everywhere(changed)
        elif active is None:
            self._tool.begin(changed)
        else:
            self._controller.submit(PutZones(put=(changed,)))


def _note(zone: Zone) -> str:
    count = len(zone.cells)
    cells = ngettext("{n} cell", "{n} cells", count).format(n=count)
    cells = "" if zone.everywhere else cells
    return ", ".join(filter(None, (cells, zone_note(zone))))


def _icon(zone: Zone) -> str:
    if zone.kind == LIGHT:
        return "sun" if zone.strength == Light.BRIGHT else "moon"
    return _ICONS.get(zone.kind, "circle-dot")
