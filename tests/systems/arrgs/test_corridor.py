"""The corridor: a mover goes past those who threaten, is struck, and goes on or not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.engine.gm.combatant_commands import SetValue
from gridwar.engine.gm.side_and_setting_commands import SetStanding
from gridwar.engine.kit.movement_records import StepTaken, Walk
from gridwar.engine.kit.procedure_requests import Ask, Call
from gridwar.engine.kit.procedure_table import Table
from gridwar.engine.kit.turn_and_move_commands import Move
from gridwar.engine.kit.walk_procedure import walk
from gridwar.engine.play.play_command import Options, play
from gridwar.engine.play.play_outcome import Accepted, Asking
from gridwar.engine.play.replies_and_corrections import Replies, Reply
from gridwar.model.battlemap import BattleMap
from gridwar.model.command import NO_ADJUSTMENTS, Adjustments, Answer
from gridwar.model.geometry import Cell
from gridwar.model.question_and_refusal import Question
from gridwar.systems.arrgs import SYSTEM
from gridwar.systems.arrgs.movement.movement_manoeuvre import MovementManoeuvre
from gridwar.systems.arrgs.movement.sidestep_and_standup import Sidestep
from gridwar.systems.arrgs.opportunities.opportunities import after_step
from tests.support.arrgs import permitted_answers
from tests.systems.arrgs.skirmish import (
    accepted,
    asked,
    board,
    fighter,
    line,
    pos,
    reply,
    session,
    sheet,
    traces,
)

if TYPE_CHECKING:
    from gridwar.engine.session.session import Session
    from gridwar.model.encounter import Encounter

PATH = line((0, 5), 5)


def corridor(**switches: object) -> Encounter:
    """Return a mover with two foes beside its way, the second of higher Initiative."""
    return board(
        fighter("mover", (0, 5), mods={"reflex": 2}),
        fighter("first", (2, 4), "2", aap_max=2, initiative=5, mods={"melee": 5}),
        fighter("second", (3, 6), "2", aap_max=2, initiative=9, mods={"melee": 5}),
        **switches,
    )


@pytest.mark.rule("AR-OPP-03", "AR-OPP-06", "AR-OPP-07", "AR-MNV-12", "AR-MNV-22")
def test_a_mover_is_asked_about_struck_and_goes_on() -> None:
    """Windows open step by step in the exact cell; a strike that does not stop it lets it go on."""
    fight = session(corridor(), 10)
    outcome = fight.submit(Move(actor="mover", path=PATH))
    seen = []
    while isinstance(outcome, Asking):
        who = asked(outcome)
        seen.append((who, pos(fight.encounter, "mover")))
        strikes = who == "second" and pos(fight.encounter, "mover") == (2, 5)
        outcome = reply(fight, "attack:axe" if strikes else "pass")
    # ``first`` threatens x 1 to 3, ``second`` x 2 to 4: asked where the step begins if it is
    # threatened, else where it ends; of one step in Initiative order.
    assert seen == [
        ("first", (1, 5)),
        ("first", (1, 5)),
        ("second", (2, 5)),
        ("first", (2, 5)),
        ("first", (3, 5)),
    ]
    assert pos(fight.encounter, "mover") == (5, 5)
    # 10 + 5 against 10 + 2: 3 over, so 5 + 3.
    assert sheet(fight.encounter, "mover").current_vitality == 50 - 1 - 8
    assert sheet(fight.encounter, "second").aap == 0
    assert sheet(fight.encounter, "second").current_vitality == 49


@pytest.mark.rule("AR-OPP-03", "AR-OPP-05", "AR-OPP-06", "AR-VIT-05")
def test_a_strike_ends_the_move_in_the_exact_cell() -> None:
    """Who dies of an answer stays in the cell where it was struck, and the action is lost."""
    weak = fighter("A", (2, 2), total_vitality=15, current_vitality=-9, conditions={"disabled": 1})
    foe = fighter("B", (4, 3), "2", aap_max=2, mods={"melee": 4}, total_vitality=30)
    fight = session(board(weak, foe), 9)
    outcome = fight.submit(Move(actor="A", path=line((2, 2), 3)))
    assert asked(outcome) == "B"
    assert pos(fight.encounter, "A") == (3, 2)
    done = accepted(reply(fight, "attack:axe"))
    assert done.result.wasted
    assert pos(fight.encounter, "A") == (3, 2)
    assert sheet(fight.encounter, "A").current_vitality == -18
    assert sheet(fight.encounter, "A").conditions == {"dead": 1}
    assert sheet(fight.encounter, "A").ap == 2


@pytest.mark.rule("AR-OPP-03", "AR-THR-02", "AR-MOV-05")
def test_windows_of_a_path() -> None:
    """Each step inside a ring is one window; height and missing AAP keep others out of it."""
    fight = session(
        board(
            fighter("A", (3, 4)),
            fighter("B", (5, 5), "2", aap_max=2),
            fighter("C", (6, 5), "2", aap_max=2).replace(altitude=13.5),
            fighter("D", (5, 7), "2", aap_max=1, threat_max=3),
        )
    )
    outcome = fight.submit(MovementManoeuvre(actor="A", path=line((3, 4), 4)))
    seen = []
    while isinstance(outcome, Asking):
        seen.append((asked(outcome), pos(fight.encounter, "A")))
        outcome = reply(fight, "pass")
    assert seen == [("B", (4, 4)), ("B", (4, 4)), ("B", (5, 4)), ("B", (6, 4))]


@pytest.mark.rule("AR-OPP-03")
def test_leaving_and_entering_may_be_two_windows() -> None:
    """By house rule a step from one threatened square to another opens two windows."""
    near = board(
        fighter("A", (4, 4)),
        fighter("B", (5, 5), "2", aap_max=2),
        windows_per_step="leave_and_enter",
    )
    fight = session(near)
    outcome = fight.submit(Move(actor="A", path=line((4, 4), 1)))
    assert pos(fight.encounter, "A") == (4, 4)
    outcome = reply(fight, "pass")
    assert asked(outcome) == "B"
    assert pos(fight.encounter, "A") == (5, 4)
    assert isinstance(reply(fight, "pass"), Accepted)


@pytest.mark.rule("AR-OPP-01", "AR-MNV-17")
def test_a_sidestep_asks_nobody() -> None:
    """A Sidestep inside a threat range opens no window, nor does moving past an ally."""
    near = board(fighter("A", (4, 4)), fighter("B", (5, 5), "2", aap_max=2))
    assert isinstance(session(near).submit(Sidestep(actor="A", path=line((4, 4), 1))), Accepted)
    allies = board(fighter("A", (4, 4)), fighter("B", (5, 5), aap_max=2))
    assert isinstance(session(allies).submit(Move(actor="A", path=line((4, 4), 1))), Accepted)


@pytest.mark.rule("AR-OPP-02", "AR-THR-01")
def test_only_who_can_pay_is_asked() -> None:
    """Who lacks AAP, is capped or cannot act gets no window; a house rule asks all but the last."""
    poor = fighter("B", (5, 5), "2", aap_max=1)
    capped = fighter("C", (4, 5), "2", aap_max=2, points_used=1, conditions={"disabled": 1})
    stunned = fighter("D", (5, 3), "2", aap_max=2, conditions={"stunned": 1})
    around = (fighter("A", (4, 4)), poor, capped, stunned)
    step = Move(actor="A", path=line((4, 4), 1))
    assert isinstance(session(board(*around)).submit(step), Accepted)
    fight = session(board(*around, window_needs_payment=False))
    assert asked(fight.submit(step)) == "B"
    question = fight.wanted[0]
    assert isinstance(question, Question)
    assert not question.options[1].enabled


@pytest.mark.rule("AR-OPP-04", "AR-OPP-02")
def test_only_armed_melee_weapons_answer() -> None:
    """The window offers the axe, not the fist or the bow; who is unarmed gets none."""
    near = (fighter("A", (4, 4)), fighter("B", (5, 5), "2", aap_max=3))
    fight = session(board(*near))
    fight.submit(Move(actor="A", path=line((4, 4), 1)))
    question = fight.wanted[0]
    assert isinstance(question, Question)
    assert [one.id for one in question.options] == [
        "pass",
        "attack:axe",
        "repeated_attack:axe",
    ]
    assert permitted_answers(board(*near), "B", "A") == ("attack", "repeated_attack")
    bare = board(near[0], fighter("B", (5, 5), "2", aap_max=3, armed=False))
    assert isinstance(session(bare).submit(Move(actor="A", path=line((4, 4), 1))), Accepted)
    assert permitted_answers(bare, "B", "A") == ()


@pytest.mark.rule("AR-OPP-03", "AR-INC-04")
def test_being_moved_opens_windows_but_is_no_movement() -> None:
    """Somebody pushed past its opponents gives them windows and keeps its Movement Increment."""
    near = board(fighter("A", (4, 4)), fighter("B", (5, 5), "2", aap_max=2))
    table = Table(SYSTEM, near, NO_ADJUSTMENTS)
    pushed = walk(table, Walk("A", line((4, 4), 1), forced=True))
    step = next(pushed)
    assert isinstance(step, Call)
    question = next(step.procedure(table, step.args))
    assert isinstance(question, Ask)
    assert question.question.recipient == "B"
    counted = Table(SYSTEM, near, NO_ADJUSTMENTS)
    taken = StepTaken("A", Cell(4, 4), Cell(5, 4), 1, forced=True)
    assert not list(after_step(counted, taken))


def test_undo_takes_the_answer_back_and_then_the_move() -> None:
    """Undo within the walk reopens the last question; once more leaves the mover at its start."""
    fight = session(corridor(), 10)
    fight.submit(Move(actor="mover", path=PATH))
    reply(fight, "pass")
    assert len(fight.wanted) == 1
    assert pos(fight.encounter, "mover") == (1, 5)
    assert fight.undo()
    assert fight.undo()
    assert fight.top is None
    assert pos(fight.encounter, "mover") == (0, 5)
    assert fight.redo()
    assert fight.top is not None


def test_a_correction_in_the_middle_of_the_walk_counts() -> None:
    """The GM may change a sheet while the question is open; the answer is played with it."""
    fight = session(corridor(), 10)
    fight.submit(Move(actor="mover", path=PATH))
    fight.submit(SetValue(who=("first",), field="sheet.mods", value='{"melee": 15}'))
    assert asked_now(fight) == "first"
    outcome = reply(fight, "attack:axe")
    while isinstance(outcome, Asking):
        outcome = reply(fight, "pass")
    # 10 + 15 against 12: 13 over, so 5 + 13.
    assert sheet(fight.encounter, "mover").current_vitality == 50 - 1 - 18


def asked_now(fight: Session) -> str:
    """Return who is asked at this moment."""
    question = fight.wanted[0]
    assert isinstance(question, Question)
    assert question.recipient is not None
    return question.recipient


def test_amending_the_walk_changes_the_answer_inside_it() -> None:
    """A finished walk plays again with the same dice; a window's attack keeps its result."""
    fight = session(corridor(), 10)
    outcome = fight.submit(Move(actor="mover", path=PATH))
    outcome = reply(fight, "attack:axe")
    while isinstance(outcome, Asking):
        outcome = reply(fight, "pass")
    before = fight.encounter
    row = fight.position.cursor
    damage = "movement 1/after step 1/answer of first/strike/harm/damage"
    changed = fight.amend(row, Adjustments(totals={damage: 1}))  # type: ignore[arg-type]
    assert isinstance(changed.outcome, Accepted)
    assert sheet(before, "mover").current_vitality == 50 - 1 - 8
    again = fight.amend(fight.position.cursor, Adjustments())
    assert isinstance(again.outcome, Accepted)
    assert fight.encounter == before


