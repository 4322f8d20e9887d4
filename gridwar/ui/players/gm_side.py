"""The game master's window as the players' needs it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QKeyEvent, QKeySequence

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from gridwar.control.controller.controller import Controller
    from gridwar.control.records.ground_records import PictureSource
    from gridwar.control.user_settings import SettingsKeeper
    from gridwar.ui.map.camera.map_view import MapView
    from gridwar.ui.style.theme import Theme


class GmSide(Struct, frozen=True, eq=False):
    """The game master's window, as far as the players' needs it."""

    window: QWidget
    map: MapView
    controller: Controller
    settings: SettingsKeeper
    theme: Theme
    pictures: PictureSource | None = None

    def take_key(self, event: QKeyEvent) -> None:
        """Take a key as if it had been typed in it."""
        pressed = QKeySequence(event.keyCombination())
        for action in self.window.actions():
            if action.isEnabled() and pressed in action.shortcuts():
                action.trigger()
                return
        copy = QKeyEvent(event.type(), event.key(), event.modifiers(), event.text())
        QCoreApplication.sendEvent(self.map, copy)
