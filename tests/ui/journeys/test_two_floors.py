"""A building is sketched, laid as two floors and fought over, by mouse and keys, in two systems.

Nothing is put there by the tests: what they play on is what the hands have drawn.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from PySide6.QtWidgets import QPushButton

from gridwar.model.floors import LinkKind
from gridwar.model.geometry import Cell
from gridwar.systems.cepheus.core.fight_state import sheet_of
from gridwar.ui.map.frame.floor_chips import FloorChips
from tests.support.evening.hands import until
from tests.ui.journeys.answering import answer_all

if TYPE_CHECKING:
    from pathlib import Path

    from gridwar.model.encounter import Encounter
    from gridwar.model.floors import Floor
    from tests.support.evening.night import Night

Place = tuple[int, int]

ROOM = ((4, 4), (11, 9))
FOOT, HEAD = (5, 5), (6, 5)
"""Where the stairs begin below and end above, on the plan."""
LADDER, HATCH, HOLE = (10, 5), (10, 8), ((7, 8), (8, 8))


def floors(night: Night) -> tuple[Floor, Floor]:
    """Return both floors, the lower one first."""
    below, above = night.encounter.map.floors
    return below, above


def up(night: Night, plan: Place) -> Place:
    """Return the cell of the upper floor over a place of the plan."""
    x, y = floors(night)[1].cell_of(Cell(*plan))
    return x, y


def shown(night: Night) -> str:
    """Return the id of the floor in the window."""
    floor = night.controller.floors.shown
    assert floor is not None
    return floor.id


def tokens(night: Night) -> dict[str, bool]:
    """Return who is to be seen, and whether faintly."""
    night.controller.refresh_now()
    view = night.window.map.map_scene.view
    assert view is not None
    return {one.id: one.faint for one in view.tokens}


def chips(night: Night) -> list[QPushButton]:
    """Return the chips of the floors, the highest first."""
    (shelf,) = night.window.map.findChildren(FloorChips)
    return [one for one in shelf.findChildren(QPushButton) if one.isVisible()]


def to_floor(night: Night, number: int) -> None:
    """Click the chip of a floor."""
    name = floors(night)[number].name
    chip = next(one for one in chips(night) if one.text().startswith(name))
    night.button(chip.text(), night.window.map)
    assert shown(night) == floors(night)[number].id


def build(night: Night, rules: str) -> None:
    """Sketch a room with a door, lay a floor over it, sketch the same there, link and open both."""
    night.start()
    night.begin_with(rules)
    night.do("view.fit")
    night.take("sketch")
    night.drag(*ROOM)
    night.click((7, 9.5))
    night.take("floors")
    night.button("Add an empty floor")
    until(lambda: len(night.encounter.map.floors) == 2, "the empty floor")
    below, above = floors(night)
    assert shown(night) == above.id
    assert below.size == above.size
    night.take("sketch")
    night.drag(*(up(night, corner) for corner in ROOM))
    night.take("floors")
    for key, start, end in (("1", FOOT, HEAD), ("2", LADDER, LADDER), ("4", HATCH, HATCH)):
        night.press(key, "PgDown")
        night.click(start)
        night.press("PgUp")
        night.click(up(night, end))
    night.press("5")
    night.drag(*(up(night, cell) for cell in HOLE))
    page = night.encounter.map
    assert [one.kind for one in page.links] == [LinkKind.STAIR, LinkKind.LADDER, LinkKind.HATCH]
    assert set(page.openings) == {Cell(*up(night, cell)) for cell in HOLE}
    night.leave_tool()
    night.is_saved()


def people(night: Night, one: tuple[str, Place], other: tuple[str, Place]) -> tuple[str, str]:
    """Drag somebody from the library to each floor, and begin."""
    night.do("view.panel_library")
    to_floor(night, 0)
    night.drag_from_library(one[0], one[1])
    to_floor(night, 1)
    night.drag_from_library(other[0], up(night, other[1]))
    night.do("view.panel_library")
    first, second = night.encounter.combatants
    return first, second


def begin(night: Night, who: str) -> None:
    """Begin the fight with whatever the dice say, and go on to somebody's turn."""
    night.do("fight.next", frees=True)
    if night.encounter.turn is None:
        night.press("Return", frees=True)
    answer_all(night)
    for _turn in range(6):
        if night.encounter.turn == who:
            break
        night.do("fight.next", frees=True)
        answer_all(night)
    assert night.encounter.turn == who
    night.click_order(who)


