"""Mounts and vehicles: getting on and off, moving together, and what a sudden stop costs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from gridwar.engine.gm.combatant_commands import Place
from gridwar.engine.kit.modifier_tally import Tally
from gridwar.engine.kit.offers_and_actions import Target
from gridwar.engine.kit.turn_and_move_commands import Move
from gridwar.engine.play.offered_actions_and_drafts import actions_of
from gridwar.engine.play.play_outcome import Refused
from gridwar.model.battlemap import LayerName
from gridwar.model.command import NO_ADJUSTMENTS, Answer
from gridwar.model.geometry import SUBCELL, Cell, Point, Size
from gridwar.model.question_and_refusal import Question
from gridwar.model.walls import Wall
from gridwar.systems.arrgs import SYSTEM
from gridwar.systems.arrgs.attacks.attack import Attack
from gridwar.systems.arrgs.checks.check_sums import Exchange
from gridwar.systems.arrgs.checks.reactions import reaction_result
from gridwar.systems.arrgs.core.movement_speed import increment_of, increment_since_crash, speed_of
from gridwar.systems.arrgs.movement.acceleration_and_collisions import Collide
from gridwar.systems.arrgs.movement.mounting_and_dismounting import Dismount, Mount
from gridwar.systems.arrgs.positions.distances import between
from gridwar.systems.arrgs.turns.rounds_and_pauses import EndRound
from tests.systems.arrgs.skirmish import accepted, asked, board, fighter, line, session, sheet

if TYPE_CHECKING:
    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Encounter


def horse(at: tuple[int, int] = (6, 5), **fields: Any) -> Combatant:
    """Return a Large horse of two squares a side."""
    fields = {"size": "Large", "base_speed": 8, "personality_modifier": 2, **fields}
    return fighter("H", at, **fields).replace(size=Size(2, 2))


def rider(at: tuple[int, int] = (5, 5), **fields: Any) -> Combatant:
    """Return somebody who can ride."""
    return fighter("R", at, **{"mods": {"ride": 3, "piloting": 4}, **fields})


def mounted(**fields: Any) -> tuple[Combatant, Combatant]:
    """Return a rider in the saddle, and the horse."""
    return rider((6, 5), rides="H", steers=True, **fields), horse()


def code(encounter: Encounter, command: Any) -> str:
    """Return the reason of a refusal."""
    outcome = session(encounter).submit(command)
    assert isinstance(outcome, Refused), outcome
    return outcome.code


@pytest.mark.rule("AR-MNV-11", "AR-MOV-08")
def test_who_mounts_is_attached_and_gets_off_into_a_free_square() -> None:
    """9+3 is the 10+2 of the horse; the rider is in its square, and lands beside it again."""
    fight = session(board(rider(ap_max=4), horse()), 9, 9)
    done = accepted(fight.submit(Mount(actor="R", target="H"))).result
    assert (done.dc, done.result, done.success) == (12, 12, True)
    assert fight.encounter["R"].pos == Cell(6, 5)
    assert sheet(fight.encounter, "R").steers
    fight.submit(Dismount(actor="R"))
    question = fight.wanted[0]
    assert isinstance(question, Question)
    assert Cell(8, 5) in question.cells
    assert Cell(7, 6) not in question.cells
    accepted(fight.answer(question.key, Answer(cell=Cell(8, 5))))
    assert fight.encounter["R"].pos == Cell(8, 5)
    assert sheet(fight.encounter, "R").rides is None


@pytest.mark.rule("AR-MNV-17", "AR-MOV-08")
def test_a_rider_sidesteps_with_the_mount() -> None:
    """The rider pays 1 AP, the horse steps aside by one square with it on its back."""
    encounter = board(*mounted())
    action = next(one for one in actions_of(SYSTEM, encounter, "R") if one.id == "sidestep")
    assert (action.refusal, action.candidates is not None) == (None, True)
    fight = session(encounter)
    accepted(fight.submit(action.make(Target(cell=Cell(5, 5)))))
    assert fight.encounter["R"].pos == fight.encounter["H"].pos == Cell(5, 5)
    assert (sheet(fight.encounter, "R").ap, sheet(fight.encounter, "H").ap) == (2, 3)
    assert sheet(fight.encounter, "H").squares_moved == 1


@pytest.mark.rule("AR-MOV-08", "AR-CND-01")
def test_a_mount_goes_by_itself_once_its_rider_cannot_act() -> None:
    """With its rider unconscious the horse pays and walks by itself, and carries it along."""
    fight = session(board(*mounted(conditions={"unconscious": 1})))
    done = accepted(fight.submit(Move(actor="H", path=line((6, 5), 3)))).result
    assert (done.squares, done.budget) == (3, 8)
    assert (sheet(fight.encounter, "R").ap, sheet(fight.encounter, "H").ap) == (3, 2)
    assert fight.encounter["R"].pos == fight.encounter["H"].pos == Cell(9, 5)


@pytest.mark.rule("AR-MNV-11")
def test_what_can_be_mounted() -> None:
    """One size larger and adjacent; larger ones by the house rule; a vehicle of any size."""
    mount = Mount(actor="R", target="H")
    assert code(board(rider(), horse((8, 5))), mount) == "not_beside_mount"
    huge = horse(size="Huge")
    assert code(board(rider(), huge), mount) == "too_large_to_mount"
    assert code(board(rider(), horse(size="Medium")), mount) == "wrong_size"
    accepted(session(board(rider(), huge, mount_sizes="one_or_more"), 9).submit(mount))
    cart = session(board(rider(), horse(size="Huge", vehicle=True)), 7)
    assert accepted(cart.submit(mount)).result.dc == 10


@pytest.mark.rule("AR-MOV-08", "AR-MOV-01", "AR-MOV-03", "AR-INC-02")
def test_the_rider_pays_and_rolls_and_both_move() -> None:
    """Piloting 12+4 against 10: 8+6 squares; the rider's AP and Vitality pay, both are moved."""
    fight = session(board(*mounted()), 12)
    done = accepted(fight.submit(Move(actor="R", path=line((6, 5), 10)))).result
    assert (done.squares, done.budget) == (10, 14)
    assert fight.encounter["H"].pos == fight.encounter["R"].pos == Cell(16, 5)
    assert (sheet(fight.encounter, "R").ap, sheet(fight.encounter, "H").ap) == (2, 3)
    assert sheet(fight.encounter, "R").current_vitality == 49
    now = fight.encounter
    assert increment_of(now["H"]) == speed_of(now, now["R"]) == 2
    tally = Tally("reflex", NO_ADJUSTMENTS)
    assert reaction_result(tally, now, Exchange("R", "reflex", reaction=True)) == 8


