"""How a manoeuvre is offered: in the pool that can pay for it, and again once it is readied."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar

from frozendict import frozendict
from msgspec.structs import replace

from gridwar.engine.kit import Variant, offer
from gridwar.systems.arrgs.action_points.costs import can_pay, price_for
from gridwar.systems.arrgs.action_points.readying import readied_words
from gridwar.systems.arrgs.core.headings import READIED
from gridwar.systems.arrgs.core.sheet import sheet_of
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from gridwar.engine.kit import Encounter
    from gridwar.systems.arrgs.action_points.costs import Price
    from gridwar.systems.arrgs.core.commands import Manoeuvre

M = TypeVar("M", bound="type[Manoeuvre]")

_ONCE: Final = (Variant(),)


def offer_manoeuvre(
    key: str,
    title: str,
    *,
    id: str = "",
    each: Callable[[Encounter, str], Iterable[Variant]] | None = None,
    price: Callable[[Encounter, Any], Price] | None = None,
    **declared: Any,
) -> Callable[[M], M]:
    """Declare on a command that it is offered as a manoeuvre.

    Its pool is AP, or AAP where only they are enough, unless a variant says which. While the
    manoeuvre is readied it is offered in the turns of others too, as ``now:`` and its id.

    Args:
        key: The manoeuvre, as the rulebook's table has it.
        title: Words of the action.
        id: The action's id; empty for the command's kind.
        each: Returns the variants offered to a combatant now.
        price: Returns what a command costs; None: what the table says.
        declared: The rest of what ``offer`` takes.

    Rules: AR-ACT-04, AR-ACT-08, AR-MNV-13, AR-ACT-06
    """

    def cost(encounter: Encounter, command: Any) -> Price:
        return price_for(key, command) if price is None else price(encounter, command)

    def declare(command: M) -> M:
        def variants(encounter: Encounter, who: str) -> Iterable[Variant]:
            return _ONCE if each is None else each(encounter, who)

        def now(encounter: Encounter, who: str) -> Iterator[Variant]:
            for one in variants(encounter, who):
                usual = cost(encounter, command.constant(**{"actor": who, **one.fields}))
                yield _with({"pool": _pool(encounter, who, usual), **one.fields}, one)

        def at_the_trigger(encounter: Encounter, who: str) -> Iterator[Variant]:
            waiting = sheet_of(encounter[who]).readied
            if waiting is None or waiting.manoeuvre != key or encounter.turn in (None, who):
                return
            trigger = _("Trigger now: {what}").format(what=readied_words(waiting))
            for one in variants(encounter, who):
                if one.fields.get("pool") != "aap":
                    fields = {**one.fields, "pool": "aap", "readied": True}
                    names = {**one.names, "trigger": trigger}
                    shown = replace(one, names=names, note="{trigger}", shortcut="")
                    yield _with(fields, shown)

        name = id or command.kind.rpartition(".")[2]
        plain = offer(title, id=name, each=now, price=cost, **declared)
        waiting = declared | {"group": READIED, "note": "", "shortcut": ""}
        readied = offer(title, id=f"now:{name}", each=at_the_trigger, price=cost, **waiting)
        return plain(readied(command))

    return declare


def _with(fields: dict[str, Any], variant: Variant) -> Variant:
    return replace(variant, fields=frozendict(fields))


def _pool(encounter: Encounter, who: str, usual: Price) -> str:
    """Return what would pay a price: AP, or AAP where only they are enough.

    Rules: AR-ACT-04, AR-ACT-08
    """
    prices = usual, replace(usual, pool="aap")
    return next((one.pool for one in prices if can_pay(encounter, who, one)), "ap")
