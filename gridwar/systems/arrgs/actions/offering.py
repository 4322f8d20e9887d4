"""How a manoeuvre is offered: in the pool that can pay for it, and again once it is readied."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar

from frozendict import frozendict
from msgspec import Struct
from msgspec.structs import replace

from gridwar.engine.kit import Variant, offer
from gridwar.systems.arrgs.actions.costs import pool_for, price_for
from gridwar.systems.arrgs.actions.readying import readied_words
from gridwar.systems.arrgs.core.headings import READIED
from gridwar.systems.arrgs.core.sheet import sheet_of
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from gridwar.engine.kit import Encounter, Move, Role
    from gridwar.systems.arrgs.actions.costs import Price
    from gridwar.systems.arrgs.core.commands import Manoeuvre

M = TypeVar("M", bound="type[Manoeuvre] | type[Move]")

AT_TRIGGER: Final = "now:"
"""Stands before the id of what is done because its trigger has come."""


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
                yield _with(replace(one, key=key, title=title, shortcut=""), pool="aap")

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
            shown = replace(one, names=names, note="{trigger}", shortcut="")
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
        waiting = now | {"each": made.at_the_trigger, "group": READIED, "note": "", "shortcut": ""}
        readied = offer(title, id=AT_TRIGGER + name, **waiting)
        return offer(title, id=name, **now)(readied(command))

    return declare
