"""What came of commands, as the map says it: who lost how much, who is down, whom was missed.

Made from the events alone, so that it is the same in every system: points and who is out from the
states before and after, a word for whom the log names as befallen.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final

from gridwar.control.memo import Memo
from gridwar.control.records.result_records import ResultView
from gridwar.control.text_format import minus, percent, signed
from gridwar.control.tools.toolbox import SELECT
from gridwar.model.events_combatants import Explained
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.control.controller.controller import Controller
    from gridwar.engine.session.journal_rows import Row
    from gridwar.model.encounter import Encounter
    from gridwar.model.trace import Trace

MOST_ROWS: Final = 24
"""How far back a mark may have come about: on a long round nobody knows it any more."""


class ResultPresenter:
    """Makes the results; those of a row are made once, since rows never change."""

    def __init__(self, controller: Controller) -> None:
        """Present a controller's fight."""
        self._controller = controller
        self._made: dict[int, tuple[ResultView, ...]] = {}
        self._memo: Memo[tuple[ResultView, ...]] = Memo()

    def present(self) -> tuple[ResultView, ...]:
        """Return the newest result of each until its next turn or deed; none while aiming.

        Those of one command follow each other as the log tells them.
        """
        controller = self._controller
        view, session = controller.view, controller.session
        is_busy = bool(view.draft or view.plan or view.picking or session.open)
        if is_busy or view.tool != SELECT:
            return ()
        # Where the fight stands is the row itself: a position is another object each time.
        row = session.history.rows.get(session.position.cursor)
        made_from = (session.history, row, controller.encounter)
        return self._memo.get(made_from, self._newest)

    def _newest(self) -> tuple[ResultView, ...]:
        history = self._controller.session.history
        line = history.line(self._controller.session.position.cursor)
        found: list[ResultView] = []
        settled: set[str] = set()
        for row in islice(reversed(line), MOST_ROWS):
            before, after = history.state(row.parent), history.state(row.id)
            if row.id not in self._made:
                self._made[row.id] = results_of(self._controller, row, before, after)
            found += [one for one in self._made[row.id] if one.who not in settled]
            settled |= {one.who for one in self._made[row.id]}
            settled |= {row.command.actor or ""}
            if after.turn != before.turn:
                settled.add(after.turn or "")
        here = self._controller.encounter.combatants
        return tuple(one for one in found if one.who in here and here[one.who].pos is not None)


def results_of(
    controller: Controller, row: Row, before: Encounter, after: Encounter
) -> tuple[ResultView, ...]:
    """Return what a command came to for each whom it befell, as the log tells them.

    Args:
        controller: Knows the system.
        row: The command, with its events.
        before: The fight before it.
        after: The fight after it.
    """
    told: dict[str, Trace] = {}
    for event in row.events:
        if isinstance(event, Explained) and event.trace.befell is not None:
            told.pop(event.trace.befell, None)
            told[event.trace.befell] = event.trace
    changed = [
        one.id
        for one in after.combatants.values()
        if (was := before.combatants.get(one.id)) is not None and was is not one
    ]
    everybody = dict.fromkeys((*told, *changed))
    made = (_result(controller, row, who, told.get(who), (before, after)) for who in everybody)
    return tuple(one for one in made if one is not None)


def _result(
    controller: Controller,
    row: Row,
    who: str,
    told: Trace | None,
    states: tuple[Encounter, Encounter],
) -> ResultView | None:
    before, after = states
    if who not in before.combatants or who not in after.combatants:
        return None
    vital = controller.system.cards.vital
    was, now = vital(before, who), vital(after, who)
    change = was.lost - now.lost
    is_down, name = now.out and not was.out, after[who].name
    if told is None and not change and was.out == now.out:
        return None
    headline, words = ("", "") if told is None else (told.title, minus(told.result))
    if is_down:
        title = _("{name} is down").format(name=name)
    elif was.out and not now.out:
        title = _("{name} is up again").format(name=name)
    else:
        title = name if change else words
    command, chance = controller.action_drafts.stood
    if chance is not None and command == row.command and getattr(command, "target", "") == who:
        headline = _("it stood at {chance}").format(chance=percent(chance))
    figure = signed(change) if change else ""
    told_before = "" if words in (title, figure) else words
    return ResultView(
        who=who,
        row=row.id,
        figure=figure,
        title=title,
        detail=", ".join(filter(None, (told_before, headline))),
        is_harm=change < 0 or is_down,
        by=row.command.actor if row.command.actor != who else None,
    )
