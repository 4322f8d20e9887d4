"""The shelf of maps as records: own ones, imported ones, those of fights and of samples.

What a map is called, how large it is and its tags are read beside the window
(``storage.fight_summary``); until then a map goes by the name of its file.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridwar.control.fuzzy_search import match
from gridwar.control.presenters.opened_last import imported_last, opened_last, when_words
from gridwar.control.records.start_records import FightRow, ShelfGroup, ShelfView
from gridwar.errors import FileError
from gridwar.storage.new_open_and_sample_fights import samples
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.control.user_settings import SettingsKeeper
    from gridwar.storage.fight_summary import FightSummary
    from gridwar.storage.map_shelf import MapShelf


def present_shelf(settings: SettingsKeeper, shelf: MapShelf, *, can_lay: bool) -> ShelfView:
    """Return the maps that a fight can begin on.

    Args:
        settings: Knows the fights opened last.
        shelf: The maps that were kept.
        can_lay: Whether there is a fight in which one can be laid.
    """
    own, problem = _own(shelf)
    opened = [one for one in opened_last(settings) if not one.is_missing]
    given = tuple(FightRow(str(one.path), one.title) for one in samples())
    groups = (
        ShelfGroup(_("Kept"), own, is_own=True),
        ShelfGroup(_("Imported last"), imported_last(settings)),
        ShelfGroup(_("Of the fights opened last"), tuple(opened)),
        ShelfGroup(_("Of the samples"), given),
    )
    there = tuple(one for one in groups if one.rows)
    return ShelfView(there, can_lay=can_lay, problem=problem)


def _own(shelf: MapShelf) -> tuple[tuple[FightRow, ...], str]:
    try:
        kept = shelf.maps()
    except FileError as error:
        return (), str(error)
    return tuple(
        FightRow(str(one.path), one.path.stem, when_words(one.changed)) for one in kept
    ), ""


def row_of(row: FightRow, found: FightSummary) -> FightRow:
    """Return the row of a map that was looked at: its name, then its size and tags."""
    if found.why_not:
        return replace(row, note=found.why_not, is_missing=True)
    size = _("{w} \u00d7 {h} cells").format(w=found.width, h=found.height)
    if not found.width:
        size = _("its grid is not laid yet")
    where = (Path(row.path).parent.name,) if row.parts else ()
    note = ", ".join(filter(None, (size, *where, *found.tags)))
    return replace(row, title=found.name or found.title or row.title, note=note)


def is_found(typed: str, row: FightRow) -> bool:
    """Return whether a map is looked for by what is typed: its name, its tags, its size."""
    return not typed.strip() or match(typed, row.title, row.note) is not None