@pytest.mark.rule("AR-ACT-06")
def test_never_lets_a_walk_past_fourteen_run_through() -> None:
    """With the standing answer "never" a walk past 14 foes asks nothing and records what passed."""
    fight = session(gauntlet())
    fight.submit(SetStanding(key="side:2:opportunity", policy="never"))
    outcome = fight.submit(Move(actor="mover", path=line((0, 10), 30)))
    done = accepted(outcome)
    assert pos(fight.encounter, "mover") == (30, 10)
    # Each foe threatens three squares of the way: entered, crossed twice, left.
    assert len(done.passed) == 14 * 4
    assert done.result.squares == 30


@pytest.mark.rule("AR-ACT-06")
def test_always_strikes_as_long_as_it_can_be_paid() -> None:
    """With "always" for one foe it strikes at its first window without being asked."""
    fight = session(corridor(), 10)
    fight.submit(SetStanding(key="first:opportunity", policy="always"))
    fight.submit(SetStanding(key="second:opportunity", policy="never"))
    accepted(fight.submit(Move(actor="mover", path=PATH)))
    assert sheet(fight.encounter, "mover").current_vitality == 50 - 1 - 8
    assert sheet(fight.encounter, "first").aap == 0


def gauntlet() -> Encounter:
    """Return a mover and 14 foes along its way of 30 cells."""
    mover = fighter("mover", (0, 10), base_speed=30, total_vitality=400)
    foes = (fighter(f"foe {n}", (2 + 2 * n, 9 if n % 2 else 11), "2", aap_max=2) for n in range(14))
    return board(mover, *foes).replace(map=BattleMap(width=40, height=20))


