"""Maps are drawn with the mouse, and by keys alone: a room with a door, and a whole dungeon."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gridwar.model.sketch import EdgeKind, Sketch
from gridwar.model.sketch_walls import derived_walls, open_cells
from gridwar.model.walls import DoorState, Wall, WallKind

if TYPE_CHECKING:
    from gridwar.model.battlemap import BattleMap
    from tests.support.evening.board import At
    from tests.support.evening.evening import Evening

ROOMS = (
    ((3, 3), (9, 8)),
    ((10, 3), (13, 8)),
    ((17, 2), (24, 7)),
    ((4, 14), (8, 19)),
    ((13, 13), (19, 18)),
)
CORRIDORS = (((13, 5), (18, 5)), ((6, 7), (6, 15)), ((8, 17), (14, 17)), ((19, 16), (24, 16)))
BENT = ((21, 7), (21, 9), (16, 11), (16, 14))
DABS = ((25, 16), (26, 15), (27, 17), (28, 15), (28, 17), (27, 13))
DOORS: tuple[At, ...] = (
    (9.5, 5),
    (13.5, 5),
    (16.5, 5),
    (6, 8.5),
    (12.5, 17),
    (16, 12.5),
    (3.5, 18),
)
SECRET, BARS, WINDOWS = (21, 7.5), (6, 13.5), ((2.5, 6), (5, 2.5))


def _begun(evening: Evening) -> None:
    evening.start()
    evening.begin_with("Freeform")
    evening.do("view.fit")
    evening.take("sketch")


def _page(evening: Evening) -> BattleMap:
    return evening.encounter.map


def _sketch(evening: Evening) -> Sketch:
    found = _page(evening).sketch
    assert found is not None
    return found


def _doors(evening: Evening) -> list[Wall]:
    return [one for one in _page(evening).walls if one.kind is WallKind.DOOR]


def test_a_room_with_a_door_takes_two_inputs(evening: Evening) -> None:
    """A drag and a click; a click in play opens the door."""
    _begun(evening)
    acts = evening.hands.acts
    evening.drag((3, 3), (8, 7))
    evening.click((5, 7.5))
    assert evening.hands.acts - acts == 2
    assert len(_doors(evening)) == 1
    evening.leave_tool()
    evening.click((5, 7.5), frees=True)
    assert [one.door for one in _doors(evening)] == [DoorState.OPEN]
    evening.is_saved()
    evening.close()


def test_a_dungeon_takes_thirty_inputs(evening: Evening) -> None:
    """Five rooms, five corridors, a cave of six dabs, eleven doors, bars and windows.

    It is saved, walked through by Gridwar's own lines, and taken back stroke by stroke.
    """
    _begun(evening)
    acts = evening.hands.acts
    for room in (*ROOMS, *CORRIDORS, BENT):
        evening.drag(*room)
    evening.press("C")
    evening.click(*DABS)
    evening.press("C")
    evening.click(*DOORS)
    evening.hover(SECRET)
    evening.press("3")
    evening.hover(BARS)
    evening.press("4")
    evening.hover(WINDOWS[0])
    evening.press("5")
    evening.click(WINDOWS[1])
    inputs = evening.hands.acts - acts
    assert inputs <= 30, inputs
    sketch = _sketch(evening)
    kinds = [one.kind for one in derived_walls(sketch).values()]
    assert [kinds.count(kind) for kind in (EdgeKind.DOOR, EdgeKind.SECRET_DOOR)] == [7, 1]
    assert [kinds.count(kind) for kind in (EdgeKind.BARS, EdgeKind.WINDOW)] == [1, 2]
    assert sketch.cave.sum() > 200
    assert _hang_together(sketch)
    evening.is_saved()
    evening.leave_tool()
    for _step in range(inputs):
        if _page(evening).sketch is not None:
            evening.do("edit.undo", frees=True)
    assert _page(evening).sketch is None
    assert not _page(evening).walls
    evening.close()


def _hang_together(sketch: Sketch) -> bool:
    """Return whether all that is open is one, doors and all."""
    inside = open_cells(sketch)
    found = np.zeros_like(inside)
    found[tuple(np.argwhere(inside)[0])] = True
    before = 0
    while before != (before := int(found.sum())):
        found[1:] |= found[:-1]
        found[:-1] |= found[1:]
        found[:, 1:] |= found[:, :-1]
        found[:, :-1] |= found[:, 1:]
        found &= inside
    return bool((found == inside).all())


def test_by_keys_alone(evening: Evening) -> None:
    """A room, a corridor out of it, a door between them, and a stroke given up."""
    _begun(evening)
    evening.press("Return", "Right", "Right", "Right", "Down", "Down", "Return")
    assert int(_sketch(evening).floor.sum()) == 12
    evening.press("Return", "Right", "Right", "Right", "Return")
    assert int(_sketch(evening).floor.sum()) == 15
    evening.press("Left", "Left", "Shift+Left", "Return")
    assert len(_doors(evening)) == 1
    evening.press("3")
    assert [one.door for one in _doors(evening)] == [DoorState.SECRET]
    evening.press("Down", "Return", "Down", "Esc")
    assert evening.controller.view.tool == "sketch"
    assert int(_sketch(evening).floor.sum()) == 15
    evening.leave_tool()
    evening.is_saved()
    evening.close()
