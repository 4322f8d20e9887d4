"""What combatants are offered to do: declared on the command, made an action by the engine.

An offer says title, icon, group, price and what has to be chosen. Whether it is possible now, and
why not, is asked of the command itself: it is rehearsed (``engine.play.offers``), so that legality
and price stand in its procedure alone. An action asks once somebody wants to know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol, TypeVar

from frozendict import frozendict
from msgspec import Struct, field
from msgspec.structs import force_setattr

from gridwar.engine.kit.card_order_and_flow import PipKind
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Cell
    from gridwar.model.question_and_refusal import Refusal

C = TypeVar("C")
EVENTS: Final = _("Events of the round")
"""Heading of what is booked as it happens, at any time: one key lists it in every system."""
Need = Literal["combatant", "cell", "path", "combatants", "cells", "bearing"]
"""What has to be chosen on the map before a command is complete."""
FIELD_OF: Final[Mapping[Need, str]] = {
    "combatant": "target",
    "cell": "cell",
    "path": "path",
    "combatants": "targets",
    "cells": "cells",
    "bearing": "bearing_deg",
}
"""The field of a command that holds what was chosen, unless its offer says otherwise."""
Needs = Need | tuple[Need, ...] | Mapping[Need, str]
"""What has to be chosen, maybe with the field of the command that holds it."""

NOT_YOUR_TURN: Final = "not_your_turn"
"""The code with which every system refuses an act outside its actor's turn."""
_OFFERS: Final = "__offers__"


class Role(StrEnum):
    """What an action is for, so that what plays or reckons needs to know no system.

    What the game master lets happen (an offer to the fight as a whole, or ``about=`` somebody) is
    nobody's act: it is always ``OTHER``.
    """

    STRIKE = "strike"
    """It hurts somebody, or tries to: an attack of any kind, a charge, ramming."""
    READY = "ready"
    """It prepares what one does oneself later: aim, draw, load, wait for a trigger."""
    MOVE = "move"
    """It changes one's own place, seat or posture."""
    HELP = "help"
    """It is for somebody else's good: aid, care, command."""
    GUARD = "guard"
    """It makes harder to hurt: a defence, evading, a shield."""
    LEAVE = "leave"
    """It gets away from foes, out of a hold or a pursuit, or out of the fight; it may move."""
    OTHER = "other"
    """All else: what hinders a foe without hurting it, business of the turn, bookkeeping."""


class Priced(Protocol):
    """A price of a rule system: knows how it is shown."""

    @property
    def pips(self) -> tuple[PipKind, ...]:
        """The price as pips on a button."""


class Pips(tuple[PipKind, ...]):
    """A price that is nothing but its pips."""

    __slots__ = ()

    @property
    def pips(self) -> tuple[PipKind, ...]:
        """The pips."""
        return self


FREE_OF_CHARGE: Final[Priced] = Pips()
Price = Priced | Callable[["Encounter", Any], Priced]
"""A price, or how it is told from the encounter and the command."""


class Target(Struct, frozen=True):
    """What was chosen for an action."""

    combatant: str | None = None
    cell: Cell | None = None
    path: tuple[Cell, ...] = ()
    combatants: tuple[str, ...] = ()
    cells: frozenset[Cell] = frozenset()
    bearing_deg: float | None = None
    climbs: tuple[int, ...] = ()
    """By how many levels each step of the path rises."""

    def chosen(self, need: Need) -> object:
        """Return what was chosen of a kind."""
        return self.bearing_deg if need == "bearing" else getattr(self, need)


class Candidates(Struct, frozen=True):
    """What an action could be used on now: those combatants, those squares."""

    who: frozenset[str] = frozenset()
    cells: frozenset[Cell] = frozenset()
    words: Mapping[str, str] = field(default_factory=frozendict)
    """What is written at their tokens: a target number, a distance."""


class Asked:
    """What the rules say of an action, asked when it is first wanted and then kept.

    It is about one state of the fight, which never changes. Comparing actions asks nothing.
    """

    def __init__(
        self, price: Callable[[], tuple[PipKind, ...]], refusal: Callable[[], Refusal | None]
    ) -> None:
        self._price, self._refusal = price, refusal

    @cached_property
    def price(self) -> tuple[PipKind, ...]:
        """What it costs, as pips."""
        return self._price()

    @cached_property
    def refusal(self) -> Refusal | None:
        """Why not now."""
        return self._refusal()


FREE_AND_POSSIBLE: Final = Asked(tuple, lambda: None)
"""What is said of an action that is no rule system's: it costs nothing, and nothing forbids it."""


