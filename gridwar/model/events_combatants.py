"""The events of combatants that every rule system shares: places, effects, values set by hand.

Those of turns, of the map and of what is set have modules of their own; ``CORE_EVENTS`` lists all.

Events state changes; only the GM's ``ValueSet`` and ``MapSet`` carry absolute values.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, ClassVar

from gridwar.model.bounds import height_within
from gridwar.model.combatant import Combatant, TimedEffect
from gridwar.model.event_base import RECOVERED_EVENTS, Event
from gridwar.model.events_floors import FLOOR_EVENTS
from gridwar.model.events_fog import FOG_EVENTS
from gridwar.model.events_map import MAP_EVENTS
from gridwar.model.events_sides_and_settings import SETTING_EVENTS
from gridwar.model.events_sketch import SKETCH_EVENTS
from gridwar.model.events_turns import TURN_EVENTS
from gridwar.model.geometry import Cell
from gridwar.model.trace import Trace
from gridwar.model.validation import with_field

if TYPE_CHECKING:
    from gridwar.model.encounter import Encounter


class Explained(Event):
    """A sum, a roll or a remark for the log; the state stays as it is."""

    trace: Trace


class CombatantAdded(Event):
    """Somebody joined the fight."""

    combatant: Combatant

    def apply(self, encounter: Encounter) -> Encounter:
        """Add it at the end."""
        return encounter.with_combatant(self.combatant)


class CombatantRemoved(Event):
    """Somebody was taken out of the fight for good."""

    who: str

    def apply(self, encounter: Encounter) -> Encounter:
        """Take it out with all that names it; its turn, if it had one, is over."""
        return encounter.without([self.who])


class CombatantEvent(Event):
    """An event that changes one combatant."""

    kind: ClassVar[str] = ""
    who: str

    @property
    def is_own_doing(self) -> bool:
        """Whether they do it themselves while another acts: in a bracket they act upon it too."""
        return False

    def apply(self, encounter: Encounter) -> Encounter:
        """Change that combatant; nothing where it is no longer there."""
        one = encounter.combatants.get(self.who)
        return encounter if one is None else encounter.with_combatant(self.changed(one))

    def changed(self, one: Combatant) -> Combatant:
        """Return the combatant after the event."""
        return one


class CombatantMoved(CombatantEvent):
    """A combatant went from one cell to the next, or was put down elsewhere."""

    to: Cell | None
    walked: bool = True
    """Whether it counts as movement of its own: it then stands in the trail."""

    def changed(self, one: Combatant) -> Combatant:
        """Put it there."""
        if not self.walked or self.to is None:
            return one.replace(pos=self.to)
        start = one.trail or ((one.pos,) if one.pos is not None else ())
        return one.replace(pos=self.to, trail=(*start, self.to))


class TrailCleared(CombatantEvent):
    """A new turn: nothing walked yet."""

    def changed(self, one: Combatant) -> Combatant:
        """Forget the trail."""
        return one.replace(trail=())


class Climbed(CombatantEvent):
    """A combatant rose or sank by some height (map units, negative down)."""

    by: float

    def changed(self, one: Combatant) -> Combatant:
        """Change the altitude, as far as anybody may be up or down."""
        return one.replace(altitude=height_within(one.altitude + self.by))


class Turned(CombatantEvent):
    """A combatant turned to face another way (degrees, 0 up, clockwise)."""

    by_deg: int

    def changed(self, one: Combatant) -> Combatant:
        """Turn it."""
        return one.replace(facing_deg=((one.facing_deg or 0) + self.by_deg) % 360)


class EffectAdded(CombatantEvent):
    """A condition or reminder began."""

    effect: TimedEffect

    def changed(self, one: Combatant) -> Combatant:
        """Add it, in place of one of the same id."""
        rest = tuple(old for old in one.effects if old.id != self.effect.id)
        return one.replace(effects=(*rest, self.effect))


class EffectRemoved(CombatantEvent):
    """A condition or reminder ended."""

    effect: str

    def changed(self, one: Combatant) -> Combatant:
        """Take it off."""
        return one.replace(effects=tuple(old for old in one.effects if old.id != self.effect))


class EffectTicked(CombatantEvent):
    """One of the moments that an effect waits for has passed."""

    effect: str
    by: int = 1
    """Moments that passed; negative where the GM lets it last longer."""

    def changed(self, one: Combatant) -> Combatant:
        """Count it down."""
        return one.replace(
            effects=tuple(
                old.replace(rounds_left=max(1, old.rounds_left - self.by))
                if old.id == self.effect
                else old
                for old in one.effects
            )
        )


class Revealed(CombatantEvent):
    """A side came to know of a hidden combatant."""

    to_side: str

    def changed(self, one: Combatant) -> Combatant:
        """Note the side."""
        return one.replace(known_by=one.known_by | {self.to_side})


class ValueSet(CombatantEvent):
    """The GM set a value: an absolute one, whatever it was before.

    ``field`` is a path into the combatant (``altitude``, ``sheet.chars.end``); ``value`` its JSON.
    """

    field: str
    value: str

    def changed(self, one: Combatant) -> Combatant:
        """Set it; what does not fit the sheet is refused by the command before."""
        return with_field(one, self.field.split("."), json.loads(self.value), near=True)


CORE_EVENTS: tuple[type[Event], ...] = (
    Explained,
    CombatantAdded,
    CombatantRemoved,
    CombatantMoved,
    TrailCleared,
    Climbed,
    Turned,
    EffectAdded,
    EffectRemoved,
    EffectTicked,
    Revealed,
    ValueSet,
    *SETTING_EVENTS,
    *TURN_EVENTS,
    *MAP_EVENTS,
    *FLOOR_EVENTS,
    *FOG_EVENTS,
    *SKETCH_EVENTS,
    *RECOVERED_EVENTS,
)
