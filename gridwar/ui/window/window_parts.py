"""The parts of a window by name, and where they stand: the map in the middle, columns around it.

`signal_wiring` and ``menus`` connect what is named here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from msgspec import Struct
from PySide6.QtWidgets import QHBoxLayout, QMenuBar, QSizePolicy, QVBoxLayout, QWidget

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMainWindow

    from gridwar.control.controller.controller import Controller
    from gridwar.control.tools.toolbox import Toolbox
    from gridwar.control.user_settings import SettingsKeeper
    from gridwar.ui.combatants.combatant_manager import CombatantManager
    from gridwar.ui.map.camera.map_view import MapView
    from gridwar.ui.panels.actions_panel import ActionsPanel
    from gridwar.ui.panels.inspector import Inspector
    from gridwar.ui.panels.layer_list import LayerList
    from gridwar.ui.panels.log_panel import LogPanel
    from gridwar.ui.panels.notice_bar import NoticeBar
    from gridwar.ui.panels.order_panel import OrderPanel
    from gridwar.ui.panels.sheet_panel import SheetPanel
    from gridwar.ui.panels.stands_line import StandsLinePlate
    from gridwar.ui.panels.top_bar_and_status_bar import StatusLine, TopBar
    from gridwar.ui.players.players_screen import PlayersScreen
    from gridwar.ui.popovers.choice_popover import ChoicePopover
    from gridwar.ui.popovers.effect_popover import EffectPopover
    from gridwar.ui.popovers.forms_shown_and_kept import Forms
    from gridwar.ui.popovers.notes_popover import NotesPopover
    from gridwar.ui.popovers.pin_card import PinCard
    from gridwar.ui.popovers.rule_cards import RuleCards
    from gridwar.ui.style.theme import Theme
    from gridwar.ui.window.application_host import FightHost
    from gridwar.ui.window.map_and_fight_files import MapFiles
    from gridwar.ui.window.tool_rail import ToolRail
    from gridwar.ui.window.window_actions import WindowActions
    from gridwar.ui.window.window_columns import Columns


class LazyPart(Protocol):
    """Parts that are made when they are first read."""

    @property
    def effect(self) -> EffectPopover:
        """The popover on which an effect is written."""

    @property
    def choice(self) -> ChoicePopover:
        """The popover that asks which way to go on."""

    @property
    def forms(self) -> Forms:
        """Shows forms and hands back what was filled in."""

    @property
    def combatants(self) -> CombatantManager:
        """Work on combatants."""

    @property
    def cards(self) -> RuleCards:
        """The rule cards."""

    @property
    def notes(self) -> NotesPopover:
        """The page of notes."""

    @property
    def pin_card(self) -> PinCard:
        """The card of a pin."""

    @property
    def map_pictures(self) -> SavesMapPictures:
        """Saves pictures of the map."""


class SavesMapPictures(Protocol):
    """Asks what a picture of the map is to be, and saves it."""

    def ask(self) -> None:
        """Show the form."""


class Parts(Struct, frozen=True):
    """All of them."""

    window: QMainWindow
    controller: Controller
    theme: Theme
    host: FightHost | None
    map: MapView
    order: OrderPanel
    inspector: Inspector
    actions: ActionsPanel
    sheet: SheetPanel
    log: LogPanel
    top: TopBar
    status: StatusLine
    notice: NoticeBar
    tools: Toolbox
    window_actions: WindowActions
    files: MapFiles
    columns: Columns
    settings: SettingsKeeper
    rail: ToolRail
    layer_list: LayerList
    stands_line: StandsLinePlate
    later: LazyPart
    players: PlayersScreen

    @property
    def effect(self) -> EffectPopover:
        """The popover on which an effect is written."""
        return self.later.effect

    @property
    def forms(self) -> Forms:
        """Shows forms and hands back what was filled in."""
        return self.later.forms

    @property
    def combatants(self) -> CombatantManager:
        """Work on combatants."""
        return self.later.combatants

    @property
    def cards(self) -> RuleCards:
        """The rule cards."""
        return self.later.cards


def host_of(parts: Parts) -> FightHost:
    """Return the host; what asks for it is hidden in a window without one."""
    assert parts.host is not None
    return parts.host


def lay_out(parts: Parts) -> None:
    """Put the parts in their places, all but the bar at the top, which has the menus."""
    whole, middle = QWidget(), QWidget()
    rows, column = QVBoxLayout(whole), QVBoxLayout(middle)
    for box in (rows, column):
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(0)
    column.addWidget(parts.map, 1)
    column.addWidget(parts.notice)
    columns = parts.columns.lay_out(
        parts.rail, parts.order, lambda: parts.combatants.panel, middle, parts.inspector
    )
    rows.addLayout(columns, 1)
    rows.addWidget(parts.status)
    parts.window.setCentralWidget(whole)


def make_bar(menus: QMenuBar, top: TopBar) -> QWidget:
    """Return the bar at the top: the menus, and what is shown beside them."""
    bar = QWidget()
    row = QHBoxLayout(bar)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(0)
    menus.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Expanding)
    row.addWidget(menus)
    row.addWidget(top, 1)
    return bar
