"""The map as a record: tokens, overlays, legend. Every overlay is drawn from an engine's result."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from frozendict import frozendict
from msgspec.structs import replace

from gridwar.control.actions.target_picking import PEOPLE
from gridwar.control.maps.drawn_since_laid import LaidMap
from gridwar.control.maps.floor_in_view import floor_in_view
from gridwar.control.measuring.arcs import facing_overlays
from gridwar.control.measuring.range_bands import band_at, band_overlays, bands_words
from gridwar.control.measuring.sightline import present_line
from gridwar.control.measuring.threats import ThreatPresenter
from gridwar.control.memo import Memo
from gridwar.control.presenters.aim_and_tie_overlays import AimedPresenter
from gridwar.control.presenters.chart_on_map import ChartPresenter
from gridwar.control.presenters.floor_shown import (
    TokensOfFloor,
    floor_chips,
    floor_shown,
    link_signs,
)
from gridwar.control.presenters.fog_on_map import PlayersFog
from gridwar.control.presenters.ground_walls_zones import (
    IN_PLAY,
    Editing,
    name_everywhere,
    name_parts,
    present_ground,
    present_parts,
    present_walls,
)
from gridwar.control.presenters.group_checks import CheckTags
from gridwar.control.presenters.layers_shown import LayersPresenter
from gridwar.control.presenters.light_on_map import LightPresenter
from gridwar.control.presenters.map_at_rest import CalmMap, edges_of_areas
from gridwar.control.presenters.measures_and_blast import MeasuredPresenter
from gridwar.control.presenters.pins_on_map import PinSigns
from gridwar.control.presenters.presented_scene import PresentedScene
from gridwar.control.presenters.questions import (
    present_notice,
    present_people,
    present_places,
    present_windows,
)
from gridwar.control.presenters.results_on_map import ResultPresenter
from gridwar.control.presenters.route_and_reach_overlays import WayPresenter, trail
from gridwar.control.presenters.rule_areas_and_marks import AreaPresenter, present_marks
from gridwar.control.presenters.stands import StandsPresenter
from gridwar.control.presenters.targets_on_map import AimPresenter
from gridwar.control.presenters.tokens import TokenPresenter
from gridwar.control.presenters.tour import tour_ring
from gridwar.control.records import ground_records as gr
from gridwar.control.records import scene_records as sr
from gridwar.control.records.layer_records import NO_LAYERS
from gridwar.control.state.kept_measurements import Threats
from gridwar.control.state.map_layers import Layer
from gridwar.control.tools.measuring.sight_and_threat_tools import ThreatTool
from gridwar.control.tools.tool_base import MeasuringTool, ToolGroup
from gridwar.control.tools.toolbox import SELECT

if TYPE_CHECKING:
    from gridwar.control.controller.controller import Controller
    from gridwar.control.presenters.tokens import Aim
    from gridwar.control.tools.toolbox import Toolbox
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.encounter import Encounter

_AIM_DIM: Final = 0.46


class ScenePresenter:
    """Makes the scene; keeps what did not change, so that the map redraws little."""

    def __init__(self, controller: Controller, tools: Toolbox) -> None:
        """Present a controller's fight, and what the active tool draws."""
        self.hurried = False
        """Whether to leave out whatever has to be worked out: ways, threats, lines."""
        self.without_selection = False  # what is on the map alone
        self._controller = controller
        self._tools = tools
        self._tokens = TokenPresenter(controller)
        self._ways = WayPresenter(controller)
        self._bands: Memo[tuple[sr.OverlayView, ...]] = Memo()
        self._facing: Memo[tuple[sr.OverlayView, ...]] = Memo()
        self._ground: tuple[object, object, gr.GroundView] | None = None
        self._walls: Memo[tuple[gr.WallView, ...]] = Memo()
        self._laid = LaidMap(controller.session)
        self._aimed = AimedPresenter(controller)
        self._areas = AreaPresenter(controller, self._aimed.prepared)
        self._fog = PlayersFog(controller, tools)
        self.presented = PresentedScene(controller)
        self._threats = ThreatPresenter(controller)
        self._measured = MeasuredPresenter(controller, tools)
        self._results = ResultPresenter(controller)
        self._targets = AimPresenter(controller)
        self._calm = CalmMap(controller)
        self._layers = LayersPresenter(controller, self._ways, self._threats)
        self._check_tags = CheckTags(controller)
        self._light = LightPresenter(controller)
        self._pins = PinSigns(controller)
        self._chart = ChartPresenter(controller)
        self.stands = StandsPresenter(controller)
        self._aimed_pair: Aim | None = None
        self._of_floor = TokensOfFloor()

    def present(self) -> sr.SceneView:
        """Return what the map shows now."""
        if self._controller.view.presenting:
            return self.presented.scene()
        return self._fog.through_eyes(self.for_gm())

    def for_gm(self) -> sr.SceneView:
        """Return all of it, whoever looks now."""
        encounter = self._controller.encounter
        page = self._tools.active.preview() or encounter.map
        overlays, legend = self._overlays(encounter)
        aim, ground = self._aim(), self._ground_view(page)
        tokens = self._tokens.present(
            self._pointed() or aim, {**self._aimed.numbers(), **self._measured.numbers()}
        )
        return sr.SceneView(
            ground=ground,
            tokens=self._of_floor.of(tokens, ground.floor),
            overlays=overlays,
            dim=_AIM_DIM if self._aims() else 0.34 if aim is not None else 0.0,
            legend=(*legend, *self._fog.legend()),
            results=() if self.hurried else self._results.present(),
            aim=None if self.hurried else self._targets.present(),
            chart=None if self.hurried else self._chart.view(),
            stands=None if self.hurried else self.stands.on_map(),
            has_scale=self._measures() or self._controller.view.plan is not None,
            layers=NO_LAYERS if self.hurried else self._layers.present(),
            most_tags=self._calm.most_tags,
            light=self._light.for_gm(page),
            fog=self._fog.for_game_master(),
            cell_hint=self._light.cell_hint(),
            floors=() if ground.floor is None else floor_chips(page, tokens, ground.floor.id),
        )

    def _aims(self) -> bool:
        """Return whether somebody is being aimed at, and no sheet is open."""
        view = self._controller.view
        return view.need in PEOPLE and view.draft is None

    def _pointed(self) -> Aim | None:
        """Return who aims at whom."""
        actor, whom = self._controller.actor, self._controller.aiming.targets.pointed
        pair = (actor, whom) if self._aims() and actor is not None and whom else None
        if pair != self._aimed_pair:
            self._aimed_pair = pair
        return self._aimed_pair

    def _ground_view(self, battle_map: BattleMap) -> gr.GroundView:
        shown = (self._controller.view.show_grid, self._editing(), self._controller.view.floor)
        if self._ground is None or self._ground[0] is not battle_map or self._ground[1] != shown:
            grid, editing, wanted = shown
            own = self._laid.own(battle_map)
            walls = self._walls.get(
                (
                    battle_map.walls,
                    battle_map.picture is None,
                    bool(editing),
                    editing.walls,
                    own.walls,
                ),
                lambda: present_walls(battle_map, editing, own),
            )
            floor = floor_in_view(battle_map, wanted)
            page = None if floor is None else floor_shown(battle_map, floor)
            ground = present_ground(battle_map, editing, walls, own)
            ground = replace(ground, grid=grid, floor=page)
            self._ground = (battle_map, shown, ground)
        return self._ground[2]

    def _editing(self) -> Editing:
        """Return which tool edits the map; none while players look on."""
        info = self._tools.active.info
        view = self._controller.view
        if view.presenting or self.without_selection:
            return IN_PLAY
        return Editing(info.id if info.group is ToolGroup.EDIT else "", view.walls)

    # --- overlays ------------------------------------------------------------

    def _overlays(self, encounter: Encounter) -> sr.Drawn:
        editing = self._editing()
        edits = bool(editing) or self._tools.active.info.group is ToolGroup.SIGHT
        page, drawn_here = encounter.map, self._laid.own(encounter.map)
        # Sides deploy before the first round.
        sides = frozendict() if encounter.round else encounter.sides
        parts = present_parts(page, editing, drawn_here, sides)
        parts = parts if editing else self._calm.zones(parts)
        if self.hurried or self.without_selection:
            return parts if self.hurried else (*parts, *self._on_the_map(page)), ()
        # What answers the pointer comes first: where there is room for a few labels, it has some.
        overlays: list[sr.OverlayView] = list(self._hover_labels(encounter))
        overlays.extend(self._check_tags.present())
        overlays.extend(() if edits or self._aims() else self._areas.hover_label())
        overlays.extend(parts)
        legend = [*name_parts(page, editing, drawn_here), *name_everywhere(page)]
        actor = self._controller.actor
        aim = self._aim()
        if aim is not None:
            overlays.extend(present_line(self._controller.system, encounter, *aim))
        elif self._is_free(edits=edits) and actor is not None and self._is_there(actor):
            own, names = self._draw_own(encounter, actor)
            overlays.extend(own)
            legend.extend(names)
        overlays.extend((*self._ways.planned(), *self._chart.lines()))
        is_calm, shows = self._calm.is_calm, self._shows_threats(edits=edits)
        threats = self._threats.draw(calm=is_calm) if shows else sr.NOTHING
        pointed = self._pointed()
        if pointed is not None:
            # Whatever decides is named in the ghost sheet.
            line = present_line(self._controller.system, encounter, *pointed)
            overlays.extend(replace(one, label="", second="") for one in line)
        if not edits:
            overlays.extend(self._light.signs())
            for shown, names in (self._areas_drawn(), self._ties_drawn()):
                overlays.extend(shown)
                legend.extend(names)
            overlays.extend(self._aimed.strays())
            overlays.extend(self._aimed.beyond("" if aim is None else aim[1]))
        drawn = (
            self._measured.draw(),
            self._measured.draw_blast(),
            self._aimed.draw(),
            sr.NOTHING if edits else self._calm.edges(self._aimed.bursts()),
            present_people(self._controller),
            present_windows(self._controller),
            self._calm.edges(present_marks(self._controller)),
        )
        for shown, names in (threats, *drawn):
            overlays.extend(shown)
            legend.extend(names)
        overlays.extend((*present_places(self._controller), *tour_ring(self._controller)))
        overlays.extend(() if self._aims() else self._pins.present())
        overlays.extend(link_signs(page, self._controller.view.floor))
        overlays.extend(self._tools.active.overlays())
        legend.extend(self._tools.active.legend())
        overlays.extend(present_notice(self._controller))
        return tuple(overlays), tuple(legend)

    def _on_the_map(self, page: BattleMap) -> tuple[sr.OverlayView, ...]:
        """Return what is there whoever is selected: lights, areas of the rules, ties, signs."""
        drawn = (*self._light.signs(), *self._areas_drawn()[0], *self._ties_drawn()[0])
        return (*drawn, *self._pins.present(), *link_signs(page, self._controller.view.floor))

    def _areas_drawn(self) -> sr.Drawn:
        """Return the areas of the rules, as edges where what else is shown counts more."""
        if not self._calm.shows(Layer.AREAS):
            return sr.NOTHING
        areas, names = self._areas.draw(calm=self._calm.is_calm)
        if self._aims() or self._controller.view.shows_all:
            areas = edges_of_areas(areas, hatched=not self._aims())
        return areas, names

    def _ties_drawn(self) -> sr.Drawn:
        """Return what ties combatants together, while nobody is being dealt with."""
        view = self._controller.view
        if view.draft is not None or self._aims() or self._is_asked():
            return sr.NOTHING
        return self._aimed.ties(calm=view.tool == SELECT)

    def _aim(self) -> Aim | None:
        """Return who does something to whom: as it is prepared, or while something is asked."""
        draft, top = self._controller.view.draft, self._controller.session.top
        if draft is not None:  # no target, where it is meant for a cell
            return (draft.actor, draft.target) if draft.actor else None
        if top is None or top.asking is None:
            return None  # what is suspended waits unseen
        command, here = top.row.command, self._controller.encounter
        actor, target = command.actor or "", str(getattr(command, "target", ""))
        return (actor, target) if actor in here and target in here else None

    def _is_free(self, *, edits: bool) -> bool:
        """Return whether somebody can act now: nothing is asked, and no tool edits the map."""
        return not edits and not self._is_asked()

    def _is_there(self, who: str) -> bool:
        one = self._controller.encounter.combatants[who]
        return one.is_on_map and not one.aside

    def _is_asked(self) -> bool:
        """Return whether a command waits for answers; one that is suspended asks for nothing."""
        top = self._controller.session.top
        return top is not None and top.asking is not None

    def _shows_threats(self, *, edits: bool) -> bool:
        view = self._controller.view
        is_near = view.measuring.threats is Threats.NEAR and not view.measuring.threats_of
        if is_near and self._measures():
            return view.tool == ThreatTool.info.id
        picks_one = view.picking is not None and view.picking.candidates is not None
        if view.draft or view.show_bands or picks_one or self._aims() or view.chart.kind:
            return False
        return self._is_free(edits=edits)

    def _measures(self) -> bool:
        """Return whether a measuring tool is active: then only what is measured is drawn."""
        return isinstance(self._tools.active, MeasuringTool)

    def _hover_labels(self, encounter: Encounter) -> tuple[sr.OverlayView, ...]:
        """Return labels for the cell under the pointer: its range band, who threatens it."""
        view, actor = self._controller.view, self._controller.actor
        is_busy = bool(view.plan or view.draft or view.chart.kind) or self._aims()
        if is_busy or self._is_asked() or view.hover is None:
            return ()
        if not view.show_bands:
            tells = view.tool in (SELECT, ThreatTool.info.id)
            return self._threats.hover_label() if tells else ()
        if actor is None or not encounter.map.contains(view.hover):
            return ()
        rings = self._controller.rules_cache.overlays(actor, view.weapon).rings
        there = (view.hover, next(iter(view.hovered), None))
        label = band_at(self._controller.system, encounter, encounter[actor], rings, there)
        return () if label is None else (label,)

    def _draw_own(self, encounter: Encounter, actor: str) -> sr.Drawn:
        overlays: list[sr.OverlayView] = []
        legend: list[sr.LegendEntry] = []
        view, known = self._controller.view, self._controller.rules_cache
        if self._calm.shows(Layer.TRAIL):
            overlays.extend(trail(encounter.combatants[actor]))
        shows_reach = not (view.show_bands or view.chart.kind or len(view.selected) > 1)
        picks_one = view.picking is not None and view.picking.candidates is not None
        shows_reach = shows_reach and not self._measures() and not (picks_one or self._aims())
        is_planned_free = view.plan is not None and view.plan.free
        if shows_reach and encounter.round > 0 and not is_planned_free:
            zones, names = self._ways.reach(actor, self._calm.prices())
            overlays.extend(zones)
            legend.extend(names)
        if view.plan is None and not self._measures() and self._calm.shows(Layer.FIELDS):
            own = known.overlays(actor, view.weapon)
            made = self._facing.get((encounter, own), lambda: facing_overlays(encounter, own))
            overlays.extend(self._calm.hollow(made))
        if view.show_bands or (view.shows_all and self._calm.rests):
            rings = known.overlays(actor, view.weapon).rings
            one, system = encounter.combatants[actor], self._controller.system
            bands = self._bands.get(
                (encounter, one, rings), lambda: band_overlays(system, encounter, one, rings)
            )
            words = bands_words(self._controller, actor, has_bands=bool(rings))
            overlays.extend(bands)
            legend.append(sr.LegendEntry(sr.Dash.SOLID, words))
        return tuple(overlays), tuple(legend)
