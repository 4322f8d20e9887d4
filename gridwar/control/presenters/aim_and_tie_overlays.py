"""What a command in preparation takes in, and what ties combatants together, as overlays.

Draws what the rules declare (``engine.kit.command_draft``) and nothing else.
"""

from __future__ import annotations

import math
from itertools import chain
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from gridwar.control.memo import KeptByKey, Memo
from gridwar.control.records import ground_records as gr
from gridwar.control.records import scene_records as sr
from gridwar.control.state.map_layers import Layer
from gridwar.control.tools.doors_and_ties import centre_of, ends_of, sign_place
from gridwar.model.events_combatants import Explained
from gridwar.model.geometry import Cell, footprint
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from gridwar.control.controller.controller import Controller
    from gridwar.engine.kit.command_draft import Aimed, Draft
    from gridwar.engine.kit.offers_and_actions import Candidates
    from gridwar.engine.kit.overlays_and_scenery import Tie, TieKind
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from gridwar.model.event_base import Event

WHOM: Final = frozenset({"combatant", "combatants"})
WHERE: Final = frozenset({"cell", "cells"})
TIE_ROLES: Final[Mapping[TieKind, sr.LineRole]] = {
    "tie": sr.LineRole.TIE,
    "aim": sr.LineRole.AIM,
    "contact": sr.LineRole.CONTACT,
}
TIE_LAYERS: Final[Mapping[TieKind, Layer]] = {
    "tie": Layer.TIES,
    "aim": Layer.AIMS,
    "contact": Layer.LINKS,
}


