"""What the map shows: reach and rings of a combatant, grapples, feints, kill zones, things."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import (
    Area,
    Mark,
    Overlays,
    Ring,
    Scenery,
    Tie,
    _,
    cells_around,
    place,
    rings_of,
)
from gridwar.systems.percentile.core.action_and_evasion_tables import row
from gridwar.systems.percentile.core.action_headings import GRAPPLE
from gridwar.systems.percentile.core.fight_state import sheet_of, state_of
from gridwar.systems.percentile.core.weapons_in_hand import weapon_of, weapons_in_hand
from gridwar.systems.percentile.positions.reach_and_sight import barrier_to, reach_of, yardstick

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Cell, Combatant, Encounter


def overlays_of(encounter: Encounter, who: str, weapon: str, cell: Cell | None) -> Overlays:
    """Return the squares in melee reach, and stated range and Maximum Distance of a weapon.

    Rules: PC-ATK-01, PC-ATK-02
    """
    del cell
    one = encounter[who]
    if one.pos is None or sheet_of(one).dead:
        return Overlays()
    shown = _ranged_in_hand(one)
    reach = reach_of(one)
    by = yardstick(encounter)
    near = cells_around(by, place(encounter, by, one.pos, one.size), (1, reach))
    threat = frozenset(there for there in near if not barrier_to(encounter, who, there))
    label = _("melee reach {n}").format(n=reach)
    rings = weapon_rings(encounter, who, weapon)
    return Overlays(rings, threat, label, (1, reach), weapons=shown)


def weapon_rings(encounter: Encounter, who: str, weapon: str) -> tuple[Ring, ...]:
    """Return stated range and Maximum Distance of a weapon on the board.

    Rules: PC-ATK-01, PC-ATK-02
    """
    one = encounter[who]
    if one.pos is None or sheet_of(one).dead:
        return ()
    chosen = weapon_of(one, weapon or next((id for id, _title in _ranged_in_hand(one)), ""))
    if chosen is None or chosen.is_melee:
        return ()
    return rings_of(
        (
            (_("Range"), chosen.range_cells, ""),
            (_("Maximum Distance"), chosen.maximum_distance, ""),
        )
    )


def _ranged_in_hand(one: Combatant) -> tuple[tuple[str, str], ...]:
    """Return id and title of each weapon in hand that is not for melee."""
    return tuple((each.id, each.title) for each in weapons_in_hand(one) if not each.is_melee)


def scenery_of(encounter: Encounter) -> Scenery:
    """Return links, and weapons on the ground, as they are now.

    Rules: PC-ACT-17
    """
    return Scenery(
        marks=tuple(
            Mark(thing.cell, "sword", thing.weapon.title, _("dropped"))
            for thing in state_of(encounter).dropped
        ),
        ties=tuple(_ties(encounter)),
    )


def areas_of(encounter: Encounter) -> tuple[Area, ...]:
    """Return the kill zones as they are now."""
    return tuple(_kill_zones(encounter))


def _ties(encounter: Encounter) -> Iterator[Tie]:
    """Yield a link for each grapple, the controller first, and one for each Feint that counts.

    Rules: PC-GRP-01, PC-ACT-18
    """
    for grapple in state_of(encounter).grapples:
        name = encounter[grapple.controller].name
        yield Tie(
            grapple.controller,
            grapple.restrained,
            _("Grapple: {name} controls").format(name=name),
            always=True,
            icon="grab",
            group=GRAPPLE,
        )
    for one in encounter.everyone():
        foe = sheet_of(one).feint_on
        if foe is not None and foe in encounter:
            yield Tie(one.id, foe, _("Feint"), always=True)


def _kill_zones(encounter: Encounter) -> Iterator[Area]:
    """Yield the kill zones that stand, each with its owner.

    Rules: PC-ACT-10, PC-ACT-11
    """
    state = state_of(encounter)
    for watch in state.overwatches:
        who = encounter[watch.owner].name
        yield Area(
            f"overwatch {watch.owner}",
            _("{name}: Overwatch").format(name=who),
            frozenset(watch.cells),
            note=", ".join(filter(None, (row(watch.action).title, watch.words))),
            tone="harm",
            owner=watch.owner,
            rule_id="PC-ACT-10",
        )
    for number, wedge in enumerate(state.wedges):
        who = encounter[wedge.owner].name
        yield Area(
            f"wedge {number} {wedge.owner}",
            _("{name}: Suppressive Fire").format(name=who),
            frozenset(wedge.cells),
            tone="harm",
            owner=wedge.owner,
            rule_id="PC-ACT-11",
        )
