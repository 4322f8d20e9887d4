"""The fog over the map as a record, for the game master: as players know it, as some see it.

Owns whose fog it is: of all sides of the party together. What a side sees and knows is worked out
by ``engine.perception``; the same fog stays the same object, so that nothing is drawn again.
"""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING

import numpy as np
from frozendict import frozendict
from msgspec.structs import replace

from gridwar.control.memo import Memo
from gridwar.control.records.fog_records import FogPart, FogStyle, FogView
from gridwar.control.records.scene_records import LegendEntry, MarkOverlay, Role
from gridwar.control.state.map_layers import Layer
from gridwar.control.tools.ground.fog_edits import FogHand
from gridwar.control.tools.ground.fog_tool import FogTool
from gridwar.engine.perception.detection import SeenBy, seen_by, seen_by_some
from gridwar.engine.perception.side_sight import known_points, points_seen_by, seen_points
from gridwar.model.memory import FogMode, points_per_cell
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

    from gridwar.control.controller.controller import Controller
    from gridwar.control.records.scene_records import SceneView, TokenView
    from gridwar.control.tools.ground.fog_edits import FogEdit
    from gridwar.control.tools.toolbox import Toolbox
    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Cell

    Points = NDArray[np.bool_]
    Of = Callable[[Encounter, str], Points]


def party_of(encounter: Encounter) -> tuple[str, ...]:
    """Return the sides whose people the players play."""
    return tuple(key for key, side in encounter.sides.items() if side.stance == "party")


def unseen_by_players(encounter: Encounter) -> frozenset[str]:
    """Return the ids of those whom no side of the party sees; nobody where there is no fog."""
    if encounter.vision.mode is FogMode.OFF:
        return frozenset()
    seen = (seen_by(encounter, one).seen for one in party_of(encounter))
    return frozenset(encounter.combatants).difference(*seen)


class PartyFog:
    """Makes the fog over what the party does not know; the same as long as that stays."""

    def __init__(self, style: FogStyle = FogStyle.PLAYERS) -> None:
        """Make fog of a style."""
        self._style = style
        self._known: Memo[Points] = Memo()
        self._seen: Memo[Points] = Memo()
        self._view: Memo[FogView] = Memo()

    def of(self, encounter: Encounter) -> FogView | None:
        """Return the fog over a fight; None where there is none."""
        if encounter.vision.mode is FogMode.OFF:
            return None
        sides, points = party_of(encounter), points_per_cell(encounter.map.size)
        known = _together(encounter, sides, known_points, self._known)
        seen = _together(encounter, sides, seen_points, self._seen)
        return self._view.get((known, seen), lambda: FogView(known, seen, points, self._style))


class PlayersFog:
    """Makes the game master's view of the fog of a controller's fight."""

    def __init__(self, controller: Controller, tools: Toolbox | None = None) -> None:
        """Make the fog of a controller's fight.

        Args:
            controller: Of the fight.
            tools: Whose stroke is shown to the game master before it ends.
        """
        self._controller = controller
        self._tools = tools
        self._known: Memo[Points] = Memo()
        self._hatched = PartyFog(FogStyle.GAME_MASTER)
        self._eyes: Memo[FogView] = Memo()
        self._legend: Memo[tuple[LegendEntry, ...]] = Memo()
        self._tokens: Memo[tuple[TokenView, ...]] = Memo()
        self._met: Memo[SeenBy] = Memo()
        self._marks: Memo[tuple[MarkOverlay, ...]] = Memo()

    def for_game_master(self) -> FogView | None:
        """Return the hatch over what players do not see; None where it is off."""
        view = self._controller.view
        if not (view.shows(Layer.FOG) or view.tool == FogTool.info.id):
            return None
        fog, tool = self._hatched.of(self._controller.encounter), self._tools and self._tools.active
        edit = tool.edit() if isinstance(tool, FogTool) else None
        return fog if edit is None else _after(self._controller.encounter, fog, edit)

    def legend(self) -> tuple[LegendEntry, ...]:
        """Return what hatch and dots are called, where there are any."""
        fog = self.for_game_master()
        if fog is None or self._controller.view.presenting:
            return ()
        stays = self._controller.view.tool == FogTool.info.id
        return self._legend.get((fog, stays), lambda: _names(fog, stays=stays))

    def through_eyes(self, scene: SceneView) -> SceneView:
        """Return a scene as those selected see it, or who acts, where that is asked for."""
        who = self._whose_eyes()
        if not who:
            return scene
        encounter = self._controller.encounter
        seen = points_seen_by(encounter, who)
        known = _together(encounter, party_of(encounter), known_points, self._known)
        points = points_per_cell(encounter.map.size)
        fog = self._eyes.get((known, seen), lambda: FogView(known | seen, seen, points))
        met = self._met.get((encounter, who), lambda: _perceived_by(encounter, who))
        tokens = self._tokens.get(
            (scene.tokens, met), lambda: tuple(one for one in scene.tokens if one.id in met.seen)
        )
        marks = self._marks.get((met,), lambda: sensed_marks(met.sensed.values()))
        names = ", ".join(encounter[one].name for one in encounter.combatants if one in who)
        word = _("As {names} see it \u00b7 Esc goes back").format(names=names)
        overlays = (*scene.overlays, *marks)
        return replace(scene, tokens=tokens, overlays=overlays, fog=fog, corner=word)

    def _whose_eyes(self) -> frozenset[str]:
        view, actor = self._controller.view, self._controller.actor
        if not view.seen_as_selected:
            return frozenset()
        who = view.selected or tuple(filter(None, (actor,)))
        return frozenset(one for one in who if one in self._controller.encounter)


