"""What players may see of the map: the scene without anything that is the GM's.

Everything passes through here while the window presents; what is not let through by name stays
out. Tests check the record, so that nothing has to be looked for on the screen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridwar.control.memo import Memo
from gridwar.control.presenters.fog_on_map import PlayersFog, seen_by_players
from gridwar.control.presenters.ground_walls_zones import present_ground
from gridwar.control.presenters.known_map import KnownWalls, known_areas
from gridwar.control.presenters.light_on_map import LightPresenter
from gridwar.control.records import ground_records as gr
from gridwar.control.records import scene_records as sr
from gridwar.control.text_format import NOTE_ICON
from gridwar.engine.kit.card_order_and_flow import Badge
from gridwar.model.walls import DoorState, WallKind
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.control.controller.controller import Controller
    from gridwar.control.maps.drawn_since_laid import LaidMap
    from gridwar.control.presenters.rule_areas_and_marks import AreaPresenter
    from gridwar.control.records.fog_records import FogView
    from gridwar.model.combatant import Combatant
    from gridwar.model.walls import Wall


class PlayersView:
    """Makes scenes for players; keeps what did not change, so that the map redraws little."""

    def __init__(self, controller: Controller, laid: LaidMap, areas: AreaPresenter) -> None:
        self._areas = areas
        self._light = LightPresenter(controller)
        self._controller = controller
        self._laid = laid
        self._fog = PlayersFog(controller)
        self._walls = KnownWalls()
        self._ground: Memo[gr.GroundView] = Memo()
        self._overlays: Memo[tuple[sr.OverlayView, ...]] = Memo()
        self._tokens: tuple[tuple[object, ...], tuple[sr.TokenView, ...]] = ((), ())

    def of(self, scene: sr.SceneView) -> sr.SceneView:
        """Return the scene as it would be if the GM had pointed at nothing and planned nothing."""
        view, session = self._controller.view, self._controller.session
        words = _("Presentation \u00b7 Esc goes back")
        waits = bool(session.wanted) or view.notice is not None
        fog = self._fog.for_players()
        return sr.SceneView(
            ground=self._seen_ground(fog, grid=scene.ground.grid),
            tokens=self._seen_tokens(scene.tokens),
            overlays=self._seen_areas(scene.overlays, fog),
            corner=f"\u25cf  {words}" if waits else words,
            fog=fog,
            light=self._light.for_players(self._party()),
        )

    def _party(self) -> tuple[str, ...]:
        sides = self._controller.encounter.sides.items()
        return tuple(key for key, side in sides if side.stance == "party")

    def _seen_areas(
        self, overlays: tuple[sr.OverlayView, ...], fog: FogView | None
    ) -> tuple[sr.OverlayView, ...]:
        """Return the areas that anybody there would see, as far as players know the place."""
        areas = self._areas.seen()

        def make() -> tuple[sr.OverlayView, ...]:
            plain = (
                # How long it lasts is the GM's to know.
                replace(one, label="", second="", filled=True)
                for one in overlays
                if isinstance(one, sr.RegionOverlay) and one.role in PLAIN
            )
            found = (*plain, *areas)
            return found if fog is None else tuple(known_areas(found, fog))

        return self._overlays.get((overlays, areas, fog), make)

    def _seen_ground(self, fog: FogView | None, *, grid: bool) -> gr.GroundView:
        encounter = self._controller.encounter
        page = encounter.map
        walls = page.walls if fog is None else self._walls.of(encounter, fog)

        def make() -> gr.GroundView:
            shown = page.with_walls(_as_it_seems(wall) for wall in walls)
            ground = present_ground(shown, own=self._laid.own(page))
            return replace(ground, grid=grid)

        return self._ground.get((page, grid, walls), make)

    def _seen_tokens(self, tokens: tuple[sr.TokenView, ...]) -> tuple[sr.TokenView, ...]:
        """Return those who can be seen, where they stand: whoever is only held is not there yet."""
        made_from = (tokens, self._controller.encounter, self._target())
        if self._tokens[0] != made_from:
            everyone, target = self._controller.encounter.combatants, self._target()
            known = seen_by_players(self._controller.encounter)
            seen = {
                token.id: _seen(token, everyone[token.id], target)
                for token in tokens
                if not token.ghost and token.id in everyone and token.id in known
            }
            below = sorted(seen.values(), key=lambda one: (-one.size[0] * one.size[1], one.turn))
            self._tokens = (made_from, tuple(below))
        return self._tokens[1]

    def _target(self) -> str:
        """Return whom a command under way is about; what is only prepared is the GM's."""
        top, here = self._controller.session.top, self._controller.encounter.combatants
        if top is None or top.asking is None:
            return ""
        actor = here.get(top.row.command.actor or "")
        is_seen = actor is not None and actor.id in seen_by_players(self._controller.encounter)
        return str(getattr(top.row.command, "target", "")) if is_seen else ""


def _seen(token: sr.TokenView, one: Combatant, target: str) -> sr.TokenView:
    """Return of a token what it has whatever the GM does, without numbers, names and notes."""
    cell = (one.pos.x, one.pos.y) if one.pos is not None else token.cell
    return sr.TokenView(
        id=token.id,
        cell=cell,
        initials=token.initials,
        size=token.size,
        side=token.side,
        picture=token.picture,
        bar=token.bar,
        bars=token.bars,
        notches=token.notches,
        progress=token.progress,
        facing_deg=token.facing_deg,
        altitude_text=token.altitude_text,
        badges=tuple(
            Badge(badge.icon, "", flashes=badge.flashes)
            for badge in token.badges
            if badge.icon != NOTE_ICON
        ),
        turn_sign=token.turn_sign,
        turn=token.turn,
        out=token.out,
        target=token.id == target,
        box=token.box,
        trail=token.trail,
    )


PLAIN = (
    sr.RegionRole.SMOKE,
    sr.RegionRole.DARK,
    sr.RegionRole.LIT,
    sr.RegionRole.THING,
)
"""Areas that anybody there would see; zones of other kinds may be the GM's secret."""


def _as_it_seems(wall: Wall) -> Wall:
    """Return a secret door as the wall that it seems to be, a locked one as merely closed.

    From which side alone a wall stops anybody is for those to find out who meet it.
    """
    if wall.one_way is not None:
        wall = wall.replace(one_way=None)
    if wall.kind is not WallKind.DOOR:
        return wall
    if wall.door is DoorState.SECRET:
        return wall.replace(kind=WallKind.WALL)
    return wall.replace(door=DoorState.CLOSED) if wall.door is DoorState.LOCKED else wall
