"""The fights of earlier times: opened last, unfinished, samples; a missing file is told."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtGui import QImage

from gridwar.control.state.view_state import Notice
from gridwar.storage.fight_pictures import read_picture
from gridwar.storage.new_open_and_sample_fights import samples
from gridwar.storage.untitled_fights import recoverable
from gridwar.systems import playable_systems
from gridwar.text import _, ngettext
from gridwar.ui.window.fight_pictures import RULES, TITLE

if TYPE_CHECKING:
    from gridwar.control.user_settings import SettingsKeeper
    from gridwar.ui.window.help.start_page import StartView
    from gridwar.ui.window.window_parts import Parts


class RecentFight(Struct, frozen=True):
    """A fight of the list of those opened last.

    Attributes:
        path: of its file, as the list has it.
        title: what the fight is called; the file's name where no picture tells.
        rules: the name of its rules; empty where no picture tells.
        changed: when its file was changed last; None where it is missing.
        picture: the map as players saw it last, at most 320 by 200 pixels, if any.
    """

    path: str
    title: str
    rules: str = ""
    changed: datetime | None = None
    picture: QImage | None = None

    @property
    def is_missing(self) -> bool:
        """Whether its file is no longer there."""
        return self.changed is None

    @property
    def note(self) -> str:
        """Its rules and its date in words, or that it is missing."""
        when = _("its file is missing") if self.is_missing else when_words(self.changed)
        return "  \u00b7  ".join(filter(None, (self.rules, when)))


def recent_fights(settings: SettingsKeeper) -> tuple[RecentFight, ...]:
    """Return the fights opened last, the newest first, those that are missing among them."""
    return tuple(map(_recent, settings.now.recent))


def forget_missing(settings: SettingsKeeper) -> None:
    """Take the fights whose files are missing off the list, with their pictures."""
    for one in recent_fights(settings):
        if one.is_missing:
            settings.forget(Path(one.path))


def _recent(fight: str) -> RecentFight:
    path, data = Path(fight), read_picture(fight)
    changed, image = None, QImage()
    with suppress(OSError, ValueError, OverflowError):
        changed = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    if data is None or not image.loadFromData(data):
        return RecentFight(fight, path.stem, "", changed)
    return RecentFight(fight, image.text(TITLE) or path.stem, image.text(RULES), changed, image)


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


def start_view(settings: SettingsKeeper, present: Path | None, rules: str) -> StartView:
    """Return the fights for the start page.

    Args:
        settings: Knows those opened last.
        present: The file of the fight on the table, which is not offered.
        rules: The id of the rules that it goes by.
    """
    from gridwar.ui.window.help.start_page import MOST_ROWS, StartRow, StartView

    recent = tuple(
        StartRow(one, Path(one).stem, _short(Path(one).parent))
        for one in settings.now.recent
        if Path(one) != present
    )
    unfinished = tuple(
        StartRow(
            str(one.path),
            one.title,
            ngettext("{n} step", "{n} steps", one.commands).format(n=one.commands)
            + f"  \u00b7  {when_words(one.changed)}",
            "history",
        )
        for one in recoverable()
        if one.commands and one.path != present
    )
    by_id = dict(playable_systems())
    shown = tuple(
        StartRow(str(one.path), one.title, by_id.get(one.system, one.system), "map")
        for one in samples()
    )
    groups = (
        (_("Opened last"), recent[:MOST_ROWS]),
        (_("Unfinished, never saved under a name"), unfinished[:MOST_ROWS]),
        (_("Samples"), shown[:MOST_ROWS]),
    )
    return StartView(groups, tuple(by_id.items()), rules)


def when_words(changed: datetime | None) -> str:
    """Return words for when a file was changed; a date beyond the calendar is none."""
    if changed is None:
        return _("no date")
    return changed.astimezone().strftime("%Y-%m-%d %H:%M")


def _short(folder: Path) -> str:
    try:
        return f"~/{folder.relative_to(Path.home())}"
    except ValueError:
        return str(folder)
