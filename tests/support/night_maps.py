"""Maps of an evening by night: a cave with a door, a secret one, and who waits behind them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.engine.session.journal_rows import DiceCounter
from gridwar.model.battlemap import BattleMap
from gridwar.model.geometry import SUBCELL, Cell, Point
from gridwar.model.walls import DoorState, Wall, WallKind
from gridwar.storage.new_open_and_sample_fights import create
from gridwar.systems import find_system

if TYPE_CHECKING:
    from pathlib import Path

WIDTH, HEIGHT = 26, 18
DOOR, SECRET_DOOR = "hall", "crypt"
PLACES: Final = {
    "ann": (3, 9),
    "bob": (3, 10),
    "ogre": (20, 13),
    "spy": (9, 10),
    "ghoul": (18, 2),
}
"""Two of the party; behind the door, hidden in the passage, and behind the secret door."""
SECRETS: Final = {"ogre": "Canary of the hall", "spy": "Canary spy", "ghoul": "Canary ghoul"}
ALCOVE: Final = Cell(9, 6)
"""Seen from the middle of the passage alone."""
_WALLS: Final = (
    # The first chamber, and the passage with its alcove.
    *((1, 6, 6, 6), (1, 6, 1, 13), (1, 13, 6, 13), (6, 6, 6, 9), (6, 11, 6, 13)),
    *((6, 9, 9, 9), (9, 9, 9, 6), (9, 6, 10, 6), (10, 6, 10, 9), (10, 9, 14, 9), (6, 11, 14, 11)),
    # The hall behind the door, and the crypt behind the secret one.
    *((14, 5, 14, 9), (14, 11, 14, 15), (14, 15, 23, 15), (23, 15, 23, 5)),
    *((14, 5, 18, 5), (19, 5, 23, 5), (16, 1, 23, 1), (16, 1, 16, 5), (23, 1, 23, 5)),
)
_DOORS: Final = (
    (DOOR, (14, 9, 14, 11), DoorState.CLOSED),
    (SECRET_DOOR, (18, 5, 19, 5), DoorState.SECRET),
)


def cave_page() -> BattleMap:
    """Return the cave with nobody in it."""
    walls = [_wall(str(number), ends) for number, ends in enumerate(_WALLS)]
    doors = [
        _wall(name, ends).replace(kind=WallKind.DOOR, door=state, name="Canary door")
        for name, ends, state in _DOORS
    ]
    return BattleMap(width=WIDTH, height=HEIGHT).with_walls((*walls, *doors))


def _wall(name: str, ends: tuple[int, int, int, int]) -> Wall:
    ax, ay, bx, by = (end * SUBCELL for end in ends)
    return Wall(id=name, a=Point(ax, ay), b=Point(bx, by))


def write_cave(path: Path, system_id: str = "freeform", *, empty: bool = False) -> Path:
    """Write a fight in the cave that has not begun, and return its place."""
    system = find_system(system_id)
    fight = system.new_encounter("Canary title").replace(map=cave_page(), notes="Canary notes")
    ours, theirs = list(fight.sides)[:2]
    for who, place in PLACES.items() if not empty else ():
        side = theirs if who in SECRETS else ours
        name = SECRETS.get(who, who.capitalize())
        one = system.new_combatant(who, name, side)
        fight = fight.with_combatant(one.replace(pos=Cell(*place), hidden=who == "spy"))
    create(path, fight, system, DiceCounter(7)).close()
    return path
