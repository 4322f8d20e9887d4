"""The forms of what lies on the map: what they show, what does not fit, what comes of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.control.forms.map_forms import (
    cover_form,
    cover_kind_form,
    cover_kind_of,
    cover_of,
    terrain_form,
    terrain_of,
    zone_form,
    zone_of,
)
from gridwar.control.forms.wall_form import wall_changes, wall_form
from gridwar.model.cover_kinds import Cover, CoverDegree, CoverKind
from gridwar.model.geometry import Point
from gridwar.model.scale import Scale
from gridwar.model.terrain_kinds import TerrainKind, TerrainLook
from gridwar.model.walls import DoorState, Wall, WallKind, WallSide, WallSight
from gridwar.model.zones import LIGHT, SMOKE, Light, Zone

if TYPE_CHECKING:
    from gridwar.control.forms.record_form import RecordForm

METRES, FEET = Scale(), Scale(cell_size=5, unit="ft")
WALL = Wall(id="w", a=Point(0, 0), b=Point(1024, 0), name="North wall", height_m=3.0)
DOOR = Wall(id="d", a=Point(0, 0), b=Point(0, 1024), kind=WallKind.DOOR, door=DoorState.LOCKED)
MUD = TerrainKind(name="mud", difficulty=1, multiplier=2, look=TerrainLook.MUD)
FOG = Zone(id="z", kind=SMOKE, strength=2, rounds=3)


def labels(form: RecordForm) -> list[str]:
    """Return the labels of a form in their order."""
    return [one.label for one in form.view().fields]


def error(form: RecordForm, key: str) -> str:
    """Return what a form says is wrong with a field."""
    return next(one.error for one in form.view().fields if one.key == key)


def test_one_wall_shows_all_and_several_what_they_can_share() -> None:
    """A name belongs to one wall, and how it stands to doors; the rest is set for all at once."""
    stops = ["Stops movement", "Stops shots and blasts", "Stops sight", "Stops who comes"]
    high = ["Height in metres", "Its foot in metres"]
    stops += ["Points", "Hardness"]
    assert labels(wall_form([WALL], METRES)) == ["Name", "Kind", *high, *stops]
    several = wall_form([WALL, DOOR], FEET)
    high = ["Height in feet", "Its foot in feet"]
    assert labels(several) == ["Kind", "Stands", *high, *stops]
    kind = several.view().fields[0]
    assert (kind.value, [one.title for one in kind.choices]) == (
        "",
        ["several", "Wall", "Door", "Window", "Curtain", "Bars", "Fence"],
    )


def test_several_walls_change_only_where_something_was_chosen() -> None:
    """What they differ in stays as it is until one value is chosen for all."""
    form = wall_form([WALL, DOOR], METRES)
    form.type("wall.blocks_effect", False)
    assert wall_changes(form, METRES) == {"blocks_effect": False}
    form.type("wall.kind", "window")
    assert wall_changes(form, METRES) == {"blocks_effect": False, "kind": WallKind.WINDOW}


def test_sight_and_side_are_chosen_and_a_foot_is_typed() -> None:
    """The sides of one wall are told by the compass; empty, the foot is on the ground."""
    form = wall_form([WALL], METRES)
    fields = {one.key: one for one in form.view().fields}
    assert [one.title for one in fields["wall.sight"].choices] == [
        "All of it",
        "Seen through once",
        "None",
    ]
    south_wall = WALL.replace(a=Point(0, 0), b=Point(1024, 0))
    sides = {one.key: one for one in wall_form([south_wall], METRES).view().fields}
    assert [one.title for one in sides["wall.one_way"].choices] == [
        "From either side",
        "From the north",
        "From the south",
    ]
    form.type("wall.sight", "limited")
    form.type("wall.one_way", "left")
    form.type("wall.foot", "2")
    assert wall_changes(form, METRES) == {
        "sight": WallSight.LIMITED,
        "one_way": WallSide.LEFT,
        "foot_m": 2.0,
    }
    raised = wall_form([WALL.replace(foot_m=2.0, one_way=WallSide.LEFT)], METRES)
    raised.type("wall.foot", "")
    raised.type("wall.one_way", "both")
    assert wall_changes(raised, METRES) == {"foot_m": 0.0, "one_way": None}


def test_a_height_is_typed_in_feet_and_kept_in_metres() -> None:
    """Ten feet are 3.048 m; emptied it reaches to the sky; not touched it is not rounded."""
    form = wall_form([WALL], FEET)
    form.type("wall.name", "South wall")
    assert wall_changes(form, FEET) == {"name": "South wall"}
    form.type("wall.height", "10")
    assert wall_changes(form, FEET)["height_m"] == pytest.approx(3.048)
    form.type("wall.height", "")
    assert wall_changes(form, FEET)["height_m"] is None


@pytest.mark.parametrize("typed", ["tall", "0", "-2", "1e9"])
def test_what_does_not_fit_is_told_and_the_rest_counts(typed: str) -> None:
    """A wrong height stands with its reason beside a name that is taken over."""
    form = wall_form([WALL], METRES)
    form.type("wall.height", typed)
    form.type("wall.name", "South wall")
    assert error(form, "wall.height")
    assert wall_changes(form, METRES) == {"name": "South wall"}
    assert form.misfits() == {"wall.height": typed}


def test_terrain_comes_back_as_it_was_typed() -> None:
    """Numbers, switches, and the ways of moving that it hinders, in any order."""
    form = terrain_form(MUD)
    assert labels(form) == [
        "Name",
        "Drawn as",
        "Cost times",
        "Difficulty",
        "Impassable",
        "Blocks sight",
        "Blocks shots and blasts",
        "Whom it hinders",
    ]
    for name, value in (("name", "bog"), ("multiplier", "4"), ("affects", "walking, riding")):
        form.type(f"terrain.{name}", value)
    form.type("terrain.look", "water")
    assert terrain_of(form, MUD) == TerrainKind(
        name="bog",
        difficulty=1,
        multiplier=4,
        affects=frozenset({"riding", "walking"}),
        look=TerrainLook.WATER,
    )


@pytest.mark.parametrize(
    ("name", "typed"),
    [("name", ""), ("name", "ice"), ("multiplier", "0"), ("multiplier", "x"), ("difficulty", "-1")],
)
def test_terrain_that_cannot_be_is_told_at_its_field(name: str, typed: str) -> None:
    """It needs a name of its own and numbers within bounds."""
    form = terrain_form(MUD, taken=["ice", "rock"])
    assert not form.problems()
    form.type(f"terrain.{name}", typed)
    assert error(form, f"terrain.{name}")


def test_cover_is_hard_or_soft_and_hides_something() -> None:
    """Of a thing degree, hardness and height are changed; no cover at all is not offered."""
    form = cover_form(Cover(height_m=1.0), "crates", METRES)
    degree = form.view().fields[1]
    assert [one.title for one in degree.choices] == ["Quarter", "Half", "Three quarters", "Full"]
    form.type("cover.hard", "no")
    form.type("cover.degree", "three_quarter")
    assert cover_of(form, Cover(height_m=1.0), "crates", METRES) == (
        Cover(degree=CoverDegree.THREE_QUARTER, hard=False, height_m=1.0),
        "crates",
    )


def test_a_kind_of_cover_serves_those_inside_or_behind() -> None:
    """The form of painted cover says whom it serves, and wants a name that no other kind has."""
    kind = CoverKind(name="woods", hard=False)
    form = cover_kind_form(kind, FEET, taken=["trench"])
    form.type("cover.form", "object")
    form.type("cover.height", "5")
    made = cover_kind_of(form, kind, FEET)
    assert (made.form.value, made.hard) == ("object", False)
    assert made.height_m == pytest.approx(1.524)
    form.type("cover.name", "trench")
    assert error(form, "cover.name")


def test_light_has_levels_and_smoke_a_strength() -> None:
    """Made light, a thick smoke is dark; made smoke again, brightness is plain."""
    form = zone_form(FOG.replace(strength=7))
    form.type("zone.kind", LIGHT)
    dark = zone_of(form, FOG.replace(strength=7))
    assert (dark.kind, dark.strength) == (LIGHT, int(Light.DARK))
    levels = zone_form(dark).view().fields[3]
    assert (levels.label, [one.title for one in levels.choices]) == (
        "How much is seen",
        ["Bright", "Low light", "Dark"],
    )
    bright = dark.replace(strength=int(Light.BRIGHT))
    back = zone_form(bright)
    back.type("zone.kind", SMOKE)
    assert zone_of(back, bright).strength == 1


def test_a_zone_lasts_some_rounds_or_without_end() -> None:
    """An emptied field is without end; none at all is no length of time."""
    form = zone_form(FOG)
    form.type("zone.rounds", "")
    assert zone_of(form, FOG).rounds is None
    form.type("zone.rounds", "0")
    assert error(form, "zone.rounds")
    assert zone_of(form, FOG) == FOG


def test_kinds_that_the_rules_know_are_offered_and_unknown_ones_kept() -> None:
    """A zone of a kind that nobody knows keeps it; those of the rules stand under their names."""
    further = (Zone(id="s", kind="zero_gravity", name="Zero gravity"),)
    kinds = zone_form(FOG.replace(kind="bee_swarm"), further).view().fields[2]
    titles = [one.title for one in kinds.choices]
    assert titles[-2:] == ["Zero gravity", "Bee swarm"]
    assert kinds.value == "bee_swarm"
