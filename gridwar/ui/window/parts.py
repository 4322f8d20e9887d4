"""The parts of a window, by name: what ``wiring`` and ``menus`` connect. Owns nothing itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMainWindow

    from gridwar.control.controller.controller import Controller
    from gridwar.control.settings import SettingsKeeper
    from gridwar.control.tools.toolbox import Toolbox
    from gridwar.ui.combatants.manager import CombatantManager
    from gridwar.ui.map.camera.view import MapView
    from gridwar.ui.panels.actions import ActionsPanel
    from gridwar.ui.panels.bars import StatusLine, TopBar
    from gridwar.ui.panels.card import CardPanel
    from gridwar.ui.panels.log import LogPanel
    from gridwar.ui.panels.notice import NoticeBar
    from gridwar.ui.panels.order import OrderPanel
    from gridwar.ui.popovers.choice import ChoicePopover
    from gridwar.ui.popovers.effect import EffectPopover
    from gridwar.ui.popovers.forms import Forms
    from gridwar.ui.style.theme import Theme
    from gridwar.ui.window.actions import WindowActions
    from gridwar.ui.window.fight_host import FightHost
    from gridwar.ui.window.layouts import Layout
    from gridwar.ui.window.map_files import MapFiles
    from gridwar.ui.window.tool_rail import ToolRail


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


class Parts(Struct, frozen=True):
    """All of them."""

    window: QMainWindow
    controller: Controller
    theme: Theme
    host: FightHost | None
    map: MapView
    order: OrderPanel
    card: CardPanel
    actions: ActionsPanel
    log: LogPanel
    top: TopBar
    status: StatusLine
    notice: NoticeBar
    tools: Toolbox
    window_actions: WindowActions
    files: MapFiles
    docks: Layout
    settings: SettingsKeeper
    rail: ToolRail
    later: LazyPart

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
