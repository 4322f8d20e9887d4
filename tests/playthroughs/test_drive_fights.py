"""The sample fights of Drive played on: rocket against bubble, sword against aura, silence."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from gridwar import cli
from gridwar.dice.dice_sources import ScriptedDice
from gridwar.engine.kit.turn_and_move_commands import EndFight, TakeTurn
from gridwar.engine.play.play_outcome import Accepted
from gridwar.engine.session.session import Session
from gridwar.model.command import Answer
from gridwar.model.events_combatants import Explained
from gridwar.model.geometry import Cell
from gridwar.model.question_and_refusal import Question
from gridwar.paths import data_dir
from gridwar.storage.new_open_and_sample_fights import read_json, sample_fights
from gridwar.systems import find_system
from gridwar.systems.drive import SYSTEM
from gridwar.systems.drive.attacks.attack_command import Attack
from gridwar.systems.drive.attacks.zone_attacks import FillZone
from gridwar.systems.drive.core.fight_state import state_of
from gridwar.systems.drive.core.sheet import DriveSheet, sheet_of
from gridwar.systems.drive.pseudogravity.use_pseudogravity import UsePseudogravity
from tests.support.strict_table import StrictTable

if TYPE_CHECKING:
    from gridwar.model.command import Command


class Fight:
    """A sample fight as it stands, with real dice."""

    def __init__(self, name: str) -> None:
        path = next(path for path in sample_fights() if path.stem == name)
        start = Session(SYSTEM, read_json(path, find_system).loaded).encounter
        self.dice = ScriptedDice(())
        self.session = Session(SYSTEM, start, dice=self.dice, table=StrictTable)

    def do(self, command: Command, *faces: int, **answers: str) -> Any:
        """Play a command in its actor's turn, all dice used; return its result."""
        if command.actor is not None:
            self.session.submit(TakeTurn(actor=command.actor))
            self._answer_all({})
        self.dice._left += faces
        outcome = self.session.submit(command)
        outcome = self._answer_all(answers) or outcome
        assert isinstance(outcome, Accepted), outcome
        assert self.dice.left == ()
        return outcome.result

    def _answer_all(self, answers: dict[str, str]) -> Any:
        outcome = None
        while self.session.wanted:
            wanted = self.session.wanted[0]
            assert isinstance(wanted, Question), wanted
            name = wanted.key.rpartition("/")[2]
            given = Answer(option=answers[name]) if name in answers else wanted.default
            outcome = self.session.answer(wanted.key, given)
        return outcome

    def sheet(self, who: str) -> DriveSheet:
        """Return somebody's sheet."""
        return sheet_of(self.session.encounter[who])

    def taken(self, *who: str) -> list[int]:
        """Return the damage that some have taken."""
        return [self.sheet(one).damage_taken for one in who]


def test_the_courtyard_opens_with_a_burst_short_of_the_group() -> None:
    """Sorrel's ward took the rocket's 100 of 120; three shots ran the linked pool down."""
    fight = Fight("l-courtyard")
    assert fight.sheet("sorrel").shields[0].points == 20
    assert fight.taken("sorrel", "hask", "pim") == [0, 0, 0]
    assert state_of(fight.session.encounter).pools["linked"] == 0
    assert fight.taken("linn-a") == [35]


@pytest.mark.rule("DR-AOE-03")
def test_the_log_shows_where_the_burst_was() -> None:
    """It went off two squares short of Sorrel, the last square outside of the ward."""
    path = next(path for path in sample_fights() if path.stem == "l-courtyard")
    rows = Session(SYSTEM, read_json(path, find_system).loaded).history.rows.values()
    traces = [one.trace for row in rows for one in row.events if isinstance(one, Explained)]
    (burst,) = (one for one in traces if one.title == "It bursts short of Sorrel")
    assert burst.cell == (15, 9)


@pytest.mark.rule("DR-AOE-04")
@pytest.mark.rule("DR-AOE-11")
def test_the_second_rocket_comes_through_the_ward() -> None:
    """80 are left: 40 to Sorrel; 20 against Hask's plate do nothing, and Pim takes 20."""
    fight = Fight("l-courtyard")
    rocket = Attack(
        actor="brandt",
        target="sorrel",
        mode="ranged",
        weapons=("rocket",),
        deliberate=True,
        critical="drive",
    )
    done = fight.do(rocket, 35, 50, 50)
    assert done.hazard == 100
    assert fight.taken("sorrel", "hask", "pim") == [40, 0, 20]
    assert fight.sheet("sorrel").shields[0].points == 0
    assert {one.id for one in fight.session.encounter["sorrel"].effects} == {"ignited"}


