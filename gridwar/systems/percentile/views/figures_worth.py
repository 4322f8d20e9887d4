"""What the figures of a sheet come to: bonuses of characteristics, numbers of evasions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frozendict import frozendict

from gridwar.systems.percentile.attacks.evasion_and_counter_attack import evasion_number
from gridwar.systems.percentile.core.fight_state import sheet_of
from gridwar.systems.percentile.core.scores import bonus
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.engine.kit import Encounter


def figures_worth(encounter: Encounter, who: str) -> Mapping[str, str]:
    """Return the bonuses of three characteristics, what Parry needs, and what armour does.

    Rules: PC-TST-02, PC-DEF-05
    """
    of = {"s": bonus(encounter, who, "sb"), "t": bonus(encounter, who, "tb")}
    of["ag"] = bonus(encounter, who, "ab")
    found = {name: _("bonus {n}").format(n=points) for name, points in of.items()}
    found["ws"] = _("parries at {n}").format(n=evasion_number(encounter, who, "parry"))
    found["ap"] = _("off each hit") if sheet_of(encounter[who]).ap else _("none")
    return frozendict(found)
