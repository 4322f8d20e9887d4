"""Ghost odds: mine from there, theirs at me, while a token is dragged or an action in hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.control.controller.controller import Controller
from gridwar.control.insight.chart_thread import ChartThread
from gridwar.control.presenters.players_record import PlayersPresenter
from gridwar.control.presenters.scene import ScenePresenter
from gridwar.control.state.chart_choice import ChartKind
from gridwar.control.state.pointer_and_keys import PointerEvent, PointerKind
from gridwar.control.tools.toolbox import Toolbox
from gridwar.engine.gm.combatant_commands import SetValue
from gridwar.engine.insight.arrival import Arrival, Way, arrival
from gridwar.engine.insight.chart import Charting
from gridwar.engine.kit.turn_and_move_commands import TakeTurn
from gridwar.model.geometry import Cell
from tests.support.fights import begun

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gridwar.control.records.chart_records import ChartCard

DOTS = "\u2026"
HERE, THERE = Cell(6, 5), Cell(6, 4)


class Drag:
    """A fight of whose token somebody takes hold."""

    def __init__(self, system_id: str, **places: tuple[int, int]) -> None:
        self.controller = Controller(begun(system_id, **places))
        self.mover = next(iter(places))
        self.controller.selection.select(self.mover)
        self.tools = Toolbox(self.controller)
        self.presenter = ScenePresenter(self.controller, self.tools)

    def to(self, cell: Cell) -> ChartCard | None:
        """Drag the token to a square, and return the card that is shown at once."""
        self.controller.move_planning.plan(self.mover, cell, free=True)
        return self.card()

    def point_at(self, cell: Cell, *tokens: str) -> None:
        """Move the pointer over a square, with no button held."""
        middle = (cell.x + 0.5, cell.y + 0.5)
        event = PointerEvent(PointerKind.MOVE, cell, middle, tokens=tokens)
        self.tools.pointer(event)

    def card(self) -> ChartCard | None:
        """Return the card shown now."""
        chart = self.presenter.present().chart
        return None if chart is None else chart.card

    def settled(self) -> ChartCard | None:
        """Return the card once what is asked has been worked out."""
        worker = self.controller.charts.worker
        assert isinstance(worker, ChartThread)
        worker.settle()
        return self.card()


@pytest.fixture
def drag(monkeypatch: pytest.MonkeyPatch) -> Iterator[Drag]:
    """Return a marine against a gunman and a brawler."""
    monkeypatch.setattr("gridwar.control.insight.charts.AROUND", 2)
    made = Drag("cepheus", marine=(6, 3), gunman=(12, 3), brawler=(13, 6))
    yield made
    made.controller.shut_down()


def test_at_rest_there_is_none(drag: Drag) -> None:
    """Nor where the token is held over the square that it stands on."""
    assert drag.card() is None
    assert drag.to(Cell(6, 3)) is None


def test_dots_until_it_is_known_and_never_an_old_figure(drag: Drag) -> None:
    """Each square is asked about anew; one that was is known at once."""
    first = drag.to(HERE)
    assert first is not None
    assert (first.figure, first.lines) == (DOTS, ())
    known = drag.settled()
    assert known is not None
    assert known.figure not in ("", DOTS)
    assert Cell(*map(int, known.at[:2])) == HERE
    other = drag.to(THERE)
    assert other is not None
    assert (other.figure, other.lines) == (DOTS, ())
    drag.settled()
    assert drag.to(HERE) == known


def test_nothing_is_asked_while_the_pointer_goes_on(drag: Drag) -> None:
    """Squares that are passed have dots; the one where it rests is worked out, and is kept."""
    rest: list[Callable[[], None]] = []
    drag.controller.charts.when_quiet = rest.append
    for cell in (THERE, HERE):
        card = drag.to(cell)
        assert card is not None
        assert card.figure == DOTS
    card = drag.settled()
    assert card is not None
    assert card.figure == DOTS
    rest[-1]()
    drag.card()
    known = drag.settled()
    assert known is not None
    assert known.figure not in ("", DOTS)
    drag.to(THERE)
    assert drag.to(HERE) == known


def test_nothing_is_shown_anew_where_nobody_waits_for_the_pointer(
    drag: Drag, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A token that was let go of before the pointer rested is shown once, not again."""
    rest: list[Callable[[], None]] = []
    shown: list[None] = []
    drag.controller.charts.when_quiet = rest.append
    drag.to(HERE)
    drag.controller.show(plan=None)
    assert drag.card() is None
    with monkeypatch.context() as patch:
        patch.setattr(drag.controller, "show", lambda: shown.append(None))
        rest[-1]()
        assert not shown
    card = drag.to(HERE)
    assert card is not None
    assert card.figure == DOTS
    assert len(rest) == 2, "it is waited for again"


