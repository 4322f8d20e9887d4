"""Entries of lists in a form: new ones, their order, ids of their own, ids that two of them have.

Works on plain data.
"""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING

from gridwar.control.forms.layout_tables import naming_column
from gridwar.control.forms.paths_and_defaults import blank
from gridwar.model.form_layout import DICE, tables_of
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pydantic import JsonValue

    from gridwar.control.forms.layout_builder import PlacedSection
    from gridwar.control.forms.value_texts import Problem
    from gridwar.model.form_layout import DiceFields, FormTable
    from gridwar.model.record import Record


def new_entry(model: type[Record], table: FormTable | None, name: str) -> dict[str, JsonValue]:
    """Return plain data for a new record, called like what it is where it has to have a name.

    Args:
        model: The record's model.
        table: The table in which it is to stand, if it does in one.
        name: What it is to be called there.
    """
    made = copy.deepcopy(blank(model))
    if made.get("name") == "" and model.model_fields["name"].is_required():
        made["name"] = model.__name__
    if table is None:
        return made
    if table.only is not None and made[table.only[0]] not in table.only[1]:
        made[table.only[0]] = table.only[1][0]
    naming = naming_column(model, table)
    if naming and name.strip():
        made[naming] = name.strip()
    return made


def with_own_id(
    made: dict[str, JsonValue], others: Sequence[object], key: str
) -> dict[str, JsonValue]:
    """Give an entry an id that no other one has, if entries have ids."""
    if "id" in made:
        taken = {one.get("id") for one in others if isinstance(one, dict)}
        base = str(made["id"] or key.rsplit(".", 1)[-1].removesuffix("s"))
        number, fresh = 1, base
        while fresh in taken:
            number += 1
            fresh = f"{base}-{number}"
        made["id"] = fresh
    return made


def beside(
    entries: Sequence[Mapping[str, JsonValue]], at: int, act: str, tables: tuple[FormTable, ...]
) -> int:
    """Return where an entry goes up or down: past the next one that is shown in the same table."""
    same = next((one for one in tables if one.shows(entries[at])), None)
    shown = [n for n, one in enumerate(entries) if same is None or same.shows(one)]
    place = shown.index(at) + {"up": -1, "down": 1}.get(act, 0)
    return shown[place] if 0 <= place < len(shown) else at


def rearranged(
    entries: list[dict[str, JsonValue]], at: int, act: str, to: int, key: str
) -> list[int | None]:
    """Drop, copy or move an entry of a list; return where each was before, None for a new one.

    Args:
        entries: The list; it is changed.
        at: The entry.
        act: ``drop``, ``copy``, or anything else to move it.
        to: Where it is moved.
        key: Of the list.
    """
    places: list[int | None] = [*range(len(entries))]
    if act == "drop":
        del entries[at], places[at]
    elif act == "copy":
        entries.insert(at + 1, with_own_id(copy.deepcopy(entries[at]), entries, key))
        places.insert(at + 1, None)
    else:
        entries.insert(to, entries.pop(at))
        places.insert(to, places.pop(at))
    return places


def tables_at(sections: tuple[PlacedSection, ...], key: str) -> tuple[FormTable, ...]:
    """Return the tables in which a list stands, itself in a row of another or not."""
    path = ".".join(step for step in key.split(".") if not step.isdecimal())
    found = tables_of(tuple(entry for one in sections for entry in one.entries))
    return tuple(table for where, table in found if where == path)


def dice_of(sections: tuple[PlacedSection, ...], key: str) -> DiceFields | None:
    """Return the fields that a column of dice stands for; None for other keys."""
    row, _dot, name = key.rpartition(".")
    tables = tables_at(sections, row.rsplit(".", 1)[0]) if name == DICE else ()
    return next((one.dice for one in tables if one.dice is not None), None)


def table_of(tables: tuple[FormTable, ...], key: str, adder: str) -> FormTable | None:
    """Return the table, of those in which a list stands, that a field adds to.

    Args:
        tables: Those of the list.
        key: Of the list.
        adder: Of the field.
    """
    kind = adder.removeprefix(key).removesuffix("-add").strip(".")
    return next((one for one in tables if one.key.endswith(kind)), None)


def twins(data: JsonValue, key: str) -> list[tuple[str, Problem]]:
    """Return entries of lists whose id another one has already."""
    found: list[tuple[str, Problem]] = []
    if isinstance(data, dict):
        for name, value in data.items():
            found += twins(value, f"{key}.{name}")
    elif isinstance(data, list):
        ids: list[JsonValue] = []
        for at, one in enumerate(data):
            if isinstance(one, dict) and "id" in one:
                if one["id"] in ids:
                    better = str(with_own_id(dict(one), data, key)["id"])
                    found.append((f"{key}.{at}.id", (_("Another one has this already."), better)))
                ids.append(one["id"])
            found += twins(one, f"{key}.{at}")
    return found


def taken(
    data: Mapping[str, JsonValue], key: str, values: Mapping[str, frozenset[str]]
) -> list[tuple[str, Problem]]:
    """Return values that something beside the form has already.

    Args:
        data: A record of the form.
        key: Where it stands.
        values: What others have, by the field's own name.
    """
    return [
        (f"{key}.{name}", (_("Another one has this already."), ""))
        for name, others in values.items()
        if data.get(name) in others
    ]
