"""What came of a command, as the map says it over whoever it befell."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from frozendict import frozendict

from gridwar.control.controller.controller import Controller
from gridwar.control.presenters.results_on_map import ResultPresenter
from gridwar.control.presenters.scene import ScenePresenter
from gridwar.control.tools.toolbox import Toolbox
from gridwar.engine.gm.effect_and_pool_commands import ChangePool
from gridwar.engine.kit.turn_and_move_commands import TakeTurn
from gridwar.engine.session.journal_rows import DiceCounter, Loaded, Position
from gridwar.engine.session.session import Session
from gridwar.model.command import Answer
from gridwar.model.geometry import Cell
from gridwar.model.question_and_refusal import Question
from tests.contract.scenario import Scenario, scenario
from tests.support.fights import begun

if TYPE_CHECKING:
    from gridwar.control.records.result_records import ResultView

FIGHTERS = {"hero": (3, 3), "foe": (9, 5)}


def shown(controller: Controller) -> list[ResultView]:
    """Return the results on the map, the newest first."""
    return [*ScenePresenter(controller, Toolbox(controller)).present().results]


def said(controller: Controller) -> list[tuple[str, str, str]]:
    """Return whom something befell, how many points, and what."""
    return [(one.who, one.figure, one.title) for one in shown(controller)]


def test_points_are_said_over_whoever_lost_them() -> None:
    """Lost or won, in the rules' points; whoever is out is down, and up again."""
    controller = Controller(begun("freeform", **FIGHTERS))
    controller.submit(ChangePool(who=("foe",), add=-3))
    assert said(controller) == [("foe", "\u22123", "Foe")]
    controller.submit(ChangePool(who=("foe",), add=2))
    assert said(controller) == [("foe", "+2", "Foe")]
    controller.submit(ChangePool(who=("foe",), add=-30))
    assert [(one.figure[0], one.title, one.is_harm) for one in shown(controller)] == [
        ("\u2212", "Foe is down", True)
    ]
    controller.submit(ChangePool(who=("foe",), add=60))
    assert shown(controller)[0].title == "Foe is up again"


def test_a_mark_stays_until_its_bearers_turn() -> None:
    """Struck again, the newer one counts; taken back, the older one again."""
    controller = Controller(begun("freeform", **FIGHTERS))
    controller.submit(TakeTurn(actor="hero"))
    controller.submit(ChangePool(who=("foe",), add=-3))
    controller.submit(ChangePool(who=("foe",), add=-1))
    controller.submit(ChangePool(who=("hero",), add=-2))
    assert said(controller) == [("hero", "\u22122", "Hero"), ("foe", "\u22121", "Foe")]
    controller.timeline.undo()
    controller.timeline.undo()
    assert said(controller) == [("foe", "\u22123", "Foe")]
    controller.submit(TakeTurn(actor="foe"))
    assert said(controller) == []


def test_nothing_is_said_while_a_tool_is_at_work() -> None:
    """The map belongs to what is measured then; the marks are there again afterwards."""
    controller = Controller(begun("freeform", **FIGHTERS))
    controller.submit(ChangePool(who=("foe",), add=-3))
    tools = Toolbox(controller)
    scene = ScenePresenter(controller, tools)
    tools.take("ruler")
    assert scene.present().results == ()
    tools.take("select")
    assert len(scene.present().results) == 1


def test_results_are_the_same_until_something_has_happened() -> None:
    """Pointing about finds none of them anew; a deed, and taking it back, does."""
    controller = Controller(begun("freeform", **FIGHTERS))
    controller.submit(ChangePool(who=("foe",), add=-3))
    results = ResultPresenter(controller)
    first = results.present()
    controller.show(hover=Cell(3, 3))
    assert results.present() is first
    controller.submit(ChangePool(who=("foe",), add=-1))
    assert results.present() != first
    controller.session.undo()
    assert results.present() == first


def _reply_to(session: Session, tried: Scenario) -> None:
    """Give the first thing wanted its answer; what is to be shared goes to the first."""
    wanted = session.wanted[0]
    shares = wanted.numbers if isinstance(wanted, Question) else ()
    if not shares:
        tried.reply(session)
    else:
        first, *rest = shares
        numbers = {first.key: first.maximum, **{one.key: 0 for one in rest}}
        session.answer(wanted.key, Answer(numbers=frozendict(numbers)))


@pytest.mark.parametrize("system_id", ["arrgs", "cepheus", "drive", "percentile"])
def test_what_came_of_an_attack_is_said_over_its_target(system_id: str) -> None:
    """Whether it hits or not, in every system that has attacks."""
    tried = scenario(system_id)
    attack = tried.chances or tried.asks
    misses = 0
    for seed in range(12):
        session = Session(tried.system, Loaded(tried.start, (), Position(), DiceCounter(seed)))
        session.submit(attack)
        for _reply in range(40):
            if session.wanted:
                _reply_to(session, tried)
        assert not session.wanted
        target = str(getattr(attack, "target", ""))
        result = next(one for one in shown(Controller(session)) if one.who == target)
        misses += not result.figure
        assert result.figure or result.title, seed
    assert 0 < misses < 12
