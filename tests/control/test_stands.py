"""Where could I stand, as it is asked and answered: sentences, figures, the way that is planned."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from gridwar.control.controller.controller import Controller
from gridwar.control.insight.chart_job import Square, Told
from gridwar.control.presenters.scene import ScenePresenter
from gridwar.control.presenters.stands import StandsPresenter
from gridwar.control.state.chart_choice import ChartKind
from gridwar.control.state.pointer_and_keys import KeyboardModifier, KeyEvent
from gridwar.control.state.stands_asked import StandsAsked
from gridwar.control.tools.toolbox import Toolbox
from gridwar.control.user_settings import SettingsKeeper
from gridwar.dice.dice_sources import ScriptedDice
from gridwar.engine.gm.combatant_commands import Place
from gridwar.engine.insight.chart import Charting
from gridwar.engine.insight.danger_and_chance import Chance, Danger
from gridwar.engine.insight.stands.chips import ALL, Chip, ChipKind, offered
from gridwar.engine.insight.stands.ranking import Figures
from gridwar.engine.insight.strikes import Strike
from gridwar.engine.kit.turn_and_move_commands import BeginFight, NextTurn, TakeTurn
from gridwar.engine.session.session import Session
from gridwar.model.battlemap import BattleMap
from gridwar.model.command import Command
from gridwar.model.cover_kinds import Cover
from gridwar.model.geometry import SUBCELL, Cell, Point
from gridwar.model.walls import Wall
from tests.control.test_charts import Noting
from tests.support.charts_apart import FIGHTS
from tests.support.every_system import find
from tests.support.fights import begun, on_board
from tests.support.sample_fights import begun_sample
from tests.support.strict_table import StrictTable

if TYPE_CHECKING:
    from gridwar.control.insight.stands import Found
    from gridwar.control.records.stand_records import StandsView

HIDE = Chip(ChipKind.COVER, "half", ALL)
REACH = Chip(ChipKind.REACH)
SEES = Chip(ChipKind.SEES, whom="gunman")


def behind_crates() -> Session:
    """Return a fight of two with a low wall and a high one between them, in the marine's turn."""
    state = on_board("cepheus", marine=(3, 5), gunman=(10, 5))
    ends = ((6, 4, 6, 6), (5, 0, 5, 2))
    (low, high) = (
        (Point(a * SUBCELL, b * SUBCELL), Point(c * SUBCELL, d * SUBCELL)) for a, b, c, d in ends
    )
    walls = (Wall.low("crates", *low, Cover()), Wall(id="wall", a=high[0], b=high[1]))
    page = BattleMap(width=14, height=9, scale=state.map.scale, walls=walls)
    tomas = state["gunman"].replace(name="Tomas Reck")
    session = Session(
        find("cepheus"), state.replace(map=page).with_combatant(tomas), table=StrictTable
    )
    session.submit(BeginFight())
    session.submit(TakeTurn(actor="marine"))
    session.dice = ScriptedDice(())
    return session


class Asking:
    """A controller that is asked, with what notes its figures."""

    def __init__(self, session: Session) -> None:
        self.controller = Controller(session)
        self.worker = Noting()
        self.controller.stands.figures.worker = self.worker
        self.tools = Toolbox(self.controller)
        self.controller.selection.select("marine")
        self.presenter = StandsPresenter(self.controller)
        self.told: list[ChartKind] = []
        """What the worker has answered."""

    def ask(self, *chips: Chip) -> None:
        """Open the question with a sentence."""
        self.controller.stands.open()
        asked = self.controller.view.stands
        assert asked is not None
        self.controller.show(stands=replace(asked, chips=chips or None))

    def key(self, key: str, text: str = "", *modifiers: KeyboardModifier) -> bool:
        """Press a key over the map."""
        return self.tools.key(KeyEvent(key, modifiers=frozenset(modifiers), text=text))

    def work(self) -> None:
        """Let the worker answer all that it was asked, as the engine's charts do."""
        known = None
        while self.worker.begun[len(self.told) :]:
            encounter, asked = self.worker.begun[len(self.told)]
            tell = self.worker.tells[len(self.told)]
            self.told.append(asked.kind)
            if known is None or known.encounter is not encounter:
                known = Charting(self.controller.system, encounter, asked.who, side=asked.side)
            work = known.danger if asked.kind is ChartKind.DANGER else known.chance
            squares = tuple(Square(cell, work(cell)) for cell in asked.cells)
            tell(Told(squares, is_whole=True))

    @property
    def chips(self) -> list[Chip]:
        """The sentence as it is now."""
        return list(self.controller.stands.chips)

    @property
    def step(self) -> StandsView:
        """What stands in the inspector."""
        found = self.presenter.step()
        assert found is not None
        return found


