"""The panel of the cover tool: what to make, what it is worth, kinds of painted cover."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from gridwar.control.forms.map_forms import cover_form, cover_kind_form, cover_kind_of, cover_of
from gridwar.control.maps.map_looks import SAMPLE_COVER, cover_look
from gridwar.control.maps.map_words import capital, cover_kind_words
from gridwar.control.tools.ground.cover_tool import MODES, CoverMode, CoverTool
from gridwar.engine.gm.map_commands import DropKind, SetCoverKind
from gridwar.model.battlemap import LayerName
from gridwar.model.cover_kinds import CoverDegree, CoverKind
from gridwar.model.walls import Wall
from gridwar.text import _
from gridwar.ui.widgets.controls.buttons_and_switches import KeyButton
from gridwar.ui.widgets.controls.labels import label, show_words
from gridwar.ui.widgets.painting.themed_widgets import inset
from gridwar.ui.window.tool_panels.brush_bar import BrushBar, TallButton
from gridwar.ui.window.tool_panels.kind_list import KindRows, KindView
from gridwar.ui.window.tool_panels.tool_panel import ToolPanel, lay_out, popup_above, show_above
from gridwar.ui.window.tool_panels.tool_panel_forms import KindEditor, LiveFields

if TYPE_CHECKING:
    from gridwar.control.forms.record_form import RecordForm
    from gridwar.model.cover_kinds import Cover
    from gridwar.ui.window.window_parts import Parts

NEW = CoverKind(name="", degree=CoverDegree.HALF, hard=False)
_MODES: Final = {
    CoverMode.THING: ("package", _("Thing")),
    CoverMode.EDGE: ("fence", _("Low wall")),
    CoverMode.AREA: ("paintbrush", _("Area")),
    CoverMode.SELECT: ("square-dashed-mouse-pointer", _("Select")),
}


class CoverPanel(ToolPanel):
    """Modes, worth, kinds."""

    def __init__(self, parts: Parts) -> None:
        super().__init__(parts.theme)
        tool = parts.tools.tools[CoverTool.info.id]
        assert isinstance(tool, CoverTool)
        self._tool, self._parts = tool, parts
        theme = parts.theme
        modes = QWidget(self)
        row = QHBoxLayout(modes)
        inset(row, theme, (10, 0, 10, 8), 2)
        self.modes: dict[CoverMode, TallButton] = {}
        for mode in MODES:
            button = TallButton(theme, *_MODES[mode], "M", modes)
            button.clicked.connect(lambda _on=False, one=mode: tool.set_mode(one))
            self.modes[mode] = button
            row.addWidget(button)
        self.bar = BrushBar(theme, tool, self)
        self.fields = LiveFields(theme, self)
        self.fields.edited.connect(self._edited)
        self.kinds = KindRows(theme, self)
        self.kinds.chosen.connect(lambda key: tool.choose(int(key)))
        self.editor = KindEditor(theme, self)
        self.editor.cancelled.connect(self._close_editor)
        self.editor.done.connect(self._take)
        self.editor.dropped.connect(self._drop)
        self._note = label("", "note", wrap=True)
        self.delete = KeyButton(theme, _("Take away"), "quiet", self)
        self.delete.set_words(_("Take away"), _("Del"), "trash-2")
        self.delete.clicked.connect(tool.remove)
        self.fresh = KeyButton(theme, _("New kind \u2026"), "plain", self)
        self.change = KeyButton(theme, _("Change \u2026"), "quiet", self)
        self.fresh.clicked.connect(self._offer)
        self.change.clicked.connect(lambda: self._edit(tool.kind, tool.page.cover_kinds[tool.kind]))
        self._index, self._kind = 1, NEW
        body = QWidget(self)
        column = QVBoxLayout(body)
        inset(column, theme, (0, 0, 0, 8), 4)
        words = QHBoxLayout()
        inset(words, theme, (18, 0, 18, 4), 0)
        words.addWidget(self._note)
        column.addLayout(words)
        for widget in (self.fields, self.kinds, self.editor):
            column.addWidget(widget)
        last = QHBoxLayout()
        inset(last, theme, (14, 0, 14, 0), 0)
        last.addWidget(self.delete)
        last.addStretch(1)
        column.addLayout(last)
        foot = (self.change, self.fresh)
        lay_out(self, parts, _("Cover"), (modes, self.bar, body), foot)

    def refresh(self) -> None:
        """Show the mode and what belongs to it."""
        tool = self._tool
        for mode, button in self.modes.items():
            button.setChecked(mode is tool.mode)
        paints = tool.mode is CoverMode.AREA
        if not paints:
            self.editor.hide()
        lists = paints and self.editor.isHidden()
        self.bar.setVisible(lists)
        self.bar.refresh()
        chosen = tool.chosen
        has_worth = not paints and (tool.mode is not CoverMode.SELECT or chosen is not None)
        self.fields.setVisible(has_worth)
        self.delete.setVisible(chosen is not None)
        show_words(self._note, _HINTS[tool.mode] if chosen is None else "")
        for one in (self.kinds, self.fresh, self.change):
            one.setVisible(lists)
        self.change.setEnabled(tool.kind > 0)
        if has_worth:
            form = cover_form(*self._worth(), tool.page.scale)
            self.fields.show_form(form, "" if chosen is None else chosen.id)
        views = tuple(
            KindView(str(at), capital(kind.name), cover_kind_words(kind), cover_look(kind))
            for at, kind in enumerate(tool.page.cover_kinds)
            if at
        )
        self.kinds.show_kinds(views, "" if tool.brush.erases else str(tool.kind))

    def _worth(self) -> tuple[Cover, str]:
        tool, chosen = self._tool, self._tool.chosen
        if isinstance(chosen, Wall):
            return chosen.cover or tool.cover, chosen.name
        return (tool.cover, tool.name) if chosen is None else (chosen, chosen.name)

    def _edited(self, form: RecordForm) -> None:
        before = self._worth()
        after = cover_of(form, *before, self._tool.page.scale)
        if after == before:
            self.refresh()
        else:
            self._tool.set_cover(*after)

    def _offer(self) -> None:
        """Offer kinds to begin with, and one of the GM's own."""
        kinds = self._tool.page.cover_kinds
        names = {kind.name for kind in kinds}
        menu = popup_above(self.fresh)
        for sample in SAMPLE_COVER:
            if sample.name not in names:
                act = partial(self._add, sample)
                menu.addAction(capital(sample.name)).triggered.connect(lambda _on, act=act: act())
        menu.addSeparator()
        own = menu.addAction(_("A kind of your own \u2026"))
        own.triggered.connect(lambda _on: self._edit(len(kinds), NEW))
        show_above(menu, self.fresh)

    def _add(self, kind: CoverKind) -> None:
        index = len(self._tool.page.cover_kinds)
        self._parts.controller.submit(SetCoverKind(index=index, cover=kind))
        self._tool.choose(index)

    def _edit(self, index: int, kind: CoverKind) -> None:
        self._index, self._kind = index, kind
        kinds = self._tool.page.cover_kinds
        is_new = index == len(kinds)
        title = _("New kind of cover") if is_new else kind.name
        primary = _("Add") if is_new else _("Change")
        others = (one.name for at, one in enumerate(kinds) if at != index)
        form = cover_kind_form(kind, self._tool.page.scale, others)
        self.editor.ask(title, form, primary, can_drop=not is_new)
        self.refresh()

    def _close_editor(self) -> None:
        self.editor.hide()
        self.refresh()

    def _drop(self) -> None:
        self._close_editor()
        self._parts.controller.submit(DropKind(layer=LayerName.COVER, index=self._index))

    def _take(self, form: RecordForm) -> None:
        kind = cover_kind_of(form, self._kind, self._tool.page.scale)
        self._close_editor()
        self._parts.controller.submit(SetCoverKind(index=self._index, cover=kind))
        self._tool.choose(self._index)


_HINTS: Final = {
    CoverMode.THING: _("Drag over the cells that it fills: a wagon, crates, a pillar."),
    CoverMode.EDGE: _("Drag along the side of cells: a parapet, a hedge, sandbags."),
    CoverMode.AREA: _("Paint woods, a trench, scattered crates."),
    CoverMode.SELECT: _("Click on something to change or move it."),
}
