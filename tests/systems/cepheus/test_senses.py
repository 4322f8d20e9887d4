"""What sensors and eyes tell a side all the time, with fog by sight."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from gridwar.engine.perception.detection import seen_by
from gridwar.engine.perception.why_unseen import sees
from gridwar.model.battlemap import BattleMap
from gridwar.model.geometry import SUBCELL, Cell, Point
from gridwar.model.memory import FogMode, Vision
from gridwar.model.walls import Wall
from gridwar.model.zones import SMOKE, Light, Zone
from gridwar.systems.cepheus.core.person_records import Sensor, SensorKind, Signs
from gridwar.systems.cepheus.positions.senses_and_signs import senses_of
from gridwar.systems.cepheus.system import SYSTEM
from tests.systems.cepheus.firefight import fight, person
from tests.systems.cepheus.garage import car, inside

if TYPE_CHECKING:
    from gridwar.model.encounter import Encounter

BY_SIGHT = Vision(mode=FogMode.BY_SIGHT, counts_light=True, opaque_zones=frozenset({SMOKE}))
WALL = Wall(id="w", a=Point(9 * SUBCELL, 0), b=Point(9 * SUBCELL, 20 * SUBCELL))
CLOUD = Zone(id="s", kind=SMOKE, cells=(Cell(8, 5), Cell(9, 5), Cell(10, 5)))
LIT, DARK = BattleMap(), BattleMap(light=Light.DARK)
SMOKY, WALLED = LIT.with_zones((CLOUD,)), LIT.with_walls((WALL,))
ALL = Signs(warm=True, living=True, em_signature=True)
NONE = Signs(warm=False, living=False)


def _here(
    *kinds: SensorKind, page: BattleMap, range_m: float | None = None, **kell: Any
) -> Encounter:
    sensors = tuple(Sensor(kind=kind, range_m=range_m) for kind in kinds)
    other = person("kell", 15, 5, **kell).replace(side="2")
    return fight(person("mara", 5, 5, sensors=sensors), other, ground=page).replace(vision=BY_SIGHT)


def _told(here: Encounter) -> str:
    found = seen_by(here, "1")
    return "whole" if "kell" in found.seen else "place" if "kell" in found.sensed else ""


@pytest.mark.rule("CE-SEN-01", "CE-SEN-02")
@pytest.mark.parametrize(
    ("kind", "lit", "dark", "smoky", "walled"),
    [
        ("bioscanner", "whole", "", "", ""),
        ("laser_targeting", "whole", "", "", ""),
        ("light_intensification", "whole", "whole", "", ""),
        ("infrared", "whole", "whole", "whole", ""),
        ("densitometer", "whole", "place", "place", "place"),
        ("em_detector", "whole", "place", "place", "place"),
        ("motion", "whole", "place", "place", "place"),
        ("neural", "whole", "place", "place", "place"),
    ],
)
def test_what_each_sensor_tells_of_whoever_shows_all_signs(
    kind: SensorKind, lit: str, dark: str, smoky: str, walled: str
) -> None:
    """Amplifiers need a line, heat passes smoke, the rest find places behind walls."""
    found = [
        _told(_here(kind, page=page, signs=ALL, moved_m=3.0)) for page in (LIT, DARK, SMOKY, WALLED)
    ]
    assert found == [lit, dark, smoky, walled]


@pytest.mark.rule("CE-SEN-01")
@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ("infrared", ""),
        ("em_detector", ""),
        ("motion", ""),
        ("neural", ""),
        ("densitometer", "place"),
    ],
)
def test_who_shows_no_sign_is_found_by_density_alone(kind: SensorKind, told: str) -> None:
    """The cold, the lifeless, the still and the unpowered show in no sensor that looks for them."""
    assert _told(_here(kind, page=DARK, signs=NONE)) == told


@pytest.mark.rule("CE-SEN-01")
def test_a_sensor_without_a_range_covers_the_map_and_others_end() -> None:
    """Ten squares of 1.5 m are in a range of 15 m and beyond one of 14 m."""
    reached = [_told(_here("neural", page=WALLED, range_m=far)) for far in (None, 15.0, 14.0)]
    assert reached == ["place", "place", ""]


@pytest.mark.rule("CE-SEN-02")
@pytest.mark.parametrize("cell", [Cell(5, 5), Cell(15, 5)])
def test_strong_heat_at_either_end_jams_infra_red(cell: Cell) -> None:
    """In the dark a fire beside the one who looks, or the one looked for, blinds infra-red."""
    hot = DARK.with_zones((Zone(id="h", kind="heat", cells=(cell,)),))
    here = _here("infrared", page=hot)
    assert _told(here) == ""
    assert sees(here, "mara", "kell").reason == "too dark: the map is dark"


@pytest.mark.rule("CE-SEN-01")
def test_the_card_says_what_sensors_tell() -> None:
    """A line of the card names the sensors with their range, and which tell only a place."""
    here = _here("infrared", "motion", page=LIT, range_m=60.0)
    figure = next(one for one in SYSTEM.cards.card(here, "mara").figures if one.label == "Senses")
    assert figure.value == "Infra-red 60 m, Motion sensor 60 m"
    assert figure.hint == "only where somebody is: Motion sensor"
    assert figure.rule_id == "CE-SEN-01"


@pytest.mark.rule("CE-VDM-09")
def test_a_machine_whose_sensors_are_destroyed_is_blind_with_those_shut_in() -> None:
    """A manned closed car sees until its sensors are hit twice; then nobody in it does."""
    driver = inside("mara", seat=0, x=5, y=5)
    for hits, eyes in ((0, 1), (1, 1), (2, 0)):
        here = fight(car("car", 5, 5, sensor_hits=hits, closed=True), driver)
        assert len(senses_of(here, "car")) == eyes
        assert len(senses_of(here, "mara")) == eyes
    opened = fight(car("car", 5, 5, sensor_hits=2, closed=False), driver)
    assert len(senses_of(opened, "mara")) == 1
    assert senses_of(fight(car("car", 5, 5)), "car") == ()


@pytest.mark.rule("CE-SEN-01")
def test_a_machine_has_no_living_brain() -> None:
    """A neural sensor finds who is in a car, and not the car."""
    other = car("kell", 15, 5, side="2")
    mara = person("mara", 5, 5, sensors=(Sensor(kind="neural"),))
    here = fight(mara, other, ground=DARK).replace(vision=BY_SIGHT)
    assert _told(here) == ""
