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
from gridwar.ui.window.help.start_listing import Listing
from gridwar.ui.window.maps_kept import lay_map_of, rename, the_shelf
from gridwar.ui.window.window_actions import tried
from gridwar.ui.window.window_parts import host_of

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMenuBar

    from gridwar.control.records.start_records import StartView
    from gridwar.ui.style.theme import Theme
    from gridwar.ui.window.help.start_page import StartPage
    from gridwar.ui.window.window_parts import Parts

_GROUPS = ("file", "help")
_OTHERS = frozenset({"map.import", "map.shelf"})
LIBRARY, SKETCH = "view.panel_library", "tool.sketch"
"""What a new fight begins with: people of its rulebook, the size of its page, or drawing on it."""


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
        self._removed: Path | None = None
        """Where the map lies that was taken off the shelf last."""

    def refresh(self) -> None:
        """Show the page while it is wanted."""
        view = self._parts.controller.view
        wanted = view.start_page is not StartAsked.NO
        if wanted == self._is_shown:
            if wanted and view.start_shows_maps and self.page is not None:
                self.page.list(Listing.MAPS)
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
        if self.page is None:
            self.page = self._make()
        view = self._view()
        self.page.show_view(view)
        self._parts.controller.show(start_rules=view.chosen)

    def _view(self) -> StartView:
        controller = self._parts.controller
        present, rules = controller.view.file.path, controller.system.id
        return present_start(self._parts.settings, present, rules, controller.view.start_page)

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
        page.fight_chosen.connect(self._open)
        page.draw_wanted.connect(partial(self._begin, SKETCH))
        page.map_chosen.connect(self._begin_on)
        page.lay_wanted.connect(self._lay)
        page.rename_wanted.connect(lambda path: rename(parts, Path(path), self._show_again))
        page.remove_wanted.connect(self._remove)
        page.put_back_wanted.connect(self._put_back)
        page.listed.connect(self._note_listing)
        page.left.connect(self._leave)
        return page

    def _note_listing(self, listing: Listing) -> None:
        self._parts.controller.show(start_shows_maps=listing is Listing.MAPS)

    def _leave(self) -> None:
        """Go back to the fight that lies below; where there is none yet, stay."""
        if self._parts.controller.view.start_page in (StartAsked.NEW, StartAsked.MAPS):
            self._parts.controller.show(start_page=StartAsked.NO, start_rules="")

    def _open(self, path: str) -> None:
        assert self.page is not None
        self.page.pictures.give_up()
        tried(self._parts.controller, partial(open_recent, self._parts, Path(path)))

    def _begin_on(self, path: str) -> None:
        assert self.page is not None
        self.page.pictures.give_up()
        rules = self.page.chosen
        if files := self._imported(path):
            self._parts.files.read(*files)  # a fight on it begins by these rules once it is read
            return
        self._parts.settings.change(begun_with=rules)
        begin = partial(host_of(self._parts).begin_on_map_of, rules, Path(path))
        tried(self._parts.controller, begin)

    def _lay(self, path: str) -> None:
        assert self.page is not None
        self.page.pictures.give_up()
        if files := self._imported(path):
            self._leave()
            self._parts.files.read(*files)
            return
        lay_map_of(self._parts, Path(path))

    def _imported(self, path: str) -> tuple[Path, ...]:
        """Return the files of a map that was imported; none for the map of a fight."""
        for files in self._parts.settings.now.imported:
            if files[0] == path:
                return tuple(map(Path, files))
        return ()

    def _remove(self, path: str) -> None:
        """Take a map off the shelf; it can be put back as long as the page is there."""
        if self.page is None or self.page.maps is None:
            return
        name = self.page.maps.name_of(path)

        def take_off() -> None:
            self._removed = the_shelf().remove(Path(path))

        if tried(self._parts.controller, take_off):
            self._show_again()
            self.page.maps.tell_removed(name)

    def _put_back(self) -> None:
        place, self._removed = self._removed, None
        if place is not None:
            tried(self._parts.controller, lambda: the_shelf().put_back(place))
            self._show_again()

    def _show_again(self) -> None:
        """Show the shelf as it is now."""
        if self.page is not None and self._is_shown:
            self.page.show_view(self._view())
            self.page.want_pictures()
            self.page.take_keyboard()

    def _begin(self, first: str) -> None:
        assert self.page is not None
        self.page.pictures.give_up()
        rules = self.page.chosen
        self._parts.settings.change(begun_with=rules)
        tried(self._parts.controller, partial(host_of(self._parts).begin, rules, first))
