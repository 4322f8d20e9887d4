"""A cell is called as the rulers of its floor count, wherever the window names it."""

from __future__ import annotations

import pytest

from gridwar.control.controller.controller import Controller
from gridwar.control.presenters.log_commands import _map_laid
from gridwar.control.presenters.top_and_status_bars import present_status
from gridwar.control.tools.sketch.sketch_tool import SketchTool
from gridwar.engine.gm.map_commands import LayMap
from gridwar.model.battlemap import BattleMap
from gridwar.model.geometry import Cell
from tests.support.fights import begun
from tests.support.floors import HEAD, house


@pytest.fixture
def controller() -> Controller:
    """A fight in a house of two floors."""
    made = Controller(begun("freeform", hero=(3, 3)))
    made.submit(LayMap(map=house()))
    return made


def place(controller: Controller, cell: Cell) -> str:
    """Return what the status bar calls a cell under the pointer."""
    controller.show(hover=cell)
    return present_status(controller, SketchTool(controller), "whole map").facts[0]


def test_the_status_bar_counts_as_the_rulers_do(controller: Controller) -> None:
    """The head of the stairs lies over their foot, whatever its column on the sheet is."""
    assert place(controller, Cell(2, 2)) == "C 3, Floor 0"
    assert place(controller, HEAD) == "C 3, Floor 1"


def test_the_log_names_the_floor_that_was_added() -> None:
    """One floor more of the same map; any other map is another."""
    flat, two, three = BattleMap(width=12, height=10), house(2), house(3)
    assert _map_laid(two, flat) == "Adds Floor 1"
    assert _map_laid(three, two) == "Adds Floor 2"
    assert _map_laid(two, three) == "Another map is laid"
    assert _map_laid(three, two.replace(name="other")) == "Another map is laid"
