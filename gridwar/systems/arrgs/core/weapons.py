"""Weapons, spells and other items: carried, on the ground, in effect."""

from __future__ import annotations

from typing import Final, Literal

from pydantic import Field

from gridwar.engine.kit import Amount, AtLeastOne, Number, WeaponRecord
from gridwar.model.combatant_references import CombatantId, EssentialId
from gridwar.model.geometry import Cell
from gridwar.model.record import Record
from gridwar.text import _

WeaponArc = Literal["front", "right", "rear", "left"]
MOST_RING: Final = 20
"""Squares of a threat range: all round it are looked at again and again."""


class Weapon(WeaponRecord):
    """Something to attack with, spells included; distances in cells."""

    name: str = Field(default="", title=_("Name"))
    category: Literal["melee", "ranged", "spell"] = Field(default="melee", title=_("Kind"))
    base_sv: Number = Field(
        default=0,
        title=_("Base SV"),
        description=_("Success Value when the check just meets the defence: the damage."),
    )
    types: tuple[str, ...] = Field(default=(), title=_("Damage"), description=_("Types of damage."))
    critical_range: Number = Field(
        default=20, title=_("Critical from"), description=_("Lowest natural roll that is critical.")
    )
    range_increment: AtLeastOne | None = Field(
        default=None,
        title=_("Increment (squares)"),
        description=_("Range Increment; empty: touch."),
    )
    max_increments: AtLeastOne | None = Field(
        default=None, title=_("Most increments"), description=_("Empty: no limit.")
    )
    defence: str = Field(
        default="", title=_("Defence"), description=_("Defence it faces; empty: the house rule's.")
    )
    check: str = Field(
        default="", title=_("Check"), description=_("Check used; empty: that of its category.")
    )
    unarmed: bool = Field(default=False, title=_("Unarmed"))
    effect: Literal["damage", "none"] = Field(default="damage", title=_("Does"))
    trip_bonus: Number = Field(
        default=0,
        title=_("Bonus to Trip"),
        description=_("Circumstance bonus to Trip somebody with it."),
    )
    capacity: Amount = Field(
        default=0,
        title=_("Holds (rounds)"),
        description=_("Rounds it holds; 0: no reloading."),
    )
    loaded: Amount = Field(default=0, title=_("Loaded (rounds)"))
    reload_points: Amount = Field(
        default=1,
        title=_("Reload (points)"),
        description=_("Points that it takes to reload."),
    )
    reload_dc: Amount = Field(default=10, title=_("Reload DC"))
    reload_several: bool = Field(
        default=False,
        title=_("Reloads several"),
        description=_("A good Reload loads more than one round."),
    )
    arcs: frozenset[WeaponArc] = Field(
        default=frozenset(),
        title=_("Arcs"),
        description=_("Where it can strike if facing counts; none: the default."),
    )
    area_radius: Amount | None = Field(
        default=None,
        title=_("Area (squares)"),
        description=_("Squares around the one aimed at; length of a cone or line."),
    )
    area_form: Literal["burst", "cone", "line"] = Field(default="burst", title=_("Area form"))
    area_width: Amount = Field(
        default=0,
        title=_("Area width"),
        description=_("Degrees of a cone, squares of a line; 0: 90 and 1."),
    )
    spell_level: Amount = Field(default=0, title=_("Level"))
    school: str = Field(default="", title=_("School"))
    duration: Literal["instant", "concentration", "rounds", "lasting"] = Field(
        default="instant", title=_("Lasts")
    )
    rounds: AtLeastOne = Field(
        default=1, title=_("Rounds"), description=_("How long a spell of some rounds lasts.")
    )
    steered: Amount = Field(
        default=0,
        title=_("Steered (squares)"),
        description=_("Squares that Control Spell may move its effect."),
    )
    prepared: Amount | None = Field(
        default=None,
        title=_("Prepared"),
        description=_("Castings left until a rest; empty: not counted."),
    )

    @property
    def is_spell(self) -> bool:
        """Whether it is a spell."""
        return self.category == "spell"

    @property
    def attack_check(self) -> str:
        """The check that it is used with: its own, else that of its category."""
        return self.check or self.category

    @property
    def title(self) -> str:
        """Its name, or its id."""
        return self.name or self.id


class Item(Record):
    """Something worn or carried: what can be knocked away, sundered, drawn or dropped."""

    name: str = Field(title=_("Name"))
    integrity: Amount = Field(
        default=0, title=_("Integrity"), description=_("What destroys it; 0: not known.")
    )
    damage: Amount = Field(default=0, title=_("Damage taken"))
    dr: Amount = Field(default=0, title=_("DR"), description=_("Taken off each damage it suffers."))
    visible: bool = Field(default=True, title=_("Visible"))
    held: bool = Field(default=True, title=_("Held"))
    weapon: str = Field(default="", title=_("Is the weapon"))

    @property
    def state(self) -> Literal["intact", "broken", "destroyed"]:
        """Whether it is whole: broken at half its integrity, destroyed at all of it.

        Rules: AR-MNV-19
        """
        if not self.integrity or 2 * self.damage < self.integrity:
            return "intact"
        return "destroyed" if self.damage >= self.integrity else "broken"


class Lying(Record):
    """An item on the ground, with the weapon it is."""

    cell: Cell
    item: Item
    weapon: Weapon | None = None


class SpellEffect(Record):
    """A spell that lasts: where it lies and who has hold of it."""

    id: str
    name: str = ""
    caster: CombatantId = ""
    controller: CombatantId = ""
    spell_level: Amount = 0
    school: str = ""
    duration: Literal["concentration", "rounds", "lasting"] = "lasting"
    rounds_left: Amount = 0
    steered: Amount = 0
    target: EssentialId | None = None
    """Whom it lies upon; None for one upon squares."""
    square: Cell | None = None
    cells: frozenset[Cell] = frozenset()
    controlled: bool = False
    """Controlled in this round."""
    cast_now: bool = False
    """Cast in this round."""

    @property
    def title(self) -> str:
        """Its name, or its id."""
        return self.name or self.id
