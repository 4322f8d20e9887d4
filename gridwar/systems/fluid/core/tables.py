"""The tables of the rulebook as data: distances, what moves a Count, fixed numbers, actions."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Final, Literal

from pydantic import Field

from gridwar.content.house_versions import EveryRow
from gridwar.content.rules_folder import read_table, rules_folder
from gridwar.engine.kit import Amount, AtLeastOne, FrozenMap, Number, Record
from gridwar.text import _

SYSTEM_ID: Final = "fluid"


class Location(Record):
    """Where two sides meet: how far apart, in dice and feet; without dice as far as one sees.

    Rules: FL-ENC-01, FL-ENC-03
    """

    id: str
    title: str
    dice: int = Field(default=0, ge=0, le=20)
    feet: Amount = 0

    @property
    def words(self) -> str:
        """The formula in words."""
        if not self.dice:
            return _("line of sight")
        return _("{n}d6 \u00d7 {feet} ft").format(n=self.dice, feet=self.feet)


class Distances(Record):
    """``distances.toml``."""

    locations: tuple[Location, ...]


class EventRow(Record):
    """What an event of a round is worth.

    Rules: FL-MOD-04
    """

    title: str
    rule: str
    modifier: Number = 0
    per: Literal["", "count", "action_dice", "injury"] = ""
    adds: Literal["", "int_mod", "modifier"] = ""
    repeats: Literal["yes", "round", "weapon"] = "yes"


class Events(Record):
    """``events.toml``."""

    rows: Annotated[FrozenMap[str, EventRow], EveryRow()]


class Numbers(Record):
    """``numbers.toml``."""

    square_ft: AtLeastOne
    cap: Amount
    press_at: Number
    recovery: Amount
    recovery_least: Number
    half_actions: AtLeastOne


Cost = Literal["half", "full", "free"]
Tag = Literal["attack", "move", "skill"]
PRESS: Final = "press"


class ActionSpec(Record):
    """An action of the game master's list.

    Rules: FL-RND-06
    """

    id: str = Field(title=_("Id"), description=_("A short name for scripts; has to be unique."))
    name: str = Field(default="", title=_("Name"), description=_("What the palette calls it."))
    cost: Cost = Field(default="half", title=_("Cost"), description=_("What it takes of a round."))
    tags: frozenset[Tag] = Field(
        default=frozenset(),
        title=_("Tags"),
        description=_("What it is, of attack, move and skill: restrictions and splitting ask."),
    )
    event: str = Field(
        default="",
        title=_("Event"),
        description=_(
            "What it writes to the ledger: aim, brace, regroup, press \u2026 or nothing."
        ),
    )
    restrictions: frozenset[Literal["no_split", "no_combine"]] = Field(
        default=frozenset(),
        title=_("Restrictions"),
        description=_(
            "no_split: not divided over two rounds; no_combine: no halves from elsewhere."
        ),
    )

    @property
    def words(self) -> str:
        """What it is called."""
        return self.name or self.id


class ActionTable(Record):
    """``actions.toml``."""

    actions: tuple[ActionSpec, ...]


@lru_cache(maxsize=1)
def locations() -> dict[str, Location]:
    """Return the kinds of places by id."""
    table = read_table(rules_folder(SYSTEM_ID), "distances.toml", Distances)
    return {one.id: one for one in table.locations}


@lru_cache(maxsize=1)
def event_rows() -> FrozenMap[str, EventRow]:
    """Return what events are worth, by key."""
    return read_table(rules_folder(SYSTEM_ID), "events.toml", Events).rows


@lru_cache(maxsize=1)
def numbers() -> Numbers:
    """Return the fixed numbers."""
    return read_table(rules_folder(SYSTEM_ID), "numbers.toml", Numbers)


def squares_in(feet: int) -> int:
    """Return how many whole squares so many feet are, whatever the map's scale says.

    Rules: FL-ENC-05
    """
    return feet // numbers().square_ft


@lru_cache(maxsize=1)
def preset_actions() -> tuple[ActionSpec, ...]:
    """Return the actions that a new fight begins with."""
    return read_table(rules_folder(SYSTEM_ID), "actions.toml", ActionTable).actions


def read_tables() -> None:
    """Read them all, so that what is wrong in a house version is told."""
    locations(), event_rows(), numbers(), preset_actions()
