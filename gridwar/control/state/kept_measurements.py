"""What was measured and is kept on the map: templates, arcs, rulers, lines, and whose threat shows.

View state only: it belongs to the window, never to the fight. What it means on the map is
computed by `gridwar.control.measuring` each time the fight changes.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final

from msgspec import Struct, field
from msgspec.structs import replace

from gridwar.grid.areas.templates import Shape
from gridwar.model.floors import square_name
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.control.records.ground_records import Point
    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Cell


PLAIN: Final = Shape()
ALL_KEPT: Final = "all kept"
"""What the legend calls all of it by, to be taken off at once."""


class Threats(StrEnum):
    """Whose threat ranges are drawn, where any are."""

    NEAR = "near"
    """Of the foes near the one selected, and its own."""
    ALL = "all"
    """Of all foes together."""
    REACH = "reach"
    """Where any foe could strike after moving."""


class PlacedTemplate(Struct, frozen=True):
    """A template on the map.

    Attributes:
        key: tells it from the others.
        name: how the legend and the list call it.
        shape: what it looks like.
        at: its tip, in cells.
        corner: the tip snaps to corners instead of centres.
        bearing_deg: its direction.
        up: height of the tip above the ground, in map units.
        tied: the token it moves with.
        spared: who is left out of the list of those caught.
    """

    key: str
    name: str
    shape: Shape = PLAIN
    at: Point = (0.5, 0.5)
    corner: bool = False
    bearing_deg: float = 0.0
    up: float = 0.0
    tied: str | None = None
    spared: frozenset[str] = frozenset()


class PlacedArc(Struct, frozen=True):
    """A field of fire: whose, how wide, how far, and which way off its facing."""

    who: str
    width_deg: float = 90.0
    axis_deg: float = 0.0
    """Where its middle points, from the way the token faces."""
    radius_cells: float = 12.0

    @property
    def key(self) -> str:
        """Return what identifies it among the others."""
        return f"arc:{self.who}"


class RulerPoint(Struct, frozen=True):
    """One point of a ruler: a cell or a token, and how high above its ground."""

    cell: Cell
    token: str | None = None
    up: float = 0.0
    """In map units; for a token it is added to the altitude."""


class PlacedRuler(Struct, frozen=True):
    """A ruler kept on the map."""

    key: str
    points: tuple[RulerPoint, ...]


class SightEnd(Struct, frozen=True):
    """One end: somebody by id, or a square."""

    who: str = ""
    cell: Cell | None = None

    @property
    def key(self) -> str:
        """Return what tells it from other ends; of a square never the id of a combatant."""
        return self.who if self.cell is None else f"@{self.cell.x},{self.cell.y}"

    def is_in(self, encounter: Encounter) -> bool:
        """Return whether there is such an end in a fight."""
        if self.cell is not None:
            return encounter.map.contains(self.cell)
        return self.who in encounter

    def name(self, encounter: Encounter) -> str:
        """Return how it is called."""
        if self.cell is not None:
            return _("square {cell}").format(cell=square_name(encounter.map.floors, self.cell))
        return encounter[self.who].name


class SightPair(Struct, frozen=True):
    """Who or what looks at whom, or where."""

    attacker: SightEnd
    target: SightEnd

    @property
    def is_of_people(self) -> bool:
        """Whether somebody stands at both ends: then the GM's word can count."""
        return self.attacker.cell is None and self.target.cell is None

    def is_in(self, encounter: Encounter) -> bool:
        """Return whether both ends are in a fight, and are two."""
        is_two = self.attacker != self.target
        return is_two and self.attacker.is_in(encounter) and self.target.is_in(encounter)

    def turned(self) -> SightPair:
        """Return it the other way round."""
        return SightPair(self.target, self.attacker)


class PlacedSight(Struct, frozen=True):
    """A line of effect kept on the map."""

    ends: SightPair

    @property
    def key(self) -> str:
        """Return what identifies it among the others."""
        return f"sight:{self.ends.attacker.key}>{self.ends.target.key}"


class Measuring(Struct, frozen=True):
    """Everything that stays on the map when its tool is put down."""

    templates: tuple[PlacedTemplate, ...] = ()
    arcs: tuple[PlacedArc, ...] = ()
    rulers: tuple[PlacedRuler, ...] = ()
    sights: tuple[PlacedSight, ...] = ()
    threats: Threats = Threats.NEAR
    threats_of: frozenset[str] = field(default_factory=frozenset)
    """Whose threat was pinned one by one."""

    @property
    def count(self) -> int:
        """How many things were measured and kept."""
        return sum(map(len, (self.templates, self.arcs, self.rulers, self.sights)))

    def cleared(self) -> Measuring:
        """Return it with nothing kept; whose threat is drawn is another matter."""
        return Measuring(threats=self.threats, threats_of=self.threats_of)

    def without(self, key: str) -> Measuring:
        """Return all of it but what the legend calls by this key."""
        if key.startswith("threat:"):
            return replace(self, threats_of=self.threats_of - {key.removeprefix("threat:")})
        return replace(
            self,
            templates=tuple(one for one in self.templates if one.key != key),
            arcs=tuple(one for one in self.arcs if one.key != key),
            rulers=tuple(one for one in self.rulers if one.key != key),
            sights=tuple(one for one in self.sights if one.key != key),
        )

    def with_template(self, placed: PlacedTemplate) -> Measuring:
        """Return it with a template added, or changed."""
        kept = self.templates
        if any(one.key == placed.key for one in kept):
            return replace(
                self, templates=tuple(placed if one.key == placed.key else one for one in kept)
            )
        return replace(self, templates=(*kept, placed))


NOTHING_MEASURED: Final = Measuring()
