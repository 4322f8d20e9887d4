"""The floors of the map in the View menu: the next one above, and below."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.control.state.view_state import Notice
from gridwar.text import _
from gridwar.ui.window.menus.menu_declaration import State

if TYPE_CHECKING:
    from gridwar.ui.window.menus.menu_declaration import Menu
    from gridwar.ui.window.window_parts import Parts


def _has_floors(parts: Parts) -> bool:
    return bool(parts.controller.encounter.map.floors)


_STATE: Final = State["Parts"](enabled=_has_floors)


def declare_floors(menu: Menu[Parts]) -> None:
    """Add the entries to the menu."""

    @menu.action(
        "view.floor_up",
        _("The floor above"),
        _("Shows the next floor of the building; whoever is being moved goes along"),
        _STATE,
    )
    def _above(parts: Parts) -> None:
        _step(parts, 1, _("There is no floor above."))

    @menu.action("view.floor_down", _("The floor below"), state=_STATE)
    def _below(parts: Parts) -> None:
        _step(parts, -1, _("There is no floor below."))


def _step(parts: Parts, by: int, none: str) -> None:
    if not parts.controller.floors.step(by):
        parts.controller.tell(Notice(none, tone="note"))
