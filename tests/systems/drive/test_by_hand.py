"""The hand of the game master goes through the rules: damage, conditions, who may act."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.control.controller.controller import Controller
from gridwar.control.controller.quick_values import read_quick
from gridwar.control.presenters.questions import present_ask
from gridwar.engine.gm.effect_and_pool_commands import ChangePool
from gridwar.engine.kit.turn_and_move_commands import NextTurn
from gridwar.engine.play.preview_and_named_outcomes import preview
from gridwar.model.combatant import TimedEffect
from gridwar.model.command import Answer, Command
from gridwar.model.geometry import Cell
from gridwar.systems.drive import SYSTEM
from gridwar.systems.drive.attacks.attack_command import Attack
from gridwar.systems.drive.auras import Contact
from gridwar.systems.drive.core.conditions import HELPLESS
from gridwar.systems.drive.core.sheet import DriveSheet, Injury
from gridwar.systems.drive.core.shield_aura_gravity import Aura, GravitySource
from gridwar.systems.drive.pseudogravity.use_pseudogravity import UsePseudogravity
from gridwar.systems.drive.turns.making_and_expiry_of_points import MakePoints
from tests.systems.drive.people import (
    STORM,
    STRIKE,
    ZONE,
    asked,
    duel,
    refusal,
    session,
    sheet,
    shield,
    statuses,
    sword,
    trace,
)

if TYPE_CHECKING:
    from gridwar.engine.session.session import Session

RIG = GravitySource(id="rig", points=50)
ABLE = DriveSheet(weapons=(sword(), ZONE), gravity=(RIG,), shields=(shield("S", "medium", 1),))
DEEDS: tuple[Command, ...] = (
    STRIKE,
    STORM,
    MakePoints(actor="a", source="S"),
    UsePseudogravity(actor="a", target="t", source="rig", points=1),
    Contact(actor="a", target="t"),
)


# --- damage ---------------------------------------------------------------------------------------


@pytest.mark.rule("DR-ARM-06", "DR-ARM-05")
def test_points_typed_cross_multiples_and_the_gm_picks_the_type() -> None:
    """Factor 20, 15 taken, 10 typed: one degree, of the type that the GM picks, Core by default."""
    for chosen, injury in (("core", "core"), ("perception", "perception")):
        fight = session(duel(DriveSheet(), DriveSheet(damage_taken=15, out_at=60)))
        fight.submit(ChangePool(who=("t",), add=-10))
        assert asked(fight).default.option == "core"
        fight.answer(asked(fight).key, Answer(option=chosen))
        assert sheet(fight, "t").damage_taken == 25
        by = Injury(type=injury, degrees=1, source="the game master")
        assert sheet(fight, "t").injuries == (by,)
        told = trace(fight, "GM: Tor takes 10")
        assert [(one.rule_id, one.after) for one in told.steps] == [
            ("DR-ARM-06", 1),
            ("DR-ARM-05", None),
            ("DR-ARM-06", 35),
        ]


def test_the_question_says_what_was_typed() -> None:
    """Nobody acts where the GM types a figure: the question says above what it is about."""
    fight = session(duel(DriveSheet(), DriveSheet(damage_taken=15, out_at=60)))
    fight.submit(ChangePool(who=("t",), add=-10))
    asked_now = present_ask(Controller(fight))
    assert asked_now is not None
    assert asked_now.context == "GM changes the points of Tor  \u221210"


@pytest.mark.rule("DR-ARM-06")
def test_points_typed_that_cross_nothing_are_not_asked_about() -> None:
    """Four of the five to the next degree are taken without a word; healing undoes no injury."""
    hurt = DriveSheet(damage_taken=15, injuries=(Injury(type="core", degrees=1),))
    fight = session(duel(DriveSheet(), hurt))
    fight.submit(ChangePool(who=("t",), add=-4))
    assert not fight.wanted
    fight.submit(ChangePool(who=("t",), add=9))
    assert sheet(fight, "t").damage_taken == 10
    assert len(sheet(fight, "t").injuries) == 1


@pytest.mark.rule("DR-ARM-06")
def test_whoever_is_never_out_is_hurt_by_hand_as_well() -> None:
    """Without "Out at" the card counts to the next degree: 20 typed, and with 45 all told two."""
    fight = session(duel(DriveSheet(), DriveSheet(damage_taken=25)))
    (pool,) = SYSTEM.cards.card(fight.encounter, "t").pools
    assert (pool.now, pool.full) == (15, 20)
    fight.submit(ChangePool(who=("t",), add=-20))
    fight.answer(asked(fight).key, asked(fight).default)
    assert sheet(fight, "t").damage_taken == 45
    assert sum(one.degrees for one in sheet(fight, "t").injuries) == 1


# --- the helpless ---------------------------------------------------------------------------------


@pytest.mark.rule("DR-AUR-15")
@pytest.mark.parametrize("deed", DEEDS, ids=lambda one: type(one).__name__)
def test_the_helpless_and_the_fallen_do_nothing(deed: Command) -> None:
    """Incapacitated, paralysed, pinned or out: refused for all that takes an action, waivably."""
    start = duel(ABLE, DriveSheet())
    assert refusal(start, deed) == ""
    for condition in HELPLESS:
        effect = TimedEffect(id=condition, name=condition)
        bound = start.with_combatant(start["a"].replace(effects=(effect,)))
        found = preview(SYSTEM, bound, deed).refusal
        assert found is not None
        assert (found.code, found.waivable) == ("helpless", True)
    down = start.with_combatant(start["a"].replace(sheet=ABLE.replace(out_at=0)))
    assert refusal(down, deed) == "out"


@pytest.mark.parametrize("deed", DEEDS, ids=lambda one: type(one).__name__)
def test_whatever_takes_an_action_is_refused_out_of_turn(deed: Command) -> None:
    """Attacks, points, pseudogravity and touches alike wait for the own turn."""
    start = duel(ABLE, DriveSheet()).replace(turn="t")
    assert refusal(start, deed) in ("not_your_turn", "not_own_turn")


@pytest.mark.rule("DR-AUR-16")
def test_whoever_may_but_think_is_warned_of() -> None:
    """Limited to mental actions nothing is refused: sheet and log say so, the GM judges."""
    start = duel(ABLE, DriveSheet())
    effect = TimedEffect(id="mental_actions_only", name="Mental actions only")
    start = start.with_combatant(start["a"].replace(effects=(effect,)))
    making = MakePoints(actor="a", source="S", points=3)
    assert refusal(start, making) == ""
    assert "DR-AUR-16" in {one.rule_id for one in SYSTEM.draft(start, making).foreseen}
    fight = session(start)
    fight.submit(making)
    assert trace(fight, "Ada may take none but mental actions")


@pytest.mark.rule("DR-AUR-15", "DR-AUR-03")
def test_the_aura_of_the_helpless_answers_at_the_gms_word_alone() -> None:
    """Tor is pinned: not Tor's player but the GM is asked, and no answer is proposed."""
    start = duel(DriveSheet(), DriveSheet(auras=(Aura(id="warm", kind="heat", stored=20),)))
    free = session(start)
    free.submit(Contact(actor="a", target="t"))
    assert asked(free).recipient == "t"
    pinned = TimedEffect(id="pinned", name="Pinned")
    bound = session(start.with_combatant(start["t"].replace(effects=(pinned,))))
    bound.submit(Contact(actor="a", target="t"))
    assert (asked(bound).recipient, asked(bound).default.option) == (None, "none")


