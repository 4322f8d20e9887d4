"""The start page of a window: when it comes and goes, and what its doors lead to.

The view state says whether it is wanted (``ViewState.start_page``). As long as it is there, the
columns beside the map are not, and only files, help and the look of the window can be asked for.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from gridwar.control.presenters.start_page import present_start
from gridwar.control.state.view_state import StartAsked
from gridwar.ui.window.help.recent_fights import open_recent
from gridwar.ui.window.window_actions import tried
from gridwar.ui.window.window_parts import host_of

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMenuBar

    from gridwar.ui.style.theme import Theme
    from gridwar.ui.window.help.start_page import StartPage
    from gridwar.ui.window.window_parts import Parts

_GROUPS = ("file", "help")
_OTHERS = frozenset({"map.import"})
LIBRARY, PAGE = "view.panel_library", "map.page"
"""What a new fight begins with: the people of its rulebook, or the size of its page."""


class Start:
    """The start page of one window."""

    def __init__(self, parts: Parts) -> None:
        """Begin without it.

        Args:
            parts: The window's.
        """
        self.page: StartPage | None = None
        self.menus: QMenuBar | None = None
        """Those that have nothing to do here are grey meanwhile."""
        self._parts = parts
        self._theme = parts.theme
        self._is_shown = False

    def refresh(self) -> None:
        """Show the page while it is wanted."""
        wanted = self._parts.controller.view.start_page is not StartAsked.NO
        if wanted == self._is_shown:
            return
        self._is_shown = wanted
        if wanted:
            self._come()
        elif self.page is not None:
            self.page.pictures.give_up()
            self.page.hide()
        self._leave_map_alone(alone=wanted)
        if not wanted:
            self._parts.map.setFocus(Qt.FocusReason.OtherFocusReason)
        elif self.page is not None:
            self.page.begin()

    def set_theme(self, theme: Theme) -> None:
        """Take on another theme."""
        self._theme = theme
        if self.page is not None:
            self.page.set_theme(theme)

    def set_hidden(self, *, hidden: bool) -> None:
        """Make way for presentation."""
        if self.page is not None and self._is_shown:
            self.page.setVisible(not hidden)

    def _come(self) -> None:
        parts = self._parts
        controller = parts.controller
        if self.page is None:
            self.page = self._make()
        is_new = controller.view.start_page is StartAsked.NEW
        present = controller.view.file.path
        view = present_start(parts.settings, present, controller.system.id, is_new=is_new)
        self.page.show_view(view)
        controller.show(start_rules=view.chosen)

    def _leave_map_alone(self, *, alone: bool) -> None:
        """Take away, or bring back, all that has nothing to do here."""
        parts = self._parts
        parts.columns.leave_map_alone(alone=alone, has_rail=True)
        parts.rail.setEnabled(not alone)
        ids = [one.id for one in parts.window_actions.shortcuts]
        works = [one for one in ids if one.partition(".")[0] in _GROUPS]
        parts.window_actions.only = frozenset({*works, *_OTHERS}) if alone else None
        if self.menus is not None:
            for at, action in enumerate(self.menus.actions()):
                is_kept = at in (0, len(self.menus.actions()) - 1)
                action.setEnabled(is_kept or not alone)

    def _make(self) -> StartPage:
        from gridwar.ui.window.help.start_page import StartPage

        parts, controller = self._parts, self._parts.controller
        page = StartPage(self._theme, parts.map)
        act = parts.window_actions.action
        page.open_wanted.connect(act("file.open").trigger)
        page.file_wanted.connect(act("map.import").trigger)
        page.rules_chosen.connect(lambda rules: controller.show(start_rules=rules))
        page.begin_wanted.connect(partial(self._begin, LIBRARY))
        page.page_wanted.connect(partial(self._begin, PAGE))
        page.fight_chosen.connect(self._open)
        page.left.connect(self._leave)
        return page

    def _leave(self) -> None:
        """Go back to the fight that lies below; where there is none yet, stay."""
        if self._parts.controller.view.start_page is StartAsked.NEW:
            self._parts.controller.show(start_page=StartAsked.NO, start_rules="")

    def _open(self, path: str) -> None:
        assert self.page is not None
        self.page.pictures.give_up()
        tried(self._parts.controller, partial(open_recent, self._parts, Path(path)))

    def _begin(self, first: str) -> None:
        assert self.page is not None
        self.page.pictures.give_up()
        rules = self.page.chosen
        self._parts.settings.change(begun_with=rules)
        tried(self._parts.controller, partial(host_of(self._parts).begin, rules, first))
