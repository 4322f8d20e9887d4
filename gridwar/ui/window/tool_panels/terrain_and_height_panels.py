"""The panels of the tools that paint layers: terrain with its kinds, and ground height."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from gridwar.control.forms.map_forms import terrain_form, terrain_of
from gridwar.control.maps.map_looks import SAMPLE_TERRAIN, terrain_look
from gridwar.control.maps.map_words import height_words, terrain_effect, terrain_name
from gridwar.control.presenters.reference_cards import ground_key
from gridwar.control.records.panel_records import Choice
from gridwar.control.tools.ground.terrain_and_height_tools import HeightTool, PaintTool
from gridwar.engine.gm.map_commands import DropKind, SetTerrainKind
from gridwar.model.battlemap import LayerName
from gridwar.model.terrain_kinds import TerrainKind
from gridwar.text import _
from gridwar.ui.widgets.controls.buttons_and_switches import KeyButton, Segments
from gridwar.ui.widgets.controls.labels import label
from gridwar.ui.widgets.painting.themed_widgets import inset
from gridwar.ui.window.tool_panels.brush_bar import BrushBar, Stepper
from gridwar.ui.window.tool_panels.kind_list import KindRows, KindView
from gridwar.ui.window.tool_panels.tool_panel import ToolPanel, lay_out, popup_above, show_above
from gridwar.ui.window.tool_panels.tool_panel_forms import KindEditor

if TYPE_CHECKING:
    from gridwar.control.forms.record_form import RecordForm
    from gridwar.ui.window.window_parts import Parts

NEW = TerrainKind(name="", difficulty=1, multiplier=2)


class PaintPanel(ToolPanel):
    """Terrain: the brush, and the kinds to paint with."""

    def __init__(self, parts: Parts) -> None:
        super().__init__(parts.theme)
        tool = parts.tools.tools[PaintTool.info.id]
        assert isinstance(tool, PaintTool)
        self._tool, self._parts = tool, parts
        self.bar = BrushBar(parts.theme, tool, self)
        self.kinds = KindRows(parts.theme, self)
        self.kinds.chosen.connect(lambda key: tool.choose(int(key)))
        self.fresh = KeyButton(parts.theme, _("New kind \u2026"), "plain", self)
        self.change = KeyButton(parts.theme, _("Change \u2026"), "quiet", self)
        self.fresh.clicked.connect(self._offer)
        self.change.clicked.connect(
            lambda: self._edit(tool.kind, tool.page.terrain_kinds[tool.kind])
        )
        self.editor = KindEditor(parts.theme, self)
        self.editor.cancelled.connect(self._close_editor)
        self.editor.done.connect(self._take)
        self.editor.dropped.connect(self._drop)
        self._index, self._kind = 0, NEW
        body = QWidget(self)
        rows = QVBoxLayout(body)
        inset(rows, parts.theme, (0, 0, 0, 0), 8)
        rows.addWidget(self.kinds)
        rows.addWidget(self.editor)
        lay_out(self, parts, _("Paint terrain"), (self.bar, body), (self.change, self.fresh))

    def refresh(self) -> None:
        """Show the brush and the kinds; while one is written, its form alone."""
        for widget in (self.bar, self.kinds, self.fresh, self.change):
            widget.setVisible(self.editor.isHidden())
        self.bar.refresh()
        kinds = self._tool.page.terrain_kinds
        views = tuple(
            KindView(
                str(at),
                terrain_name(kind),
                terrain_effect(kind),
                terrain_look(kind) if at else None,
                opens=ground_key(kind) if at else "",
            )
            for at, kind in enumerate(kinds)
        )
        self.kinds.show_kinds(views, "" if self._tool.brush.erases else str(self._tool.kind))

    def _offer(self) -> None:
        """Offer the kinds of the rulebook, others to begin with, and one of the GM's own."""
        names = {kind.name for kind in self._tool.page.terrain_kinds}
        of_rules = self._parts.controller.system.data.terrain()
        names_of_rules = {kind.name for kind in of_rules}
        others = (kind for kind in SAMPLE_TERRAIN if kind.name not in names_of_rules)
        menu = popup_above(self.fresh)
        for group in (of_rules, others):
            for sample in group:
                if sample.name not in names:
                    words = f"{terrain_name(sample)}\t{terrain_effect(sample)}"
                    act = partial(self._add, sample)
                    menu.addAction(words).triggered.connect(lambda _on, act=act: act())
            menu.addSeparator()
        own = menu.addAction(_("A kind of your own \u2026"))
        own.triggered.connect(lambda _on: self.begin_kind())
        show_above(menu, self.fresh)

    def begin_kind(self) -> None:
        """Show the form of a new kind."""
        self._edit(len(self._tool.page.terrain_kinds), NEW)

    def _add(self, kind: TerrainKind) -> None:
        index = len(self._tool.page.terrain_kinds)
        self._parts.controller.submit(SetTerrainKind(index=index, terrain=kind))
        self._tool.choose(index)

    def _edit(self, index: int, kind: TerrainKind) -> None:
        self._index, self._kind = index, kind
        kinds = self._tool.page.terrain_kinds
        is_new = index == len(kinds)
        title = _("New terrain") if is_new else terrain_name(kind)
        primary = _("Add") if is_new else _("Change")
        can_drop = not is_new and index > 0
        others = (one.name for at, one in enumerate(kinds) if at != index)
        self.editor.ask(title, terrain_form(kind, others), primary, can_drop=can_drop)
        self.refresh()

    def _close_editor(self) -> None:
        self.editor.hide()
        self.refresh()

    def _drop(self) -> None:
        self._close_editor()
        self._parts.controller.submit(DropKind(layer=LayerName.TERRAIN, index=self._index))

    def _take(self, form: RecordForm) -> None:
        kind = terrain_of(form, self._kind)
        self._close_editor()
        self._parts.controller.submit(SetTerrainKind(index=self._index, terrain=kind))
        self._tool.choose(self._index)


