"""The panel of the cover tool: what to make, what it is worth, kinds of painted cover."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from gridwar.control.forms.map_forms import (
    SAMPLE_COVER,
    Misfit,
    cover_change,
    cover_fields,
    cover_kind_fields,
    read_cover_kind,
    taken_name,
)
from gridwar.control.map_looks import cover_look
from gridwar.control.map_words import capital, cover_kind_words
from gridwar.control.tools.cover import MODES, CoverMode, CoverTool
from gridwar.engine.gm.map import DropKind, SetCoverKind
from gridwar.model.battlemap import LayerName
from gridwar.model.cover import CoverDegree, CoverKind
from gridwar.model.walls import Wall
from gridwar.text import _
from gridwar.ui.tool_panels.kind_editor import KindEditor
from gridwar.ui.tool_panels.live_fields import LiveFields
from gridwar.ui.tool_panels.paint import lay_out, popup_above, show_above
from gridwar.ui.tool_panels.tool_panel import ToolPanel
from gridwar.ui.widgets.brush_bar import BrushBar, TallButton
from gridwar.ui.widgets.buttons import KeyButton
from gridwar.ui.widgets.kind_rows import KindRows, KindView
from gridwar.ui.widgets.labels import label, show_words
from gridwar.ui.widgets.themed import inset

if TYPE_CHECKING:
    from gridwar.model.cover import Cover
    from gridwar.ui.parts.window_parts import Parts
    from gridwar.ui.widgets.form_field import FormValue

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
        self._index, self._shown = 1, ""
        self._typed: dict[str, str] = {}
        self._errors: dict[str, str] = {}
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
        if self._shown != ("" if chosen is None else chosen.id):
            self._shown = "" if chosen is None else chosen.id
            self._typed, self._errors = {}, {}
        if has_worth:
            fields = cover_fields(*self._worth(), tool.page.scale)
            self.fields.show_fields(fields, self._typed, self._errors)
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

    def _edited(self, key: str, given: str | bool) -> None:
        self._typed.pop(key, None)
        self._errors.pop(key, None)
        try:
            cover, name = cover_change(*self._worth(), key, given, self._tool.page.scale)
        except Misfit as misfit:
            self._typed[key], self._errors[key] = str(given), str(misfit)
            self.refresh()
            return
        self._tool.set_cover(cover, name)

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
        self._index = index
        is_new = index == len(self._tool.page.cover_kinds)
        title = _("New kind of cover") if is_new else kind.name
        primary = _("Add") if is_new else _("Change")
        fields = cover_kind_fields(kind, self._tool.page.scale)
        self.editor.ask(title, fields, primary, self._wrong, can_drop=not is_new)
        self.refresh()

    def _close_editor(self) -> None:
        self.editor.hide()
        self.refresh()

    def _drop(self) -> None:
        self._close_editor()
        self._parts.controller.submit(DropKind(layer=LayerName.COVER, index=self._index))

    def _wrong(self, given: dict[str, FormValue]) -> dict[str, str]:
        names = (kind.name for kind in self._tool.page.cover_kinds)
        errors = read_cover_kind(given, self._tool.page.scale)[1]
        return errors or taken_name(given, names, self._index)

    def _take(self, given: dict[str, FormValue]) -> None:
        kind, _errors = read_cover_kind(given, self._tool.page.scale)
        if kind is not None:
            self._close_editor()
            self._parts.controller.submit(SetCoverKind(index=self._index, cover=kind))
            self._tool.choose(self._index)


_HINTS: Final = {
    CoverMode.THING: _("Drag over the cells that it fills: a wagon, crates, a pillar."),
    CoverMode.EDGE: _("Drag along the side of cells: a parapet, a hedge, sandbags."),
    CoverMode.AREA: _("Paint woods, a trench, scattered crates."),
    CoverMode.SELECT: _("Click on something to change or move it."),
}
