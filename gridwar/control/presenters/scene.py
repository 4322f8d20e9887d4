"""The map as a record: tokens, overlays, legend. Every overlay is drawn from an engine's result."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from gridwar.control import scene_records as sr
from gridwar.control.presenters.ground import present_ground
from gridwar.control.presenters.sightline import present_line
from gridwar.control.presenters.words import badge_bits, fraction, minus, token_bit
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.control.controller import Controller
    from gridwar.control.tools.toolbox import Toolbox
    from gridwar.control.viewstate import MovePlan
    from gridwar.engine.system import Card, System
    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Cell

REACH: Final = (sr.RegionRole.REACH1, sr.RegionRole.REACH2, sr.RegionRole.REACH3)
DASHES: Final = (sr.Dash.SOLID, sr.Dash.LONG, sr.Dash.DASH_DOT, sr.Dash.DOT)
NEAR_CELLS: Final = 8
"""Only threats as near as this are shown while nothing is planned."""


class ScenePresenter:
    """Makes the scene; keeps what did not change, so that the map redraws little."""

    def __init__(self, controller: Controller, tools: Toolbox) -> None:
        """Present a controller's fight, and what the tool in hand draws."""
        self._controller = controller
        self._tools = tools
        self._cards: dict[str, tuple[Combatant, tuple[object, ...], Card]] = {}
        self._tokens: dict[str, sr.TokenView] = {}
        self._ground: tuple[object, sr.GroundView] | None = None

    def present(self) -> sr.SceneView:
        """Return what the map shows now."""
        controller = self._controller
        encounter, view = controller.encounter, controller.view
        overlays, legend = self._overlays(encounter)
        return sr.SceneView(
            ground=self._ground_view(encounter),
            tokens=self._token_views(encounter),
            overlays=overlays,
            dim=0.34 if view.draft is not None else 0.0,
            legend=legend,
        )

    def _ground_view(self, encounter: Encounter) -> sr.GroundView:
        if self._ground is None or self._ground[0] is not encounter.map:
            self._ground = (encounter.map, present_ground(encounter.map))
        return self._ground[1]

    # --- tokens ------------------------------------------------------------

    def card(self, encounter: Encounter, who: str) -> Card:
        """Return a combatant's card, from memory while nothing about it has changed."""
        one = encounter.combatants[who]
        context = (encounter.round, encounter.turn, encounter.rules, encounter.bracket)
        known = self._cards.get(who)
        if known is not None and known[0] is one and known[1] == context:
            return known[2]
        card = self._controller.system.card(encounter, who)
        self._cards[who] = (one, context, card)
        return card

    def _token_views(self, encounter: Encounter) -> tuple[sr.TokenView, ...]:
        plan = self._controller.view.plan
        views = []
        for one in encounter.combatants.values():
            if one.pos is None or one.aside:
                continue
            token = self._token(encounter, one)
            if plan is not None and one.id == plan.mover and plan.end != one.pos:
                views.append(_ghost_of(token))
                token = _moved(token, plan.end)
            views.append(self._same(token))
        goals = dict(plan.others) if plan is not None else {}
        views = [_moved(token, goals[token.id]) if token.id in goals else token for token in views]
        return tuple(sorted(views, key=lambda token: (token.selected, token.turn)))

    def _same(self, token: sr.TokenView) -> sr.TokenView:
        known = self._tokens.get(token.id)
        if known == token:
            return known
        self._tokens[token.id] = token
        return token

    def _token(self, encounter: Encounter, one: Combatant) -> sr.TokenView:
        view = self._controller.view
        card = self.card(encounter, one.id)
        pool = card.pools[0] if card.pools else None
        bit = token_bit(encounter, one, out=card.out)
        assert one.pos is not None
        return sr.TokenView(
            id=one.id,
            cell=(one.pos.x, one.pos.y),
            initials=bit.initials,
            size=(one.size.w, one.size.h),
            name=one.name,
            side=bit.side,
            picture=one.picture,
            bar=None if pool is None or pool.full <= 0 else fraction(pool),
            bar_text="" if pool is None else f"{pool.now}/{pool.full}",
            facing_deg=one.facing_deg,
            altitude_text=minus(f"{one.altitude:g}") if one.altitude else None,
            badges=tuple(sr.BadgeView(b.icon, b.text) for b in badge_bits(card, one)),
            selected=one.id in view.selected,
            turn=one.id == encounter.turn,
            out=bit.out,
            hidden=one.hidden,
            target=view.draft is not None and view.draft.target == one.id,
            named=one.id in view.selected or one.id in view.hovered,
        )

    # --- overlays ------------------------------------------------------------

    def _overlays(
        self, encounter: Encounter
    ) -> tuple[tuple[sr.OverlayView, ...], tuple[sr.LegendEntry, ...]]:
        view = self._controller.view
        overlays: list[sr.OverlayView] = []
        legend: list[sr.LegendEntry] = []
        actor = self._controller.actor
        if view.draft is not None:
            overlays.extend(present_line(encounter, view.draft.actor, view.draft.target))
        elif actor is not None and encounter.combatants[actor].pos is not None:
            self._add_own(encounter, actor, overlays, legend)
        if view.plan is not None:
            overlays.append(_route(encounter, view.plan))
        overlays.extend(self._tools.in_hand.overlays())
        legend.extend(self._tools.in_hand.legend())
        overlays.extend(self._refusal_label())
        return tuple(overlays), tuple(legend)

    def _add_own(
        self,
        encounter: Encounter,
        actor: str,
        overlays: list[sr.OverlayView],
        legend: list[sr.LegendEntry],
    ) -> None:
        view = self._controller.view
        found = self._controller.system.overlays(encounter, actor, view.weapon)
        shows_reach = view.show_reach and not view.show_bands and len(view.selected) <= 1
        is_planned_free = view.plan is not None and view.plan.free
        if shows_reach and encounter.round > 0 and not is_planned_free:
            for zone, (label, cells) in enumerate(self._controller.moves.planner(actor).zones()):
                role = REACH[min(zone, len(REACH) - 1)]
                overlays.append(sr.RegionOverlay(role, frozenset(cells), label))
                legend.append(sr.LegendEntry(role, label))
        if view.show_bands:
            center = _center(encounter.combatants[actor])
            for number, ring in enumerate(found.rings):
                dash = DASHES[min(number, len(DASHES) - 1)]
                overlays.append(sr.RingOverlay(center, ring.radius, minus(ring.label), dash=dash))
            legend.append(sr.LegendEntry(sr.Dash.SOLID, _("range bands")))
        if view.show_threat and encounter.round > 0 and not view.show_bands:
            self._add_threats(encounter, actor, overlays, legend)

    def _add_threats(
        self,
        encounter: Encounter,
        actor: str,
        overlays: list[sr.OverlayView],
        legend: list[sr.LegendEntry],
    ) -> None:
        plan, system = self._controller.view.plan, self._controller.system
        mine = encounter.combatants[actor]
        if plan is None:
            own = system.overlays(encounter, actor)
            if own.threat:
                overlays.append(_threat(encounter, own.threat))
                text = own.threat_label or _("threat of {name}").format(name=mine.name)
                legend.append(sr.LegendEntry(sr.RegionRole.THREAT, text))
        foes: list[str] = []
        touched = frozenset(plan.cells) if plan is not None else None
        for foe in threats_against(system, encounter, mine):
            cells = system.overlays(encounter, foe.id).threat
            if not cells or (touched is not None and touched.isdisjoint(cells)):
                continue
            if touched is None and not _is_near(cells, mine):
                continue
            overlays.append(_threat(encounter, cells))
            foes.append(foe.name)
        if foes:
            text = _("{name} threatens").format(name=foes[0])
            if len(foes) > 1:
                text = _("{n} foes threaten").format(n=len(foes))
            legend.append(sr.LegendEntry(sr.RegionRole.THREAT, text))

    def _refusal_label(self) -> tuple[sr.OverlayView, ...]:
        notice = self._controller.view.notice
        if notice is None or notice.cell is None:
            return ()
        at = (notice.cell.x + 0.5, notice.cell.y + 0.5)
        return (sr.LabelOverlay(at, notice.text, notice.detail, sr.Role.THREAT, "ban"),)