class AimedPresenter:
    """Makes these overlays, each once a state of the fight."""

    def __init__(self, controller: Controller) -> None:
        self._controller = controller
        self._prepared: tuple[Encounter | None, Command | None, Draft | None] = (None, None, None)
        self._offered: Memo[Candidates] = Memo()
        self._strays: Memo[tuple[sr.OverlayView, ...]] = Memo()
        self._bursts: Memo[sr.Drawn] = Memo()
        self._beyond = KeptByKey()

    def aimed(self) -> Aimed | None:
        """Return what the prepared command, or that under the pointer, takes in."""
        prepared = self.prepared()
        return None if prepared is None else prepared.aimed

    def prepared(self) -> Draft | None:
        """Return what the rules say of the prepared command, or of that under the pointer."""
        controller = self._controller
        encounter = controller.action_drafts.state()
        command = self._command()
        if command is None:
            return None
        last, of, found = self._prepared
        if last is not encounter or of != command:
            found = controller.system.draft(encounter, command)
            self._prepared = (encounter, command, found)
        return found

    def _command(self) -> Command | None:
        view, actor = self._controller.view, self._controller.actor
        if view.draft is not None:
            return view.draft.command
        chosen = self._controller.picking.tentative()
        if view.picking is None or actor is None or view.hover is None or chosen is None:
            return None
        return view.picking.make(chosen)

    def numbers(self) -> dict[str, int]:
        """Return the numbers on the tokens that are taken in, as a die would pick them."""
        found, view = self.aimed(), self._controller.view
        numbered = () if found is None else found.numbered
        if not numbered and view.picking is not None and view.draft is None:
            picked = view.picked
            first = (picked.combatant,) if picked.combatant and view.needs_met else ()
            numbered = (*first, *picked.combatants)
        return {who: number for number, who in enumerate(numbered, start=1)}

    def draw(self) -> sr.Drawn:
        """Return the squares that are taken in, and the line to a cell that is aimed at."""
        overlays: list[sr.OverlayView] = []
        legend: list[sr.LegendEntry] = []
        found = self.aimed()
        offered = self._candidates()
        if offered:
            role = sr.RegionRole.REACH1
            overlays.append(sr.RegionOverlay(role, offered))
            legend.append(sr.LegendEntry(role, _("possible")))
        if found is not None and found.cells:
            role = sr.RegionRole.TEMPLATE
            overlays.append(sr.RegionOverlay(role, found.cells, found.label, found.rule_id))
            legend.append(sr.LegendEntry(role, found.label, rule_id=found.rule_id))
        if found is not None:
            state = self._controller.action_drafts.state()
            overlays.extend(_at_combatants(state, found.words))
        overlays.extend(self._line_to_cell())
        overlays.extend(self._picked())
        return tuple(overlays), tuple(legend)

    def _picked(self) -> tuple[sr.OverlayView, ...]:
        """Return the squares and the direction chosen so far for the action being picked."""
        view, encounter = self._controller.view, self._controller.encounter
        picked, found = view.picked, list[sr.OverlayView]()
        if view.picking is None or view.draft is not None:
            return ()
        if picked.cells:
            words = ngettext("{n} square", "{n} squares", len(picked.cells))
            words = words.format(n=len(picked.cells))
            found.append(sr.RegionOverlay(sr.RegionRole.BRUSH, picked.cells, words))
        needs_cell = "cell" in view.picking.needs[: view.needs_met]
        if needs_cell and picked.cell is not None:
            found.append(sr.MarkOverlay(_middle(picked.cell)))
        start = centre_of(encounter.combatants.get(self._controller.actor or ""))
        if picked.bearing_deg is not None and start is not None:
            found.extend(_arrow(start, picked.bearing_deg, view.hover))
        return tuple(found)

    def _offer(self) -> Candidates | None:
        """Return what the action being picked could be used on; None where that is not said."""
        view = self._controller.view
        picking = view.picking
        if picking is None or picking.candidates is None or view.draft is not None:
            return None
        return self._offered.get((self._controller.encounter, picking), picking.candidates)

    def _candidates(self) -> frozenset[gr.CellXY]:
        """Return the squares that can be chosen next; whoever can be aimed at has a tag."""
        view, found = self._controller.view, self._offer()
        if found is None or view.picking is None or view.need in WHOM:
            return frozenset()
        encounter, needs = self._controller.encounter, view.picking.needs
        who = () if view.need in WHERE and not WHOM.isdisjoint(needs) else found.who
        combatants = (encounter.combatants[one] for one in who if one in encounter)
        bodies = (footprint(one.pos, one.size) for one in combatants if one.pos is not None)
        return found.cells.union(*bodies)

    def _line_to_cell(self) -> tuple[sr.OverlayView, ...]:
        draft = self._controller.view.draft
        if draft is None or draft.cell is None or draft.target or not draft.actor:
            return ()
        start = centre_of(self._controller.action_drafts.state()[draft.actor])
        if start is None:
            return ()
        end = (draft.cell.x + 0.5, draft.cell.y + 0.5)
        line = sr.LineOverlay(start, end, sr.LineRole.CLEAR, between=(draft.actor, ""))
        return (line, sr.MarkOverlay(end))

    def ties(self, *, calm: bool) -> sr.Drawn:
        """Return the ties of those selected, and those that are always shown, with their rules.

        Args:
            calm: Whether only those are wanted whose layer is on, or who are pointed at; what has
                a sign that is clicked keeps that.
        """
        encounter, view = self._controller.encounter, self._controller.view
        near = {*view.selected, *view.hovered}
        found = self._controller.rules_cache.scenery().ties
        is_all = view.shows_all
        shown = [one for one in found if is_all or one.always or {one.a, one.b} & near]
        lines = [one for one in shown if not calm or self._is_wanted(one)]
        signs = (_signs(_tie(encounter, one)) for one in shown if one not in lines)
        drawn = (_tie(encounter, one, named=view.shows_all) for one in lines)
        overlays = _said_once(chain.from_iterable((*signs, *drawn)))
        return tuple(overlays), _tie_names(lines)

    def _is_wanted(self, tie: Tie) -> bool:
        """Return whether the line of a tie is shown at rest; while a fight is laid out, each is."""
        view, is_begun = self._controller.view, self._controller.encounter.round > 0
        is_pointed_at = tie.a in view.hovered or tie.b in view.hovered
        return view.shows(TIE_LAYERS[tie.kind]) or is_pointed_at or not is_begun

    def strays(self) -> tuple[sr.OverlayView, ...]:
        """Return what went astray in the latest command as arrows from where it was meant to go."""
        events = self._latest()
        return self._strays.get((events,), lambda: _strays(events))

    def bursts(self) -> sr.Drawn:
        """Return where something went off by the latest command, until the next is prepared."""
        events = self._latest() if self._controller.view.draft is None else ()
        return self._bursts.get((events,), lambda: _bursts(events))

    def _latest(self) -> tuple[Event, ...]:
        """Return what has come of the latest command so far."""
        session = self._controller.session
        top, row = session.top, session.history.rows.get(session.position.cursor)
        if top is not None:
            return () if top.asking is None else tuple(top.asking.events)
        return () if row is None else row.events

    def beyond(self, target: str) -> tuple[sr.OverlayView, ...]:
        """Return those beyond the edge of the map, named beside it with how far off they are."""
        encounter = self._controller.encounter
        return self._beyond.get(encounter, target, lambda: _beyond(encounter, target))


def _arrow(start: gr.Point, bearing_deg: float, towards: Cell | None) -> tuple[sr.OverlayView, ...]:
    """Return a line in a direction, as far as the pointer, and two squares at least."""
    far = 0.0 if towards is None else math.dist(start, _middle(towards))
    angle, length = math.radians(bearing_deg), max(2.0, far)
    end = (start[0] + length * math.sin(angle), start[1] - length * math.cos(angle))
    words = f"{bearing_deg:g}\u00b0"
    return sr.LineOverlay(start, end, sr.LineRole.PLANNED, label=words), sr.MarkOverlay(end)


