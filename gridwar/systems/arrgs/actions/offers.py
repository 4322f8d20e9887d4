"""Manoeuvres: how one is asked for, and offered: in the pool that can pay, and again once readied.

Actions stand under the headings here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final, TypeVar

from frozendict import frozendict
from msgspec import Struct
from msgspec.structs import replace

from gridwar.engine.kit import (
    Act,
    Candidates,
    ChoiceField,
    Variant,
    Words,
    offer,
    offers_of,
    price_of,
)
from gridwar.systems.arrgs.actions.paying_for_actions import pool_for
from gridwar.systems.arrgs.actions.prices import Price, price_for
from gridwar.systems.arrgs.core.sheet import Pool, sheet_of
from gridwar.systems.arrgs.core.tables import readied_words
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from gridwar.engine.kit import Encounter, Move, Need, Role

M = TypeVar("M", bound="type[Manoeuvre] | type[Move]")

READIED: Final = _("Ready")
MOVING: Final = _("Moving")
ATTACKS: Final = _("Attacks")
SPELLS: Final = _("Spells")
MANOEUVRES: Final = _("Manoeuvres")
HELPING: Final = _("Helping and waiting")
THINGS: Final = _("Things")
OTHER: Final = _("Other")
GROUPS: Final = (READIED, MOVING, ATTACKS, SPELLS, MANOEUVRES, HELPING, THINGS, OTHER)
"""Headings of what is offered, in their order."""
AT_TRIGGER: Final = "now:"
"""Stands before the id of what is done because its trigger has come."""


def _pools(encounter: Encounter, command: Manoeuvre) -> dict[Pool, Words]:
    """Return what may pay for a manoeuvre, with the price in it and what is left.

    Rules: AR-ACT-04
    """
    sheet = sheet_of(encounter[command.actor])
    has_aap = bool(sheet.aap or sheet.aap_max)
    if command.readied or not has_aap or not offers_of(type(command)):
        return {}  # what is played at the GM's word is not offered, and has no price declared

    def worth(pool: Pool, left: int) -> str:
        points = price_of(encounter, command.replace(pool=pool)).points
        return _("{n} of {left}").format(n=points, left=left)

    return {
        "ap": (_("AP"), worth("ap", sheet.ap)),
        "aap": (_("AAP, as a Swift Action"), worth("aap", sheet.aap)),
    }


class Manoeuvre(Act):
    """An action of somebody; ``pool`` is what pays: AP, or AAP as a Swift or Immediate Action."""

    kind: ClassVar[str] = ""
    pool: Annotated[Pool, ChoiceField(_("Paid in"), _pools)] = "ap"
    readied: bool = False
    """Done because its trigger has come, in anybody's turn."""
    answers: bool = False
    """Done in a window: the answer to an opportunity, or to a spell being cast."""


def is_willing(encounter: Encounter, command: WeaponManoeuvre) -> bool:
    """Return whether the target lets it happen: as was said, else an ally what does no damage.

    Rules: AR-ATK-04
    """
    if command.willing is not None:
        return command.willing
    one, other = encounter[command.actor], encounter[command.target]
    weapon = sheet_of(one).weapon(command.weapon)
    if weapon is not None and weapon.effect == "damage":
        return False
    return encounter.are_allied(one.side, other.side)


WILLING: Final[Mapping[bool, Words]] = {
    False: _("Defends itself"),
    True: (_("Lets it happen"), _("DC 0")),
}


class WeaponManoeuvre(Manoeuvre):
    """A manoeuvre with a weapon against somebody."""

    kind: ClassVar[str] = ""
    target: str
    weapon: str
    willing: Annotated[
        bool | None,
        ChoiceField(
            _("The target"),
            WILLING,
            now=lambda encounter, command: (
                command.target in encounter and is_willing(encounter, command)
            ),
        ),
    ] = False
    """The target lets it happen; None: an ally does, of what does no damage."""


