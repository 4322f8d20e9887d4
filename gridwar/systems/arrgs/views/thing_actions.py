"""What somebody could do with things and for itself now: handle, wake, recover, wait."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from gridwar.engine.kit import Action
from gridwar.model.walls import DoorState
from gridwar.systems.arrgs.action_points.costs import why_unable
from gridwar.systems.arrgs.core import close_commands as close
from gridwar.systems.arrgs.core.commands import PauseTurn
from gridwar.systems.arrgs.core.sheet import PIP_OF, has, sheet_of, switches_of
from gridwar.systems.arrgs.equipment.items import carried, held_items
from gridwar.systems.arrgs.manoeuvres.handling import (
    MISCELLANEOUS,
    complementary_left,
    doors_in_reach,
    lying_in_reach,
    why_not_complementary,
)
from gridwar.systems.arrgs.manoeuvres.helping import AID
from gridwar.systems.arrgs.recovery.waking import counted_total, room, why_not_wake
from gridwar.systems.arrgs.views.close_actions import pool_for, price_now, refusal_now
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from gridwar.model.question import Refusal

TrivialDeed = Literal["prone", "draw"]


def handling(encounter: Encounter, actor: str) -> Iterator[Action]:
    """Yield what can be done along with an action, and Miscellaneous.

    Rules: AR-ACT-02, AR-MNV-10
    """
    sheet = sheet_of(encounter[actor])
    note = _note_of(complementary_left(encounter, actor))
    if not has(encounter[actor], "prone"):
        yield _trivial(encounter, actor, ("prone", ""), _("Drop to the ground"))
    for item in held_items(sheet):
        title = _("Drop {item}").format(item=item.name)
        command = close.Complementary(actor=actor, deed="drop", item=item.name)
        refusal = why_not_complementary(encounter, actor, "drop")
        yield _plain((f"drop:{item.name}", title, "arrow-down"), command, note, refusal)
    for item in carried(sheet):
        if not item.held and item.weapon:
            title = _("Draw {item}").format(item=item.name)
            yield _trivial(encounter, actor, ("draw", item.name), title)
    command = close.Complementary(actor=actor)
    refusal = why_not_complementary(encounter, actor, "words")
    yield _plain(("words", _("A few words"), "person-standing"), command, note, refusal)
    yield from _miscellaneous(encounter, actor)


def _trivial(encounter: Encounter, actor: str, what: tuple[TrivialDeed, str], title: str) -> Action:
    """Return dropping to the ground or drawing: along with an action if it may, else for 1 point.

    Rules: AR-ACT-02, AR-MNV-10
    """
    deed, item = what
    left = complementary_left(encounter, actor)
    note = _note_of(left)
    icon = "stance-prone" if deed == "prone" else "sword"
    if why_not_complementary(encounter, actor, deed) is None:
        free = close.Complementary(actor=actor, deed=deed, item=item)
        words = note if switches_of(encounter).item_handling == "complementary_first" else ""
        return _plain((f"{deed}:{item}", title, icon), free, words, None)
    pool = pool_for(encounter, actor, MISCELLANEOUS)
    paid = close.Miscellaneous(actor=actor, deed=deed, item=item, pool=pool)
    refusal = refusal_now(encounter, actor, MISCELLANEOUS)
    action = _plain((f"{deed}:{item}", title, icon), paid, _("Miscellaneous"), refusal)
    return replace(action, price=price_now(encounter, actor, MISCELLANEOUS))


def _note_of(left: int) -> str:
    words = ngettext("{n} more along with actions", "{n} more along with actions", left)
    return words.format(n=left)


def _plain(
    named: tuple[str, str, str], command: Command, note: str, refusal: Refusal | None
) -> Action:
    """Return an action that needs nothing, named by id, title and icon."""
    return Action(*named, lambda _target: command, (), note, (), "", refusal)


def _miscellaneous(encounter: Encounter, actor: str) -> Iterator[Action]:
    pool = pool_for(encounter, actor, MISCELLANEOUS)
    refusal = refusal_now(encounter, actor, MISCELLANEOUS)
    price = price_now(encounter, actor, MISCELLANEOUS)
    for place, name in lying_in_reach(encounter, actor):
        title = _("Pick up {item}").format(item=name)
        command = close.Miscellaneous(actor=actor, deed="pick_up", place=place, pool=pool)
        action = _plain((f"pick_up:{place}", title, "hand"), command, "", refusal)
        yield replace(action, price=price)
    for door in doors_in_reach(encounter, actor):
        closed = door.door is DoorState.CLOSED
        title = _("Open the door") if closed else _("Close the door")
        command = close.Miscellaneous(actor=actor, deed="door", door=door.id, pool=pool)
        icon = "door-open" if closed else "door-closed"
        yield replace(_plain((f"door:{door.id}", title, icon), command, "", refusal), price=price)
    command = close.Miscellaneous(actor=actor, check="ask", pool=pool)
    note = _("anything else; a check provokes")
    action = _plain((MISCELLANEOUS, _("Miscellaneous"), "wrench"), command, note, refusal)
    yield replace(action, price=price)
    nothing = close.DoNothing(actor=actor)
    note = _("room for something along with it")
    cost = int(switches_of(encounter).do_nothing_cost)
    refusal = why_unable(encounter[actor]) or (refusal_now(encounter, actor, AID) if cost else None)
    action = _plain(("do_nothing", _("Do nothing"), "pause"), nothing, note, refusal)
    yield replace(action, price=(PIP_OF["ap"],) * cost)


# --- turns, sleep, Vitality -----------------------------------------------------------------------


def other(encounter: Encounter, actor: str) -> Iterator[Action]:
    """Yield the pause of a turn, waking, and Vitality won back.

    Rules: AR-STR-05, AR-CND-05, AR-VIT-01, AR-VIT-06
    """
    if encounter.turn == actor:
        note = _("go on at a later Initiative")
        yield _plain(("pause", _("Pause the turn"), "pause"), PauseTurn(actor=actor), note, None)
    if has(encounter[actor], "unconscious"):
        refusal = why_not_wake(encounter, actor)
        note = _("loud noise or touch: Fortitude")
        yield _plain(("wake", _("Disturb"), "eye"), close.Wake(actor=actor), note, refusal)
        hour = close.PassHour(actor=actor)
        yield _plain(("hour", _("An hour passes"), "clock"), hour, _("for all unconscious"), None)
    if has(encounter[actor], "dying"):
        named = ("treat", _("Is treated"), "bandage")
        yield _plain(named, close.Treat(actor=actor), _("Dying ends"), None)
    if room(encounter, actor):
        recover = close.Recover(actor=actor)
        named = ("recover", _("Recover Vitality"), "heart")
        yield _plain(named, recover, _("up to the Total"), None)
    total = counted_total(encounter, actor)
    if total and total != sheet_of(encounter[actor]).total_vitality:
        words = _("class and abilities: {n}").format(n=total)
        named = ("count_total", _("Count Total Vitality"), "heart")
        yield _plain(named, close.CountTotal(actor=actor), words, None)