def _strays(events: Iterable[Event]) -> tuple[sr.OverlayView, ...]:
    found: list[sr.OverlayView] = []
    for trace in (one.trace for one in events if isinstance(one, Explained)):
        if trace.came_from is not None and trace.cell is not None:
            start, end = (_middle(cell) for cell in (trace.came_from, trace.cell))
            found.append(sr.MarkOverlay(end))
            if start != end:
                found.append(sr.LineOverlay(start, end, sr.LineRole.RULER, label=trace.result))
    return tuple(found)


def _bursts(events: Iterable[Event]) -> sr.Drawn:
    role = sr.RegionRole.TEMPLATE
    told = (one.trace for one in events if isinstance(one, Explained))
    traces = tuple(trace for trace in told if trace.burst)
    return (
        tuple(sr.RegionOverlay(role, frozenset(one.burst), one.title) for one in traces),
        (sr.LegendEntry(role, _("where it goes off")),) if traces else (),
    )


def _at_combatants(encounter: Encounter, words: Mapping[str, str]) -> tuple[sr.OverlayView, ...]:
    """Return words at the feet of combatants."""
    there = ((encounter.combatants.get(who), text) for who, text in words.items())
    return tuple(
        sr.LabelOverlay((one.pos.x + one.size.w / 2, one.pos.y + one.size.h - 0.5), text)
        for one, text in there
        if one is not None and one.pos is not None and not one.aside
    )


def _middle(cell: Cell) -> gr.Point:
    return (cell.x + 0.5, cell.y + 0.5)


def _beyond(encounter: Encounter, target: str) -> tuple[sr.OverlayView, ...]:
    beyond = [
        one
        for one in encounter.combatants.values()
        if one.pos is None and one.distance_m is not None and not one.aside
    ]
    found: list[sr.OverlayView] = []
    for number, one in enumerate(beyond):
        at = (encounter.map.width + 0.8, number * 1.4 + 1.0)
        role = sr.Role.THREAT if one.id == target else sr.Role.PAPER
        words = _("{m:,.0f} m").format(m=one.distance_m).replace(",", "\u202f")
        found.append(sr.LabelOverlay(at, one.name, words, role, "locate-fixed"))
    return tuple(found)


def _tie_names(ties: Iterable[Tie]) -> tuple[sr.LegendEntry, ...]:
    """Return what the ties that have a rule are called, and who is in touch; each kind once."""
    named = (one for one in ties if (one.rule_id and one.label) or one.kind == "contact")
    entries = (
        sr.LegendEntry(
            sr.LineRole.BLOCKED if one.broken else TIE_ROLES[one.kind],
            one.label or _("in touch"),
            rule_id=one.rule_id,
        )
        for one in named
    )
    return tuple(dict.fromkeys(entries))


def _said_once(drawn: Iterable[sr.OverlayView]) -> Iterator[sr.OverlayView]:
    """Yield lines of contact that say the same with words on the first alone."""
    said: set[str] = set()
    for one in drawn:
        if isinstance(one, sr.LineOverlay) and one.role is sr.LineRole.CONTACT:
            is_new = one.label not in said
            said.add(one.label)
            yield one if is_new else replace(one, label="")
        else:
            yield one


def _signs(drawn: Iterable[sr.OverlayView]) -> Iterator[sr.OverlayView]:
    return (one for one in drawn if isinstance(one, sr.MarkOverlay))


def _tie(encounter: Encounter, tie: Tie, *, named: bool = False) -> tuple[sr.OverlayView, ...]:
    """Return the line of a tie and its sign; ``named`` says whose it is, too."""
    ends = ends_of(encounter, tie)
    if ends is None:
        return ()
    a, b = ends
    middle = sign_place(a, b)
    if tie.icon:  # its words come when the pointer rests on the sign
        sign = sr.MarkOverlay(middle, icon=tie.icon, towards=None if a == b else b)
        words = tie.label if named else ""
        line = sr.LineOverlay(a, b, sr.LineRole.TIE, label=words, between=(tie.a, tie.b))
        return (sign,) if a == b else (line, sign)
    if a == b:
        return ()
    role = sr.LineRole.BLOCKED if tie.broken else TIE_ROLES[tie.kind]
    cut = middle if tie.broken else None
    words = tie.label
    if named and tie.kind == "aim":
        names = (encounter[tie.a].name, encounter[tie.b].name)
        words = _("{who} at {whom}: {what}").format(who=names[0], whom=names[1], what=words)
    elif named and tie.kind == "contact":
        words = words or _("in touch")
    return (sr.LineOverlay(a, b, role, cut, words, between=(tie.a, tie.b)),)
