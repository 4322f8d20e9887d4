"""Flipping a prop over, a table mostly, so that it hides whoever is behind; and setting it upright.

Owns who can flip what, and what comes of it. What it costs and who may act is the system's: it
plays ``FlipProp`` by ``flip_prop`` with its own price, or takes the parts of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit.offers_and_actions import Variant
from gridwar.engine.kit.procedure_requests import Procedure, emit
from gridwar.engine.kit.say_and_refuse import require, required, say
from gridwar.engine.kit.sight_and_cover import degree_title
from gridwar.grid.lines.sight_and_effect import LineMode, LineRule, Purpose, Stand, line_between
from gridwar.model.command import Act
from gridwar.model.cover_kinds import CoverDegree
from gridwar.model.events_map import PropsChanged
from gridwar.model.geometry import footprint
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gridwar.engine.kit.procedure_table import Table
    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Encounter
    from gridwar.model.props import Prop

_EFFECT = LineRule(Purpose.EFFECT, LineMode.SQUARES)


class FlipProp(Act):
    """Flip something next to oneself over, or set it upright again."""

    prop: str


def props_to_flip(encounter: Encounter, who: str) -> Iterator[Variant]:
    """Yield what a combatant could flip over or set upright: what is next to it, and can be."""
    one = encounter[who]
    if one.pos is None or not encounter.map.props:
        return
    for prop in encounter.map.props:
        if prop.flipped is not None and is_in_reach(encounter, one, prop):
            after = prop.stood(is_flipped=not prop.is_flipped)
            title = _("Set {prop} upright") if prop.is_flipped else _("Flip {prop} over")
            names = {"prop": prop_name(prop), "what": flipped_words(after)}
            yield Variant(prop.id, {"prop": prop.id}, names, title=title, note="{what}")


def is_in_reach(encounter: Encounter, one: Combatant, prop: Prop) -> bool:
    """Return whether somebody is next to a prop, with no wall between, or upon it."""
    if one.pos is None:
        return False
    page, cells = encounter.map, prop.cells
    mine = footprint(one.pos, one.size)
    near = tuple((a, b) for a in mine for b in cells if max(abs(a.x - b.x), abs(a.y - b.y)) <= 1)
    stands = (
        (Stand((a,), page.foot_m(a)), Stand((b,), page.foot_m(b)))
        for a, b in near
        if page.floor_at(a) is page.floor_at(b)
    )
    return any(a.cells == b.cells or line_between(page, a, b, _EFFECT).clear for a, b in stands)


def prop_name(prop: Prop) -> str:
    """Return what a prop is called."""
    return prop.name or _("the prop")


def flipped_words(prop: Prop) -> str:
    """Return in a few words what a prop means as it stands."""
    traits = prop.traits
    words = [degree_title(traits.cover)]
    if traits.is_barred:
        words.append(_("nobody stands on it"))
    elif traits.extra_steps:
        words.append(_("+{n} steps onto it").format(n=traits.extra_steps))
    return ", ".join(words)


def _nothing(table: Table, who: str) -> Procedure[None]:
    del table, who
    yield from ()


def flip_prop(
    table: Table, command: FlipProp, pay: Callable[[Table, str], Procedure[object]] = _nothing
) -> Procedure[None]:
    """Flip something over, or set it upright.

    Args:
        table: The table.
        command: Who flips what.
        pay: Takes the system's price of it.
    """
    yield from may_flip(table, command.actor, command.prop)
    yield from pay(table, command.actor)
    yield from flip(table, command.actor, command.prop)


def may_flip(table: Table, who: str, prop_id: str) -> Procedure[None]:
    """Refuse what cannot be flipped by somebody now."""
    prop = yield from required(_found(table, prop_id), "no_prop", _("There is no such prop."))
    name = prop_name(prop)
    text = _("{prop} cannot be flipped over.")
    yield from require(prop.flipped is not None, "not_flipped", text, waivable=False, prop=name)
    is_near = is_in_reach(table.now, table.now[who], prop)
    yield from require(is_near, "not_next", _("{who} is not next to {prop}."), who=who, prop=name)
    upon = _upon(table.now, prop)
    text = _("{other} stands on {prop}.")
    yield from require(upon is None, "stands_on_it", text, other=upon, prop=name)


def flip(table: Table, who: str, prop_id: str) -> Procedure[None]:
    """Make it so, and say it."""
    prop = _found(table, prop_id)
    if prop is None:
        return  # it was taken away by what the price called for
    after = prop.stood(is_flipped=not prop.is_flipped)
    yield from emit(PropsChanged(put=(after,)))
    words = _("{who} flips {prop} over") if after.is_flipped else _("{who} sets {prop} upright")
    gives = after.traits.cover is not CoverDegree.NONE
    result = degree_title(after.traits.cover) if gives else ""
    yield from say(table, words, who=who, prop=prop_name(prop), result=result, cell=prop.at)


def _found(table: Table, prop_id: str) -> Prop | None:
    return next((one for one in table.now.map.props if one.id == prop_id), None)


def _upon(encounter: Encounter, prop: Prop) -> str | None:
    """Return who stands on a prop: on a cell of it, on the ground and not above."""
    cells = set(prop.cells)
    upon = (
        one.id
        for one in encounter.everyone()
        if one.pos is not None
        and not (one.altitude or one.aside)
        and not cells.isdisjoint(footprint(one.pos, one.size))
    )
    return next(upon, None)
