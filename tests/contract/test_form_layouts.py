"""The layout of every editor holds to its model: all in one place, and in plain words."""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING

import pytest

from gridwar.control.forms.field_types import Holds, shape_of
from gridwar.control.forms.paths_and_defaults import node_at
from gridwar.control.forms.token_fields import TokenFields
from gridwar.model.form_layout import FormFigures, FormGrid, FormLayout, FormTable, KeyedFields
from tests.support.every_system import every_id, find

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pydantic.fields import FieldInfo

    from gridwar.model.form_layout import Entry
    from gridwar.model.record import Record

NO_WORDS = re.compile(r"_|[a-z][A-Z]")
"""What no title has: it would be a name of the code."""


# --- the layout holds to the model ---------------------------------------------------------------


def layouts() -> list[tuple[type[Record], FormLayout]]:
    """Return every layout of every sheet, and that of the token."""
    sheets = [find(one).data.sheet for one in every_id()]
    found: list[tuple[type[Record], FormLayout]] = [(TokenFields, TokenFields.forms)]
    return found + [(sheet, layout) for sheet in sheets for layout in sheet.forms]


def every_layout() -> pytest.MarkDecorator:
    """Run a test with each of them."""
    named = [f"{model.__name__}-{layout.when}".strip("-") for model, layout in layouts()]
    return pytest.mark.parametrize(("model", "layout"), layouts(), ids=named)


def leaves(model: type[Record], root: str = "") -> Iterator[str]:
    """Yield the paths of all values of a record; lists and mappings count as one."""
    for name, info in model.model_fields.items():
        shape = shape_of(info)
        assert shape is not None, f"no form can show {model.__name__}.{name}"
        if shape.holds is Holds.RECORD and shape.record is not None:
            if shape.optional:
                yield root + name
            yield from leaves(shape.record, f"{root}{name}.")
        else:
            yield root + name


def paths(entries: tuple[Entry, ...]) -> Iterator[str]:
    """Yield every path that entries name."""
    for entry in entries:
        match entry:
            case FormGrid():
                yield from chain.from_iterable(line for _title, line in entry.rows)
            case FormTable() | KeyedFields():
                yield entry.field
            case FormFigures():
                yield from entry.fields
            case _:
                yield from entry


def all_entries(layout: FormLayout) -> tuple[Entry, ...]:
    """Return what stands anywhere in a layout."""
    sections = chain.from_iterable(one.entries for one in layout.sections)
    return (*layout.first, *sections, *layout.in_fight)


def every_entry(
    model: type[Record], entries: tuple[Entry, ...]
) -> Iterator[tuple[type[Record], FormTable]]:
    """Yield the tables with the records of their rows, those in rows of others included."""
    for entry in entries:
        if isinstance(entry, FormTable):
            node = node_at(model, entry.field)
            assert node is not None
            assert node.shape.record is not None
            yield node.shape.record, entry
            yield from every_entry(node.shape.record, entry.more)


def stands_once(model: type[Record], named: list[str], kept: tuple[str, ...]) -> None:
    """Check that each value of a record stands in one place or is the program's to keep."""
    wanted = set(leaves(model))
    for path in named:
        node = node_at(model, path)
        assert node is not None, f"{model.__name__} has no {path}"
        assert node.name is not None or path in wanted, f"{path} is no value of its own"
        assert not any(_inside(path, one) for one in kept), f"{path} is kept and edited"
    doubled = sorted({path for path in named if named.count(path) > 1})
    assert not doubled, f"{model.__name__}: in two places: {doubled}"
    left = {path for path in wanted if not any(_inside(path, one) for one in kept)} - set(named)
    assert not left, f"{model.__name__}: in no section: {sorted(left)}"


def _inside(path: str, whole: str) -> bool:
    return path == whole or path.startswith(f"{whole}.")


@every_layout()
def test_every_value_stands_in_one_section(model: type[Record], layout: FormLayout) -> None:
    """Each field of a sheet has exactly one place, or is declared as kept by the program."""
    entries = all_entries(layout)
    parted = {one.field for one in entries if isinstance(one, FormTable) and one.only is not None}
    whole = tuple(one for one in entries if not isinstance(one, FormTable) or one.only is None)
    # What is missing stands with its heading only: there is another layout for who has it.
    elsewhere = [one.optional for one in layout.sections if one.optional and not one.entries]
    inner = (path for path in leaves(model) if any(path.startswith(f"{o}.") for o in elsewhere))
    headings = [one.optional for one in layout.sections if one.optional]
    stands_once(model, [*paths(whole), *parted, *headings], (*layout.kept, *inner))


