"""Ghost odds: what a square would mean to whoever is dragged there, or could stand there to attack.

Mine from there, theirs at me there. Three dots until it is known, never a figure of another square.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridwar.control.actions.target_picking import PEOPLE
from gridwar.control.insight.arrivals import Arrivals
from gridwar.control.insight.chart_job import Asked, Square
from gridwar.control.insight.charts import ChartSoFar
from gridwar.control.maps.floor_words import place_name
from gridwar.control.memo import Memo
from gridwar.control.presenters.chart_card_words import down_words, lost_words
from gridwar.control.records import chart_records as cr
from gridwar.control.state.chart_choice import ChartKind
from gridwar.engine.insight.arrival import Way
from gridwar.engine.insight.danger_and_chance import NO_ATTACK
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from gridwar.control.controller.controller import Controller
    from gridwar.control.insight.arrivals import ArrivalSoFar, Wanted
    from gridwar.control.presenters.boxes_near_square import BoxesNearSquare
    from gridwar.control.presenters.chart_card import ChartCards
    from gridwar.engine.insight.arrival import Arrival
    from gridwar.engine.insight.strikes import Strike


class GhostOdds:
    """Makes the card of a square that somebody would come to; kept while it is the same."""

    def __init__(self, controller: Controller, cards: ChartCards, near: BoxesNearSquare) -> None:
        """Present a controller's plans; lines are written as on the card of a chart."""
        self._controller, self._cards, self._near = controller, cards, near
        self._arrivals = Arrivals(controller, controller.charts)
        self._card: Memo[cr.ChartCard | None] = Memo()

    def card(self) -> cr.ChartCard | None:
        """Return the card; None where nobody is about to go anywhere, or could stand there.

        Of a way that is planned it says why nothing can be told, rather than nothing.
        """
        goes = in_hand = None
        if not self._controller.view.presenting:
            goes = self._at_end_of_way()
            in_hand = self._in_hand() if goes is None else None
        now = self._arrivals.known_of(goes or in_hand)
        if now is None or (goes is None and isinstance(now.found, str)):
            return None
        key = (now.encounter, now.who, now.cell, now.found)
        return self._card.get(key, lambda: self._made(now, now.found))

    def _made(self, now: ArrivalSoFar, found: Arrival | str | None) -> cr.ChartCard | None:
        one = now.encounter[now.who]
        tokens = ((*one.pos, *one.size),) if one.pos is not None else ()
        box, near = (*now.cell, *one.size), self._near.of(now.encounter, now.cell, tokens)
        if found is None:
            return cr.ChartCard(box, figure=cr.WAITING, tokens=tokens, near=near)
        title = _("At {cell}").format(cell=place_name(now.encounter.map, now.cell))
        if isinstance(found, str):
            return cr.ChartCard(box, title, foot=(found,), tokens=tokens, near=near)
        mine, theirs = found.chance.strikes, found.danger.strikes
        if not (mine or theirs or found.seen_by or found.chance.why_not):
            return None  # it has no foes
        lines = [self._line(now, one, _("attacked from there")) for one in mine[:1]]
        lines += [self._line(now, one, _at_it(len(theirs))) for one in theirs[:1]]
        points = self._controller.system.cards.vital(now.encounter, now.who).points
        figure, of, foot = "", "", _nothing(found)
        if theirs:
            figure, of, more = lost_words(found.danger.loss, points, len(theirs))
            down = down_words(found.danger.goes_down, len(theirs))
            foot = (*more, *down, *foot)
        return cr.ChartCard(box, title, "", figure, of, tuple(lines), foot, tokens, near)

    def _at_end_of_way(self) -> Wanted | None:
        """Return who is dragged where by which way; None where nobody is, alone and elsewhere."""
        plan, now = self._controller.view.plan, self._controller.encounter
        one = None if plan is None else now.combatants.get(plan.mover)
        if plan is None or one is None or one.pos in (None, plan.end):
            return None
        if plan.group or plan.others or plan.problem:
            return None
        if plan.free:
            return plan.mover, plan.end, Way()
        if not plan.costs:
            return plan.mover, plan.end, None
        planner = self._controller.move_planning.planner(plan.mover)
        return plan.mover, plan.end, Way(planner.command(plan))

    def _in_hand(self) -> Wanted | None:
        """Return who could stand where, with an action in hand and nobody pointed at."""
        view, actor = self._controller.view, self._controller.actor
        is_aiming = view.need in PEOPLE and view.draft is None
        if not is_aiming or view.picking is None or actor is None:
            return None
        cell, pos = view.hover, self._controller.encounter[actor].pos
        if cell is None or pos in (None, cell) or view.hovered:
            return None
        if not self._controller.encounter.map.contains(cell):
            return None
        return actor, cell, Way(only=view.picking.id)

    def _line(self, now: ArrivalSoFar, strike: Strike, whose: str) -> cr.ChartLine:
        asked = Asked(now.who, ChartKind.DANGER, None, ())
        about = ChartSoFar(now.encounter, asked)
        line = self._cards.strike_line(about, Square(now.cell, ""), strike)
        return replace(line, where=", ".join(filter(None, (whose, line.where))))


def _at_it(count: int) -> str:
    """Return that a line is of a foe's attack, the worst of several."""
    if count == 1:
        return _("attacks there")
    return _("worst of {n} attackers").format(n=count)


def _nothing(found: Arrival) -> tuple[str, ...]:
    """Return what cannot be done there, and how many see the square where nothing can be."""
    foot = []
    has_odds = any(why != NO_ATTACK for _who, why in found.chance.why_not)
    if not found.chance.strikes and has_odds:
        foot.append(_("Nobody can be attacked from there."))
    if not found.danger.strikes:
        count = len(found.seen_by)
        seen = ngettext("Seen by {n} foe", "Seen by {n} foes", count).format(n=count)
        foot.append(_("{seen}; none can attack it there.").format(seen=seen))
    return tuple(foot)
