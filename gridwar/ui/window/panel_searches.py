"""Ways into the searches of the panels: the library, the log by people, and where one is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QApplication

if TYPE_CHECKING:
    from gridwar.ui.window.window_parts import Parts


def show_library(parts: Parts, on: bool = True) -> None:
    """Show the library, ready to be searched, or close it."""
    parts.columns.show_panel("library", on)
    if on:
        parts.combatants.panel.begin_search()


def show_log_of(parts: Parts, who: tuple[str, ...]) -> None:
    """Show only what some people have to do with in the log."""
    parts.columns.show_panel("log")
    parts.log.show_only(frozenset(who))


def search_here(parts: Parts) -> bool:
    """Begin the search of log or library where one of them has the keyboard; return whether."""
    has = QApplication.focusWidget()
    if has is None:
        return False
    if parts.log.isAncestorOf(has):
        parts.log.begin_search()
        return True
    in_library = parts.columns.is_shown("library") and parts.columns.left.isAncestorOf(has)
    if in_library:
        parts.combatants.panel.begin_search()
    return in_library