class HeightPanel(ToolPanel):
    """The height of the ground: set to, or raised and lowered by."""

    def __init__(self, parts: Parts) -> None:
        super().__init__(parts.theme)
        tool = parts.tools.tools[HeightTool.info.id]
        assert isinstance(tool, HeightTool)
        self._tool = tool
        theme = parts.theme
        self.bar = BrushBar(theme, tool, self)
        self.how = Segments(
            theme, (Choice("relative", _("Raise, lower by")), Choice("absolute", _("Set to"))), self
        )
        self.how.chosen.connect(
            lambda key: tool.choose(tool.steps or 1, relative=key == "relative")
        )
        self.steps = Stepper(theme, _("Height"), self)
        self.steps.less.clicked.connect(partial(self._step, -1))
        self.steps.more.clicked.connect(partial(self._step, 1))
        self._what = label("", "note", wrap=True)
        box = QWidget(self)
        rows = QVBoxLayout(box)
        inset(rows, theme, (14, 4, 14, 8), 10)
        rows.addWidget(self.how)
        line = QHBoxLayout()
        line.addWidget(self.steps)
        line.addStretch(1)
        rows.addLayout(line)
        rows.addWidget(self._what)
        lay_out(self, parts, _("Ground height"), (self.bar, box))

    def _step(self, by: int) -> None:
        tool = self._tool
        steps = tool.steps + by
        if tool.relative and steps == 0:  # by nothing is nothing
            steps += by
        tool.choose(steps, relative=tool.relative)

    def refresh(self) -> None:
        """Show the brush and the height."""
        tool = self._tool
        self.bar.refresh()
        self.how.show_chosen("relative" if tool.relative else "absolute")
        self.steps.show_number(height_words(tool.page, tool.steps, relative=tool.relative))
        step = height_words(tool.page, 1)
        if tool.relative:
            words = _("A stroke changes each cell once. Heights go in steps of {step}.")
        else:
            words = _("A stroke sets each cell to this height, in steps of {step}.")
        self._what.setText(words.format(step=step))
