"""What the window is told of the rules: figures, badges, choices, the sheet of an action."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from frozendict import frozendict

from gridwar.engine.kit.turn_and_move_commands import Move, TakeTurn
from gridwar.engine.play.offered_actions_and_drafts import actions_of
from gridwar.engine.play.play_outcome import Refused
from gridwar.engine.play.preview_and_named_outcomes import preview
from gridwar.model.geometry import Cell, Size
from gridwar.systems.arrgs import SYSTEM
from gridwar.systems.arrgs.actions.ready import Ready
from gridwar.systems.arrgs.attacks.attack import Attack
from gridwar.systems.arrgs.core.fight_state import ArrgsState, SpellEffect
from gridwar.systems.arrgs.core.weapon_and_item_records import Weapon
from gridwar.systems.arrgs.manoeuvres.aid_another_and_change_reach import ChangeReach, ring_words
from gridwar.systems.arrgs.movement.acceleration_and_collisions import Collide
from gridwar.systems.arrgs.movement.mounting_and_dismounting import Mount
from gridwar.systems.arrgs.movement.movement_budget import Moved
from gridwar.systems.arrgs.movement.movement_manoeuvre import MovementManoeuvre
from gridwar.systems.arrgs.movement.sidestep_and_standup import Sidestep
from tests.systems.arrgs.skirmish import (
    AXE,
    BOW,
    FIST,
    accepted,
    board,
    fighter,
    line,
    session,
    sheet,
)

if TYPE_CHECKING:
    from gridwar.model.encounter import Encounter


def options(encounter: Encounter, command: Any) -> dict[str, str]:
    """Return what the first choice of a command lets choose: the words of each and its note."""
    choice = SYSTEM.draft(encounter, command).choices[0]
    return {one.title: one.note for one in choice.options}


def badges(encounter: Encounter, who: str) -> list[str]:
    """Return the words of somebody's badges."""
    return [one.text for one in SYSTEM.cards.card(encounter, who).badges]


@pytest.mark.rule("AR-VIT-02", "AR-DEF-02", "AR-INC-01", "AR-ACT-05", "AR-ACT-07", "AR-RNG-01")
def test_the_card_has_the_figures_of_the_round() -> None:
    """7 squares at base 5 are increment 2, -2; 5 points are -4 later: Reflex 10 + 3 - 6."""
    one = fighter("A", (4, 4), squares_moved=7, points_used=5, ap=0, mods={"reflex": 3})
    card = SYSTEM.cards.card(board(one), "A")
    figures = {one.label: (one.value, one.hint) for one in card.figures}
    assert figures["Movement Increment"] == ("2 (-2)", "7 squares in this round")
    assert figures["Points used"] == ("5", "-4 on later checks")
    assert figures["Reflex"][0] == "7"
    assert figures["Threat range"][0] == "1–1"


@pytest.mark.rule("AR-VIT-02", "AR-DEF-02", "AR-INC-01", "AR-ACT-05", "AR-MNV-13")
def test_swapped_points_have_pips_of_their_own() -> None:
    """Two AP made ready by who has no AAP are two AAP of two, and one AP of three."""
    fight = session(board(fighter("A", (4, 4))))
    accepted(fight.submit(Ready(actor="A", points=2)))
    pips = SYSTEM.cards.card(fight.encounter, "A").pips
    assert [(one.label, one.left, one.full) for one in pips] == [("AP", 1, 3), ("AAP", 2, 2)]


@pytest.mark.rule("AR-CHK-01", "AR-ATK-03")
def test_the_sheet_of_an_attack_has_the_sum_of_its_own_check_alone() -> None:
    """What is added to the die stands there; the Defence that it faces is worked out aside."""
    people = (fighter("A", (4, 4), mods={"melee": 5}), fighter("B", (5, 4), "2"))
    seen = preview(SYSTEM, board(*people), Attack(actor="A", target="B", weapon="axe"))
    assert [(one.aside, one.total) for one in seen.tallies] == [(False, 5), (True, 0)]


@pytest.mark.rule("AR-CHK-04")
def test_what_has_no_check_succeeds_unless_it_is_lost() -> None:
    """The odds take a move for a success, and one lost to an opportunity for none."""
    now = board(fighter("A", (4, 4)))
    for lost in (False, True):
        facts = SYSTEM.cards.facts(now, now, Moved(wasted=lost))
        assert facts is not None
        assert facts.success is not lost