class Offered(Struct, frozen=True):
    """A manoeuvre as it is offered.

    Attributes:
        key: The manoeuvre, as the rulebook's table has it.
        command: What is asked for.
        title: Words of the action.
        id: The action's id.
        each: Returns the variants offered to a combatant now; None for the one declared.
        price: Returns what a command costs; None: what the table says.
        swift: Whether it is offered beside as a Swift Action.
        declared: The rest of what ``offer`` takes.
    """

    key: str
    command: type[Manoeuvre] | type[Move]
    title: str
    id: str
    each: Callable[[Encounter, str], Iterable[Variant]] | None
    price: Callable[[Encounter, Any], Price] | None
    swift: bool
    declared: Mapping[str, Any]

    @property
    def needs(self) -> Mapping[Need, str]:
        """What has to be chosen on the map, by the field of the command that holds it."""
        return next(one.fields for one in offers_of(self.command) if one.id == self.id)

    def candidates(self, encounter: Encounter, who: str, variant: Variant) -> Candidates:
        """Return what a variant could be used on."""
        find = self.declared.get("candidates")
        asked = self.command.constant(actor=who, **variant.fields)
        found: Candidates = Candidates() if find is None else find(encounter, asked)
        return found

    def cost(self, encounter: Encounter, command: Any) -> Price:
        """Return what a command costs."""
        if self.price is not None:
            return self.price(encounter, command)
        return price_for(self.key, command)

    def variants(self, encounter: Encounter, who: str) -> Iterable[Variant]:
        """Return what is offered to somebody, whatever pays for it."""
        return (Variant(),) if self.each is None else self.each(encounter, who)

    def now(self, encounter: Encounter, who: str) -> Iterator[Variant]:
        """Yield what somebody could do: paid in AP or where only they are enough in AAP, and Swift.

        Rules: AR-ACT-04, AR-ACT-08
        """
        for one in self.variants(encounter, who):
            asked = self.command.constant(**{"actor": who, **one.fields})
            price = self.cost(encounter, asked)
            pool = pool_for(encounter, who, price)
            yield _with(one, pool=pool)
            if self.swift and pool == "ap" and price.points and sheet_of(encounter[who]).aap:
                key = f"{one.key}:aap" if one.key else "aap"
                title = _("Swift: {what}").replace("{what}", one.title or self.title)
                swift = replace(one, key=key, title=title, choice=_("Swift"), same_as=one.key)
                yield _with(swift, pool="aap")

    def at_the_trigger(self, encounter: Encounter, who: str) -> Iterator[Variant]:
        """Yield what somebody has readied, in the turns of others.

        Rules: AR-MNV-13, AR-ACT-06
        """
        waiting = sheet_of(encounter[who]).readied
        if waiting is None or waiting.manoeuvre != self.key or encounter.turn in (None, who):
            return
        trigger = _("Trigger now: {what}").format(what=readied_words(waiting))
        for one in self.variants(encounter, who):
            names = {**one.names, "trigger": trigger}
            shown = replace(one, names=names, note="{trigger}")
            yield _with(shown, pool="aap", readied=True)


def _with(variant: Variant, **fields: object) -> Variant:
    return replace(variant, fields=frozendict({**variant.fields, **fields}))


OFFERED: Final[list[Offered]] = []
"""Every manoeuvre that is offered."""


def offer_manoeuvre(
    key: str, title: str, *, role: Role, id: str = "", swift: bool = False, **declared: Any
) -> Callable[[M], M]:
    """Declare on a command that it is offered as a manoeuvre.

    While it is readied it is offered in the turns of others too, as ``now:`` and its id.

    Args:
        key: The manoeuvre, as the rulebook's table has it.
        title: Words of the action.
        role: What it is for, readied too.
        id: The action's id; empty for the command's kind.
        swift: Whether it is offered beside as a Swift Action, as ``:aap`` behind its id: where no
            popover lets its pool be chosen.
        declared: The rest of what ``offer`` takes; without a price it is what the table says.

    Rules: AR-ACT-04, AR-ACT-08, AR-MNV-13, AR-ACT-06
    """

    def declare(command: M) -> M:
        each, price = declared.get("each"), declared.get("price")
        name = id or command.kind.rpartition(".")[2]
        made = Offered(key, command, title, name, each, price, swift, frozendict(declared))
        OFFERED.insert(0, made)  # the last one declared on a command stands at its top
        now = declared | {"role": role, "each": made.now, "price": made.cost}
        waiting = now | {"each": made.at_the_trigger, "group": READIED, "note": ""}
        readied = offer(title, id=AT_TRIGGER + name, **waiting)
        return offer(title, id=name, **now)(readied(command))

    return declare
