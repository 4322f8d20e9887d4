"""The fight in the hold played through: a grenade among three, a grapple, first aid, a day."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from frozendict import frozendict

from gridwar.dice.dice_sources import ScriptedDice
from gridwar.engine.kit.turn_and_move_commands import Move, NextTurn
from gridwar.engine.play.play_outcome import Accepted
from gridwar.engine.session.session import Session
from gridwar.model.command import Answer
from gridwar.model.geometry import Cell
from gridwar.model.question_and_refusal import Question
from gridwar.storage.new_open_and_sample_fights import read_json, sample_fights
from gridwar.systems import find_system
from gridwar.systems.cepheus.actions.drawing_and_reloading import Draw
from gridwar.systems.cepheus.attacks.attack_offers import Attack, ThrowAt
from gridwar.systems.cepheus.core.fight_state import sheet_of, state_of, switches_of
from gridwar.systems.cepheus.core.health import Health, health
from gridwar.systems.cepheus.grapples.grapple import Grapple
from gridwar.systems.cepheus.harm.first_aid_and_surgery import FirstAid
from gridwar.systems.cepheus.system import SYSTEM
from gridwar.systems.cepheus.turns.passing_time import PassDay
from tests.support.cepheus import still_to_act
from tests.support.strict_table import StrictTable

if TYPE_CHECKING:
    from gridwar.engine.play.play_outcome import Outcome
    from gridwar.model.command import Command
    from gridwar.systems.cepheus.core.sheet import CepheusSheet

NUMBERS = ("strength", "dexterity", "endurance")


class Hold:
    """The sample fight under way, with real dice."""

    def __init__(self) -> None:
        path = next(path for path in sample_fights() if path.stem == "d-hold")
        loaded = read_json(path, find_system).loaded
        start = Session(SYSTEM, loaded).encounter
        self.dice = ScriptedDice(())
        self.session = Session(SYSTEM, start, dice=self.dice, table=StrictTable)

    def do(self, command: Command, *dice: int, **answers: Any) -> Accepted:
        """Play a command; answers by recipient, in turn: an option, a cell, or three points."""
        self.dice._left += dice
        left = {who: list(one) if isinstance(one, list) else [one] for who, one in answers.items()}
        outcome: Outcome = self.session.submit(command)
        while self.session.wanted:
            wanted = self.session.wanted[0]
            assert isinstance(wanted, Question), wanted
            given = left.get(wanted.recipient or "gm", [])
            outcome = self.session.answer(
                wanted.key, _answer(given.pop(0)) if given else wanted.default
            )
        assert isinstance(outcome, Accepted), outcome
        assert self.dice.left == ()
        return outcome

    def sheet(self, who: str) -> CepheusSheet:
        """Return somebody's sheet."""
        return sheet_of(self.session.encounter[who])

    def physical(self, who: str) -> tuple[int, int, int]:
        """Return somebody's Strength, Dexterity and Endurance."""
        chars = self.sheet(who).chars
        return chars.strength, chars.dexterity, chars.endurance

    def health(self, who: str) -> Health:
        """Return how somebody is."""
        return health(self.sheet(who), switches_of(self.session.encounter))

    @property
    def turn(self) -> str | None:
        """Whose turn it is."""
        return self.session.encounter.turn


def _answer(given: Any) -> Answer:
    if isinstance(given, Cell):
        return Answer(cell=given)
    if isinstance(given, tuple):
        return Answer(numbers=frozendict(zip(NUMBERS, given, strict=True)))
    return Answer(option=given)


@pytest.mark.rule("CE-EXP-02", "CE-EXP-03", "CE-GRP-02", "CE-HLT-07", "CE-HLT-09")
def test_the_hold_is_fought_over() -> None:
    """From the grenade to the sickbay, every figure as the rules have it, and all of it undone."""
    hold = Hold()
    start = hold.session.encounter
    assert hold.turn == "brod"

    # Brod draws the grenade and throws it between three: 5 + 4 + 0 is Effect 1, it lands there.
    hold.do(Draw(actor="brod", weapon="fragmentation_grenade"))
    thrown = ThrowAt(actor="brod", square=Cell(18, 9), weapon="fragmentation_grenade")
    hold.do(
        thrown,
        5,
        4,
        4,
        4,
        4,
        3,
        3,
        5,
        pike="none",
        rill=["dodge", "strength"],
        vann="dive",
    )
    # 18 points: Pike 18 - 3 of the 15 he has left; Rill 18 - 5 - 3; Vann 9 - 3, prone.
    assert hold.health("pike") is Health.DEAD
    assert hold.physical("rill") == (4, 8, 0)
    assert hold.physical("vann") == (10, 7, 3)
    assert hold.sheet("vann").stance == "prone"
    assert hold.sheet("vann").lose_next_significant
    assert still_to_act(hold.session.encounter)[-1] == ("rill",)

    # Kosta comes out from behind the crates, gets hold of Salt and takes his pistol: Effect 6.
    hold.do(NextTurn())
    assert hold.turn == "kosta"
    hold.do(
        Grapple(actor="kosta", target="salt", move_in=True),
        6,
        5,
        2,
        3,
        kosta=["disarm", "auto_pistol", "keep"],
    )
    assert hold.session.encounter["kosta"].pos == Cell(10, 9)
    assert [one.id for one in hold.sheet("kosta").weapons].count("auto_pistol") == 1
    assert hold.sheet("salt").weapon("auto_pistol") is None

    # Vann, who dived, has one minor action and no more; Rill shoots at Brod and hits.
    hold.do(NextTurn())
    assert hold.turn == "vann"
    budget = hold.sheet("vann").budget
    assert (budget.minor, budget.significant) == (1, 0)
    while hold.turn != "rill":
        hold.do(NextTurn())
    # 6 + 5, Shotgun 1, Dexterity 8, Short -2, -1 for his own dodge: 9, Effect 1; 20 + 1 - 9.
    hold.do(
        Attack(actor="rill", target="brod", weapon="shotgun"),
        6,
        5,
        5,
        5,
        5,
        5,
        brod=["none", "dexterity"],
    )
    assert hold.physical("brod") == (8, 5, 0)

    # Round 2: Salt wins and throws Kosta, who lands on the floor two squares off with 1D6 - 3.
    hold.do(NextTurn())
    assert (hold.session.encounter.round, hold.turn) == (2, "salt")
    hold.do(Grapple(actor="salt"), 6, 6, 1, 1, 5, salt=["throw", Cell(12, 9)])
    assert hold.session.encounter["kosta"].pos == Cell(12, 9)
    assert hold.sheet("salt").grappled_with is None
    assert hold.physical("kosta") == (11, 9, 8)

    # Hale comes to Brod: 6 + 3 + 3 is Effect 4, eight points in the first five minutes.
    while hold.turn != "hale":
        hold.do(NextTurn())
    hold.do(Move(actor="hale", path=(Cell(10, 9),)))
    hold.do(FirstAid(actor="hale", target="brod"), 6, 3, brod=(0, 4, 4))
    assert hold.physical("brod") == (8, 9, 4)
    assert hold.sheet("brod").body.first_aid_done

    # The day after: Brod lies in the sickbay, 2 - 1 + 2; the others rest or are up.
    hold.do(
        PassDay(),
        6,
        brod="care of hale",
        rill="active",
        kosta="rest",
        vann="active",
    )
    assert hold.physical("brod") == (8, 9, 7)
    assert hold.physical("kosta") == (11, 9, 10)
    assert state_of(hold.session.encounter).passed_rounds == 14_400

    while hold.session.can_undo:
        hold.session.undo()
    assert hold.session.encounter == start