@pytest.mark.rule("AR-ATK-01", "AR-MNV-02")
def test_the_three_kinds_of_attack_are_told_apart() -> None:
    """Melee has a sword, what is shot or thrown a crosshair, a spell its own heading."""
    bolt = Weapon(id="bolt", category="spell", base_sv=2)
    armed = fighter("A", (4, 4), weapons=(AXE, FIST, BOW, bolt))
    icons = {one.id: one.icon for one in actions_of(SYSTEM, board(armed), "A")}
    assert icons["attack:axe"] == icons["attack:fist"] == "sword"
    assert icons["attack:bow"] == "crosshair"
    assert icons["cast:bolt"] == "sparkles"


@pytest.mark.rule("AR-ACC-03", "AR-ACC-02")
def test_a_collision_names_its_force_from_behind_and_head_on() -> None:
    """Increments 4 and 2 at speed 5: 5 x 4 into its back, (5 + 5) x (4 + 2) head-on."""
    encounter = board(
        fighter("A", (4, 4), squares_moved=20), fighter("B", (5, 4), "2", squares_moved=10)
    )
    assert options(encounter, Collide(actor="A", target="B")) == {
        "Into its side or back": "20 Force to both",
        "Head-on": "60 Force to both",
    }
    assert not SYSTEM.draft(encounter, Collide(actor="A", target="a tree")).choices


@pytest.mark.rule("AR-MNV-11", "AR-ACC-03")
def test_mounting_names_its_checks_and_their_dc() -> None:
    """Ride +3 or Piloting -1 against 10 and the mount's Personality of 2."""
    horse = fighter("horse", (5, 4), size="Large", personality_modifier=2)
    encounter = board(fighter("A", (4, 4), mods={"ride": 3, "piloting": -1}), horse)
    found = options(encounter, Mount(actor="A", target="horse"))
    assert found == {"Ride": "+3, DC 12", "Piloting": "-1, DC 12"}


@pytest.mark.rule("AR-ACC-01", "AR-TRN-01")
def test_nothing_is_foretold_of_a_way_that_is_not_planned() -> None:
    """Who turns slowly reads of turns once there is a path."""
    encounter = board(fighter("A", (4, 4), manoeuvrability=3).replace(facing_deg=90))
    planned = [
        SYSTEM.draft(encounter, Move(actor="A", path=path)).foreseen for path in ((), (Cell(5, 4),))
    ]
    assert [len(one) for one in planned] == [0, 1]


@pytest.mark.rule("AR-MOV-08", "AR-ACC-05")
def test_whoever_steers_is_named_first_of_those_aboard() -> None:
    """A cart with a passenger and a driver carries the driver first, whoever got on earlier."""
    encounter = board(
        fighter("A", (4, 4), rides="cart"),
        fighter("B", (4, 4), rides="cart", steers=True),
        fighter("cart", (4, 4), size="Large", vehicle=True).replace(size=Size(2, 2)),
    )
    assert badges(encounter, "cart") == ["carries B, A"]
    assert badges(encounter, "A") == ["aboard cart"]
    assert badges(encounter, "B") == ["steers cart"]


@pytest.mark.rule("AR-SPL-03", "AR-SPL-04")
def test_a_lasting_spell_is_a_badge_of_who_has_hold_of_it() -> None:
    """Its controller holds it, its caster no more."""
    web = SpellEffect(id="web", caster="B", controller="A", duration="lasting")
    encounter = board(fighter("A", (4, 4)), fighter("B", (6, 4), "2"))
    encounter = encounter.replace(rules=ArrgsState(spells=frozendict(web=web)))
    assert (badges(encounter, "A"), badges(encounter, "B")) == (["holds web"], [])


@pytest.mark.rule("AR-THR-04", "AR-MNV-03")
def test_a_shift_of_the_ring_names_the_ring_that_it_leaves() -> None:
    """A ring of 1 to 2 shifted by one threatens at 2 to 3 squares."""
    encounter = board(fighter("A", (4, 4), threat_max=2, reach=1))
    assert ring_words(encounter, "A", 1) == "threatens at 2 to 3 squares"
    assert options(encounter, ChangeReach(actor="A"))["+1"] == "threatens at 2 to 3 squares"


@pytest.mark.rule("AR-MOV-05", "AR-THR-05")
def test_the_ruler_counts_as_the_house_rules_do() -> None:
    """From nearest squares, or from the middle of those who are larger than one."""
    assert not SYSTEM.board.yardstick(board()).centres
    assert SYSTEM.board.yardstick(board(token_distance="centres")).centres


# --- ways of moving -------------------------------------------------------------------------------


