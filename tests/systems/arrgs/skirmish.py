"""A board with a few combatants for the tests of ARRGS."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from frozendict import frozendict

from gridwar.dice.dice_sources import ScriptedDice
from gridwar.engine.play.play_outcome import Accepted, Asking, Outcome, Refused
from gridwar.engine.session.session import Session
from gridwar.model.combatant import Combatant
from gridwar.model.command import Answer
from gridwar.model.events_combatants import Explained
from gridwar.model.geometry import Cell
from gridwar.model.question_and_refusal import Question
from gridwar.systems.arrgs import SYSTEM
from gridwar.systems.arrgs.core.sheet import ArrgsSheet, sheet_of
from gridwar.systems.arrgs.core.weapon_and_item_records import Weapon
from tests.support.strict_table import StrictTable

if TYPE_CHECKING:
    from gridwar.model.encounter import Encounter
    from gridwar.model.trace import Trace

AXE = Weapon(id="axe", base_sv=5, types=("slashing",))
FIST = Weapon(id="fist", base_sv=1, types=("bludgeoning",), unarmed=True)
BOW = Weapon(id="bow", category="ranged", base_sv=5, types=("piercing",), range_increment=5)


def fighter(who: str, at: tuple[int, int], side: str = "1", **fields: Any) -> Combatant:
    """Return a combatant with an axe, a fist and a bow; pools full unless given."""
    mods = fields.pop("mods", {})
    conditions = fields.pop("conditions", {})
    total = fields.get("total_vitality", 50)
    full = {
        "current_vitality": total,
        "ap": fields.get("ap_max", 3),
        "aap": fields.get("aap_max", 0),
        "weapons": (AXE, FIST, BOW),
    }
    sheet = ArrgsSheet(
        mods=frozendict(mods), conditions=frozendict(conditions), **{**full, **fields}
    )
    return Combatant(id=who, name=who, side=side, pos=Cell(*at), sheet=sheet)


def board(*fighters: Combatant, **switches: Any) -> Encounter:
    """Return a fight in its first round, nobody's turn."""
    encounter = SYSTEM.new_encounter().replace(round=1)
    encounter = encounter.replace(switches=encounter.switches.replace(**switches))
    for one in fighters:
        encounter = encounter.with_combatant(one)
    return encounter


def session(encounter: Encounter, *faces: int) -> Session:
    """Return a session on a strict table with scripted dice."""
    return Session(SYSTEM, encounter, dice=ScriptedDice(faces), table=StrictTable)


def sheet(encounter: Encounter, who: str) -> ArrgsSheet:
    """Return somebody's sheet."""
    return sheet_of(encounter.combatants[who])


def pos(encounter: Encounter, who: str) -> tuple[int, int] | None:
    """Return where somebody is."""
    return encounter.combatants[who].pos


def asked(outcome: Outcome) -> str:
    """Return who is asked."""
    assert isinstance(outcome, Asking)
    question = outcome.wanted[0]
    assert isinstance(question, Question)
    assert question.recipient is not None
    return question.recipient


def reply(fight: Session, option: str) -> Outcome:
    """Answer the open question."""
    return fight.answer(fight.wanted[0].key, Answer(option=option))


def accepted(outcome: Outcome) -> Accepted:
    """Return an accepted outcome."""
    assert isinstance(outcome, Accepted), outcome
    return outcome


def refusal(outcome: Outcome) -> str:
    """Return the code of a refusal."""
    assert isinstance(outcome, Refused), outcome
    return outcome.refusal.code


def traces(outcome: Outcome) -> list[Trace]:
    """Return the traces of an outcome."""
    return [one.trace for one in accepted(outcome).events if isinstance(one, Explained)]


def line(start: tuple[int, int], length: int) -> tuple[Cell, ...]:
    """Return a path eastwards, the start not included."""
    return tuple(Cell(start[0] + n, start[1]) for n in range(1, length + 1))
