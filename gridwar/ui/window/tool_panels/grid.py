"""The panel of the tool "grid": the report of an import while there is one, else the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QStackedLayout

from gridwar.control.tools.ground.grid import GridTool
from gridwar.control.tools.toolbox import SELECT
from gridwar.systems import playable_systems
from gridwar.ui.window.tool_panels.page import PagePanel
from gridwar.ui.window.tool_panels.report import ReportPanel
from gridwar.ui.window.tool_panels.tool_panel import ToolPanel

if TYPE_CHECKING:
    from gridwar.model.geometry import Cell
    from gridwar.ui.window.parts import Parts


class GridPanel(ToolPanel):
    """Either of the two."""

    def __init__(self, parts: Parts) -> None:
        super().__init__(parts.theme)
        tool = parts.tools.tools[GridTool.info.id]
        assert isinstance(tool, GridTool)
        self._parts = parts
        self._report = ReportPanel(parts.theme, self)
        self._page = PagePanel(parts.theme, tool)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._report)
        self._stack.addWidget(self._page)
        self._session = parts.controller.map_import
        self._report.answered.connect(self._session.answer)
        self._report.place_wanted.connect(self._show_place)
        self._report.done.connect(self._done)
        self._report.grid_wanted.connect(self._session.close)
        self._report.fight_wanted.connect(self._begin_fight)
        self._report.rules_wanted.connect(self._use_rules)
        self._page.close_button.clicked.connect(lambda: parts.tools.take(SELECT))

    def refresh(self) -> None:
        """Show the report, else the page."""
        imported = self._session.imported
        if imported is not None:
            controller, has_host = self._parts.controller, self._parts.host is not None
            has_combatants = bool(controller.encounter.combatants)
            rules = playable_systems() if has_host and not has_combatants else ()
            self._report.offer_fight(offered=has_host and has_combatants)
            self._report.offer_rules(rules, controller.system.id)
            self._report.show_report(imported.report, is_open=self._session.is_answerable)
            self._stack.setCurrentWidget(self._report)
        else:
            self._page.refresh()
            self._stack.setCurrentWidget(self._page)

    def _show_place(self, place: Cell) -> None:
        self._parts.map.center_cells((place.x + 0.5, place.y + 0.5))

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
