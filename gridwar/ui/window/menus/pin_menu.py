"""The menu of a pin on the map."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtGui import QCursor

from gridwar.control.maps.pin_words import pin_name
from gridwar.control.presenters.pins import find_pin
from gridwar.control.tools.pins.pins_tool import PinsTool
from gridwar.engine.gm.pin_commands import PutPins
from gridwar.text import _
from gridwar.ui.style.popup_menus import PopupMenu
from gridwar.ui.window.pins_shown import open_pin

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMenu

    from gridwar.model.pins import Pin
    from gridwar.ui.window.window_parts import Parts


def wire_pin_menu(parts: Parts) -> None:
    """Show the menu whenever a tool wants it."""
    controller = parts.controller

    def follow() -> None:
        wanted = controller.view.pin_menu
        if wanted:
            controller.view = replace(controller.view, pin_menu="")  # nothing shown depends on it
            pin = find_pin(controller, wanted)
            if pin is not None and not controller.view.presenting:
                pin_menu(parts, pin).popup(QCursor.pos())

    controller.subscribe(follow)


def pin_menu(parts: Parts, pin: Pin) -> QMenu:
    """Return the menu of a pin; it is gone once it is closed."""
    menu = PopupMenu(parts.window, passes=True)
    menu.addAction(pin_name(pin)).setEnabled(False)
    menu.addSeparator()
    for words, act in (
        (_("Open"), partial(open_pin, parts, pin.id)),
        (_("All pins \u2026"), partial(_show_all, parts, pin.id)),
        (_("Take away"), partial(parts.controller.submit, PutPins(gone=(pin.id,)))),
    ):
        menu.addAction(words).triggered.connect(lambda _checked=False, act=act: act())
    return menu


def _show_all(parts: Parts, pin_id: str) -> None:
    parts.tools.take(PinsTool.info.id)
    parts.controller.show(pin_chosen=pin_id)