@pytest.fixture
def asking() -> Asking:
    """The question, not asked yet."""
    return Asking(behind_crates())


def test_it_begins_with_the_usual_sentence(asking: Asking) -> None:
    """Reach, cover and threats, where the rules know them; nothing of it is there at rest."""
    assert asking.presenter.on_map() is None
    assert asking.presenter.step() is None
    asking.ask()
    kinds = [one.kind for one in asking.controller.stands.chips]
    assert kinds == [ChipKind.REACH, ChipKind.COVER, ChipKind.THREAT]
    shown = asking.presenter.on_map()
    assert shown is not None
    assert [one.text for one in shown.line.chips][:2] == [
        "reachable this turn",
        "behind at least half cover from all enemies",
    ]
    counts = [int(one.count) for one in shown.line.chips if one.count]
    assert counts == sorted(counts, reverse=True)
    assert shown.line.total == str(len(shown.marks.cells))


def test_keys_change_the_sentence(asking: Asking) -> None:
    """Tab goes on, arrows change how much and of whom, Delete takes out, + finds by typing."""
    asking.ask(REACH, HIDE)
    stands = asking.controller.stands
    assert asking.key("tab")
    assert asking.key("down")
    assert asking.chips[1] == replace(HIDE, value="quarter")
    assert asking.key("right")
    assert asking.chips[1].whom == "gunman"
    assert asking.key("delete")
    assert asking.chips == [REACH]
    assert asking.key("+", "+")
    for letter in "sees tom":
        asking.key(letter, letter)
    assert stands.to_add() == (SEES,)
    assert asking.key("enter")
    assert asking.chips == [REACH, SEES]
    assert asking.key("tab")
    assert asking.key("up")
    asked = asking.controller.view.stands
    assert asked is not None
    assert asked.knows_all
    assert asking.key("escape")
    assert asking.controller.view.stands is None


def test_letters_and_other_keys_go_on_to_the_window(asking: Asking) -> None:
    """D shows danger under it; Ctrl and a letter are the window's, too."""
    asking.ask(REACH)
    assert not asking.key("d", "d")
    assert not asking.key("z", "z", KeyboardModifier.CTRL)


def test_the_best_five_have_the_figures_of_the_charts(asking: Asking) -> None:
    """Chance and danger of those shown are the engine's; so is the order they stand in."""
    asking.ask(REACH, SEES)
    stands, found = asking.controller.stands, asking.controller.stands.found()
    assert found is not None
    assert [one.kind for _fight, one in asking.worker.begun] == [ChartKind.CHANCE]
    asking.work()
    assert set(asking.told) == {ChartKind.CHANCE, ChartKind.DANGER}
    charts = Charting(asking.controller.system, asking.controller.encounter, "marine", side="1")
    best = stands.best(found)
    for cell in best:
        figures = found.figures.of[cell]
        assert figures.chance == charts.chance(cell)
        assert figures.danger == charts.danger(cell)
    worth = [_worth(asking, found, cell) for cell in best]
    assert worth == sorted(worth, reverse=True)
    assert len({round(one, 6) for one in worth}) > 1 or worth[0] != 0
    others = [one for one in found.answer.cells if one not in best and one in found.figures.of]
    assert all(_worth(asking, found, one) <= worth[-1] + 1e-6 for one in others)
    assert len(asking.step.rows) == 5


def _worth(asking: Asking, found: Found, cell: Cell) -> float:
    """Return shares gained less shares lost, worked out here."""
    figures, now = found.figures.of[cell], asking.controller.encounter
    assert figures.chance is not None
    assert figures.danger is not None
    points = {who: asking.controller.system.cards.vital(now, who).points for who in now.combatants}
    gained, best = 0.0, figures.chance.best
    if best is not None and found.search.strikes_from(cell):
        gained = best.loss / points[best.whom] + best.down
    return gained - figures.danger.loss / points["marine"] - figures.danger.goes_down


def test_a_change_stops_the_work_and_undo_shows_what_was_known(asking: Asking) -> None:
    """Figures of an earlier fight are never shown; those kept come back with its undo."""
    asking.ask(REACH, SEES)
    before = asking.controller.stands.found()
    assert before is not None
    tell = asking.worker.tells[0]
    asking.controller.submit(Place(to=(("gunman", Cell(11, 4)),)))
    assert asking.worker.cancelled == 1
    tell(Told((Square(Cell(3, 5), Chance(Cell(3, 5))),), is_whole=True))
    after = asking.controller.stands.found()
    assert after is not None
    assert after.search is not before.search
    assert not after.figures.of
    asking.controller.timeline.undo()
    again = asking.controller.stands.found()
    assert again is not None
    assert again.search is before.search