def _after(encounter: Encounter, fog: FogView | None, edit: FogEdit) -> FogView | None:
    """Return the fog as it would be after a stroke; as it is where that does not show."""
    if edit.points is None or edit.hand is FogHand.UNPIN:
        return fog
    if fog is None:  # it begins with the stroke
        known = ~edit.points if edit.covers else edit.points
        points = points_per_cell(encounter.map.size)
        return FogView(known, known, points, FogStyle.GAME_MASTER)
    is_pinned = edit.hand is FogHand.PIN
    is_by_hand = encounter.vision.mode is FogMode.BY_HAND
    if edit.covers:
        known = fog.known & ~edit.points
        seen = fog.seen & ~edit.points if is_pinned else fog.seen
        known = known if is_by_hand or is_pinned else known | seen
    else:
        known, seen = fog.known | edit.points, fog.seen
        seen = seen | edit.points if is_pinned else seen
    return FogView(known, known if is_by_hand else seen, fog.points, fog.style)


def _names(fog: FogView, *, stays: bool) -> tuple[LegendEntry, ...]:
    parts = (
        (FogPart.UNKNOWN, _("unknown to players"), not fog.known.all()),
        (FogPart.REMEMBERED, _("remembered"), bool((fog.known & ~fog.seen).any())),
    )
    there = [(part, words) for part, words, is_there in parts if is_there]
    last = len(there) - 1  # one sign takes all of it off
    return tuple(
        LegendEntry(part, words, key=str(Layer.FOG) if at == last and not stays else "")
        for at, (part, words) in enumerate(there)
    )


def _perceived_by(encounter: Encounter, who: frozenset[str]) -> SeenBy:
    """Return whom some perceive together, of one side or of several."""
    sides = dict.fromkeys(encounter.combatants[one].side for one in sorted(who))
    found = [
        seen_by_some(
            encounter, side, frozenset(one for one in who if encounter.combatants[one].side == side)
        )
        for side in sides
    ]
    seen = frozenset[str]().union(*(one.seen for one in found))
    sensed = {key: cells for one in found for key, cells in one.sensed.items() if key not in seen}
    unknown = frozenset(encounter.combatants).difference(seen, sensed)
    return SeenBy(seen, frozendict(sensed), unknown)


def sensed_marks(places: Iterable[tuple[Cell, ...]]) -> tuple[MarkOverlay, ...]:
    """Return a mark where somebody is only sensed: no name, no bar, no side.

    It lies on one cell and is one, however large and however many those are.
    """
    cells = (
        (
            sum(cell.x + 0.5 for cell in one) / len(one) // 1,
            sum(cell.y + 0.5 for cell in one) / len(one) // 1,
        )
        for one in places
    )
    return tuple(
        MarkOverlay((x + 0.5, y + 0.5), Role.PAPER, "circle-question-mark")
        for x, y in sorted(set(cells))
    )


def _together(encounter: Encounter, sides: tuple[str, ...], of: Of, kept: Memo[Points]) -> Points:
    """Return the points of several sides, the very same array while theirs are."""
    parts = tuple(of(encounter, side) for side in sides)
    if len(parts) == 1:
        return parts[0]
    return kept.get(parts or (encounter.map,), lambda: _united(encounter, parts))


def _united(encounter: Encounter, parts: tuple[Points, ...]) -> Points:
    points, (width, height) = points_per_cell(encounter.map.size), encounter.map.size
    none = np.zeros((height * points, width * points), np.bool_)
    return reduce(np.logical_or, parts, none)