def climb(night: Night, start: Place, goal: Place) -> str:
    """Drag somebody to the stairs, press PgUp, let go above; return what the way was to cost."""
    night.hold_drag(start, FOOT)
    night.hands.press("PgUp")
    night.hands.move(night.place(goal))
    plan = night.controller.view.plan
    assert plan is not None
    assert (Cell(*FOOT), Cell(*up(night, HEAD))) in pairwise(plan.cells)
    night.let_go(goal)
    return plan.cost_text


def undone_to(night: Night, before: Encounter) -> None:
    """Press undo until the fight is as it was."""
    for _step in range(20):
        if night.encounter == before:
            break
        night.do("edit.undo", frees=True)
    assert night.encounter == before


def saved_and_opened(night: Night, folder: Path) -> None:
    """Save the fight under a name, close it and open it again: it is the same, on its floors."""
    path = folder / "building.gridwar"
    night.save_as(path)
    there = night.encounter
    night.close()
    night.start(path)
    assert night.encounter == there
    names = [one.text().split("   ")[0] for one in chips(night)]
    assert names == [one.name for one in reversed(floors(night))]
    night.close()


@pytest.mark.long
def test_cepheus(night: Night, tmp_path: Path) -> None:
    """A marine climbs the stairs for its price, takes it back, and shoots up through the hole."""
    build(night, "Cepheus")
    marine, brawler = people(night, ("Marine", (5, 7)), ("Brawler", (9, 8)))
    night.open_players()
    begin(night, marine)
    assert shown(night) == floors(night)[0].id
    assert tokens(night) == {marine: False}
    night.press("1", "PgUp")
    assert night.encounter[marine].altitude == 0
    assert tokens(night) == {brawler: False}
    night.press("Esc", "PgDown")

    # Two steps to the stairs, two for them, one beyond.
    before = night.encounter
    assert climb(night, (5, 7), up(night, (6, 6))) == "5 squares"
    answer_all(night)
    assert night.stands(marine) == up(night, (6, 6))
    assert shown(night) == floors(night)[1].id
    night.players_see(marine, brawler)
    night.is_saved()
    undone_to(night, before)
    assert shown(night) == floors(night)[0].id
    night.do("players.hold")

    # Below the hole he is seen from above, faintly, and shoots through it.
    night.drag((5, 7), (7, 8), frees=True)
    answer_all(night)
    night.press("1", "PgUp")
    assert tokens(night) == {brawler: False, marine: True}
    loaded = sheet_of(night.encounter[marine])
    night.click(up(night, (9, 8)), frees=True)
    night.press("Return", frees=True)
    answer_all(night)
    assert sheet_of(night.encounter[marine]) != loaded, "the shot cost nothing"
    night.press("PgDown")
    night.click_order(brawler)
    assert shown(night) == floors(night)[1].id
    saved_and_opened(night, tmp_path)


@pytest.mark.long
def test_arrgs(night: Night, tmp_path: Path) -> None:
    """A guard climbs the stairs into a raider's reach, strikes, and all of it is taken back."""
    build(night, "ARRGS")
    guard, raider = people(night, ("Guard", (5, 7)), ("Raider", (8, 6)))
    night.open_players()
    begin(night, guard)
    before = night.encounter
    cost = climb(night, (5, 7), up(night, (7, 6)))
    answer_all(night)
    assert cost.startswith("5"), cost
    assert night.stands(guard) == up(night, (7, 6))
    assert shown(night) == floors(night)[1].id
    night.players_see(guard, raider)
    night.act("Attack: Sword")
    night.click(up(night, (8, 6)), frees=True)
    night.press("Return", frees=True)
    answer_all(night)
    night.is_saved()
    undone_to(night, before)
    assert tokens(night) == {guard: False}
    assert shown(night) == floors(night)[0].id
    saved_and_opened(night, tmp_path)
