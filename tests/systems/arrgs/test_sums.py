"""What a check adds up, and what the house rules change about it."""

from __future__ import annotations

from typing import Any

import pytest

from gridwar.engine.kit.modifier_tally import Tally
from gridwar.model.command import NO_ADJUSTMENTS
from gridwar.systems.arrgs import SYSTEM
from gridwar.systems.arrgs.checks.check_rolls import Rolled
from gridwar.systems.arrgs.checks.check_sums import Exchange, add_lines, overuse_penalty, scaling
from gridwar.systems.arrgs.checks.magnitude import divided
from gridwar.systems.arrgs.core.movement_speed import increments_in
from gridwar.systems.arrgs.core.sheet import Modifier
from gridwar.systems.arrgs.gm.checks_and_damage import Harm, RollCheck
from gridwar.systems.arrgs.positions.distances import range_band
from tests.systems.arrgs.skirmish import accepted, board, fighter, session, sheet


def total(exchange: Exchange, *fighters: Any, **switches: Any) -> int:
    """Return the sum of a check without its die."""
    tally = Tally("check", NO_ADJUSTMENTS)
    add_lines(tally, board(*fighters, **switches), exchange)
    return tally.total


MELEE = Exchange("A", "melee")


@pytest.mark.rule(
    "AR-CHK-01",
    "AR-MOD-01",
    "AR-MOD-02",
    "AR-MOD-03",
    "AR-MOD-04",
    "AR-MOD-05",
    "AR-MOD-06",
    "AR-MOD-07",
    "AR-MOD-10",
    "AR-MOD-11",
)
def test_types_add_up_and_the_best_of_one_type_counts() -> None:
    """Of several bonuses of one singular type the best counts, penalties and circumstances all."""
    mixed = (
        Modifier(check="melee", type="assisted", value=3),
        Modifier(check="melee", type="assisted", value=2),
        Modifier(type="magic", value=1),
        Modifier(type="tech", value=-1),
        Modifier(type="tech", value=-2),
        Modifier(type="inherent", value=1),
        Modifier(type="augmented", value=2),
        Modifier(type="ability", value=1),
        Modifier(type="circumstance", value=2),
        Modifier(type="circumstance", value=-3),
        Modifier(check="reflex", type="circumstance", value=9),
    )
    one = fighter("A", (1, 1), mods={"melee": 7}, modifiers=mixed, check_penalty=2)
    assert total(MELEE, one) == 7 + 3 + 1 - 3 + 1 + 2 + 1 - 1 - 2
    assert total(MELEE, one, typed_stacking="sum") == 7 + 5 + 1 - 3 + 1 + 2 + 1 - 1 - 2


@pytest.mark.rule("AR-MOD-01", "AR-MOD-03", "AR-MOD-04", "AR-MOD-05", "AR-MOD-06", "AR-MOD-07")
@pytest.mark.parametrize("kind", ["inherent", "augmented", "assisted", "magic", "tech"])
def test_of_equal_bonuses_of_one_type_the_first_counts(kind: Any) -> None:
    """+2 and +2 are +2; the line that counts is the one that stands first on the sheet."""
    twice = (
        Modifier(type=kind, value=2, source="first"),
        Modifier(type=kind, value=2, source="second"),
    )
    tally = Tally("check", NO_ADJUSTMENTS)
    add_lines(tally, board(fighter("A", (1, 1), modifiers=twice)), MELEE)
    off = {line.label: line.off for line in tally.lines if line.label in ("first", "second")}
    assert off == {"first": False, "second": True}


@pytest.mark.rule("AR-CHK-01", "AR-CHK-06")
def test_a_check_is_told_by_its_result_or_by_words_for_it() -> None:
    """12 against 10 is named a check result, unless the rule has a name for it."""
    done = Rolled(12, 12, botched=False, lines=())
    assert [done.told(10, "AR-CHK-01", words)["steps"][0].label for words in ("", "Melee")] == [
        "Check result",
        "Melee",
    ]


@pytest.mark.rule("AR-MOD-08", "AR-CHK-07")
def test_size_helps_one_ability_and_hampers_the_other() -> None:
    """The large add on Body and lose on Agility; the small the other way round."""
    large = fighter("A", (1, 1), size="Large", size_modifier=1)
    small = fighter("A", (1, 1), size="Small", size_modifier=1)
    assert [total(Exchange("A", c), large) for c in ("melee", "reflex")] == [1, -1]
    assert [total(Exchange("A", c), small) for c in ("melee", "reflex")] == [-1, 1]
    nimble = fighter(
        "A", (1, 1), size="Large", size_modifier=1, check_abilities={"melee": "agility"}
    )
    assert total(MELEE, nimble) == -1
    assert total(Exchange("A", "movement"), large, movement_ability="agility") == -1


