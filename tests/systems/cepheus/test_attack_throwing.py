"""Throws: what strikes, what arrives, and where it goes when it fails."""

from __future__ import annotations

import pytest

from gridwar.engine.play.offered_actions_and_drafts import actions_of
from gridwar.model.battlemap import BattleMap
from gridwar.model.geometry import Cell, Point
from gridwar.model.walls import Wall
from gridwar.systems.cepheus import SYSTEM
from gridwar.systems.cepheus.actions.drawing_and_reloading import Draw
from gridwar.systems.cepheus.actions.dropped_weapons import PickUp
from gridwar.systems.cepheus.attacks.attack_offers import Attack, ThrowAt
from gridwar.systems.cepheus.core.fight_state import state_of
from gridwar.systems.cepheus.positions.scatter import scatter, scatter_m
from tests.systems.cepheus.firefight import (
    DAGGER,
    GRENADE,
    KNIFE,
    done,
    fight,
    log,
    person,
    refused,
    sheet,
)

FLARE = GRENADE.model_copy(update={"blast": ()})
FIELD = BattleMap(width=60, height=60)
MIDDLE = Cell(30, 30)


@pytest.mark.rule("CE-THR-01")
@pytest.mark.rule("CE-SIG-06")
def test_an_impact_weapon_adds_the_effect() -> None:
    """A knife strikes one target like a shot: dice and Effect less armour."""
    here = fight(person("mara", chars={"dexterity": 9}), person("kell", 4, armor=2))
    outcome = done(here, Attack(actor="mara", target="kell", weapon="knife"), (6, 4, 3))
    (injury,) = outcome.result.injuries
    assert (outcome.result.effect, injury.before_armor, injury.after_armor) == (2, 5, 3)


@pytest.mark.rule("CE-THR-02")
def test_a_payload_lands_where_it_was_aimed_and_does_not_strike() -> None:
    """A flare that arrives hurts nobody, whatever the Effect."""
    mara = person("mara", weapons=(FLARE,))
    outcome = done(
        fight(mara, person("kell", 6)),
        Attack(actor="mara", target="kell", weapon="grenade"),
        (6, 6),
    )
    assert outcome.result.injuries == ()
    assert (outcome.result.landing, outcome.result.scatter) == (Cell(6, 0), None)


@pytest.mark.rule("CE-THR-03")
@pytest.mark.rule("CE-CORE-09")
@pytest.mark.parametrize(
    ("formula", "metres", "landing"), [("magnitude", 11, Cell(13, 0)), ("literal", 1, Cell(7, 0))]
)
def test_a_failed_throw_scatters(formula: str, metres: int, landing: Cell) -> None:
    """6 m and the size of the Effect, the direction by a die of eight, 3 being east."""
    mara = person("mara", weapons=(FLARE,), skills={"athletics": 0})
    here = fight(mara, person("kell", 6), scatter_formula=formula)
    throw = Attack(actor="mara", target="kell", weapon="grenade")
    outcome = done(here, throw, (2, 3, 3))
    found = outcome.result.scatter
    assert (outcome.result.effect, found.distance_m, found.direction) == (-5, metres, "east")
    assert outcome.result.landing == landing
    assert log(outcome)[-1].title == "The throw scatters"


@pytest.mark.rule("CE-THR-02")
def test_grenades_are_counted_where_the_gm_enters_how_many() -> None:
    """Each throw takes one, none is reloaded; without a number there are always more."""
    few = GRENADE.replace(magazine=2, loaded=1)
    here = fight(person("mara", weapons=(few,)), person("kell", 6))
    throw = ThrowAt(actor="mara", square=Cell(0, 6), weapon="grenade")
    after = done(here, throw, (6, 6)).encounter
    assert [one.loaded for one in sheet(after, "mara").weapons] == [0]
    none = fight(person("mara", weapons=sheet(after, "mara").weapons))
    assert refused(none, throw) == "empty"
    assert "reload:grenade" not in {one.id for one in actions_of(SYSTEM, none, "mara")}
    many = GRENADE.replace(magazine=None, loaded=None)
    after = done(fight(person("mara", weapons=(many,))), throw, (6, 6)).encounter
    assert [one.loaded for one in sheet(after, "mara").weapons] == [None]


@pytest.mark.rule("CE-THR-03")
def test_an_impact_weapon_that_misses_goes_nowhere() -> None:
    """Only what is thrown to arrive scatters; a knife that misses rolls nothing more."""
    here = fight(person("mara"), person("kell", 6))
    outcome = done(here, Attack(actor="mara", target="kell", weapon="knife"), (1, 1))
    assert outcome.result.scatter is None