@pytest.mark.rule("DR-AOE-15")
@pytest.mark.rule("DR-AOE-16")
def test_a_zone_is_cut_by_the_ward() -> None:
    """The frost storm is worth 60: 20 spare a third inside; Ilvane outside takes it all.

    30 less a third is 20: all of it to Sorrel, at 75% and 50% of 30 Ilvane takes 11.
    """
    fight = Fight("l-courtyard")
    storm = FillZone.model_validate(
        {
            "actor": "brandt",
            "weapon": "frost_storm",
            "cell": Cell(18, 9),
            "exposure": {"sorrel": "high", "ilvane": "high"},
        }
    )
    done = fight.do(storm)
    assert done.shield_value == 60
    assert fight.taken("sorrel", "ilvane") == [20, 11]


def test_the_smithy_opens_with_blade_and_storm_coat_at_once() -> None:
    """20 at drive 22 are halved to 10 by 14-24; 30 electric pass the corporal's mail in full.

    Of the 37 stored 7 were left, of which 5 faded when the smith's turn began.
    """
    fight = Fight("m-smithy")
    assert fight.taken("morrik", "vey") == [10, 30]
    assert [one.stored for one in fight.sheet("morrik").auras] == [2, 20]


@pytest.mark.rule("DR-AUR-08")
@pytest.mark.rule("DR-AUR-10")
def test_thorns_do_not_pass_plate() -> None:
    """Odda's 24 at drive 26 pass in full; thorns of 20 at drive 18 stop at 24-40."""
    fight = Fight("m-smithy")
    strike = Attack(actor="odda", target="morrik", weapons=("longsword",), critical="drive")
    fight.do(strike, 45, answer="Thorns:20")
    assert fight.taken("morrik", "odda") == [34, 0]
    assert [one.stored for one in fight.sheet("morrik").auras] == [2, 0]


@pytest.mark.rule("DR-AUR-06")
@pytest.mark.rule("DR-CRT-05")
def test_a_critical_with_a_precise_blade_goes_unanswered() -> None:
    """Failed by 20, the longsword's drive is 46; the smith's auras stay as they are."""
    fight = Fight("m-smithy")
    strike = Attack(actor="odda", target="morrik", weapons=("longsword",), critical="drive")
    done = fight.do(strike, 50)
    assert done.outcome == "critical"
    assert done.elements[0].drive == 46
    assert [one.stored for one in fight.sheet("morrik").auras] == [2, 20]


def test_the_yard_opens_with_a_thrown_cart() -> None:
    """60 points lift 600 pounds outside of all silence; the lifter glows and both are heard."""
    fight = Fight("n-goods-yard")
    assert fight.session.encounter["cart"].pos == (16, 6)
    assert fight.sheet("anselm").gravity[0].points == 60
    effects = {one.id for one in fight.session.encounter["anselm"].effects}
    assert effects == {"gravity_glow", "gravity_sound"}


@pytest.mark.rule("DR-SIL-02")
@pytest.mark.rule("DR-SIL-07")
@pytest.mark.parametrize(("points", "works"), [(19, False), (20, True)])
def test_between_two_silencers_a_crate_takes_five_times_the_points(
    points: int, works: bool
) -> None:
    """80 pounds at 1/20 are 4 points; where 4 and 4 silencing overlap they are 20."""
    fight = Fight("n-goods-yard")
    lift = UsePseudogravity(actor="anselm", target="crate-1", source="Sounding wand", points=points)
    done = fight.do(lift)
    assert (done.lift.silencing, done.lift.works) == (5, works)
    assert fight.sheet("anselm").gravity[1].points == 30 - points


@pytest.mark.rule("DR-NRG-04")
def test_the_courtyard_ends_with_a_roll_against_war_fever() -> None:
    """Linn A took one degree by particles: a roll without Hindrance before it is over."""
    fight = Fight("l-courtyard")
    assert fight.do(EndFight()) == (("linn-a", 1, 0),)
    assert fight.session.encounter.round == 0


def test_the_script_of_the_drill_yard_plays(capsys: pytest.CaptureFixture[str]) -> None:
    """The ward of 90 leaves 10 of the rocket: 5 for the mage alone; the cart flies to its square.

    The guard's skin field takes 20 of the 30 that the smith's storm coat answers with.
    """
    script = data_dir("assets") / "scripts" / "drill-yard.json"
    assert cli.main(["run", str(script)]) == 0
    end = json.loads(capsys.readouterr().out.splitlines()[-1])["encounter"]
    people = end["combatants"]
    taken = {who: one["sheet"].get("damage_taken", 0) for who, one in people.items()}
    assert (taken["mage"], taken["guard"], taken["smith"]) == (5, 10, 24)
    assert people["cart"]["pos"] == [11, 4]
    assert end["round"] == 0
