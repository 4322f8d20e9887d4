"""Where pseudogravity can carry its target, and how: the square, the height, what is torn away.

What bounds it is group defence, groups and its reach.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

from gridwar.engine.kit import (
    Cell,
    Procedure,
    Step,
    choose_cell,
    emit,
    reason_against,
    require,
    say,
)
from gridwar.model.events_combatants import Climbed, CombatantMoved
from gridwar.systems.drive.core.events import LinkCut, LinkMade, StanceChanged
from gridwar.systems.drive.core.house_rules_and_settings import settings_of, switches_of
from gridwar.systems.drive.core.sheet import CLOSE, LINK_WORDS, Link, gravity_of, sheet_of
from gridwar.systems.drive.positions import (
    ENGAGEMENT,
    band_reach,
    cells_within,
    distance,
    group_of,
    spot_of_cell,
    spot_of_one,
)
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Combatant, Encounter, Table
    from gridwar.systems.drive.core.shield_aura_gravity import GravitySource

FAR: Final = 60
"""Squares offered where a source reaches any distance."""


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

    Out of a group is who has nobody of it close any more, by the GM's word.

    Rules: DR-PSG-12
    """
    one = encounter[target]
    if to in (None, one.pos) and not rise:
        return False
    if sheet_of(one).in_group_defence:
        return True
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


# --- the way there --------------------------------------------------------------------------------


def reach_offered(source: GravitySource) -> int:
    """Return how many squares a source is offered to move something."""
    return FAR if source.reach_squares is None else source.reach_squares


def where_to(table: Table, pull: Pull) -> Procedure[Cell | None]:
    """Let the user choose where to, once the points are known to be enough.

    Rules: DR-PSG-01, DR-PSG-12
    """
    assert pull.target is not None  # somebody on the map
    one = table.now[pull.target]
    here = one.pos
    if here is None or one.aside:
        return None
    source, now = gravity_of(table.now[pull.user], pull.source), table.now
    away = replace(pull, out_of_defence=True)
    is_bound = reason_against(now, lambda at: may_move(at, away)) is not None
    if is_bound and sheet_of(one).in_group_defence:
        return None
    reach = FAR if source is None else reach_offered(source)
    height = moved(now, pull.target, here, pull.rise).altitude
    spot = spot_of_cell(now, here, one.altitude)
    cells = cells_within(now, spot, min(reach, FAR), height) | {here}
    if is_bound:
        stays = (to for to in cells if not leaves_defence(now, pull.target, to, pull.rise))
        cells = frozenset(stays)
    text = _("Where does {other} go?")
    return (
        yield from choose_cell(
            table,
            text,
            cells,
            "DR-PSG-01",
            key="where",
            whom=pull.user,
            default=here,
            other=pull.target,
        )
    )


def carry(table: Table, pull: Pull, to: Cell | None) -> Procedure[Cell | None]:
    """Move the target; any notable movement takes it out of cover and group defence (P6, P7).

    Rules: DR-PSG-12, DR-PSG-13
    """
    target = pull.target
    assert target is not None  # somebody on the map
    here = table.now[target].pos
    if to is None or here is None or (to == here and not pull.rise):
        return None
    pull = replace(pull, to=to)
    if leaves_defence(table.now, target, to, pull.rise):
        out = Pull(pull.user, pull.source, target, to, pull.rise, out_of_defence=True)
        yield from may_move(table, out)
    squares = squares_moved(table.now, pull)
    least = switches_of(table.now).pg_notable_squares
    if to != here:
        yield from emit(CombatantMoved(who=target, to=to, walked=False))
    if pull.rise:
        yield from _climb(table, target, pull.rise)
    sheet = sheet_of(table.now[target])
    cover = sheet.in_cover and squares < (least if isinstance(least, int) else 0)
    if sheet.in_group_defence or sheet.in_cover != cover:
        left = not cover and sheet.in_cover
        yield from emit(StanceChanged(who=target, cover=cover, group_defence=False))
        rule = "DR-PSG-13" if left else "DR-PSG-12"
        step = Step(label=_("Moved by pseudogravity"), rule_id=rule)
        yield from say(table, _("{whom} is out in the open"), whom=target, steps=(step,))
    yield from _part(table, target)
    return to


def _climb(table: Table, target: str, rise: int) -> Procedure[None]:
    """Change the altitude of the one moved, by squares.

    Rules: DR-PSG-01, DR-PSG-13
    """
    before = table.now[target].altitude
    yield from emit(Climbed(who=target, by=rise * table.now.map.scale.cell_size))
    after = table.now[target].altitude
    label = _("Altitude")
    step = Step(label=label, rule_id="DR-PSG-13", before=f"{before:g}", after=f"{after:g}")
    text = _("{whom} is lifted") if rise > 0 else _("{whom} is lowered")
    yield from say(table, text, whom=target, steps=(step,))


def _part(table: Table, target: str) -> Procedure[None]:
    """Cut what binds the one moved to those who are out of engagement range now.

    Rules: DR-PSG-02, DR-PSG-12
    """
    one = table.now[target]
    far = parted(table.now, target) if one.pos is not None else frozenset()
    cuts = tuple(
        LinkCut(who=who, link=link)
        for who in (target, *sorted(far))
        for link in sheet_of(table.now[who]).links
        if link.kind in CLOSE
        and (link.other_id in far if who == target else link.other_id == target)
    )
    if cuts:
        yield from emit(*cuts)
        words = ", ".join(dict.fromkeys(LINK_WORDS[cut.link.kind] for cut in cuts))
        step = Step(label=words, rule_id="DR-PSG-02")
        yield from say(table, _("{whom} is torn away"), whom=target, steps=(step,), tone="harm")


def take_in_hand(table: Table, item: str, holder: str) -> Procedure[Cell | None]:
    """Let an item come into somebody's hand, out of whosever it was; return where that is.

    Rules: DR-PSG-10
    """
    held = (link for link in sheet_of(table.now[item]).links if link.kind == "held_by")
    cuts = tuple(LinkCut(who=item, link=link) for link in held)
    yield from emit(*cuts, LinkMade(who=item, link=Link(kind="held_by", other_id=holder)))
    step = Step(label=LINK_WORDS["held_by"], rule_id="DR-PSG-10")
    yield from say(table, _("{who} holds {whom}"), who=holder, whom=item, steps=(step,))
    return table.now[holder].pos
