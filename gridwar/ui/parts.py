"""The parts of a window, by name: what ``wiring`` and ``menus`` connect. Owns nothing itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from PySide6.QtWidgets import QMainWindow

    from gridwar.control.controller import Controller
    from gridwar.control.settings import SettingsKeeper
    from gridwar.control.tools.toolbox import Toolbox
    from gridwar.formats.imported import Imported, ImportReport
    from gridwar.model.encounter import Encounter
    from gridwar.ui.deeds import Deeds
    from gridwar.ui.forms import Forms
    from gridwar.ui.layouts import Layout
    from gridwar.ui.map_files import MapFiles
    from gridwar.ui.map_view import MapView
    from gridwar.ui.palette import ThemeName
    from gridwar.ui.panel_actions import ActionsPanel
    from gridwar.ui.panel_bars import StatusLine, TopBar
    from gridwar.ui.panel_card import CardPanel
    from gridwar.ui.panel_log import LogPanel
    from gridwar.ui.panel_notice import NoticeBar
    from gridwar.ui.panel_order import OrderPanel
    from gridwar.ui.people_desk import PeopleDesk
    from gridwar.ui.sheet_ask import AskSheet
    from gridwar.ui.sheet_attack import AttackSheet
    from gridwar.ui.sheet_effect import EffectSheet
    from gridwar.ui.theme import Theme
    from gridwar.ui.tool_rail import ToolRail


class Desk(Protocol):
    """What the window needs of the application: other fights, and files."""

    def open(self, path: Path) -> None:
        """Open a fight in place of this one."""

    def begin(self, system_id: str) -> None:
        """Begin an empty fight in place of this one."""

    def present_file(self) -> Path | None:
        """Return the file of the fight, if there is one."""

    def begin_with(self, first: Encounter, pictures: Mapping[str, bytes]) -> None:
        """Begin a fight in which somebody is already, in place of this one."""

    def begin_on(self, system_id: str, imported: Imported) -> None:
        """Begin an empty fight on a map that was read from a file."""

    def save_as(self, path: Path) -> None:
        """Go on in a new file."""

    def save_copy(self, path: Path) -> None:
        """Write a copy and go on in the present file."""

    def export(self, path: Path) -> None:
        """Write the fight as JSON."""

    def use_theme(self, name: ThemeName) -> None:
        """Change between dark and light."""

    def use_scale(self, scale_pct: int) -> None:
        """Change the size of the interface."""

    def use_compact(self, *, on: bool) -> None:
        """Change how high rows are."""

    def use_calm(self, *, on: bool) -> None:
        """Let nothing move, or let it."""

    def export_map(self, path: Path) -> ImportReport:
        """Write the map as a Universal VTT file; return what became of it."""

    def keep_picture(self, data: bytes) -> None:
        """Put the file of a picture into the fight's own."""


@dataclass(frozen=True, slots=True)
class Parts:
    """All of them."""

    window: QMainWindow
    controller: Controller
    theme: Theme
    desk: Desk | None
    map: MapView
    order: OrderPanel
    card: CardPanel
    actions: ActionsPanel
    log: LogPanel
    top: TopBar
    status: StatusLine
    notice: NoticeBar
    attack: AttackSheet
    question: AskSheet
    effect: EffectSheet
    forms: Forms
    tools: Toolbox
    deeds: Deeds
    files: MapFiles
    docks: Layout
    settings: SettingsKeeper
    rail: ToolRail
    people: PeopleDesk
