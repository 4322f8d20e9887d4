"""Where pseudogravity carries its target: the square, the height, what is torn away on the way."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from gridwar.engine.kit import Cell, Procedure, Step, choose_cell, emit, reason_against, say
from gridwar.model.events import Climbed, CombatantMoved
from gridwar.systems.drive.core.events import LinkCut, LinkMade, StanceChanged
from gridwar.systems.drive.core.sheet import CLOSE, LINK_WORDS, Link, gravity_of, sheet_of
from gridwar.systems.drive.core.switches import switches_of
from gridwar.systems.drive.positions.measure import cells_within, spot_of_cell
from gridwar.systems.drive.pseudogravity.limits import (
    Pull,
    leaves_defence,
    may_move,
    moved,
    parted,
    squares_moved,
)
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Table

FAR: Final = 60
"""Squares offered where a source reaches any distance."""


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
    reach = FAR if source is None or source.reach_squares is None else source.reach_squares
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
