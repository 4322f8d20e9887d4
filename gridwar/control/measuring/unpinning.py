"""Taking off the map what was pinned there, as the legend calls it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gridwar.control.controller_protocol import Table


def take_off(table: Table, key: str) -> None:
    """Take off the map what the legend calls by a key.

    Args:
        table: Whose view state it is.
        key: Of a template, an arc, a ruler, a line, a threat, or ``threats`` for all of those.
    """
    if key == "threats":
        table.show(show_threat=False)
    else:
        table.show(measuring=table.view.measuring.without(key))
