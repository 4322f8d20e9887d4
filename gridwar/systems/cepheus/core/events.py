"""What happens to people: wounds, Initiative, checks, stance, aim, weapons.

Turns, rounds and actions are ``turn_events.py``. Events say what changed, not what it came to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gridwar.engine.kit import SheetEvent
from gridwar.model.event import Count
from gridwar.systems.cepheus.core.sheet import (
    CepheusSheet,
    CheckDm,
)

if TYPE_CHECKING:
    from gridwar.systems.cepheus.core.weapons import Weapon


# --- wounds -----------------------------------------------------------------------------------


# --- Initiative and checks ----------------------------------------------------------------------


class CheckDmAdded(SheetEvent):
    """All of somebody's checks are harder, to the end of a round."""

    dm: int
    until_round: int
    source: str = ""

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Note it."""
        added = CheckDm(dm=self.dm, until_round=self.until_round, source=self.source)
        return sheet.replace(check_dms=(*sheet.check_dms, added))


class BecameAware(SheetEvent):
    """Somebody came to know of an enemy."""

    of: str

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Note it."""
        return sheet.replace(aware_of=sheet.aware_of | {self.of})


# --- stance, movement, aim, weapons ---------------------------------------------------------------


class WeaponEvent(SheetEvent):
    """An event that changes one weapon; nothing where it is no longer carried."""

    weapon: str

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Change that weapon."""
        changed = (
            one.replace(**self.changes(one)) if one.id == self.weapon else one
            for one in sheet.weapons
        )
        return sheet.replace(weapons=tuple(changed))

    def changes(self, weapon: Weapon) -> dict[str, Any]:
        """Return the fields that change."""
        raise NotImplementedError


class AmmoSpent(WeaponEvent):
    """Rounds were fired."""

    rounds: Count

    def changes(self, weapon: Weapon) -> dict[str, Any]:
        """Take them off, where they are counted."""
        return {} if weapon.loaded is None else {"loaded": max(0, weapon.loaded - self.rounds)}
