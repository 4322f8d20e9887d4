"""Comms, Tactics and Leadership: who hears the commander, and what losing contact costs."""

from __future__ import annotations

from typing import Any

import pytest

from gridwar.engine.gm.combatant_commands import Place
from gridwar.engine.kit.turn_and_move_commands import Move, NextTurn, TakeTurn
from gridwar.engine.play.play_outcome import Accepted
from gridwar.model.battlemap import BattleMap
from gridwar.model.events_combatants import Explained
from gridwar.model.geometry import SUBCELL, Cell, Point
from gridwar.model.walls import Wall, WallSide
from gridwar.model.zones import SMOKE, Light, Zone
from gridwar.systems.cepheus.core.house_rules import CepheusSwitches
from gridwar.systems.cepheus.core.person_records import CommSet, Contact, Means, Team
from gridwar.systems.cepheus.harm.wounds import TakeDamage
from gridwar.systems.cepheus.leadership.communication import (
    Between,
    in_touch,
    link_between,
    why_not_by,
)
from gridwar.systems.cepheus.leadership.lost_contact import SetContact
from gridwar.systems.cepheus.leadership.plans_and_leadership import Lead, MakePlan
from gridwar.systems.cepheus.turns.rounds_and_turns import EndRound
from tests.support.cepheus import Fight, person

WALL = Wall(id="w", a=Point(20 * SUBCELL, 0), b=Point(20 * SUBCELL, 40 * SUBCELL))
FURTHER = Wall(id="v", a=Point(45 * SUBCELL, 0), b=Point(45 * SUBCELL, 40 * SUBCELL))
WALLED = BattleMap(width=60, height=40).with_walls((WALL,))


def soldier(who: str, x: int = 0, *means: Means, **values: Any) -> Any:
    """Return a member of the red unit with some means of communication."""
    leads = values.pop("leads", False)
    team = Team(unit="red", commander=leads, comms=tuple(CommSet(means=one) for one in means))
    return person(who, (x, 5), team=team, **values)


# --- means ----------------------------------------------------------------------------------------


@pytest.mark.rule("CE-COM-02")
@pytest.mark.parametrize(
    ("means", "defeated_by"),
    [
        ("direct", set()),
        ("hardlink", set()),
        ("radio", {"jammed"}),
        ("laser", {"wall", "smoke"}),
        ("maser", {"wall"}),
        ("meson", {"moving"}),
    ],
)
def test_what_defeats_each_means(means: Means, defeated_by: set[str]) -> None:
    """Jamming stops radio, walls and smoke lasers, walls masers, moving mesons, nothing a wire."""
    assert not why_not_by(means, Between())
    found = {
        what
        for what in ("wall", "smoke", "jammed", "moving")
        if why_not_by(means, Between(**{what: True}))
    }
    assert found == defeated_by


@pytest.mark.rule("CE-COM-02")
def test_links_are_tested_on_the_map() -> None:
    """A wall cuts a laser and not a radio; smoke a laser and not a maser; jamming the radio."""

    def linked(means: Means, board: BattleMap) -> bool:
        fight = Fight(soldier("a", 0, means), soldier("b", 50, means), board=board)
        return not link_between(fight.now, "a", "b").why_not

    smoky = BattleMap(width=60, height=40).with_zones(
        [Zone(id="s", kind=SMOKE, cells=(Cell(10, 5),))]
    )
    jammed = WALLED.with_zones([*WALLED.zones, Zone(id="j", kind="jamming", cells=(Cell(50, 5),))])
    assert [linked(one, WALLED) for one in ("radio", "laser", "maser")] == [True, False, False]
    assert [linked(one, smoky) for one in ("laser", "maser")] == [False, True]
    assert not linked("radio", jammed)


@pytest.mark.rule("CE-COM-02")
def test_voice_and_hand_signs_need_sight_or_earshot() -> None:
    """In sight at any distance; behind a wall within 50 m; in the dark no hand is seen."""

    def talk(x: int, board: BattleMap) -> bool:
        fight = Fight(soldier("a", 0), soldier("b", x), board=board)
        return not link_between(fight.now, "a", "b").why_not

    plain = BattleMap(width=60, height=40)
    assert [talk(59, plain), talk(33, WALLED), talk(34, WALLED)] == [True, True, False]
    assert not talk(59, plain.with_light(Light.DARK))


@pytest.mark.rule("CE-COM-02")
@pytest.mark.parametrize("side", WallSide)
def test_a_wall_of_one_side_cuts_those_who_answer_each_other(side: WallSide) -> None:
    """A beam that goes there and does not come back is no talk, whoever begins it."""
    board = WALLED.with_walls([WALL.replace(one_way=side)])
    fight = Fight(soldier("a", 0, "laser"), soldier("b", 50, "laser"), board=board)
    assert link_between(fight.now, "a", "b").why_not
    assert link_between(fight.now, "b", "a").why_not
    assert set(in_touch(fight.now, "a")) == {"a"}
    assert set(in_touch(fight.now, "b")) == {"b"}


