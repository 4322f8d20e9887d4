"""The start page as a record: which fights can be gone on with, which samples and rules there are.

What a fight's map looks like is read beside the window (``storage.fight_summary``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control.presenters.map_shelf import present_shelf
from gridwar.control.presenters.opened_last import NEVER, opened, when_words
from gridwar.control.records import start_records as sr
from gridwar.control.state.view_state import StartAsked
from gridwar.storage.map_shelf import MapShelf
from gridwar.storage.new_open_and_sample_fights import samples
from gridwar.storage.untitled_fights import recoverable
from gridwar.systems import find_system, playable_rules
from gridwar.text import ngettext

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path

    from gridwar.control.user_settings import SettingsKeeper

MOST_LAST = 3
"""So many fights of earlier times stand on the page; the File menu has all of them."""


def present_start(
    settings: SettingsKeeper, present: Path | None, rules: str, asked: StartAsked
) -> sr.StartView:
    """Return what the start page shows.

    Args:
        settings: Knows the fights opened last, and by which rules the last one was begun.
        present: The file of the fight in the window, which is not offered.
        rules: The id of the rules that it goes by.
        asked: Why the page is shown.
    """
    is_new = asked is not StartAsked.START
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
        shelf=present_shelf(settings, MapShelf(find_system), can_lay=is_new),
        begins_with_maps=asked is StartAsked.MAPS,
    )


def _samples() -> tuple[sr.FightRow, ...]:
    by_id = {one.id: one.title for one in playable_rules()}
    return tuple(
        sr.FightRow(str(one.path), one.title, by_id.get(one.system, one.system))
        for one in samples()
    )


def _last(settings: SettingsKeeper, present: Path | None) -> tuple[sr.FightRow, ...]:
    """Return the fights opened last and those never saved under a name, the newest first."""
    missing = [one for _when, one in opened(settings, present) if one.is_missing]
    there = [pair for pair in opened(settings, present) if not pair[1].is_missing]
    there += [
        (one.changed or NEVER, _unfinished(one.path, one.title, one.changed, one.commands))
        for one in recoverable()
        if one.commands and one.path != present
    ]
    there.sort(key=lambda pair: pair[0], reverse=True)
    return (*(one for _when, one in there), *missing)[:MOST_LAST]


def _unfinished(path: Path, title: str, changed: datetime | None, steps: int) -> sr.FightRow:
    words = ngettext("not saved, {n} step, {when}", "not saved, {n} steps, {when}", steps)
    return sr.FightRow(str(path), title, words.format(n=steps, when=when_words(changed)))
