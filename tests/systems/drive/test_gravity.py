"""Pseudogravity and silencing: points, weight, limits, light, and what each side knows."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from gridwar.engine.gm.map_commands import PutZones
from gridwar.engine.kit import reason_against
from gridwar.engine.kit.turn_and_move_commands import NextTurn
from gridwar.engine.play.play_outcome import Accepted, Asking, Refused
from gridwar.engine.play.preview_and_named_outcomes import preview
from gridwar.model.combatant import Combatant
from gridwar.model.command import Answer
from gridwar.model.events_combatants import Explained
from gridwar.model.geometry import Cell
from gridwar.model.zones import Zone
from gridwar.systems.drive import SYSTEM
from gridwar.systems.drive.core.fight_state import state_of
from gridwar.systems.drive.core.sheet import DriveSheet, Link
from gridwar.systems.drive.core.shield_aura_gravity import GravitySource
from gridwar.systems.drive.movement import BeginMovement, SetResist
from gridwar.systems.drive.pseudogravity.carrying_the_target import Pull, may_move
from gridwar.systems.drive.pseudogravity.silencing_and_weight import SILENCING, combined
from gridwar.systems.drive.pseudogravity.use_pseudogravity import UsePseudogravity
from tests.systems.drive.people import asked, blow, duel, refusal, session, sheet, statuses

RIG = GravitySource(id="rig", points=200)
HERE = Cell(3, 0)


def lifting(target: dict[str, Any], source: GravitySource = RIG, **rest: Any) -> Any:
    """Return a fight of a user of pseudogravity against somebody three squares away."""
    user = {"gravity": (source,)} | rest.pop("user", {})
    return duel(DriveSheet.model_validate(user), DriveSheet.model_validate(target), **rest)


def use(points: int, **fields: Any) -> UsePseudogravity:
    """Return a use of the rig on the target."""
    return UsePseudogravity(actor="a", target="t", source="rig", points=points, **fields)


def painted(number: int, *cells: Cell, id: str = "s") -> Zone:
    """Return an area of silencing."""
    return Zone(id=id, kind=SILENCING, strength=number, cells=cells)


def lifted(start: Any, command: UsePseudogravity) -> Any:
    """Return what a use came to."""
    fight = session(start)
    return fight, blow(fight, command)


@pytest.mark.rule("DR-PSG-01")
def test_what_a_source_can_do_is_its_own() -> None:
    """Its reach is measured from where the target is; without one any distance goes."""
    start = lifting({"body_weight": 50}, RIG.replace(reach_squares=4))
    assert refusal(start, use(10, to=Cell(3, 5))) == "too_far"
    assert refusal(start, use(10, to=Cell(3, 4))) == ""
    assert refusal(lifting({"body_weight": 50}), use(10, to=Cell(29, 19))) == ""
    assert refusal(start, use(10).replace(source="wand")) == "no_gravity_source"


@pytest.mark.rule("DR-PSG-02")
@pytest.mark.rule("DR-PSG-03")
def test_a_thing_in_somebodys_hand_is_that_somebody() -> None:
    """Aimed at a held crate, the points have to lift its holder with it."""
    start = lifting({"body_weight": 110, "inventory_weight": 10})
    crate = Combatant(
        id="c",
        name="Crate",
        pos=HERE,
        sheet=DriveSheet(
            form="object", body_weight=30, links=(Link(kind="held_by", other_id="t"),)
        ),
    )
    _fight, done = lifted(start.with_combatant(crate), use(20).replace(target="c"))
    assert (done.target, done.lift.weight) == ("t", 150)
    free = crate.replace(sheet=DriveSheet(form="object", body_weight=30))
    _fight, done = lifted(start.with_combatant(free), use(3).replace(target="c"))
    assert (done.target, done.lift.weight, done.lift.works) == ("c", 30, True)


@pytest.mark.rule("DR-PSG-04")
def test_points_come_from_the_source_or_its_pool() -> None:
    """More than are there cannot be spent; of a pool they are the pool's."""
    start = lifting({"body_weight": 50}, RIG.replace(points=10))
    assert refusal(start, use(11)) == "points"
    assert refusal(start, use(0)) == "no_points_spent"
    fight, _done = lifted(start, use(10))
    assert sheet(fight, "a").gravity[0].points == 0
    shared = lifting({"body_weight": 50}, RIG.replace(points=0, pool_id="p"), pools={"p": 30})
    fight, _done = lifted(shared, use(10))
    assert state_of(fight.encounter).pools["p"] == 20