@pytest.mark.rule("AR-MOD-09", "AR-CHK-08")
def test_magnitude_multiplies_for_the_lesser_and_divides_for_the_greater() -> None:
    """It replaces Size, goes one way for attack and Reflex and the other for the inner defences."""
    small, giant = fighter("A", (1, 1)), fighter("B", (2, 1), "2", magnitude=1)
    duel = board(small, giant)
    assert scaling(duel, Exchange("A", "melee", "B")).of(15, "down") == 30
    assert scaling(duel, Exchange("B", "reflex", "A")).of(13, "down") == 6
    assert scaling(duel, Exchange("B", "reflex", "A")).of(-13, "down") == -7
    assert scaling(duel, Exchange("B", "fortitude", "A")).of(13, "down") == 26
    assert scaling(duel, Exchange("A", "willpower", "B")).of(13, "down") == 6


@pytest.mark.rule("AR-CHK-08", "AR-DMG-04")
def test_rounding_is_a_house_rule() -> None:
    """Fractions go down, up, or to the nearest: 9 upon the vulnerable are 13 or 14."""
    assert [divided(-7, 2, how) for how in ("down", "up", "nearest")] == [-4, -3, -3]
    assert [divided(9 * 3, 2, how) for how in ("down", "up", "nearest")] == [13, 14, 14]
    soft = fighter("A", (1, 1), vulnerable=frozenset({"fire"}))
    burn = Harm(target="A", success_value=9, types=("fire",))
    for how, left in (("down", 50 - 13), ("up", 50 - 14), ("nearest", 50 - 14)):
        fight = session(board(soft, rounding=how))
        accepted(fight.submit(burn))
        assert sheet(fight.encounter, "A").current_vitality == left


@pytest.mark.rule("AR-ACT-05", "AR-ACT-07")
def test_points_beyond_three_hamper_later_checks() -> None:
    """Each point beyond 3 is -2; by house rule Reactions are spared."""
    assert [overuse_penalty(n) for n in (0, 3, 4, 6)] == [0, 0, -2, -6]
    busy = fighter("A", (1, 1), points_used=5)
    defence = Exchange("A", "reflex", reaction=True)
    assert total(defence, busy) == -4
    assert total(defence, busy, overuse_hits_reactions=False) == 0


@pytest.mark.rule("AR-INC-01", "AR-INC-02", "AR-INC-03")
def test_speed_hampers_the_mover_and_those_who_aim_at_it() -> None:
    """7 squares at base 5 are -2 on one's own checks and on attacks against one."""
    assert [increments_in(n, 5) for n in (0, 1, 5, 6, 10, 16)] == [0, 1, 1, 2, 2, 4]
    still, fast = fighter("A", (1, 1)), fighter("B", (2, 1), "2", squares_moved=7)
    assert total(Exchange("B", "reflex", reaction=True), still, fast) == -2
    assert total(Exchange("A", "melee", "B"), still, fast) == -2
    defence = Exchange("A", "reflex", "B", reaction=True)
    assert total(defence, still, fast) == 0
    assert total(defence, still, fast, increment_vs_defence=True) == -2


@pytest.mark.rule("AR-RNG-01", "AR-RNG-02")
def test_range_bands() -> None:
    """A band's last cell belongs to it; beyond the last band nothing reaches."""
    bands = [range_band(n, 3, 4) for n in (0, 3, 4, 12, 13)]
    assert [b.modifier for b in bands] == [0, 0, -2, -6, -8]
    assert [b.in_range for b in bands] == [True, True, True, True, False]


@pytest.mark.rule("AR-CHK-02", "AR-CHK-09", "AR-CHK-06", "AR-CHK-05")
def test_actions_roll_and_reactions_take_ten() -> None:
    """An action rolls, a Reaction and a passive check take 10; a tie succeeds."""
    one = board(fighter("A", (1, 1), mods={"willpower": 2}))
    rolled = RollCheck(actor="A", check="willpower", dc=17)
    assert accepted(session(one, 15).submit(rolled)).result.success
    assert not accepted(session(one, 14).submit(rolled)).result.success
    passive = RollCheck(actor="A", check="willpower", mode="passive")
    assert accepted(session(one).submit(passive)).result.result == 12
    strict = board(
        fighter("A", (1, 1), mods={"willpower": 30}), natural_one_fails="all_action_checks"
    )
    assert not accepted(session(strict, 1).submit(rolled)).result.success


@pytest.mark.rule("AR-DEF-02", "AR-STR-03", "AR-CND-07")
def test_who_is_out_or_surprised_defends_less() -> None:
    """The unconscious have Reflex 0 and Fortitude as ever; the surprised react, or do not."""
    out = board(
        fighter("A", (1, 1), mods={"reflex": 9, "fortitude": 3}, conditions={"unconscious": 1})
    )

    def value(encounter: Any, check: str) -> int:
        command = RollCheck(actor="A", check=check, mode="reaction")
        result: int = accepted(session(encounter).submit(command)).result.result
        return result

    assert [value(out, c) for c in ("reflex", "willpower", "fortitude")] == [0, 0, 13]
    taken = fighter("A", (1, 1), mods={"reflex": 2}, conditions={"surprised": 1})
    assert value(board(taken), "reflex") == 12
    helpless = board(taken, surprised_may_react=False)
    assert value(helpless, "reflex") == 0
    shown = {one.label: one.value for one in SYSTEM.cards.card(helpless, "A").figures}
    assert [shown[name] for name in ("Reflex", "Fortitude", "Willpower")] == ["0", "0", "0"]
