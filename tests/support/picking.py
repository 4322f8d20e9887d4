"""Commands that need several things from the map: for what chooses them. Back Alley with five more.

None of them does anything but be told; the command itself is what tests look at.
"""

from __future__ import annotations

from frozendict import frozendict
from msgspec.structs import replace

from gridwar.engine.kit import (
    Act,
    Candidates,
    Cell,
    Encounter,
    Procedure,
    Role,
    System,
    Table,
    offer,
    say,
)
from tests.support.alley import SYSTEM


def _foes(encounter: Encounter, _command: object) -> Candidates:
    """Return everybody on the board, each with a target number."""
    those = tuple(one.id for one in encounter.everyone() if one.pos is not None)
    numbers = {who: f"TN {10 + number}" for number, who in enumerate(those)}
    return Candidates(who=frozenset(those), words=frozendict(numbers))


def _near(encounter: Encounter, command: Act) -> Candidates:
    """Return everybody, and the squares within five of the actor."""
    pos = encounter[command.actor].pos
    assert pos is not None
    cells = frozenset(pos.shifted(x, y) for x in range(-5, 6) for y in range(-5, 6))
    return Candidates(who=frozenset(encounter.combatants), cells=cells)


@offer(
    "Burst", icon="crosshair", group="Fight", role=Role.STRIKE, needs="combatants", candidates=_foes
)
class Burst(Act):
    """Shoot at several."""

    targets: tuple[str, ...]


@offer("Mine", icon="bomb", group="Fight", role=Role.OTHER, needs="cells", candidates=_near)
class Mine(Act):
    """Mine some squares."""

    cells: frozenset[Cell]


@offer("Face", icon="crosshair", group="Fight", role=Role.READY, needs="bearing")
class Face(Act):
    """Turn somewhere."""

    bearing_deg: float


@offer(
    "Hurl",
    icon="hand-fist",
    group="Fight",
    role=Role.STRIKE,
    needs=("combatant", "cell"),
    candidates=_near,
)
class Hurl(Act):
    """Throw somebody somewhere."""

    target: str
    cell: Cell


@offer("Drag along", icon="hand-fist", group="Fight", role=Role.MOVE, needs=("path", "combatant"))
class DragAlong(Act):
    """Walk, and take somebody along."""

    path: tuple[Cell, ...]
    target: str


def _told(table: Table, command: Act) -> Procedure[None]:
    yield from say(table, "{who} does it", who=command.actor)


WITH_NEEDS: System = replace(
    SYSTEM,
    play=replace(
        SYSTEM.play,
        handlers={
            **SYSTEM.play.handlers,
            **dict.fromkeys((Burst, Mine, Face, Hurl, DragAlong), _told),
        },
    ),
)
