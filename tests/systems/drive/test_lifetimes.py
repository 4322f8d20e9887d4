"""What ends by itself and what parts people: lifetimes, pools, conditions, groups left by force."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from gridwar.engine.gm.combatant_commands import RemoveCombatants
from gridwar.engine.kit.turn_and_move_commands import NextTurn
from gridwar.engine.play.preview_and_named_outcomes import preview
from gridwar.model.combatant import Combatant
from gridwar.model.geometry import Cell
from gridwar.systems.drive import SYSTEM
from gridwar.systems.drive.attacks.attack_command import Attack
from gridwar.systems.drive.core.conditions import SetCondition
from gridwar.systems.drive.core.fight_state import Bubble, DriveState, state_of
from gridwar.systems.drive.core.sheet import DriveSheet, Link
from gridwar.systems.drive.core.shield_aura_gravity import Aura, GravitySource, Shield
from gridwar.systems.drive.movement import SetResist
from gridwar.systems.drive.pseudogravity.silencing_and_weight import (
    effective_weight,
    finds_silencing,
    silencing_on,
)
from gridwar.systems.drive.pseudogravity.use_pseudogravity import UsePseudogravity
from gridwar.systems.drive.shielding.bubble_areas import is_inside
from gridwar.systems.drive.shielding.shields_given_by_gm import (
    GrantShield,
    RaiseBubble,
    RemoveBubble,
)
from gridwar.systems.drive.turns.making_and_expiry_of_points import ChangePoolPoints, MakePoints
from gridwar.systems.drive.turns.ties_and_stances import MakeTie, TakeStance
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
    statuses,
)

RIG = GravitySource(id="rig", points=200)
OTHER = Shield(id="Gift", precision="high", points=5)


def use(points: int, to: Cell | None = None, **fields: Any) -> UsePseudogravity:
    """Return a use of the rig on the target."""
    return UsePseudogravity(actor="a", target="t", source="rig", points=points, to=to, **fields)


def titles(fight: Any) -> list[str]:
    """Return what the latest command has told."""
    row = fight.history.rows[fight.position.cursor]
    return [one.trace.title for one in row.events if hasattr(one, "trace")]


# --- shields, pools, bubbles ----------------------------------------------------------------------


@pytest.mark.rule("DR-SHD-19")
@pytest.mark.rule("DR-SHD-18")
def test_points_made_to_the_end_of_the_turn_are_gone_from_their_pool() -> None:
    """10 made into a pool of 20 last to the end of the turn, and with them all that is in it."""
    belt = shield("Belt", "medium", pool="p").replace(lasts="turn_end")
    fight = session(duel(DriveSheet(shields=(belt,)), DriveSheet(), pools={"p": 20}))
    fight.submit(MakePoints(actor="a", source="Belt", points=10))
    assert state_of(fight.encounter).pools["p"] == 30
    fight.submit(NextTurn())
    assert state_of(fight.encounter).pools["p"] == 0


@pytest.mark.rule("DR-SHD-01")
def test_a_bubble_stands_for_its_rounds_wherever_in_the_fight_it_is_raised() -> None:
    """Raised in round 5 for two rounds it is there in round 6 and gone in round 7."""
    fight = session(duel(DriveSheet(), DriveSheet()).replace(round=5))
    fight.submit(RaiseBubble(actor="a", cell=Cell(5, 5), rounds=2, origin="device"))
    (one,) = state_of(fight.encounter).bubbles
    assert (one.rounds_left, one.factor) == (2, 2)
    there = []
    for _turn in range(4):
        fight.submit(NextTurn())
        there.append((fight.encounter.round, len(state_of(fight.encounter).bubbles)))
    assert there == [(5, 1), (6, 1), (6, 1), (7, 0)]
    fight.submit(RaiseBubble(actor="a", cell=Cell(5, 5)))
    assert state_of(fight.encounter).bubbles[0].rounds_left is None


@pytest.mark.rule("DR-SHD-03")
def test_a_bubble_has_its_band_or_squares_of_its_own() -> None:
    """Engagement reaches the next square; 3 squares of its own reach three, and no farther."""
    start = duel(DriveSheet(), DriveSheet())
    for squares, inside in ((None, False), (3, True), (2, False)):
        ward = Bubble(id="W", points=9, centre=Cell(0, 0), radius_squares=squares)
        assert is_inside(start, ward, None, "t") is inside
    assert is_inside(start, Bubble(id="W", centre=Cell(2, 0)), None, "t")


@pytest.mark.rule("DR-SHD-01")
@pytest.mark.rule("DR-SHD-02")
@pytest.mark.rule("DR-SHD-15")
def test_what_the_gm_gives_is_for_somebody_who_is_there() -> None:
    """No shield for strangers, no bubble off the map or taken down that does not stand."""
    state = DriveState(bubbles=(Bubble(id="X", centre=Cell(1, 1)), Bubble(id="Y")))
    start = duel(DriveSheet(), DriveSheet(), state=state)
    assert refusal(start, GrantShield(target="z", shield=OTHER)) == "no_such_combatant"
    assert refusal(start, RaiseBubble(actor="a", cell=Cell(-1, 0))) == "off_map"
    assert refusal(start, RemoveBubble(bubble="Z")) == "no_bubble"
    fight = session(start)
    fight.submit(RemoveBubble(bubble="X"))
    assert [one.id for one in state_of(fight.encounter).bubbles] == ["Y"]
    found = preview(SYSTEM, start, RaiseBubble(actor="a", cell=Cell(-1, 0))).refusal
    assert found is not None
    assert not found.waivable


@pytest.mark.rule("DR-SHD-18")
def test_the_gm_changes_a_pool() -> None:
    """10 more and then 25 fewer than 20: never below nothing."""
    fight = session(duel(DriveSheet(), DriveSheet(), pools={"p": 20}))
    for by, after in ((10, 30), (-45, 0)):
        fight.submit(ChangePoolPoints(pool="p", by=by))
        assert state_of(fight.encounter).pools["p"] == after
    fight.submit(ChangePoolPoints(pool="new", by=4))
    row = fight.history.rows[fight.position.cursor]
    (told,) = (one.trace for one in row.events if hasattr(one, "trace"))
    assert [(step.before, step.after) for step in told.steps] == [(0, 4)]


@pytest.mark.rule("DR-AUR-15")
@pytest.mark.rule("DR-AUR-16")
def test_conditions_that_end_auras_are_offered_to_the_gm() -> None:
    """Pinned, both auras end with the turn; only thinking, that made by thought is kept."""
    auras = (Aura(id="warm", kind="heat", stored=9, mental=True), Aura(id="cold", kind="frost"))
    for condition, kept in (("pinned", []), ("mental_actions_only", ["warm"])):
        fight = session(duel(DriveSheet(auras=auras), DriveSheet()))
        fight.submit(SetCondition.model_validate({"target": "a", "condition": condition}))
        assert statuses(fight, "a") == {condition}
        fight.submit(NextTurn())
        assert [one.id for one in sheet(fight, "a").auras] == kept
    again = SetCondition(target="a", condition="mental_actions_only")
    fight.submit(again)
    assert statuses(fight, "a") == set()
    assert refusal(fight.encounter, again.replace(target="z")) == "no_such_combatant"


# --- pseudogravity --------------------------------------------------------------------------------


def together(reach: int | None, **tie: str) -> Any:
    """Return a target grouped with B beside it, and a user whose source reaches so far."""
    links = (Link(kind="grouped", other_id="b"),) if tie else ()
    return group(
        DriveSheet(),
        attacker=DriveSheet(gravity=(RIG.replace(reach_squares=reach),)),
        target=DriveSheet(body_weight=50, links=links),
    )


@pytest.mark.rule("DR-PSG-12")
def test_out_of_a_group_takes_the_short_band_too() -> None:
    """With a reach of 5 the target stays beside B, with 6 it can be torn away."""
    near, far = together(5, tie="grouped"), together(6, tie="grouped")
    assert refusal(near, use(9, Cell(3, 4))) == "out_of_defence"
    assert refusal(near, use(9, Cell(4, 1))) == ""
    assert refusal(far, use(9, Cell(3, 4))) == ""
    assert refusal(together(5), use(9, Cell(3, 4))) == ""
    named = {who: near[who].replace(group="us") for who in ("t", "b")}
    of_a_group = together(5).replace(combatants=near.combatants | named)
    assert refusal(of_a_group, use(9, Cell(3, 4))) == "out_of_defence"
    fight = session(near)
    fight.submit(use(9))
    assert asked(fight).cells == {Cell(x, y) for x in (2, 3, 4) for y in (0, 1, 2)}, (
        "all squares round B, diagonals included"
    )


@pytest.mark.rule("DR-PSG-02")
@pytest.mark.rule("DR-PSG-12")
def test_who_is_torn_away_is_bound_no_longer() -> None:
    """A grapple noted by B and a group end with the distance; what holds an item does not."""
    start = together(6, tie="grouped")
    b = start["b"].replace(sheet=DriveSheet(links=(Link(kind="grapple", other_id="t"),)))
    item = DriveSheet(form="object", links=(Link(kind="held_by", other_id="t"),))
    start = start.with_combatant(b).with_combatant(Combatant(id="i", name="Idol", sheet=item))
    fight = session(start)
    blow(fight, use(9, Cell(3, 4)))
    assert [sheet(fight, who).links for who in ("t", "b")] == [(), ()]
    assert len(sheet(fight, "i").links) == 1
    assert "Tor is torn away" in titles(fight)
    beside = session(start)
    blow(beside, use(9, Cell(4, 1)))
    assert len(sheet(beside, "b").links) == 1


@pytest.mark.rule("DR-PSG-10")
def test_an_item_that_is_pulled_in_is_held() -> None:
    """Out of Tor's hand into the user's, by the points that Tor would take with all they hold."""
    item = DriveSheet(form="object", body_weight=5, links=(Link(kind="held_by", other_id="t"),))
    start = duel(DriveSheet(gravity=(RIG,)), DriveSheet(body_weight=50))
    start = start.with_combatant(Combatant(id="i", name="Idol", pos=Cell(3, 0), sheet=item))
    assert effective_weight(start, "a", "t") == 55
    assert effective_weight(start, "t", "a") == 0
    fight = session(start)
    pull = UsePseudogravity(actor="a", target="i", source="rig", points=1, into_hand_of="a")
    assert refusal(start, pull.replace(into_hand_of="z")) == "no_such_combatant"
    assert not blow(fight, pull).lift.works
    assert sheet(fight, "i").links == (Link(kind="held_by", other_id="t"),)
    done = blow(fight, pull.replace(points=6))
    assert (done.target, done.lift.required) == ("t", Fraction(55, 10))
    assert sheet(fight, "i").links == (Link(kind="held_by", other_id="a"),)
    assert fight.encounter["i"].pos == (0, 0)
    assert effective_weight(fight.encounter, "t", "a") == 5


@pytest.mark.rule("DR-PSG-08")
def test_one_point_of_flight_is_enough_to_resist() -> None:
    """Flying SPD 1 may resist; 0 may not."""
    start = duel(DriveSheet(flying_spd=1), DriveSheet())
    assert refusal(start, SetResist(actor="a", resists=True)) == ""
    assert refusal(start, SetResist(actor="t", resists=True)) == "no_flight"


@pytest.mark.rule("DR-SIL-06")
def test_where_nobody_stands_nothing_is_silenced() -> None:
    """Off the board, and for airships, points are divided by 1."""
    start = duel(DriveSheet(), DriveSheet(silencing=6, silencing_squares=3))
    off = start.with_combatant(start["t"].replace(pos=None))
    assert silencing_on(start, "a", "t") == 6
    assert silencing_on(off, "a", "t") == 1
    ship = start.with_combatant(start["a"].replace(sheet=DriveSheet(form="gravnet_airship")))
    assert silencing_on(ship, "a", "t") == 1


@pytest.mark.rule("DR-SIL-08")
@pytest.mark.rule("DR-PSG-15")
def test_one_detector_tells_a_whole_side() -> None:
    """B's wand finds silencing for T's side, whatever else the two carry; not for A's."""
    wand = RIG.replace(id="wand", detects_silencing=True)
    start = group(
        DriveSheet(gravity=(RIG, wand)),
        attacker=DriveSheet(gravity=(RIG,)),
        target=DriveSheet(gravity=(RIG,)),
    )
    assert finds_silencing(start, "2")
    assert not finds_silencing(start, "1")


