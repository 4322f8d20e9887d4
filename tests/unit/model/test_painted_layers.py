"""Painted layers: sharing of tiles, views."""

from __future__ import annotations

import base64
import zlib

import pytest

from gridwar.model.geometry import Cell
from gridwar.model.painted_layers import Layer

LEFT, RIGHT = Cell(3, 4), Cell(40, 4)


def test_a_stroke_replaces_only_the_tiles_it_touches() -> None:
    """Tiles beside the stroke are the very same objects before and after."""
    before = Layer().with_cells({LEFT: 1, RIGHT: 2})
    after = before.with_cells({LEFT: 7})
    assert after.get(LEFT) == 7
    assert after.tiles[Cell(1, 0)] is before.tiles[Cell(1, 0)]
    assert before.get(LEFT) == 1


def test_painting_what_is_there_already_keeps_the_tile() -> None:
    """A stroke that changes nothing makes an equal layer of the same tiles."""
    before = Layer().with_cells({LEFT: 1})
    after = before.with_cells({LEFT: 1})
    assert after.tiles[Cell(0, 0)] is before.tiles[Cell(0, 0)]


def test_erasing_everything_gives_the_empty_layer() -> None:
    """A layer painted and erased equals one never painted, hash and all."""
    erased = Layer().with_cells({LEFT: 1, RIGHT: 1}).with_cells({LEFT: 0, RIGHT: 0})
    assert erased == Layer()
    assert hash(erased) == hash(Layer())


def test_views_are_read_only_arrays() -> None:
    """A view has rows and columns like the map and cannot be written to."""
    layer = Layer().with_cells({LEFT: 5, RIGHT: 6})
    view = layer.view(45, 10)
    assert view.shape == (10, 45)
    assert view[4, 3] == 5
    assert view[4, 40] == 6
    for array in (view, layer.tile_view(0, 0), layer.tile_view(5, 5)):
        with pytest.raises(ValueError, match="read-only"):
            array[0, 0] = 1


def test_cells_off_every_map_are_refused_and_read_as_nothing() -> None:
    """No cell outside the largest map can be painted; reading there gives 0."""
    with pytest.raises(ValueError, match="outside"):
        Layer().with_cells({Cell(-1, 0): 1})
    with pytest.raises(ValueError, match="0 to 255"):
        Layer().with_cells({LEFT: 256})
    assert Layer().get(Cell(-5, 999)) == 0


def test_a_tile_that_unpacks_to_more_than_a_tile_is_refused() -> None:
    """Packed data cannot grow beyond the 1024 bytes of a tile."""
    bomb = base64.b64encode(zlib.compress(bytes(10_000_000))).decode()
    with pytest.raises(ValueError, match="exactly 1024 bytes"):
        Layer.model_validate({"tiles": {"0,0": bomb}})