@pytest.mark.rule("DR-PSG-05")
@pytest.mark.parametrize(("compare", "works"), [("exact", False), ("floor", True)])
def test_points_are_compared_with_a_fraction_of_the_weight(compare: str, works: bool) -> None:
    """125 lb take 12.5 points: 12 are too few, unless the fraction is dropped; 13 do."""
    start = lifting({"body_weight": 100, "inventory_weight": 25}, pg_compare=compare)
    assert lifted(start, use(12))[1].lift.works is works
    assert lifted(start, use(13))[1].lift.works


@pytest.mark.rule("DR-PSG-04")
@pytest.mark.rule("DR-PSG-05")
@pytest.mark.parametrize(("there", "spent"), [(200, 13), (13, 13), (9, 9)])
def test_where_no_points_are_named_enough_are_spent(there: int, spent: int) -> None:
    """125 lb take 13; of somebody who resists no more is known beforehand, and 9 are all of 9."""
    heavy = {"body_weight": 100, "inventory_weight": 25, "flying_spd": 3, "resists": True}
    fight = session(lifting(heavy, RIG.replace(points=there)))
    fight.submit(UsePseudogravity(actor="a", target="t", source="rig"))
    (source,) = sheet(fight, "a").gravity
    assert source.points == there - spent


@pytest.mark.rule("DR-PSG-06")
@pytest.mark.rule("DR-PSG-07")
@pytest.mark.parametrize(
    ("changed", "weight"),
    [({}, 312), ({"resists": False}, 240), ({"flying_paid_this_round": False}, 240)],
)
def test_who_resists_with_flight_counts_as_heavier(changed: dict[str, Any], weight: int) -> None:
    """200 lb and 40 of inventory at flying SPD 3 count 312, if it resists and has paid."""
    target = {"body_weight": 200, "inventory_weight": 40, "flying_spd": 3, "resists": True}
    assert lifted(lifting(target | changed), use(20))[1].lift.weight == weight


@pytest.mark.rule("DR-PSG-08")
def test_declining_sticks_until_the_movement_phase() -> None:
    """Once declined, resisting is refused; the own movement phase frees the choice."""
    start = duel(DriveSheet(flying_spd=2, resists=True), DriveSheet())
    fight = session(start)
    assert isinstance(fight.submit(SetResist(actor="a", resists=False)), Accepted)
    refused = fight.submit(SetResist(actor="a", resists=True))
    assert isinstance(refused, Refused)
    assert refused.code == "declined"
    assert refusal(fight.encounter, SetResist(actor="a", resists=False)) == "chosen_already"
    assert refusal(fight.encounter, SetResist(actor="t", resists=True)) == "no_flight"
    assert refusal(fight.encounter, BeginMovement(actor="t")) == "no_turn_to_move"
    fight.submit(BeginMovement(actor="a"))
    assert refusal(fight.encounter, BeginMovement(actor="a")) == "phase_begun"
    assert isinstance(fight.submit(SetResist(actor="a", resists=True)), Accepted)
    assert sheet(fight, "a").resists


def why_not(source: GravitySource, user: dict[str, Any] | None = None, **fields: Any) -> str:
    """Return the code against a pull; empty for none."""
    start = lifting({"in_group_defence": True}, source, user=user or {})
    pull = Pull(**{"user": "a", "source": "rig", "target": "t", **fields})
    found = reason_against(start, lambda table: may_move(table, pull))
    return "" if found is None else found.code


WINGS = RIG.replace(grants_flying_spd=True)


@pytest.mark.rule("DR-PSG-09")
@pytest.mark.rule("DR-PSG-11")
@pytest.mark.rule("DR-PSG-14")
def test_nobody_is_moved_into_or_past_group_defence_but_by_flight() -> None:
    """Both are refused, and both are free with a source that grants a flying SPD."""
    assert why_not(RIG, into_defence=True) == "into_defence"
    assert why_not(RIG, past_defence=True) == "past_defence"
    assert why_not(WINGS, into_defence=True) == ""
    assert why_not(WINGS, past_defence=True) == ""


@pytest.mark.rule("DR-PSG-10")
def test_a_thing_goes_into_the_own_hand_of_a_defender_only() -> None:
    """Into another's hand, or of somebody who is not in defence, it is refused."""
    item = {"target": None, "into_defence": True}
    defender = {"in_group_defence": True}
    assert why_not(RIG, defender, **item, into_hand_of="a") == ""
    assert why_not(RIG, defender, **item, into_hand_of="t") == "item_into_defence"
    assert why_not(RIG, {}, **item, into_hand_of="a") == "item_into_defence"
    assert why_not(WINGS, {}, **item) == ""


