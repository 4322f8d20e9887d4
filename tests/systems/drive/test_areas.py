"""Areas: shares, thresholds, whose shields take what, devices; zones and what bubbles spare."""

from __future__ import annotations

from typing import Any

import pytest
from frozendict import frozendict

from gridwar.engine.odds.odds_columns import odds
from gridwar.engine.play.play_outcome import Accepted
from gridwar.model.events_combatants import Explained
from gridwar.model.geometry import Cell
from gridwar.systems.drive import SYSTEM
from gridwar.systems.drive.attacks.attack_command import Attack
from gridwar.systems.drive.attacks.zone_attacks import FillZone
from gridwar.systems.drive.core.fight_state import Bubble, DriveState, state_of
from gridwar.systems.drive.core.sheet import DriveSheet
from gridwar.systems.drive.core.weapons_armour_resistances import (
    Armour,
    EnergyPart,
    Frag,
    Weapon,
    ZoneDamage,
)
from tests.systems.drive.people import (
    asked,
    blow,
    duel,
    group,
    refusal,
    session,
    sheet,
    shield,
    shot,
)

FIRE = Attack(actor="a", target="t", mode="ranged", weapons=("gun",), critical="drive")
SPREAD = FIRE.replace(deliberate=True, chances=frozendict(b=100))
HIT, EVADED = 25, 9
PLAIN = DriveSheet(injury_factor=500)


def spread(
    weapon: Weapon, face: int | None = HIT, attack: Attack = SPREAD, **given: Any
) -> tuple[int, int, Any]:
    """Return what the direct target and ``b`` take of an area, and the blow."""
    target = given.pop("target", {})
    beside = given.pop("beside", PLAIN)
    victim = DriveSheet(defence_tn=12, injury_factor=500, **target)
    start = group(beside, attacker=DriveSheet(weapons=(weapon,)), target=victim, **given)
    fight = session(start, *(() if face is None else (face,)))
    done = blow(fight, attack)
    return sheet(fight, "t").damage_taken, sheet(fight, "b").damage_taken, (done, fight)


def bubble(points: int, *inside: str, name: str = "L", **fields: Any) -> Bubble:
    """Return a bubble with some inside by the GM's word."""
    return Bubble(id=name, points=points, inside=frozenset(inside), **fields)


def medium(points: int) -> dict[str, Any]:
    """Return the fields of a bearer of a medium shield."""
    return {"shields": (shield("M", "medium", points),)}


@pytest.mark.rule("DR-AOE-01")
def test_an_area_takes_half_and_a_quarter_and_forty_damage() -> None:
    """100 heat: 50 to the target, 25 to the others, each its own drive; 39 are too weak."""
    direct, other, (done, _fight) = spread(shot("heat", 100))
    assert (direct, other) == (50, 25)
    assert done.elements[0].drive == 50
    assert done.others[0].elements[0].drive == 25
    start = group(PLAIN, attacker=DriveSheet(weapons=(shot("heat", 39),)), target=PLAIN)
    assert refusal(start, SPREAD) == "too_weak"
    assert refusal(start, SPREAD.replace(deliberate=False)) == ""


@pytest.mark.rule("DR-AOE-01")
def test_overeffect_comes_by_itself_at_120() -> None:
    """119 strike one, 120 the others too, a quarter; evaded, the target takes its quarter."""
    single = SPREAD.replace(deliberate=False)
    assert spread(shot("heat", 119), attack=single)[:2] == (119, 0)
    assert spread(shot("heat", 120), attack=single)[:2] == (120, 30)
    assert spread(shot("heat", 120), EVADED, attack=single)[:2] == (30, 30)


@pytest.mark.rule("DR-AOE-01")
def test_house_rules_of_areas() -> None:
    """Impact and area together, shares of an overeffect, and the GM's word on it."""
    single = SPREAD.replace(deliberate=False)
    assert spread(shot("heat", 100), direct_takes_area_too=True)[:2] == (75, 25)
    shares = {"overeffect_direct": 50, "overeffect_area": 10}
    assert spread(shot("heat", 120), attack=single, **shares)[:2] == (60, 12)
    none: dict[str, Any] = {"overeffect_area": "none"}
    assert spread(shot("heat", 120), attack=single, **none)[:2] == (120, 0)
    victim = DriveSheet(defence_tn=12, injury_factor=500)
    start = group(
        PLAIN,
        attacker=DriveSheet(weapons=(shot("heat", 120),)),
        target=victim,
        overeffect_auto="ask",
    )
    for answer, struck in (("yes", 30), ("no", 0)):
        fight = session(start, HIT)
        blow(fight, single, overeffect=answer)
        assert sheet(fight, "b").damage_taken == struck


