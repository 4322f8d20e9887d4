"""What the figures of a sheet come to: squares of speeds and ranges, the Initiative check."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frozendict import frozendict

from gridwar.systems.fluid.core.sheet import sheet_of
from gridwar.systems.fluid.core.tables import squares_in
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.engine.kit import Encounter


def figures_worth(encounter: Encounter, who: str) -> Mapping[str, str]:
    """Return the Initiative check, and speed and ranges in squares.

    Rules: FL-ENC-05
    """
    sheet = sheet_of(encounter[who])
    found = {"init_bonus": f"1d20{sheet.init_bonus:+d}", "int_mod": _("to Regroup")}
    for name in ("speed_ft", "visual_ft", "hearing_ft"):
        squares = squares_in(getattr(sheet, name))
        found[name] = ngettext("{n} square", "{n} squares", squares).format(n=squares)
    return frozendict(found)
