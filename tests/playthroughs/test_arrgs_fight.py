"""A whole fight of ARRGS, four rounds long: every number is worked out from the book by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.dice.dice_sources import ScriptedDice
from gridwar.engine.kit.turn_and_move_commands import BeginFight, NextTurn
from gridwar.engine.play.play_outcome import Accepted, Refused
from gridwar.engine.session.session import Session
from gridwar.model.command import Answer
from gridwar.model.events_combatants import Explained
from gridwar.model.geometry import Cell
from gridwar.model.question_and_refusal import Question
from gridwar.systems.arrgs import SYSTEM
from gridwar.systems.arrgs.attacks.attack import Attack
from gridwar.systems.arrgs.attacks.charge_options_and_ways import Charge
from gridwar.systems.arrgs.attacks.trip_disarm_reposition_sunder import Trip
from gridwar.systems.arrgs.core.sheet import Resistance, sheet_of
from gridwar.systems.arrgs.core.weapon_and_item_records import Weapon
from gridwar.systems.arrgs.movement.movement_manoeuvre import MovementManoeuvre
from gridwar.systems.arrgs.movement.sidestep_and_standup import Sidestep, Standup
from tests.support.strict_table import StrictTable
from tests.systems.arrgs.skirmish import AXE, BOW, board, fighter

if TYPE_CHECKING:
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter

BOLT = Weapon(
    id="bolt",
    category="spell",
    base_sv=3,
    types=("fire",),
    spell_level=1,
    school="fire",
    range_increment=5,
)


def _start() -> Encounter:
    """Return Ansa and the mage Mire against Rook and the archer Vetch, who is surprised."""
    people = (
        fighter(
            "Ansa",
            (2, 5),
            initiative=12,
            weapons=(AXE,),
            mods={"melee": 6, "reflex": 3, "fortitude": 2},
        ),
        fighter(
            "Rook",
            (6, 5),
            "2",
            initiative=9,
            aap_max=2,
            weapons=(AXE,),
            dr=(Resistance(type="slashing", value=2),),
            mods={"melee": 4, "reflex": 4, "fortitude": 1},
        ),
        fighter(
            "Mire",
            (2, 7),
            initiative=7,
            weapons=(BOLT.replace(prepared=2),),
            mods={"spell": 6, "reflex": 1},
        ),
        fighter(
            "Vetch",
            (9, 7),
            "2",
            initiative=3,
            aap_max=2,
            weapons=(BOW, BOLT.replace(prepared=1)),
            mods={"ranged": 5, "spell": 4, "reflex": 2},
            conditions={"surprised": 1},
        ),
    )
    whole = [
        one.replace(sheet=sheet_of(one).replace(total_vitality=30, current_vitality=30))
        for one in people
    ]
    return board(*whole).replace(round=0)


class Fight:
    """The fight as it stands, with real dice."""

    def __init__(self) -> None:
        self.dice = ScriptedDice(())
        self.session = Session(SYSTEM, _start(), dice=self.dice, table=StrictTable)
        self.do(BeginFight())

    def do(self, command: Command, *faces: int, **answers: str) -> list[str]:
        """Play a command, all dice used; return what the log says, without the prices paid."""
        self.dice._left += faces
        outcome = self.session.submit(command)
        while self.session.wanted:
            wanted = self.session.wanted[0]
            assert isinstance(wanted, Question), wanted
            given = Answer(option=answers.pop(wanted.window or wanted.key))
            outcome = self.session.answer(wanted.key, given)
        assert isinstance(outcome, Accepted), outcome
        assert (self.dice.left, answers) == ((), {})
        traces = [one.trace for one in outcome.events if isinstance(one, Explained)]
        lines = [f"{one.title}: {one.result}" if one.result else one.title for one in traces]
        return [line for line in lines if " pays" not in line]

    def refused(self, command: Command) -> str:
        """Return the code of a refusal."""
        outcome = self.session.submit(command)
        assert isinstance(outcome, Refused), outcome
        return outcome.code

    def vitality(self) -> list[int]:
        """Return the Vitality of all four."""
        everyone = self.session.encounter.everyone()
        return [sheet_of(one).current_vitality for one in everyone]

    def left(self, who: str) -> tuple[int, int]:
        """Return somebody's AP and AAP."""
        sheet = sheet_of(self.session.encounter[who])
        return sheet.ap, sheet.aap

    def conditions(self, who: str) -> dict[str, int]:
        """Return somebody's conditions."""
        return dict(sheet_of(self.session.encounter[who]).conditions)


