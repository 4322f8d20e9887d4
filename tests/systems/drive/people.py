"""Two people, their weapons and shields, for the tests of the drive rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from frozendict import frozendict

from gridwar.dice.dice_sources import ScriptedDice
from gridwar.engine.play.play_command import play
from gridwar.engine.play.play_outcome import Accepted, Refused
from gridwar.engine.play.preview_and_named_outcomes import preview
from gridwar.engine.session.session import Session
from gridwar.model.combatant import Combatant
from gridwar.model.command import Answer
from gridwar.model.events_combatants import Explained
from gridwar.model.geometry import Cell
from gridwar.model.question_and_refusal import Question
from gridwar.systems.drive import SYSTEM
from gridwar.systems.drive.attacks.attack_command import Attack
from gridwar.systems.drive.attacks.zone_attacks import FillZone
from gridwar.systems.drive.core.fight_state import DriveState
from gridwar.systems.drive.core.house_rules_and_settings import DriveSwitches
from gridwar.systems.drive.core.sheet import DriveSheet, sheet_of
from gridwar.systems.drive.core.shield_aura_gravity import Shield
from gridwar.systems.drive.core.weapons_armour_resistances import (
    EnergyKind,
    EnergyPart,
    Weapon,
    ZoneDamage,
)
from tests.support.strict_table import StrictTable

if TYPE_CHECKING:
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter

STRIKE = Attack(actor="a", target="t", weapons=("sword",), critical="drive")
FIRE = Attack(actor="a", target="t", mode="ranged", weapons=("gun",), critical="drive")
HIT, EVADED, CRITICAL = 25, 9, 90
"""Faces of a die that hit by drive, are evaded, and are critical."""
BOMB = ZoneDamage(type="cluster", kind="frost", high=30, low=10)
ZONE = Weapon(id="storm", ranged=True, zone=BOMB)
STORM = FillZone(actor="a", weapon="storm", cell=Cell(3, 0), exposure=frozendict(t="low"))


def shot(kind: EnergyKind, damage: int, id: str = "gun") -> Weapon:
    """Return one shot of pure energy."""
    energy = (EnergyPart(kind=kind, damage=damage),)
    return Weapon(id=id, ranged=True, energy=energy, crit_max_band="any", volley=10)


def volley(count: int, damage: int) -> tuple[Weapon, ...]:
    """Return several equal shots of heat."""
    return tuple(shot("heat", damage, f"s{number}") for number in range(1, count + 1))


def shield(id: str, precision: Any, points: int = 0, pool: str | None = None) -> Shield:
    """Return a shield of an Ability."""
    return Shield(id=id, precision=precision, points=points, pool_id=pool)


def duel(
    attacker: DriveSheet,
    target: DriveSheet,
    *,
    pools: dict[str, int] | None = None,
    state: DriveState | None = None,
    **switches: Any,
) -> Encounter:
    """Return a fight of ``a`` (whose turn it is) against ``t``, three cells away."""
    people = {
        "a": Combatant(id="a", name="Ada", side="1", pos=Cell(0, 0), sheet=attacker),
        "t": Combatant(id="t", name="Tor", side="2", pos=Cell(3, 0), sheet=target),
    }
    rules = (state or DriveState()).replace(pools=frozendict(pools or {}))
    return SYSTEM.new_encounter().replace(
        combatants=frozendict(people),
        rules=rules,
        round=1,
        turn="a",
        switches=DriveSwitches(**switches),
    )


def session(start: Encounter, *faces: int) -> Session:
    """Return a session with scripted dice and a strict table."""
    return Session(SYSTEM, start, dice=ScriptedDice(faces), table=StrictTable)


def sheet(of: Session, who: str) -> DriveSheet:
    """Return a sheet as it is now."""
    return sheet_of(of.encounter.combatants[who])


def sword(damage: int = 20, drive: int = 18, **fields: Any) -> Weapon:
    """Return a melee weapon without Strength's part in its name."""
    return Weapon(id="sword", base_damage=damage, base_drive=drive, **fields)


def gun(damage: int, drive: int, **fields: Any) -> Weapon:
    """Return a ranged weapon that fires projectiles."""
    usual: dict[str, Any] = {"id": "gun", "ranged": True, "crit_max_band": "any", "volley": 10}
    values = usual | fields
    return Weapon(base_damage=damage, base_drive=drive, **values)


def group(*others: DriveSheet, attacker: DriveSheet, target: DriveSheet, **rest: Any) -> Encounter:
    """Return a duel with further people, ``b``, ``c`` and so on, who stand beside the target."""
    start = duel(attacker, target, **rest)
    people = {
        name: Combatant(id=name, name=name.upper(), side="2", pos=Cell(3, at), sheet=own)
        for at, (name, own) in enumerate(zip("bcdefghijklm", others, strict=False), start=1)
    }
    return start.replace(combatants=start.combatants | people)


def blow(fight: Session, command: Command, **answers: str) -> Any:
    """Play a command to its end, with answers by the last part of their key; return its result."""
    fight.submit(command)
    while fight.wanted:
        wanted = fight.wanted[0]
        assert isinstance(wanted, Question), wanted
        name = wanted.key.rpartition("/")[2]
        given = Answer(option=answers[name]) if name in answers else wanted.default
        assert not isinstance(fight.answer(wanted.key, given), Refused)
    row = fight.history.rows[fight.position.cursor]
    outcome = play(SYSTEM, fight.history.state(row.parent), row.command, row.replies)
    assert isinstance(outcome, Accepted), outcome
    return outcome.result


def refusal(start: Encounter, command: Command) -> str:
    """Return the code by which a command is refused; empty where it is not."""
    found = preview(SYSTEM, start, command).refusal
    return "" if found is None else found.code


def statuses(fight: Session, who: str) -> set[str]:
    """Return the conditions of somebody."""
    return {one.id.partition(":")[0] for one in fight.encounter[who].effects}


def asked(fight: Session) -> Question:
    """Return the question that is open."""
    (question,) = fight.wanted
    assert isinstance(question, Question)
    return question


def struck(
    weapon: Weapon,
    target: dict[str, Any],
    face: int = HIT,
    attack: Attack | None = None,
    **rest: Any,
) -> tuple[int, ...]:
    """Return the final damage of each element of one weapon's hit."""
    attacker = DriveSheet(weapons=(weapon,), **rest.pop("attacker", {}))
    fight = session(duel(attacker, DriveSheet(defence_tn=12, **target), **rest), face)
    usual = FIRE if weapon.ranged else STRIKE
    return tuple(int(one.damage) for one in blow(fight, attack or usual).elements)


def traces(fight: Any) -> list[Any]:
    """Return what the latest command has told."""
    row = fight.history.rows[fight.position.cursor]
    return [one.trace for one in row.events if isinstance(one, Explained)]


def told(fight: Any) -> list[str]:
    """Return the headlines of the latest command."""
    return [one.title for one in traces(fight)]


def trace(fight: Any, title: str) -> Any:
    """Return what stands under a headline."""
    return next(one for one in traces(fight) if one.title == title)


def steps(of: Any) -> list[tuple[Any, ...]]:
    """Return words, rule, before and after of each step."""
    return [(one.label, one.rule_id, one.before, one.after) for one in of.steps]
