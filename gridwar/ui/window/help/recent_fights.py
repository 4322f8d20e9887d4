"""The fights opened last: one is opened again; those whose files are missing are told."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from gridwar.control.presenters.opened_last import opened_last
from gridwar.control.state.view_state import Notice
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.control.user_settings import SettingsKeeper
    from gridwar.ui.window.window_parts import Parts


def open_recent(parts: Parts, path: Path) -> None:
    """Open a fight of earlier times; one that is no longer there leaves the list.

    Raises:
        GridwarError: It is there, but cannot be opened.
    """
    if parts.host is None:
        return
    if not path.is_file():
        parts.settings.forget(path)
        words = _("{name} is no longer in {folder}. It has left the list of fights.")
        told = words.format(name=path.name, folder=path.parent)
        parts.controller.tell(Notice(told, tone="error"))
        return
    parts.host.open_beside(path)


def forget_missing(settings: SettingsKeeper) -> None:
    """Take the fights whose files are missing off the list."""
    for one in opened_last(settings):
        if one.is_missing:
            settings.forget(Path(one.path))