@pytest.mark.rule("CE-COM-02")
def test_a_meson_set_is_silent_on_the_move_and_a_set_may_break() -> None:
    """Who moved in his latest turn cannot use a meson set; a broken wire links nobody."""
    still = Fight(soldier("a", 0, "meson"), soldier("b", 50, "meson"), board=WALLED)
    assert link_between(still.now, "a", "b").means == "Meson"
    walks = soldier("b", 50, "meson", moved_m=3.0)
    moving = Fight(soldier("a", 0, "meson"), walks, board=WALLED)
    assert "on the move" in link_between(moving.now, "a", "b").why_not
    cut = Team(unit="red", comms=(CommSet(means="hardlink", works=False),))
    wire = Fight(soldier("a", 0, "hardlink"), person("b", (50, 5), team=cut), board=WALLED)
    assert "out of order" in link_between(wire.now, "a", "b").why_not


@pytest.mark.rule("CE-COM-01", "CE-COM-02")
def test_messages_are_passed_on_through_the_unit() -> None:
    """Two who share no link talk through a third who has one with each, unless he is out."""
    chain = soldier("c", 0, leads=True), soldier("m", 19, "radio"), soldier("t", 50, "radio")
    fight = Fight(*chain, board=WALLED)
    assert link_between(fight.now, "c", "t").why_not
    assert in_touch(fight.now, "c") == {"c", "m", "t"}
    down = chain[1].replace(sheet=chain[1].sheet.replace(killed=True))
    assert in_touch(Fight(chain[0], down, chain[2], board=WALLED).now, "c") == {"c"}


@pytest.mark.rule("CE-COM-02", "CE-RNG-02")
def test_who_is_in_touch_goes_by_the_house_rule_of_distance() -> None:
    """Across a wall two hear each other 25 squares off by the longer side, not by the line."""
    team = Team(unit="red")
    two = person("a", (5, 5), team=team), person("b", (30, 30), team=team)
    by_line = Fight(*two, board=WALLED).now
    by_side = by_line.replace(switches=CepheusSwitches(grid_distance="chebyshev"))
    assert in_touch(by_line, "a") == {"a"}
    assert in_touch(by_side, "a") == {"a", "b"}


# --- tactics --------------------------------------------------------------------------------------


def _platoon(**switches: Any) -> Fight:
    led = soldier(
        "c",
        0,
        "radio",
        leads=True,
        skills={"tactics": 2},
        initiative_base=9,
    )
    trooper = soldier("t", 21, "radio", initiative_base=7)
    deaf = soldier("d", 58, initiative_base=6)
    dice = switches.pop("dice", [4, 4])
    return Fight(
        led, trooper, deaf, dice=dice, board=WALLED.with_walls([*WALLED.walls, FURTHER]), **switches
    )


@pytest.mark.rule("CE-INI-04", "CE-COM-01")
def test_the_plan_raises_those_who_hear_it() -> None:
    """8 + 2 = 10, Effect 2: those in contact get +2 for good, the others nothing."""
    fight = _platoon()
    outcome = fight.do(MakePlan(actor="c", characteristic="intelligence"))
    assert [fight.count(who) for who in ("c", "t", "d")] == [11, 9, 6]
    assert isinstance(outcome, Accepted)
    told = [one.trace for one in outcome.events if isinstance(one, Explained)][-1]
    assert [(one.label, one.rule_id, one.after) for one in told.steps] == [
        ("c", "CE-INI-04", 2),
        ("t", "CE-INI-04", 2),
        ("d", "CE-COM-01", "out of contact"),
    ]
    fight.do(NextTurn(), EndRound())
    assert fight.count("t") == 9
    assert fight.refused(MakePlan(actor="c", characteristic="intelligence")) == "planned"


@pytest.mark.rule("CE-INI-04")
def test_a_failed_plan_changes_nothing_unless_the_table_says_so() -> None:
    """A check of 5 is Effect -3: nothing by the usual rule, -3 by the house rule."""
    plan = MakePlan(actor="c", characteristic="intelligence")
    usual, strict = _platoon(dice=[1, 2]), _platoon(dice=[1, 2], tactics_negative=True)
    usual.do(plan)
    strict.do(plan)
    assert [one.count("t") for one in (usual, strict)] == [7, 4]