@pytest.mark.rule("DR-AOE-02")
def test_a_shield_of_the_target_pays_for_the_original() -> None:
    """80 frost spread against 100 points of medium: 80 are spent, not 40."""
    _direct, _other, (_done, fight) = spread(shot("frost", 80), None, target=medium(100))
    assert sheet(fight, "t").shields[0].points == 20


@pytest.mark.rule("DR-AOE-03")
def test_a_bubble_that_takes_it_all_keeps_everybody_safe() -> None:
    """100 against 120: no roll, nobody struck, and the log says that it bursts short."""
    state = DriveState(bubbles=(bubble(120, "t"),))
    direct, other, (done, fight) = spread(shot("frost", 100), None, state=state)
    assert (direct, other, done.outcome) == (0, 0, "stopped")
    row = fight.history.rows[fight.position.cursor]
    titles = [one.trace.title for one in row.events if isinstance(one, Explained)]
    assert "It bursts short of Tor" in titles


@pytest.mark.rule("DR-AOE-04")
@pytest.mark.rule("DR-AOE-05")
@pytest.mark.parametrize(("points", "taken"), [(60, (20, 10)), (61, (19, 0)), (70, (15, 0))])
def test_what_a_bubble_leaves_is_tested_again(points: int, taken: tuple[int, int]) -> None:
    """Of 100: 40 left are an area still; 39 and 30 strike the target alone, at half."""
    state = DriveState(bubbles=(bubble(points, "t", "b"),))
    assert spread(shot("heat", 100), state=state)[:2] == taken


@pytest.mark.rule("DR-AOE-04")
def test_an_overeffect_is_tested_again_too() -> None:
    """150 behind 31 points is none at 119, behind 30 it is at 120."""
    single = SPREAD.replace(deliberate=False)
    for points, taken in ((31, (119, 0)), (30, (120, 30))):
        state = DriveState(bubbles=(bubble(points, "t"),))
        assert spread(shot("heat", 150), attack=single, state=state)[:2] == taken


@pytest.mark.rule("DR-AOE-06")
@pytest.mark.rule("DR-AOE-07")
def test_a_medium_shield_turns_it_aside_onto_nobody_less() -> None:
    """In full or in part, the target's shield changes nothing for the others."""
    assert spread(shot("frost", 80), None, target=medium(100))[:2] == (0, 20)
    assert spread(shot("frost", 80), target=medium(30))[:2] == (25, 20)


@pytest.mark.rule("DR-AOE-07")
def test_what_a_bubble_took_is_gone_for_all() -> None:
    """20 taken from 100 by a bubble, 30 by the target's shield: 25, and 20 for the other."""
    state = DriveState(bubbles=(bubble(20, "t"),))
    assert spread(shot("frost", 100), state=state, target=medium(30))[:2] == (25, 20)


@pytest.mark.rule("DR-AOE-08")
@pytest.mark.rule("DR-AOE-09")
@pytest.mark.parametrize(
    ("points", "face", "direct"), [(40, EVADED, 10), (41, EVADED, 0), (41, HIT, 19)]
)
def test_partly_shielded_it_counts_what_is_left(points: int, face: int, direct: int) -> None:
    """Of 80: evaded, 40 left are 10, 39 nothing; hit, 39 left are 19 all the same."""
    assert spread(shot("frost", 80), face, target=medium(points))[:2] == (direct, 20)


@pytest.mark.rule("DR-AOE-08")
def test_an_overeffect_evaded_behind_a_shield_needs_120_still() -> None:
    """150: behind 30 the evading target takes 30, behind 31 nothing."""
    single = SPREAD.replace(deliberate=False)
    for points, direct in ((30, 30), (31, 0)):
        taken = spread(shot("frost", 150), EVADED, single, target=medium(points))
        assert taken[:2] == (direct, 37)


@pytest.mark.rule("DR-AOE-10")
@pytest.mark.parametrize(
    ("basis", "armour", "points", "taken", "left"),
    [
        ("original", None, 60, 10, 0),
        ("original", None, 90, 0, 10),
        ("original", Armour(lo=30, hi=50), 30, 5, 0),
        ("original", Armour(lo=50, hi=60), 30, 0, 30),
        ("delivered", None, 60, 0, 20),
        ("delivered", None, 30, 10, 0),
    ],
)
def test_a_high_shield_pays_for_the_original_behind_the_armour(
    basis: str, armour: Armour | None, points: int, taken: int, left: int
) -> None:
    """80 heat spread: need 80, or 40 behind 30-50; what is short goes on at half."""
    target = {"armour": armour, "shields": (shield("H", "high", points),)}
    direct, other, (_done, fight) = spread(shot("heat", 80), target=target, aoe_high_basis=basis)
    assert (direct, other) == (taken, 20)
    assert sheet(fight, "t").shields[0].points == left


