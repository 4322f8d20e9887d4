"""Two changes of the same data brought together: what a form changed, and what happened since.

Owns the merge of plain JSON data in three versions, and the one command that a form of a combatant
comes to; where both changed one value, the form wins.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from gridwar.engine.gm.combatant_commands import EditCombatant
from gridwar.storage.json_codec import data_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from gridwar.model.combatant import Combatant
    from gridwar.model.command import Command


def merged(base: object, mine: object, theirs: object) -> object:
    """Return data with both changes.

    Args:
        base: As it was when the form was opened.
        mine: As the form says.
        theirs: As it has become meanwhile.
    """
    if mine == base:
        return theirs
    if theirs == base:
        return mine
    if isinstance(base, dict) and isinstance(mine, dict) and isinstance(theirs, dict):
        return _merged_fields(base, mine, theirs)
    known, own, now = _by_id(base), _by_id(mine), _by_id(theirs)
    if known is not None and own is not None and now is not None:
        return list(_merged_fields(known, own, now).values())
    return mine


def _merged_fields(
    base: Mapping[str, object], mine: Mapping[str, object], theirs: Mapping[str, object]
) -> dict[str, object]:
    """Merge key by key: in the form's order, then what came meanwhile; what either took is gone."""
    found: dict[str, object] = {}
    for key in (*mine, *(key for key in theirs if key not in mine and key not in base)):
        if key in base and key not in theirs and mine[key] == base[key]:
            continue
        known, now = base.get(key), theirs.get(key, mine.get(key))
        found[key] = merged(known, mine[key], now) if key in mine else now
    return found


def _by_id(data: object) -> dict[str, object] | None:
    """Return records of a list by their ids; None for anything else."""
    if not isinstance(data, list):
        return None
    found: dict[str, object] = {
        str(one["id"]): one for one in data if isinstance(one, dict) and "id" in one
    }
    return found if len(found) == len(data) else None


def edit_command(before: Combatant, after: Combatant, now: Combatant) -> Command | None:
    """Return the one command that sets what a form changed; None where nothing differs.

    Args:
        before: As the form found them.
        after: As the form leaves them.
        now: As they are: rounds fired while the form was open stay fired.
    """
    values = tuple(_differences(before, after, now))
    return EditCombatant(who=before.id, values=values) if values else None


def _differences(before: Combatant, after: Combatant, now: Combatant) -> Iterator[tuple[str, str]]:
    for name in type(before).model_fields:
        if name != "sheet" and getattr(before, name) != getattr(after, name):
            yield name, json.dumps(getattr(after, name))
    if before.sheet == after.sheet:
        return
    old, new, present = (data_of(one.sheet) for one in (before, after, now))
    for name in type(after.sheet).model_fields:
        value = merged(old.get(name), new[name], present.get(name))
        if value != present.get(name):
            yield f"sheet.{name}", json.dumps(value)