class Action(Struct, frozen=True):
    """Something that a combatant could do now, with the reason where it cannot.

    Attributes:
        id: Stable name, unique among what the combatant is offered.
        title: Its words.
        icon: Name of a file in ``assets/icons``.
        make: Makes the command of what was chosen.
        needs: What has to be chosen before, in that order.
        note: A few quiet words beside the title.
        asked: What it costs, and why not now.
        weapon: The weapon it uses, for the bands drawn while it is chosen.
        group: Heading that it stands under, the same for all that follow each other under it.
        prepared: Shown in a popover, with choices and odds, although nothing is rolled.
        candidates: Works out, once it is chosen, what it could be used on now; None: not said.
        out_of_turn: Offered whoever has the turn, as a button at its place in the order.
        takes_others: Whether it is about all who are selected; they are its target's combatants.
        role: What it is for.
        offer: Whose variant it is, by the id of the offer.
        stem: The words that its title begins with, as those of its sisters do: ``Draw``.
        choice: What tells it from its sisters, in a word or two: ``Dagger``.
        same_as: The id of the action that it is at another price; empty for none.
        is_about: Whether the GM lets it happen to the combatant, who does not act.
        moves_first: Whether it is no act from where one stands: it moves its actor, then strikes.
    """

    id: str
    title: str
    icon: str
    make: Callable[[Target], Command]
    needs: tuple[Need, ...] = ()
    note: str = ""
    asked: Asked = FREE_AND_POSSIBLE
    weapon: str = ""
    group: str = ""
    prepared: bool = False
    candidates: Callable[[], Candidates] | None = None
    out_of_turn: bool = False
    takes_others: bool = False
    role: Role = Role.OTHER
    offer: str = ""
    stem: str = ""
    choice: str = ""
    same_as: str = ""
    is_about: bool = False
    moves_first: bool = False

    @property
    def need(self) -> Need | Literal["nothing"]:
        """The first thing to be chosen."""
        return self.needs[0] if self.needs else "nothing"

    @property
    def price(self) -> tuple[PipKind, ...]:
        """Pips on the button."""
        return self.asked.price

    @property
    def refusal(self) -> Refusal | None:
        """Why not now: the command is rehearsed where that was not asked yet."""
        return self.asked.refusal


class Variant(Struct, frozen=True):
    """One of several actions that an offer stands for: one a weapon, one a stance.

    What is None is as the offer says.

    Attributes:
        key: Tells it from its sisters; part of the action's id.
        fields: Fields of the command that it sets.
        names: What stands in the braces of title and note.
        title: Words of its own.
        note: Quiet words of its own.
        icon: An icon of its own.
        weapon: The weapon it uses.
        role: What this one is for.
        choice: What tells it from its sisters, where that is not what stands in the braces.
        same_as: The key of the variant that it is at another price; None where it is none.
    """

    key: str = ""
    fields: Mapping[str, object] = field(default_factory=frozendict)
    names: Mapping[str, object] = field(default_factory=frozendict)
    title: str | None = None
    note: str | None = None
    icon: str | None = None
    weapon: str = ""
    role: Role | None = None
    choice: str = ""
    same_as: str | None = None


def only_if(
    test: Callable[[Encounter, str], bool],
) -> Callable[[Encounter, str], tuple[Variant, ...]]:
    """Return what offers a command, as it is declared, to those of whom a test says so."""
    return lambda encounter, who: (Variant(),) if test(encounter, who) else ()


class Offer(Struct, frozen=True):
    """What a command offers; called with the class of the command, it is declared on it.

    Several offers stand in the order they are written. A command that every system plays (``Move``)
    has its offer above the procedure that plays it.

    Attributes:
        title: Words of the action; ``{names}`` are filled by its variants.
        icon: Name of a file in ``assets/icons``.
        group: Heading that it stands under.
        role: What it is for.
        needs: What has to be chosen on the map.
        price: What it costs: shown as pips, and paid by the procedure (``price_of``).
        note: A few quiet words.
        id: The action's id; empty for the kind without the system.
        each: Returns the variants offered to a combatant now (None for the whole fight); nothing
            where it is not offered.
        prepared: Shown in a popover before it is played although nothing is rolled.
        candidates: Works out what a command (but for what is still to be chosen) could be used on.
        out_of_turn: Offered whoever has the turn.
        about: The field of the command that names whom it is offered to, where nobody acts: what
            the GM lets happen to somebody. Empty for whoever acts, or the fight as a whole.
        others: The field of the command that takes whoever is selected besides, so that it is about
            all of them. Empty where it is about one.
        moves_first: Whether it moves its actor before its first roll, wherever it stands: a charge.
    """

    title: str
    icon: str
    group: str
    role: Role
    needs: Needs = ()
    price: Price = FREE_OF_CHARGE
    note: str = ""
    id: str = ""
    each: Callable[[Encounter, str], Iterable[Variant]] | None = None
    prepared: bool = False
    candidates: Callable[[Encounter, Any], Candidates] | None = None
    out_of_turn: bool = False
    about: str = ""
    others: str = ""
    moves_first: bool = False

    def __post_init__(self) -> None:
        """Name the field of each need, in a way that can be compared and hashed."""
        needs = self.needs
        if not isinstance(needs, Mapping):
            listed: tuple[Need, ...] = (needs,) if isinstance(needs, str) else needs
            needs = {need: FIELD_OF[need] for need in listed}
        force_setattr(self, "needs", frozendict(needs))

    @property
    def fields(self) -> Mapping[Need, str]:
        """What has to be chosen, with the field of the command that holds it."""
        assert isinstance(self.needs, Mapping)
        return self.needs

    def priced(self, encounter: Encounter, command: Command) -> Priced:
        """Return what a command costs, an object of the system's own."""
        return self.price if hasattr(self.price, "pips") else self.price(encounter, command)

    def __call__(self, command_or_procedure: C) -> C:
        """Declare it."""
        setattr(command_or_procedure, _OFFERS, (self, *offers_of(command_or_procedure)))
        return command_or_procedure


offer = Offer
"""Declares on a command that it is offered, as a decorator above it."""


def offers_of(command_or_procedure: object) -> tuple[Offer, ...]:
    """Return the offers that stand above a command or a procedure itself."""
    found: tuple[Offer, ...] = vars(command_or_procedure).get(_OFFERS, ())
    return found


def price_of(encounter: Encounter, command: Command) -> Any:
    """Return what a command costs, as its offer declares it: an object of the system's own.

    Raises:
        LookupError: The command declares no offer.
    """
    declared = offers_of(type(command))
    if not declared:
        raise LookupError(f"{command.kind} declares no offer")
    return declared[0].priced(encounter, command)