@pytest.mark.rule("DR-PSG-04")
def test_points_spent_are_told_before_and_after() -> None:
    """One point of 200 is spent: 199 are left, in the log and in the source."""
    fight = session(duel(DriveSheet(gravity=(RIG,)), DriveSheet()))
    blow(fight, use(1, Cell(3, 0)))
    row = fight.history.rows[fight.position.cursor]
    first = next(one.trace for one in row.events if hasattr(one, "trace"))
    assert [(step.before, step.after) for step in first.steps] == [(200, 199)]
    assert sheet(fight, "a").gravity[0].points == 199


# --- ties and stances -----------------------------------------------------------------------------


@pytest.mark.rule("DR-PSG-03")
@pytest.mark.rule("DR-SHD-06")
@pytest.mark.rule("DR-SHD-09")
def test_ties_are_to_somebody_who_is_there() -> None:
    """A tie to a stranger is refused, and one that the other has noted, or aboard of nobody's."""
    start = duel(DriveSheet(), DriveSheet(links=(Link(kind="grapple", other_id="a"),)))
    tie = MakeTie(actor="a", target="z", tie="grapple")
    assert refusal(start, tie) == "no_such_combatant"
    assert refusal(start, tie.replace(target="t")) == "tied"
    assert refusal(start, tie.replace(target="t", tie="engaged")) == ""
    assert refusal(start, tie.replace(target="t", tie="aboard")) == "no_vehicle"
    tram = start.with_combatant(start["t"].replace(sheet=DriveSheet(form="gravnet_airship")))
    assert refusal(tram, tie.replace(target="t", tie="aboard")) == ""


