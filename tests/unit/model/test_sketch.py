"""The sketch: its arrays, what reading one refuses, and the event that changes it."""

from __future__ import annotations

import numpy as np
import pytest
from pydantic import ValidationError

from gridwar.errors import MapError
from gridwar.model.battlemap import BattleMap
from gridwar.model.events_sketch import SketchChanged
from gridwar.model.geometry import Cell, Size
from gridwar.model.painted_layers import Layer
from gridwar.model.sketch import (
    EdgeKind,
    Sketch,
    SketchArrays,
    SketchStyle,
    SketchThing,
    SketchThingKind,
)

SIZE = Size(70, 40)
POOL = SketchThing(kind=SketchThingKind.WATER, cell=Cell(3, 4))


def _arrays() -> SketchArrays:
    """Return arrays with something in each, also on their farthest edges."""
    arrays = SketchArrays.blank(SIZE)
    arrays.floor[3:9, 4:50] = True
    arrays.cave[10:20, 200:280] = True
    arrays.across[40, 69] = EdgeKind.DOOR
    arrays.down[39, 70] = EdgeKind.WINDOW
    return arrays


def test_a_sketch_gives_back_the_arrays_it_was_made_of() -> None:
    """Floor, edges and cave come out as they went in, and nobody can write into them."""
    arrays = _arrays()
    sketch = Sketch.of_arrays(arrays, (POOL,))
    for name, made, found in zip(arrays._fields, arrays, sketch.arrays, strict=True):
        assert np.array_equal(made, found), name
        assert not found.flags.writeable, name
    assert sketch.thing_at(Cell(3, 4)) == POOL


def test_a_sketch_comes_back_from_json_the_same() -> None:
    """Written with its map and read again it is equal."""
    page = BattleMap(width=70, height=40, sketch=Sketch.of_arrays(_arrays(), (POOL,)))
    assert BattleMap.model_validate_json(page.model_dump_json()) == page


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("floor_cells", Layer().with_cells({Cell(0, 0): 2}), "a byte above 1"),
        ("edges_down", Layer().with_cells({Cell(0, 0): 9}), "a byte above 8"),
        ("floor_cells", Layer().with_cells({Cell(70, 0): 1}), "reaches beyond"),
        ("edges_across", Layer().with_cells({Cell(0, 41): 1}), "reaches beyond"),
        ("things", (POOL, POOL.replace(turn=1)), "two things"),
        ("things", (POOL.replace(cell=Cell(70, 0)),), "beyond the map"),
    ],
)
def test_a_sketch_refuses_what_it_cannot_hold(field: str, value: object, says: str) -> None:
    """Kinds that do not exist, places beyond the map and twins are refused by name."""
    with pytest.raises(ValidationError, match=says):
        Sketch.model_validate({"width": 70, "height": 40, field: value})


def test_a_map_refuses_a_sketch_of_another_size() -> None:
    """The message names both sizes."""
    with pytest.raises(ValidationError, match="70 x 40 cells, the map 30 x 20"):
        BattleMap(width=30, height=20, sketch=Sketch.blank(SIZE))


def test_the_event_makes_one_sketch_of_another() -> None:
    """What it holds is what differs, there and back."""
    blank, drawn = Sketch.blank(SIZE), Sketch.of_arrays(_arrays(), (POOL,), SketchStyle.BLUEPRINT)
    page = BattleMap(width=70, height=40)
    there = SketchChanged.between(None, drawn).changed(page)
    assert there.sketch == drawn
    assert SketchChanged.between(drawn, blank).changed(there).sketch == blank
    assert SketchChanged.between(drawn, drawn) == SketchChanged()


def test_an_event_of_another_map_is_refused() -> None:
    """A damaged file cannot draw beyond the map."""
    event = SketchChanged.between(None, Sketch.of_arrays(_arrays()))
    with pytest.raises(MapError, match="does not fit"):
        event.changed(BattleMap(width=30, height=20))


def test_a_map_made_smaller_crops_its_sketch() -> None:
    """What lies beyond the new border is gone, what lies within stays."""
    page = BattleMap(width=70, height=40, sketch=Sketch.of_arrays(_arrays(), (POOL,)))
    smaller = page.resized(30, 4)
    assert smaller.sketch is not None
    assert smaller.sketch.floor.sum() == 26
    assert not smaller.sketch.things
    assert BattleMap.model_validate(smaller.model_dump()) == smaller
