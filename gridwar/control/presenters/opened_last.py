"""The fights opened last as rows: where each is, when it was written, which are missing."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from gridwar.control.records.start_records import FightRow
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.control.user_settings import SettingsKeeper

NEVER: Final = datetime.min.replace(tzinfo=UTC)
"""When those were written that are missing."""


def opened_last(settings: SettingsKeeper) -> tuple[FightRow, ...]:
    """Return the fights opened last, the newest first, those that are missing among them."""
    return tuple(one for _when, one in opened(settings, None))


def when_words(changed: datetime | None) -> str:
    """Return words for when a file was changed; a date beyond the calendar is none."""
    if changed is None:
        return _("no date")
    return changed.astimezone().strftime("%Y-%m-%d %H:%M")


def opened(settings: SettingsKeeper, present: Path | None) -> Iterator[tuple[datetime, FightRow]]:
    """Yield the fights opened last, each with the time of its last change.

    Args:
        settings: Knows them.
        present: The one in the window, which is left out.
    """
    for one in settings.now.recent:
        path = Path(one)
        if path == present:
            continue
        row = FightRow(one, path.stem)
        try:
            changed = datetime.fromtimestamp(path.stat().st_mtime, UTC)
        except (OSError, ValueError, OverflowError):
            words = _("no longer in {folder}").format(folder=path.parent)
            yield NEVER, replace(row, note=words, is_missing=True)
        else:
            words = _("{folder}, {when}")
            words = words.format(folder=path.parent.name or path.parent, when=when_words(changed))
            yield changed, replace(row, note=words)