@pytest.mark.rule("CE-THR-03")
@pytest.mark.parametrize(
    ("bearing", "landing"),
    [
        (0, (30, 24)),
        (45, (34, 26)),
        (90, (36, 30)),
        (135, (34, 34)),
        (180, (30, 36)),
        (225, (26, 34)),
        (270, (24, 30)),
        (315, (26, 26)),
    ],
)
def test_scatter_of_nine_metres_in_each_direction(bearing: int, landing: tuple[int, int]) -> None:
    """9 m are 6 squares straight on, and 4.24 each way diagonally."""
    assert scatter(FIELD, MIDDLE, 9, bearing).landing == landing


@pytest.mark.rule("CE-THR-03")
def test_a_wall_stops_what_scatters() -> None:
    """It comes down in the last square before the wall."""
    wall = Wall(id="w", a=Point(33 * 1024, 0), b=Point(33 * 1024, 60 * 1024), name="the barn")
    found = scatter(FIELD.with_walls([wall]), MIDDLE, 9, 90)
    assert (found.landing, found.distance_m) == (Cell(32, 30), 9)
    assert "the barn" in found.stopped_by


@pytest.mark.rule("CE-THR-03")
def test_the_formulas_of_scatter() -> None:
    """The size of the Effect, or the Effect as it stands but not below 0."""
    assert [scatter_m(effect, "magnitude") for effect in (-1, -6, -9)] == [7, 12, 15]
    assert [scatter_m(effect, "literal") for effect in (-1, -6, -9)] == [5, 0, 0]


@pytest.mark.rule("CE-THR-03")
def test_degrees_of_scatter_are_a_house_rule() -> None:
    """With 360 directions the die names the degree, 1 being north."""
    mara = person("mara", 20, 20, weapons=(FLARE,))
    here = fight(mara, person("kell", 26, 20), scatter_directions=360)
    outcome = done(here, Attack(actor="mara", target="kell", weapon="grenade"), (1, 1, 31))
    assert (outcome.result.scatter.bearing_deg, outcome.result.scatter.direction) == (30, "")


@pytest.mark.rule("CE-SIG-06")
def test_a_square_is_aimed_at_like_a_target() -> None:
    """A throw at a square needs the same 8, at the range of the square, and asks nobody."""
    mara = person("mara", weapons=(FLARE, KNIFE))
    here = fight(mara, person("kell", 6))
    outcome = done(here, ThrowAt(actor="mara", square=Cell(0, 5), weapon="grenade"), (5, 4))
    result = outcome.result
    assert (result.dm, result.effect, result.landing) == (-1, 0, Cell(0, 5))
    far = ThrowAt(actor="mara", square=Cell(40, 0), weapon="grenade")
    assert refused(here, far) == "blank_band"


@pytest.mark.rule("CE-THR-01")
@pytest.mark.parametrize("dice", [(6, 5, 3), (1, 1)])
def test_a_thrown_dagger_lies_in_the_target_square(dice: tuple[int, ...]) -> None:
    """Hit or miss it is out of the hand, as blade and as missile, and can be picked up there."""
    thrown = DAGGER.replace(
        id="thrown",
        name="Dagger, thrown",
        type="thrown",
        skill="athletics",
        leaves_hand=True,
        same_as="dagger",
    )
    encounter = fight(person("a", weapons=(DAGGER, thrown)), person("t", 5))
    after = done(encounter, Attack(actor="a", target="t", weapon="thrown"), dice).encounter
    assert sheet(after, "a").weapons == ()
    (lying,) = state_of(after).lying
    assert lying.cell == Cell(5, 0)
    there = after.replace(turn="t")
    armed = done(there, PickUp(actor="t", place=0)).encounter
    assert {"dagger", "thrown"} <= {one.id.removesuffix("_2") for one in sheet(armed, "t").weapons}


@pytest.mark.rule("CE-MIN-05", "CE-THR-01")
def test_drawing_a_dagger_readies_it_for_both_uses() -> None:
    """One thing in two entries is drawn once."""
    blade, missile = (
        DAGGER.replace(ready=False),
        DAGGER.replace(id="thrown", type="thrown", same_as="dagger", ready=False),
    )
    encounter = fight(person("a", weapons=(blade, missile)), person("t", 5))
    after = done(encounter, Draw(actor="a", weapon="dagger")).encounter
    assert all(one.ready for one in sheet(after, "a").weapons)