@pytest.mark.rule("DR-PSG-12")
def test_out_of_group_defence_takes_the_short_band() -> None:
    """A reach of 6 does it and 5 does not, flight or none; moved out, it is no longer in."""
    assert why_not(RIG.replace(reach_squares=6), out_of_defence=True) == ""
    assert why_not(RIG.replace(reach_squares=5), out_of_defence=True) == "out_of_defence"
    assert why_not(WINGS.replace(reach_squares=5), out_of_defence=True) == "out_of_defence"
    start = lifting({"in_group_defence": True}, RIG.replace(reach_squares=6))
    fight, _done = lifted(start, use(5, to=Cell(3, 3)))
    assert not sheet(fight, "t").in_group_defence
    near = lifting({"in_group_defence": True}, RIG.replace(reach_squares=5))
    assert isinstance(session(near).submit(use(5)), Accepted)  # lifted, with nowhere to go
    assert refusal(near, use(5, to=Cell(3, 3))) == "out_of_defence"


@pytest.mark.rule("DR-PSG-13")
@pytest.mark.parametrize(
    ("squares", "rule", "covered"), [(1, 1, False), (0, 1, True), (1, 2, True), (2, 2, False)]
)
def test_notable_movement_takes_out_of_cover(squares: int, rule: int, covered: bool) -> None:
    """One square is notable, or as many as the house rule says."""
    start = lifting({"in_cover": True}, pg_notable_squares=rule)
    fight, _done = lifted(start, use(5, to=Cell(3, squares)))
    assert sheet(fight, "t").in_cover is covered
    assert fight.encounter["t"].pos == (3, squares)


@pytest.mark.rule("DR-PSG-13")
@pytest.mark.parametrize(
    ("up", "rule", "covered"), [(1, 1, False), (1, 2, True), (2, 2, False), (-1, 1, False)]
)
def test_a_change_of_altitude_is_a_movement(up: int, rule: int, covered: bool) -> None:
    """Lifted or lowered in its place by a square of 5 feet, as notable as one square aside."""
    start = lifting({"in_cover": True}, pg_notable_squares=rule)
    start = start.with_combatant(start["t"].replace(altitude=5.0))
    fight, done = lifted(start, use(5, to=start["t"].pos, rise=up))
    assert fight.encounter["t"].altitude == 5 + 5 * up
    assert fight.encounter["t"].pos == done.moved_to == start["t"].pos
    assert sheet(fight, "t").in_cover is covered


@pytest.mark.rule("DR-PSG-01")
@pytest.mark.rule("DR-PSG-12")
def test_height_counts_in_how_far_somebody_is_moved() -> None:
    """A reach of 5 squares is 5 up, or 3 up and 4 aside; the squares shown are those in reach."""
    start = lifting({}, RIG.replace(reach_squares=5))
    x, y = start["t"].pos
    assert refusal(start, use(5, rise=5)) == ""
    assert refusal(start, use(5, rise=6)) == "too_far"
    assert refusal(start, use(5, to=Cell(x + 4, y), rise=3)) == ""
    assert refusal(start, use(5, to=Cell(x + 5, y), rise=3)) == "too_far"
    fight = session(start)
    fight.submit(use(5, rise=3))
    wanted = asked(fight)
    assert Cell(x + 4, y) in wanted.cells
    assert Cell(x + 5, y) not in wanted.cells
    grouped = lifting({"in_group_defence": True}, RIG.replace(reach_squares=5))
    assert refusal(grouped, use(5, rise=1)) == "out_of_defence"


@pytest.mark.rule("DR-PSG-15")
def test_points_are_spent_before_anything_is_known() -> None:
    """Too weak by a silencing that nobody foresaw: the target stays, the points are gone."""
    start = lifting({"body_weight": 100})
    start = start.replace(map=start.map.with_zones((painted(4, HERE),)))
    fight, done = lifted(start, use(10, to=Cell(3, 4)))
    assert not done.lift.works
    assert fight.encounter["t"].pos == HERE
    assert sheet(fight, "a").gravity[0].points == 190


@pytest.mark.rule("DR-PSG-15")
@pytest.mark.rule("DR-SIL-08")
def test_a_plan_knows_of_silencing_only_with_a_detector() -> None:
    """The side's preview lifts what play does not; a wand that finds silencing tells it."""
    for detects, moved in ((False, Cell(3, 4)), (True, HERE)):
        source = RIG.replace(detects_silencing=detects)
        start = lifting({"body_weight": 100, "flying_spd": 1, "resists": True}, source)
        start = start.replace(map=start.map.with_zones((painted(4, HERE),)))
        planned = preview(SYSTEM, start, use(10, to=Cell(3, 4)), side="1").after
        assert planned["t"].pos == moved
        assert preview(SYSTEM, start, use(10, to=Cell(3, 4))).after["t"].pos == HERE
        told = [one.text for one in SYSTEM.draft(start, use(10)).foreseen]
        assert told == (["Silencing at the target: 4"] if detects else [])


