"""What the figures of a sheet come to: the numbers of the defences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frozendict import frozendict

from gridwar.engine.kit import Tally
from gridwar.model.command import NO_ADJUSTMENTS
from gridwar.systems.arrgs.attacks.immediate_defence import DEFENCE_NAMES
from gridwar.systems.arrgs.checks.check_sums import Exchange
from gridwar.systems.arrgs.checks.reactions import reaction_result
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.engine.kit import Encounter


def figures_worth(encounter: Encounter, who: str) -> Mapping[str, str]:
    """Return what each defence comes to.

    Rules: AR-DEF-02
    """
    return frozendict({f"mods.{check}": _defence(encounter, who, check) for check in DEFENCE_NAMES})


def _defence(encounter: Encounter, who: str, check: str) -> str:
    exchange = Exchange(who, check, reaction=True)
    result = reaction_result(Tally(check, NO_ADJUSTMENTS), encounter, exchange)
    return _("defence {n}").format(n=result)
