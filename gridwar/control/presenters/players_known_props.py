"""What players know of props: those in sight as they stand, others as they were seen last."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control.presenters.fog_on_map import party_of
from gridwar.engine.perception.props_as_seen import props_among
from gridwar.model.memory import FogMode

if TYPE_CHECKING:
    from gridwar.control.records.fog_records import FogView
    from gridwar.model.encounter import Encounter
    from gridwar.model.props import Prop


class KnownProps:
    """The props that players know of; the very same tuple while they are the same."""

    def __init__(self) -> None:
        self._known: tuple[Prop, ...] = ()

    def of(self, encounter: Encounter, fog: FogView) -> tuple[Prop, ...]:
        """Return them, those out of sight as the party remembers them."""
        found = known_props(encounter, fog)
        if found != self._known:
            self._known = found
        return self._known


def known_props(encounter: Encounter, fog: FogView) -> tuple[Prop, ...]:
    """Return the props that are in sight, and those that are remembered where they were seen.

    What stands now where nobody looks is not asked while fog goes by sight with a memory: one that
    was put there meanwhile was seen by nobody.
    """
    props, size = encounter.map.props, encounter.map.size
    if encounter.vision.mode is not FogMode.BY_SIGHT:
        return props_among(props, fog.known, size)
    seen = props_among(props, fog.seen, size)
    there = {one.id for one in seen}
    remembered: dict[str, Prop] = {}
    for side in party_of(encounter):
        for key, one in encounter.vision.memory(side).props.items():
            if key not in there:
                remembered.setdefault(key, one)
    old = tuple(remembered.values())
    missed = {one.id for one in props_among(old, fog.seen, size)}
    known = props_among(tuple(one for one in old if one.id not in missed), fog.known, size)
    return (*seen, *known)
