"""What the log of ARRGS says of each number, and what real dice are asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import pytest
from frozendict import frozendict

from gridwar.dice.dice_sources import TypedDice
from gridwar.engine.kit.turn_and_move_commands import BeginFight
from gridwar.engine.play.play_outcome import Asking, DiceWanted
from gridwar.engine.play.preview_and_named_outcomes import preview
from gridwar.engine.session.session import Session
from gridwar.model.command import Adjustments
from gridwar.model.geometry import Cell
from gridwar.systems.arrgs import SYSTEM
from gridwar.systems.arrgs.attacks.area_attack import AreaAttack
from gridwar.systems.arrgs.attacks.attack import Attack
from gridwar.systems.arrgs.attacks.trip_disarm_reposition_sunder import Reposition, Trip
from gridwar.systems.arrgs.core.fight_state import ArrgsState, SpellEffect
from gridwar.systems.arrgs.core.sheet import Modifier
from gridwar.systems.arrgs.core.weapon_and_item_records import Weapon
from gridwar.systems.arrgs.spells.control_and_dismiss_spell import DismissSpell
from gridwar.systems.arrgs.turns.rounds_and_pauses import EndRound
from tests.support.strict_table import StrictTable
from tests.systems.arrgs.skirmish import board, fighter, reply, session, traces

if TYPE_CHECKING:
    from gridwar.engine.play.play_outcome import Outcome
    from gridwar.model.encounter import Encounter
    from gridwar.model.trace import Trace


def told(outcome: Outcome) -> list[str]:
    """Return the headlines of an outcome, each with its result."""
    return [f"{one.title}: {one.result}" if one.result else one.title for one in traces(outcome)]


# --- every number by its parts --------------------------------------------------------------------


def parts(trace: Trace) -> list[tuple[str, object, str]]:
    """Return the steps of a trace: what, how much, by which rule."""
    return [(step.label, step.after, step.rule_id) for step in trace.steps]


@pytest.mark.rule("AR-DEF-02", "AR-MNV-01", "AR-MOD-02")
def test_a_defence_is_told_by_its_parts_and_the_aid_that_it_used_up() -> None:
    """Reflex 10 + 2 + 4 by an ally: 16; the 4 are gone, and the log says so before the blow."""
    aid = Modifier(
        check="reflex", type="assisted", value=4, source="aided by C", ends="round_end", once=True
    )
    target = fighter("B", (5, 4), "2", mods={"reflex": 2}, modifiers=(aid,))
    fight = session(board(fighter("A", (4, 4), mods={"melee": 5}), target), 12)
    outcome = fight.submit(Attack(actor="A", target="B", weapon="axe"))
    assert told(outcome) == [
        "A pays: 2 AP, 1 Vitality",
        "The help for B is used up",
        "A attacks B with axe: −6",
    ]
    used, blow = traces(outcome)[1:]
    assert [(step.label, step.before, step.after) for step in used.steps] == [("aided by C", 4, 0)]
    assert parts(blow)[:4] == [
        ("B: Reaction", 10, "AR-CHK-02"),
        ("B: Skill and ability", 2, "AR-CHK-01"),
        ("B: aided by C", 4, "AR-MOD-02"),
        ("Defence", 16, "AR-DEF-02"),
    ]


@pytest.mark.rule("AR-DEF-02", "AR-CND-05", "AR-MOD-09")
def test_a_defence_names_what_makes_it_nothing_or_more() -> None:
    """The unconscious cannot defend: 0; the lesser of two magnitudes doubles its Reflex 12."""
    for fields, last in (
        ({"conditions": {"unconscious": 1}}, ("B: Cannot defend", 0, "AR-CND-05")),
        ({"magnitude": -1}, ("B: Magnitude ×2", 24, "AR-MOD-09")),
    ):
        target = fighter("B", (5, 4), "2", mods={"reflex": 2}, **fields)
        fight = session(board(fighter("A", (4, 4)), target), 2)
        outcome = fight.submit(Attack(actor="A", target="B", weapon="axe"))
        if isinstance(outcome, Asking):
            outcome = reply(fight, "sleep")
        (blow,) = [one for one in traces(outcome) if "attacks" in one.title]
        assert parts(blow)[2] == last


@pytest.mark.rule("AR-DEF-02", "AR-MNV-06", "AR-SPL-03")
def test_a_counterspell_tells_both_sides_and_what_becomes_of_the_spell() -> None:
    """15 meets the caster's 10 + 5: the bolt is cancelled, and the log says it."""
    bolt = Weapon(id="bolt", category="spell", school="fire", base_sv=2)
    fight = session(
        board(
            fighter("A", (4, 4), weapons=(bolt,), mods={"spell": 5}),
            fighter("B", (7, 4), "2", aap_max=2, weapons=(bolt,)),
        ),
        15,
    )
    fight.submit(Attack(actor="A", target="B", weapon="bolt"))
    outcome = reply(fight, "counter:bolt")
    lines = told(outcome)
    assert lines[-2:] == ["B gives up bolt against bolt: succeeds", "bolt of A is cancelled"]
    both = parts(traces(outcome)[-2])
    assert both == [
        ("A: Reaction", 10, "AR-CHK-02"),
        ("A: Skill and ability", 5, "AR-CHK-01"),
        ("Check result", 15, "AR-MNV-06"),
    ]


