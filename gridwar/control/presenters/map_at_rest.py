"""What is left out while the map is at rest: it shows the place and the people.

Owns when that is so and which layers are shown then. A drag, a sheet or a tool shows all it needs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from gridwar.control.presenters.route_and_reach_overlays import Prices
from gridwar.control.records import scene_records as sr
from gridwar.control.state.kept_measurements import Threats
from gridwar.control.state.map_layers import Layer
from gridwar.control.tools.toolbox import SELECT

if TYPE_CHECKING:
    from gridwar.control.controller.controller import Controller

TAGS_AT_REST: Final = 6
_ZONES: Final = frozenset(
    {sr.RegionRole.ZONE, sr.RegionRole.SMOKE, sr.RegionRole.DARK, sr.RegionRole.LIT}
)


class CalmMap:
    """Knows of a controller's map whether it is at rest, and what is shown of it."""

    def __init__(self, controller: Controller) -> None:
        self._controller = controller

    @property
    def rests(self) -> bool:
        """Whether nobody moves, aims, or uses a tool, nothing is asked, and no player looks."""
        view, top = self._controller.view, self._controller.session.top
        is_busy = view.plan or view.picking or view.draft or view.placing or view.presenting
        is_asked = top is not None and top.asking is not None
        return view.tool == SELECT and not is_busy and not is_asked

    @property
    def is_calm(self) -> bool:
        """Whether it is at rest, and not all of it is asked for."""
        return self.rests and not self._controller.view.shows_all

    @property
    def most_tags(self) -> int | None:
        """How many labels there may be; None for all, as where each tells of its dice."""
        checks = self._controller.view.checks
        return TAGS_AT_REST if self.is_calm and checks is None else None

    def shows(self, layer: Layer) -> bool:
        """Return whether a layer is shown: at rest those that are on, else what is needed."""
        return self._controller.view.shows(layer) or not self.rests

    def prices(self) -> Prices:
        """Return which zones of reach are drawn."""
        view = self._controller.view
        wide = view.shows(Layer.THREATS) and view.measuring.threats is not Threats.NEAR
        is_veiled = view.tool == SELECT and not view.measuring.templates and not wide
        return Prices(self.shows(Layer.REACH), self.shows(Layer.FURTHER), is_veiled)

    def zones(self, parts: tuple[sr.OverlayView, ...]) -> tuple[sr.OverlayView, ...]:
        """Return the parts of the map with its zones as edges at rest, or without them."""
        is_on = self.shows(Layer.ZONES)
        return self.hollow(tuple(one for one in parts if is_on or not _is_zone(one)))

    def edges(self, drawn: sr.Drawn) -> sr.Drawn:
        """Return the same with what it is called."""
        return self.hollow(drawn[0]), drawn[1]

    def hollow(self, drawn: tuple[sr.OverlayView, ...]) -> tuple[sr.OverlayView, ...]:
        """Return areas as edges alone where the map is calm; things that lie there stay."""
        return tuple(map(_hollow, drawn)) if self.is_calm else drawn


def _is_zone(one: sr.OverlayView) -> bool:
    return isinstance(one, sr.RegionOverlay) and one.role in _ZONES


def _hollow(one: sr.OverlayView) -> sr.OverlayView:
    is_area = isinstance(one, sr.RegionOverlay) and one.role is not sr.RegionRole.THING
    return replace(one, filled=False) if is_area or isinstance(one, sr.ArcOverlay) else one


def edges_of_areas(
    areas: tuple[sr.OverlayView, ...], *, hatched: bool
) -> tuple[sr.OverlayView, ...]:
    """Return areas without what fills them, as the tags are what counts.

    Args:
        areas: All of them.
        hatched: Whether it is still said where they overlap.
    """
    kept = {sr.RegionRole.AREA_OVERLAP} if hatched else ()
    return tuple(
        replace(one, filled=False)
        if isinstance(one, sr.RegionOverlay) and one.role not in kept
        else one
        for one in areas
    )
