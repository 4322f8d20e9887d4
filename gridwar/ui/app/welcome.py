"""What is said first in a window: the tour at the first start, then which fights are unfinished."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control.state.view_state import Notice, StartAsked
from gridwar.storage.untitled_fights import recoverable
from gridwar.text import ngettext

if TYPE_CHECKING:
    from gridwar.control.user_settings import SettingsKeeper
    from gridwar.ui.window.main_window import MainWindow


def welcome(window: MainWindow | None, settings: SettingsKeeper, *, has_file: bool) -> None:
    """Begin the tour at the first start; else report unfinished fights.

    The start page needs no words: unfinished fights stand on it.

    Args:
        window: The first one, if there is one.
        settings: Whether the tour was seen.
        has_file: Whether somebody asked for a fight that is theirs.
    """
    if window is None or window.controller.view.start_page is not StartAsked.NO:
        return
    if not settings.now.tour_seen:
        offer_tour(window, settings)
    elif has_file:
        _offer_unfinished(window)


def offer_tour(window: MainWindow | None, settings: SettingsKeeper) -> None:
    """Begin the tour in the first sample of all."""
    if window is not None and not settings.now.tour_seen:
        window.later(window.guides.begin_tour)


def _offer_unfinished(window: MainWindow) -> None:
    """Say that fights of earlier times are still there."""
    count = len(recoverable())
    if not count or window.controller.view.notice is not None:
        return
    text = ngettext(
        "An unfinished fight is still there: File, Unfinished fights.",
        "{n} unfinished fights are still there: File, Unfinished fights.",
        count,
    )
    window.controller.tell(Notice(text.format(n=count), tone="note"))