@pytest.mark.rule("CE-INI-04")
def test_only_commanders_plan_and_only_at_the_start() -> None:
    """Others are refused; so is a commander once somebody has acted."""
    fight = _platoon()
    assert fight.refused(MakePlan(actor="t")) == "not_commander"
    assert _platoon(now=2).refused(MakePlan(actor="c")) == "too_late_to_plan"
    fight.do(TakeDamage(who="c", points=21))
    assert fight.refused(MakePlan(actor="c")) == "out"
    fight = _platoon()
    fight.do(NextTurn(), NextTurn())
    assert fight.refused(MakePlan(actor="c")) == "too_late_to_plan"


@pytest.mark.rule("CE-COM-01")
def test_losing_contact_costs_what_the_plan_gave_until_it_is_back() -> None:
    """A trooper who leaves the signal loses exactly his 2 points, and has them again with it."""
    jammer = Zone(id="j", kind="jamming", cells=(Cell(45, 5),))
    fight = Fight(
        soldier("c", 0, "radio", leads=True, skills={"tactics": 2}, initiative_base=9),
        soldier("t", 44, "radio", initiative_base=7),
        dice=[4, 4],
        board=WALLED.with_zones([*WALLED.zones, jammer]),
    )
    fight.do(MakePlan(actor="c", characteristic="intelligence"))
    assert fight.count("t") == 9
    fight.do(TakeTurn(actor="t"), Move(actor="t", path=(Cell(45, 5),)))
    assert (fight.count("t"), fight.sheet("t").contact.lost) == (7, True)
    fight.do(Place(to=(("t", Cell(46, 5)),)))
    assert (fight.count("t"), fight.sheet("t").contact.lost) == (9, False)
    fight.session.undo()
    assert fight.count("t") == 7


@pytest.mark.rule("CE-COM-01")
def test_the_game_master_cuts_somebody_off() -> None:
    """The GM's word cuts every link, and the tracker follows at once."""
    fight = _platoon()
    fight.do(MakePlan(actor="c", characteristic="intelligence"), SetContact(who="t", cut=True))
    assert fight.count("t") == 7
    fight.do(SetContact(who="t", cut=False))
    assert fight.count("t") == 9


# --- leadership -----------------------------------------------------------------------------------


def _leader(dice: list[int], *, acted: bool, **switches: Any) -> Fight:
    leads = soldier("l", 0, skills={"leadership": 1}, initiative_base=11)
    return Fight(leads, soldier("t", 5, initiative_base=6, acted=acted), dice=dice, **switches)


@pytest.mark.rule("CE-INI-05", "CE-INI-06")
@pytest.mark.parametrize(("acted", "now", "later"), [(False, 8, 6), (True, 6, 8)])
def test_leadership_raises_one_for_one_round(acted: bool, now: int, later: int) -> None:
    """9 + 1 = 10, Effect 2: this round for who has still to act, else the next one only."""
    fight = _leader([4, 5], acted=acted)
    fight.do(TakeTurn(actor="l"), Lead(actor="l", target="t", characteristic="social"))
    assert fight.count("t") == now
    assert fight.sheet("l").budget.significant == 0
    fight.do(EndRound())
    assert fight.count("t") == later


@pytest.mark.rule("CE-INI-05")
def test_leadership_may_last_by_house_rule_and_needs_a_link() -> None:
    """With the house rule the points stay; who cannot be reached cannot be led."""
    lasting = _leader([4, 5], acted=False, leadership_duration="combat")
    lasting.do(TakeTurn(actor="l"), Lead(actor="l", target="t", characteristic="social"))
    lasting.do(EndRound(), EndRound())
    assert lasting.count("t") == 8
    cut = Fight(
        soldier("l", 0, initiative_base=11),
        soldier("t", 5, initiative_base=6, contact=Contact(cut=True)),
    )
    cut.do(TakeTurn(actor="l"))
    assert cut.refused(Lead(actor="l", target="t", characteristic="social")) == "no_leader"
    cut = Fight(
        soldier("l", 0, initiative_base=11, skills={"leadership": 0}),
        soldier("t", 5, initiative_base=6, contact=Contact(cut=True)),
    )
    cut.do(TakeTurn(actor="l"))
    assert cut.refused(Lead(actor="l", target="t", characteristic="social")) == "no_link"


@pytest.mark.rule("CE-INI-05", "CE-RND-03")
def test_who_is_raised_above_the_others_acts_next() -> None:
    """Raised from 6 to 8 he comes before somebody at 7."""
    fight = Fight(
        soldier("l", 0, skills={"leadership": 1}, initiative_base=11),
        soldier("t", 5, initiative_base=6),
        soldier("u", 9, initiative_base=7),
        dice=[4, 5],
    )
    fight.do(NextTurn(), Lead(actor="l", target="t", characteristic="social"), NextTurn())
    assert fight.now.turn == "t"
