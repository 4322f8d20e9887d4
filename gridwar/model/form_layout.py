"""How an editor lays out a record: sections, lines, grids and tables of its fields, by their names.

A sheet declares its layouts beside its fields (``Sheet.forms``); what a field is called and what
it means stand in the field itself (``title``, ``description``). Only data: drawing it is the
window's business, and a contract test holds every layout to its model.

A field is named by its path: ``armor``, ``team.unit`` in a nested record, ``mods.melee`` for one
value of a mapping. Inside a table paths begin at the record of the row.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from frozendict import frozendict
from msgspec import Struct
from msgspec.structs import replace

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


Line: TypeAlias = tuple[str, ...]
"""Fields side by side."""


class FormGrid(Struct, frozen=True):
    """Fields by row and column; the columns are called like the fields of the first row.

    Attributes:
        rows: the title of each row, and its fields.
    """

    rows: tuple[tuple[str, Line], ...]


class FormFigures(Struct, frozen=True):
    """The figures one asks for first, side by side, each with what it is worth below it."""

    fields: Line


class DiceFields(Struct, frozen=True):
    """Fields that are written as one text, such as ``4D6+1``.

    Attributes:
        count: how many dice.
        flat: points added to them.
        sides: the field of their faces, or the number of faces that all of them have.
        letter: how the book writes a die.
    """

    count: str
    flat: str
    sides: str | int = 6
    letter: str = "D"

    @property
    def fields(self) -> Line:
        """Return the fields it stands for."""
        sides = (self.sides,) if isinstance(self.sides, str) else ()
        return (self.count, *sides, self.flat)


DICE: Final = "-dice"
"""The column that stands for the dice of a row."""


class FormTable(Struct, frozen=True):
    """A list of records, one a row.

    Attributes:
        field: the list.
        columns: the fields that are edited in the row.
        more: the others, opened below it.
        kept: fields that nobody edits here: the program's, such as ids, and those that mean nothing
            for these rows.
        only: a field and its values: rows with other values stand in another table.
        title: what stands above it; empty where the section says it.
        add: what the field says that adds a row.
        hand: a flag of the row that stands before it as a switch.
        dice: what the column `DICE` stands for.
        example: a row in one line, as one may type it; empty where a row is named only.
    """

    field: str
    columns: Line
    more: tuple[Entry, ...] = ()
    kept: tuple[str, ...] = ()
    only: tuple[str, tuple[str, ...]] | None = None
    title: str = ""
    add: str = ""
    hand: str = ""
    dice: DiceFields | None = None
    example: str = ""

    @property
    def fields(self) -> Line:
        """Return the fields that are edited in the row."""
        hand = (self.hand,) if self.hand else ()
        dice = () if self.dice is None else self.dice.fields
        return (*hand, *(one for one in self.columns if one != DICE), *dice)

    @property
    def key(self) -> str:
        """What tells it from the other tables of its list."""
        return self.field if self.only is None else f"{self.field}.-{'-'.join(self.only[1])}"

    def shows(self, entry: Mapping[str, object]) -> bool:
        """Return whether an entry of the list stands in it."""
        return self.only is None or entry.get(self.only[0]) in self.only[1]


class KeyedFields(Struct, frozen=True):
    """A mapping, a field for each name; those that stand in a line elsewhere are left out.

    Attributes:
        field: the mapping.
        add: what the field says that adds a name.
        title: what stands above it; empty where the section says it.
        as_chips: short names with small numbers, as many in a line as there is room for.
    """

    field: str
    add: str
    title: str = ""
    as_chips: bool = False


Entry: TypeAlias = Line | FormFigures | FormGrid | FormTable | KeyedFields


class FormSection(Struct, frozen=True):
    """A heading that folds, and what stands below it.

    Attributes:
        optional: a nested record that may be missing: added and taken out at the heading.
    """

    title: str
    entries: tuple[Entry, ...] = ()
    optional: str = ""


class SharedNames(Struct, frozen=True):
    """Fields whose texts are names of the rules: shown as ``Slug rifle``, kept as ``slug_rifle``.

    Attributes:
        fields: fields that share these names, by their own name; of a mapping its keys.
        known: names that no sample uses.
    """

    fields: frozenset[str]
    known: tuple[str, ...] = ()


class FormLayout(Struct, frozen=True):
    """The layout of a sheet.

    Attributes:
        first: what stands open on the first screen, below name and side.
        sections: the rest, folded.
        in_fight: what means something in one fight only; folded, at the end.
        kept: fields that the program keeps and nobody edits.
        words: what values and names are called, where it is not the value with a capital.
        names: which fields hold names of the rules.
        refers: fields that hold the id of an entry of a list, and that list.
        when: a field that has to be set for this layout; the first one that fits is taken.
    """

    first: tuple[Entry, ...]
    sections: tuple[FormSection, ...] = ()
    in_fight: tuple[Entry, ...] = ()
    kept: tuple[str, ...] = ()
    words: Mapping[str, str] = frozendict()
    names: tuple[SharedNames, ...] = ()
    refers: Mapping[str, str] = frozendict()
    when: str = ""


def rooted(entries: tuple[Entry, ...], root: str) -> tuple[Entry, ...]:
    """Return entries with the paths of a record that stands under a root."""
    return tuple(_rooted(entry, f"{root}.") for entry in entries)


def _rooted(entry: Entry, root: str) -> Entry:
    match entry:
        case FormGrid():
            return FormGrid(tuple((title, _line(line, root)) for title, line in entry.rows))
        case FormTable() | KeyedFields():
            return replace(entry, field=root + entry.field)
        case FormFigures():
            return FormFigures(_line(entry.fields, root))
        case _:
            return _line(entry, root)


def _line(line: Line, root: str) -> Line:
    return tuple(root + path for path in line)


def paths_of(entries: tuple[Entry, ...]) -> tuple[str, ...]:
    """Return the fields that stand in entries, lists and mappings by their own path."""
    found: list[str] = []
    for entry in entries:
        match entry:
            case FormGrid():
                found += [path for _title, line in entry.rows for path in line]
            case FormTable() | KeyedFields():
                found.append(entry.field)
            case FormFigures():
                found += entry.fields
            case _:
                found += entry
    return tuple(found)


def tables_of(entries: tuple[Entry, ...], root: str = "") -> Iterator[tuple[str, FormTable]]:
    """Yield all tables with their lists' paths, those in the rows of others included."""
    for entry in entries:
        if isinstance(entry, FormTable):
            path = root + entry.field
            yield path, entry
            yield from tables_of(entry.more, f"{path}.")
