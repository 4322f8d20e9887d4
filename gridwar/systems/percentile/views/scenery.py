"""What stands on the map beside combatants: grapples, feints, kill zones, dropped weapons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import Area, Mark, Scenery, Tie, _
from gridwar.systems.percentile.core.headings import GRAPPLE
from gridwar.systems.percentile.core.state import sheet_of, state_of
from gridwar.systems.percentile.core.tables import row

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Encounter


def scenery_of(encounter: Encounter) -> Scenery:
    """Return links, zones and things on the ground as they are now."""
    return Scenery(
        marks=tuple(_dropped(encounter)),
        ties=tuple(_ties(encounter)),
        areas=tuple(_zones(encounter)),
    )


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


def _zones(encounter: Encounter) -> Iterator[Area]:
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
            note=f"{row(watch.action).title}. {watch.words}".strip(),
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


def _dropped(encounter: Encounter) -> Iterator[Mark]:
    """Yield what lies on the ground.

    Rules: PC-ACT-17
    """
    for thing in state_of(encounter).dropped:
        yield Mark(thing.cell, "sword", thing.weapon.title, _("dropped"))