@pytest.mark.rule("DR-PSG-09")
@pytest.mark.rule("DR-PSG-13")
def test_cover_and_group_defence_are_two_things() -> None:
    """Each is taken and left by itself, and not taken twice."""
    fight = session(duel(DriveSheet(), DriveSheet()))
    seen = []
    for stance, on in (
        ("cover", True),
        ("group_defence", True),
        ("cover", False),
        ("group_defence", False),
    ):
        command = TakeStance.model_validate({"actor": "a", "stance": stance, "on": on})
        fight.submit(command)
        assert refusal(fight.encounter, command) == "stance_already"
        one = sheet(fight, "a")
        seen.append((one.in_cover, one.in_group_defence))
    assert seen == [(True, False), (True, True), (False, True), (False, False)]


def test_offers_of_conditions_say_what_they_would_change() -> None:
    """Whoever is pinned may be so no longer."""
    from gridwar.engine.play.offered_actions_and_drafts import actions_of

    fight = session(duel(DriveSheet(), DriveSheet()))
    fight.submit(SetCondition(target="t", condition="pinned"))
    titles_ = {one.title for one in actions_of(SYSTEM, fight.encounter, "t")}
    assert {"No longer: Pinned", "Paralysed"} <= titles_


@pytest.mark.rule("DR-NRG-15")
def test_the_place_that_ends_a_stun_is_forgotten_with_its_victim() -> None:
    """Who would keep the stunner's place is noted by the victim, and gone with them."""
    gun = DriveSheet(weapons=(shot("electric", 20),))
    fight = session(duel(gun, DriveSheet(injury_factor=10)), 30)
    blow(fight, Attack(actor="a", target="t", mode="ranged", weapons=("gun",), defence_tn=12))
    assert dict(state_of(fight.encounter).stand_ins) == {"t:stunned-1": "t"}
    fight.submit(RemoveCombatants(who=("t",)))
    assert dict(state_of(fight.encounter).stand_ins) == {}
    assert not fight.encounter.strangers
