"""Selecting by a frame, by clicks, and what the right button and the keys come to."""

from __future__ import annotations

import pytest

from gridwar.control.controller.controller import Controller
from gridwar.control.state.pointer_and_keys import (
    Button,
    KeyboardModifier,
    KeyEvent,
    PointerEvent,
    PointerKind,
)
from gridwar.control.state.view_state import TokenMenu
from gridwar.control.tools.select_tool import SelectTool
from gridwar.engine.gm.combatant_commands import SetValue
from gridwar.engine.gm.map_commands import LayMap
from gridwar.model.geometry import Cell, Point
from gridwar.model.walls import Wall
from tests.support.fights import begun

SHIFT = frozenset({KeyboardModifier.SHIFT})


@pytest.fixture
def table() -> tuple[Controller, SelectTool]:
    """A freeform fight: the hero at (3, 3) has the turn, a foe stands at (9, 5)."""
    controller = Controller(begun("freeform", hero=(3, 3), foe=(9, 5)))
    return controller, SelectTool(controller)


def chosen(controller: Controller) -> tuple[str, ...]:
    """Return who is selected now."""
    return controller.view.selected


def at(
    kind: PointerKind,
    point: tuple[float, float],
    *tokens: str,
    held: frozenset[KeyboardModifier] = frozenset(),
) -> PointerEvent:
    """Return an event of the left button (a menu's is the right one) at a place."""
    button = Button.RIGHT if kind is PointerKind.MENU else Button.LEFT
    cell = (int(point[0] // 1), int(point[1] // 1))
    return PointerEvent(kind, cell, point, button, held, tokens)


def test_a_frame_selects_who_lies_in_it(table: tuple[Controller, SelectTool]) -> None:
    """While the frame is drawn those inside are selected, and they stay so when it is let go."""
    controller, tool = table
    tool.pointer(at(PointerKind.PRESS, (8.0, 4.0)))
    assert chosen(controller) == ()
    tool.pointer(at(PointerKind.MOVE, (11.0, 7.0)))
    assert chosen(controller) == ("foe",)
    assert tool.overlays()
    tool.pointer(at(PointerKind.MOVE, (1.0, 1.0)))
    assert chosen(controller) == ("hero",)
    tool.pointer(at(PointerKind.RELEASE, (1.0, 1.0)))
    assert chosen(controller) == ("hero",)
    assert controller.view.rubber_band is None
    assert not tool.overlays()


def test_with_shift_a_frame_adds(table: tuple[Controller, SelectTool]) -> None:
    """Those selected before stay selected."""
    controller, tool = table
    controller.selection.select("hero")
    tool.pointer(at(PointerKind.PRESS, (8.0, 4.0), held=SHIFT))
    tool.pointer(at(PointerKind.MOVE, (11.0, 7.0), held=SHIFT))
    tool.pointer(at(PointerKind.RELEASE, (11.0, 7.0), held=SHIFT))
    assert chosen(controller) == ("hero", "foe")


def test_a_frame_given_up_selects_those_as_before(table: tuple[Controller, SelectTool]) -> None:
    """The right button during a frame takes it away, with what it had selected."""
    controller, tool = table
    controller.selection.select("hero")
    tool.pointer(at(PointerKind.PRESS, (8.0, 4.0), held=SHIFT))
    tool.pointer(at(PointerKind.MOVE, (11.0, 7.0), held=SHIFT))
    tool.pointer(at(PointerKind.CANCEL, (11.0, 7.0)))
    assert chosen(controller) == ("hero",)
    assert controller.view.rubber_band is None


def test_a_right_click_wants_the_menu_of_token_or_place(
    table: tuple[Controller, SelectTool],
) -> None:
    """On a token it selects it, unless it is one of several selected; elsewhere nobody."""
    controller, tool = table
    tool.pointer(at(PointerKind.MENU, (9.5, 5.5), "foe"))
    assert chosen(controller) == ("foe",)
    assert controller.view.token_menu == TokenMenu("foe", Cell(9, 5))
    controller.selection.select("hero", "foe")
    tool.pointer(at(PointerKind.MENU, (9.5, 5.5), "foe"))
    assert chosen(controller) == ("hero", "foe")
    tool.pointer(at(PointerKind.MENU, (6.5, 6.5)))
    assert controller.view.token_menu == TokenMenu("", Cell(6, 6))


def test_a_right_click_first_gives_up_what_is_planned(
    table: tuple[Controller, SelectTool],
) -> None:
    """With an action chosen it takes that back, and no menu comes."""
    controller, tool = table
    controller.selection.select("hero")
    controller.actions.choose("move")
    tool.pointer(at(PointerKind.MENU, (9.5, 5.5), "foe"))
    assert controller.view.picking is None
    assert controller.view.token_menu is None


def test_a_locked_token_stays_and_says_so(table: tuple[Controller, SelectTool]) -> None:
    """Dragging it moves nothing and tells how to unlock it."""
    controller, tool = table
    controller.submit(SetValue(who=("foe",), field="locked", value="true"))
    tool.pointer(at(PointerKind.PRESS, (9.5, 5.5), "foe"))
    tool.pointer(at(PointerKind.MOVE, (12.5, 5.5)))
    tool.pointer(at(PointerKind.RELEASE, (12.5, 5.5)))
    assert controller.encounter["foe"].pos == Cell(9, 5)
    assert controller.view.notice is not None
    assert "locked" in controller.view.notice.text


def test_keys_plan_a_move_before_it_is_done(table: tuple[Controller, SelectTool]) -> None:
    """After the action Move the arrows lead the plan, and Enter goes: one command."""
    controller, tool = table
    controller.selection.select("hero")
    controller.actions.choose("move")
    rows = len(controller.session.history.rows)
    for key in ("right", "right", "num3"):
        tool.key(KeyEvent(key))
    plan = controller.view.plan
    assert plan is not None
    assert plan.end == Cell(6, 4)
    assert controller.encounter["hero"].pos == Cell(3, 3)
    tool.key(KeyEvent("enter"))
    assert controller.encounter["hero"].pos == Cell(6, 4)
    assert len(controller.session.history.rows) == rows + 1


def test_a_step_by_key_goes_no_way_round(table: tuple[Controller, SelectTool]) -> None:
    """With a wall in between, a step says so instead of walking round it; the GM may insist."""
    controller, tool = table
    wall = Wall(id="w", a=Point(4 * 1024, 0), b=Point(4 * 1024, 10 * 1024))
    controller.submit(LayMap(map=controller.encounter.map.replace(walls=(wall,))))
    controller.selection.select("hero")
    tool.key(KeyEvent("right"))
    assert controller.encounter["hero"].pos == Cell(3, 3)
    assert controller.view.notice is not None
    controller.do_anyway()
    assert controller.encounter["hero"].pos == Cell(4, 3)
