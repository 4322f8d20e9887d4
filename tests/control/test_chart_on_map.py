"""A chart as it is shown: steps and figures that agree, whose chart it is, a square in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from gridwar.control.controller.controller import Controller
from gridwar.control.insight import chart_figures as cf
from gridwar.control.insight.chart_thread import ChartThread
from gridwar.control.presenters.boxes_near_square import BoxesNearSquare
from gridwar.control.presenters.chart_card import MOST_LINES, ChartCards
from gridwar.control.presenters.chart_card_words import not_counted_deeds
from gridwar.control.presenters.chart_on_map import MOST_CHIPS
from gridwar.control.presenters.foes_on_charts import FoesOnCharts
from gridwar.control.presenters.players_record import PlayersPresenter
from gridwar.control.presenters.scene import ScenePresenter
from gridwar.control.records import scene_records as sr
from gridwar.control.state.chart_choice import ChartKind
from gridwar.control.tools.toolbox import Toolbox
from gridwar.engine.gm.combatant_commands import AddCombatants, RemoveCombatants, SetValue
from gridwar.engine.insight.danger_and_chance import Danger
from gridwar.engine.insight.on_the_way import Opened
from gridwar.model.geometry import Cell
from tests.support.fights import begun

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gridwar.control.records.chart_records import ChartCard, ChartLegend, ChartSquares

AT = Cell(8, 3)


class Whole(NamedTuple):
    """All parts of a chart that is on."""

    squares: ChartSquares
    legend: ChartLegend
    card: ChartCard | None


class Shown:
    """A fight whose chart of few squares is worked out before each look."""

    def __init__(self, system_id: str, **places: tuple[int, int]) -> None:
        self.controller = Controller(begun(system_id, **places))
        self.controller.selection.select(next(iter(places)))
        self.presenter = ScenePresenter(self.controller, Toolbox(self.controller))

    def chart(self, kind: ChartKind, hover: Cell | None = AT) -> Whole:
        """Return a chart once it is whole, with a square pointed at."""
        controller = self.controller
        controller.show(hover=hover)
        if controller.view.chart.kind is not kind:
            controller.charts.turn(kind)
        return self.again()

    def again(self) -> Whole:
        """Return the chart that is shown, once it is whole."""
        for _look in range(2):
            self.presenter.present()
            assert isinstance(self.controller.charts.worker, ChartThread)
            self.controller.charts.worker.settle()
        chart = self.presenter.present().chart
        assert chart is not None
        assert chart.squares is not None
        assert chart.legend is not None
        return Whole(chart.squares, chart.legend, chart.card)


@pytest.fixture
def duel(monkeypatch: pytest.MonkeyPatch) -> Iterator[Shown]:
    """Return a marine against a gunman and a brawler."""
    monkeypatch.setattr("gridwar.control.insight.charts.AROUND", 2)
    made = Shown("cepheus", marine=(6, 3), gunman=(12, 3), brawler=(13, 6))
    yield made
    made.controller.shut_down()


def test_steps_have_round_limits_near_eighths_of_the_pool() -> None:
    """Of 25 points: nothing, 1 to 2, 3 to 5, 6 to 8, 9 and more; small pools go by ones."""
    assert cf.limits(ChartKind.DANGER, 25) == (1, 3, 6, 9)
    assert cf.step_words((1, 3, 6, 9)) == ("0", "1\u20132", "3\u20135", "6\u20138", "9+")
    assert cf.limits(ChartKind.DANGER, 100) == (1, 15, 25, 40)
    assert cf.limits(ChartKind.DANGER, 0) == (1, 2, 3, 4)


@given(st.floats(0, 60), st.integers(0, 200))
def test_figure_and_step_never_disagree(figure: float, full: int) -> None:
    """A square lies in the step whose limits hold the very number that stands in it."""
    least = (0, *cf.limits(ChartKind.DANGER, full))
    step, shown = cf.step_of(figure, least[1:]), cf.in_cell(figure)
    number = 0 if shown == "<1" else int(shown)
    assert least[step] <= number
    assert step == len(least) - 1 or number < least[step + 1]
    assert list(least) == sorted(set(least))


def test_every_square_lies_in_one_step_with_its_figure(duel: Shown) -> None:
    """Those where somebody can stand, and no others; reach and threats make room."""
    chart = duel.chart(ChartKind.DANGER)
    cells = [cell for step in chart.squares.steps for cell in step]
    assert len(cells) == len(set(cells)) == len(chart.squares.figures) > 20
    assert chart.legend.title == "Danger to Marine"
    assert not chart.legend.state
    roles = {
        one.role for one in duel.presenter.present().overlays if isinstance(one, sr.RegionOverlay)
    }
    assert not roles & {sr.RegionRole.REACH1, sr.RegionRole.THREAT}


def test_a_square_is_spelled_out_the_worst_foe_first(duel: Shown) -> None:
    """One line a foe with weapon, band and odds, and what one could choose; a line from each."""
    card = duel.chart(ChartKind.DANGER).card
    assert card is not None
    assert card.title == "At I 4"
    losses = [float(line.figure) for line in card.lines]
    assert losses == sorted(losses, reverse=True)
    first = card.lines[0]
    assert first.name == "Gunman"
    assert first.where
    assert "hits" in first.odds
    assert "Dodge" in first.more
    lines = [one for one in duel.presenter.present().overlays if isinstance(one, sr.LineOverlay)]
    assert [one.b for one in lines] == [(8.5, 3.5)] * len(card.lines)


def test_where_the_pointer_goes_on_the_figure_alone_is_told(duel: Shown) -> None:
    """All the rest, and the lines on the map, come where it rests; a square rested on stays."""
    rest: list[Callable[[], None]] = []
    told = duel.chart(ChartKind.DANGER).card
    assert told is not None
    duel.controller.charts.when_quiet = rest.append
    other = Cell(AT.x - 1, AT.y)
    duel.controller.show(hover=other)
    duel.controller.show(hover=AT)
    passing = duel.again().card
    assert passing is not None
    assert (passing.title, passing.figure, passing.of) == (told.title, told.figure, told.of)
    assert (passing.lines, passing.foot) == ((), ())
    assert not _lines(duel)
    rest[-1]()
    assert duel.again().card == told
    assert len(_lines(duel)) == len(told.lines)


def test_of_many_foes_the_first_are_named_and_the_others_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Neither the card nor the legend hides the map, and all of them count."""
    monkeypatch.setattr("gridwar.control.insight.charts.AROUND", 0)
    shown = Shown("cepheus", marine=(6, 3), gunman=(12, 3))
    session = shown.controller.session
    foe = session.encounter["gunman"]
    crowd = tuple(
        foe.replace(id=f"g{n}", name=f"Gunman {n}", pos=Cell(12 + n // 4, 4 + n % 4))
        for n in range(MOST_CHIPS)
    )
    session.submit(AddCombatants(combatants=crowd))
    for kind in (ChartKind.SEEN_BY, ChartKind.DANGER):
        whole = shown.chart(kind, Cell(6, 3))
        assert whole.card is not None
        assert len(whole.card.lines) == MOST_LINES
        assert any(words.startswith("and ") and " more" in words for words in whole.card.foot)
        assert sum(chip.key.startswith("foe:") for chip in whole.legend.chips) == MOST_CHIPS
        assert whole.legend.chips[-1].text == "and 1 more"
    assert len(_lines(shown)) == MOST_LINES
    shown.controller.shut_down()


def _lines(shown: Shown) -> list[sr.LineOverlay]:
    overlays = shown.presenter.present().overlays
    return [one for one in overlays if isinstance(one, sr.LineOverlay)]


def test_what_is_in_no_chart_is_told_with_what_or_by_whom() -> None:
    """The weapon that a square is attacked with, or who would charge: a deed alone says neither."""
    told = Danger(
        AT,
        not_counted=(
            ("gunman", ("Blind fire: Shotgun", "At a square: Grenade")),
            ("brawler", ("Blind fire: Shotgun", "Charge")),
            ("rider", ("Charge",)),
        ),
    )
    words = not_counted_deeds(told, " and ".join)
    throws = "Blind fire with Shotgun; At a square with Grenade"
    assert words == [f"Not counted: {throws}; Charge by brawler and rider"]
    assert not not_counted_deeds(Danger(AT), " and ".join)


def test_windows_that_are_alike_are_one_line_of_the_card(duel: Shown) -> None:
    """Two blows of one foe on a way are told once, with how many they are."""
    duel.chart(ChartKind.DANGER)
    found = duel.controller.charts.now()
    assert found is not None
    blow = Opened("brawler", "opportunity", "Strike: Club", 4.93)
    opened = (blow, structs.replace(blow, at=AT), Opened("gunman", "opportunity", "Shoot"))
    found.squares[AT] = structs.replace(found.squares[AT], opened=opened)
    card = ChartCards(duel.controller, BoxesNearSquare(), FoesOnCharts()).card(found)
    assert card is not None
    said = [words for words in card.foot if words.startswith("On the way")]
    assert said == [
        "On the way, 2 times: Brawler, Strike: Club: 4.9 more each.",
        "On the way: Gunman, Shoot.",
    ]


def test_of_whoever_rides_it_is_said_whose_squares_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is nowhere but on its mount: legend and card name that, instead of an empty map."""
    monkeypatch.setattr("gridwar.control.insight.charts.AROUND", 1)
    shown = Shown("arrgs", knight=(6, 3), warhorse=(6, 3), guard=(12, 3))
    session = shown.controller.session
    session.submit(SetValue(who=("guard",), field="side", value='"2"'))
    session.submit(SetValue(who=("knight",), field="sheet.rides", value='"warhorse"'))
    chart = shown.chart(ChartKind.DANGER, Cell(8, 4))
    knight, horse = (shown.controller.encounter[who].name for who in ("knight", "warhorse"))
    assert chart.legend.note == f"{knight} goes where {horse} goes: select {horse}"
    assert chart.card is not None
    assert chart.card.foot == (chart.legend.note,)
    shown.controller.shut_down()


def test_no_more_is_lost_than_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no less is expected to be lost than is left, it is all; the sum is said beside it."""
    monkeypatch.setattr("gridwar.control.insight.charts.AROUND", 1)
    foes = {"smith": (7, 3), "construct": (6, 4), "vampire": (5, 3), "artillerist": (5, 2)}
    shown, at = Shown("drive", scout=(6, 3), **foes), Cell(6, 3)
    chart = shown.chart(ChartKind.DANGER, at)
    left = shown.controller.system.cards.vital(shown.controller.encounter, "scout").points
    card = chart.card
    assert card is not None
    worst = card.lines[0]
    assert worst.figure == "all"
    assert float(worst.more.split()[1].rstrip(";")) > left
    assert chart.squares.figures[at] == card.figure == "all"
    assert at in chart.squares.steps[-1]
    assert card.of == f"of {left}"
    assert any(f"and {left} are left" in words for words in card.foot)
    shown.controller.shut_down()


def test_a_foe_that_is_left_out_does_not_count(duel: Shown) -> None:
    """Its chip says so; what is left is the danger of the others."""
    before = duel.chart(ChartKind.DANGER)
    duel.controller.charts.choose("foe:gunman")
    after = duel.again()
    assert after.card is not None
    assert before.card is not None
    assert "Gunman" not in [line.name for line in after.card.lines]
    assert float(after.card.figure) < float(before.card.figure)
    assert [chip.is_on for chip in after.legend.chips if chip.key == "foe:gunman"] == [False]


def test_whom_the_side_does_not_know_does_not_count_and_is_named(duel: Shown) -> None:
    """A hidden foe adds nothing, and the card says so; by everything it does."""
    duel.controller.selection.select("gunman")
    duel.controller.selection.toggle("hidden")
    duel.controller.selection.select("marine")
    card = duel.chart(ChartKind.DANGER).card
    assert card is not None
    assert "Gunman" not in [line.name for line in card.lines]
    assert any("Unknown to this side" in words and "Gunman" in words for words in card.foot)
    duel.controller.charts.choose("knows")
    card = duel.again().card
    assert card is not None
    assert "Gunman" in [line.name for line in card.lines]


def test_of_whoever_has_no_foes_it_says_so_and_blames_no_rules(duel: Shown) -> None:
    """Where nobody is against somebody there is none to attack, whatever odds the rules give."""
    duel.controller.submit(RemoveCombatants(who=("gunman", "brawler")))
    chart = duel.chart(ChartKind.DANGER)
    assert chart.legend.note == "no foe is known here"
    assert not chart.legend.steps
    assert chart.card is not None
    assert chart.card.foot == ("No foe is known here.",)


def test_a_card_knows_who_else_is_near_its_square() -> None:
    """The nearest first; whoever has a line there, or would stand there, is known already."""
    shown = Shown("cepheus", marine=(6, 3), gunman=(12, 3), brawler=(13, 6))
    encounter, near = shown.controller.encounter, BoxesNearSquare()
    gunman, brawler = (12.0, 3.0, 1.0, 1.0), (13.0, 6.0, 1.0, 1.0)
    assert near.of(encounter, Cell(13, 4), (gunman,)) == (brawler, (6.0, 3.0, 1.0, 1.0))
    assert near.of(encounter, Cell(20, 3)) == (brawler, gunman)
    assert near.of(encounter, Cell(40, 3)) == ()
    card = shown.chart(ChartKind.DANGER).card
    assert card is not None
    assert not {*card.near} & {*card.tokens}
    shown.controller.shut_down()


def test_one_chart_at_a_time_and_escape_takes_it_off(duel: Shown) -> None:
    """Another takes its place; the same key, or Esc, takes it off and selects nobody else."""
    danger = duel.chart(ChartKind.DANGER)
    seen = duel.chart(ChartKind.SEEN_BY)
    assert seen.squares.hue is not danger.squares.hue
    assert seen.card is not None
    assert seen.card.figure == "2"
    duel.controller.cancel()
    assert duel.presenter.present().chart is None
    assert duel.controller.view.selected == ("marine",)


def test_players_see_nothing_of_it(duel: Shown) -> None:
    """What the players' screen shows has no chart, whatever the game master looks at."""
    duel.chart(ChartKind.DANGER)
    controller = duel.controller
    players = PlayersPresenter(controller.session, controller.rules_cache)
    scene = players.present(controller.sharing.now).scene
    assert scene.chart is None
    assert not [one for one in scene.overlays if isinstance(one, sr.LineOverlay)]


def test_rules_without_odds_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Freeform has no attacks: danger says that there are no odds, who sees a square is told."""
    monkeypatch.setattr("gridwar.control.insight.charts.AROUND", 1)
    shown = Shown("freeform", hero=(3, 3), foe=(6, 3))
    chart = shown.chart(ChartKind.DANGER, Cell(4, 3))
    legend = chart.legend
    assert not chart.squares.figures, "no odds are no danger of 0"
    assert not any(chart.squares.steps)
    assert "no odds" in legend.note or "give odds" in legend.note
    assert not legend.steps
    card = shown.chart(ChartKind.SEEN_BY, Cell(4, 3)).card
    assert card is not None
    shown.controller.shut_down()