@pytest.mark.rule("AR-ACC-01")
def test_a_sudden_stop_is_told_with_its_product() -> None:
    """5 squares at base 5 after 4 increments: 5 × 4 is 20, 25 with a weakness for Force at 1.5."""
    fast = fighter("V", (4, 4), previous_increment=4, vulnerable=frozenset({"force"}))
    (shock,) = [
        one for one in traces(session(board(fast)).submit(EndRound())) if "sudden" in one.title
    ]
    assert shock.result == "−30"
    assert [(s.label, s.before, s.after, s.rule_id) for s in shock.steps] == [
        ("Movement Increment", 4, 0, "AR-ACC-01"),
        ("Movement Speed", None, 5, "AR-ACC-01"),
        ("Force", "5 × 4", 20, "AR-ACC-01"),
        ("Success Value", None, 20, "AR-DMG-01"),
        ("Vulnerable", None, 10, "AR-DMG-04"),
    ]


@pytest.mark.rule("AR-MNV-16")
def test_a_push_says_of_how_many_squares_and_what_ends_it() -> None:
    """4 squares: B meets C at once, the edge of the map after one, or somebody far larger."""
    for start, third, size, words in (
        (6, 5, "Medium", "B is pushed into C: 0 of 4 squares"),
        (1, 9, "Medium", "B is pushed: 1 of 4 squares: the map ends there"),
        (6, 4, "Huge", "B is pushed: 1 of 4 squares: C is in the way"),
    ):
        people = (fighter("B", (start, 4), "2"), fighter("C", (third, 4), size=size))
        pusher = fighter("A", (start + 1, 4), mods={"melee": 3})
        push = Reposition(actor="A", target="B", weapon="axe", direction="W")
        outcome = session(board(pusher, *people), 10).submit(push)
        last = next(one for one in traces(outcome) if "pushed" in one.title)
        assert f"{last.title}: {last.result}" == words
        assert (last.steps[0].before, last.steps[0].rule_id) == ("of 4", "AR-MNV-16")


LASTING: tuple[tuple[str, Literal["concentration", "rounds", "lasting"], int], ...] = (
    ("cloud", "concentration", 0),
    ("light", "rounds", 1),
    ("web", "lasting", 0),
)


@pytest.mark.rule("AR-SPL-04", "AR-MNV-09")
def test_the_end_of_a_spell_says_why() -> None:
    """Nobody has controlled the cloud; the light has lasted its rounds; a web is dismissed."""
    caster = fighter("A", (4, 4), mods={"spell": 5})
    spells = {
        key: SpellEffect(id=key, caster="A", controller="A", duration=lasts, rounds_left=left)
        for key, lasts, left in LASTING
    }
    fight = session(board(caster).replace(rules=ArrgsState(spells=frozendict(spells))), 6)
    gone = traces(fight.submit(DismissSpell(actor="A", spell="web")))[-1]
    assert (gone.title, parts(gone)) == ("A: web ends", [("Dismissed", None, "AR-MNV-09")])
    ends = [one for one in traces(fight.submit(EndRound())) if "ends" in one.title]
    assert [(one.title, one.steps[0].rule_id) for one in ends] == [
        ("A: cloud ends", "AR-SPL-04"),
        ("A: light ends", "AR-SPL-04"),
    ]


# --- real dice ------------------------------------------------------------------------------------


def with_real_dice(encounter: Encounter) -> Session:
    """Return a session that asks for every die."""
    return Session(SYSTEM, encounter, dice=TypedDice(), table=StrictTable)


def wanted_of(outcome: Outcome) -> DiceWanted:
    """Return the die that is asked for."""
    assert isinstance(outcome, Asking), outcome
    wanted = outcome.wanted[0]
    assert isinstance(wanted, DiceWanted), wanted
    return wanted