@pytest.mark.rule("AR-MOV-03")
def test_a_calm_hand_takes_ten() -> None:
    """Where the GM allows passive Piloting the reach is 8 and 4 without a roll."""
    fight = board(*mounted(passive_piloting=True))
    assert [zone.limit for zone in SYSTEM.board.movement(fight, "H", "").zones][:1] == [12]
    accepted(session(fight).submit(Move(actor="H", path=line((6, 5), 12))))


@pytest.mark.rule("AR-MOV-08")
def test_a_mount_put_elsewhere_takes_its_rider_along() -> None:
    """The GM places the horse by hand, and the rider sits on it still."""
    fight = session(board(*mounted()))
    accepted(fight.submit(Place(to=(("H", Cell(12, 9)),))))
    assert fight.encounter["R"].pos == Cell(12, 9)


@pytest.mark.rule("AR-MNV-11", "AR-OPP-01")
def test_mounting_provokes() -> None:
    """A foe beside the rider is asked first."""
    foe = fighter("F", (4, 5), "2", aap_max=2)
    assert asked(session(board(rider(), horse(), foe)).submit(Mount(actor="R", target="H"))) == "F"


@pytest.mark.rule("AR-MOV-04")
@pytest.mark.parametrize(
    ("rule", "increment"), [("last_category", 1), ("slowest", 2), ("first_category", 2)]
)
def test_mixed_movement_is_measured_by_one_base_speed(rule: str, increment: int) -> None:
    """Four squares on foot at 5, four flying at 12: 8 squares are increment 1, or 2 by 5."""
    bird = fighter("A", (5, 5), speeds={"flying": 12}, natural=frozenset({"walking", "flying"}))
    fight = session(board(bird, mixed_category_base=rule))
    accepted(fight.submit(Move(actor="A", path=line((5, 5), 4))))
    accepted(fight.submit(Move(actor="A", path=line((9, 5), 4), mode="flying")))
    assert increment_of(fight.encounter["A"]) == increment


@pytest.mark.rule("AR-ACC-02", "AR-ACC-05")
def test_who_runs_into_a_wall_loses_its_speed_and_all_aboard_too() -> None:
    """8 times increment 3 is 24 for the horse and its rider; the End of Round asks no more."""
    fast = horse(squares_moved=24)
    fight = session(board(rider((6, 5), rides="H", steers=True), fast))
    done = accepted(fight.submit(Collide(actor="H", target="a wall"))).result
    assert dict(done.losses) == {"H": 24, "a wall": 24, "R": 24}
    accepted(fight.submit(EndRound()))
    assert [sheet(fight.encounter, who).current_vitality for who in "HR"] == [26, 26]
    assert sheet(fight.encounter, "H").previous_increment == 0


