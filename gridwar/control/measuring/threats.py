"""Threat on the map: of foes near whoever acts, of all foes, or of all after their moves."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from gridwar.control.maps.floor_words import place_name
from gridwar.control.measuring.threat_forecast import (
    ThreatForecast,
    ThreatForecaster,
    forecast_standing,
)
from gridwar.control.memo import Memo
from gridwar.control.records import measure_records as mr
from gridwar.control.records import scene_records as sr
from gridwar.control.state.kept_measurements import Threats
from gridwar.control.state.map_layers import Layer
from gridwar.control.text_format import token_bit
from gridwar.engine.kit.yardstick_and_distances import level_number
from gridwar.model.geometry import Cell, footprint
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.control.controller.controller import Controller
    from gridwar.control.state.plan_and_draft import MovePlan
    from gridwar.engine.kit.overlays_and_scenery import Overlays
    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Encounter

NEAR_CELLS: Final = 8
"""How far somebody is thought to get where the rules of movement do not say."""
NAMED: Final = 3
MOST_APART: Final = 12
"""So many foes have their threats drawn one by one; those of more are drawn as one."""


class ThreatPresenter:
    """Works out whose threat is drawn; keeps it while the fight stays as it is."""

    def __init__(self, controller: Controller) -> None:
        self._controller = controller
        self._foes: Memo[tuple[str, ...]] = Memo()
        self._idle: Memo[frozenset[Cell]] = Memo()
        self._exposed: Memo[ThreatForecast] = Memo()
        self._near_names: Memo[tuple[str, ...]] = Memo()
        self._each: Memo[sr.Drawn] = Memo()
        self._near: Memo[Mapping[str, frozenset[Cell]]] = Memo()
        self._together: Memo[dict[object, frozenset[Cell]]] = Memo()
        """The threat of several as one; the same object at each step of a drag that adds none."""
        self._over: Memo[Mapping[Cell, list[int]]] = Memo()
        self._maker = ThreatForecaster(
            lambda: controller.action_drafts.run_in_window(controller.show)
        )

    @property
    def mode(self) -> Threats | None:
        """Whose threat is drawn; None for nobody's."""
        view = self._controller.view
        return view.measuring.threats if view.shows(Layer.THREATS) else None

    def foes(self) -> tuple[str, ...]:
        """Return the foes, on the board and up, of whoever acts; else of the party."""
        encounter, actor = self._controller.encounter, self._controller.actor
        return self._foes.get((encounter, actor), lambda: self._find_foes(encounter, actor))

    def _find_foes(self, encounter: Encounter, actor: str | None) -> tuple[str, ...]:
        side = "1" if actor is None else encounter[actor].side
        known = self._controller.rules_cache
        return tuple(
            one.id
            for one in encounter.everyone()
            if one.pos is not None
            and encounter.are_foes(side, one.side)
            and not known.card(one.id).out
        )

    def exposed(self) -> ThreatForecast:
        """Return who threatens which cell in the present mode."""
        controller = self._controller
        foes = self.foes()
        if self.mode is Threats.REACH:
            return self._maker.ask(controller.system, controller.encounter, foes)
        return self._exposed.get((controller.encounter, foes), lambda: self._exposed_to(foes))

    def _exposed_to(self, foes: tuple[str, ...]) -> ThreatForecast:
        known = self._controller.rules_cache
        able = (foe for foe in foes if not known.overlays(foe).idle)
        return forecast_standing({foe: self._inside(known.overlays(foe).threat) for foe in able})

    def _inside(self, cells: frozenset[Cell]) -> frozenset[Cell]:
        return frozenset(filter(self._controller.encounter.map.contains, cells))

    def draw(self, *, calm: bool = False) -> sr.Drawn:
        """Return the threats to be drawn, with their names.

        Args:
            calm: Whether they are edges alone, and those who can strike at nothing are left out.
        """
        view, encounter = self._controller.view, self._controller.encounter
        wanted = view.measuring.threats_of
        pinned = tuple(who for who in encounter.combatants if who in wanted) if wanted else ()
        found: list[sr.OverlayView] = []
        legend: list[sr.LegendEntry] = []
        for who in pinned:
            cells = self._inside(self._controller.rules_cache.overlays(who).threat)
            if cells:
                found.append(sr.RegionOverlay(sr.RegionRole.THREAT, cells, filled=False))
                text = _("threat of {name}").format(name=encounter[who].name)
                legend.append(sr.LegendEntry(sr.RegionRole.THREAT, text, f"threat:{who}"))
        if view.shows(Layer.ALL_THREATS) and encounter.round > 0 and view.plan is None:
            apart, names = self._draw_apart()
            return (*found, *apart), (*legend, *names)
        if self.mode is None or (encounter.round == 0 and self.mode is Threats.NEAR):
            return tuple(found), tuple(legend)
        if self.mode is not Threats.REACH and not calm:
            hollow, names = self._draw_idle()
            found.extend(hollow)
            legend.extend(names)
        if self.mode is Threats.NEAR or view.plan is not None:
            near = self._near_foes()
            if near:
                known, key = self._together.get((encounter,), dict), tuple(near.items())
                if key not in known:
                    known[key] = frozenset[Cell]().union(*near.values())
                cells = known[key]
                found.append(sr.RegionOverlay(sr.RegionRole.THREAT, cells, filled=False))
                text = _near_words([encounter[who].name for who in near])
                legend.append(sr.LegendEntry(sr.RegionRole.THREAT, text, "threats"))
            return tuple(found), tuple(legend)
        exposed = self.exposed()
        if exposed.foes:
            role = sr.RegionRole.THREAT
            is_filled = not (calm or view.measuring.templates)
            found.append(sr.RegionOverlay(role, exposed.cells, filled=is_filled))
            words = _all_words(self.mode, len(exposed.foes))
            legend.append(sr.LegendEntry(role, words, "threats"))
        return tuple(found), tuple(legend)

    def near(self) -> tuple[str, ...]:
        """Return the foes whose threat touches what whoever acts gets to."""
        near = self._near_foes()
        return self._near_names.get((near,), lambda: tuple(near))

    def _draw_apart(self) -> sr.Drawn:
        """Return what each foe threatens, with its name; those who cannot strike now as a ring."""
        encounter, known = self._controller.encounter, self._controller.rules_cache
        role, seen = sr.RegionRole.THREAT, {one: known.overlays(one) for one in self.foes()}
        able = [one for one in seen if seen[one].threat and not seen[one].idle]
        idle, names = self._draw_idle()
        return self._each.get(
            (encounter, self.foes()),
            lambda: (
                (*idle, *self._apart(encounter, able)),
                (sr.LegendEntry(role, _all_words(Threats.ALL, len(able)), "threats"), *names)
                if able
                else names,
            ),
        )

    def _apart(self, encounter: Encounter, able: list[str]) -> tuple[sr.OverlayView, ...]:
        known, role = self._controller.rules_cache, sr.RegionRole.THREAT
        if len(able) > MOST_APART:
            cells = frozenset[Cell]().union(*(known.overlays(one).threat for one in able))
            return (sr.RegionOverlay(role, self._inside(cells), filled=False),)
        return tuple(
            sr.RegionOverlay(
                role,
                self._inside(known.overlays(one).threat),
                encounter[one].name,
                known.overlays(one).threat_label,
                filled=False,
            )
            for one in able
        )

    def _near_foes(self) -> Mapping[str, frozenset[Cell]]:
        """Return the foes whose threat matters to whoever acts, with the cells of each."""
        encounter, actor = self._controller.encounter, self._controller.actor
        plan = self._controller.view.plan
        if actor is None or encounter[actor].pos is None:
            return {}
        mine = encounter[actor]
        zones = () if plan is not None or mine.pos is None else self._zones(actor)
        last = self._near.last
        if zones is None and last is not None:
            return {who: last[who] for who in last if who in encounter}  # some may have gone
        made_from = (encounter, actor, plan, zones)
        return self._near.get(made_from, lambda: self._find_near(mine, plan))

    def _zones(self, who: str) -> tuple[tuple[str, frozenset[Cell]], ...] | None:
        """Return the price zones of somebody; None while they are being worked out."""
        planning = self._controller.move_planning
        found = planning.zones(planning.planner(who))
        return None if found is None else found[0]

    def _find_near(self, mine: Combatant, plan: MovePlan | None) -> Mapping[str, frozenset[Cell]]:
        ways = self._nearby(mine) if plan is None else frozenset(plan.cells)
        threats = self._controller.rules_cache.threats_against(mine.side)
        over = self._over.get((threats,), lambda: _by_cell(threats))
        near = sorted({at for cell in ways for at in over.get(cell, ())})
        passed = self._levels_passed(mine, plan)
        return {
            threats[at][0].id: self._inside(threats[at][1].threat)
            for at in near
            if not threats[at][1].idle and self._level(threats[at][0]) in passed
        }

    def _level(self, one: Combatant) -> int:
        """Return the level somebody is on; 0 where height is not counted in levels."""
        levels = self._controller.system.board.levels
        return level_number(levels, one.altitude) if levels else 0

    def _levels_passed(self, mine: Combatant, plan: MovePlan | None) -> frozenset[int]:
        """Return the levels that somebody is on before, on, and after a planned way."""
        climbs = () if plan is None else plan.climbs
        return frozenset(accumulate(climbs, initial=self._level(mine)))

    def _draw_idle(self) -> sr.Drawn:
        """Return, as a hollow ring, what those threaten who can strike at nothing now."""
        known, foes = self._controller.rules_cache, self.foes()
        cells = self._idle.get(
            (foes,),
            lambda: frozenset[Cell]().union(
                *(one.threat for one in map(known.overlays, foes) if one.idle)
            ),
        )
        if not cells:
            return (), ()
        role = sr.RegionRole.BAND
        ring = sr.RegionOverlay(role, self._inside(cells), dash=sr.Dash.DOT)
        return (ring,), (sr.LegendEntry(sr.Dash.DOT, _("cannot strike now")),)

    def _nearby(self, mine: Combatant) -> frozenset[Cell]:
        """Return where somebody stands, and where it can get to at the first price."""
        if mine.pos is None:
            return frozenset()
        zones = self._zones(mine.id)
        if zones:
            return zones[0][1].union(footprint(mine.pos, mine.size))
        x, y = mine.pos
        span = range(-NEAR_CELLS, NEAR_CELLS + 1)
        return frozenset(Cell(x + dx, y + dy) for dx in span for dy in span)

    def hover_label(self) -> tuple[sr.OverlayView, ...]:
        """Return who threatens the cell under the pointer, of those whose threat is drawn."""
        view = self._controller.view
        hover = view.hover
        if self.mode is None or hover is None:
            return ()
        if self.mode is Threats.NEAR:
            near = self._near_foes() if self._controller.encounter.round > 0 else {}
            who = tuple(one for one, cells in near.items() if hover in cells)
        else:
            who = self.exposed().at(hover)
        who = tuple(one for one in who if one not in view.hovered)
        if not who:
            return ()
        text = _("threatened by {names}").format(names=self.names(who))
        at = (hover.x + 0.5, hover.y + 0.5)
        return (sr.LabelOverlay(at, text, role=sr.Role.THREAT, icon="triangle-alert"),)

    def names(self, who: tuple[str, ...]) -> str:
        """Return some names, the rest as a number."""
        encounter = self._controller.encounter
        shown = ", ".join(encounter[one].name for one in who[:NAMED])
        more = len(who) - NAMED
        return _("{names} and {n} more").format(names=shown, n=more) if more > 0 else shown

    # --- the panel -------------------------------------------------------------------------------

    def panel(self) -> mr.MeasureView:
        """Return whose threat is drawn, and who threatens what is under the pointer."""
        view, encounter = self._controller.view, self._controller.encounter
        mode = self.mode
        modes = (
            mr.MeasureChoice("mode:none", _("None"), mode is None),
            mr.MeasureChoice("mode:near", _("Those near"), mode is Threats.NEAR),
            mr.MeasureChoice("mode:all", _("All foes"), mode is Threats.ALL),
            mr.MeasureChoice("mode:reach", _("All, after their moves"), mode is Threats.REACH),
        )
        exposed = self.exposed()
        blocks = [mr.MeasureBlock(_("Whose"), _("T shows the next."), choices=modes)]
        if view.hover is not None and encounter.map.contains(view.hover):
            who = exposed.at(view.hover)
            rows = tuple(map(self._row, who))
            heading = _("At {cell}").format(cell=place_name(encounter.map, view.hover))
            blocks.append(mr.MeasureBlock(heading, "" if rows else _("Nobody threatens it."), rows))
        rows = tuple(
            replace(
                self._row(one),
                key=f"one:{one}",
                value=_("pinned") if one in view.measuring.threats_of else "",
                tooltip=_("Click to pin its threat, or to take it off"),
            )
            for one in exposed.foes
        )
        blocks.append(
            mr.MeasureBlock(_("Foes"), _("Click one, here or on the map, to pin its threat."), rows)
        )
        return mr.MeasureView(_("Threat"), _mode_title(mode), "", tuple(blocks))

    def _row(self, who: str) -> mr.MeasureRow:
        one = self._controller.encounter[who]
        label = self._controller.rules_cache.overlays(who).threat_label
        token = token_bit(self._controller.letters, self._controller.encounter, one)
        return mr.MeasureRow(one.name, label, token=token)


def _mode_title(mode: Threats | None) -> str:
    return {
        None: _("Threats are not shown"),
        Threats.NEAR: _("Threats near the one selected"),
        Threats.ALL: _("What all foes threaten"),
        Threats.REACH: _("Where foes can strike after moving"),
    }[mode]


def _all_words(mode: Threats, count: int) -> str:
    if mode is Threats.REACH:
        words = ngettext("{n} foe, moves included", "{n} foes, moves included", count)
    else:
        words = ngettext("{n} foe threatens", "{n} foes threaten", count)
    return words.format(n=count)


def _by_cell(threats: tuple[tuple[Combatant, Overlays], ...]) -> Mapping[Cell, list[int]]:
    """Return for every threatened cell the places in the list of those who threaten it."""
    found: dict[Cell, list[int]] = {}
    for at, (_foe, seen) in enumerate(threats):
        for cell in seen.threat:
            found.setdefault(cell, []).append(at)
    return found


def _near_words(names: list[str]) -> str:
    if len(names) == 1:
        return _("threat: {who}").format(who=names[0])
    words = ngettext("threat: {n} foe", "threat: {n} foes", len(names))
    return words.format(n=len(names))
