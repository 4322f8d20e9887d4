"""The tables of the rulebook: actions, with price and kind; evasions allowed against what."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Final, Literal

from gridwar.content.house_versions import EveryRow
from gridwar.content.rules_folder import read_table, rules_folder
from gridwar.engine.kit import FrozenMap, Number, Record

SYSTEM_ID: Final = "percentile"
Cost = Literal["full", "half", "free", "extended", "grapple"]
Subtype = Literal["attack", "melee", "ranged", "movement", "concentration"]
HALVES: Final = {"full": 2, "half": 1, "extended": 2, "grapple": 0, "free": 0}
"""Half Actions that each kind of action takes."""


class ActionRow(Record):
    """An action of the list: what it costs, what kind it is, its own modifier.

    ``several`` says that its test can score several hits; ``grapple`` costs are part of the Grapple
    Full Action.
    """

    title: str
    rule: str
    cost: Cost
    subtypes: frozenset[Subtype] = frozenset()
    modifier: Number = 0
    several: bool = False
    role: Literal["", "controller", "restrained", "either"] = ""
    """Whose it is in a grapple; empty: not an option of a grapple."""

    @property
    def halves(self) -> int:
        """Half Actions that it takes.

        Rules: PC-ECO-02, PC-ECO-03, PC-ECO-05
        """
        return HALVES[self.cost]

    def is_a(self, *subtypes: Subtype) -> bool:
        """Tell whether it has one of some subtypes."""
        return not self.subtypes.isdisjoint(subtypes)


class ActionTable(Record):
    """``actions.toml``: the list of actions by key."""

    actions: Annotated[FrozenMap[str, ActionRow], EveryRow()]


class EvasionTable(Record):
    """``evasion.toml``: the evasions allowed against each kind of attack, and those that are free.

    ``free`` lists kinds against which a Dodge is a Free Action.
    """

    allowed: Annotated[FrozenMap[str, frozenset[str]], EveryRow()]
    free: frozenset[str] = frozenset()


@lru_cache(maxsize=1)
def evasion_table() -> EvasionTable:
    """Return which evasion is allowed against what."""
    return read_table(rules_folder(SYSTEM_ID), "evasion.toml", EvasionTable)


@lru_cache(maxsize=1)
def action_table() -> ActionTable:
    """Return the list of actions."""
    return read_table(rules_folder(SYSTEM_ID), "actions.toml", ActionTable)


def row(key: str, more: frozenset[Subtype] = frozenset()) -> ActionRow:
    """Return an action of the list, with further subtypes where it has some for once."""
    found = action_table().actions[key]
    return found.replace(subtypes=found.subtypes | more) if more else found
