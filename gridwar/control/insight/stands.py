"""Where could I stand: the sentence that is asked, what it comes to, and the way that is planned.

Owns which search belongs to the present fight; searches are kept for as long as their fight is the
very same, so that undo shows the answer again. Nothing here plays anything: a way is planned as the
pointer would plan it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec.structs import replace

from gridwar.control.insight.stand_figures import FiguresSoFar, StandFigures
from gridwar.control.insight.stand_sentences import kept_sentence, read_sentence, without_one
from gridwar.control.memo import Memo
from gridwar.control.state.stands_asked import Adding, StandsAsked
from gridwar.control.user_settings import SettingsKeeper
from gridwar.engine.insight.stands.chips import is_known, offered, turned, with_other
from gridwar.engine.insight.stands.fight_for_stands import Whose
from gridwar.engine.insight.stands.rank import BEST, Ranking
from gridwar.engine.insight.stands.sentence import StandSearch
from gridwar.engine.insight.stands.words import chip_words

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.control.state.controller_protocol import ControllerProtocol
    from gridwar.engine.insight.stands.chips import Chip
    from gridwar.engine.insight.stands.fight_for_stands import Reached
    from gridwar.engine.insight.stands.sentence import Answer
    from gridwar.model.geometry import Cell

_SELECT: Final = "select"
"""The tool with which it is asked."""
MOST_KEPT: Final = 6
MOST_CHIPS: Final = 9
"""A sentence with more is read by nobody."""


class Found(NamedTuple):
    """What a sentence came to in the present fight."""

    search: StandSearch
    answer: Answer
    ranking: Ranking
    figures: FiguresSoFar


class _Kept(NamedTuple):
    search: StandSearch
    figures: FiguresSoFar


class Stands:
    """The question of a controller's fight: one sentence at a time."""

    def __init__(
        self,
        controller: ControllerProtocol,
        reached: Callable[[str, str | None], Reached | None],
        plan: Callable[[str, Cell], None],
    ) -> None:
        """Ask of a controller's fight.

        Args:
            controller: Of the fight.
            reached: Where somebody gets to by a side's knowledge; None while that is worked out.
            plan: Plans the move of somebody to a square.
        """
        self._controller, self._reached, self._plan = controller, reached, plan
        self.figures = StandFigures(controller)
        self._settings = SettingsKeeper()
        self._kept: list[_Kept] = []
        self._found: Memo[tuple[Answer, Ranking]] = Memo()
        self._place: tuple[str, Cell] | None = None
        """Who stood where when the question was opened: it closes once that one has moved."""

    def keep_in(self, settings: SettingsKeeper) -> None:
        """Keep the last sentence of these rules in these settings."""
        self._settings = settings

    # --- open and close -------------------------------------------------------------------------

    @property
    def is_open(self) -> bool:
        """Whether it is asked, and nothing else is under way that goes first."""
        view = self._controller.view
        is_at_hand = view.tool == _SELECT and not (view.presenting or view.is_in_step)
        return view.stands is not None and is_at_hand

    @property
    def asker(self) -> str | None:
        """Who would stand elsewhere: the one selected, on the map."""
        who, now = self._controller.actor, self._controller.encounter
        if who is None or now[who].pos is None or now[who].aside:
            return None
        return who

    def turn(self) -> None:
        """Ask, or ask no more."""
        if self._controller.view.stands is not None:
            self.close()
        else:
            self.open()

    def open(self) -> None:
        """Ask by the last sentence under these rules, or the usual one."""
        who = self.asker
        if who is None:
            return
        pos = self._controller.encounter[who].pos
        assert pos is not None  # asker
        self._place = (who, pos)
        raw = self._settings.now.stands.get(self._controller.system.id, ())
        chips = read_sentence(raw, self._controller.encounter)
        self._controller.show(stands=StandsAsked(chips or None), notice=None)

    def close(self) -> None:
        """Ask no more; the map is as before."""
        self.figures.stop()
        self._controller.show(stands=None)

    def follow(self) -> None:
        """Stop where the fight has gone on; it is asked no more once whoever asked has moved."""
        self.figures.stop()
        now = self._controller.encounter
        if self._controller.view.stands is None or self._place is None:
            return
        who, pos = self._place
        if who not in now or now[who].pos != pos:
            self._controller.show(stands=None)

    def shut_down(self) -> None:
        """Stop for good."""
        self._kept.clear()
        self.figures.close()

    # --- what it comes to -----------------------------------------------------------------------

    def search(self) -> StandSearch | None:
        """Return the search in the present fight; None while where one gets to is worked out."""
        who, asked = self.asker, self._controller.view.stands
        if who is None or asked is None:
            return None
        found = self._kept_for(who, asked)
        return None if found is None else found.search

    def _kept_for(self, who: str, asked: StandsAsked) -> _Kept | None:
        now, view = self._controller.encounter, self._controller.view
        side = None if asked.knows_all else now[who].side
        wanted = (who, side, view.weapon)
        for kept in self._kept:
            one = kept.search
            if one.encounter is now and (one.who, one.side, one.weapon) == wanted:
                return kept
        reached = self._reached(who, side)
        if reached is None:
            return None
        whose = Whose(who, side, view.weapon)
        made = _Kept(StandSearch(self._controller.system, now, whose, reached), FiguresSoFar())
        self._kept = [made, *self._kept][:MOST_KEPT]
        return made

    @property
    def chips(self) -> tuple[Chip, ...]:
        """The sentence as it is asked now: the usual one as long as nobody has said another."""
        asked, search = self._controller.view.stands, self.search()
        if asked is not None and asked.chips is not None:
            return asked.chips
        return () if search is None else search.usual

    def found(self) -> Found | None:
        """Return what the sentence comes to; its figures are begun where they are new."""
        who, asked = self.asker, self._controller.view.stands
        kept = None if who is None or asked is None else self._kept_for(who, asked)
        if kept is None or asked is None:
            self.figures.stop()
            return None
        search, chips = kept.search, self.chips

        def make() -> tuple[Answer, Ranking]:
            answer = search.answer(chips)
            return answer, Ranking(search, answer.cells)

        answer, ranking = self._found.get((search, chips), make)
        if answer.cells and search.foes and search.has_odds:
            self.figures.want(search, ranking, kept.figures)
        else:
            self.figures.stop()
        return Found(search, answer, ranking, kept.figures)

    def best(self, found: Found) -> tuple[Cell, ...]:
        """Return the squares that are shown first: those somebody chooses among stay."""
        asked = self._controller.view.stands
        if asked is not None and asked.shown:
            return asked.shown
        has_figures = found.figures.has_any_strike and not self.figures.is_busy
        order = found.ranking.ordered(found.figures.whole) if has_figures else found.ranking.first
        return order[:BEST]

    # --- the sentence ---------------------------------------------------------------------------

    def _change(self, **changes: object) -> None:
        asked = self._controller.view.stands
        if asked is None:
            return
        if "chips" in changes or "knows_all" in changes:
            changes = {"pointed": None, "shown": (), **changes}
        asked = replace(asked, **changes)
        self._controller.show(stands=asked)
        if "chips" in changes:
            self._remember()

    def _remember(self) -> None:
        system, now = self._controller.system.id, self._controller.encounter
        kept = self._settings.now.stands
        rest = {name: one for name, one in kept.items() if name != system}
        self._settings.change(stands={**rest, system: kept_sentence(self.chips, now)})

    @property
    def _last_stop(self) -> int:
        """The place of what adds a chip, after that of by whose knowledge it goes."""
        asked = self._controller.view.stands
        return 0 if asked is None else len(self.chips) + 1

    def step(self, by: int) -> None:
        """Let keys change the next chip."""
        asked = self._controller.view.stands
        if asked is not None:
            self._change(at=(asked.at + by) % (self._last_stop + 1))

    def step_to(self, at: int) -> None:
        """Let keys change one chip, the knowledge, or what adds another."""
        self._change(at=max(0, min(at, self._last_stop)))

    def change_value(self, by: int) -> None:
        """Change how much the chip asks; where there is but one, of whom."""
        self._turn_chip(by, others=False)

    def change_other(self, by: int) -> None:
        """Change of whom the chip asks."""
        self._turn_chip(by, others=True)

    def turn_knowledge(self) -> None:
        """Go by everything, or again by what the side of whoever would stand there knows."""
        asked = self._controller.view.stands
        if asked is not None:
            self._change(knows_all=not asked.knows_all, at=len(self.chips))

    def _turn_chip(self, by: int, *, others: bool) -> None:
        asked, search = self._controller.view.stands, self.search()
        if asked is None or search is None:
            return
        if asked.at == len(self.chips):
            self._change(knows_all=not asked.knows_all)
        elif asked.at < len(self.chips):
            chip = self.chips[asked.at]
            turn = with_other if others else turned
            self.put(asked.at, turn(search.choices, chip, by))

    def put(self, at: int, chip: Chip) -> None:
        """Put another chip in the place of one."""
        asked = self._controller.view.stands
        if asked is not None and at < len(self.chips):
            chips = (*self.chips[:at], chip, *self.chips[at + 1 :])
            self._change(chips=chips, at=at)

    def take_out(self, at: int | None = None) -> None:
        """Take a chip out of the sentence: that of the keyboard, or one of a place."""
        asked = self._controller.view.stands
        if asked is None:
            return
        place = asked.at if at is None else at
        if place < len(self.chips):
            chips = without_one(self.chips, place)
            self._change(chips=chips, at=min(place, max(0, len(chips) - 1)))

    # --- another chip ---------------------------------------------------------------------------

    def begin_adding(self) -> None:
        """Look for a chip to add."""
        asked = self._controller.view.stands
        if asked is not None and len(self.chips) < MOST_CHIPS:
            self._change(adding=Adding(), at=self._last_stop)

    def end_adding(self) -> None:
        """Look for none any more."""
        self._change(adding=None)

    def type(self, words: str) -> None:
        """Look for chips with some words in them."""
        self._change(adding=Adding(words))

    def step_added(self, by: int) -> None:
        """Point at the next chip of those found."""
        asked, count = self._controller.view.stands, len(self.to_add())
        if asked is not None and asked.adding is not None and count:
            self._change(adding=replace(asked.adding, at=(asked.adding.at + by) % count))

    def to_add(self) -> tuple[Chip, ...]:
        """Return the chips that are offered and hold what was typed, those not asked yet."""
        asked, search = self._controller.view.stands, self.search()
        if asked is None or asked.adding is None or search is None:
            return ()
        wanted = asked.adding.typed.casefold().split()
        return tuple(
            chip
            for chip in offered(search.choices)
            if chip not in self.chips
            and all(word in chip_words(search, chip).text.casefold() for word in wanted)
        )

    def add(self, chip: Chip | None = None) -> None:
        """Add a chip to the sentence: one of those offered, or the one pointed at."""
        asked = self._controller.view.stands
        if asked is None:
            return
        if chip is None and asked.adding is not None:
            found = self.to_add()
            chip = found[asked.adding.at] if asked.adding.at < len(found) else None
        if chip is not None and chip not in self.chips and len(self.chips) < MOST_CHIPS:
            self._change(chips=(*self.chips, chip), adding=None, at=len(self.chips))

    # --- going there ----------------------------------------------------------------------------

    def point_at(self, cell: Cell | None) -> None:
        """Point at the row of a square; from then on those shown stay."""
        found = self.found()
        if found is not None:
            self._change(pointed=cell, shown=self.best(found))

    def plan(self, cell: Cell) -> None:
        """Plan the way to a square; nothing is played before that is confirmed."""
        found, who = self.found(), self.asker
        if found is None or who is None:
            return
        self._change(pointed=cell, shown=self.best(found))
        if cell != found.search.home:
            self._plan(found.search.mover, cell)

    def plan_number(self, number: int) -> None:
        """Plan the way to one of the squares shown first, by its number from 1."""
        found = self.found()
        best = () if found is None else self.best(found)
        if 0 < number <= len(best):
            self.plan(best[number - 1])

    def plan_pointed(self) -> None:
        """Plan the way to the square pointed at, else to the best."""
        asked = self._controller.view.stands
        if asked is not None and asked.pointed is not None:
            self.plan(asked.pointed)
        else:
            self.plan_number(1)

    def is_asked_for(self, chip: Chip) -> bool:
        """Return whether the present fight can answer a chip."""
        search = self.search()
        return search is not None and is_known(search.choices, chip)
