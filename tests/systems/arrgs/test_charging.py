"""Charge and Withdraw: straight at somebody, and away from the nearest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from gridwar.engine.odds.odds_columns import odds
from gridwar.engine.play.play_outcome import Asking, Refused
from gridwar.model.geometry import Cell, Point
from gridwar.model.walls import Wall
from gridwar.systems.arrgs import SYSTEM
from gridwar.systems.arrgs.attacks.charge_options_and_ways import Charge, charge_ways, is_straight
from gridwar.systems.arrgs.movement.withdraw import Withdraw
from tests.systems.arrgs.skirmish import (
    FIST,
    accepted,
    asked,
    board,
    fighter,
    line,
    pos,
    refusal,
    reply,
    session,
    sheet,
)

if TYPE_CHECKING:
    from gridwar.model.encounter import Encounter

RUN = Charge(actor="A", target="B", weapon="axe", path=line((0, 4), 4))


def field(target: dict[str, Any] | None = None, **switches: Any) -> Encounter:
    """Return A with +5 four free squares west of B, who has Reflex 14."""
    second: dict[str, Any] = {"mods": {"reflex": 4}, **(target or {})}
    return board(
        fighter("A", (0, 4), mods={"melee": 5, "reflex": 2}, base_speed=5),
        fighter("B", (5, 4), "2", **second),
        **switches,
    )


@pytest.mark.rule("AR-MNV-04", "AR-ACT-03", "AR-VIT-03")
def test_a_charge_is_one_action_with_two_more_to_hit() -> None:
    """9 + 5 + 2 against 14: 2 over, so 5 + 2; it costs 2 AP and 1 Vitality; Reflex is 2 less."""
    fight = session(field(), 9)
    done = accepted(fight.submit(RUN)).result
    assert done.attack.damage == 7
    mine = sheet(fight.encounter, "A")
    assert (mine.ap, mine.current_vitality, mine.squares_moved) == (1, 49, 4)
    assert pos(fight.encounter, "A") == (4, 4)
    assert [(mod.check, mod.value, mod.ends) for mod in mine.modifiers] == [
        ("reflex", -2, "round_end")
    ]


@pytest.mark.rule("AR-MNV-04")
def test_the_odds_of_a_charge_are_those_of_its_attack() -> None:
    """+5 and +2 against 14, from a base of 5: a 3 on the die is enough, 18 faces of 20."""
    outcomes = odds(SYSTEM, field(), RUN).columns[0].outcomes
    assert outcomes is not None
    assert outcomes.success == pytest.approx(0.9)


@pytest.mark.rule("AR-MNV-04", "AR-ATK-02")
def test_what_is_no_charge() -> None:
    """One square, a bend, an end out of the ring, no sight and a bow are refused."""
    fight = session(field())
    assert refusal(fight.submit(RUN.replace(path=line((3, 4), 1)))) != ""
    bent = (Cell(1, 4), Cell(2, 5), Cell(3, 5), Cell(4, 5))
    assert refusal(fight.submit(RUN.replace(path=bent))) == "not_straight"
    assert refusal(fight.submit(RUN.replace(path=line((0, 4), 3)))) == "out_of_ring"
    assert refusal(fight.submit(RUN.replace(weapon="bow"))) == "no_melee"
    near = board(fighter("A", (3, 4)), fighter("B", (5, 4), "2"))
    assert refusal(session(near).submit(RUN.replace(path=line((3, 4), 1)))) == "too_short"
    encounter = field()
    fence = Wall(id="w", a=Point(2560, 0), b=Point(2560, 9000), blocks_movement=False)
    hidden = encounter.replace(map=encounter.map.with_walls((fence,)))
    assert refusal(session(hidden).submit(RUN)) == "no_sight"
    assert sheet(fight.encounter, "A").ap == 3


@pytest.mark.rule("AR-MNV-04")
def test_a_line_may_be_any_by_house_rule() -> None:
    """The same step throughout is straight; steps along one slanting line only by house rule."""
    slanting = (Cell(1, 0), Cell(2, 1), Cell(3, 1), Cell(4, 2))
    for rule, straight in (("eight_directions", False), ("any_line", True)):
        assert is_straight(Cell(0, 0), slanting, rule) is straight
        assert is_straight(Cell(0, 0), line((0, 0), 4), rule)
        assert not is_straight(Cell(0, 0), (Cell(1, 0), Cell(2, 1), Cell(3, 0)), rule)
    aslant = board(
        fighter("A", (0, 0), mods={"melee": 5}),
        fighter("B", (5, 2), "2", mods={"reflex": 4}),
        charge_line="any_line",
    )
    assert not isinstance(session(aslant, 9).submit(RUN.replace(path=slanting)), Refused)


@pytest.mark.rule("AR-MNV-04", "AR-INC-02", "AR-INC-05")
def test_the_speed_of_a_long_charge_hampers_or_helps() -> None:
    """Ten squares at base 5 are increment 2: 9 + 5 + 2 - 2 ties 14; by house rule it is 18."""
    for switches, damage in (({}, 5), ({"charge_speed_as_bonus": True}, 9)):
        far = board(
            fighter("A", (0, 4), mods={"melee": 5, "movement": 5}),
            fighter("B", (11, 4), "2", mods={"reflex": 6} if switches else {"reflex": 4}),
            **switches,
        )
        done = accepted(session(far, 9).submit(RUN.replace(path=line((0, 4), 10)))).result
        # Reflex 14: 14 ties; Reflex 16 and 18: 2 over. B is no faster than it was.
        assert done.attack.damage == (damage if not switches else 5 + 18 - 16)
    told = board(
        fighter("A", (0, 4), mods={"melee": 5, "movement": 5}),
        fighter("B", (11, 4), "2", mods={"reflex": 4}),
    )
    helped = RUN.replace(path=line((0, 4), 10), run_up=True)
    assert accepted(session(told, 9).submit(helped)).result.attack.damage == 5 + 18 - 14


@pytest.mark.rule("AR-MNV-04", "AR-OPP-03", "AR-OPP-06")
def test_a_charge_gives_opportunities_on_its_way() -> None:
    """Windows open step by step; who falls on the way has charged for nothing, where it fell."""
    weak = board(
        fighter("A", (0, 4), total_vitality=10, mods={"melee": 5}),
        fighter("B", (5, 4), "2"),
        fighter("C", (2, 5), "2", aap_max=2, mods={"melee": 30}),
    )
    fight = session(weak, 10)
    assert asked(fight.submit(RUN)) == "C"
    assert pos(fight.encounter, "A") == (1, 4)
    done = accepted(reply(fight, "attack:axe")).result
    assert done.wasted
    assert pos(fight.encounter, "A") == (1, 4)
    assert sheet(fight.encounter, "A").ap == 1


@pytest.mark.rule("AR-MNV-04", "AR-MNV-16", "AR-MNV-20")
def test_a_charge_may_push_or_trip_and_then_provokes() -> None:
    """The push goes on in the direction of the run; its target strikes first; not by every rule."""
    fight = session(field(), 8)
    accepted(fight.submit(RUN.replace(instead="reposition")))
    # 8 + 5 + 2 against 14: two squares.
    assert pos(fight.encounter, "B") == (7, 4)
    fight = session(field({"mods": {"reflex": 4}, "aap_max": 2}), 8)
    outcome = fight.submit(RUN.replace(instead="trip"))
    seen = []
    while isinstance(outcome, Asking):
        seen.append(asked(outcome))
        outcome = reply(fight, "pass")
    # Entering the ring, the Trip itself, and then the Defence.
    assert seen == ["B", "B", "B"]
    assert sheet(fight.encounter, "B").conditions == {"prone": 1}
    only = field(charge_replacements="reposition_only")
    assert refusal(session(only).submit(RUN.replace(instead="trip"))) == "no_replacement"


@pytest.mark.rule("AR-MNV-04", "AR-MNV-02")
def test_an_unarmed_charge_provokes_at_its_end() -> None:
    """A fist gives its target an opportunity before it strikes."""
    bare = board(
        fighter("A", (0, 4), mods={"melee": 5}, weapons=(FIST,)),
        fighter("B", (5, 4), "2", aap_max=4, mods={"reflex": 4}),
    )
    fight = session(bare, 15)
    outcome = fight.submit(RUN.replace(weapon="fist"))
    seen = 0
    while isinstance(outcome, Asking):
        seen += 1
        outcome = reply(fight, "pass")
    assert seen == 3  # entering the ring, the fist, the Defence


@pytest.mark.rule("AR-MNV-04", "AR-THR-02")
def test_the_ways_of_a_charge() -> None:
    """Straight ways of two squares or more that end with the target in the ring are offered."""
    at_it = Charge(actor="A", target="B", weapon="axe")
    ways = tuple(charge_ways(field(), at_it))
    assert ways == (line((0, 4), 4),)  # the target's own square is no place to stop
    reach = board(fighter("A", (0, 4), threat_min=2, threat_max=2), fighter("B", (5, 4), "2"))
    assert tuple(charge_ways(reach, at_it)) == (line((0, 4), 3),)
    near = board(fighter("A", (4, 4)), fighter("B", (5, 4), "2"))
    assert all(len(way) >= 2 for way in charge_ways(near, at_it))


@pytest.mark.rule("AR-MNV-21", "AR-OPP-01", "AR-INC-04")
def test_a_withdrawal_leads_away_from_the_nearest() -> None:
    """Away is fine and asks nobody, sideways counts if the end is farther; nearer is refused."""
    encounter = board(
        fighter("A", (5, 5)), fighter("B", (4, 5), "2", aap_max=2), fighter("C", (9, 5), "2")
    )
    fight = session(encounter)
    away = Withdraw(actor="A", path=line((5, 5), 3))
    assert not isinstance(fight.submit(away), Asking | Refused)
    assert sheet(fight.encounter, "A").squares_moved == 3
    assert sheet(fight.encounter, "A").ap == 1
    back = Withdraw(actor="A", path=(Cell(4, 4),))
    assert refusal(session(encounter).submit(back)) == "not_away"
    sideways = Withdraw(actor="A", path=(Cell(5, 6), Cell(5, 7)))
    assert not isinstance(session(encounter).submit(sideways), Refused)
    strict = encounter.replace(
        switches=encounter.switches.replace(withdraw_away="every_step_farther")
    )
    assert refusal(session(strict).submit(sideways)) == "not_away"


@pytest.mark.rule("AR-MNV-21")
def test_how_far_a_withdrawal_goes_and_from_whom() -> None:
    """The Movement Speed is the limit, by house rule the budget; the largest group may count."""
    quick = fighter("A", (5, 5), mods={"movement": 2})
    encounter = board(quick, fighter("B", (4, 5), "2"))
    six = Withdraw(actor="A", path=line((5, 5), 6))
    assert refusal(session(encounter).submit(six)) == "too_far"
    budget = board(quick, fighter("B", (4, 5), "2"), withdraw_limit="movement_budget")
    assert not isinstance(session(budget).submit(six), Refused)
    crowd = board(
        quick, fighter("B", (4, 5), "2"), fighter("C", (9, 5), "2"), fighter("D", (10, 5), "2")
    )
    nearer_to_the_two = Withdraw(actor="A", path=line((5, 5), 2))
    assert not isinstance(session(crowd).submit(nearer_to_the_two), Refused)
    from_group = nearer_to_the_two.replace(away_from="group")
    assert refusal(session(crowd).submit(from_group)) == "not_away"
    alone = board(quick)
    assert refusal(session(alone).submit(six.replace(path=line((5, 5), 2)))) == "no_enemy"
