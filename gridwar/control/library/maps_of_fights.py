"""The map of a fight for other fights: kept on the shelf, begun on, laid in the present one.

It comes as it was laid, with what was drawn on it by commands, its doors as they were laid; what
players saw of it, handouts and lights that are carried stay behind.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.control.library.copy_and_take_along import next_on_map
from gridwar.control.maps.drawn_since_laid import LaidMap
from gridwar.control.maps.map_taken_along import MapParts
from gridwar.engine.gm.commands_together import Together
from gridwar.engine.gm.map_commands import LayMap
from gridwar.storage.map_shelf import MapShelf, read_fight
from gridwar.storage.new_open_and_sample_fights import new_fight
from gridwar.systems import find_system
from gridwar.text import _

if TYPE_CHECKING:
    from pathlib import Path

    from gridwar.engine.session.session import Session
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.command import Command
    from gridwar.storage.new_open_and_sample_fights import Fight

_PLAIN_SYSTEM = "freeform"
"""The rules of a kept map: any fight can begin on it."""
_PARTS = MapParts(doors=False, seen=False, handouts=False)


class MapOfFight(Struct, frozen=True):
    """A map with nobody on it: how it is laid, what is then drawn on it, its picture."""

    page: BattleMap
    drawn: tuple[Command, ...] = ()
    picture: bytes | None = None

    @property
    def pictures(self) -> tuple[bytes, ...]:
        """Return the files of its pictures."""
        return () if self.picture is None else (self.picture,)

    def laying(self) -> Command:
        """Return the command that lays it in a fight, with what is drawn on it."""
        laid = LayMap(map=self.page)
        if not self.drawn:
            return laid
        title = _("Lays {map}").format(map=self.page.name or _("a map"))
        return Together(title=title, commands=(laid, *self.drawn))


def map_of(session: Session, picture: bytes | None) -> MapOfFight:
    """Return the map of a fight.

    Args:
        session: The fight.
        picture: The file of the map's picture.
    """
    old = session.encounter
    bare = find_system(_PLAIN_SYSTEM).new_encounter(old.title)
    made = next_on_map(old, LaidMap(session).base(), bare, _PARTS)
    page = made.first.map
    if not page.name:
        page = page.with_name(old.title)
    return MapOfFight(page, made.drawn, picture)


def read_map_of(path: Path) -> MapOfFight:
    """Read the map of a fight, of an exported one or of one on the shelf; in any thread.

    Raises:
        FileError: The file cannot be read.
    """
    session, blobs = read_fight(path, find_system)
    found = session.encounter.map.picture
    named = {hashlib.sha256(one).hexdigest(): one for one in blobs}
    return map_of(session, None if found is None else named.get(found.sha256))


def begun_on(system_id: str, taken: MapOfFight) -> Fight:
    """Begin a fight by some rules on a map."""
    system = find_system(system_id)
    title = taken.page.name or _("New fight")
    first = system.new_encounter(title).replace(map=taken.page)
    return new_fight(system, title, first, taken.pictures, taken.drawn)


def keep_on_shelf(shelf: MapShelf, taken: MapOfFight, name: str, tags: tuple[str, ...]) -> Path:
    """Keep a map on the shelf under a name; return its file.

    Raises:
        FileError: It cannot be written.
    """
    system = find_system(_PLAIN_SYSTEM)
    page = taken.page.replace(name=name, tags=tags)
    first = system.new_encounter(name).replace(map=page)
    return shelf.keep(first, system, taken.pictures, taken.drawn)
