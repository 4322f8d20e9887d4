"""The panel of the tool "grid": the report of an import while there is one, else the map's page.

The page has its fields, and how a picture is laid on the grid.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QHBoxLayout, QSpinBox, QStackedLayout, QVBoxLayout

from gridwar.control.maps.map_setup import setup_form
from gridwar.control.tools.ground.map_setup_tool import GridTool
from gridwar.control.tools.ground.proposed_grid import FIND_CAP, TAKE_CAP
from gridwar.control.tools.toolbox import SELECT
from gridwar.systems import playable_systems
from gridwar.text import _
from gridwar.ui.style.tooltips import set_tip
from gridwar.ui.widgets.containers.fitting_scroll_area import FitScroll
from gridwar.ui.widgets.controls.buttons_and_switches import KeyButton
from gridwar.ui.widgets.controls.labels import PanelTitle, hairline, label
from gridwar.ui.widgets.forms.whole_form import FormBody
from gridwar.ui.widgets.painting.themed_widgets import ThemedWidget, inset
from gridwar.ui.window.tool_panels.grid_proposal_card import GridProposalCard
from gridwar.ui.window.tool_panels.import_report_panel import ReportPanel
from gridwar.ui.window.tool_panels.tool_panel import ToolPanel

if TYPE_CHECKING:
    from gridwar.model.geometry import Cell
    from gridwar.ui.style.theme import Theme
    from gridwar.ui.window.window_parts import Parts

MOST_COLUMNS = 100


class GridPanel(ToolPanel):
    """Either of the two."""

    def __init__(self, parts: Parts) -> None:
        super().__init__(parts.theme)
        tool = parts.tools.tools[GridTool.info.id]
        assert isinstance(tool, GridTool)
        self._parts, self._tool = parts, tool
        self._report = ReportPanel(parts.theme, self)
        self._page = PagePanel(parts.theme, tool)
        self._proposed = tool.proposed
        self._on_report = GridProposalCard(parts.theme, tool.proposed, self._report)
        self._on_report.offers_hand = True
        self._on_report.hand_wanted.connect(parts.controller.map_import.close)
        self._report.above.addWidget(self._on_report)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._report)
        self._stack.addWidget(self._page)
        self._session = parts.controller.map_import
        self._report.answered.connect(self._session.answer)
        self._report.place_wanted.connect(self._show_place)
        self._report.done.connect(self._done)
        self._report.used.connect(self._use)
        self._report.grid_wanted.connect(self._session.close)
        self._report.fight_wanted.connect(self._begin_fight)
        self._report.rules_wanted.connect(self._use_rules)
        self._page.close_button.clicked.connect(lambda: parts.tools.take(SELECT))

    def refresh(self) -> None:
        """Show the report, else the page."""
        imported = self._session.imported
        use = self._tool.proposed.enter_words() or _("Use this map")
        self._report.use_button.set_words(use, TAKE_CAP)
        # While pages of a PDF lie over the map, what is next is theirs.
        self._report.use_button.setEnabled(not self._parts.controller.view.pages_open)
        self._on_report.refresh()
        if imported is not None:
            controller, has_host = self._parts.controller, self._parts.host is not None
            has_combatants = bool(controller.encounter.combatants)
            rules = playable_systems() if has_host and not has_combatants else ()
            self._report.offer_fight(offered=has_host and has_combatants)
            self._report.offer_rules(rules, controller.system.id)
            told = self._tool.proposed.told_in(imported.report)
            self._report.show_report(told, is_open=self._session.is_answerable)
            self._stack.setCurrentWidget(self._report)
        else:
            self._page.refresh()
            self._stack.setCurrentWidget(self._page)

    def _show_place(self, place: Cell) -> None:
        self._parts.map.center_cells((place.x + 0.5, place.y + 0.5))

    def _use(self) -> None:
        """Use the map, with the grid that is proposed; a stretched one is made square first."""
        if self._tool.proposed.enter():
            return
        if self._tool.proposed.can_take:
            self._tool.apply()
        self._done()

    def _done(self) -> None:
        self._session.close()
        self._parts.tools.take(SELECT)

    def _use_rules(self, system_id: str) -> None:
        if self._parts.host is not None:
            self._parts.host.use_rules(system_id, self._session.imported)

    def _begin_fight(self) -> None:
        """Give the present fight its map back, and begin another on what was read."""
        imported, host = self._session.imported, self._parts.host
        if imported is not None and host is not None:
            self._session.take_off()
            host.begin_on(self._parts.controller.system.id, imported)


class PagePanel(ToolPanel):
    """Name, size, scale, and the picture on the grid."""

    def __init__(self, theme: Theme, tool: GridTool) -> None:
        super().__init__(theme)
        self._tool = tool
        self._title = PanelTitle(theme, _("Map and grid"), self)
        self.close_button = self._title.add("x", _("Close"))
        self._card = GridProposalCard(theme, tool.proposed, self)
        self._align = _Align(theme, tool, self)
        self._body = FormBody(theme, self)
        self.primary = KeyButton(theme, "", "primary", self)
        self._back = KeyButton(theme, _("Take back"), "quiet", self)
        foot = QHBoxLayout()
        inset(foot, theme, (14, 8, 14, 14), 10)
        foot.addWidget(self._back)
        foot.addStretch(1)
        foot.addWidget(self.primary)
        rows = QVBoxLayout(self)
        inset(rows, theme, (0, 0, 0, 0), 0)
        rows.addWidget(self._title)
        rows.addWidget(self._card)
        rows.addWidget(self._align)
        rows.addWidget(FitScroll(self._body, self), 1)
        rows.addStretch(0)
        rows.addWidget(hairline())
        rows.addLayout(foot)
        self._body.changed.connect(tool.put)
        self.primary.clicked.connect(tool.use)
        self._back.clicked.connect(tool.take_back)

    def refresh(self) -> None:
        """Show the page as it would be."""
        page = self._tool.setup
        is_changed = self._tool.preview() is not None
        self._align.setVisible(page.placement is not None)
        self._align.refresh()
        self._card.refresh()
        self._body.show_fields(setup_form(page))
        use = self._tool.proposed.enter_words()
        self.primary.set_words(use or (_("Use this page") if is_changed else _("In use")), TAKE_CAP)
        self.primary.setEnabled(bool(use) or (is_changed and not page.is_wrong))
        self._back.setVisible(is_changed or page.is_wrong)


class _Align(ThemedWidget):
    """How many cells a box drawn over the picture is wide."""

    def __init__(self, theme: Theme, tool: GridTool, parent: PagePanel) -> None:
        super().__init__(theme, parent)
        self._tool = tool
        words = _("Drag over some cells of the picture, as many as you like, and say how many.")
        self._columns = QSpinBox(self)
        self._columns.setRange(1, MOST_COLUMNS)
        self._columns.setAccessibleName(_("Cells the box is wide"))
        line = QHBoxLayout()
        line.addWidget(label(_("The box is wide"), ""), 1)
        line.addWidget(self._columns)
        line.addWidget(label(_("cells"), "quiet"))
        self.find_button = KeyButton(theme, "", "plain", self)
        self.find_button.set_words(_("Find the grid"), FIND_CAP)
        set_tip(self.find_button, _("Look for the lines that are printed on the picture"))
        rows = QVBoxLayout(self)
        inset(rows, theme, (18, 4, 18, 8), 8)
        rows.addWidget(self.find_button)
        rows.addWidget(label(words, "note", wrap=True))
        rows.addLayout(line)
        self._columns.valueChanged.connect(tool.use_columns)
        self.find_button.clicked.connect(tool.proposed.find)

    def refresh(self) -> None:
        """Show the number."""
        if self._columns.value() != self._tool.columns:
            self._columns.setValue(self._tool.columns)
