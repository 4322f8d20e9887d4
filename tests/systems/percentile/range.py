"""A shooter, a target and others to spill to, for the tests of the Burst."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from frozendict import frozendict

from gridwar.dice.port import ScriptedDice
from gridwar.engine.session.session import Session
from gridwar.model.combatant import Combatant
from gridwar.model.geometry import Cell
from gridwar.systems.percentile import SYSTEM
from gridwar.systems.percentile.burst import Burst
from gridwar.systems.percentile.state import (
    DamageDice,
    PercentileSheet,
    PercentileSwitches,
    PercentileWeapon,
    sheet_of,
)
from tests.support.strict_table import StrictTable

if TYPE_CHECKING:
    from gridwar.model.encounter import Encounter

GUN = PercentileWeapon(
    id="gun",
    name="gun",
    damage=DamageDice(count=1, sides=10, flat=3),
    pen=1,
    range_cells=30,
    hit_rating=10,
)


def shooting(
    *others: tuple[str, tuple[int, int], PercentileSheet],
    bs: int = 52,
    gun: PercentileWeapon = GUN,
    target: PercentileSheet | None = None,
    **switches: Any,
) -> Encounter:
    """Return a fight of ``a`` against ``t`` at nine squares, and others of the target's side."""
    victim = target or PercentileSheet(tb=3, ap=3, wounds=15, wounds_full=15, dodge=40)
    people = {
        "a": Combatant(
            id="a",
            name="Ada",
            side="1",
            pos=Cell(0, 0),
            sheet=PercentileSheet(bs=bs, weapons=(gun,)),
        ),
        "t": Combatant(id="t", name="Tor", side="2", pos=Cell(9, 0), sheet=victim),
    }
    people |= {
        who: Combatant(id=who, name=who, side="2", pos=Cell(*pos), sheet=sheet)
        for who, pos, sheet in others
    }
    return SYSTEM.new_encounter().replace(
        combatants=frozendict(people), switches=PercentileSwitches(**switches)
    )


def fire(hits: int = 4, **changes: Any) -> Burst:
    """Return a burst of ``a`` at ``t``."""
    return Burst(actor="a", target="t", weapon="gun", hits=hits, **changes)


def session(start: Encounter, *faces: int) -> Session:
    """Return a session with scripted dice and a strict table."""
    return Session(SYSTEM, start, dice=ScriptedDice(faces), table=StrictTable)


def sheet(of: Session, who: str) -> PercentileSheet:
    """Return a sheet as it is now."""
    return sheet_of(of.encounter.combatants[who])
