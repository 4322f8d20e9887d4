"""Rounds: the order, points, caps, surprise, pauses, Vitality, Disabled, Dying, End of Round."""

from __future__ import annotations

import pytest

from gridwar.engine.gm.combatant_commands import AddCombatants, SetValue
from gridwar.engine.gm.effect_and_pool_commands import ChangePool
from gridwar.engine.kit.turn_and_move_commands import BeginFight, NextTurn
from gridwar.engine.play.play_outcome import Refused
from gridwar.model.geometry import Cell
from gridwar.systems.arrgs import SYSTEM
from gridwar.systems.arrgs.attacks.attack import Attack
from gridwar.systems.arrgs.core.initiative import initiative_order, tie_words
from gridwar.systems.arrgs.core.sheet import Modifier, Readied, state_of
from gridwar.systems.arrgs.gm.checks_and_damage import Spend
from gridwar.systems.arrgs.turns.rounds_and_pauses import EndRound, PauseTurn, StartRound
from tests.systems.arrgs.skirmish import accepted, board, fighter, session, sheet, traces


@pytest.mark.rule("AR-STR-02")
def test_the_order_goes_by_initiative_agility_and_a_die() -> None:
    """The highest first; equals by Agility, then by a d20 rolled once; negatives after 0."""
    four = (
        fighter("A", (1, 1), initiative=14, agility_score=12),
        fighter("B", (2, 1), initiative=17),
        fighter("C", (3, 1), initiative=14, agility_score=12),
        fighter("D", (4, 1), initiative=-2),
    )
    fresh = board(*four).replace(round=0)
    fight = session(fresh, 4, 9)
    accepted(fight.submit(BeginFight()))
    assert initiative_order(fight.encounter) == ("B", "C", "A", "D")
    assert [tie_words(fight.encounter, who) for who in "ABC"] == [
        "Agility 12, die 4",
        "",
        "Agility 12, die 9",
    ]
    assert fight.encounter.turn == "B"
    assert next(slot.state for slot in SYSTEM.turns.order(fight.encounter)) == "turn"
    skipping = board(*four, initiative_below_zero="skip")
    assert "D" not in initiative_order(skipping)
    by_hand = session(board(*four, initiative_tiebreak="gm").replace(round=0))
    accepted(by_hand.submit(BeginFight()))
    rolled = session(
        board(fighter("A", (1, 1), mods={"initiative": 3}), initiative_source="roll").replace(
            round=0
        ),
        11,
    )
    accepted(rolled.submit(BeginFight()))
    assert sheet(rolled.encounter, "A").initiative == 14


@pytest.mark.rule("AR-STR-02")
def test_the_dead_stand_at_the_end_as_they_came() -> None:
    """They have no place by Initiative, and keep their order whenever the program is begun."""
    dead = [fighter(who, (n, 1), conditions={"dead": 1}) for n, who in enumerate("DBFAEG")]
    slots = SYSTEM.turns.order(board(*dead, fighter("C", (9, 9))))
    assert [slot.ids[0] for slot in slots] == list("CDBFAEG")
    assert {slot.state for slot in slots[1:]} == {"out"}


@pytest.mark.rule("AR-STR-01", "AR-STR-04", "AR-CND-07", "AR-STR-06")
def test_a_surprise_round_comes_first() -> None:
    """Others act with a point less of each; then Surprised ends and pools are full."""
    fight = session(
        board(
            fighter("A", (1, 1), initiative=9, aap_max=1),
            fighter("B", (9, 9), "2", initiative=20, aap_max=1, conditions={"surprised": 1}),
        ).replace(round=0)
    )
    accepted(fight.submit(BeginFight()))
    assert fight.encounter.turn == "A"
    assert state_of(fight.encounter).surprise_round
    assert SYSTEM.turns.flow(fight.encounter).words == "Surprise round"
    assert (sheet(fight.encounter, "A").ap, sheet(fight.encounter, "A").aap) == (2, 0)
    assert sheet(fight.encounter, "B").ap == 0
    accepted(fight.submit(NextTurn()))
    assert fight.encounter.round == 2
    assert SYSTEM.turns.flow(fight.encounter).words == "Round 2"
    assert fight.encounter.turn == "B"
    assert sheet(fight.encounter, "B").conditions == {}
    assert (sheet(fight.encounter, "B").ap, sheet(fight.encounter, "A").aap) == (3, 1)


