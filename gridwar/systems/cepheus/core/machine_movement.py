"""How a machine moves: what it keeps of the fight under way, squares of a round, how it lies.

What hits on the drive leave of its speed is the machine's own (``machine``).
"""

from __future__ import annotations

from math import floor
from typing import Literal

from pydantic import Field

from gridwar.model.bounds import Amount, Number, Rounds
from gridwar.model.combatant_references import CombatantId
from gridwar.model.geometry import Cell
from gridwar.model.record import Record
from gridwar.systems.cepheus.core.field_declarations import flag
from gridwar.systems.cepheus.core.field_declarations import whole
from gridwar.text import _

ArcName = Literal["front", "right", "rear", "left"]
_HALF_TURN_DEG, _EIGHTH_DEG = 180, 45


class ExtraArc(Record):
    """A stunt lets one target count as in one arc more, to the driver's next turn."""

    target: CombatantId = Field(title=_("Target"), description=_("Who counts as in one arc more."))
    arc: ArcName = Field(title=_("Arc"))
    round: Rounds = Field(title=_("Since round"))


class Port(Record):
    """Somebody who fired out of an arc in this round."""

    who: CombatantId = Field(title=_("Who"))
    arc: ArcName = Field(title=_("Arc"))


class Carried(Record):
    """Where a vehicle stood when its occupants were in their seats last, and how it lay."""

    x: Number = Field(title=_("Column"), description=_("Column of its top left square."))
    y: Number = Field(title=_("Row"), description=_("Row of its top left square."))
    deg: Number = whole(_("Faced (degrees)"), _("Where it faced."))
    across: bool = flag(_("Across the map"), _("Its footprint lies across the map."))

    @property
    def cell(self) -> Cell:
        """The square."""
        return Cell(self.x, self.y)


class Going(Record):
    """How a machine moves in the fight under way."""

    silent_round: Rounds = whole(_("Turn lost in round"), _("Round in which a turn is lost."))
    carried: Carried | None = Field(
        default=None, title=_("Last seen"), description=_("Where its occupants sat in it last.")
    )
    driven_round: Rounds = whole(_("Driven in round"), _("Round in which it was driven last."))
    upkeep_round: Rounds = whole(
        _("Minded in round"), _("Round in which its driver has minded it.")
    )
    turned_deg: Amount = whole(
        _("Turned (degrees)"), _("Turned in the round in which it was driven.")
    )
    free_turns: int = whole(_("Free manoeuvres"), _("Manoeuvres of a stunt left."), most=10)
    evasive_dm: int = whole(
        _("Evasive action (DM)"), _("Effect of the evasive action under way."), least=-30, most=30
    )
    extra_arc: ExtraArc | None = Field(
        default=None, title=_("Extra arc"), description=_("Of a stunt.")
    )
    chain_dm: int = whole(
        _("Help of a stunt (DM)"), _("A stunt helps the next check."), least=-10, most=10
    )
    weave_dm: int = whole(
        _("Weaving (DM)"), _("A pursued vehicle weaves: DM."), least=-1000, most=0
    )
    weave_behind: CombatantId = Field(
        default="", title=_("Weaves behind"), description=_("The vehicle that weaves ahead.")
    )
    ports: tuple[Port, ...] = Field(
        default=(), title=_("Fired out"), description=_("Who fired out in this round.")
    )


def squares_a_round(kph: float) -> int:
    """Return how far a vehicle gets in a round, in squares.

    Rules: CE-VEH-02
    """
    return floor(kph * 10 / 9 + 0.5)


def tens_of_kph(kph: float) -> int:
    """Return the tens of a speed, a part counting as a whole one.

    Rules: CE-VEH-07
    """
    return int(-(-kph // 10))


def is_across(facing_deg: int) -> bool:
    """Return whether something that faces this way lies across the map: nearer to left or right.

    Rules: CE-VEH-01
    """
    off = facing_deg % _HALF_TURN_DEG
    return _EIGHTH_DEG < off < _HALF_TURN_DEG - _EIGHTH_DEG
