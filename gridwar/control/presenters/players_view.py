"""What players may see of the map: the scene without anything that is the GM's.

Everything passes through here while the window presents; what is not let through by name stays
out. Tests check the record, so that nothing has to be looked for on the screen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridwar.control.presenters.ground_walls_zones import present_ground
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
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.combatant import Combatant
    from gridwar.model.walls import Wall


class PlayersView:
    """Makes scenes for players; keeps what did not change, so that the map redraws little."""

    def __init__(self, controller: Controller, laid: LaidMap, areas: AreaPresenter) -> None:
        self._areas = areas
        self._controller = controller
        self._laid = laid
        self._ground: tuple[BattleMap, bool, gr.GroundView] | None = None
        self._tokens: tuple[tuple[object, ...], tuple[sr.TokenView, ...]] = ((), ())

    def of(self, scene: sr.SceneView) -> sr.SceneView:
        """Return the scene as it would be if the GM had pointed at nothing and planned nothing."""
        view, session = self._controller.view, self._controller.session
        words = _("Presentation \u00b7 Esc goes back")
        waits = bool(session.wanted) or view.notice is not None
        return sr.SceneView(
            ground=self._seen_ground(grid=scene.ground.grid),
            tokens=self._seen_tokens(scene.tokens),
            overlays=(
                *(
                    # How long it lasts is the GM's to know.
                    replace(one, label="", second="", filled=True)
                    for one in scene.overlays
                    if isinstance(one, sr.RegionOverlay) and one.role in PLAIN
                ),
                *self._areas.seen(),
            ),
            corner=f"\u25cf  {words}" if waits else words,
        )

    def _seen_ground(self, *, grid: bool) -> gr.GroundView:
        battle_map = self._controller.encounter.map
        if self._ground is None or self._ground[0] is not battle_map or self._ground[1] != grid:
            shown = battle_map.with_walls(_as_it_seems(wall) for wall in battle_map.walls)
            ground = present_ground(shown, own=self._laid.own(battle_map))
            self._ground = (battle_map, grid, replace(ground, grid=grid))
        return self._ground[2]

    def _seen_tokens(self, tokens: tuple[sr.TokenView, ...]) -> tuple[sr.TokenView, ...]:
        """Return those who can be seen, where they stand: whoever is only held is not there yet."""
        made_from = (tokens, self._controller.encounter, self._target())
        if self._tokens[0] != made_from:
            everyone, target = self._controller.encounter.combatants, self._target()
            seen = {
                token.id: _seen(token, everyone[token.id], target)
                for token in tokens
                if not token.ghost and token.id in everyone and not everyone[token.id].hidden
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
        return "" if actor is None or actor.hidden else str(getattr(top.row.command, "target", ""))


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
