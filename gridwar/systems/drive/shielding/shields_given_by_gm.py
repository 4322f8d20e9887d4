"""Shields given by the game master: to somebody, or as a bubble at a fixed point."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

from gridwar.engine.kit import (
    Act,
    Cell,
    ChoiceField,
    Command,
    Number,
    NumberField,
    Procedure,
    Role,
    Step,
    Variant,
    Words,
    emit,
    must_exist,
    offer,
    plays,
    require,
    say,
)
from gridwar.systems.drive.core.action_headings import BY_THE_GM
from gridwar.systems.drive.core.events import BubbleGone, BubbleRaised, ShieldGained
from gridwar.systems.drive.core.fight_state import Bubble, state_of
from gridwar.systems.drive.core.shield_aura_gravity import MOST_OFFERED, RadiusBand, Shield
from gridwar.systems.drive.core.tables import shields_to_give
from gridwar.systems.drive.core.weapons_armour_resistances import Origin
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from gridwar.engine.kit import Encounter, Table


def _shields(encounter: Encounter, who: str) -> Iterator[Variant]:
    del encounter, who
    for one in shields_to_give():
        yield Variant(
            one.id,
            fields={"shield": one},
            names={"shield": one.id, "precision": one.precision},
        )


@offer(
    _("Give: {shield}"),
    icon="shield-check",
    group=BY_THE_GM,
    role=Role.OTHER,
    note=_("{precision} precision"),
    about="target",
    each=_shields,
)
class GrantShield(Command):
    """Give a character a shield.

    Rules: DR-SHD-15
    """

    target: str
    shield: Shield


@plays(GrantShield)
def grant_shield(table: Table, command: GrantShield) -> Procedure[None]:
    """Add the shield; settling puts out a burning bearer of high precision.

    Rules: DR-SHD-01, DR-SHD-15
    """
    yield from must_exist(table, command.target)
    yield from emit(ShieldGained(who=command.target, shield=command.shield))
    step = Step(label=command.shield.id, rule_id="DR-SHD-01", after=command.shield.points)
    yield from say(table, _("{whom} is given a shield"), whom=command.target, steps=(step,))


RADII: Final[Mapping[RadiusBand, str]] = {
    "engagement": _("engagement"),
    "short": _("short"),
    "medium": _("medium"),
}
ORIGINS: Final[Mapping[Origin, Words]] = {
    "ability": _("an Ability"),
    "device": (_("a device"), _("double against blast")),
}


@offer(
    _("Raise a bubble at a point"),
    icon="circle",
    group=BY_THE_GM,
    role=Role.GUARD,
    needs="cell",
    prepared=True,
)
class RaiseBubble(Act):
    """Put a low-precision shield down at a fixed point."""

    cell: Cell
    points: Annotated[Number, NumberField(_("Points"), 0, MOST_OFFERED)] = 60
    radius_band: Annotated[RadiusBand, ChoiceField(_("Up to"), RADII)] = "engagement"
    origin: Annotated[Origin, ChoiceField(_("Made by"), ORIGINS)] = "ability"
    rounds: Annotated[
        Number, NumberField(_("Rounds"), 0, MOST_OFFERED, _("0: until it is taken down"))
    ] = 0
    """Rounds that it stands; 0: until it is taken down."""


@plays(RaiseBubble)
def raise_bubble(table: Table, command: RaiseBubble) -> Procedure[None]:
    """Put a bubble down where nobody bears it.

    Rules: DR-SHD-01, DR-SHD-02, DR-SHD-03
    """
    is_there = table.now.map.contains(command.cell)
    yield from require(is_there, "off_map", _("That is off the map."), waivable=False)
    taken = {one.id for one in state_of(table.now).bubbles}
    numbered = (_("Bubble {n}").format(n=n) for n in range(1, len(taken) + 2))
    name = next(one for one in numbered if one not in taken)
    bubble = Bubble(
        id=name,
        points=command.points,
        centre=command.cell,
        radius_band=command.radius_band,
        origin=command.origin,
        lasts="rounds" if command.rounds else "removed",
        rounds=command.rounds or 1,
        rounds_left=command.rounds or None,
    )
    yield from emit(BubbleRaised(bubble))
    step = Step(label=name, rule_id="DR-SHD-02", after=command.points)
    yield from say(table, _("A bubble stands"), cell=command.cell, steps=(step,))


def _bubbles(encounter: Encounter, who: str) -> Iterator[Variant]:
    del who
    for one in state_of(encounter).bubbles:
        yield Variant(one.id, fields={"bubble": one.id}, names={"bubble": one.id})


@offer(_("Take down: {bubble}"), icon="x", group=BY_THE_GM, role=Role.OTHER, each=_bubbles)
class RemoveBubble(Command):
    """Take a bubble at a fixed point away."""

    bubble: str


@plays(RemoveBubble)
def remove_bubble(table: Table, command: RemoveBubble) -> Procedure[None]:
    """Take a bubble away with all its points.

    Rules: DR-SHD-02
    """
    is_there = any(one.id == command.bubble for one in state_of(table.now).bubbles)
    text = _("There is no bubble {name}.")
    yield from require(is_there, "no_bubble", text, waivable=False, name=command.bubble)
    yield from emit(BubbleGone(command.bubble))
    yield from say(table, _("{bubble} is gone"), bubble=command.bubble)