@pytest.mark.rule("AR-STR-05")
def test_a_turn_can_be_paused_until_a_later_slot() -> None:
    """The rest of a paused turn comes at its slot with the points left, and once only."""
    fight = session(
        board(
            fighter("A", (1, 1), initiative=15),
            fighter("B", (9, 9), "2", initiative=12),
            fighter("C", (9, 1), "2", initiative=8),
        ).replace(round=0)
    )
    accepted(fight.submit(BeginFight()))
    accepted(fight.submit(Spend(actor="A", points=1)))
    assert isinstance(fight.submit(PauseTurn(actor="A", until=15)), Refused)
    accepted(fight.submit(PauseTurn(actor="A", until=10)))
    turns = [fight.encounter.turn]
    for _turn in range(3):
        accepted(fight.submit(NextTurn()))
        turns.append(fight.encounter.turn)
    assert turns == ["B", "A", "C", "A"]
    assert fight.encounter.round == 2
    assert sheet(fight.encounter, "A").ap == 3


@pytest.mark.rule("AR-STR-05", "AR-ACT-01", "AR-ACT-08")
def test_points_are_spent_in_ones_own_turn() -> None:
    """AP and Swift Actions wait for the turn; by house rule AP do not."""
    two = (fighter("A", (1, 1), aap_max=2), fighter("B", (9, 9), "2"))
    waiting = board(*two).replace(turn="B")
    for pool in ("ap", "aap"):
        outcome = session(waiting).submit(Spend(actor="A", points=1, pool=pool))
        assert isinstance(outcome, Refused)
        assert outcome.code == "not_your_turn"
    free = board(*two, ap_outside_turn="free").replace(turn="B")
    accepted(session(free).submit(Spend(actor="A", points=1)))


@pytest.mark.rule("AR-ACT-03", "AR-ACT-04", "AR-ACT-09", "AR-VIT-03")
def test_actions_cost_points_and_vitality() -> None:
    """An action takes its points whole and 1 Vitality; caps bind both pools together."""
    fight = session(board(fighter("A", (1, 1), aap_max=1)))
    accepted(fight.submit(Spend(actor="A", points=3, vitality=2)))
    assert isinstance(fight.submit(Spend(actor="A", points=1)), Refused)
    assert sheet(fight.encounter, "A").current_vitality == 48
    capped = session(board(fighter("A", (1, 1), aap_max=1, conditions={"disabled": 1})), 15)
    accepted(capped.submit(Spend(actor="A", points=2)))
    # The check succeeds with Vitality left: no longer Disabled, so the cap is gone too.
    accepted(capped.submit(Spend(actor="A", points=1, pool="aap")))


@pytest.mark.rule("AR-ACT-05")
def test_the_action_that_goes_over_may_suffer_itself() -> None:
    """Overuse counts for later actions, or by house rule for the one that crosses too."""
    one = fighter("A", (1, 1), ap_max=4, points_used=3)
    assert accepted(session(board(one)).submit(Spend(actor="A", points=1))).result.overuse == 0
    strict = board(one, overuse_scope="includes_current")
    assert accepted(session(strict).submit(Spend(actor="A", points=1))).result.overuse == -2


