"""The chart of squares on the map: steps, figures, legend, and the square pointed at in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.control.insight import chart_figures as cf
from gridwar.control.insight.charts import FOE, KNOWS, MOVES
from gridwar.control.memo import Memo
from gridwar.control.presenters.boxes_near_square import BoxesNearSquare
from gridwar.control.presenters.chart_card import ChartCards, carried_words, has_strikes
from gridwar.control.presenters.foes_on_charts import FoesOnCharts
from gridwar.control.presenters.ghost_odds import GhostOdds
from gridwar.control.presenters.knowledge_words import KNOWLEDGE_HINT, knowledge_words
from gridwar.control.records import chart_records as cr
from gridwar.control.state.chart_choice import ChartKind
from gridwar.control.text_format import token_bit
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from gridwar.control.controller.controller import Controller
    from gridwar.control.insight.charts import ChartSoFar
    from gridwar.control.records import scene_records as sr
    from gridwar.engine.kit.card_order_and_flow import Vital

MOST_CHIPS: Final = 24
"""With one for each of hundreds of foes the legend would hide the map."""
HUES = {
    ChartKind.DANGER: cr.ChartHue.DANGER,
    ChartKind.CHANCE: cr.ChartHue.CHANCE,
    ChartKind.SEEN_BY: cr.ChartHue.SEEN,
}


class ChartPresenter:
    """Makes the record of the chart that is wanted; keeps what did not change."""

    def __init__(self, controller: Controller) -> None:
        """Present a controller's charts."""
        self._controller = controller
        near, self._foes = BoxesNearSquare(), FoesOnCharts()
        self._cards = ChartCards(controller, near, self._foes)
        self._ghosts = GhostOdds(controller, self._cards, near)
        self._squares: Memo[cr.ChartSquares] = Memo()
        self._legends: Memo[cr.ChartLegend] = Memo()

    def view(self) -> cr.ChartView | None:
        """Return the chart, as far as it is worked out, or ghost odds; None without either."""
        charts, view = self._controller.charts, self._controller.view
        found = charts.now()
        charts.pass_on()
        ghost = self._ghosts.card()
        if found is None:
            return None if ghost is None else cr.ChartView(card=ghost)
        is_going = view.plan is not None  # then ghost odds tell, if anything does
        charts.point_at(view.hover)
        squares = self._squares.get((found, found.edition, view.chart), lambda: self._steps(found))
        legend = self._legends.get((found, found.edition, view.chart), lambda: self._legend(found))
        card = ghost if ghost is not None or is_going else self._cards.card(found)
        return cr.ChartView(squares, legend, card)

    def lines(self) -> tuple[sr.OverlayView, ...]:
        """Return lines from those who could strike to the square that is pointed at.

        None while somebody is on the way elsewhere: ghost odds tell of that square.
        """
        if self._controller.view.plan is not None:
            return ()
        found = self._controller.charts.now()
        return () if found is None else self._cards.lines(found)

    def _vital(self, found: ChartSoFar) -> Vital:
        return self._controller.system.cards.vital(found.encounter, found.asked.who)

    def _steps(self, found: ChartSoFar) -> cr.ChartSquares:
        left_out, vital, kind = (
            self._controller.view.chart.left_out,
            self._vital(found),
            found.asked.kind,
        )
        least = cf.limits(kind, vital.full)
        if not _has_odds(found):
            return cr.ChartSquares(HUES[kind], ())  # no figure is not the figure 0
        steps: list[set[tuple[int, int]]] = [set() for _step in range(cr.STEPS)]
        figures: dict[tuple[int, int], str] = {}
        for cell, one in found.squares.items():
            figure = cf.figure_of(one.found, left_out)
            if figure is None:
                continue
            is_all = kind is ChartKind.DANGER and cf.is_all(figure, vital.points)
            steps[-1 if is_all else cf.step_of(figure, least)].add(cell)
            figures[cell] = cf.ALL if is_all else cf.in_cell(figure)
        rough = frozenset(cell for cell, one in found.squares.items() if one.is_provisional)
        return cr.ChartSquares(HUES[kind], tuple(map(frozenset, steps)), figures, rough)

    # --- the legend -------------------------------------------------------------------------------

    def _legend(self, found: ChartSoFar) -> cr.ChartLegend:
        kind, name = found.asked.kind, found.encounter[found.asked.who].name
        known = sum(not one.is_provisional for one in found.squares.values())
        whole = len(found.asked.cells)
        working = _("working: {n} of {all} squares, dotted until confirmed")
        state = "" if found.is_whole else working.format(n=min(known, whole), all=whole)
        title, note = _title(kind).format(name=name), _note(kind)
        if found.asked.after_moves:
            note = _("points to be lost to each foe's next attack after a move: at least")
        has_odds = _has_odds(found) or not known
        if not has_odds:
            note = _("nobody here has an attack that these rules give odds of")
            note = note if self._known_foes(found) else _("no foe is known here")
        note = carried_words(self._controller.system, found) or note
        steps = cf.step_words(cf.limits(kind, self._vital(found).full)) if has_odds else ()
        widest = working.format(n=whole, all=whole)
        return cr.ChartLegend(HUES[kind], title, note, steps, self._chips(found), state, widest)

    def _chips(self, found: ChartSoFar) -> tuple[cr.ChartChip, ...]:
        choice, encounter = self._controller.view.chart, found.encounter
        words = knowledge_words(encounter, found.asked.who, knows_all=choice.knows_all)
        chips = [cr.ChartChip(KNOWS, words, KNOWLEDGE_HINT)]
        if found.asked.kind is ChartKind.DANGER:
            words = _("after their moves") if choice.after_moves else _("from where they stand")
            hint = _("Counts each foe's next attack from where it stands, or after a move")
            chips.append(cr.ChartChip(MOVES, words, hint))
        foes = self._known_foes(found)
        count = sum(foe not in choice.left_out for foe in foes)
        text = ngettext("{n} foe counts", "{n} foes count", count).format(n=count)
        chips.append(cr.ChartChip("", text))
        shown = self._with_chips(found, foes)
        for foe in shown:
            hint = _("{name}: a click leaves it out, or counts it again")
            bit = token_bit(self._controller.letters, encounter, encounter[foe])
            is_on = foe not in choice.left_out
            hint = hint.format(name=encounter[foe].name)
            chips.append(cr.ChartChip(f"{FOE}{foe}", bit.initials, hint, is_on))
        if foes[len(shown) :]:
            text = _("and {n} more").format(n=len(foes) - len(shown))
            chips.append(cr.ChartChip("", text))
        return tuple(chips)

    def _known_foes(self, found: ChartSoFar) -> tuple[str, ...]:
        return self._foes.of(self._controller.system, found).known

    def _with_chips(self, found: ChartSoFar, foes: tuple[str, ...]) -> list[str]:
        """Return the nearest foes, and those who do not count, in the order they joined."""
        home, people = found.asked.near, found.encounter.combatants

        def far(foe: str) -> tuple[bool, int]:
            pos, is_on = people[foe].pos, foe not in self._controller.view.chart.left_out
            apart = (0, 0) if home is None or pos is None else (pos.x - home.x, pos.y - home.y)
            return is_on, max(map(abs, apart))

        shown = set(sorted(foes, key=far)[:MOST_CHIPS])
        return [foe for foe in foes if foe in shown]


def _has_odds(found: ChartSoFar) -> bool:
    """Return whether its figures tell something: without attacks that have odds they are none."""
    return found.asked.kind is ChartKind.SEEN_BY or has_strikes(found)


def _title(kind: ChartKind) -> str:
    return {
        ChartKind.DANGER: _("Danger to {name}"),
        ChartKind.CHANCE: _("Chance of {name}"),
        ChartKind.SEEN_BY: _("Who sees {name}"),
    }[kind]


def _note(kind: ChartKind) -> str:
    return {
        ChartKind.DANGER: _("points to be lost to each foe's next attack from where it stands"),
        ChartKind.CHANCE: _("per cent, of the attack that is worth most from there"),
        ChartKind.SEEN_BY: _("foes with a line to the square, exact"),
    }[kind]