def test_players_looking_on_stop_it(asking: Asking) -> None:
    """While the window shows what players see nothing of it is shown or worked out."""
    asking.ask(REACH, SEES)
    asking.controller.stands.found()
    asking.controller.show(presenting=True)
    assert asking.presenter.on_map() is None
    assert asking.worker.cancelled == 1


def is_open(asking: Asking) -> bool:
    """Return whether it is asked."""
    return asking.controller.view.stands is not None


def planned(asking: Asking) -> Cell | None:
    """Return where the way that is planned ends."""
    plan = asking.controller.view.plan
    return None if plan is None else plan.end


def test_a_digit_plans_and_plays_nothing(asking: Asking) -> None:
    """The way is planned as a drag shows it; Escape leaves the plan, then the question."""
    asking.ask(REACH, SEES)
    before, stands = asking.controller.encounter, asking.controller.stands
    found = stands.found()
    assert found is not None
    goal = stands.best(found)[1]
    asking.key("2", "2")
    assert planned(asking) == goal
    assert asking.controller.encounter is before
    asking.key("escape")
    assert planned(asking) is None
    assert is_open(asking)
    asking.key("2", "2")
    asking.key("enter")
    assert asking.controller.encounter["marine"].pos == goal
    assert not is_open(asking)
    asking.controller.timeline.undo()
    assert asking.controller.encounter["marine"].pos == Cell(3, 5)


def test_another_turn_ends_it(asking: Asking) -> None:
    """Digits are deeds again with the next turn; a click on somebody else asks for that one."""
    asking.ask(REACH)
    asking.controller.stands.found()
    asking.controller.selection.select("gunman")
    found = asking.controller.stands.found()
    assert found is not None
    assert found.search.who == "gunman"
    asking.controller.submit(NextTurn())
    assert not is_open(asking)


def test_with_nobody_selected_keys_are_the_windows(asking: Asking) -> None:
    """Of several selected nobody asks: Tab goes through the order as ever, Escape still ends it."""
    asking.ask(REACH)
    asking.controller.show(selected=("marine", "gunman"))
    assert asking.presenter.on_map() is None
    assert asking.controller.stands.asker is None
    assert "Select" in asking.step.heading
    asking.key("tab")
    assert asking.controller.view.stands is not None
    assert len(asking.controller.view.selected) == 1
    asking.key("escape")
    assert not is_open(asking)


def test_what_stays_under_the_hand(asking: Asking) -> None:
    """Once somebody has chosen among the squares, figures that come later do not move them."""
    asking.ask(REACH, SEES)
    stands = asking.controller.stands
    found = stands.found()
    assert found is not None
    before = stands.best(found)
    stands.point_at(3)
    asking.work()
    assert stands.best(found) == before
    assert asking.step.rows[2].is_pointed
    assert all(cell in found.figures.whole for cell in before)


def test_where_nothing_fits_it_says_which_chip_alone_is_in_the_way(asking: Asking) -> None:
    """Each chip is left out in turn; those without which squares fit are named with how many."""
    unseen = Chip(ChipKind.UNSEEN, "0", ALL)
    asking.ask(REACH, SEES, unseen)
    step = asking.step
    assert step.heading == "No square fits"
    assert not step.rows
    assert [one.text for one in step.without] == [
        "sees Tomas Reck",
        "unseen by all enemies",
    ]
    counts = [int(one.count.split()[0]) for one in step.without]
    assert all(counts)
    asking.controller.stands.take_out(step.without[1].at)
    assert asking.controller.stands.chips == (REACH, SEES)
    found = asking.controller.stands.found()
    assert found is not None
    assert len(found.answer.cells) == counts[1]


def test_where_no_chip_alone_is_in_the_way_that_is_said(asking: Asking) -> None:
    """Two that are in the way together: neither alone frees a square."""
    asking.ask(Chip(ChipKind.UNSEEN, "0", ALL), Chip(ChipKind.UNSEEN, "0", "gunman"), SEES)
    step = asking.step
    assert step.heading == "No square fits"
    assert [one.text for one in step.without] == ["sees Tomas Reck"]
    asking.ask(
        Chip(ChipKind.SEES, whom=ALL),
        SEES,
        *([Chip(ChipKind.UNSEEN, "0", ALL)] * 1),
        Chip(ChipKind.UNSEEN, "0", "gunman"),
    )
    assert "take out more than one" in asking.step.without_title