@pytest.mark.rule("DR-AOE-10")
def test_evading_the_high_shield_meets_the_area_damage_alone() -> None:
    """Evaded, 20 area damage cost the high shield 20 of its 60."""
    target = {"shields": (shield("H", "high", 60),)}
    direct, _other, (_done, fight) = spread(shot("heat", 80), EVADED, target=target)
    assert (direct, sheet(fight, "t").shields[0].points) == (0, 40)


@pytest.mark.rule("DR-AOE-11")
def test_the_others_are_struck_alone_each_with_its_own_shields() -> None:
    """72 frost: 18; a medium shield of 6 leaves 12 at drive 12, which 10-20 halves to 6."""
    beside = DriveSheet(
        injury_factor=500, armour=Armour(lo=10, hi=20), shields=(shield("M", "medium", 6),)
    )
    direct, other, (_done, fight) = spread(shot("frost", 72), beside=beside)
    assert (direct, other) == (36, 6)
    assert sheet(fight, "b").shields[0].points == 0


@pytest.mark.rule("DR-AOE-11")
def test_who_is_affected_is_rolled_or_said() -> None:
    """Of a group of three each other one rolls 50%; up to 50 is struck, 51 is not."""
    victim = DriveSheet(defence_tn=12, injury_factor=500)
    start = group(PLAIN, PLAIN, attacker=DriveSheet(weapons=(shot("heat", 100),)), target=victim)
    fight = session(start, HIT, 50, 51)
    blow(fight, SPREAD.replace(chances=None))
    assert [sheet(fight, who).damage_taken for who in "tbc"] == [50, 25, 0]
    spared = session(start, HIT)
    blow(spared, SPREAD.replace(chances=frozendict(b=0, c=100)))
    assert [sheet(spared, who).damage_taken for who in "tbc"] == [50, 0, 25]


@pytest.mark.rule("DR-AOE-11")
def test_a_bubble_round_another_victim_answers_only_a_burst_outside_it() -> None:
    """Round b alone it takes 10 of the 25; with the direct target inside it takes its share."""
    outside = DriveState(bubbles=(bubble(10, "b"),))
    assert spread(shot("heat", 100), state=outside)[:2] == (50, 15)


@pytest.mark.rule("DR-AOE-12")
@pytest.mark.rule("DR-SHD-04")
@pytest.mark.rule("DR-SHD-07")
@pytest.mark.parametrize(("face", "direct", "mine"), [(HIT, 40, 100), (EVADED, 0, 80)])
def test_of_an_explosive_medium_shields_meet_the_area_alone(
    face: int, direct: int, mine: int
) -> None:
    """80 blast: the impact of 40 passes everything, the area's 20 cost 20; bubbles nothing."""
    grenade = shot("blast", 80).replace(tags=frozenset({"explosive_device"}))
    state = DriveState(bubbles=(bubble(100, "t", "b"),))
    beside = DriveSheet(injury_factor=500, shields=(shield("M", "medium", 15),))
    taken = spread(grenade, face, state=state, beside=beside, target=medium(100))
    fight = taken[2][1]
    assert taken[:2] == (direct, 5)
    assert sheet(fight, "t").shields[0].points == mine
    assert state_of(fight.encounter).bubbles[0].points == 100


@pytest.mark.rule("DR-AOE-12")
def test_splinters_pass_every_shield() -> None:
    """40 (30) frag and 40 blast spread: others take 10 and the 10 that a shield stops."""
    grenade = Weapon(
        id="gun",
        ranged=True,
        frag=Frag(damage=40, drive=30),
        energy=(EnergyPart(kind="blast", damage=40),),
        tags=frozenset({"explosive_device"}),
    )
    beside = DriveSheet(injury_factor=500, shields=(shield("M", "medium", 15),))
    direct, other, (done, _fight) = spread(grenade, beside=beside)
    assert (direct, other) == (40, 10)
    assert [one.drive for one in done.others[0].elements] == [30, 0]


# --- zones ----------------------------------------------------------------------------------------


def bomb(type: str = "cluster", kind: str = "frost", **fields: Any) -> Weapon:
    """Return a zone weapon of 30 and 15."""
    values = {"high": 30, "low": 15} | fields.pop("zone", {})
    zone = ZoneDamage.model_validate({"type": type, "kind": kind, **values})
    return Weapon(id="bomb", ranged=True, zone=zone, **fields)


