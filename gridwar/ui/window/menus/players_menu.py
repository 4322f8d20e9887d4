"""The menu of the players' screen: open, hold, blank, what it shows of the map, handouts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QCursor

from gridwar.control.state.players_camera import CameraMode
from gridwar.text import _
from gridwar.ui.window.handouts_shown import fill_handouts, handout_menu
from gridwar.ui.window.menus.menu_declaration import Menu, State
from gridwar.ui.window.players_controls import CAMERA_WORDS, ask_what_players_see

if TYPE_CHECKING:
    from PySide6.QtCore import QPoint
    from PySide6.QtWidgets import QMenu

    from gridwar.ui.window.window_parts import Parts


def add_players_menu(view: Menu[Parts]) -> None:
    """Add what concerns the players' screen to the View menu."""
    _add_screen(view.submenu(_("Players\u2019 screen")))


def _is_open(parts: Parts) -> bool:
    return parts.players.is_open


def _add_screen(menu: Menu[Parts]) -> None:
    @menu.switch(
        "players.open",
        _("Players\u2019 screen"),
        _("A window of their own, on the other screen where there is one"),
        State(on=_is_open),
    )
    def _open(parts: Parts, _on: bool) -> None:
        parts.players.toggle()

    @menu.switch(
        "players.hold",
        _("Hold their view"),
        _("They keep seeing what they see now until you let go"),
        State(on=lambda parts: parts.players.is_held, enabled=_is_open),
    )
    def _hold(parts: Parts, on: bool) -> None:
        parts.players.hold(on=on)

    @menu.switch(
        "players.blank",
        _("Blank their screen"),
        _("A colour, or a picture, in place of all else; at once"),
        State(on=lambda parts: parts.players.sharing.blank, enabled=_is_open),
    )
    def _blank(parts: Parts, on: bool) -> None:
        parts.players.blank(on=on)

    _add_handouts(menu)
    menu.separate()
    _add_cameras(menu)
    menu.separate()

    @menu.action(
        "players.choose",
        _("What players see \u2026"),
        _("Names, how foes are, the size of a square on their screen"),
    )
    def _choose(parts: Parts) -> None:
        ask_what_players_see(parts)


def _add_handouts(menu: Menu[Parts]) -> None:
    @menu.action(
        "players.handout",
        _("Handout \u2026"),
        _("A picture over or beside the players' map; those shown are kept"),
    )
    def _hand_out(parts: Parts) -> None:
        handout_menu(parts, QCursor.pos() if parts.map.underMouse() else _middle(parts))

    @menu.listing(_("Handouts"))
    def _list(parts: Parts, listed: QMenu) -> None:
        fill_handouts(parts, listed)

    @menu.action(
        "players.handout_away",
        _("Take the handout away"),
        state=State(enabled=lambda parts: bool(parts.players.sharing.handout)),
    )
    def _take_away(parts: Parts) -> None:
        parts.players.close_handout()


def _middle(parts: Parts) -> QPoint:
    return parts.map.mapToGlobal(parts.map.rect().center())


def _add_cameras(menu: Menu[Parts]) -> None:
    cameras = menu.submenu(_("They look at"), is_choice=True)
    for mode in CameraMode:
        _declare_camera(cameras, mode)

    @menu.action(
        "players.here",
        _("They see what I see now"),
        _("Their window stays there; drag its frame on your map to change it"),
        State(enabled=_is_open),
    )
    def _fix(parts: Parts) -> None:
        box = parts.players.gm_box
        if box is not None:
            parts.players.fix(box)


def _declare_camera(menu: Menu[Parts], mode: CameraMode) -> None:
    def is_on(parts: Parts) -> bool:
        return parts.players.camera.mode is mode

    @menu.switch(f"players.look_{mode.value}", CAMERA_WORDS[mode], state=State(on=is_on))
    def _look(parts: Parts, _on: bool) -> None:
        parts.players.look_mode(mode)