@pytest.mark.rule("AR-ACC-02")
def test_slow_things_only_bump() -> None:
    """At increment 2 nobody is hurt; and what is not beside the horse is not run into."""
    far = Collide(actor="H", target="a wall", square=Cell(12, 5))
    assert code(board(horse(squares_moved=16)), far) == "not_beside"
    fight = session(board(horse(squares_moved=16)))
    done = accepted(fight.submit(Collide(actor="H", target="a wall"))).result
    assert (done.raw_loss, dict(done.losses)) == (0, {"H": 0, "a wall": 0})


@pytest.mark.rule("AR-ACC-02")
def test_whoever_crashed_gathers_speed_anew() -> None:
    """Who has crashed stands still; the squares after the crash count by themselves."""
    fight = session(board(horse(squares_moved=24)))
    bump = Collide(actor="H", target="a wall")
    assert accepted(fight.submit(bump)).result.raw_loss == 24
    assert code(fight.encounter, bump) == "stands_still"
    accepted(fight.submit(Move(actor="H", path=line((6, 5), 4))))
    assert increment_of(fight.encounter["H"]) == 4
    assert increment_since_crash(fight.encounter["H"]) == 1


def action_on(encounter: Encounter, cell: Cell) -> Any:
    """Return what a click on a square asks for while the horse runs into something."""
    action = next(one for one in actions_of(SYSTEM, encounter, "H") if one.id == "collide")
    return action.make(Target(cell=cell))


@pytest.mark.rule("AR-ACC-02")
def test_walls_and_rock_beside_a_mover_can_be_run_into() -> None:
    """Beyond a wall straight ahead, and on impassable ground, there is something to run into."""
    wall = Wall(id="w", a=Point(8 * SUBCELL, 0), b=Point(8 * SUBCELL, 9 * SUBCELL))
    encounter = board(horse(squares_moved=24))
    page = encounter.map.replace(walls=(wall,)).with_painted(LayerName.TERRAIN, {Cell(5, 5): 2})
    encounter = encounter.replace(map=page)
    action = next(one for one in actions_of(SYSTEM, encounter, "H") if one.id == "collide")
    assert action.candidates is not None
    assert action.candidates().cells == {Cell(8, 5), Cell(8, 6), Cell(5, 5)}
    command = action_on(encounter, Cell(8, 6))
    assert accepted(session(encounter).submit(command)).result.losses["a wall"] == 24
    large = fighter("B", (4, 7), "2").replace(size=Size(2, 2))
    encounter = encounter.with_combatant(large)
    done = accepted(session(encounter).submit(action_on(encounter, Cell(4, 8)))).result
    assert done.losses["B"] == 24


@pytest.mark.rule("AR-ACC-03")
@pytest.mark.parametrize(("rule", "loss"), [("sum", (8 + 5) * 3), ("each", 0)])
def test_two_that_meet_head_on_add_up(rule: str, loss: int) -> None:
    """Speeds 8 and 5 at increments 2 and 1: 13 times 3, or nothing where each needs 3."""
    other = fighter("B", (12, 5), "2", squares_moved=5)
    fight = session(board(horse(squares_moved=16), other, headon_threshold=rule))
    done = accepted(fight.submit(Collide(actor="H", target="B", head_on=True))).result
    assert dict(done.losses) == {"H": loss, "B": loss}


@pytest.mark.rule("AR-MOV-08")
def test_who_rides_strikes_from_the_saddle() -> None:
    """A foe beside the horse is next to its rider's corner or is not: rings go by the rider."""
    foe = fighter("F", (5, 5), "2")
    fight = session(board(*mounted(), foe), 12)
    accepted(fight.submit(Attack(actor="R", target="F", weapon="axe")))


@pytest.mark.rule("AR-THR-05", "AR-MNV-11")
def test_a_rider_is_as_near_as_its_mount() -> None:
    """A foe beside the far side of a horse is next to its rider, and the rider to it."""
    right = fighter("F", (8, 6), "2")
    start = board(*mounted(), right)
    assert between(start, "R", "F") == between(start, "F", "R") == 1
    accepted(session(start, 12).submit(Attack(actor="R", target="F", weapon="axe")))
    assert between(start, "R", "H") == 0
