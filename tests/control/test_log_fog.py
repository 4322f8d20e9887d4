"""How the log calls commands about fog."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.control.controller.controller import Controller
from gridwar.control.presenters.log import LogPresenter
from gridwar.engine.gm.fog_commands import Cover, CoverMap, PinCells, SetFog, Uncover, UncoverMap
from gridwar.engine.session.session import Session
from gridwar.model.geometry import Cell
from gridwar.model.memory import CellPin, FogMode
from tests.support.fog_house import FREEFORM, LEFT, RIGHT, house

if TYPE_CHECKING:
    from gridwar.model.command import Command


@pytest.mark.parametrize(
    ("command", "headline", "result"),
    [
        (SetFog(mode=FogMode.BY_SIGHT), "Fog by sight", ""),
        (SetFog(mode=FogMode.BY_HAND, counts_light=True), "Fog by hand", "sight needs light"),
        (SetFog(eyes_by_size=False), "Players\u2019 fog", "eyes low"),
        (SetFog(opaque_zones=frozenset({"smoke"})), "Players\u2019 fog", "stops sight: Smoke"),
        (SetFog(also_remembering=frozenset({"2"})), "Players\u2019 fog", "remember: Party, Foes"),
        (Uncover(cells=(LEFT, RIGHT)), "Uncovers 2 cells", ""),
        (Uncover(cells=(LEFT,), sides=("2",)), "Uncovers 1 cell", "for Foes"),
        (Cover(cells=(Cell(1, 1),)), "Covers 1 cell", ""),
        (UncoverMap(), "Uncovers all of the map", ""),
        (CoverMap(sides=("1",)), "Covers all of the map", "for Party"),
        (PinCells(pin=CellPin.COVERED, cells=(LEFT,)), "Pins 1 cell, always covered", ""),
        (PinCells(pin=CellPin.SHOWN, cells=(LEFT, RIGHT)), "Pins 2 cells, always shown", ""),
        (PinCells(pin=CellPin.NONE, cells=(Cell(1, 1),)), "Unpins 1 cell", ""),
    ],
)
def test_a_command_about_fog_is_one_line(command: Command, headline: str, result: str) -> None:
    """What was done, and for whom where it was not for all who remember."""
    controller = Controller(Session(FREEFORM, house()))
    controller.submit(Uncover(cells=(Cell(1, 1),)))
    controller.submit(command)
    last = LogPresenter(controller).present()[-1]
    assert (last.headline, last.result) == (headline, result)


def test_what_was_seen_adds_no_line() -> None:
    """Walking by sight the log tells the walk alone."""
    controller = Controller(Session(FREEFORM, house()))
    before = len(LogPresenter(controller).present())
    controller.submit(SetFog(mode=FogMode.BY_SIGHT))
    assert len(LogPresenter(controller).present()) == before + 1
