"""Light, smoke, weather and sensors: what they are worth, and where on the map they are read."""

from __future__ import annotations

import pytest

from gridwar.model.battlemap import BattleMap
from gridwar.model.command import Adjustments
from gridwar.model.cover_kinds import Cover, CoverDegree
from gridwar.model.geometry import Cell
from gridwar.model.lights import LightSource
from gridwar.model.zones import LIGHT, SMOKE, WEATHER, Light, Zone
from gridwar.systems.cepheus.attacks.attack_offers import Attack
from gridwar.systems.cepheus.core.person_records import Sensor, SightBy, Signs
from gridwar.systems.cepheus.positions.visibility_and_sensors import Conditions, Shown, environment
from tests.systems.cepheus.firefight import fight, person, refused, summed

SHOT = Attack(actor="mara", target="kell", weapon="rifle")


def _page(*zones: Zone, light: Light = Light.BRIGHT) -> BattleMap:
    return BattleMap(width=60, height=20, light=light).with_zones(zones)


def _lines(page: BattleMap, shot: Attack = SHOT, **kell: object) -> dict[str, int]:
    """Return what the lines of the conditions count when mara shoots kell, 20 squares off."""
    sensors = tuple(Sensor(kind=kind) for kind in ("infrared", "light_intensification", "motion"))
    people = person("mara", 0, 5, sensors=sensors), person("kell", 20, 5, **kell)
    tally = summed(fight(*people, ground=page), shot)
    return {line.key: line.value for line in tally.lines if not line.off}


@pytest.mark.rule("CE-ENV-01")
@pytest.mark.parametrize(("light", "dm"), [(Light.BRIGHT, 0), (Light.LOW, -1), (Light.DARK, -4)])
def test_light_counts_at_the_target(light: Light, dm: int) -> None:
    """Low light costs 1 and darkness 4; the light on the target's own square decides."""
    assert environment(Conditions(light)).total == dm
    pool = Zone(id="pool", kind=LIGHT, strength=int(light), cells=(Cell(20, 5),))
    assert _lines(_page(pool, light=Light.DARK)).get("CE-ENV-01", 0) == dm
    beside = Zone(id="pool", kind=LIGHT, strength=int(Light.BRIGHT), cells=(Cell(0, 5),))
    assert _lines(_page(beside, light=light)).get("CE-ENV-01", 0) == dm


@pytest.mark.rule("CE-ENV-01")
@pytest.mark.parametrize(("cells", "dm"), [(4, None), (8, -1), (9, -4)])
def test_a_torch_lights_the_target_it_reaches(cells: int, dm: int | None) -> None:
    """Four squares off the lamp's bearer kell stands in bright light, up to eight in low light."""
    torch = LightSource(id="t", name="Torch", carried_by="nils", bright_cells=4, dim_cells=8)
    night = _page(light=Light.DARK).with_light_sources([torch])
    people = person("mara", 0, 5), person("kell", 20, 5), person("nils", 20 + cells, 5)
    tally = summed(fight(*people, ground=night), SHOT)
    light = {line.value: line.source for line in tally.lines if line.key == "CE-ENV-01"}
    reasons = {-1: "Torch of Nils, 8 cells", -4: "the map is dark"}
    assert light == ({} if dm is None else {dm: reasons[dm]})


@pytest.mark.rule("CE-ENV-02")
@pytest.mark.parametrize(("density", "plain", "laser"), [(1, -1, -2), (2, -2, -4)])
def test_smoke_on_the_line_of_fire_counts_once(density: int, plain: int, laser: int) -> None:
    """Any square of smoke on the line counts, the worst once; for lasers twice as much."""
    thin = Zone(id="a", kind=SMOKE, strength=1, cells=(Cell(5, 5), Cell(6, 5)))
    worst = Zone(id="b", kind=SMOKE, strength=density, cells=(Cell(9, 5),))
    aside = Zone(id="c", kind=SMOKE, strength=2, cells=(Cell(9, 8),))
    assert _lines(_page(thin, worst, aside))["CE-ENV-02"] == plain
    assert "CE-ENV-02" not in _lines(_page(aside))
    found = environment(Conditions(smoke=density), laser=True)
    assert found.total == laser


@pytest.mark.rule("CE-ENV-03")
def test_extreme_weather_has_two_parts() -> None:
    """Extreme weather is -1 for sight and -1 besides, painted as an area or everywhere."""
    storm = Zone(id="storm", kind=WEATHER, everywhere=True)
    lines = _lines(_page(storm))
    assert (lines["CE-ENV-03:visibility"], lines["CE-ENV-03:interference"]) == (-1, -1)
    squall = Zone(id="squall", kind=WEATHER, cells=(Cell(12, 5),))
    assert _lines(_page(squall))["CE-ENV-03:visibility"] == -1


@pytest.mark.rule("CE-ENV-04")
def test_conditions_add_up_and_leave_melee_alone() -> None:
    """Light, smoke and weather are three lines that add; a blade knows none of them."""
    page = _page(
        Zone(id="s", kind=SMOKE, strength=2, everywhere=True),
        Zone(id="w", kind=WEATHER, everywhere=True),
        light=Light.DARK,
    )
    assert environment(Conditions(Light.DARK, 2, weather=True)).total == -8
    lines = _lines(page)
    assert sum(n for key, n in lines.items() if key.startswith("CE-ENV")) == -8
    people = person("mara", 0, 5), person("kell", 1, 5)
    blade = SHOT.model_copy(update={"weapon": "sword"})
    keys = [line.key for line in summed(fight(*people, ground=page), blade).lines]
    assert not [key for key in keys if key.startswith("CE-ENV")]