def test_a_sentence_is_remembered_by_its_people(asking: Asking) -> None:
    """The last sentence of these rules comes back; who is not there is said and does not count."""
    settings = SettingsKeeper()
    asking.controller.stands.keep_in(settings)
    asking.ask(REACH, SEES)
    asking.controller.stands.put(1, replace(SEES, whom=ALL))
    asking.controller.stands.put(1, SEES)
    assert settings.now.stands == {"cepheus": ("reach\n\n", "sees\nTomas Reck\n")}
    other = Asking(begun("cepheus", marine=(3, 3), gunman=(6, 3)))
    other.controller.stands.keep_in(settings)
    other.controller.stands.open()
    assert other.controller.stands.chips == (REACH, replace(SEES, whom="Tomas Reck"))
    shown = other.presenter.on_map()
    assert shown is not None
    unknown = shown.line.chips[1]
    assert (unknown.text, unknown.is_known, unknown.count) == ("sees Tomas Reck", False, "")
    assert any("sees Tomas Reck" in words for words in other.step.notes)
    again = Asking(behind_crates())
    again.controller.stands.keep_in(settings)
    again.controller.stands.open()
    assert again.controller.stands.chips == (REACH, SEES)


def test_rules_without_odds_say_so() -> None:
    """Freeform has no odds: squares are told by who sees them, cover and way, and nothing else."""
    controller = Controller(begun("freeform", hero=(3, 3), foe=(6, 3)))
    controller.selection.select("hero")
    controller.show(stands=StandsAsked((REACH, replace(SEES, whom="foe"))))
    step = StandsPresenter(controller).step()
    assert step is not None
    assert step.rows
    assert any("Nobody here has an attack" in words for words in step.notes)
    told = " ".join((*step.shared, *(words for row in step.rows for words in row.differs)))
    assert "%" not in told
    assert "cover" in told or "seen" in told


def test_a_danger_that_cannot_be_is_none(asking: Asking) -> None:
    """A square on which nobody can stand after all has no figures, and breaks nothing."""
    asking.ask(REACH, SEES)
    found = asking.controller.stands.found()
    assert found is not None
    cells = asking.worker.begun[0][1].cells
    asking.worker.tells[0](Told(tuple(Square(cell, "Does not stay there") for cell in cells)))
    assert found.figures.of[cells[0]].danger == Danger(cells[0])


def test_what_is_gained_counts_as_much_as_what_is_lost(asking: Asking) -> None:
    """Of squares alike the one with the better attack is first; too far to strike it gains none."""
    asking.ask(REACH, SEES)
    found = asking.controller.stands.found()
    assert found is not None
    search = found.search
    near = [cell for cell in found.ranking.first if search.strikes_from(cell)][:2]
    far = next(cell for cell in found.ranking.first if not search.strikes_from(cell))
    weak, strong = (
        Strike("marine", "gunman", "", "", "", Command(), loss=loss) for loss in (1.0, 9.0)
    )
    same = Danger(near[0], loss=2.0)
    figures = {
        near[0]: Figures(Chance(near[0], (weak,)), same),
        near[1]: Figures(Chance(near[1], (strong,)), same),
        far: Figures(Chance(far, (strong,)), same),
    }
    worth = {cell: found.ranking.worth(cell, one) for cell, one in figures.items()}
    assert worth[near[1]] > worth[near[0]] > worth[far]
    order = found.ranking.ordered(figures)
    assert order.index(near[1]) < order.index(far)
    worse = Figures(Chance(near[1], (strong,)), Danger(near[1], loss=20.0))
    assert found.ranking.worth(near[1], worse) < worth[near[0]]


def test_all_that_are_shown_have_figures_where_nobody_can_attack(asking: Asking) -> None:
    """Out of every weapon's reach it is said of each: nobody to attack, nobody strikes there."""
    far = Place(to=(("gunman", Cell(13, 8)),))
    asking.controller.submit(far)
    asking.ask(REACH, Chip(ChipKind.UNSEEN, "0", ALL))
    found = asking.controller.stands.found()
    assert found is not None
    asking.work()
    best = asking.controller.stands.best(found)
    assert best
    assert all(cell in found.figures.whole for cell in best)


@pytest.mark.parametrize("name", sorted(some[0] for some in FIGHTS.values()))
def test_while_somebody_unknown_acts_it_can_be_asked_and_charted(name: str) -> None:
    """Nobody acts then, as far as the side knows; nothing breaks off, and nobody is named."""
    system, state = begun_sample(name)
    people = [one for one in state.everyone() if one.pos]
    pairs = ((one, foe) for one in people for foe in people if state.are_foes(one.side, foe.side))
    who, foe = next(pairs)
    hidden = foe.replace(hidden=True)
    session = Session(system, state.with_combatant(hidden).replace(turn=foe.id))
    controller = Controller(session)
    controller.stands.figures.worker = controller.charts.worker = Noting()
    controller.selection.select(who.id)
    controller.stands.open()
    shown = ScenePresenter(controller, Toolbox(controller))
    shown.present()
    found = controller.stands.found()
    assert found is not None
    assert foe.id not in found.search.foes
    step = StandsPresenter(controller).step()
    assert step is not None
    assert any(foe.name in note for note in step.notes)
    found.search.answer(tuple(offered(found.search.choices)))
    controller.shut_down()
