"""Small fights for the tests of attacks: people, weapons, dice and answers in a line each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from frozendict import frozendict

from gridwar.dice.dice_sources import ScriptedDice
from gridwar.engine.play.play_command import Options, play
from gridwar.engine.play.play_outcome import Accepted, Asking, Refused
from gridwar.engine.play.preview_and_named_outcomes import preview
from gridwar.engine.play.replies_and_corrections import Replies, Reply
from gridwar.model.battlemap import BattleMap
from gridwar.model.combatant import Combatant
from gridwar.model.command import Answer, Command
from gridwar.model.encounter import Encounter
from gridwar.model.events_combatants import Explained
from gridwar.model.geometry import Cell
from gridwar.model.question_and_refusal import Question
from gridwar.systems.cepheus import SYSTEM
from gridwar.systems.cepheus.core.fight_state import CepheusState, sheet_of
from gridwar.systems.cepheus.core.house_rules import CepheusSwitches
from gridwar.systems.cepheus.core.person_records import Budget
from gridwar.systems.cepheus.core.sheet import CepheusSheet, Scores
from gridwar.systems.cepheus.core.weapon_records import BlastZone, Weapon
from tests.support.strict_table import StrictTable

if TYPE_CHECKING:
    from gridwar.engine.kit.modifier_tally import Tally
    from gridwar.model.trace import Trace

PISTOL = Weapon(id="pistol", name="Pistol", type="pistol", skill="slug_pistol", damage_dice=2)
RIFLE = Weapon(
    id="rifle",
    name="Rifle",
    type="rifle",
    skill="slug_rifle",
    damage_dice=3,
    magazine=10,
    loaded=10,
)
SWORD = Weapon(id="sword", name="Sword", type="extended_reach", skill="blades", damage_dice=3)
DAGGER = Weapon(id="dagger", name="Dagger", type="close_quarters", skill="blades", damage_dice=1)
KNIFE = Weapon(id="knife", name="Throwing knife", type="thrown", skill="athletics", damage_dice=1)
GRENADE = Weapon(
    id="grenade",
    name="Grenade",
    type="thrown",
    skill="athletics",
    damage_dice=0,
    adds_effect=False,
    blast=(BlastZone(radius_m=3, dice=5), BlastZone(radius_m=6, dice=3)),
    magazine=2,
    loaded=2,
)
ALL = (PISTOL, RIFLE, SWORD, DAGGER, KNIFE, GRENADE)
SKILLS = frozendict(slug_pistol=2, slug_rifle=2, blades=1, athletics=1)


def person(who: str, x: int = 0, y: int = 0, **sheet: Any) -> Combatant:
    """Return somebody with every weapon in hand and average scores."""
    chars = sheet.pop("chars", {})
    full = {**chars, **sheet.pop("chars_max", {})}
    made = CepheusSheet(
        **{
            "chars": Scores(**chars),
            "chars_max": Scores(**full),
            "skills": SKILLS,
            "weapons": ALL,
            "budget": Budget(minor=1, significant=1),
            "initiative_base": 8,
            **sheet,
        }
    )
    return Combatant(id=who, name=who.title(), pos=Cell(x, y), sheet=made)


def fight(*people: Combatant, ground: BattleMap | None = None, **switches: Any) -> Encounter:
    """Return the first round of a fight; it is the turn of the first."""
    return Encounter(
        system=SYSTEM.id,
        map=ground or BattleMap(width=200, height=60),
        round=1,
        turn=people[0].id,
        rules=CepheusState(),
        switches=CepheusSwitches(**switches),
        combatants=frozendict({one.id: one for one in people}),
    )


def tried(
    encounter: Encounter, command: Command, dice: tuple[int, ...] = (), **answers: Any
) -> Accepted | Refused:
    """Play a command to its end. All dice have to be used.

    Args:
        encounter: The state before.
        command: What is wanted.
        dice: All faces, in order.
        answers: By recipient: the option, or the numbers, of each question to him in turn; those
            left out take the default.
    """
    script, replies = ScriptedDice(dice), Replies()
    left = {who: list(one) if isinstance(one, tuple) else [one] for who, one in answers.items()}
    while True:
        outcome = play(SYSTEM, encounter, command, replies, Options(script, StrictTable))
        if not isinstance(outcome, Asking):
            assert script.left == ()
            return outcome
        replies = outcome.replies
        for one in outcome.wanted:
            assert isinstance(one, Question)
            waiting = left.get(one.recipient or "gm", [])
            answer = _answer(waiting.pop(0)) if waiting else one.default
            assert one.problem_with(answer) == ""
            replies = replies.with_reply(Reply(key=one.key, answer=answer))


def done(
    encounter: Encounter, command: Command, dice: tuple[int, ...] = (), **answers: Any
) -> Accepted:
    """Play a command that has to be accepted."""
    outcome = tried(encounter, command, dice, **answers)
    assert isinstance(outcome, Accepted), outcome
    return outcome


def refused(encounter: Encounter, command: Command) -> str:
    """Return the code with which a command is refused; nothing may be rolled or asked."""
    outcome = play(SYSTEM, encounter, command, options=Options(ScriptedDice(()), StrictTable))
    assert isinstance(outcome, Refused), outcome
    assert outcome.text
    return outcome.code


def summed(encounter: Encounter, command: Command) -> Tally:
    """Return the sum of an attack before anything is rolled."""
    seen = preview(SYSTEM, encounter, command)
    assert seen.refusal is None, seen.refusal
    return next(one for one in seen.tallies if one.name.endswith("attack"))


def sheet(encounter: Encounter, who: str) -> CepheusSheet:
    """Return somebody's sheet."""
    return sheet_of(encounter.combatants[who])


def physical(encounter: Encounter, who: str) -> tuple[int, int, int]:
    """Return somebody's Strength, Dexterity and Endurance."""
    chars = sheet(encounter, who).chars
    return chars.strength, chars.dexterity, chars.endurance


def log(outcome: Accepted) -> tuple[Trace, ...]:
    """Return what a command wrote into the log."""
    return tuple(one.trace for one in outcome.events if isinstance(one, Explained))


def _answer(given: Any) -> Answer:
    return Answer(option=given) if isinstance(given, str) else Answer(numbers=frozendict(given))
