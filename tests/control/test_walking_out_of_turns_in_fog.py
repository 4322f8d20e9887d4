"""A token dragged before the fight goes its way cell by cell where what is seen is remembered."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from gridwar.control.controller.controller import Controller
from gridwar.control.moves.group_ways import GroupPlanner
from gridwar.control.presenters.log import LogPresenter
from gridwar.engine.gm.combatant_commands import Place
from gridwar.engine.gm.fog_commands import SetFog
from gridwar.engine.gm.map_commands import SetDoor
from gridwar.engine.session.session import Session
from gridwar.model.geometry import Cell
from gridwar.model.memory import FogMode
from gridwar.model.walls import DoorState
from tests.support.fog_house import FREEFORM, HALL, house

if TYPE_CHECKING:
    from gridwar.model.command import Command

START, GOAL, SEEN_ON_THE_WAY = Cell(11, 12), Cell(18, 12), Cell(14, 5)


def _controller(mode: FogMode) -> Controller:
    controller = Controller(Session(FREEFORM, house()))
    controller.submit(Place(to=(("ann", START), ("bob", Cell(2, 2)))))
    controller.submit(SetDoor(wall=HALL, state=DoorState.OPEN))
    controller.submit(SetFog(mode=mode))
    return controller


def _walk(controller: Controller) -> Command:
    planner = GroupPlanner(FREEFORM, controller.encounter, ("ann",))
    command = planner.command(planner.ways({"ann": GOAL}, priced=False))
    assert command is not None
    return command


def _is_remembered(controller: Controller, cell: Cell) -> bool:
    fight = controller.encounter
    rows = fight.vision.memory("1").points.rows(fight.map.size)
    part = np.s_[cell.y * 8 : cell.y * 8 + 8, cell.x * 8 : cell.x * 8 + 8]
    return bool(rows[part].all())


def test_a_walk_past_an_open_door_looks_in() -> None:
    """It is one line of the log, one undo, and what was seen on the way stays known."""
    controller = _controller(FogMode.BY_SIGHT)
    assert not _is_remembered(controller, SEEN_ON_THE_WAY)
    lines = len(LogPresenter(controller).present())
    controller.submit(_walk(controller))
    assert controller.encounter["ann"].pos == GOAL
    assert _is_remembered(controller, SEEN_ON_THE_WAY)
    told = LogPresenter(controller).present()
    assert len(told) == lines + 1
    assert told[-1].headline == "GM moves ann"
    controller.timeline.undo()
    assert controller.encounter["ann"].pos == START
    assert not _is_remembered(controller, SEEN_ON_THE_WAY)


@pytest.mark.parametrize("mode", [FogMode.OFF, FogMode.BY_HAND, FogMode.BY_SIGHT_WITHOUT_MEMORY])
def test_where_nothing_is_remembered_only_the_end_counts(mode: FogMode) -> None:
    """One event, as ever."""
    assert _walk(_controller(mode)) == Place(to=(("ann", GOAL),))