@pytest.mark.rule("DR-AUR-15", "DR-NRG-15")
def test_conditions_typed_are_those_that_the_rules_ask() -> None:
    """Typed, "paralyzed" ends auras with the turn and "stunned" the stun that an attack began."""
    fight = session(duel(DriveSheet(auras=(Aura(id="cold", kind="frost", stored=9),)), ABLE))
    typed(fight, "a", "Paralyzed")
    fight.submit(NextTurn())
    assert sheet(fight, "a").auras == ()
    stun = TimedEffect(id="stunned:1", name="Stunned", ends="turn_end", whose="a")
    start = fight.encounter
    fight = session(start.with_combatant(start["t"].replace(effects=(stun,))))
    typed(fight, "t", "stunned")
    assert statuses(fight, "t") == set()


def typed(fight: Session, who: str, words: str) -> None:
    """Type a condition for somebody."""
    command = read_quick(words, fight.encounter, (who,), SYSTEM.data.conditions())
    assert not isinstance(command, str)
    fight.submit(command)


# --- what hands meet ------------------------------------------------------------------------------


@pytest.mark.rule("DR-SHD-19", "DR-PSG-04")
def test_one_device_is_a_shield_a_source_and_an_aura() -> None:
    """Points of "Rig" go to what is meant: its shield, its pseudogravity, its aura."""
    rig = DriveSheet(
        shields=(shield("Rig", "medium", 1),),
        gravity=(GravitySource(id="Rig", points=2),),
        auras=(Aura(id="Rig", kind="heat", stored=3),),
    )
    fight = session(duel(rig, DriveSheet()))
    for place in ("shields", "gravity", "auras"):
        fight.submit(
            MakePoints.model_validate({"actor": "a", "source": "Rig", "points": 10, "place": place})
        )
    own = sheet(fight, "a")
    assert (own.shields[0].points, own.gravity[0].points, own.auras[0].stored) == (11, 12, 13)


@pytest.mark.rule("DR-PSG-01")
def test_nobody_is_moved_off_the_map() -> None:
    """A square beyond the edge is refused, which nobody waives."""
    start = duel(ABLE, DriveSheet())
    lift = UsePseudogravity(actor="a", target="t", source="rig", points=1, to=Cell(8, -2))
    found = preview(SYSTEM, start, lift).refusal
    assert found is not None
    assert (found.code, found.waivable) == ("off_map", False)


@pytest.mark.rule("DR-PSG-04")
def test_as_many_points_may_be_spent_as_there_are() -> None:
    """A Gravnet of 2,000 points is not bounded by what is usual."""
    net = GravitySource(id="net", points=2_000)
    start = duel(DriveSheet(gravity=(net,)), DriveSheet(body_weight=9_000))
    command = UsePseudogravity(actor="a", target="t", source="net")
    number = SYSTEM.draft(start, command).numbers[0]
    assert (number.value, number.most) == (900, 2_000)


@pytest.mark.rule("DR-SHD-02")
def test_a_blow_across_the_map_is_noted() -> None:
    """From three squares away the sheet says so and who is not engaged; from one it does not."""
    start = duel(DriveSheet(weapons=(sword(),)), DriveSheet())
    near = start.with_combatant(start["t"].replace(pos=Cell(1, 1)))
    deeds: tuple[Command, ...] = (
        Attack(actor="a", target="t", weapons=("sword",)),
        Contact(actor="a", target="t"),
    )
    for deed in deeds:
        far = [one.text for one in SYSTEM.draft(start, deed).foreseen]
        assert "Tor is 3 squares away, not engaged" in far
        close = [one.text for one in SYSTEM.draft(near, deed).foreseen]
        assert not any("squares away" in one for one in close)


def test_what_nothing_is_rolled_for_is_no_failure() -> None:
    """Making points tests nothing: odds have neither a success to count nor a failure."""
    start = duel(ABLE, DriveSheet())
    assert SYSTEM.facts(start, start, None).success is None