@pytest.mark.rule("AR-CND-02", "AR-VIT-04", "AR-ATK-03")
def test_disabled_checks_after_acting() -> None:
    """Not the action that brings Vitality to 0, but the next one calls for a check."""
    fight = session(board(fighter("A", (1, 1), current_vitality=1)), 4)
    accepted(fight.submit(Spend(actor="A", points=1)))
    assert sheet(fight.encounter, "A").conditions == {"disabled": 1}
    done = accepted(fight.submit(Spend(actor="A", points=1))).result
    assert [(c.dc, c.result, c.success) for c in done.fort_checks] == [(1, 4, True)]
    assert sheet(fight.encounter, "A").conditions == {"disabled": 1}
    failing = session(board(fighter("A", (1, 1), current_vitality=0), disabled_dc="10"), 9)
    accepted(failing.submit(Spend(actor="A", points=0, vitality=0)))
    accepted(failing.submit(Spend(actor="A", points=1)))
    assert sheet(failing.encounter, "A").conditions == {"dying": 1}


@pytest.mark.rule("AR-CND-03", "AR-STR-06")
def test_dying_at_the_end_of_round() -> None:
    """A tie loses n and lowers n; n worn to 0 is Disabled; by house rule acting lowers n too."""
    end = session(board(fighter("A", (1, 1), current_vitality=0, conditions={"dying": 2})), 2)
    done = accepted(end.submit(EndRound())).result
    assert done[0].fort_checks[0].loss == 2
    assert sheet(end.encounter, "A").conditions == {"dying": 1}
    worn = session(board(fighter("A", (1, 1), current_vitality=9, conditions={"dying": 1})), 9)
    accepted(worn.submit(EndRound()))
    assert sheet(worn.encounter, "A").conditions == {"disabled": 1}
    one = fighter("A", (1, 1), current_vitality=9, conditions={"dying": 1})
    acting = session(board(one, dying_drops_on_action_check=True), 9)
    accepted(acting.submit(Spend(actor="A", points=1)))
    assert sheet(acting.encounter, "A").conditions == {"disabled": 1}


@pytest.mark.rule("AR-VIT-02", "AR-VIT-05", "AR-VIT-06")
def test_vitality_set_by_the_gm_takes_effect() -> None:
    """Taking Vitality by hand disables at 0 and kills at minus the total."""
    fight = session(board(fighter("A", (1, 1), total_vitality=30)))
    accepted(fight.submit(ChangePool(who=("A",), to=-29)))
    assert sheet(fight.encounter, "A").conditions == {"disabled": 1}
    accepted(fight.submit(ChangePool(who=("A",), add=35)))
    assert sheet(fight.encounter, "A").conditions == {"disabled": 1}
    accepted(fight.submit(SetValue(who=("A",), field="sheet.current_vitality", value="-30")))
    assert sheet(fight.encounter, "A").conditions == {"dead": 1}
    assert SYSTEM.cards.card(fight.encounter, "A").out


@pytest.mark.rule("AR-CND-03")
def test_dying_and_disabled_may_stand_side_by_side() -> None:
    """By house rule Disabled is recorded beside Dying, and death leaves the rest."""
    one = fighter("A", (1, 1), total_vitality=30, conditions={"dying": 1})
    fight = session(board(one, dying_supersedes_disabled=False))
    accepted(fight.submit(ChangePool(who=("A",), to=-1)))
    assert sheet(fight.encounter, "A").conditions == {"dying": 1, "disabled": 1}
    accepted(fight.submit(ChangePool(who=("A",), to=-30)))
    assert set(sheet(fight.encounter, "A").conditions) == {"dying", "disabled", "dead"}


@pytest.mark.rule("AR-CND-06", "AR-STR-04", "AR-CHK-05")
def test_staggered_takes_points_and_wears_off() -> None:
    """AAP go first; 15 + n at End of Round takes one off; the order of cuts is a house rule.

    So is whether a natural 1 fails that check as well.
    """
    two = fighter("A", (1, 1), aap_max=1, conditions={"staggered": 2})
    fight = session(board(two), 17)
    accepted(fight.submit(StartRound()))
    assert (sheet(fight.encounter, "A").ap, sheet(fight.encounter, "A").aap) == (2, 0)
    accepted(fight.submit(EndRound()))
    assert sheet(fight.encounter, "A").conditions == {"staggered": 1}
    strict = board(
        fighter("A", (1, 1), mods={"fortitude": 30}, conditions={"staggered": 1}),
        natural_one_fails="all_action_checks",
    )
    botched = session(strict, 1)
    accepted(botched.submit(EndRound()))
    assert sheet(botched.encounter, "A").conditions == {"staggered": 1}
    first = session(board(two, stagger_order="before_surprise"))
    accepted(first.submit(StartRound(surprise=True)))
    assert sheet(first.encounter, "A").ap == 1


