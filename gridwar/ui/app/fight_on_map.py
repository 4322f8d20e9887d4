"""A new fight on the map of another: what of it is kept, and the pictures for that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control.library.copy_and_take_along import next_on_map
from gridwar.control.maps.drawn_since_laid import LaidMap
from gridwar.control.maps.map_taken_along import MapParts
from gridwar.storage.new_open_and_sample_fights import Fight, new_fight
from gridwar.systems import find_system

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.control.controller.controller import Controller
    from gridwar.storage.journal_file import JournalFile


def fight_on_map_of(
    controller: Controller, journal: JournalFile, system_id: str, parts: MapParts | None
) -> tuple[str, Callable[[], Fight]]:
    """Return what a fight on the map of another is called, and what makes it, beside that one.

    Args:
        controller: The other fight.
        journal: Its file, for the picture of the map.
        system_id: The rules of the new one.
        parts: What of the map is kept; None for all of it.
    """
    old, laid = controller.encounter, LaidMap(controller.session).base()
    title, picture = old.map.name or old.title, old.map.picture
    digests = [one.picture for one in old.handouts if parts is None or parts.handouts]
    digests += [] if picture is None else [picture.sha256]
    found = (journal.get_blob(digest) for digest in dict.fromkeys(digests))
    blobs = tuple(data for data in found if data is not None)

    def make() -> Fight:
        system = find_system(system_id)
        made = next_on_map(old, laid, system.new_encounter(title), parts or MapParts())
        return new_fight(system, title, made.first, blobs, made.drawn)

    return title, make
