"""The square under the pointer of a chart in words: one line a foe, the worst first."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from gridwar.control.insight import chart_figures as cf
from gridwar.control.insight.chart_job import Seen
from gridwar.control.maps.floor_words import place_name
from gridwar.control.measuring.range_bands import band_at
from gridwar.control.measuring.sightline import distance_words
from gridwar.control.memo import Memo
from gridwar.control.presenters.chart_card_words import (
    and_more,
    at_least,
    down_words,
    first_of,
    lost_words,
    not_counted_deeds,
    on_the_way_words,
)
from gridwar.control.presenters.knowledge_words import not_counted_words
from gridwar.control.presenters.targets import one_in
from gridwar.control.records import chart_records as cr
from gridwar.control.records import scene_records as sr
from gridwar.control.text_format import token_bit
from gridwar.control.tools.doors_and_ties import centre_of
from gridwar.engine.insight.danger_and_chance import NO_ATTACK, Chance, Danger
from gridwar.engine.insight.going_down import goes_down
from gridwar.engine.kit.sight_and_cover import degree_title
from gridwar.model.geometry import Cell, footprint
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.control.controller.controller import Controller
    from gridwar.control.insight.chart_job import Square
    from gridwar.control.insight.charts import ChartSoFar
    from gridwar.control.presenters.boxes_near_square import BoxesNearSquare
    from gridwar.control.presenters.foes_on_charts import FoesOnCharts
    from gridwar.engine.insight.strikes import Strike
    from gridwar.engine.kit.rule_system import System
    from gridwar.model.encounter import Encounter

MOST_LINES: Final = 6
"""The others are counted: with them the card would hide the map."""


class ChartCards:
    """Makes the card of the square that is pointed at; kept while it is the same."""

    def __init__(self, controller: Controller, near: BoxesNearSquare, foes: FoesOnCharts) -> None:
        """Present a controller's charts."""
        self._controller, self._near, self._foes = controller, near, foes
        self._card: Memo[cr.ChartCard] = Memo()

    def card(self, found: ChartSoFar) -> cr.ChartCard | None:
        """Return the card; None where nothing is pointed at."""
        square, left_out = self._pointed(found), self._controller.view.chart.left_out
        if square is None:
            return self._waiting(found)
        rests = self._controller.charts.rests_on(square.cell)
        make = self._made if rests else self._headed
        key = (found, square, left_out, rests)
        return self._card.get(key, lambda: self._placed(found, make(found, square)))

    def _placed(self, found: ChartSoFar, card: cr.ChartCard) -> cr.ChartCard:
        """Return a card that knows whom it would rather not hide."""
        x, y, _width, _height = card.at
        return replace(card, near=self._near.of(found.encounter, Cell(int(x), int(y)), card.tokens))

    def lines(self, found: ChartSoFar) -> tuple[sr.OverlayView, ...]:
        """Return lines from those who are named on the card to the square that is rested on."""
        square = self._pointed(found)
        if square is None or isinstance(square.found, str):
            return ()
        if not self._controller.charts.rests_on(square.cell):
            return ()
        ends = (centre_of(found.encounter.combatants[who]) for who in self._named(found, square))
        there = (square.cell.x + 0.5, square.cell.y + 0.5)
        return tuple(sr.LineOverlay(end, there, sr.LineRole.AIM) for end in ends if end is not None)

    def _pointed(self, found: ChartSoFar) -> Square | None:
        hover = self._controller.view.hover
        return None if hover is None else found.squares.get(hover)

    def _waiting(self, found: ChartSoFar) -> cr.ChartCard | None:
        hover = self._controller.view.hover
        if hover is None or not found.encounter.map.contains(hover):
            return None
        one = found.encounter[found.asked.who]
        tokens = ((*one.pos, *one.size),) if one.pos else ()
        near = self._near.of(found.encounter, hover, tokens)
        return cr.ChartCard((*hover, 1, 1), figure=cr.WAITING, tokens=tokens, near=near)

    def _named(self, found: ChartSoFar, square: Square) -> tuple[str, ...]:
        """Return who has a line on the card."""
        left_out, told = self._controller.view.chart.left_out, square.found
        if isinstance(told, str):
            return ()
        if isinstance(told, Seen):
            return tuple(one for one in told.by if one not in left_out)[:MOST_LINES]
        strikes = cf.strikes_that_count(told, left_out)[:MOST_LINES]
        return tuple(_other(one, found.asked.who) for one in strikes)

    def _headed(self, found: ChartSoFar, square: Square) -> cr.ChartCard:
        """Return the figure alone, as long as the pointer goes on from square to square."""
        if isinstance(square.found, str):
            return self._made(found, square)
        figure, of = self._headline(found, square.found)
        title, tokens = self._title(found, square), self._tokens(found, square)[:1]
        return cr.ChartCard((*square.cell, 1, 1), title, "", figure, of, tokens=tokens)

    def _title(self, found: ChartSoFar, square: Square) -> str:
        return _("At {cell}").format(cell=place_name(found.encounter.map, square.cell))

    def _headline(self, found: ChartSoFar, told: Danger | Chance | Seen) -> tuple[str, str]:
        """Return what a square comes to, and what that is out of."""
        left_out = self._controller.view.chart.left_out
        figure = cf.figure_of(told, left_out) or 0.0
        if isinstance(told, Seen):
            return str(cf.whole(figure)), ""
        if not has_strikes(found):
            return "", ""
        count = len(cf.strikes_that_count(told, left_out))
        if isinstance(told, Chance):
            return _("{n:.0f} %").format(n=figure) if count else "0", ""
        words, of, _more = lost_words(figure, self._points(found), count)
        return at_least(words, told), of

    def _points(self, found: ChartSoFar) -> int:
        return self._controller.system.cards.vital(found.encounter, found.asked.who).points

    def _made(self, found: ChartSoFar, square: Square) -> cr.ChartCard:
        cell, told = square.cell, square.found
        title = self._title(found, square)
        box, tokens = (*cell, 1, 1), self._tokens(found, square)
        if isinstance(told, str):
            carried = carried_words(self._controller.system, found)
            return cr.ChartCard(box, title, foot=(carried or told,), tokens=tokens)
        left_out, (figure, of) = self._controller.view.chart.left_out, self._headline(found, told)
        if isinstance(told, Seen):
            lines = tuple(self._line(found, who) for who in self._named(found, square))
            rest = len([one for one in told.by if one not in left_out]) - len(lines)
            foot = and_more(rest) if lines else (_("No foe has a line to it."),)
            return cr.ChartCard(box, title, "", figure, "", lines, foot, tokens)
        strikes = cf.strikes_that_count(told, left_out)
        if not has_strikes(found):
            return self._without_odds(found, square, (box, title, tokens))
        lines = tuple(self.strike_line(found, square, one) for one in strikes[:MOST_LINES])
        foot = (*self._on_the_way(found, square), *self._foot(found, told))
        unnamed = strikes[MOST_LINES:]
        if isinstance(told, Chance):
            foot = (*and_more(len(unnamed)), *foot)
            return cr.ChartCard(box, title, "", figure, "", lines, foot, tokens)
        points, loss = self._points(found), cf.figure_of(told, left_out) or 0.0
        _words, _of, more = lost_words(loss, points, len(strikes))
        more = (*and_more(len(unnamed), sum(one.loss for one in unnamed)), *more)
        chance = goes_down(strikes, points) if left_out else told.goes_down
        foot = (*more, *down_words(chance, len(strikes)), *foot)
        return cr.ChartCard(box, title, "", figure, of, lines, foot, tokens)

    def _without_odds(
        self, found: ChartSoFar, square: Square, head: tuple[cr.Box, str, tuple[cr.Box, ...]]
    ) -> cr.ChartCard:
        """Return who would see it, how far off and behind what, where nothing has odds."""
        system, (box, title, tokens), lines = self._controller.system, head, []
        there, who = _gone_to(found.encounter, found.asked.who, square.cell), found.asked.who
        known = () if isinstance(square.found, str | Seen) else square.found.why_not
        left_out = self._controller.view.chart.left_out
        for foe in (one for one, _why in known if one not in left_out):
            sight = system.sight(there, foe, who)
            if sight is None or not sight.clear:
                continue
            words = [distance_words(system, there, foe, who)]
            words += [degree_title(sight.degree)] if sight.knows_cover else []
            lines.append(replace(self._line(found, foe), where=", ".join(words)))
        foot = [*and_more(len(lines) - MOST_LINES)] if lines else [_("No foe has a line to it.")]
        foot.append(_("These rules give no odds here."))
        foot = foot if known else [_("No foe is known here.")]
        shown = tuple(lines[:MOST_LINES])
        return cr.ChartCard(box, title, lines=shown, foot=tuple(foot), tokens=tokens)

    def _tokens(self, found: ChartSoFar, square: Square) -> tuple[cr.Box, ...]:
        """Return the boxes that the card keeps clear of: the own one, then those with lines."""
        people = (found.asked.who, *self._named(found, square))
        some = (found.encounter.combatants.get(who) for who in people)
        return tuple((*one.pos, *one.size) for one in some if one is not None and one.pos)

    def _on_the_way(self, found: ChartSoFar, square: Square) -> list[str]:
        """Return what the way there would open, one sentence for windows that are alike."""
        encounter, left_out = found.encounter, self._controller.view.chart.left_out
        alike = Counter(
            (one.by, one.title, None if one.loss is None else f"{one.loss:.1f}")
            for one in square.opened or ()
            if one.by not in left_out and one.by in encounter
        )
        return [
            on_the_way_words(encounter[by].name, title, loss, count)
            for (by, title, loss), count in alike.items()
        ]

    def _line(self, found: ChartSoFar, who: str) -> cr.ChartLine:
        one = found.encounter[who]
        token = token_bit(self._controller.letters, found.encounter, one)
        return cr.ChartLine(token, one.name)

    def strike_line(self, found: ChartSoFar, square: Square, strike: Strike) -> cr.ChartLine:
        """Return the line of an attack from or at a square."""
        encounter = _gone_to(found.encounter, found.asked.who, square.cell)
        if strike.stand is not None:
            encounter = _gone_to(encounter, strike.by, strike.stand)
        other = _other(strike, found.asked.who)
        line = self._line(found, other)
        odds = _("hits {chance}") if strike.chance is not None else _("hurts {chance}")
        odds = odds.format(chance=one_in(cf.chance_of(strike)))
        if strike.error:
            odds = _("about: {odds}").format(odds=odds)
        left = self._controller.system.cards.vital(encounter, strike.whom).points
        is_all = cf.is_all(strike.loss, left)
        more = ", ".join(
            _("{choice}: {loss:.1f}").format(choice=one.title, loss=one.loss)
            for who, some in square.defences
            if who == strike.by
            for one in some
            if one.loss is not None and one.loss != strike.loss  # as it is by default
        )
        from_there = ""
        if strike.stand is not None:
            from_there = _("from {cell}").format(cell=place_name(encounter.map, strike.stand))
        if is_all:
            takes = _("takes {loss:.1f}").format(loss=strike.loss)
            more = f"{takes}; {more}" if more else takes
        return cr.ChartLine(
            line.token,
            line.name,
            strike.title,
            ", ".join(filter(None, (from_there, self._where(encounter, strike)))),
            odds,
            cf.ALL if is_all else f"{strike.loss:.1f}",
            more,
        )

    def _where(self, encounter: Encounter, strike: Strike) -> str:
        """Return range band and cover of a strike, once somebody stands on the square."""
        system, by = self._controller.system, encounter[strike.by]
        whom = encounter[strike.whom]
        words = []
        if strike.weapon and whom.pos is not None:
            rings = system.board.rings(encounter, by.id, strike.weapon)
            label = band_at(system, encounter, by, rings, (whom.pos, whom.id))
            words.append("" if label is None else label.text)
        sight = system.sight(encounter, by.id, whom.id)
        if sight is not None and sight.clear and sight.knows_cover:
            words.append(degree_title(sight.degree))
        return ", ".join(filter(None, words))

    def _foot(self, found: ChartSoFar, told: Danger | Chance) -> tuple[str, ...]:
        """Return who cannot, and who or what does not count."""
        encounter = found.encounter

        def names(who: list[str]) -> str:
            return first_of([encounter[one].name for one in who if one in encounter])

        left_out = self._controller.view.chart.left_out
        unable = [(who, why) for who, why in told.why_not if who not in left_out]
        foot = [f"{names([who])}: {why}" for who, why in unable]
        if unable[1:]:  # their reasons would hide the map
            cannot = _("Cannot be attacked from there: {names}")
            if isinstance(told, Danger):
                cannot = _("Cannot attack there: {names}")
            foot = [cannot.format(names=names([who for who, _why in unable]))]
        if isinstance(told, Danger):
            foot += not_counted_deeds(told, names)
        unknown = self._foes.of(self._controller.system, found).unknown
        if unknown:
            foot.append(not_counted_words(names(list(unknown))))
        return tuple(foot)


def carried_words(system: System, found: ChartSoFar) -> str:
    """Return whose squares count where somebody is nowhere but on a mount; else empty."""
    encounter, who = found.encounter, found.asked.who
    carrier = encounter.combatants.get(system.board.body(encounter, who).carrier)
    if carrier is None or carrier.pos is None:
        return ""
    there = footprint(carrier.pos, carrier.size)
    if not all(isinstance(at.found, str) or at.cell in there for at in found.squares.values()):
        return ""
    text = _("{name} goes where {carrier} goes: select {carrier}")
    return text.format(name=encounter[who].name, carrier=carrier.name)


def has_strikes(found: ChartSoFar) -> bool:
    """Return whether anybody has an attack with odds, as far as the chart is known."""
    told = (square.found for square in found.squares.values())
    return any(
        one.strikes or any(why != NO_ATTACK for _who, why in one.why_not)
        for one in told
        if isinstance(one, Danger | Chance)
    )


def _other(strike: Strike, mine: str) -> str:
    return strike.whom if strike.by == mine else strike.by


def _gone_to(encounter: Encounter, who: str, cell: Cell) -> Encounter:
    return encounter.with_combatant(encounter[who].replace(pos=cell, trail=()))
