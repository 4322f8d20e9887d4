"""What a form shows, as frozen records: its fields, their rows, what can be done to them.

Nothing here knows Qt, colours, or a rule. Texts come translated and ready.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.control.records.panel_records import CardView, Choice, TokenBit


class FieldKind(StrEnum):
    """How a field is edited."""

    INT = "int"
    TEXT = "text"
    LONG_TEXT = "long_text"
    CHOICE = "choice"
    FLAG = "flag"
    INLINE_FLAG = "inline_flag"
    """A flag among other fields, its words behind it."""
    TABLE = "table"
    SECTION = "section"
    """A heading, with what can be done to what stands below it."""
    ROWS = "rows"
    """Fields in rows under the titles of columns."""
    PICK = "pick"
    """Adds something: chosen from a list that shrinks while one types, or called by a new name."""
    CHIPS = "chips"
    """Short names with small numbers, and what adds one: ``rows`` of one field each."""
    PICTURE = "picture"
    """The picture on a token, as a button in its line."""


class FormAct(Struct, frozen=True):
    """Something that can be done to a section of a form."""

    id: str
    icon: str
    text: str


class TableValue(Struct, frozen=True):
    """Rows of texts under column titles."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...] = ()


class PickOption(Struct, frozen=True):
    """Something to be added to a form: an id for whoever adds it, and words."""

    id: str
    title: str
    note: str = ""


class ColumnView(Struct, frozen=True):
    """A column of a form's table: its title, what it means, its share of the width."""

    title: str
    tooltip: str = ""
    weight: int = 1


class RowView(Struct, frozen=True):
    """A row of a form's table.

    Attributes:
        key: names it in what is done to it.
        title: stands at its left; the rows of a list have none.
        fields: one a column.
        acts: what can be done to it: ``fold`` opens ``more`` below it, ``up`` and ``down`` by key.
        folded: whether ``more`` is closed; None where there is no more.
        error: what is wrong with it as a whole, or in ``more``.
    """

    key: str
    title: str = ""
    fields: tuple[FieldView, ...] = ()
    acts: tuple[FormAct, ...] = ()
    folded: bool | None = None
    more: tuple[FieldView, ...] = ()
    error: str = ""


class FieldView(Struct, frozen=True):
    """One field of a form.

    Attributes:
        value: a text for INT, TEXT and LONG_TEXT, the id of a choice for CHOICE, a bool for FLAG
            and INLINE_FLAG, a `TableValue` for TABLE.
        hint: a quiet line below it, such as the unit or the rule.
        error: what is wrong with it; ``suggestion`` the nearest right value.
        group: the heading it stands under.
        half: may share its line with the next one.
        tooltip: more than the hint has room for.
        completions: what may complete a text.
        acts: what can be done to a section.
        folded: of a section that can be folded, whether it is.
        rest: the room that stays free behind it, in fields of its width.
        is_brief: what it means is told at the foot of the form and not below it.
        bare: without its label; the column says it.
        columns, rows: of ROWS.
        options: of PICK: what is offered, with a note each; ``free`` where a new name may be typed.
        token: of PICTURE: the token as it is now.
        icon: of PICK.
        note: what a figure is worth, below it; of a folded section how much is in it.
        is_figure: a figure that one asks for first: large, in the middle of its field.
        weight: its share of the line.
        placeholder: what an empty field comes to.
        example: of PICK: what may be typed in one line.
    """

    key: str
    label: str
    kind: FieldKind = FieldKind.TEXT
    value: str | bool | TableValue = ""
    choices: tuple[Choice, ...] = ()
    minimum: int | None = None
    maximum: int | None = None
    hint: str = ""
    rule_id: str = ""
    error: str = ""
    suggestion: str = ""
    group: str = ""
    half: bool = False
    tooltip: str = ""
    completions: tuple[str, ...] = ()
    acts: tuple[FormAct, ...] = ()
    folded: bool | None = None
    rest: int = 0
    is_brief: bool = False
    bare: bool = False
    columns: tuple[ColumnView, ...] = ()
    rows: tuple[RowView, ...] = ()
    options: tuple[PickOption, ...] = ()
    free: bool = False
    token: TokenBit | None = None
    icon: str = "plus"
    note: str = ""
    is_figure: bool = False
    weight: int = 1
    placeholder: str = ""
    example: str = ""


class BandChance(Struct, frozen=True):
    """A band of a weapon with the chance to succeed in it.

    Attributes:
        chance: from 0 to 1; None until it is known.
        note: in place of a chance, why there is none.
    """

    title: str
    squares: str = ""
    chance: float | None = None
    note: str = ""


class TableCardView(Struct, frozen=True):
    """Somebody as they will be at the table: card, token, and chances with the first weapon.

    Attributes:
        heading: what the chances are of; empty where nothing is to be said.
        is_late: the chances are of what stood there before.
        words: what a success takes, and how much there is to be taken.
        status: what is missing, or that nothing is.
        is_ready: whether nothing is missing.
    """

    card: CardView
    heading: str = ""
    bands: tuple[BandChance, ...] = ()
    is_late: bool = False
    words: tuple[str, ...] = ()
    status: str = ""
    is_ready: bool = True


class FormView(Struct, frozen=True):
    """A form: what it edits, its fields, and the one button.

    Attributes:
        anew: a button that brings back what was there first; empty for none.
        wide: it has tables, and takes more room.
        is_sheet: it has the room of the map, with a card of what it comes to beside it.
        rules: what rules it is made by, of a sheet.
        pickers: what can be found and taken at the top of a sheet.
        second: what else can be done with it; empty for nothing.
    """

    title: str
    subtitle: str = ""
    fields: tuple[FieldView, ...] = ()
    primary: str = ""
    error: str = ""
    anew: str = ""
    wide: bool = False
    is_sheet: bool = False
    rules: str = ""
    pickers: tuple[FieldView, ...] = ()
    second: str = ""


def every_field(views: tuple[FieldView, ...]) -> Iterator[FieldView]:
    """Yield fields and those in their rows."""
    for view in views:
        yield view
        for row in view.rows:
            yield from every_field(row.fields)
            yield from every_field(row.more)
