"""The events of what is set for a fight: sides, rulings, house rules, settings, notes, handouts."""

from __future__ import annotations

import json

from frozendict import frozendict

from gridwar.model.encounter import Encounter, Policy, Ruling, Side
from gridwar.model.event_base import Event
from gridwar.model.events_map import with_changes
from gridwar.model.handouts import Handout
from gridwar.model.validation import with_field


class StandingSet(Event):
    """A standing answer was given, changed or (None) taken back."""

    key: str
    policy: Policy | None

    def apply(self, encounter: Encounter) -> Encounter:
        """Note it."""
        if self.policy is None:
            rest = {k: v for k, v in encounter.standing.items() if k != self.key}
            return encounter.replace(standing=frozendict(rest))
        return encounter.replace(standing=encounter.standing.set(self.key, self.policy))


class SwitchSet(Event):
    """A house rule was chosen; ``value`` is JSON."""

    name: str
    value: str

    def apply(self, encounter: Encounter) -> Encounter:
        """Choose it."""
        changed = with_field(encounter.switches, [self.name], json.loads(self.value), near=True)
        return encounter.replace(switches=changed)


class SettingSet(Event):
    """Something was set for this fight; ``value`` is JSON."""

    name: str
    value: str

    def apply(self, encounter: Encounter) -> Encounter:
        """Set it."""
        changed = with_field(encounter.settings, [self.name], json.loads(self.value), near=True)
        return encounter.replace(settings=changed)


class SideSet(Event):
    """A side was added or renamed."""

    id: str
    side: Side

    def apply(self, encounter: Encounter) -> Encounter:
        """Note it."""
        return encounter.replace(sides=encounter.sides.set(self.id, self.side))


class SideRemoved(Event):
    """A side that nobody belongs to was taken out."""

    id: str

    def apply(self, encounter: Encounter) -> Encounter:
        """Take it out, and what it remembers."""
        kept = {key: side for key, side in encounter.sides.items() if key != self.id}
        vision = encounter.vision.without_side(self.id)
        return encounter.replace(sides=frozendict(kept), vision=vision)


class RulingGiven(Event):
    """The GM said what lies between two, or (None) left it to the rules again."""

    attacker: str
    target: str
    ruling: Ruling | None

    def apply(self, encounter: Encounter) -> Encounter:
        """Note it for that pair."""
        key = f"{self.attacker}>{self.target}"
        rest = {name: one for name, one in encounter.rulings.items() if name != key}
        if self.ruling is not None:
            rest[key] = self.ruling
        return encounter.replace(rulings=frozendict(rest))


class NotesWritten(Event):
    """The notes of the fight are this text now."""

    text: str

    def apply(self, encounter: Encounter) -> Encounter:
        """Keep it."""
        return encounter.replace(notes=self.text)


class HandoutsChanged(Event):
    """Handouts were laid before the players the first time, changed or taken off the list."""

    put: tuple[Handout, ...] = ()
    gone: tuple[str, ...] = ()

    def apply(self, encounter: Encounter) -> Encounter:
        """Put and take them."""
        return encounter.replace(handouts=with_changes(encounter.handouts, self.put, self.gone))


SETTING_EVENTS: tuple[type[Event], ...] = (
    StandingSet,
    SwitchSet,
    SettingSet,
    SideSet,
    SideRemoved,
    RulingGiven,
    NotesWritten,
    HandoutsChanged,
)
