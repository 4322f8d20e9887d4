"""The map as players see it: the ground without its secrets, and what anybody there would see.

Owns which walls, paint, zones and areas come through. Heights in figures, zones that are the game
master's, names of zones and what only one side knows stay out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from frozendict import frozendict
from msgspec.structs import replace

from gridwar.control.maps.drawn_since_laid import LaidMap
from gridwar.control.memo import Memo
from gridwar.control.presenters.ground_walls_zones import IN_PLAY, present_ground, present_parts
from gridwar.control.presenters.public_names import is_of_party
from gridwar.control.presenters.rule_areas_and_marks import area_regions
from gridwar.control.records import ground_records as gr
from gridwar.control.records import scene_records as sr
from gridwar.model.walls import DoorState, WallKind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit.overlays_and_scenery import Area
    from gridwar.engine.session.session import Session
    from gridwar.model.encounter import Encounter
    from gridwar.model.walls import Wall

PLAIN: Final = (
    sr.RegionRole.SMOKE,
    sr.RegionRole.DARK,
    sr.RegionRole.LIT,
    sr.RegionRole.THING,
)
"""Areas that anybody there would see; zones of other kinds may be the GM's secret."""


class PlayersMap:
    """Makes ground and overlays of a session; keeps what did not change."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._laid = LaidMap(session)
        self._ground: Memo[gr.GroundView] = Memo()
        self._gridless: Memo[gr.GroundView] = Memo()
        self._parts: Memo[tuple[sr.OverlayView, ...]] = Memo()

    def ground(self, *, grid: bool) -> gr.GroundView:
        """Return the ground, with the lines of its grid or without."""
        page = self._session.encounter.map
        own = self._laid.own(page)

        def made() -> gr.GroundView:
            shown = page.with_walls(_as_it_seems(wall) for wall in page.walls)
            return replace(present_ground(shown, own=own), heights=None)

        ground = self._ground.get((page, own), made)
        return (
            ground if grid else self._gridless.get((ground,), lambda: replace(ground, grid=False))
        )

    def overlays(self, met: frozenset[str]) -> tuple[sr.OverlayView, ...]:
        """Return smoke, light and things, and the areas of the rules that everybody knows.

        Args:
            met: Whom players see: what goes along with anybody else betrays him.
        """
        encounter = self._session.encounter
        return self._parts.get((encounter, met), lambda: tuple(self._made(encounter, met)))

    def _made(self, encounter: Encounter, met: frozenset[str]) -> Iterator[sr.OverlayView]:
        own = self._laid.own(encounter.map)
        for one in present_parts(encounter.map, IN_PLAY, own, frozendict()):
            if isinstance(one, sr.RegionOverlay) and one.role in PLAIN:
                # How long it lasts is the GM's to know.
                yield replace(one, label="", second="", filled=True)
        areas = self._session.system.board.scenery(encounter).areas
        open_to_all = tuple(one for one in areas if _is_open(encounter, one, met))
        for region in area_regions(encounter, open_to_all):
            yield _unnamed(encounter, region)


def _is_open(encounter: Encounter, area: Area, met: frozenset[str]) -> bool:
    """Return whether an area is known to all and betrays nobody.

    What a foe has prepared, and what somebody could do, is the GM's to know.
    """
    owner = encounter.combatants.get(area.owner)
    is_of_foe = owner is not None and any(
        encounter.are_foes(side, owner.side)
        for side, one in encounter.sides.items()
        if one.stance == "party"
    )
    is_worked_out = area.is_advice or area.is_for_a_move
    is_borne_unseen = area.whose in encounter.combatants and area.whose not in met
    is_unmet = owner is not None and owner.id not in met
    return area.known_to is None and not (is_of_foe or is_worked_out or is_borne_unseen or is_unmet)


def _unnamed(encounter: Encounter, region: sr.RegionOverlay) -> sr.RegionOverlay:
    """Return an area without its words where they name somebody whose name players do not know."""
    strangers = (one for one in encounter.combatants.values() if not is_of_party(encounter, one))
    is_named = any(one.name and one.name in region.label for one in strangers)
    return replace(region, label="") if is_named else region


def _as_it_seems(wall: Wall) -> Wall:
    """Return a secret door as the wall that it seems to be, a locked one as merely closed."""
    if wall.kind is not WallKind.DOOR:
        return wall
    if wall.door is DoorState.SECRET:
        return wall.replace(kind=WallKind.WALL)
    return wall.replace(door=DoorState.CLOSED) if wall.door is DoorState.LOCKED else wall
