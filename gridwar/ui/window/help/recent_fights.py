"""A fight of earlier times is opened again; a missing file is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control.state.view_state import Notice
from gridwar.text import _

if TYPE_CHECKING:
    from pathlib import Path

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