def filled(weapon: Weapon, exposure: dict[str, Any], *others: DriveSheet, **given: Any) -> Any:
    """Return the session after a zone was filled, and what came of it."""
    fields = {name: given.pop(name) for name in ("value_at_shield", "from_inside") if name in given}
    start = group(
        *(others or (PLAIN,)),
        attacker=DriveSheet(weapons=(weapon,)),
        target=given.pop("target", PLAIN),
        **given,
    )
    fight = session(start)
    command = FillZone(actor="a", weapon="bomb", exposure=frozendict(exposure), **fields)
    return fight, blow(fight, command)


@pytest.mark.rule("DR-AOE-13")
def test_a_zone_has_no_impact() -> None:
    """Each takes the high or the low value, nothing half and nothing a quarter."""
    fight, _done = filled(bomb(), {"t": "high", "b": "low"})
    assert [sheet(fight, who).damage_taken for who in "tb"] == [30, 15]


@pytest.mark.rule("DR-AOE-14")
@pytest.mark.parametrize(
    ("type", "at_shield", "exposure", "value"),
    [
        ("cluster", None, {"t": "low"}, 60),
        ("point", "high", {"t": "low"}, 90),
        ("point", "low", {"t": "high"}, 45),
        ("point", "unclear", {"t": "low"}, 90),
        ("point", None, {"t": "low"}, 45),
        ("point", None, {"t": "low", "b": "high"}, 90),
    ],
)
def test_what_a_bubble_has_to_pay_for_a_zone(
    type: str, at_shield: Any, exposure: dict[str, Any], value: int
) -> None:
    """Twice the high of a cluster, three times what applies of a point, else the high."""
    state = DriveState(bubbles=(bubble(500, "t", "b"),))
    fight, done = filled(bomb(type), exposure, state=state, value_at_shield=at_shield)
    assert done.shield_value == value
    assert state_of(fight.encounter).bubbles[0].points == 500 - value


@pytest.mark.rule("DR-AOE-15")
@pytest.mark.rule("DR-AOE-16")
@pytest.mark.parametrize(("points", "inside"), [(20, 20), (60, 0), (7, 26)])
def test_only_the_inside_is_spared_and_in_proportion(points: int, inside: int) -> None:
    """V is 60: 20 paid leave 40/60 of 30; b outside takes its 30; 7 leave 26.5, dropped."""
    state = DriveState(bubbles=(bubble(points, "t"),))
    fight, _done = filled(bomb(), {"t": "high", "b": "high"}, state=state)
    assert [sheet(fight, who).damage_taken for who in "tb"] == [inside, 30]


@pytest.mark.rule("DR-AOE-17")
@pytest.mark.parametrize("tag", ["originates_on_impact", "explosive_device"])
def test_what_begins_inside_or_on_impact_is_not_stopped(tag: str) -> None:
    """A bomb that makes its blast on landing, or one from inside, costs the bubble nothing."""
    state = DriveState(bubbles=(bubble(90, "t"),))
    for weapon, rest in (
        (bomb(tags=frozenset({tag})), {}),
        (bomb(), {"from_inside": True}),
    ):
        fight, _done = filled(weapon, {"t": "low"}, state=state, **rest)
        assert sheet(fight, "t").damage_taken == 15
        assert state_of(fight.encounter).bubbles[0].points == 90
    within = DriveState(bubbles=(bubble(90, "t", "a"),))
    fight, _done = filled(bomb(), {"t": "low"}, state=within)
    assert sheet(fight, "t").damage_taken == 15


@pytest.mark.rule("DR-AOE-18")
def test_each_one_in_a_zone_is_shielded_for_its_own_value() -> None:
    """Low 15 costs a medium shield 15; high 30 behind 20-30 is 15, which a high shield takes."""
    behind = DriveSheet(
        injury_factor=500, armour=Armour(lo=20, hi=30), shields=(shield("H", "high", 20),)
    )
    target = DriveSheet(injury_factor=500, shields=(shield("M", "medium", 40),))
    fight, _done = filled(bomb(), {"t": "low", "b": "high"}, behind, target=target)
    assert [sheet(fight, who).damage_taken for who in "tb"] == [0, 0]
    assert sheet(fight, "t").shields[0].points == 25
    assert sheet(fight, "b").shields[0].points == 5


