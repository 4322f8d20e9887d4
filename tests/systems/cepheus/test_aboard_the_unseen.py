"""Who is aboard of something hidden is as well; without a place he is seen as far as that is."""

from __future__ import annotations

import pytest

from gridwar.engine.perception.detection import seen_by
from gridwar.model.geometry import Cell
from gridwar.model.memory import FogMode, Vision
from tests.systems.cepheus.firefight import fight, person
from tests.systems.cepheus.garage import car, inside


@pytest.mark.parametrize("mode", [FogMode.OFF, FogMode.BY_SIGHT])
@pytest.mark.parametrize("is_hidden", [False, True])
@pytest.mark.parametrize("place", [None, Cell(9, 5)])
def test_a_hidden_vehicle_hides_those_in_it(
    mode: FogMode, place: Cell | None, *, is_hidden: bool
) -> None:
    """They go with it, whatever the fog goes by; the driver himself need not be hidden."""
    mara = person("mara", 5, 5).replace(side="1")
    machine = car(x=9, y=5, side="2").replace(hidden=is_hidden)
    driver = inside("driver", seat=0).replace(side="2", pos=place)
    here = fight(mara, machine, driver).replace(vision=Vision(mode=mode))
    expected = {"mara"} if is_hidden else {"mara", "car", "driver"}
    assert seen_by(here, "1").seen == expected
