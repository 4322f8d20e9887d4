"""Two changes of the same data brought together: what the form changed, and what happened since.

Owns the merge of plain JSON data in three versions; where both changed one value, the form wins.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


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
