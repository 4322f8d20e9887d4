"""Lights and unknown keys of a map file: kept, saved, and cut off with the map."""

from __future__ import annotations

import pytest
from frozendict import frozendict
from pydantic import ValidationError

from gridwar.model.battlemap import BattleMap
from gridwar.model.foreign_map_data import KeptKeys, MapLight

LAMP = MapLight(x_cells=6.132305, y_cells=7.212773, range_cells=9.900001, colour="80eccd8b")


def test_a_map_of_older_saves_has_neither() -> None:
    """What was written before there were lights is read as a map without."""
    old = BattleMap().model_dump(mode="json")
    del old["lights"], old["kept"]
    assert BattleMap.model_validate(old) == BattleMap()
    assert (BattleMap().lights, BattleMap().kept) == ((), None)


def test_lights_and_keys_are_saved_exactly() -> None:
    """Numbers come back to the last digit, keys as the text they are."""
    kept = KeptKeys(file='{"software":"X"}', walls=frozendict({"portal-1": '{"lock":3}'}))
    battle_map = BattleMap().with_lights([LAMP], kept)
    again = BattleMap.model_validate_json(battle_map.model_dump_json())
    assert again == battle_map
    assert hash(again) == hash(battle_map)


def test_lights_beyond_a_new_border_go() -> None:
    """A smaller map keeps the lights that stand on it or before it."""
    outside = LAMP.replace(x_cells=-3.0, y_cells=1.0)
    battle_map = BattleMap().with_lights([LAMP, outside], None)
    assert battle_map.resized(7, 8).lights == (LAMP, outside)
    assert battle_map.resized(6, 8).lights == (outside,)
    assert battle_map.resized(7, 7).lights == (outside,)


@pytest.mark.parametrize(
    "wrong",
    [{"range_cells": 0}, {"x_cells": float("nan")}, {"colour": "red"}, {"colour": "FFECCD8B"}],
)
def test_a_light_has_a_place_a_reach_and_a_colour(wrong: dict[str, object]) -> None:
    """Values that no light has are refused."""
    with pytest.raises(ValidationError):
        MapLight.model_validate({**LAMP.model_dump(), **wrong})
