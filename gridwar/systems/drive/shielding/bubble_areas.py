"""Bubbles on the map: where they stand, how far they go, who is inside, where a shot stops."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import of_places, squared_from
from gridwar.grid.areas.disc_ring_square_line import line
from gridwar.systems.drive.core.fight_state import Bubble, state_of
from gridwar.systems.drive.core.sheet import sheet_of
from gridwar.systems.drive.positions import (
    band_reach,
    distance,
    is_within,
    is_within_of_cell,
    spot_of_cell,
    spot_of_one,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Encounter, Spot
    from gridwar.model.geometry import Cell
    from gridwar.systems.drive.core.shield_aura_gravity import Shield


def bubbles(encounter: Encounter) -> Iterator[tuple[Shield, str | None]]:
    """Yield all active low-precision shields with their bearers: those of fixed points first.

    Rules: DR-SHD-02
    """
    for bubble in state_of(encounter).bubbles:
        if bubble.active:
            yield bubble, None
    for one in encounter.everyone():
        for shield in sheet_of(one).shields:
            if shield.active and shield.precision == "low":
                yield shield, one.id


def bubble_area(owner: str | None, bubble: str) -> str:
    """Return the key of the area that a bubble covers."""
    return f"bubble {owner or ''} {bubble}"


def is_inside(encounter: Encounter, bubble: Shield, owner: str | None, who: str) -> bool:
    """Return whether somebody is inside a bubble: with any of its squares, height as a third axis.

    Rules: DR-SHD-02, DR-SHD-03
    """
    if who not in encounter:
        return False
    if isinstance(bubble, Bubble) and bubble.inside is not None:
        return who in bubble.inside
    if bubble.protects and bubble.protects == encounter[who].group:
        return True
    if bubble.protects and owner != who:
        return False
    reach = reach_of(encounter, bubble)
    if owner is not None:
        return bool(is_within(encounter, who, owner, reach))
    centre = bubble.centre if isinstance(bubble, Bubble) else None
    return centre is not None and is_within_of_cell(encounter, who, centre, reach)


def reach_of(encounter: Encounter, bubble: Shield) -> float:
    """Return how many squares a bubble goes: its own number, or its band.

    Rules: DR-SHD-02, DR-SHD-03
    """
    if bubble.radius_squares is not None:
        return bubble.radius_squares
    return band_reach(encounter, bubble.radius_band) or 0


def middle_of(encounter: Encounter, bubble: Shield, owner: str | None) -> Spot | None:
    """Return where a bubble stands: its bearer, or a fixed point; None where it stands nowhere."""
    return _spot_of(encounter, owner, bubble.centre if isinstance(bubble, Bubble) else None)


def _spot_of(encounter: Encounter, owner: str | None, centre: Cell | None) -> Spot | None:
    if owner is not None:
        return spot_of_one(encounter, owner)
    return None if centre is None else spot_of_cell(encounter, centre)


def rim_cell(encounter: Encounter, attacker: str, target: str) -> Cell | None:
    """Return the last square outside all bubbles round a target that a shot comes to.

    Rules: DR-AOE-03
    """
    rounds = tuple(
        (owner, one.centre if isinstance(one, Bubble) else None, reach_of(encounter, one))
        for one, owner in bubbles(encounter)
        if is_inside(encounter, one, owner, target)
    )
    return _last_outside(encounter, attacker, target, rounds) if rounds else None


@of_places
def _last_outside(
    encounter: Encounter,
    attacker: str,
    target: str,
    rounds: tuple[tuple[str | None, Cell | None, float], ...],
) -> Cell | None:
    """Return the last square on a way outside some rounds, each by its bearer or its middle."""
    start, end = encounter[attacker].pos, encounter[target].pos
    if start is None or end is None or start == end:
        return None
    spots = [
        (spot, reach)
        for owner, centre, reach in rounds
        if (spot := _spot_of(encounter, owner, centre)) is not None
    ]
    way = sorted(line(start, end), key=squared_from(encounter.map, start))
    outside = [
        cell
        for cell in way
        if all(
            distance(encounter, middle, spot_of_cell(encounter, cell)) > reach
            for middle, reach in spots
        )
    ]
    return outside[-1] if spots and outside else None
