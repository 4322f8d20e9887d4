"""The start page as a record: which fights can be gone on with, which samples and rules there are.

What a fight's map looks like is read beside the window (``storage.fight_summary``).
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridwar.control.records import start_records as sr
from gridwar.storage.new_open_and_sample_fights import samples
from gridwar.storage.untitled_fights import recoverable
from gridwar.systems import playable_rules
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.control.user_settings import SettingsKeeper

MOST_LAST = 3
"""So many fights of earlier times stand on the page; the File menu has all of them."""
_NEVER = datetime.min.replace(tzinfo=UTC)


def present_start(
    settings: SettingsKeeper, present: Path | None, rules: str, *, is_new: bool
) -> sr.StartView:
    """Return what the start page shows.

    Args:
        settings: Knows the fights opened last, and by which rules the last one was begun.
        present: The file of the fight in the window, which is not offered.
        rules: The id of the rules that it goes by.
        is_new: Whether a new fight was asked for.
    """
    shown = _samples()
    first = samples()[0].system if shown else rules
    last = _last(settings, present)
    known = settings.now.begun_with or first
    all_rules = tuple(sr.RulesRow(one.id, one.title, one.summary) for one in playable_rules())
    chosen = rules if is_new else known
    if chosen not in {one.id for one in all_rules}:
        chosen = rules
    return sr.StartView(
        is_new=is_new,
        is_first=not settings.now.tour_seen and not last and not is_new,
        last=last,
        samples=shown,
        rules=all_rules,
        chosen=chosen,
    )


def opened_last(settings: SettingsKeeper) -> tuple[sr.FightRow, ...]:
    """Return the fights opened last, the newest first, those that are missing among them."""
    return tuple(one for _when, one in _opened(settings, None))


def when_words(changed: datetime | None) -> str:
    """Return words for when a file was changed; a date beyond the calendar is none."""
    if changed is None:
        return _("no date")
    return changed.astimezone().strftime("%Y-%m-%d %H:%M")


def _samples() -> tuple[sr.FightRow, ...]:
    by_id = {one.id: one.title for one in playable_rules()}
    return tuple(
        sr.FightRow(str(one.path), one.title, by_id.get(one.system, one.system))
        for one in samples()
    )


def _last(settings: SettingsKeeper, present: Path | None) -> tuple[sr.FightRow, ...]:
    """Return the fights opened last and those never saved under a name, the newest first."""
    missing = [one for _when, one in _opened(settings, present) if one.is_missing]
    there = [pair for pair in _opened(settings, present) if not pair[1].is_missing]
    there += [
        (one.changed or _NEVER, _unfinished(one.path, one.title, one.changed, one.commands))
        for one in recoverable()
        if one.commands and one.path != present
    ]
    there.sort(key=lambda pair: pair[0], reverse=True)
    return (*(one for _when, one in there), *missing)[:MOST_LAST]


def _opened(
    settings: SettingsKeeper, present: Path | None
) -> Iterator[tuple[datetime, sr.FightRow]]:
    for one in settings.now.recent:
        path = Path(one)
        if path == present:
            continue
        row = sr.FightRow(one, path.stem)
        try:
            changed = datetime.fromtimestamp(path.stat().st_mtime, UTC)
        except (OSError, ValueError, OverflowError):
            words = _("no longer in {folder}").format(folder=path.parent)
            yield _NEVER, replace(row, note=words, is_missing=True)
        else:
            words = _("{folder}, {when}")
            words = words.format(folder=path.parent.name or path.parent, when=when_words(changed))
            yield changed, replace(row, note=words)


def _unfinished(path: Path, title: str, changed: datetime | None, steps: int) -> sr.FightRow:
    words = ngettext("not saved, {n} step, {when}", "not saved, {n} steps, {when}", steps)
    return sr.FightRow(str(path), title, words.format(n=steps, when=when_words(changed)))
