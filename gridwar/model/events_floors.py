"""The events of a map's floors, of what leads from one to another, and of where they are open."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from msgspec import Meta

from gridwar.model.cleared_floors import cleared
from gridwar.model.events_map import MapEvent, with_changes
from gridwar.model.floors import Floor, FloorWays, Link
from gridwar.model.geometry import MAX_SIDE_CELLS, Cell, footprint
from gridwar.model.memory import NO_VISION

if TYPE_CHECKING:
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.encounter import Encounter
    from gridwar.model.event_base import Event

_Side = Annotated[int, Meta(ge=1, le=MAX_SIDE_CELLS)]


class FloorsChanged(MapEvent):
    """Floors were put, changed or taken away; the sheet may have grown or shrunk for them."""

    put: tuple[Floor, ...] = ()
    gone: tuple[str, ...] = ()
    width: _Side | None = None
    height: _Side | None = None

    def apply(self, encounter: Encounter) -> Encounter:
        """Change the map; what was seen of a floor that goes is forgotten with it."""
        page = encounter.map
        lost = [one for one in page.floors if one.id in self.gone]
        if lost and encounter.vision != NO_VISION:
            cells = [cell for one in lost for cell in footprint(one.at, one.size)]
            vision = encounter.vision.without_cells(cells, page)
            encounter = encounter.replace(vision=vision)
        return super().apply(encounter)

    def changed(self, page: BattleMap) -> BattleMap:
        """Put and take them; what lies on one that goes, leads to it or opens it goes too."""
        width, height = self.width or page.width, self.height or page.height
        if width > page.width or height > page.height:
            page = page.resized(max(width, page.width), max(height, page.height))
        page = cleared(page, tuple(one for one in page.floors if one.id in self.gone))
        page = page.with_floors(with_changes(page.floors, self.put, self.gone))
        return page if (width, height) == page.size else page.resized(width, height)


class LinksChanged(MapEvent):
    """Stairs, ladders, shafts or hatches were put, changed or taken away."""

    put: tuple[Link, ...] = ()
    gone: tuple[str, ...] = ()

    def changed(self, page: BattleMap) -> BattleMap:
        """Put and take them."""
        links = with_changes(page.links, self.put, self.gone)
        return page.with_floors(page.floors, FloorWays(links, page.openings))


class OpeningsChanged(MapEvent):
    """Cells of floors were opened to the floor below, or closed."""

    put: tuple[Cell, ...] = ()
    gone: tuple[Cell, ...] = ()

    def changed(self, page: BattleMap) -> BattleMap:
        """Open and close them."""
        cells = (set(page.openings) - set(self.gone)) | set(self.put)
        return page.with_floors(page.floors, FloorWays(page.links, tuple(sorted(cells))))


FLOOR_EVENTS: tuple[type[Event], ...] = (FloorsChanged, LinksChanged, OpeningsChanged)
