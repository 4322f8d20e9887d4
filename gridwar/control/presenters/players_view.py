"""What players may see of the map: the scene without anything that is the GM's.

Everything passes through here while the window presents; what is not let through by name stays
out. Tests check the record, so that nothing has to be looked for on the screen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridwar.control import scene_records as sr
from gridwar.control.presenters.ground import present_ground
from gridwar.model.walls import DoorState, WallKind
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.control.controller import Controller
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.walls import Wall


class PlayersView:
    """Makes scenes for players; keeps what did not change, so that the map redraws little."""

    def __init__(self, controller: Controller) -> None:
        """Present a controller's fight."""
        self._controller = controller
        self._ground: tuple[BattleMap, bool, sr.GroundView] | None = None
        self._tokens: tuple[tuple[object, ...], tuple[sr.TokenView, ...]] = ((), ())

    def of(self, scene: sr.SceneView) -> sr.SceneView:
        """Return the scene without hidden tokens, secret doors, and every label of the GM's."""
        view, session = self._controller.view, self._controller.session
        mover = self._controller.encounter.combatants.get(view.plan.mover) if view.plan else None
        routes: tuple[sr.OverlayView, ...] = ()
        if mover is not None and not mover.hidden:
            routes = tuple(_bare(one) for one in scene.overlays if isinstance(one, sr.RouteOverlay))
        words = _("Presentation \u00b7 Esc goes back")
        waits = bool(session.wanted) or view.notice is not None
        return sr.SceneView(
            ground=self._seen_ground(grid=scene.ground.grid),
            tokens=self._seen_tokens(scene.tokens),
            overlays=(*(_unnamed(one) for one in scene.overlays if _is_plain(one)), *routes),
            corner=f"\u25cf  {words}" if waits else words,
        )

    def _seen_ground(self, *, grid: bool) -> sr.GroundView:
        battle_map = self._controller.encounter.map
        if self._ground is None or self._ground[0] is not battle_map or self._ground[1] != grid:
            shown = battle_map.with_walls(_as_it_seems(wall) for wall in battle_map.walls)
            self._ground = (battle_map, grid, replace(present_ground(shown), grid=grid))
        return self._ground[2]

    def _seen_tokens(self, tokens: tuple[sr.TokenView, ...]) -> tuple[sr.TokenView, ...]:
        everyone, draft = self._controller.encounter.combatants, self._controller.view.draft
        is_aimed_openly = draft is not None and not everyone[draft.actor].hidden
        made_from = (tokens, is_aimed_openly)
        if self._tokens[0] != made_from:
            seen = (_seen(one, aimed=is_aimed_openly) for one in tokens if not one.hidden
                    and not everyone[one.id].hidden)  # fmt: skip
            self._tokens = (made_from, tuple(seen))
        return self._tokens[1]


def _seen(token: sr.TokenView, *, aimed: bool) -> sr.TokenView:
    """Return a token without its numbers, and without the words of the GM's notes on it."""
    return replace(
        token,
        bar_text="",
        badges=tuple(sr.BadgeView(badge.icon) for badge in token.badges),
        caught=None,
        target=token.target and aimed,
    )


PLAIN = (
    sr.RegionRole.SMOKE, sr.RegionRole.DARK, sr.RegionRole.LIT, sr.RegionRole.THING,
)  # fmt: skip
"""Areas that anybody there would see; zones of other kinds may be the GM's secret."""


def _is_plain(one: sr.OverlayView) -> bool:
    return isinstance(one, sr.RegionOverlay) and one.role in PLAIN


def _unnamed(one: sr.OverlayView) -> sr.OverlayView:
    """Return an area without its name: how long it lasts is the GM's to know."""
    return replace(one, label="", second="") if isinstance(one, sr.RegionOverlay) else one


def _bare(route: sr.RouteOverlay) -> sr.RouteOverlay:
    """Return a route without what it costs and provokes."""
    return sr.RouteOverlay(route.points, route.waypoints)


def _as_it_seems(wall: Wall) -> Wall:
    """Return a secret door as the wall that it seems to be, a locked one as merely closed."""
    if wall.kind is not WallKind.DOOR:
        return wall
    if wall.door is DoorState.SECRET:
        return wall.replace(kind=WallKind.WALL)
    return wall.replace(door=DoorState.CLOSED) if wall.door is DoorState.LOCKED else wall
