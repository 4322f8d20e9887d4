"""Who differs between two boards: asked for every outcome of an attack, also among a thousand."""

from __future__ import annotations

from itertools import compress
from operator import is_, is_not
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.model.combatant import Combatant


def changed_ids(
    before: Mapping[str, Combatant], after: Mapping[str, Combatant]
) -> tuple[str, ...]:
    """Return those on the later board who were not there before, or were another object."""
    if len(before) == len(after) and all(map(is_, before, after)):
        return tuple(compress(after, map(is_not, before.values(), after.values())))
    return tuple(who for who, one in after.items() if before.get(who) is not one)
