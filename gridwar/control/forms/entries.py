"""Entries of lists in a form: new ones, ids of their own, and ids that two of them have.

Works on plain data.
"""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING

from gridwar.control.forms.paths import blank
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pydantic import JsonValue

    from gridwar.control.forms.values import Problem
    from gridwar.model.form_layout import FormTable
    from gridwar.model.record import Record


def new_entry(model: type[Record]) -> dict[str, JsonValue]:
    """Return plain data for a new record, called like what it is where it has to have a name."""
    made = copy.deepcopy(blank(model))
    if made.get("name") == "" and model.model_fields["name"].is_required():
        made["name"] = model.__name__
    return made


def fit_into(made: dict[str, JsonValue], table: FormTable, naming: str, name: str) -> None:
    """Let a new entry stand in a table, called as somebody said.

    Args:
        made: The entry.
        table: The table.
        naming: The column that says what an entry is called; empty where none does.
        name: The name.
    """
    if table.only is not None and made[table.only[0]] not in table.only[1]:
        made[table.only[0]] = table.only[1][0]
    if naming and name.strip():
        made[naming] = name.strip()


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
