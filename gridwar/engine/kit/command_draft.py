"""What is to be seen and chosen of a command in preparation. Panels and map show it as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from frozendict import frozendict
from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from gridwar.model.command import Command
    from gridwar.model.geometry import Cell


class StageFigure(Struct, frozen=True):
    """A figure of what a command is made of or leads to, and the few words that say of what.

    Attributes:
        value: As it is read: ``30``, ``4D6``, ``\u00bd``.
        words: What it is the figure of.
        rule_id: The rule that it comes from.
        tone: ``harm`` for what is lost.
    """

    value: str
    words: str
    rule_id: str = ""
    tone: Literal["plain", "harm"] = "plain"


class CommandOption(Struct, frozen=True):
    """One value of a choice, and the command as it would be with it."""

    id: str
    title: str
    command: Command
    note: str = ""
    """What it is worth, in a few words."""
    why_not: str = ""


class CommandChoice(Struct, frozen=True):
    """Something to be chosen about a command before it is played: a way of firing, a sensor.

    Attributes:
        key: Tells it from the others.
        title: Its words.
        options: What may be chosen.
        chosen: The id of what is.
        outcome: Names the outcome of the deciding roll that it is for: what a critical hit buys.
        left_open: The id of the option with which it is asked then; empty for none.
    """

    key: str
    title: str
    options: tuple[CommandOption, ...]
    chosen: str
    outcome: str = ""
    left_open: str = ""


class CommandNumber(Struct, frozen=True):
    """A number to be set about a command before it is played: rounds fired, points put in.

    Attributes:
        key: Tells it from the others.
        title: Its words.
        least: The smallest that may be set.
        most: The greatest.
        value: As it is now.
        make: Makes the command with another number.
        note: What it is worth, in a few words.
    """

    key: str
    title: str
    least: int
    most: int
    value: int
    make: Callable[[int], Command]
    note: str = ""


class CommandTicks(Struct, frozen=True):
    """Things of which any may be ticked: locations, resistances, helpers.

    Attributes:
        key: Tells it from the others.
        title: Its words.
        options: Id and words of each.
        ticked: Those that are.
        make: Makes the command with others ticked.
        note: What it is worth, in a few words.
    """

    key: str
    title: str
    options: tuple[tuple[str, str], ...]
    ticked: frozenset[str]
    make: Callable[[frozenset[str]], Command]
    note: str = ""


class CommandOrder(Struct, frozen=True):
    """Things to be put in an order, the first first.

    Attributes:
        key: Tells it from the others.
        title: Its words.
        rows: Id and words of each, as they stand now.
        make: Makes the command with another order of ids.
        note: What the order means, in a few words.
    """

    key: str
    title: str
    rows: tuple[tuple[str, str], ...]
    make: Callable[[tuple[str, ...]], Command]
    note: str = ""


class CommandText(Struct, frozen=True):
    """Words of somebody's own to be written about a command: a condition, a name.

    Attributes:
        key: Tells it from the others.
        title: Its words.
        value: As they are now.
        make: Makes the command with other words.
        most: How many characters they may have.
        note: What they are for, in a few words.
    """

    key: str
    title: str
    value: str
    make: Callable[[str], Command]
    most: int = 300
    note: str = ""


class Aimed(Struct, frozen=True):
    """What a command in preparation takes in on the map beside its target.

    ``numbered`` are combatants in the order in which a die would pick them, or in which they are
    struck; ``cells`` the squares it goes through; ``words`` stand at combatants: what each takes.
    """

    label: str
    numbered: tuple[str, ...] = ()
    cells: frozenset[Cell] = frozenset()
    rule_id: str = ""
    words: Mapping[str, str] = frozendict()


class Foreseen(Struct, frozen=True):
    """Something to know of a command in preparation before it is played: what it leads to."""

    text: str
    rule_id: str = ""


class Draft(Struct, frozen=True):
    """What a system says of a command in preparation.

    Attributes:
        choices: Of which one is to be chosen, each.
        numbers: Numbers to be set.
        ticks: Things to be ticked.
        orders: Things to be put in order.
        aimed: What it takes in on the map beside its target.
        foreseen: What it leads to, beside windows and refusals.
        at: Whom the command is aimed at, where that follows from something else: the foe at the
            end of a way.
        greyed: Areas of the scenery that have no say in it, by key, with the reason: drawn grey.
        texts: Words to be written.
        built: What it is made of, before anything meets it: damage with all that adds to it.
        arrives: From what it is made of to what is left of it, one figure a step, where that is
            the same whatever the deciding roll comes to.
    """

    choices: tuple[CommandChoice, ...] = ()
    numbers: tuple[CommandNumber, ...] = ()
    ticks: tuple[CommandTicks, ...] = ()
    orders: tuple[CommandOrder, ...] = ()
    aimed: Aimed | None = None
    foreseen: tuple[Foreseen, ...] = ()
    greyed: Mapping[str, str] = frozendict()
    at: str = ""
    texts: tuple[CommandText, ...] = ()
    built: tuple[StageFigure, ...] = ()
    arrives: tuple[StageFigure, ...] = ()

    def joined(self, more: Draft) -> Draft:
        """Return this with what another says beside it; on the map the other's word counts."""
        return Draft(
            choices=self.choices + more.choices,
            numbers=self.numbers + more.numbers,
            ticks=self.ticks + more.ticks,
            orders=self.orders + more.orders,
            aimed=more.aimed or self.aimed,
            foreseen=self.foreseen + more.foreseen,
            greyed=more.greyed or self.greyed,
            at=more.at or self.at,
            texts=self.texts + more.texts,
            built=self.built + more.built,
            arrives=more.arrives or self.arrives,
        )