@every_layout()
def test_every_value_of_a_row_stands_in_one_column_or_below_it(
    model: type[Record], layout: FormLayout
) -> None:
    """Tables show each field of their records once: in the row, opened below it, or kept."""
    for record, table in every_entry(model, all_entries(layout)):
        named = [*table.fields, *paths(table.more)]
        stands_once(record, named, table.kept)


@every_layout()
def test_tables_of_one_list_share_all_its_rows(model: type[Record], layout: FormLayout) -> None:
    """Where a list is parted into several tables, each of its rows stands in one of them."""
    parted: dict[str, list[str]] = {}
    for record, table in every_entry(model, all_entries(layout)):
        if table.only is not None:
            name, values = table.only
            parted.setdefault(table.field, []).extend(values)
            shape = shape_of(record.model_fields[name])
            assert shape is not None
            choices = [str(one) for one in shape.choices]
            assert set(values) <= set(choices)
            rest = parted[table.field]
            assert len(rest) == len(set(rest))
            if len(rest) == len(choices):
                del parted[table.field]
    assert not parted, f"rows of {parted} stand in no table"


def fields_of(model: type[Record], seen: set[type]) -> Iterator[tuple[str, FieldInfo]]:
    """Yield the fields of a record and of all in it."""
    if model in seen:
        return
    seen.add(model)
    for name, info in model.model_fields.items():
        yield f"{model.__name__}.{name}", info
        shape = shape_of(info)
        if shape is not None and shape.record is not None:
            yield from fields_of(shape.record, seen)


@pytest.mark.parametrize("system_id", ["token", *every_id()])
def test_every_field_has_a_title_in_plain_words(system_id: str) -> None:
    """No field is called by its name in the code; numbers with a unit in that name say it."""
    model = TokenFields if system_id == "token" else find(system_id).data.sheet
    units = {"_m": "(m)", "_cells": "(squares)", "_kph": "(kph)", "_deg": "(degrees)"}
    untitled = []
    for name, info in fields_of(model, set()):
        is_id = name.endswith(".id") and info.title is None
        if not info.title and not is_id:
            untitled.append(name)
        title = info.title or ""
        assert not NO_WORDS.search(title), f"{name}: {title!r} is no word"
        assert title[:1] == title[:1].upper(), f"{name}: {title!r}"
        for end, unit in units.items():
            assert not name.endswith(end) or unit in title, f"{name}: {title!r} lacks {unit}"
    assert not untitled


@pytest.mark.parametrize("system_id", every_id())
def test_an_id_that_is_edited_has_a_title(system_id: str) -> None:
    """Where the id of an entry is what it is called, it is a column with a title like others."""
    sheet = find(system_id).data.sheet
    for layout in sheet.forms:
        for record, table in every_entry(sheet, all_entries(layout)):
            for path in (*table.fields, *paths(table.more)):
                node = node_at(record, path)
                assert node is not None
                assert node.info.title, f"{record.__name__}.{path}"


@every_layout()
def test_values_are_told_in_words(model: type[Record], layout: FormLayout) -> None:
    """No choice of any field shows a name of the code."""
    for name, info in fields_of(model, set()):
        shape = shape_of(info)
        for value in shape.choices if shape is not None else ():
            words = layout.words.get(str(value)) or str(value).replace("_", " ").capitalize()
            assert words.strip(), f"{name}: {value!r} has no words"


@pytest.mark.parametrize("system_id", every_id())
def test_what_is_of_the_fight_stands_at_the_end(system_id: str) -> None:
    """What is gone after a fight is edited in the last section, or kept by the program."""
    system = find(system_id)
    for layout in system.data.sheet.forms:
        late = {path.split(".", 1)[0] for path in (*paths(layout.in_fight), *layout.kept)}
        assert {path for path in system.data.fight_fields if "." not in path} <= late
        early = {
            *paths(layout.first),
            *(path for one in layout.sections for path in paths(one.entries)),
        }
        inner = tuple(f"{path}." for path in system.data.fight_fields if "." in path)
        assert not [path for path in early if path.startswith(inner)]