@pytest.mark.rule("DR-AOE-19")
def test_a_zone_of_heat_counts_its_high_value_for_fire() -> None:
    """Shields do not lower the figure that the GM is asked about."""
    state = DriveState(bubbles=(bubble(60, "t"),))
    start = duel(DriveSheet(weapons=(bomb(kind="heat"),)), PLAIN, state=state)
    fight = session(start)
    fight.submit(FillZone(actor="a", weapon="bomb", exposure=frozendict(t="high")))
    question = asked(fight)
    assert "30" in question.title
    assert "DR-NRG-14" in question.rule_ids


@pytest.mark.rule("DR-AOE-20")
def test_several_bubbles_each_pay_once() -> None:
    """V 60. First 20 for t; the second covers t alone and pays what is left, 40, from 30.

    t takes 10/60 of 30: 5. Where the second covers b too it pays for all 60, with its 30.
    """
    both = DriveState(bubbles=(bubble(20, "t"), bubble(30, "t", name="K")))
    fight, _done = filled(bomb(), {"t": "high", "b": "high"}, state=both)
    assert [sheet(fight, who).damage_taken for who in "tb"] == [5, 30]
    rich = DriveState(bubbles=(bubble(20, "t"), bubble(100, "t", name="K")))
    fight, _done = filled(bomb(), {"t": "high", "b": "high"}, state=rich)
    assert [one.points for one in state_of(fight.encounter).bubbles] == [0, 60]
    wide = DriveState(bubbles=(bubble(20, "t"), bubble(100, "t", "b", name="K")))
    fight, _done = filled(bomb(), {"t": "high", "b": "high"}, state=wide)
    assert [one.points for one in state_of(fight.encounter).bubbles] == [0, 40]
    assert [sheet(fight, who).damage_taken for who in "tb"] == [0, 0]


@pytest.mark.rule("DR-AOE-13")
def test_a_zone_on_the_map_takes_in_who_stands_there() -> None:
    """Within short range of a point weapon everybody is exposed to its high value, by chance."""
    start = group(PLAIN, attacker=DriveSheet(weapons=(bomb("point"),)), target=PLAIN)
    fight = session(start, 50, 51)
    blow(fight, FillZone(actor="a", weapon="bomb", cell=Cell(8, 0)))
    assert [sheet(fight, who).damage_taken for who in "atb"] == [0, 30, 0]
    blast = SYSTEM.board.overlays(start, "a", "bomb", Cell(8, 0)).blast
    assert blast is not None
    assert [one.who for one in blast.caught] == ["t", "b"]


def test_an_area_on_eight_is_explored_exactly() -> None:
    """Each of the eight is struck with one half; the chance that none is, is 1/256."""
    victim = DriveSheet(defence_tn=40, injury_factor=500)
    start = group(
        *(PLAIN for _n in range(8)),
        attacker=DriveSheet(weapons=(shot("frost", 100),)),
        target=victim,
    )
    found = odds(SYSTEM, start, SPREAD.replace(chances=None))
    (column,) = found.columns
    assert column.outcomes is not None
    assert column.outcomes.error == 0
    names = "bcdefghi"
    nobody = column.outcomes.chance(lambda facts: not any(who in facts.amounts for who in names))
    assert nobody == pytest.approx(1 / 256)
    assert dict(column.outcomes.distribution("i")) == pytest.approx({0: 0.5, 25: 0.5})


@pytest.mark.rule("DR-AOE-11")
def test_the_direct_target_and_strangers_are_no_others() -> None:
    """Named among those exposed, the target is not struck twice, and nobody who is not there."""
    named = SPREAD.replace(chances=frozendict(t=100, b=100, nobody=100))
    direct, other, (done, _fight) = spread(shot("heat", 100), attack=named)
    assert (direct, other) == (50, 25)
    assert [one.target for one in done.others] == ["b"]


@pytest.mark.rule("DR-AOE-12")
def test_an_impact_asks_nobody_in_which_order_to_shield_it() -> None:
    """Two medium shields could meet only the area damage, of which the target that is hit has none.

    Evading, it has, and is asked which of them pays.
    """
    grenade = shot("blast", 80).replace(tags=frozenset({"explosive_device"}))
    both = (shield("M", "medium", 15), shield("N", "medium", 25))
    start = duel(
        DriveSheet(weapons=(grenade,)), DriveSheet(defence_tn=12, injury_factor=500, shields=both)
    )
    command = SPREAD.replace(chances=frozendict())
    hit, evaded = session(start, HIT), session(start, EVADED)
    assert isinstance(hit.submit(command), Accepted)
    evaded.submit(command)
    assert asked(evaded).rule_ids == ("DR-SHD-21",)
