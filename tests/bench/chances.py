"""Odds of a full Cepheus attack, with and without a dodge, to the last point of damage."""

from __future__ import annotations

from time import thread_time
from typing import TYPE_CHECKING

from frozendict import frozendict
from msgspec.structs import replace

from gridwar.engine.kit import Facts
from gridwar.engine.odds.odds_columns import odds
from gridwar.model.geometry import Cell
from gridwar.systems.arrgs.core.sheet import sheet_of
from gridwar.systems.cepheus import SYSTEM
from gridwar.systems.cepheus.attacks.attack_offers import Attack
from tests.bench.frame import Figures, Row, against, side_by_side
from tests.contract.scenario import scenario
from tests.systems.cepheus.firefight import fight, person

if TYPE_CHECKING:
    from collections.abc import Mapping

    from icepool import Die

    from gridwar.model.encounter import Encounter

SHOT = Attack(actor="mara", target="kell", weapon="rifle")
ARMOUR = 4
DMS: Mapping[str, int] = {"none": 2, "dodge": 1}
"""Skill 2, short range and dexterity 7 at 0, and 1 less against a dodge."""
TARGET_NUMBER = 8
EXCEPTIONAL = 6
FEW, MANY = 10, 1000
NEAR = 1e-9


def board(combatants: int) -> Encounter:
    """Return a shooter, somebody in armour six squares off, and bystanders."""
    others = (person(f"b{n}", 20 + n % 150, 2 + n // 150) for n in range(combatants - 2))
    return fight(person("mara"), person("kell", 6, armor=ARMOUR), *others)


def by_icepool() -> dict[str, Die[int]]:
    """Return the damage of the attack by answer, a miss being 0, as icepool works it out."""
    from icepool import Die, d6

    def after_roll(natural: int, dm: int) -> Die[int]:
        effect = natural + dm - TARGET_NUMBER
        if effect < 0:
            return Die([0])
        least = 1 if effect >= EXCEPTIONAL else 0
        return (3 @ d6).map(lambda rolled: max(least, rolled + effect - ARMOUR))

    return {
        answer: (2 @ d6).map(lambda natural, dm=dm: after_roll(natural, dm))
        for answer, dm in DMS.items()
    }


def _assert_equal(here: Encounter) -> None:
    theirs = by_icepool()
    columns = {one.option: one.outcomes for one in odds(SYSTEM, here, SHOT).columns}
    for answer, die in theirs.items():
        outcomes = columns[answer]
        assert outcomes is not None, answer
        spread = dict(outcomes.distribution("kell"))
        assert set(spread) == set(die.outcomes()), f"{answer}: other amounts"
        off = max(abs(spread[n] - float(die.probability(n))) for n in spread)
        assert off < NEAR, f"{answer}: a chance is {off} off"


def _against_icepool() -> Figures:
    here = board(FEW)
    _assert_equal(here)
    rivals = {"Gridwar": lambda: odds(SYSTEM, here, SHOT), "icepool": by_icepool}
    seconds = side_by_side(rivals, clock=thread_time)
    return against("Gridwar", "icepool", seconds, "equal to the last point")


def _many() -> Figures:
    few, many = board(FEW), board(MANY)
    assert many["kell"].pos == Cell(6, 0)
    _assert_equal(many)
    seconds = side_by_side(
        {
            f"{MANY} tokens": lambda: odds(SYSTEM, many, SHOT),
            f"{FEW} tokens": lambda: odds(SYSTEM, few, SHOT),
        },
        clock=thread_time,
    )
    return against(f"{MANY} tokens", f"{FEW} tokens", seconds)


def _points_only(before: Encounter, after: Encounter, result: object) -> Facts:
    """Return what an outcome amounts to by Vitality alone: who is out is not asked."""
    lost = {
        who: vitality(before, who) - vitality(after, who)
        for who, one in before.combatants.items()
        if after[who] is not one
    }
    amounts = frozendict({who: points for who, points in lost.items() if points})
    return Facts(getattr(result, "success", None), amounts)


def vitality(encounter: Encounter, who: str) -> int:
    """Return somebody's Current Vitality."""
    return sheet_of(encounter[who]).current_vitality


def _of_arrgs() -> Figures:
    here = scenario("arrgs")
    system, blow = here.system, here.chances
    assert blow is not None
    bare = replace(system, cards=replace(system.cards, facts=_points_only))
    seconds = side_by_side(
        {
            "what the card says": lambda: odds(system, here.start, blow),
            "points only": lambda: odds(bare, here.start, blow),
        },
        clock=thread_time,
    )
    return against("what the card says", "points only", seconds)


ROWS = (
    Row(
        "odds",
        "odds of a Cepheus attack with dodge and damage, cold",
        "icepool, equal",
        4,
        _against_icepool,
    ),
    Row("odds-arrgs", "odds of an ARRGS attack", "with points only", 1.1, _of_arrgs),
    Row("odds-crowd", f"the same on a board of {MANY} tokens", f"on one of {FEW}", 1.2, _many),
)
