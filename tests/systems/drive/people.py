"""Two people, their weapons and shields, for the tests of the drive rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from frozendict import frozendict

from gridwar.dice.port import ScriptedDice
from gridwar.engine.session.session import Session
from gridwar.model.combatant import Combatant
from gridwar.model.geometry import Cell
from gridwar.systems.drive import SYSTEM
from gridwar.systems.drive.core.gear import EnergyKind, EnergyPart, Weapon
from gridwar.systems.drive.core.sheet import DriveSheet, sheet_of
from gridwar.systems.drive.core.sources import Shield
from gridwar.systems.drive.core.state import DriveState
from gridwar.systems.drive.core.switches import DriveSwitches
from tests.support.strict_table import StrictTable

if TYPE_CHECKING:
    from gridwar.model.encounter import Encounter


def shot(kind: EnergyKind, damage: int, id: str = "gun") -> Weapon:
    """Return one shot of pure energy."""
    energy = (EnergyPart(kind=kind, damage=damage),)
    return Weapon(id=id, ranged=True, energy=energy, crit_max_band="any")


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