@pytest.mark.rule("AR-CHK-04", "AR-CHK-05", "AR-CHK-06", "AR-MOD-09")
def test_a_die_says_what_it_is_for_and_what_it_has_to_show() -> None:
    """An axe of 5 at +5 against 14 does something from 5 on; a Trip needs the 9, a 1 never does."""
    one, other = (
        fighter("A", (4, 4), mods={"melee": 5}),
        fighter("B", (5, 4), "2", mods={"reflex": 4}),
    )
    blow, trip = (kind(actor="A", target="B", weapon="axe") for kind in (Attack, Trip))
    for encounter, command, wanted in (
        (board(one, other), blow, ("Attack with axe against B", "5 or more (d20 +5 against 14)")),
        (board(one, other), trip, ("Trip with axe against B", "9 or more (d20 +5 against 14)")),
        (
            board(one, other, success_rule="meet_dc"),
            blow,
            ("Attack with axe against B", "9 or more (d20 +5 against 14)"),
        ),
        (
            board(fighter("A", (4, 4), mods={"melee": 40}), other),
            blow,
            ("Attack with axe against B", "2 or more (d20 +40 against 14)"),
        ),
        (
            board(fighter("A", (4, 4), mods={"melee": -12}), other),
            trip,
            ("Trip with axe against B", "more than a 20 (d20 −12 against 14)"),
        ),
    ):
        first = preview(SYSTEM, encounter, command).first_roll
        assert first is not None
        assert (first.label, first.needed) == wanted


@pytest.mark.rule("AR-CRT-01", "AR-MNV-07", "AR-CND-03")
def test_further_dice_and_those_of_others_say_the_same() -> None:
    """A critical's next die, the Defence against it and the check of the Dying attacker."""
    weak = fighter("A", (4, 4), mods={"melee": 5}, conditions={"dying": 2}, current_vitality=-3)
    fight = with_real_dice(board(weak, fighter("B", (5, 4), "2", aap_max=2)))
    allowed = Adjustments(waived=frozenset({"capped"}))
    outcome = fight.submit(Attack(actor="A", target="B", weapon="axe", adjustments=allowed))
    seen = []
    for face in (20, 7, 3, 12):
        if isinstance(outcome, Asking) and not isinstance(outcome.wanted[0], DiceWanted):
            outcome = reply(fight, "reflex")
        wanted = wanted_of(outcome)
        seen.append((wanted.roll.owner, wanted.roll.label, wanted.roll.needed))
        outcome = fight.answer(wanted.key, (face,))
    assert seen == [
        ("A", "Attack with axe against B", "2 or more (d20 +5 against 10)"),
        ("A", "Critical: Attack with axe against B", "2 or more (d20 +5 against 10)"),
        ("B", "Defence with Reflex against A", "more than a 20 (d20 +0 against 25)"),
        ("A", "Fortitude, Dying 2", "6 or more (d20 +0 against 6)"),
    ]


@pytest.mark.rule("AR-ARE-04", "AR-ARE-05")
def test_the_dice_of_scatter_name_what_their_faces_mean_and_are_told() -> None:
    """A 2 of the d8 is northeast, a 3 of the d4 three squares; both and the 9 are told."""
    bomb = Weapon(id="bomb", category="ranged", base_sv=2, area_radius=1, range_increment=9)
    fight = with_real_dice(board(fighter("A", (4, 9), weapons=(bomb,))))
    outcome = fight.submit(AreaAttack(actor="A", square=Cell(8, 9), weapon="bomb"))
    labels = []
    for face in (2, 2, 3, 9):
        wanted = wanted_of(outcome)
        labels.append((wanted.roll.label, wanted.roll.meanings[:2]))
        outcome = fight.answer(wanted.key, (face,))
    assert labels == [
        ("bomb at I 10", ()),
        ("Scatter of bomb: which way", ("north", "northeast")),
        ("Scatter of bomb: how far, in squares", ()),
        ("bomb where it comes down", ()),
    ]
    astray = traces(outcome)[-1]
    assert [(step.label, step.faces) for step in astray.steps] == [
        ("The square", (2,)),
        ("Which way", (2,)),
        ("Scatter", (3,)),
        ("Where it comes down", (9,)),
    ]


@pytest.mark.rule("AR-STR-02")
def test_initiative_is_rolled_and_told() -> None:
    """A rolls 7 and 5 more, B 12: the tie is thrown for, and all four dice are told."""
    encounter = board(
        fighter("A", (4, 4), mods={"initiative": 5}),
        fighter("B", (5, 4), "2"),
        initiative_source="roll",
    ).replace(round=0)
    outcome = session(encounter, 7, 12, 4, 15).submit(BeginFight())
    shown = [(one.title, one.steps[-1].faces) for one in traces(outcome) if " rolls " in one.title]
    assert shown == [
        ("A rolls Initiative", (7,)),
        ("B rolls Initiative", (12,)),
        ("A rolls to break the tie", (4,)),
        ("B rolls to break the tie", (15,)),
    ]
