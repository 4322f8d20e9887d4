"""Which weapon's range bands are drawn: any that the combatant has, one after another."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gridwar.control.controller_protocol import Table


def next_weapon(table: Table) -> None:
    """Show the bands of the next weapon of whoever is selected; of the first one at first."""
    if table.actor is None:
        return
    ids = [
        weapon
        for weapon, _title in table.system.board.overlays(
            table.encounter, table.actor, "", None
        ).weapons
    ]
    if not ids:
        table.show(show_bands=True)
        return
    view = table.view
    at = ids.index(view.weapon) if view.weapon in ids else -1
    at = max(at, 0) + 1 if view.show_bands else at + (at < 0)
    table.show(show_bands=True, weapon=ids[at % len(ids)])
