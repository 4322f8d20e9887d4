"""Small fights for tests: combatants of a system's own samples on a blank map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frozendict import frozendict

from gridwar.dice.dice_sources import ScriptedDice
from gridwar.engine.kit.turn_and_move_commands import BeginFight
from gridwar.engine.session.session import Session
from gridwar.model.geometry import Cell
from tests.support.every_system import find
from tests.support.strict_table import StrictTable

if TYPE_CHECKING:
    from gridwar.model.encounter import Encounter


def on_board(system_id: str, **places: tuple[int, int]) -> Encounter:
    """Return an encounter with samples of a system, by id, at cells."""
    system = find(system_id)
    samples = {one.id: one for one in system.data.samples()}
    combatants = {who: samples[who].replace(pos=Cell(*place)) for who, place in places.items()}
    return system.new_encounter("Test").replace(combatants=frozendict(combatants))


def begun(system_id: str, *faces: int, **places: tuple[int, int]) -> Session:
    """Return a session whose fight has begun; dice after the first ones as given."""
    session = Session(find(system_id), on_board(system_id, **places), table=StrictTable)
    session.submit(BeginFight())
    session.dice = ScriptedDice(faces)
    return session
