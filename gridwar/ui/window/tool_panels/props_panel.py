"""The panel of the tool for props: the stamps to choose from, and what is chosen on the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from gridwar.control.forms.prop_form import prop_form, prop_of
from gridwar.control.maps.prop_stamps import stamps_found
from gridwar.control.maps.prop_words import brief_words, prop_title, traits_words
from gridwar.control.tools.props.props_tool import PropsTool
from gridwar.text import _
from gridwar.ui.widgets.controls.buttons_and_switches import KeyButton
from gridwar.ui.widgets.controls.labels import label, show_words
from gridwar.ui.widgets.painting.themed_widgets import inset
from gridwar.ui.window.prop_pictures import choose_picture
from gridwar.ui.window.tool_panels.kind_list import KindRows, KindView
from gridwar.ui.window.tool_panels.tool_panel import ToolPanel, lay_out
from gridwar.ui.window.tool_panels.tool_panel_forms import LiveFields

if TYPE_CHECKING:
    from gridwar.control.forms.record_form import RecordForm
    from gridwar.ui.window.window_parts import Parts

_OWN = "own"
"""The row of a picture of one's own."""


class PropsPanel(ToolPanel):
    """A search and the stamps, or the fields of the prop that is chosen."""

    def __init__(self, parts: Parts) -> None:
        super().__init__(parts.theme)
        tool = parts.tools.tools[PropsTool.info.id]
        assert isinstance(tool, PropsTool)
        self._tool, self._parts = tool, parts
        theme = parts.theme
        self.search = QLineEdit(self)
        self.search.setPlaceholderText(_("Find a stamp: table, rock \u2026"))
        self.search.setAccessibleName(_("Find a stamp"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(tool.find)
        self.search.returnPressed.connect(self._take_first)
        self._head = QWidget(self)
        line = QHBoxLayout(self._head)
        inset(line, theme, (14, 0, 14, 8), 0)
        line.addWidget(self.search)
        self._note = label("", "note", wrap=True)
        self.stamps = KindRows(theme, self)
        self.stamps.chosen.connect(self._choose)
        self.fields = LiveFields(theme, self)
        self.fields.edited.connect(self._edited)
        self.picture = KeyButton(theme, "", "plain", self)
        self.picture.set_words(_("Own picture \u2026"), "", "image")
        self.picture.clicked.connect(lambda: choose_picture(parts))
        self.delete = KeyButton(theme, "", "quiet", self)
        self.delete.set_words(_("Take away"), _("Del"), "trash-2")
        self.delete.clicked.connect(tool.remove)
        self.flip = KeyButton(theme, "", "plain", self)
        self.flip.clicked.connect(tool.flip)
        self.turn = KeyButton(theme, "", "plain", self)
        self.turn.set_words(_("Turn"), _("Tab"), "rotate-cw")
        self.turn.clicked.connect(lambda _on=False: tool.turn())
        body = QWidget(self)
        column = QVBoxLayout(body)
        inset(column, theme, (0, 0, 0, 8), 4)
        words = QHBoxLayout()
        inset(words, theme, (18, 0, 18, 6), 0)
        words.addWidget(self._note)
        column.addLayout(words)
        column.addWidget(self.stamps)
        column.addWidget(self.fields)
        foot = (self.delete, self.picture, self.flip, self.turn)
        lay_out(self, parts, _("Props"), (self._head, body), foot)

    def refresh(self) -> None:
        """Show the stamps, or what is chosen."""
        tool, chosen = self._tool, self._tool.chosen
        if self.search.text() != tool.wanted:
            self.search.setText(tool.wanted)
        lists = chosen is None
        for one in (self._head, self.stamps, self.picture):
            one.setVisible(lists)
        for button in (self.fields, self.delete):
            button.setVisible(not lists)
        self.flip.setVisible(chosen is not None and chosen.flipped is not None)
        show_words(self._note, self._words())
        if chosen is not None:
            is_over = chosen.is_flipped
            self.flip.set_words(_("Set upright") if is_over else _("Flip over"), _("\u21b5"))
            self.turn.setEnabled(not chosen.is_locked)
            self.fields.show_form(prop_form(chosen, tool.page.scale), chosen.id)
            return
        self.turn.setEnabled(True)
        views = [
            KindView(key, one.title, brief_words(one.upright), stamp=(key, *one.size))
            for key, one in stamps_found(tool.wanted)
        ]
        if tool.own is not None:
            words = brief_words(tool.own.upright)
            views.insert(0, KindView(_OWN, prop_title(tool.own), words, icon="image"))
        self.stamps.show_kinds(tuple(views), tool.stamp if tool.own is None else _OWN)

    def _words(self) -> str:
        chosen = self._tool.chosen
        if chosen is not None:
            stands = _("Flipped over: ") if chosen.is_flipped else ""
            return stands + traits_words(chosen.traits)
        if not stamps_found(self._tool.wanted):
            return _("No stamp has these words. A picture can be one: Own picture \u2026")
        return ""

    def _choose(self, key: str) -> None:
        if key != _OWN:
            self._tool.take_stamp(key)

    def _take_first(self) -> None:
        found = stamps_found(self._tool.wanted)
        if found:
            self._tool.take_stamp(found[0][0])
            self._parts.map.setFocus()

    def _edited(self, form: RecordForm) -> None:
        chosen = self._tool.chosen
        if chosen is None:
            return
        after = prop_of(form, chosen, self._tool.page.scale)
        if after == chosen:
            self.refresh()
        else:
            self._tool.change(after)