@pytest.mark.rule("DR-PSG-15")
def test_the_log_keeps_the_sum_for_the_gm() -> None:
    """Whether it worked is everybody's to see; the silencing is not."""
    start = lifting({"body_weight": 100})
    fight, _done = lifted(start, use(10))
    row = fight.history.rows[fight.position.cursor]
    traces = [one.trace for one in row.events if isinstance(one, Explained)]
    (lift,) = (one for one in traces if one.title == "Pseudogravity on Tor")
    assert {step.for_side for step in lift.steps} == {"the game master"}
    assert lift.result == "works"


@pytest.mark.rule("DR-PSG-01")
def test_where_to_is_asked_once_it_is_known_to_work() -> None:
    """The user chooses among the squares in reach after the points are spent."""
    fight = session(lifting({"body_weight": 50}, RIG.replace(reach_squares=2)))
    assert isinstance(fight.submit(use(10)), Asking)
    question = asked(fight)
    assert Cell(3, 2) in question.cells
    assert Cell(3, 3) not in question.cells
    fight.answer(question.key, Answer(cell=Cell(4, 1)))
    assert fight.encounter["t"].pos == (4, 1)
    weak = session(lifting({"body_weight": 5000}))
    assert isinstance(weak.submit(use(10)), Accepted)


@pytest.mark.rule("DR-PSG-16")
@pytest.mark.rule("DR-PSG-17")
@pytest.mark.parametrize(
    ("duration", "after"),
    [
        ("next_turn", [True, True, False]),
        ("round_end", [True, True, False]),
        ("gm_clears", [True, True, True]),
    ],
)
def test_the_user_glows_and_both_are_heard(duration: str, after: list[bool]) -> None:
    """Whatever comes of it: dim light and low Stealth for the user alone, sound on both."""
    start = lifting({"body_weight": 5000}, pg_glow_duration=duration)
    fight, done = lifted(start, use(1))
    assert done.sound_on == ("a", "t")
    assert statuses(fight, "a") == {"gravity_glow", "gravity_sound"}
    assert statuses(fight, "t") == {"gravity_sound"}
    row = fight.history.rows[fight.position.cursor]
    titles = [one.trace.title for one in row.events if isinstance(one, Explained)]
    assert any("wind" in title for title in titles)
    (light,) = SYSTEM.board.areas(fight.encounter)
    assert (light.label, light.whose) == ("Dim light of Ada", "a")
    seen = []
    for _turn in range(3):
        seen.append("gravity_glow" in statuses(fight, "a"))
        fight.submit(NextTurn())
    assert seen == after


# --- silencing ------------------------------------------------------------------------------------


@pytest.mark.rule("DR-SIL-01")
@pytest.mark.rule("DR-SIL-02")
def test_silencing_divides_the_points() -> None:
    """4 silencing: 40 points count as 10, whether painted or borne by somebody near."""
    start = lifting({"body_weight": 100})
    silent = start.replace(map=start.map.with_zones((painted(4, HERE),)))
    assert lifted(silent, use(40))[1].lift.works
    assert not lifted(silent, use(39))[1].lift.works
    bearer = Combatant(
        id="s",
        name="Silencer",
        side="2",
        pos=Cell(3, 5),
        sheet=DriveSheet(silencing=4, silencing_squares=5),
    )
    assert lifted(start.with_combatant(bearer), use(39))[1].lift.silencing == 4
    away = bearer.replace(pos=Cell(3, 6))
    assert lifted(start.with_combatant(away), use(39))[1].lift.silencing == 1


@pytest.mark.rule("DR-SIL-03")
def test_effects_in_place_go_on() -> None:
    """A silencing that is painted later leaves what lasts alone."""
    start = lifting({"body_weight": 50})
    fight, _done = lifted(start, use(10, lasting="hover"))
    assert sheet(fight, "t").gravity_effects == ("hover",)
    fight.submit(PutZones(put=(painted(9, HERE),)))
    assert sheet(fight, "t").gravity_effects == ("hover",)