def test_it_says_what_going_there_comes_to(drag: Drag) -> None:
    """Mine: the best from there; theirs: all together, the worst of them by name."""
    drag.to(HERE)
    card = drag.settled()
    assert card is not None
    now = drag.controller.encounter
    side = now[drag.mover].side
    told = arrival(Charting(drag.controller.system, now, drag.mover, side=side), HERE, Way())
    assert isinstance(told, Arrival)
    best, worst = told.chance.strikes[0], told.danger.strikes[0]
    mine, theirs = card.lines
    assert mine.where.startswith("attacked from there")
    assert (mine.name, mine.figure) == (now[best.whom].name, f"{best.loss:.1f}")
    assert theirs.where.startswith("attacks there"), "the brawler cannot from where he stands"
    assert theirs.name == now[worst.by].name
    assert card.figure in (f"{told.danger.loss:.1f}", "all")


def test_a_way_with_dice_on_it_says_why_there_are_no_odds() -> None:
    """Whoever rides goes by a Movement check of the mount: a reason stands there, not nothing."""
    drag = Drag("arrgs", knight=(6, 3), warhorse=(6, 3), guard=(20, 3))
    controller = drag.controller
    for who, field, value in (
        ("guard", "side", '"2"'),
        ("knight", "sheet.rides", '"warhorse"'),
        ("knight", "sheet.steers", "true"),
    ):
        controller.session.submit(SetValue(who=(who,), field=field, value=value))
    controller.session.submit(TakeTurn(actor="knight"))
    controller.move_planning.plan("knight", (8, 3))
    drag.card()
    card = drag.settled()
    controller.shut_down()
    assert card is not None
    assert not card.figure
    assert card.foot == ("What happens on the way is rolled first",)


def test_the_chart_waits_and_then_goes_on(drag: Drag) -> None:
    """A square that is dragged to comes before the chart under way, which is whole in the end."""
    drag.controller.charts.turn(ChartKind.DANGER)
    drag.card()
    drag.to(HERE)
    card = drag.settled()
    assert card is not None
    assert card.figure != DOTS
    drag.controller.cancel()
    drag.settled()
    drag.settled()
    chart = drag.presenter.present().chart
    assert chart is not None
    assert chart.squares is not None
    assert chart.legend is not None
    assert not chart.legend.state, "the chart is whole"


def test_with_an_action_in_hand_a_free_square_is_asked_about(drag: Drag) -> None:
    """Only what that action could do from there counts; over somebody the ghost sheet has it."""
    action = next(
        one
        for one in drag.controller.rules_cache.actions(drag.mover)
        if one.role.name == "STRIKE" and one.needs == ("combatant",)
    )
    drag.controller.picking.begin(action, drag.mover)
    drag.point_at(HERE)
    assert drag.card() is not None
    card = drag.settled()
    assert card is not None
    assert card.lines
    assert card.lines[0].weapon == action.title
    drag.point_at(Cell(12, 3), "gunman")
    assert drag.card() is None
    drag.point_at(HERE)
    assert drag.controller.aiming.targets.pointed == "gunman", "the aim stays until another"


@pytest.mark.parametrize("system_id", ["fluid", "freeform"])
def test_rules_without_odds_say_who_sees_it(system_id: str) -> None:
    """They have no attack with odds; lines they have."""
    names = {"fluid": ("iris", "gunner"), "freeform": ("hero", "foe")}[system_id]
    drag = Drag(system_id, **dict(zip(names, ((3, 3), (8, 3)), strict=True)))
    drag.to(Cell(3, 5))
    card = drag.settled()
    drag.controller.shut_down()
    assert card is not None
    assert not card.lines
    assert not card.figure
    assert card.foot == ("Seen by 1 foe; none can attack it there.",)


def test_players_see_none_of_it(drag: Drag) -> None:
    """Their record is the same with and without."""
    players = PlayersPresenter(drag.controller.session, drag.controller.rules_cache)
    before = players.present(drag.controller.sharing.now).scene
    drag.to(HERE)
    drag.settled()
    after = players.present(drag.controller.sharing.now).scene
    assert after.chart is None
    assert (after.tokens, after.overlays) == (before.tokens, before.overlays)
