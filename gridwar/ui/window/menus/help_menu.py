"""The Help menu: everything by name or key, the tour, what Gridwar is made of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.text import _
from gridwar.ui.window.menus.menu_declaration import Menu

if TYPE_CHECKING:
    from gridwar.ui.window.help.help_manager import Guides

HELP: Menu[Guides] = Menu(_("&Help"))


@HELP.action(
    "help.palette",
    _("Find anything \u2026"),
    _("Actions, combatants, rules, fights, by a few letters"),
)
def _find(guides: Guides) -> None:
    guides.open_palette()


@HELP.action("help.shortcuts", _("Shortcuts"), _("Every key, searched and changed in place"))
def _list_shortcuts(guides: Guides) -> None:
    guides.open_shortcuts()


@HELP.action("help.tour", _("Tour"), hint=_("Four deeds to do in this fight, two minutes"))
def _begin_tour(guides: Guides) -> None:
    guides.begin_tour()


HELP.separate()


@HELP.action("help.folder", _("Open my folder"))
def _open_folder(guides: Guides) -> None:
    guides.open_folder()


@HELP.action(
    "help.reports",
    _("Reports of faults"),
    hint=_("What went wrong in Gridwar itself, and how to send it"),
)
def _open_reports(guides: Guides) -> None:
    guides.open_reports()


@HELP.action("help.about", _("About Gridwar"))
def _open_about(guides: Guides) -> None:
    guides.open_about()