@pytest.mark.rule("DR-SIL-04")
@pytest.mark.rule("DR-SIL-05")
def test_only_where_the_target_begins_counts() -> None:
    """Neither the goal nor the user's own square is asked about."""
    start = lifting({"body_weight": 50})
    quiet = start.replace(map=start.map.with_zones((painted(4, Cell(0, 0), Cell(3, 4)),)))
    fight, done = lifted(quiet, use(5, to=Cell(3, 4)))
    assert (done.lift.silencing, done.lift.works) == (1, True)
    assert blow(fight, use(5)).lift.silencing == 4


@pytest.mark.rule("DR-SIL-06")
def test_gravnet_airships_are_not_touched() -> None:
    """Their own arrays act as if there were no silencing."""
    start = lifting({"body_weight": 50}, user={"form": "gravnet_airship"})
    quiet = start.replace(map=start.map.with_zones((painted(8, HERE),)))
    assert lifted(quiet, use(5))[1].lift.silencing == 1


@pytest.mark.rule("DR-SIL-07")
def test_several_silencings_are_the_greatest_and_a_quarter_of_the_rest() -> None:
    """4 and 4 are 5; 6, 4 and 2 are 7.5; none is 1."""
    assert combined((4, 4)) == 5
    assert combined((2, 6, 4)) == Fraction(15, 2)
    assert combined(()) == 1


@pytest.mark.rule("DR-SIL-07")
@pytest.mark.parametrize(("rounding", "works"), [("exact", True), ("floor", False)])
def test_fractions_of_the_points_count_or_are_dropped(rounding: str, works: bool) -> None:
    """125 of 4 silencing are 31.25: enough for 31.2, and 31 are not."""
    start = lifting({"body_weight": 312}, silencing_rounding=rounding)
    quiet = start.replace(map=start.map.with_zones((painted(4, HERE),)))
    assert lifted(quiet, use(125))[1].lift.works is works


@pytest.mark.rule("DR-SIL-01")
@pytest.mark.rule("DR-SIL-07")
def test_silencing_is_drawn_for_the_gm_alone() -> None:
    """Borne silencing and the figure where several overlap are areas that no side may see."""
    start = lifting({"silencing": 4, "silencing_squares": 2})
    start = start.replace(map=start.map.with_zones((painted(4, HERE),)))
    areas = {one.label: one for one in SYSTEM.board.areas(start)}
    assert set(areas) == {"4 silencing of Tor", "5 silencing in all"}
    assert all(one.known_to == "the game master" for one in areas.values())
    assert areas["5 silencing in all"].cells == {HERE}


@pytest.mark.rule("DR-PSG-05")
def test_somebody_off_the_board_is_lifted_and_stays_there() -> None:
    """Without a place there is nowhere to go from, and nothing to ask."""
    start = lifting({"body_weight": 50, "in_cover": True})
    off = start.with_combatant(start["t"].replace(pos=None))
    fight = session(off)
    assert isinstance(fight.submit(use(5)), Accepted)
    assert fight.encounter["t"].pos is None
    assert sheet(fight, "t").in_cover


@pytest.mark.rule("DR-PSG-01", "DR-PSG-02", "DR-PSG-03", "DR-PSG-04", "DR-PSG-15")
def test_nobody_who_is_not_there_is_lifted() -> None:
    """Neither they nor a hand of theirs: no points are spent on it."""
    start = lifting({})
    assert refusal(start, use(5).replace(target="nobody")) == "no_such_combatant"
    assert refusal(start, use(5).replace(into_hand_of="nobody")) == "no_such_combatant"


@pytest.mark.rule("DR-PSG-05", "DR-PSG-07")
def test_what_somebody_holds_weighs_with_them() -> None:
    """A crate of 30 lb in t's hand makes 100 lb 130; one in a's hand does not."""
    for holder, weight in (("t", 130), ("a", 100)):
        start = lifting({"body_weight": 100})
        held = (Link(kind="held_by", other_id=holder),)
        crate = DriveSheet(form="object", body_weight=30, links=held)
        start = start.with_combatant(Combatant(id="c", name="Crate", pos=Cell(9, 9), sheet=crate))
        assert lifted(start, use(20))[1].lift.weight == weight


@pytest.mark.rule("DR-PSG-04", "DR-PSG-10", "DR-PSG-11")
def test_the_sheet_of_pseudogravity_asks_what_fits_its_target() -> None:
    """Things may go into the user's hand, people not; without points one is the least and most."""
    for form, flags in (("character", 2), ("object", 3)):
        start = lifting({"form": form}, RIG.replace(points=0))
        draft = SYSTEM.draft(start, use(1))
        assert [(one.least, one.most) for one in draft.numbers if one.key == "points"] == [(1, 1)]
        assert len(draft.ticks[0].options) == flags
