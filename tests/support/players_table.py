"""A game master's window and the players' beside it, on one world."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QApplication

from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.theme import make_theme
from gridwar.ui.window.main_window import MainWindow

if TYPE_CHECKING:
    from PySide6.QtGui import QImage

    from gridwar.control.records.ground_records import PictureSource
    from gridwar.ui.players.players_screen import PlayersScreen
    from gridwar.ui.players.players_window import PlayersWindow
    from tests.support.two_worlds import World

SIZE = (900, 700)


class Table:
    """A game master's window on a world, with the players' beside it."""

    def __init__(self, world: World, pictures: PictureSource | None = None) -> None:
        """Show both; with pictures of the fight's file, if it has any."""
        self.world = world
        theme = make_theme(ThemeName.DARK, reduce_motion=True)
        self.window = MainWindow(world.controller, theme, pictures)
        self.window.resize(1200, 800)
        self.window.show()
        self.screen.open()
        self.players.resize(*SIZE)
        self.settle()

    @property
    def screen(self) -> PlayersScreen:
        """What opens, holds and feeds the players' window."""
        return self.window.parts.players

    @property
    def players(self) -> PlayersWindow:
        """The players' window."""
        assert self.screen.window is not None
        return self.screen.window

    def settle(self) -> None:
        """Let everything asked for be shown."""
        self.world.controller.refresh_now()
        for _round in range(4):
            QApplication.processEvents()
        if self.screen.is_open:
            self.players.map.map_scene.refresh_all()
            self.players.map.map_scene.overlays.settle()  # as when a scroll has rested

    def picture(self) -> QImage:
        """Return what players see."""
        self.settle()
        return self.players.grab().toImage()

    def places(self) -> dict[str, tuple[float, float]]:
        """Return where players see whom."""
        record = self.players.page.record
        assert record is not None
        return {one.id: one.cell for one in record.scene.tokens}

    def close(self) -> None:
        """Leave both."""
        self.window.leave()
