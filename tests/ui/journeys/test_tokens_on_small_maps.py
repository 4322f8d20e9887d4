"""Tokens where the map is small: everybody can be clicked where his letters are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.storage.new_open_and_sample_fights import sample_fights
from gridwar.ui.map.tokens.token_shape import body_in_cells, letters_at
from tests.support.evening.hands import until

if TYPE_CHECKING:
    from gridwar.control.records.ground_records import Point
    from gridwar.ui.map.camera.map_view import MapView
    from tests.support.evening.evening import Evening


def _letters(view: MapView, who: str) -> Point:
    """Return where on the map somebody's letters are, in cells."""
    token = next(one for one in view.map_scene.tokens.drawn if one.id == who)
    middle = view.map_scene.tokens.drawn_at(who).center()
    frame = body_in_cells(token, (middle.x(), middle.y()), view.cell_px)
    place = letters_at(token, frame)
    return place.x(), place.y()


@pytest.mark.parametrize("sample", ["e-chase", "g-ford", "j-station-hall"])
def test_everybody_is_hit_at_his_letters(evening: Evening, sample: str) -> None:
    """Crews, riders and a crowd at a door: at any zoom a click on the letters is on their owner."""
    evening.start(next(path for path in sample_fights() if path.stem == sample))
    view = evening.window.map
    for zoom in (0.12, 0.18, 0.25, 0.35, 0.5, 1.0, 2.0):
        view.zoom_to(zoom)
        everybody = [one.id for one in view.map_scene.tokens.drawn]
        assert len(everybody) > 8
        hit = {who: view.tokens_at(_letters(view, who))[0] for who in everybody}
        assert hit == {who: who for who in everybody}, f"at {zoom:.0%}"


def test_rider_and_mount_are_clicked_apart(evening: Evening) -> None:
    """The mouse selects the mount at its letters, and the rider at his."""
    evening.start(next(path for path in sample_fights() if path.stem == "g-ford"))
    view = evening.window.map
    evening.press("Ctrl+0")
    by_name = {one.name: one.id for one in evening.encounter.combatants.values()}
    for name in ("Dapple", "Sir Ferrin"):
        who = by_name[name]
        until(lambda: not view.map_scene.tokens.stale, "all are drawn")
        x, y = _letters(view, who)
        evening.click((x - 0.5, y - 0.5), selects=who)
