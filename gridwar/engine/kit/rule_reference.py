"""What a rulebook is looked up for: tables of its rules, and weapons in its own words.

A system makes them of its data and says which row and column count for what is looked at now. How
they are shown is not decided here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gridwar.engine.kit.card_order_and_flow import Figure
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Cell


class LookedAt(Struct, frozen=True):
    """What a rule is looked up for.

    Attributes:
        who: Whom it is about.
        command: What is about to be done, or was done.
        weapon: One of their weapons, where that is looked at by itself.
        cell: A square.
    """

    who: str = ""
    command: Command | None = None
    weapon: str = ""
    cell: Cell | None = None


class ReferenceColumn(Struct, frozen=True):
    """A column; ``note`` stands below its title, ``is_words`` sets it flush left."""

    id: str
    title: str
    note: str = ""
    is_words: bool = False


class ReferenceRow(Struct, frozen=True):
    """A row with a text a column, an empty one where the rule gives nothing.

    ``is_rare``: folded away until it is asked for, or counts now.
    """

    id: str
    title: str
    values: tuple[str, ...]
    rule_id: str = ""
    is_rare: bool = False


class ReferenceTable(Struct, frozen=True):
    """The table of a rule.

    Attributes:
        columns: What is told of each row.
        rows: In the rulebook's order.
        title: Words above the titles of the rows.
        empty: What an empty cell means, said below the table; empty where none needs saying.
        row: The row that counts now, by id; empty for none.
        column: The same of the column.
        bent_by: Other rules whose house rules move what counts.
    """

    columns: tuple[ReferenceColumn, ...]
    rows: tuple[ReferenceRow, ...]
    title: str = ""
    empty: str = ""
    row: str = ""
    column: str = ""
    bent_by: tuple[str, ...] = ()


TableMaker = Callable[["Encounter", LookedAt], ReferenceTable]
"""Makes the table of a rule as it is in a fight, for what is looked at."""


class Trait(Struct, frozen=True):
    """Something that a weapon is or can do, and the rule that says what comes of it."""

    title: str
    rule_id: str = ""


class WeaponReference(Struct, frozen=True):
    """A weapon in the system's words.

    Attributes:
        id: Its id among those of whoever has it.
        title: What it is called.
        kind: What kind of weapon it is, in a few words.
        figures: What it does, how far, what it takes; each with its rule.
        traits: What else it is or can do.
        rules: The rules that speak of such a weapon, beside those of figures and traits.
        tables: The rules whose tables have a row for it.
    """

    id: str
    title: str
    kind: str = ""
    figures: tuple[Figure, ...] = ()
    traits: tuple[Trait, ...] = ()
    rules: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()


def points_words(points: int) -> str:
    """Return points with their sign; nothing has none."""
    return f"{points:+d}" if points else "0"


def columns_of(*named: tuple[str, str]) -> tuple[ReferenceColumn, ...]:
    """Return plain columns, by id and title."""
    return tuple(ReferenceColumn(name, title) for name, title in named)


def points_table(
    title: str, column: str, rows: Iterable[tuple[str, int, str]], row: str = ""
) -> ReferenceTable:
    """Return a table with one column of points.

    Args:
        title: Words above the rows.
        column: Words above the points.
        rows: Words, points and rule of each.
        row: The words of the row that counts now.
    """
    found = tuple(
        ReferenceRow(words, words, (points_words(points),), rule) for words, points, rule in rows
    )
    return ReferenceTable(columns_of(("points", column)), found, title, row=row, column="points")
