"""The select tool: what clicks, drags and keys over the map come to, without a window."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.control.controller.controller import Controller
from gridwar.control.maps.placing_combatants import joining
from gridwar.control.presenters.scene import ScenePresenter
from gridwar.control.presenters.top_and_status_bars import present_status
from gridwar.control.state.pointer_and_keys import (
    Button,
    KeyboardModifier,
    KeyEvent,
    PointerEvent,
    PointerKind,
)
from gridwar.control.tools.select_tool import SelectTool
from gridwar.control.tools.toolbox import Toolbox
from gridwar.engine.session.session import Session
from gridwar.model.geometry import Cell
from gridwar.systems import find_system
from tests.support.fights import begun, on_board

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.fixture
def table() -> tuple[Controller, SelectTool]:
    """A freeform fight: the hero at (3, 3) has the turn, a foe stands at (9, 5)."""
    controller = Controller(begun("freeform", hero=(3, 3), foe=(9, 5)))
    return controller, SelectTool(controller)


def press(
    tool: SelectTool, cell: tuple[int, int], *tokens: str, **more: frozenset[KeyboardModifier]
) -> None:
    """Press the left button over a cell."""
    tool.pointer(_event(PointerKind.PRESS, cell, tokens, **more))


def move(tool: SelectTool, *cells: tuple[int, int]) -> None:
    """Move the pointer with the left button held."""
    for cell in cells:
        tool.pointer(_event(PointerKind.MOVE, cell, ()))


def release(tool: SelectTool, cell: tuple[int, int]) -> None:
    """Let the left button go."""
    tool.pointer(_event(PointerKind.RELEASE, cell, ()))


def _event(
    kind: PointerKind,
    cell: tuple[int, int],
    tokens: tuple[str, ...],
    modifiers: frozenset[KeyboardModifier] = frozenset(),
) -> PointerEvent:
    point = (cell[0] + 0.5, cell[1] + 0.5)
    return PointerEvent(kind, cell, point, Button.LEFT, modifiers, tokens)


def test_a_drag_moves_on_release_only(table: tuple[Controller, SelectTool]) -> None:
    """While a token is dragged the fight does not change; on release it does, as one command."""
    controller, tool = table
    press(tool, (3, 3), "hero")
    move(tool, (4, 3), (6, 3))
    plan = controller.view.plan
    assert plan is not None
    assert plan.cells == tuple(Cell(x, 3) for x in (3, 4, 5, 6))
    assert controller.encounter["hero"].pos == Cell(3, 3)
    release(tool, (6, 3))
    assert controller.encounter["hero"].pos == Cell(6, 3)
    controller.timeline.undo()
    assert controller.encounter["hero"].pos == Cell(3, 3)


def test_the_status_bar_follows_a_drag(table: tuple[Controller, SelectTool]) -> None:
    """It names the cell a token is held over, and goes on naming it when the token is let go."""
    controller, tool = table
    press(tool, (3, 3), "hero")
    move(tool, (4, 3), (6, 3))
    assert "G 4" in present_status(controller, tool, "100 %").facts
    release(tool, (6, 3))
    assert "G 4" in present_status(controller, tool, "100 %").facts


def test_a_waypoint_bends_the_route(table: tuple[Controller, SelectTool]) -> None:
    """Space sets a waypoint, Backspace takes it back."""
    controller, tool = table
    press(tool, (3, 3), "hero")
    move(tool, (3, 6))
    tool.key(KeyEvent("space"))
    move(tool, (6, 6))
    plan = controller.view.plan
    assert plan is not None
    assert Cell(3, 6) in plan.cells
    tool.key(KeyEvent("backspace"))
    plan = controller.view.plan
    assert plan is not None
    assert Cell(3, 6) not in plan.cells


def test_a_cancelled_drag_changes_nothing(table: tuple[Controller, SelectTool]) -> None:
    """A right click or Escape during a drag puts the token back."""
    controller, tool = table
    press(tool, (3, 3), "hero")
    move(tool, (5, 5))
    tool.pointer(_event(PointerKind.CANCEL, (5, 5), ()))
    release(tool, (5, 5))
    assert controller.view.plan is None
    assert controller.encounter["hero"].pos == Cell(3, 3)


def test_free_move_ignores_all_rules(table: tuple[Controller, SelectTool]) -> None:
    """With F held a token is put down anywhere."""
    controller, tool = table
    press(tool, (3, 3), "hero")
    tool.key(KeyEvent("f"))
    move(tool, (25, 15))
    plan = controller.view.plan
    assert plan is not None
    assert plan.free
    release(tool, (25, 15))
    assert controller.encounter["hero"].pos == Cell(25, 15)


def test_shift_click_selects_several_and_they_move_together(
    table: tuple[Controller, SelectTool],
) -> None:
    """A group keeps its shape when one of it is dragged, and one undo brings it back."""
    controller, tool = table
    press(tool, (9, 5), "foe", modifiers=frozenset({KeyboardModifier.SHIFT}))
    assert set(controller.view.selected) == {"hero", "foe"}
    press(tool, (3, 3), "hero")
    move(tool, (4, 4))
    release(tool, (4, 4))
    assert controller.encounter["hero"].pos == Cell(4, 4)
    assert controller.encounter["foe"].pos == Cell(10, 6)
    controller.timeline.undo()
    assert controller.encounter["foe"].pos == Cell(9, 5)


def test_a_click_on_one_of_several_selects_it_alone(
    table: tuple[Controller, SelectTool],
) -> None:
    """A press may begin to drag the group; let go of where it was, it was a click on that one."""
    controller, tool = table
    press(tool, (9, 5), "foe", modifiers=frozenset({KeyboardModifier.SHIFT}))
    release(tool, (9, 5))
    assert set(controller.view.selected) == {"hero", "foe"}
    press(tool, (9, 5), "foe")
    release(tool, (9, 5))
    assert controller.view.selected == ("foe",)


def test_arrow_keys_walk(table: tuple[Controller, SelectTool]) -> None:
    """An arrow or a key of the number pad moves the selected token by one cell."""
    controller, tool = table
    tool.key(KeyEvent("right"))
    tool.key(KeyEvent("num3"))
    assert controller.encounter["hero"].pos == Cell(5, 4)


def test_a_click_on_the_ground_selects_nobody(table: tuple[Controller, SelectTool]) -> None:
    """Clicking where nobody stands takes the selection away."""
    controller, tool = table
    press(tool, (20, 10))
    release(tool, (20, 10))
    assert controller.view.selected == ()


def test_tab_goes_through_the_order(table: tuple[Controller, SelectTool]) -> None:
    """Tab selects whoever is next in the order."""
    controller, tool = table
    tool.key(KeyEvent("tab"))
    assert controller.view.selected == ("foe",)


def test_a_drag_ends_where_undo_takes_the_token_away(table: tuple[Controller, SelectTool]) -> None:
    """Undo while somebody who has just joined is dragged: nothing is left to be moved."""
    controller, tool = table
    controller.submit(joining(controller.encounter, controller.encounter["foe"], Cell(12, 9)))
    press(tool, (12, 9), "foe-1")
    move(tool, (13, 9))
    controller.timeline.undo()
    move(tool, (14, 9))
    release(tool, (14, 9))
    assert controller.view.plan is None
    assert "foe-1" not in controller.encounter


def test_of_a_crowd_that_is_selected_nobody_is_named() -> None:
    """Up to eight bear their names on the map; more of them would hide it."""
    names = [f"p{number}" for number in range(9)]
    encounter = on_board("freeform", hero=(3, 3))
    for name in names:
        encounter = encounter.with_combatant(encounter["hero"].replace(id=name))
    controller = Controller(Session(find_system("freeform"), encounter), odds_patience_s=60)
    for count, named in ((8, 8), (9, 0)):
        controller.show(selected=tuple(names[:count]))
        tokens = ScenePresenter(controller, Toolbox(controller)).present().tokens
        assert sum(token.named for token in tokens) == named


def test_what_the_rules_say_of_a_move_comes_when_the_hand_rests() -> None:
    """The token follows the pointer with its way and price; the objection comes a little later."""
    controller = Controller(begun("cepheus", 4, 4, marine=(3, 3), brawler=(30, 30)))
    waiting: list[Callable[[], None]] = []
    controller.move_planning.when_quiet = waiting.append
    controller.selection.select("marine")
    tool = SelectTool(controller)
    press(tool, (3, 3), "marine")
    move(tool, (4, 3), (28, 3))
    plan = controller.view.plan
    assert plan is not None
    assert (plan.end, plan.zone, plan.problem) == (Cell(28, 3), None, "")
    for act in waiting:
        act()
    judged = controller.view.plan
    assert judged is not None
    assert judged.problem


def test_a_move_let_go_of_at_once_is_judged_all_the_same() -> None:
    """Released before the rules have been asked, a move too far is refused and proposed again."""
    controller = Controller(begun("cepheus", 4, 4, marine=(3, 3), brawler=(30, 30)))
    controller.move_planning.when_quiet = lambda act: None
    controller.selection.select("marine")
    tool = SelectTool(controller)
    press(tool, (3, 3), "marine")
    move(tool, (28, 3))
    release(tool, (28, 3))
    assert controller.encounter["marine"].pos == Cell(3, 3)
    assert controller.view.notice is not None
    assert controller.view.notice.again is not None
