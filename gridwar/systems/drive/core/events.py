"""All events of drive: what changes somebody's sheet, and what changes the state of the fight."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import SheetEvent, StateEvent, adds, clears, excludes, includes, sets
from gridwar.systems.drive.core.fight_state import Bubble, DriveState, stand_in_key
from gridwar.systems.drive.core.sheet import Injury, Link
from gridwar.systems.drive.core.shield_aura_gravity import Shield, with_more, with_values

if TYPE_CHECKING:
    from gridwar.engine.kit import Event
    from gridwar.systems.drive.core.sheet import DriveSheet
    from gridwar.systems.drive.core.shield_aura_gravity import PointSource


class Hurt(SheetEvent):
    """Damage was taken, with the injuries it caused.

    Rules: DR-ARM-05, DR-ARM-06
    """

    damage: int
    degrees: int = 0
    injury_type: str = ""
    particle_degrees: int = 0
    fatigue: int = 0
    source: str = ""

    def on(self, sheet: DriveSheet) -> DriveSheet:
        """Add it all up."""
        injuries, particle = sheet.injuries, sheet.particle_attacks
        if self.degrees:
            injury = Injury(type=self.injury_type, degrees=self.degrees, source=self.source)
            injuries = (*injuries, injury)
        if self.particle_degrees:
            particle = (*particle, self.particle_degrees)
        return sheet.replace(
            damage_taken=sheet.damage_taken + self.damage,
            injuries=injuries,
            particle_attacks=particle,
            fatigue=sheet.fatigue + self.fatigue,
        )


@adds("damage_taken", of="by", least=0)
class DamageChanged(SheetEvent):
    """The GM changed the damage taken."""

    by: int


class SourcePoints(SheetEvent):
    """Points of a shield or pseudogravity source were spent (negative), made, or ran out.

    Rules: DR-SHD-12, DR-SHD-19, DR-PSG-04
    """

    source: str
    by: int
    of: str = "shields"
    """Which list of the sheet it stands in: ``shields`` or ``gravity``."""

    def on(self, sheet: DriveSheet) -> DriveSheet:
        """Change them."""
        changed = with_more(getattr(sheet, self.of), self.source, "points", self.by)
        return sheet.replace(**{self.of: changed})


class SourceTimed(SheetEvent):
    """Points of a source last so many rounds from now; None: they are not counted."""

    source: str
    rounds_left: int | None
    of: str = "shields"

    def on(self, sheet: DriveSheet) -> DriveSheet:
        """Note it."""
        changed = with_values(getattr(sheet, self.of), self.source, rounds_left=self.rounds_left)
        return sheet.replace(**{self.of: changed})


class ShieldSwitched(SheetEvent):
    """A shield was switched on or off."""

    shield: str
    active: bool

    def on(self, sheet: DriveSheet) -> DriveSheet:
        """Switch it."""
        return sheet.replace(shields=with_values(sheet.shields, self.shield, active=self.active))


class ShieldGained(SheetEvent):
    """A character was given a shield."""

    shield: Shield

    def on(self, sheet: DriveSheet) -> DriveSheet:
        """Add it, in place of one of the same id."""
        rest = tuple(old for old in sheet.shields if old.id != self.shield.id)
        return sheet.replace(shields=(*rest, self.shield))


class AuraStored(SheetEvent):
    """Damage stored in an aura was spent (negative), made, or has faded.

    Rules: DR-AUR-03
    """

    aura: str
    by: int

    def on(self, sheet: DriveSheet) -> DriveSheet:
        """Change it."""
        return sheet.replace(auras=with_more(sheet.auras, self.aura, "stored", self.by))


class AuraLost(SheetEvent):
    """An aura is gone.

    Rules: DR-AUR-15, DR-AUR-18
    """

    aura: str

    def on(self, sheet: DriveSheet) -> DriveSheet:
        """Take it away."""
        return sheet.replace(auras=tuple(old for old in sheet.auras if old.id != self.aura))


@sets("resists", of="resists")
@sets("resist_locked", of="locked")
class ResistanceChosen(SheetEvent):
    """A flyer chose to resist pseudogravity, or not to; or may choose again.

    Rules: DR-PSG-08
    """

    resists: bool
    locked: bool


@sets("flying_paid_this_round", of="paid")
class FlightPaid(SheetEvent):
    """What flight costs was paid for this round, or is to be paid anew.

    Rules: DR-PSG-07
    """

    paid: bool


@sets("in_cover", of="cover")
@sets("in_group_defence", of="group_defence")
class StanceChanged(SheetEvent):
    """Somebody went into cover or group defence, or out of them."""

    cover: bool
    group_defence: bool


@includes("gravity_effects", of="effect")
class GravityEffectBegan(SheetEvent):
    """A lasting effect of pseudogravity is in place.

    Rules: DR-SIL-03
    """

    effect: str


@includes("links", of="link")
class LinkMade(SheetEvent):
    """A tie was made."""

    link: Link


@excludes("links", of="link")
class LinkCut(SheetEvent):
    """A tie was cut."""

    link: Link


def points_changed(who: str, source: PointSource, by: int, of: str) -> Event:
    """Return what spends or makes points of somebody's source: its own, or those of its pool.

    Rules: DR-SHD-18, DR-PSG-04
    """
    if source.pool_id is not None:
        return PoolPoints(pool=source.pool_id, by=by)
    return SourcePoints(who=who, source=source.id, by=by, of=of)


class BubblePoints(StateEvent):
    """Points of a bubble at a fixed point were spent (negative) or made."""

    bubble: str
    by: int

    def on(self, state: DriveState) -> DriveState:
        """Change them."""
        return state.replace(bubbles=with_more(state.bubbles, self.bubble, "points", self.by))


@includes("bubbles", of="bubble")
class BubbleRaised(StateEvent):
    """A bubble stands at a fixed point."""

    bubble: Bubble


class BubbleTimed(StateEvent):
    """A bubble at a fixed point stands so many rounds more."""

    bubble: str
    rounds_left: int

    def on(self, state: DriveState) -> DriveState:
        """Note it."""
        changed = with_values(state.bubbles, self.bubble, rounds_left=self.rounds_left)
        return state.replace(bubbles=changed)


class BubbleGone(StateEvent):
    """A bubble at a fixed point is gone."""

    bubble: str

    def on(self, state: DriveState) -> DriveState:
        """Take it away."""
        return state.replace(bubbles=tuple(one for one in state.bubbles if one.id != self.bubble))


class PoolPoints(StateEvent):
    """Points of a shared pool were spent (negative) or made.

    Rules: DR-SHD-18
    """

    pool: str
    by: int

    def on(self, state: DriveState) -> DriveState:
        """Change them."""
        points = max(0, state.pools.get(self.pool, 0) + self.by)
        return state.replace(pools=state.pools.set(self.pool, points))


@includes("acted", of="who")
class Acted(StateEvent):
    """Somebody has had a turn in this round."""

    who: str


@clears("acted")
class EverybodyFresh(StateEvent):
    """A new round: nobody has acted yet."""


@sets("order", of="order")
class OrderLaid(StateEvent):
    """The GM laid the order down."""

    order: tuple[str, ...]


class StandInNoted(StateEvent):
    """Somebody keeps the place in the order that ends a stun, should the stunner leave.

    Rules: DR-NRG-15
    """

    who: str
    effect: str
    stand_in: str

    def on(self, state: DriveState) -> DriveState:
        """Note it."""
        key = stand_in_key(self.who, self.effect)
        return state.replace(stand_ins=state.stand_ins.set(key, self.stand_in))


@sets("has_moved", of="has_moved")
class MovementPhase(StateEvent):
    """The movement phase of the present turn has begun, or a new turn has none yet."""

    has_moved: bool = True
