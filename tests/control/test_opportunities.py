"""Where on the map a window opens: on a planned way, and while it is asked."""

from __future__ import annotations

from gridwar.control.controller.controller import Controller
from gridwar.control.presenters.scene import ScenePresenter
from gridwar.control.records import ground_records as gr
from gridwar.control.records import scene_records as sr
from gridwar.control.tools.toolbox import Toolbox
from gridwar.engine.kit import Cell, Move, TakeTurn
from tests.support.fights import begun
from tests.systems.arrgs.skirmish import board, fighter, session


def scene(controller: Controller, tools: Toolbox) -> sr.SceneView:
    """Return what the map shows."""
    return ScenePresenter(controller, tools).present()


def squares(shown: sr.SceneView) -> list[set[gr.CellXY]]:
    """Return the squares of opportunities."""
    regions = (one for one in shown.overlays if isinstance(one, sr.RegionOverlay))
    return [set(one.cells) for one in regions if one.role is sr.RegionRole.OPPORTUNITY]


def told(shown: sr.SceneView) -> list[tuple[gr.Point, str, str]]:
    """Return the warnings in words: where, what, and by which rule."""
    labels = (one for one in shown.overlays if isinstance(one, sr.LabelOverlay))
    return [(one.at, one.text, one.second) for one in labels if one.icon == "triangle-alert"]


def alley() -> Controller:
    """The hero at (3, 3) in the thug's zone, with the turn."""
    fight = begun("alley", *([1] * 4), hero=(3, 3), thug=(1, 1))
    fight.submit(TakeTurn(actor="hero"))
    made = Controller(fight, odds_patience_s=60)
    made.selection.select("hero")
    return made


def test_a_knife_is_warned_of_where_the_zone_is_left() -> None:
    """The square before the border, with question and rule beside it, and not at the way's end."""
    controller = alley()
    tools = Toolbox(controller)
    controller.move_planning.plan("hero", (7, 3))
    shown = scene(controller, tools)
    assert squares(shown) == [{(4, 3)}]
    ((at, text, rule),) = told(shown)
    assert (at, rule) == ((4.5, 3.5), "BA-KNF-01")
    assert "throw a knife" in text
    (route,) = [one for one in shown.overlays if isinstance(one, sr.RouteOverlay)]
    assert route.warnings == ()


def test_the_square_stays_while_the_window_is_asked() -> None:
    """It is gone with the answer."""
    controller = alley()
    tools = Toolbox(controller)
    controller.submit(Move(actor="hero", path=tuple(Cell(x, 3) for x in range(4, 8))))
    assert squares(scene(controller, tools)) == [{(4, 3)}]
    controller.answers.pass_all()
    assert squares(scene(controller, tools)) == []


def test_each_square_in_a_threat_is_marked_and_the_words_stand_once() -> None:
    """ARRGS: from (4, 4) past a foe at (5, 5) each square left in its ring is an opportunity."""
    encounter = board(fighter("A", (4, 4)), fighter("foe", (5, 5), "2", aap_max=2))
    controller = Controller(session(encounter.replace(turn="A")), odds_patience_s=60)
    controller.selection.select("A")
    tools = Toolbox(controller)
    controller.move_planning.plan("A", (8, 4))
    shown = scene(controller, tools)
    assert {(4, 4)} in squares(shown)
    assert len(squares(shown)) > 1
    texts = [text for _at, text, _rule in told(shown)]
    assert len(texts) == len(set(texts)) == 1