@pytest.mark.rule("AR-MOV-01", "AR-TER-04", "AR-MOV-04", "AR-INC-04")
@pytest.mark.parametrize(
    ("altitude", "category", "increment"), [(0.0, "walking", 2), (1.0, "flying", 1)]
)
def test_who_is_in_the_air_flies(altitude: float, category: str, increment: int) -> None:
    """However little above the ground; six squares are one increment at base 8, two at 5."""
    natural = frozenset({"walking", "flying"})
    bird = fighter("A", (4, 4), speeds={"flying": 8}, natural=natural, mods={"movement": 1})
    fight = session(board(bird.replace(altitude=altitude)))
    done = accepted(fight.submit(MovementManoeuvre(actor="A", path=line((4, 4), 6)))).result
    assert sheet(fight.encounter, "A").last_category == category
    assert done.increment == increment


@pytest.mark.rule("AR-MNV-17", "AR-MOV-04")
@pytest.mark.parametrize(
    ("moved", "last", "altitude", "category"),
    [
        (2, "climbing", 0.0, "climbing"),
        (0, "climbing", 0.0, "walking"),
        (2, "walking", 1.0, "flying"),
    ],
)
def test_a_sidestep_goes_on_as_somebody_moved_last(
    moved: int, last: str, altitude: float, category: str
) -> None:
    """Who has climbed in this round climbs on; who is in the air flies."""
    speeds = {"climbing": 2, "flying": 8}
    one = fighter("A", (4, 4), squares_moved=moved, last_category=last, speeds=speeds)
    fight = session(board(one.replace(altitude=altitude)))
    accepted(fight.submit(Sidestep(actor="A", path=((5, 4),))))
    assert sheet(fight.encounter, "A").last_category == category


@pytest.mark.rule("AR-TRN-01", "AR-TRN-05")
@pytest.mark.parametrize(("step", "facing"), [((1, 0), 90), ((0, 1), 180), ((-1, 0), 270)])
def test_who_faces_nowhere_yet_faces_the_way_it_goes(step: tuple[int, int], facing: int) -> None:
    """The first step of a cart sets its facing, and is no turn."""
    fight = session(board(fighter("A", (4, 4), manoeuvrability=1)))
    accepted(fight.submit(MovementManoeuvre(actor="A", path=(Cell(4, 4).shifted(*step),))))
    assert fight.encounter["A"].facing_deg == facing
    assert sheet(fight.encounter, "A").turns_since_last_turn is None


@pytest.mark.rule("AR-TRN-03", "AR-MOV-08")
def test_the_turns_of_a_mount_are_those_of_who_steers_it() -> None:
    """A ridden horse waits for its rider's turns, not for its own place in the order."""
    horse = fighter("horse", (4, 4), size="Large", turns_since_last_turn=0)
    rider = fighter("A", (4, 4), rides="horse", steers=True)
    fight = session(board(horse.replace(size=Size(2, 2)), rider))
    for who, waited in (("horse", 0), ("A", 1)):
        accepted(fight.submit(TakeTurn(actor=who)))
        assert sheet(fight.encounter, "horse").turns_since_last_turn == waited


@pytest.mark.rule("AR-TRN-01", "AR-TRN-02", "AR-TRN-03")
def test_manoeuvrability_stands_on_the_card_of_who_turns_slowly() -> None:
    """3, and 2 at increment 1; the agile have no such figure."""
    for value, shown in ((3, ["3 (2)"]), (10, [])):
        one = board(fighter("A", (4, 4), manoeuvrability=value, squares_moved=5))
        figures = SYSTEM.cards.card(one, "A").figures
        assert [it.value for it in figures if it.label == "Manoeuvrability"] == shown


@pytest.mark.rule("AR-MOV-08")
def test_who_rides_is_dragged_with_the_mount() -> None:
    """The horse moves for its rider, whose card depends on it."""
    horse = fighter("horse", (4, 4), size="Large").replace(size=Size(2, 2))
    rider = fighter("A", (4, 4), rides="horse", steers=True)
    body = SYSTEM.board.body(board(horse, rider), "A")
    assert (body.mover, body.linked) == ("horse", ("horse",))


@pytest.mark.rule("AR-MOV-02", "AR-MOV-04")
def test_the_speed_on_foot_is_the_base_speed_and_any_other_5_unless_entered() -> None:
    """3 on foot, 5 swimming, 2 climbing as entered."""
    one = sheet(board(fighter("A", (4, 4), base_speed=3, speeds={"climbing": 2})), "A")
    assert [one.speed(key) for key in ("walking", "swimming", "climbing")] == [3, 5, 2]


@pytest.mark.rule("AR-ACC-02", "AR-ACC-05")
@pytest.mark.parametrize(("x", "refused"), [(5, False), (6, True)])
def test_what_is_run_into_stands_beside(x: int, refused: bool) -> None:
    """A tree two squares away is not met."""
    fight = session(board(fighter("A", (4, 4), squares_moved=15)))
    outcome = fight.submit(Collide(actor="A", target="a tree", square=Cell(x, 4)))
    assert isinstance(outcome, Refused) is refused
