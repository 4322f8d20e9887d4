"""The Help menu: everything by name or key, the tour, what Gridwar is made of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.text import _
from gridwar.ui.window.menus.entries import Entries

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMenu

    from gridwar.ui.window.help.guides import Guides
    from gridwar.ui.window.parts import Parts


def help_menu(parts: Parts, menu: QMenu, guides: Guides) -> None:
    """Fill the menu."""
    entries = Entries(parts, menu)
    entries.action(
        "help.palette",
        _("Find anything \u2026"),
        "Ctrl+K",
        guides.open_palette,
        _("Actions, combatants, rules, fights, by a few letters"),
    )
    entries.action(
        "help.shortcuts",
        _("Shortcuts"),
        "F1",
        guides.open_shortcuts,
        _("Every key, searched and changed in place"),
    )
    entries.action("help.tour", _("Tour"), "", guides.begin_tour, _("Two minutes round the window"))
    tour = entries.submenu(_("In the tour"))
    tour.action("help.tour_next", _("Next step"), "Alt+Right", lambda: guides.step_tour(1))
    tour.action("help.tour_back", _("Step before"), "Alt+Left", lambda: guides.step_tour(-1))
    entries.separate()
    entries.action("help.folder", _("Open my folder"), "", guides.open_folder)
    entries.action(
        "help.reports",
        _("Reports of faults"),
        "",
        guides.open_reports,
        _("What went wrong in Gridwar itself, and how to send it"),
    )
    entries.action("help.about", _("About Gridwar"), "", guides.open_about)