def test_the_game_master_switches_each_line_of_the_conditions() -> None:
    """Smoke switched off in the sheet no longer counts, the light still does."""
    page = _page(Zone(id="s", kind=SMOKE, everywhere=True), light=Light.LOW)
    off = Adjustments(lines_off=frozenset({"sum/attack/CE-ENV-02"}))
    lines = _lines(page, SHOT.model_copy(update={"adjustments": off}))
    assert "CE-ENV-02" not in lines
    assert lines["CE-ENV-01"] == -1


@pytest.mark.rule("CE-SEN-01", "CE-SEN-03")
@pytest.mark.parametrize(
    ("sensor", "shown", "seen"),
    [
        ("light_intensification", Shown(warm=False, living=False, moving=False), True),
        ("densitometer", Shown(warm=False, living=False, moving=False), True),
        ("laser_targeting", Shown(warm=False, living=False, moving=False), True),
        ("neural", Shown(living=True), True),
        ("neural", Shown(living=False), False),
        ("motion", Shown(moving=True), True),
        ("motion", Shown(moving=False), False),
        ("infrared", Shown(warm=True), True),
        ("infrared", Shown(warm=False), False),
        ("em_detector", Shown(em_signature=True), False),
        ("bioscanner", Shown(), False),
        ("eye", Shown(), False),
    ],
)
def test_which_sensors_make_up_for_light(sensor: SightBy, shown: Shown, seen: bool) -> None:
    """Sensors take away the light and the sight part of weather, if the target shows to them."""
    found = environment(Conditions(Light.DARK, weather=True), sight_by=sensor, shown=shown)
    assert found.total == (-1 if seen else -6)


@pytest.mark.rule("CE-SEN-02")
def test_infra_red_sees_through_smoke_and_leaves_but_not_through_walls_or_heat() -> None:
    """Infra-red takes away smoke and soft cover, not hard cover; strong heat jams it."""
    page = _page(Zone(id="s", kind=SMOKE, strength=2, everywhere=True))
    by_heat = SHOT.model_copy(update={"sight_by": "infrared"})
    soft, hard = (Cover(degree=CoverDegree.HALF, hard=hard) for hard in (False, True))
    assert "CE-ENV-02" not in _lines(page, by_heat)
    assert "CE-COV-01" not in _lines(page, by_heat, declared_cover=soft)
    assert _lines(page, by_heat, declared_cover=hard)["CE-COV-01"] == -1
    hot = page.with_zones([*page.zones, Zone(id="fire", kind="heat", cells=(Cell(20, 5),))])
    assert _lines(hot, by_heat)["CE-ENV-02"] == -2


@pytest.mark.rule("CE-SEN-02")
def test_a_house_rule_lets_soft_cover_hide_from_infra_red() -> None:
    """With the house rule soft cover counts whatever is aimed by."""
    sensors = (Sensor(kind="infrared"),)
    soft = Cover(degree=CoverDegree.HALF, hard=False)
    people = person("mara", sensors=sensors), person("kell", 9, declared_cover=soft)
    start = fight(*people, ir_negates_soft_cover=False)
    shot = SHOT.model_copy(update={"sight_by": "infrared"})
    assert summed(start, shot).value("CE-COV-01") == -1


@pytest.mark.rule("CE-SEN-03")
def test_only_a_sensor_that_is_carried_and_reaches_is_aimed_by() -> None:
    """Who has no such sensor, or one too short, is told so; a cold target is not seen by heat."""
    shot = SHOT.model_copy(update={"sight_by": "infrared"})
    assert refused(fight(person("mara"), person("kell", 9)), shot) == "no_sensor"
    near = Sensor(kind="infrared", range_m=10)
    start = fight(person("mara", sensors=(near,)), person("kell", 9))
    assert refused(start, shot) == "sensor_range"
    cold = {"signs": Signs(warm=False)}
    assert _lines(_page(light=Light.DARK), shot, **cold)["CE-ENV-01"] == -4


@pytest.mark.rule("CE-ENV-03", "CE-SEN-03")
def test_a_sensor_strikes_out_what_weather_does_to_sight_in_an_attack() -> None:
    """Extreme weather is -1 to sight and -1 besides; a sensor that works leaves the second one."""
    storm = _page(Zone(id="storm", kind=WEATHER, everywhere=True))
    eye = _lines(storm)
    assert (eye["CE-ENV-03:visibility"], eye["CE-ENV-03:interference"]) == (-1, -1)
    by_heat = _lines(storm, SHOT.replace(sight_by="infrared"))
    assert "CE-ENV-03:visibility" not in by_heat
    assert by_heat["CE-ENV-03:interference"] == -1
    cold = _lines(storm, SHOT.replace(sight_by="infrared"), signs=Signs(warm=False))
    assert cold["CE-ENV-03:visibility"] == -1