@pytest.mark.rule("AR-STR-06", "AR-ACT-07", "AR-INC-02", "AR-ACC-01", "AR-ACC-05")
def test_the_end_of_round_clears_and_hurts_the_hasty() -> None:
    """Squares, points and passing modifiers are gone before checks; 4 increments cost 20 Force."""
    fast = fighter(
        "A",
        (1, 1),
        squares_moved=18,
        points_used=5,
        modifiers=(Modifier(value=-4, ends="round_end"), Modifier(value=1)),
    )
    rider = fighter("B", (2, 1), rides="A")
    fight = session(board(fast, rider))
    ends = accepted(fight.submit(EndRound())).result
    assert {end.who: end.acceleration_loss for end in ends} == {"A": 20, "B": 20}
    after = sheet(fight.encounter, "A")
    assert (after.squares_moved, after.points_used, after.previous_increment) == (0, 0, 4)
    assert [one.value for one in after.modifiers] == [1]
    off = session(board(fast, acceleration_scope="off"))
    assert accepted(off.submit(EndRound())).result[0].acceleration_loss == 0
    change = session(
        board(
            fast.replace(
                sheet=sheet(off.settled, "A").replace(squares_moved=18, previous_increment=1)
            ),
            acceleration_formula="change",
        )
    )
    assert accepted(change.submit(EndRound())).result[0].acceleration_loss == 15


@pytest.mark.rule("AR-STR-06")
def test_what_lapses_may_lapse_after_the_checks() -> None:
    """By house rule the Dying check still suffers from overuse and passing modifiers."""
    dying = fighter(
        "A",
        (1, 1),
        conditions={"dying": 1},
        points_used=5,
        modifiers=(Modifier(value=-1, ends="round_end"),),
    )
    first = accepted(session(board(dying), 6).submit(EndRound())).result[0]
    late = session(board(dying, eor_expire_first=False), 6)
    second = accepted(late.submit(EndRound())).result[0]
    assert (first.fort_checks[0].result, second.fort_checks[0].result) == (6, 1)


@pytest.mark.rule("AR-STR-05", "AR-INC-02")
def test_pools_and_speed_may_wait_for_the_own_turn() -> None:
    """By house rule points come back, and speed is forgotten, when the own turn begins."""
    two = (fighter("A", (1, 1), initiative=9), fighter("B", (9, 9), "2", initiative=5, ap=1))
    own = board(*two, pools_refill_at="own_turn", increment_reset="own_next_turn")
    fight = session(own.replace(turn="B"))
    moved = sheet(fight.encounter, "B").replace(squares_moved=4)
    fight = session(own.with_combatant(own["B"].replace(sheet=moved)).replace(turn="B"))
    accepted(fight.submit(EndRound()))
    accepted(fight.submit(StartRound()))
    assert (sheet(fight.encounter, "B").ap, sheet(fight.encounter, "B").squares_moved) == (1, 4)
    accepted(fight.submit(NextTurn()))
    accepted(fight.submit(NextTurn()))
    assert (sheet(fight.encounter, "B").ap, sheet(fight.encounter, "B").squares_moved) == (3, 0)


@pytest.mark.rule("AR-VIT-03", "AR-ATK-03")
def test_vitality_may_be_paid_at_the_end() -> None:
    """By house rule the price of an attack is paid once it is over."""
    two = (fighter("A", (4, 4), current_vitality=1), fighter("B", (5, 4), "2"))
    fight = session(board(*two, vitality_paid="at_end"), 12)
    accepted(fight.submit(Attack(actor="A", target="B", weapon="axe")))
    assert sheet(fight.encounter, "A").conditions == {"disabled": 1}


