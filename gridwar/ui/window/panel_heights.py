"""How the panels at the right share the height of the window.

Owns which heights panels asked for, and those they had before a tool's panel came.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt

from gridwar.ui.tasks.deferred_calls import soon

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PySide6.QtWidgets import QMainWindow

    from gridwar.ui.panels.panel_dock import PanelDock
    from gridwar.ui.style.theme import Theme

HEIGHTS_PX: Final[Mapping[str, int]] = {"card": 330, "actions": 290, "log": 240}
"""How the panels at the right share the height."""
LEAST_PX: Final[Mapping[str, int]] = {"card": 200, "actions": 170, "log": 120}
"""The height left to each where another one needs more."""


class PanelHeights:
    """Gives the docks at the right of a window their heights."""

    def __init__(self, window: QMainWindow, theme: Theme, docks: Mapping[str, PanelDock]) -> None:
        """Begin without heights.

        Args:
            window: Whose docks they are.
            theme: The first theme.
            docks: The docks there are, by key; more may come.
        """
        self.theme = theme
        self._window = window
        self._docks = docks
        self._kept_px: dict[str, int] = {}
        self._given_px: dict[str, int] = {}

    def give_defaults(self) -> None:
        """Share the height as in the default layout."""
        shared = [self._docks[key] for key in HEIGHTS_PX]
        heights = [self.theme.px(one) for one in HEIGHTS_PX.values()]
        self._window.resizeDocks(shared, heights, Qt.Orientation.Vertical)

    def give_height(self, key: str, wanted_px: int) -> None:
        """Let a panel at the right have the height it wants, more than it ever wanted before.

        The panels below it give way as far as they can. Whoever then makes it lower again is not
        contradicted before the window has another size.

        Args:
            key: The panel's.
            wanted_px: The height that shows all of it, without its title.
        """
        if wanted_px > self._given_px.get(key, 0):
            self._given_px[key] = wanted_px
            self._grow_soon(key)

    def grow_again(self) -> None:
        """Let each panel have what it asked for once more: the window has another size."""
        for key in self._given_px:
            self._grow_soon(key)

    def keep(self) -> None:
        """Note the heights there are: a tool's panel comes."""
        self._kept_px = {key: self._docks[key].height() for key in HEIGHTS_PX}

    def restore_soon(self) -> None:
        """Give back the heights there were once the tool's panel has gone."""
        heights, self._kept_px = self._kept_px, {}
        soon(self._window, lambda: self._give_back(heights))

    def _give_back(self, heights_px: Mapping[str, int]) -> None:
        """Restore the shared heights, and let panels grow that did not get enough."""
        self._give_heights(heights_px)
        self.grow_again()

    def _give_heights(self, heights_px: Mapping[str, int]) -> None:
        """Share the height at the right among its panels as before the tool's panel came."""
        there = [
            (self._docks[key], height)
            for key, height in heights_px.items()
            if self._docks[key].isVisibleTo(self._window) and not self._docks[key].isFloating()
        ]
        if there:
            docks, heights = zip(*there, strict=True)
            self._window.resizeDocks(list(docks), list(heights), Qt.Orientation.Vertical)

    def _grow_soon(self, key: str) -> None:
        """Let a panel have its height once those that are being laid out now have theirs."""
        soon(self._window, lambda: self._grow(key, self._given_px[key]))

    def _grow(self, key: str, wanted_px: int) -> None:
        dock, px = self._docks[key], self.theme.px
        column = {
            one: other
            for one, other in self._docks.items()
            if one in LEAST_PX
            and other.isVisible()
            and not other.isFloating()
            and other.x() == dock.x()
            and not self._window.tabifiedDockWidgets(other)
        }
        wanted_px += dock.height() - dock.widget().height()
        if key not in column or wanted_px <= dock.height():
            return
        others = [one for one in column if one != key]
        room = sum(one.height() for one in column.values())
        rest = max(room - wanted_px, sum(px(LEAST_PX[one]) for one in others))
        heights = {key: room - rest}
        spare = rest - sum(px(LEAST_PX[one]) for one in others)
        shares = {one: max(0, column[one].height() - px(LEAST_PX[one])) for one in others}
        for one in others:
            part = spare * shares[one] // (sum(shares.values()) or 1)
            heights[one] = px(LEAST_PX[one]) + part
        self._give_heights(heights)
