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


def imported_last(settings: SettingsKeeper) -> tuple[FightRow, ...]:
    """Return the maps imported last, the newest first, those that are missing behind them."""
    found = []
    for files in settings.now.imported:
        path = Path(files[0])
        when, row = _dated(path, FightRow(files[0], path.stem, parts=files))
        gone = [] if when is NEVER else [one for one in files[1:] if not _is_there(Path(one))]
        if gone:
            words = _("{name} is no longer beside it").format(name=Path(gone[0]).name)
            row = replace(row, note=words, is_missing=True)
        found.append(row)
    return tuple(sorted(found, key=lambda row: row.is_missing))


def _is_there(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


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
        yield _dated(path, FightRow(one, path.stem))


def _dated(path: Path, row: FightRow) -> tuple[datetime, FightRow]:
    """Return when a file was changed last, and its row with where it is, or was."""
    try:
        changed = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    except (OSError, ValueError, OverflowError):
        words = _("no longer in {folder}").format(folder=path.parent)
        return NEVER, replace(row, note=words, is_missing=True)
    words = _("{folder}, {when}")
    words = words.format(folder=path.parent.name or path.parent, when=when_words(changed))
    return changed, replace(row, note=words)
