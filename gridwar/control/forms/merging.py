"""Two changes of the same data brought together: what the form changed, and what happened since.

Owns the merge of plain JSON data in three versions; where both changed one value, the form wins.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping


def merged(base: Any, mine: Any, theirs: Any) -> Any:
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
    versions = (base, mine, theirs)
    if all(isinstance(one, dict) for one in versions):
        return _merged_fields(base, mine, theirs)
    by_id = [_by_id(one) for one in versions]
    if by_id[0] is not None and by_id[1] is not None and by_id[2] is not None:
        return list(_merged_fields(by_id[0], by_id[1], by_id[2]).values())
    return mine


def _merged_fields(
    base: Mapping[str, Any], mine: Mapping[str, Any], theirs: Mapping[str, Any]
) -> dict[str, Any]:
    """Merge key by key: in the form's order, then what came meanwhile; what either took is gone."""
    found = {}
    for key in (*mine, *(key for key in theirs if key not in mine and key not in base)):
        if key in base and key not in theirs and mine[key] == base[key]:
            continue
        known, now = base.get(key), theirs.get(key, mine.get(key))
        found[key] = merged(known, mine[key], now) if key in mine else now
    return found


def _by_id(data: Any) -> dict[str, Any] | None:
    """Return records of a list by their ids; None for anything else."""
    if not isinstance(data, list) or not all(isinstance(one, dict) for one in data):
        return None
    found = {str(one["id"]): one for one in data if "id" in one}
    return found if len(found) == len(data) else None