@pytest.mark.rule("AR-STR-06", "AR-STR-07")
@pytest.mark.parametrize(
    ("conditions", "pos", "said"),
    [
        ({}, (9, 4), False),
        ({"stunned": 1}, (9, 4), True),
        ({"dead": 1}, (9, 4), True),
        ({"stunned": 1}, None, False),
    ],
)
def test_a_side_that_cannot_act_may_end_the_scene(
    conditions: dict[str, int], pos: tuple[int, int] | None, said: bool
) -> None:
    """The End of Round says so of those on the board, by the name of the side, and no more."""
    foe = fighter("B", (9, 4), "2", conditions=conditions)
    foe = foe.replace(pos=None if pos is None else Cell(*pos))
    fight = session(board(fighter("A", (4, 4)), foe).replace(turn="A"))
    told = [one.title for one in traces(fight.submit(EndRound()))]
    name = fight.encounter.sides["2"].name
    assert (f"Nobody of {name} can act: the scene may be over" in told) is said
    assert fight.encounter.turn is None


@pytest.mark.rule("AR-STR-01", "AR-STR-06")
@pytest.mark.parametrize("dead", [("B",), ("A", "B")])
def test_a_round_passes_whoever_is_dead(dead: tuple[str, ...]) -> None:
    """With one of two dead the next round begins, with both too: effects have their end."""
    people = [
        fighter(who, (4 + n, 4), str(n + 1), conditions={"dead": 1} if who in dead else {})
        for n, who in enumerate("AB")
    ]
    fight = session(board(*people).replace(turn="A"))
    accepted(fight.submit(NextTurn()))
    assert fight.encounter.round == 2


@pytest.mark.rule("AR-STR-02")
def test_who_joins_a_fight_finds_a_place_in_its_order() -> None:
    """The die and the bonus, 11 + 3, and full pools, in the midst of a round."""
    fight = session(board(fighter("A", (4, 4)), initiative_source="roll").replace(turn="A"), 11)
    late = fighter("B", (6, 4), mods={"initiative": 3}, ap=0)
    accepted(fight.submit(AddCombatants(combatants=(late,), rolls=True)))
    assert (sheet(fight.encounter, "B").initiative, sheet(fight.encounter, "B").ap) == (14, 3)


@pytest.mark.rule("AR-STR-02")
def test_the_order_is_dragged_by_numbers() -> None:
    """Who is dragged before the first has a number that comes first; who never acts has none."""
    people = [fighter(who, (n, 4), initiative=9 - 4 * n) for n, who in enumerate("ABCD")]
    encounter = board(*people, initiative_below_zero="skip")
    command = SYSTEM.turns.reordered(encounter, "C", "A")
    assert command is not None
    fight = session(encounter)
    accepted(fight.submit(command))
    assert initiative_order(fight.encounter) == ("C", "A", "B")
    assert SYSTEM.turns.reordered(encounter, "D", "A") is None


@pytest.mark.rule("AR-STR-06", "AR-MNV-13", "AR-CND-03", "AR-MOV-08")
def test_time_passes_for_whoever_is_set_aside() -> None:
    """What was readied and overuse are gone, the Dying bleed, pools are full: all is told."""
    waiting = Readied(trigger="he comes", manoeuvre="attack", points=2)
    gone = fighter(
        "A",
        (4, 4),
        ap=0,
        aap=2,
        readied=waiting,
        points_used=5,
        conditions={"dying": 1},
        current_vitality=-3,
    ).replace(aside=True)
    rider = fighter("C", (8, 4), rides="A", steers=True)
    fight = session(board(gone, fighter("B", (5, 4), "2"), rider), 5)
    lines = [one.title for one in traces(fight.submit(EndRound()))]
    assert {"A: Fortitude", "A is gone: C is on its own feet"} <= set(lines)
    accepted(fight.submit(StartRound()))
    one = sheet(fight.encounter, "A")
    assert (one.readied, one.points_used, one.ap, one.aap) == (None, 0, 3, 0)
    assert sheet(fight.encounter, "C").rides is None