def test_a_walk_past_fourteen_asks_each_in_its_cell() -> None:
    """Asked all of it, the walk takes 56 replies, each played again from the start."""
    command, encounter, replies = Move(actor="mover", path=line((0, 10), 30)), gauntlet(), Replies()
    count = 0
    outcome = play(SYSTEM, encounter, command, replies, Options())
    while isinstance(outcome, Asking):
        count += 1
        key = outcome.wanted[0].key
        replies = outcome.replies.with_reply(Reply(key=key, answer=Answer(option="pass")))
        outcome = play(SYSTEM, encounter, command, replies, Options())
    assert isinstance(outcome, Accepted)
    assert count == 14 * 4


def test_the_log_tells_of_each_answer() -> None:
    """The nested attack stands in the log with its sum, its die and its damage."""
    fight = session(corridor(), 10)
    outcome = fight.submit(Move(actor="mover", path=PATH))
    outcome = reply(fight, "attack:axe")
    while isinstance(outcome, Asking):
        outcome = reply(fight, "pass")
    told = next(one for one in traces(outcome) if one.title.startswith("first attacks"))
    assert told.total == 5
    assert told.result == "−8"
    rolled = [step.after for step in told.steps if step.rule_id == "AR-CHK-01" and step.faces]
    assert rolled == [15]
