"""What helps to find one's way in a window: start page, tour, palette, shortcuts, about.

Owns when each of them comes and goes. All are loaded and made when first needed, so that a fight
is shown before anybody asks for help.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication

from gridwar.control.presenters.chart_on_map import HUES
from gridwar.control.presenters.tour import present_tour
from gridwar.control.state.view_state import Notice
from gridwar.text import _
from gridwar.ui.panels.inspector import Tab
from gridwar.ui.window.help.rule_places import named_at_focus, named_in_log, named_in_widget
from gridwar.ui.window.help.rule_tooltips import RuleHints
from gridwar.ui.window.help.shortcuts_rows import action_rows, fixed_rows
from gridwar.ui.window.help.start_manager import Start
from gridwar.ui.window.tool_rail import LIBRARY
from gridwar.ui.window.window_actions import native

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.ui.popovers.about_and_fault_reports import AboutPopover, CrashPopover
    from gridwar.ui.popovers.rule_cards import NamedBy
    from gridwar.ui.style.theme import Theme
    from gridwar.ui.widgets.containers.popover_base import Popover
    from gridwar.ui.widgets.controls.condition_chip import Chip
    from gridwar.ui.window.help.command_palette import CommandPalette
    from gridwar.ui.window.help.shortcuts_popover import ShortcutPopover
    from gridwar.ui.window.help.tour_card import TourCard
    from gridwar.ui.window.window_parts import Parts


class Guides:
    """The guides of one window."""

    def __init__(self, parts: Parts, add_popover: Callable[[Popover], None]) -> None:
        """Prepare them.

        Args:
            parts: The window's.
            add_popover: Takes a popover among those that the window places.
        """
        self._parts = parts
        self._add_popover = add_popover
        self._theme = parts.theme
        self._palette: CommandPalette | None = None
        self._shortcuts: ShortcutPopover | None = None
        self._about: AboutPopover | None = None
        self._crashes: CrashPopover | None = None
        self._tour: TourCard | None = None
        self.start = Start(parts)
        self._has_cards = False
        self._hints = RuleHints(parts.controller, parts.window, parts.map, self._open_card)
        ask = QShortcut(QKeySequence("?"), parts.window)
        ask.activated.connect(self.open_rule_of_focus)
        parts.log.list.rule_wanted.connect(self._open_of_log)
        for panel in (parts.sheet, parts.inspector.head):
            panel.card_wanted.connect(self._open_of_chip)

    def set_theme(self, theme: Theme) -> None:
        """Take on another theme."""
        self._theme = theme
        for part in (
            self._palette,
            self._shortcuts,
            self._about,
            self._crashes,
            self._tour,
            self.start,
        ):
            if part is not None:
                part.set_theme(theme)

    def refresh(self) -> None:
        """Show what is open now, and the start page while it is wanted."""
        if self._has_cards:
            self._parts.cards.refresh()
        self.start.refresh()
        self._show_tour()

    def follow_presentation(self, *, on: bool) -> None:
        """Leave the window to the players, or come back."""
        if on:
            if self._palette is not None:
                self._palette.hide()
            if self._tour is not None:
                self._tour.show_view(None)
            self._give_keyboard_back()

    def open_palette(self) -> None:
        """Open the command palette, or close it."""
        from gridwar.ui.window.help.command_palette_entries import dice_entries, palette_entries

        if self._palette is None:
            from gridwar.ui.window.help.command_palette import CommandPalette

            self._palette = CommandPalette(self._theme, self._parts.window)
            self._palette.focus_before.home = self._parts.map
            self._palette.said_first = partial(dice_entries, self._parts)
        if self._palette.isVisible():
            self._palette.close_up()
        else:
            self._palette.open(palette_entries(self._parts, self.open_rule))

    # --- rule cards -----------------------------------------------------------------------------

    def open_rule(self, key: str) -> None:
        """Show the card of a rule, or of what else has one, that was searched for."""
        self._open_card(key, None)

    def _open_card(self, key: str, named_by: NamedBy | None) -> None:
        self._has_cards = True
        self._parts.cards.open(key, named_by)

    def _open_of_log(self, rule_id: str, row_id: int, box: QRect) -> None:
        self._open_card(rule_id, named_in_log(self._parts.log.list, rule_id, row_id, box))

    def _open_of_chip(self, key: str, chip: Chip) -> None:
        self._open_card(key, named_in_widget(chip, QRectF(chip.rect())))

    def open_rule_of_focus(self) -> None:
        """Show the card of the rule that the line with the keyboard names."""
        found = named_at_focus(QApplication.focusWidget())
        if found is None:
            words = _("Nothing that has the keyboard names a rule. Ctrl+K finds one by a word.")
            self._parts.controller.tell(Notice(words, tone="note"))
        else:
            self._open_card(*found)

    # --- palette and shortcuts ------------------------------------------------------------------

    def open_shortcuts(self) -> None:
        """Open the list of shortcuts, or close it."""
        if self._shortcuts is None:
            from gridwar.ui.window.help.shortcuts_popover import ShortcutPopover

            shortcuts = self._parts.window_actions.shortcuts
            self._shortcuts = ShortcutPopover(self._theme, shortcuts, self._parts.map)
            self._shortcuts.changed.connect(self._keep_keys)
            self._add(self._shortcuts)
        self._open(self._shortcuts)
        self._shortcuts.fixed = (*action_rows(self._parts), *fixed_rows(self._parts))
        self._shortcuts.show_rows()
        self._shortcuts.field.setFocus(Qt.FocusReason.PopupFocusReason)

    def _keep_keys(self) -> None:
        actions = self._parts.window_actions
        actions.apply_keys()
        self.show_keys()
        self._parts.settings.change(keys=dict(actions.shortcuts.own))

    def tell_collisions(self) -> None:
        """Say once which keys of the user's own another action has from the start."""
        parts, known = self._parts, self._parts.settings.now.told_keys
        found = parts.window_actions.shortcuts.collisions()
        new = [key for key in found if key not in known]
        if new:
            text = _(
                "{key} stays yours for \u201c{own}\u201d; \u201c{other}\u201d goes without it."
            )
            said = [
                text.format(key=native(key), own=found[key][0].words, other=found[key][1].words)
                for key in new
            ]
            parts.controller.tell(Notice(" ".join(said), tone="note"))
            parts.settings.change(told_keys=(*known, *new))

    def show_keys(self) -> None:
        """Show on the rail and in the bar which keys there are now."""
        parts = self._parts
        shown = parts.window_actions.shown_key
        keys = {one: shown(f"tool.{one}") for one in parts.tools.tools}
        parts.rail.show_keys(keys | {LIBRARY.id: shown("view.panel_library")})
        tops = ("help.palette", "view.present", "edit.undo", "edit.redo")
        parts.top.show_keys(*map(shown, tops))
        parts.map.legend.show_key(shown("view.layers"))
        parts.layer_list.show_key(shown("view.layers"))
        charts = {HUES[kind]: shown(f"view.{kind.value}") for kind in HUES}
        parts.map.chart_legend.show_keys(charts)
        parts.stands_line.show_key(shown("view.stands"))
        parts.inspector.show_keys({one: shown(f"view.panel_{one}") for one in Tab})

    # --- tour, start, about ---------------------------------------------------------------------

    def begin_tour(self) -> None:
        """Show the tour from its first deed."""
        self._parts.settings.change(tour_seen=True)
        self._parts.controller.tour.begin()

    def _show_tour(self) -> None:
        """Show the card of the tour while there is one, and what has been ticked on it."""
        controller = self._parts.controller
        controller.tour.follow()
        view = present_tour(controller)
        if view is not None and self._tour is None:
            from gridwar.ui.window.help.tour_card import TourCard

            self._tour = TourCard(self._theme, self._parts.map)
            self._tour.ended.connect(controller.tour.end)
            self._tour.skipped.connect(controller.tour.skip)
        if self._tour is not None:
            self._tour.show_view(view)

    def open_about(self) -> None:
        """Show what Gridwar is made of."""
        if self._about is None:
            from gridwar.ui.popovers.about_and_fault_reports import AboutPopover

            self._about = AboutPopover(self._theme, self._parts.map)
            self._add(self._about)
        self._open(self._about)

    def open_reports(self) -> None:
        """Show the report of the last fault in Gridwar itself, and how to send it."""
        if self._crashes is None:
            from gridwar.ui.popovers.about_and_fault_reports import CrashPopover

            self._crashes = CrashPopover(self._theme, self._parts.map)
            self._add(self._crashes)
        self._crashes.show_newest()
        self._open(self._crashes)

    def open_folder(self) -> None:
        """Show the user's folder in the file manager."""
        from gridwar.ui.popovers.about_and_fault_reports import open_user_folder

        open_user_folder()

    def _add(self, popover: Popover) -> None:
        popover.cancelled.connect(popover.hide)
        popover.hide()
        self._add_popover(popover)

    def _open(self, popover: Popover) -> None:
        popover.show()
        popover.raise_()

    def _give_keyboard_back(self) -> None:
        self._parts.map.setFocus(Qt.FocusReason.OtherFocusReason)