def threats_against(system: System, encounter: Encounter, mine: Combatant) -> list[Combatant]:
    """Return the foes on the board that are not out."""
    return [
        one
        for one in encounter.everyone()
        if one.side != mine.side
        and one.pos is not None
        and not system.card(encounter, one.id).out
    ]


def _threat(encounter: Encounter, cells: frozenset[Cell]) -> sr.RegionOverlay:
    inside = frozenset(cell for cell in cells if encounter.map.contains(cell))
    return sr.RegionOverlay(sr.RegionRole.THREAT, inside, filled=False)


def _is_near(cells: frozenset[Cell], mine: Combatant) -> bool:
    if mine.pos is None:
        return False
    x, y = mine.pos
    return any(max(abs(cell.x - x), abs(cell.y - y)) <= NEAR_CELLS for cell in cells)


def _route(encounter: Encounter, plan: MovePlan) -> sr.RouteOverlay:
    size = encounter.combatants[plan.mover].size
    points = tuple((cell.x + size.w / 2, cell.y + size.h / 2) for cell in plan.cells)
    waypoints = tuple(
        at for at, cell in enumerate(plan.cells) if cell in plan.legs[1:] and at > 0
    )
    warnings = plan.warnings
    if plan.problem:
        warnings = ((plan.problem, ""), *warnings)
    label = _("free move") if plan.free else plan.cost_text
    return sr.RouteOverlay(
        points,
        waypoints,
        tuple(str(plan.costs[at]) for at in waypoints if at < len(plan.costs)),
        label,
        "" if plan.free else plan.zone_label,
        warnings,
    )


def _center(one: Combatant) -> sr.Point:
    assert one.pos is not None
    return (one.pos.x + one.size.w / 2, one.pos.y + one.size.h / 2)


def _ghost_of(token: sr.TokenView) -> sr.TokenView:
    return sr.TokenView(
        id=token.id, cell=token.cell, initials=token.initials, size=token.size, side=token.side,
        ghost=True,
    )  # fmt: skip


def _moved(token: sr.TokenView, to: Cell) -> sr.TokenView:
    return replace(token, cell=(to.x, to.y), lifted=True)
