"""Where could I stand, as records: the line of chips, the squares on the map, and the step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from gridwar.control.maps.floor_words import place_name
from gridwar.control.memo import Memo
from gridwar.control.presenters.knowledge_words import (
    KNOWLEDGE_HINT,
    knowledge_words,
    not_counted_words,
)
from gridwar.control.presenters.stand_reasons import KINDS, SAFETY, WAYS, WORKING, StandReasons
from gridwar.control.records import stand_records as st
from gridwar.engine.insight.fight_as_known import unknown_foes
from gridwar.engine.insight.stands.chips import ALL, ChipKind
from gridwar.engine.insight.stands.words import chip_words
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from gridwar.control.controller.controller import Controller
    from gridwar.control.insight.stands import Found
    from gridwar.control.state.stands_asked import StandsAsked
    from gridwar.engine.insight.stands.sentence import Leaves
    from gridwar.model.geometry import Cell

MOST_OFFERED: Final = 14
"""So many chips that could be added are listed; typing finds the others."""
TITLE: Final = _("Where could I stand?")
_VALUE, _WHOM, _OUT = "value:", "whom:", "out"


class StandsPresenter:
    """Makes the records; keeps what did not change."""

    def __init__(self, controller: Controller) -> None:
        """Present a controller's question."""
        self._controller = controller
        self._reasons = StandReasons(controller)
        self._cells: Memo[frozenset[tuple[int, int]]] = Memo()
        self._on_map: Memo[st.StandsOnMap] = Memo()
        self._step: Memo[st.StandsView] = Memo()

    # --- on the map -----------------------------------------------------------------------------

    def on_map(self) -> st.StandsOnMap | None:
        """Return what the map shows; None where nothing is asked."""
        stands, asked = self._controller.stands, self._controller.view.stands
        if asked is None or not stands.is_open or stands.asker is None:
            stands.figures.stop()
            return None
        found = stands.found()
        if found is None:
            return st.StandsOnMap(st.StandsLine(TITLE, total=WORKING), st.StandMarks())
        return self._on_map.get(
            (found.answer, found.figures.edition, asked, stands.figures.is_busy),
            lambda: st.StandsOnMap(self._line(found, asked), self._marks(found, asked)),
        )

    def _line(self, found: Found, asked: StandsAsked) -> st.StandsLine:
        chips = [self._chip(found, one, n == asked.at) for n, one in enumerate(found.answer.chips)]
        count = len(chips)
        chips.append(self._knowledge(found, is_at=asked.at == count))
        add = st.ChipView(_("+ and"), tooltip=_("Another thing to ask: + and type, or a click"))
        chips.append(replace(add, is_at=asked.at == count + 1))
        total = len(found.answer.cells)
        unit = ngettext("square", "squares", total)
        return st.StandsLine(TITLE, tuple(chips), str(total), unit)

    def _chip(self, found: Found, told: Leaves, is_at: bool) -> st.ChipView:
        words = chip_words(found.search, told.chip)
        if told.left is None:
            hint = _("Nothing in this fight answers that, so it does not count")
            return st.ChipView(words.text, "", "", hint, is_at, is_known=False)
        left = ngettext("leaves {n} square", "leaves {n} squares", told.left).format(n=told.left)
        hint = f"{words.hint}: {left}"
        return st.ChipView(words.text, words.strong, str(told.left), hint, is_at)

    def _knowledge(self, found: Found, *, is_at: bool) -> st.ChipView:
        search = found.search
        words = knowledge_words(search.encounter, search.who, knows_all=search.side is None)
        return st.ChipView(words, tooltip=KNOWLEDGE_HINT, is_at=is_at)

    def _marks(self, found: Found, asked: StandsAsked) -> st.StandMarks:
        search, best = found.search, self._controller.stands.best(found)
        size = search.known[search.mover].size
        boxes = tuple((float(x), float(y), float(size.w), float(size.h)) for x, y in best)
        cells = self._cells.get(
            (found.answer,), lambda: frozenset((x, y) for x, y in found.answer.cells)
        )
        pointed = asked.pointed
        at = best.index(pointed) if pointed in best else 0 if best else -1
        return st.StandMarks(cells, boxes, at)

    # --- the menu of a chip ---------------------------------------------------------------------

    def choices(self, at: int) -> tuple[st.ChipChoice, ...]:
        """Return what the chip of a place can be changed to, and that it can be taken out."""
        search, chips = self._controller.stands.search(), self._controller.stands.chips
        if search is None or at >= len(chips):
            return ()
        chip, found = chips[at], list[st.ChipChoice]()
        some = search.choices.get(chip.kind)
        if some is not None and len(some.values) > 1:
            is_one = chip.kind == ChipKind.UNSEEN and chip.whom != ALL
            for value in () if is_one else some.values:
                words = chip_words(search, replace(chip, value=value)).text
                found.append(st.ChipChoice(f"{_VALUE}{value}", words, value == chip.value))
        if some is not None and len(some.whoms) > 1:
            found.append(st.ChipChoice("", ""))
            for whom in some.whoms:
                words = chip_words(search, replace(chip, whom=whom)).text
                found.append(st.ChipChoice(f"{_WHOM}{whom}", words, whom == chip.whom))
        out = st.ChipChoice(_OUT, _("Take it out"))
        return (*found, st.ChipChoice("", ""), out) if found else (out,)

    def choose(self, at: int, key: str) -> None:
        """Change the chip of a place by what its menu handed back."""
        stands = self._controller.stands
        chips = stands.chips
        if at >= len(chips):
            return
        if key == _OUT:
            stands.take_out(at)
        elif key.startswith(_VALUE):
            stands.put(at, replace(chips[at], value=key.removeprefix(_VALUE)))
        elif key.startswith(_WHOM):
            stands.put(at, replace(chips[at], whom=key.removeprefix(_WHOM)))

    # --- the step -------------------------------------------------------------------------------

    def step(self) -> st.StandsView | None:
        """Return the step in the inspector; None where nothing is asked."""
        stands, asked = self._controller.stands, self._controller.view.stands
        if asked is None or not stands.is_open:
            return None
        if stands.asker is None:
            return st.StandsView(TITLE, _("Select somebody who stands on the map."))
        found = stands.found()
        if found is None:
            return st.StandsView(TITLE, _("working"))
        plan = self._controller.view.plan
        return self._step.get(
            (found.answer, found.figures.edition, asked, stands.figures.is_busy, plan),
            lambda: self._made(found, asked),
        )

    def _made(self, found: Found, asked: StandsAsked) -> st.StandsView:
        stands = self._controller.stands
        best = stands.best(found)
        told = [self._reasons.of(found, cell) for cell in best]
        shared = _shared(told)
        rows = tuple(
            self._row(found, asked, (n, cell), differs)
            for n, (cell, differs) in enumerate(zip(best, _different(told, shared), strict=True), 1)
        )
        return st.StandsView(
            TITLE,
            _heading(len(found.answer.cells), len(best)),
            _sentences(shared, len(best)),
            rows,
            self._go(found, best, asked),
            *self._without(found),
            self._notes(found),
            self._adding(found, asked),
        )

    def _row(
        self, found: Found, asked: StandsAsked, at: tuple[int, Cell], told: dict[str, str]
    ) -> st.StandRow:
        number, cell = at
        is_pointed = cell == asked.pointed if asked.pointed is not None else number == 1
        name = place_name(found.search.known.map, cell)
        groups = ((told[kind] for kind in some if kind in told) for some in (SAFETY, WAYS))
        differs = tuple(filter(None, (" \u00b7 ".join(words) for words in groups)))
        return st.StandRow(number, name, told.get("shot", ""), differs, is_pointed)

    def _go(self, found: Found, best: tuple[Cell, ...], asked: StandsAsked) -> str:
        if not best:
            return ""
        page, plan = self._controller.encounter.map, self._controller.view.plan
        cell = best[0] if asked.pointed is None else asked.pointed
        if plan is not None:
            return _("Go to {cell}").format(cell=place_name(page, plan.end))
        if cell == found.search.home:
            return ""
        return _("Plan the way to {cell}").format(cell=place_name(page, cell))

    def _without(self, found: Found) -> tuple[str, tuple[st.WithoutRow, ...]]:
        answer, search = found.answer, found.search
        known = [(at, one) for at, one in enumerate(answer.chips) if one.without is not None]
        if answer.cells:
            title = _("Without one of the chips") if known else ""
        else:
            known = [(at, one) for at, one in known if one.without]
            title = _("One alone is in the way: without it there are")
            if not known:
                title = _("None alone is in the way: take out more than one")
        rows = []
        for at, one in known:
            words = chip_words(search, one.chip).text
            count = one.without or 0
            text = ngettext("{n} square", "{n} squares", count).format(n=count)
            if count == len(answer.cells) and count:
                text = _("{n}, the same").format(n=count)
            rows.append(st.WithoutRow(at, words, text))
        return title, tuple(rows)

    def _notes(self, found: Found) -> tuple[str, ...]:
        search, notes = found.search, list[str]()
        unknown = [one.chip for one in found.answer.chips if one.left is None]
        if unknown:
            words = ", ".join(chip_words(search, one).text for one in unknown)
            notes.append(_("Does not count, nothing here answers it: {chips}").format(chips=words))
        strangers = unknown_foes(search.system, search.encounter, search.who, search.side)
        if strangers:
            names = ", ".join(search.encounter[one].name for one in strangers)
            notes.append(not_counted_words(names))
        stands = self._controller.stands
        if stands.best(found) != stands.best_known(found) and not stands.figures.is_busy:
            notes.append(_("Others came out better since you chose: S twice shows them."))
        if search.foes and not stands.figures.is_busy and found.answer.cells:
            if not search.has_odds:
                notes.append(_("Nobody here has an attack that these rules give odds of."))
            elif more := len(found.ranking.classes) - found.ranking.known(found.figures.whole):
                text = _("The best of {n} kinds of squares; {more} others were not worked out.")
                known = len(found.ranking.classes) - more
                notes.append(text.format(n=known, more=more))
        return tuple(notes)

    # --- another chip ---------------------------------------------------------------------------

    def _adding(self, found: Found, asked: StandsAsked) -> st.AddingView | None:
        if asked.adding is None:
            return None
        chips = self._controller.stands.to_add()
        first = max(0, asked.adding.at - MOST_OFFERED + 1)
        rows = []
        for at, chip in enumerate(chips[first : first + MOST_OFFERED], first):
            words = chip_words(found.search, chip)
            rows.append(st.AddRow(words.text, words.hint, at == asked.adding.at))
        more = len(chips) - len(rows)
        text = _("and {n} more: type to find them").format(n=more) if more > 0 else ""
        if not chips:
            text = _("Nothing like that can be asked here.")
        return st.AddingView(asked.adding.typed, tuple(rows), text)


def _heading(count: int, shown: int) -> str:
    if not count:
        return _("No square fits")
    text = ngettext("{n} square", "{n} squares", count).format(n=count)
    return text if shown == count else _("{squares}, the best {n}").format(squares=text, n=shown)


def _shared(told: list[dict[str, str]]) -> dict[str, str]:
    """Return what is the same for all squares that are shown."""
    if not told[1:]:
        return {}
    return {
        kind: told[0][kind]
        for kind in KINDS
        if kind in told[0] and all(one.get(kind) == told[0][kind] for one in told)
    }


def _different(told: list[dict[str, str]], shared: dict[str, str]) -> list[dict[str, str]]:
    return [{kind: words for kind, words in one.items() if kind not in shared} for one in told]


def _sentences(shared: dict[str, str], count: int) -> tuple[str, ...]:
    words = " \u00b7 ".join(shared.values())
    if not words or words == WORKING:
        return (_("Chance and danger are being worked out."),) if words else ()
    return (_("From each of the {n}: {facts}").format(n=count, facts=words),)
