"""Fog and smoke stop sight, a new fight begins so."""

from __future__ import annotations

import pytest
from frozendict import frozendict

from gridwar.engine.perception.detection import seen_by
from gridwar.engine.perception.why_unseen import sees
from gridwar.model.geometry import Cell
from gridwar.model.memory import FogMode
from gridwar.model.zones import SMOKE, Zone
from tests.support.crowds import one_of
from tests.support.every_system import find


@pytest.mark.rule("AR-ATK-02")
def test_whoever_stands_behind_fog_is_not_seen() -> None:
    """HR-29: fog blocks sight; the GM can say that it does not."""
    system, kind = find("arrgs"), one_of("arrgs")
    people = {
        who: kind.replace(id=who, name=who, side=side, pos=Cell(x, 3))
        for who, side, x in (("a", "1", 2), ("b", "2", 8))
    }
    fog = Zone(id="f", kind=SMOKE, name="the fog", cells=(Cell(5, 3),))
    here = system.new_encounter()
    here = here.replace(
        map=here.map.with_zones((fog,)),
        combatants=frozendict(people),
        vision=here.vision.replace(mode=FogMode.BY_SIGHT),
    )
    assert seen_by(here, "1").unknown == {"b"}
    assert sees(here, "a", "b").reason == "the fog is in the way"
    through = here.replace(vision=here.vision.replace(opaque_zones=frozenset()))
    assert "b" in seen_by(through, "1").seen