@pytest.mark.rule(
    "AR-STR-01",
    "AR-STR-02",
    "AR-STR-04",
    "AR-STR-06",
    "AR-MNV-02",
    "AR-MNV-04",
    "AR-MNV-06",
    "AR-MNV-07",
    "AR-MNV-18",
    "AR-MNV-20",
    "AR-MNV-22",
    "AR-CND-02",
    "AR-CND-03",
)
def test_a_fight_of_four_rounds() -> None:
    """Surprise and Charge; a critical, Dying and a Counterspell; opportunity; Defence, Disabled."""
    fight = Fight()
    assert fight.left("Ansa") == (2, 0)
    # Surprise round. Three squares; 10 + 6 + 2 against Reflex 14: 5 + 4, 2 of it resisted.
    assert fight.do(Charge(actor="Ansa", target="Rook", weapon="axe"), 10)[-1] == (
        "Ansa attacks Rook with axe: −7"
    )
    assert fight.do(NextTurn()) == ["Rook's turn"]
    assert fight.left("Rook") == (2, 1)
    # 14 + 4 against Reflex 10 + 3 - 2 for the Charge: 5 + 7.
    assert fight.do(Attack(actor="Rook", target="Ansa", weapon="axe"), 14) == [
        "Rook attacks Ansa with axe: −12"
    ]
    fight.do(NextTurn())
    # Seven squares are increment 2: 9 + 6 - 2 casts it with 11, and against Reflex 12 it is 3 + 1.
    # Vetch is surprised and cannot counter it.
    assert fight.do(Attack(actor="Mire", target="Vetch", weapon="bolt"), 9) == [
        "Mire attacks Vetch with bolt: −4"
    ]
    assert fight.vitality() == [30 - 1 - 12, 30 - 7 - 1, 30 - 1, 30 - 4]
    assert fight.do(NextTurn()) == [
        "What lasted until End of Round is over",
        "Vetch: Surprised ends",
        "Round 2",
        "Ansa's turn",
    ]

    # Round 2. 20 + 6 against 14: 5 + 12, and once more 5 + 6: 5 - 3. 19 less 2, and Dying.
    blow = Attack(actor="Ansa", target="Rook", weapon="axe")
    assert fight.do(blow, 20, 5, defence="pass") == [
        "Ansa attacks Rook with axe: −17",
        "Rook: Dying 1",
    ]
    assert fight.vitality() == [17 - 1, 22 - 17, 29, 26]
    fight.do(NextTurn())
    # The Dying may use one point; then 8 + 1 against 0 + 1 loses nothing.
    assert fight.refused(Attack(actor="Rook", target="Ansa", weapon="axe")) == "capped"
    assert fight.do(Sidestep(actor="Rook", path=(Cell(7, 5),)), 8) == [
        "Rook: Fortitude: held",
        "Rook steps aside",
    ]
    fight.do(NextTurn())
    walk = MovementManoeuvre(actor="Mire", path=(Cell(3, 7), Cell(4, 7)))
    assert fight.do(walk)[-1] == "Mire moves: 2 squares"
    # Vetch's 12 + 4 meets the caster's 10 + 6; both castings are gone.
    cast = Attack(actor="Mire", target="Vetch", weapon="bolt")
    assert fight.do(cast, 12, counterspell="counter:bolt") == [
        "Vetch gives up bolt against bolt: succeeds",
        "bolt of Mire is cancelled",
    ]
    fight.do(NextTurn())
    # Five squares are increment 1: 11 + 5 against Reflex 11: 5 + 5.
    assert fight.do(Attack(actor="Vetch", target="Mire", weapon="bow"), 11) == [
        "Vetch attacks Mire with bow: −10"
    ]
    assert fight.vitality() == [16, 5 - 1, 29 - 1 - 1 - 10, 26 - 1 - 1]
    # 3 + 1 against 0 + 1: nothing lost, one less of Dying, so Disabled with Vitality left.
    assert fight.do(NextTurn(), 3) == [
        "What lasted until End of Round is over",
        "Rook: Fortitude: held",
        "Rook: Dying ends",
        "Rook: Disabled begins",
        "Round 3",
        "Ansa's turn",
    ]

    # Round 3. Rook strikes where Ansa steps in: 6 + 4 against 13 is 5 - 3; 10 + 1 against 0 ends
    # Disabled.
    step = MovementManoeuvre(actor="Ansa", path=(Cell(6, 5),))
    told = fight.do(step, 6, 10, opportunity="attack:axe")
    assert told[1:] == [
        "Ansa moves through the threat range of Rook",
        "Rook attacks Ansa with axe: −2",
        "Rook: Fortitude: held",
        "Rook: Disabled ends",
        "Ansa moves: 1 square",
    ]
    # 9 + 6 against 14: down. Rook has no AAP left for it.
    assert fight.do(Trip(actor="Ansa", target="Rook", weapon="axe"), 9) == [
        "Ansa trips Rook with axe: prone"
    ]
    assert fight.conditions("Rook") == {"prone": 1}
    fight.do(NextTurn())
    assert fight.do(Standup(actor="Rook")) == ["Rook stands up"]
    # Three points used so far: no penalty yet. 15 + 4 against 13: 5 + 6.
    assert fight.do(Attack(actor="Rook", target="Ansa", weapon="axe"), 15) == [
        "Rook attacks Ansa with axe: −11"
    ]
    assert fight.vitality() == [16 - 1 - 2 - 1 - 11, 4 - 1 - 1 - 1, 17, 24]
    fight.do(NextTurn())
    assert fight.refused(cast) == "no_slot"
    fight.do(NextTurn())
    # 10 + 5 against 13: 5 + 2. Ansa, at 1, is Disabled.
    assert fight.do(Attack(actor="Vetch", target="Ansa", weapon="bow"), 10) == [
        "Vetch attacks Ansa with bow: −7",
        "Ansa: Disabled begins",
    ]
    # Rook has used five points: its overuse of 4 lapses.
    assert fight.do(NextTurn()) == [
        "What lasted until End of Round is over",
        "Round 4",
        "Ansa's turn",
    ]

    # Round 4. 13 + 6 against 14 is 5 + 5; the Defence 19 + 4 is 4 over 19. 6 less 2. Paying for it
    # makes Rook Disabled, which calls for no check; Ansa's, 5 + 2 against 7, is a tie.
    assert fight.do(blow, 13, 19, 5, defence="reflex") == [
        "Ansa attacks Rook with axe: defended against",
        "Rook: Disabled begins",
        "Rook defends: Reflex: −4",
        "What is left of the attack on Rook: −4",
        "Ansa: Fortitude: held",
    ]
    assert fight.vitality() == [1 - 7 - 1, 1 - 1 - 4, 17, 23]
    assert [fight.conditions(who) for who in ("Ansa", "Rook")] == [{"disabled": 1}] * 2


def test_the_fight_is_taken_back_step_by_step() -> None:
    """Undoing the Charge and the beginning gives the fight as it was laid out."""
    fight = Fight()
    fight.do(Charge(actor="Ansa", target="Rook", weapon="axe"), 10)
    while fight.session.undo():
        pass
    assert fight.session.encounter == _start()
