"""What bounds pseudogravity: group defence, groups, reach, and whoever resists it with flight."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.engine.kit import Act, Procedure, Role, Step, Variant, emit, offer, plays, require, say
from gridwar.systems.drive.core.events import ResistanceChosen
from gridwar.systems.drive.core.headings import MOVING
from gridwar.systems.drive.core.sheet import gravity_of, sheet_of
from gridwar.systems.drive.core.state import settings_of
from gridwar.systems.drive.positions.closeness import group_of
from gridwar.systems.drive.positions.measure import (
    ENGAGEMENT,
    band_reach,
    distance,
    spot_of_cell,
    spot_of_one,
)
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Cell, Encounter, Table
    from gridwar.model.combatant import Combatant


class Pull(Struct, frozen=True):
    """What is to be moved by pseudogravity, and how.

    Attributes:
        user: Who spends the points.
        source: By which source.
        target: Who or what is moved; None for an item that is nobody on the map.
        to: The square it is moved to; None: it stays, or is not chosen yet.
        rise: How many squares up it is moved; fewer than none down.
        into_defence: It would end in group defence.
        out_of_defence: It would leave group defence, or its group.
        past_defence: It would come past those in group defence.
        into_hand_of: Whose hand an item would end in.
    """

    user: str
    source: str
    target: str | None = None
    to: Cell | None = None
    rise: int = 0
    into_defence: bool = False
    out_of_defence: bool = False
    past_defence: bool = False
    into_hand_of: str | None = None


def may_move(table: Table, pull: Pull) -> Procedure[None]:
    """Refuse what pseudogravity cannot do about group defence, and what is out of its reach (P6).

    Rules: DR-PSG-09, DR-PSG-10, DR-PSG-11, DR-PSG-12, DR-PSG-14
    """
    source = gravity_of(table.now[pull.user], pull.source)
    assert source is not None  # declared
    flies, reach = source.grants_flying_spd, source.reach_squares
    short = settings_of(table.now).reach("short") or 0
    is_item = pull.target is None or sheet_of(table.now[pull.target]).form == "object"
    if is_item:
        is_own_hand = (
            pull.into_hand_of == pull.user and sheet_of(table.now[pull.user]).in_group_defence
        )
        allowed = not pull.into_defence or flies or is_own_hand
        text = _("An item goes into group defence only into the hand of a defender who pulls it.")
        yield from require(allowed, "item_into_defence", text, "DR-PSG-10")
    else:
        text = _("Pseudogravity moves nobody into group defence.")
        allowed = not pull.into_defence or flies
        yield from require(allowed, "into_defence", text, "DR-PSG-09", "DR-PSG-14")
    text = _("Pseudogravity brings nobody past group defence.")
    allowed = not pull.past_defence or flies
    yield from require(allowed, "past_defence", text, "DR-PSG-11", "DR-PSG-14")
    reaches = not pull.out_of_defence or reach is None or reach >= short
    text = _("Out of group defence or a group takes a reach of {n} squares.")
    yield from require(reaches, "out_of_defence", text, "DR-PSG-12", n=short)
    if (pull.to is not None or pull.rise) and pull.target is not None:
        is_near = reach is None or squares_moved(table.now, pull) <= reach
        text = _("It moves {n} squares at most.")
        yield from require(is_near, "too_far", text, "DR-PSG-01", n=reach)


def moved(encounter: Encounter, target: str, to: Cell | None, rise: int) -> Combatant:
    """Return somebody as they are once they are moved."""
    one = encounter[target]
    return one.replace(
        pos=one.pos if to is None else to,
        altitude=one.altitude + rise * encounter.map.scale.cell_size,
    )


def squares_moved(encounter: Encounter, pull: Pull) -> float:
    """Return how far somebody is moved, height as a third axis; 0 off the board.

    Rules: DR-PSG-01, DR-PSG-13
    """
    assert pull.target is not None  # somebody on the map
    before, after = encounter[pull.target], moved(encounter, pull.target, pull.to, pull.rise)
    if before.pos is None or after.pos is None:
        return 0.0
    there = spot_of_cell(encounter, after.pos, after.altitude)
    return distance(encounter, spot_of_cell(encounter, before.pos, before.altitude), there)


def leaves_defence(encounter: Encounter, target: str, to: Cell | None, rise: int) -> bool:
    """Return whether moving somebody takes them out of group defence, or out of their group.

    Rules: DR-PSG-12
    """
    one = encounter[target]
    if to in (None, one.pos) and not rise:
        return False
    return sheet_of(one).in_group_defence or _leaves_group(encounter, target, to, rise)


def _leaves_group(encounter: Encounter, target: str, to: Cell | None, rise: int) -> bool:
    """Return whether nobody of the target's group, by the GM's word, would be close any more."""
    others = group_of(encounter, target, proposed=False) - {target}
    return bool(others) and others <= parted(encounter, target, to, rise)


def parted(
    encounter: Encounter, target: str, to: Cell | None = None, rise: int = 0
) -> frozenset[str]:
    """Return who would be beyond engagement range of somebody moved to a square, or up.

    Rules: DR-PSG-02, DR-PSG-12
    """
    one = moved(encounter, target, to, rise)
    there = spot_of_one(encounter.with_combatant(one), target)
    engagement = band_reach(encounter, ENGAGEMENT) or 0
    return frozenset(
        other.id
        for other in encounter.everyone()
        if (spot := spot_of_one(encounter, other.id)) is not None
        and there is not None
        and other.id != target
        and distance(encounter, there, spot) > engagement
    )


# --- resistance -----------------------------------------------------------------------------------


def _resisting(encounter: Encounter, who: str) -> Iterator[Variant]:
    sheet = sheet_of(encounter[who])
    if sheet.flying_spd and not sheet.resists:
        yield Variant("resist", fields={"resists": True}, title=_("Resist with flight"))
    if sheet.flying_spd and (sheet.resists or not sheet.resist_locked):
        yield Variant("yield", fields={"resists": False}, title=_("Do not resist"))


@offer(
    _("Resist with flight"),
    icon="wind",
    group=MOVING,
    role=Role.GUARD,
    each=_resisting,
    out_of_turn=True,
)
class SetResist(Act):
    """Choose whether to resist pseudogravity with one's flight."""

    resists: bool


@plays(SetResist)
def set_resist(table: Table, command: SetResist) -> Procedure[None]:
    """Choose; declining cannot be taken back before the next movement phase.

    Rules: DR-PSG-08
    """
    who, resists = command.actor, command.resists
    sheet = sheet_of(table.now[who])
    locked, before, flies = sheet.resist_locked, sheet.resists, sheet.flying_spd > 0
    text = _("{who} has no flying SPD.")
    yield from require(flies, "no_flight", text, "DR-PSG-06", who=who)
    is_new = before != resists or not (resists or locked)
    text = _("{who} has chosen so already.")
    yield from require(is_new, "chosen_already", text, "DR-PSG-08", who=who)
    text = _("{who} has declined to resist, until its next movement phase.")
    allowed = not resists or not locked
    yield from require(allowed, "declined", text, "DR-PSG-08", who=who)
    yield from emit(ResistanceChosen(who=who, resists=resists, locked=locked or not resists))
    step = Step(label=_("Flying resistance"), rule_id="DR-PSG-08")
    text = _("{who} resists pseudogravity") if resists else _("{who} does not resist")
    yield from say(table, text, who=who, steps=(step,))
