"""Damage that the game master enters: a bar typed down, burning, a fall, dice at the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.engine.kit import Procedure, Step, choose, emit, say
from gridwar.systems.drive.core.events import DamageChanged, Hurt
from gridwar.systems.drive.core.house_rules_and_settings import settings_of, switches_of
from gridwar.systems.drive.core.sheet import sheet_of
from gridwar.systems.drive.harm.resistances_and_degrees import count_degrees, until_out
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from gridwar.engine.kit import Table

CORE: Final = "core"
"""The type of injuries that nobody has rolled."""


def change_by_hand(table: Table, who: str, by: int) -> Procedure[None]:
    """Change what somebody has left: what is lost is damage that crosses multiples as any other.

    Args:
        table: The table.
        who: Whose.
        by: Points more, or fewer where negative.

    Rules: DR-ARM-05, DR-ARM-06
    """
    if by > 0:
        yield from emit(DamageChanged(who=who, by=-by))
    elif by < 0:
        yield from _hurt(table, who, -by)


def _hurt(table: Table, who: str, damage: int) -> Procedure[None]:
    """Let somebody suffer damage; the GM picks the type of the injuries where there are some.

    Rules: DR-ARM-05, DR-ARM-06
    """
    sheet = sheet_of(table.now[who])
    degrees = count_degrees(sheet, damage, switches_of(table.now))
    left = until_out(sheet, damage)
    injury = (yield from _which_injury(table, who, degrees)) if degrees else ""
    by = _("the game master")
    yield from emit(Hurt(who=who, damage=damage, degrees=degrees, injury_type=injury, source=by))
    counted = Step(label=_("Degrees of injury"), rule_id="DR-ARM-06", after=degrees)
    of_type = (Step(label=injury.capitalize(), rule_id="DR-ARM-05"),) if injury else ()
    yield from say(
        table,
        _("GM: {whom} takes {n}"),
        whom=who,
        n=damage,
        steps=(counted, *of_type, *left),
        result=f"\u2212{damage}",
        tone="harm",
    )


def _which_injury(table: Table, who: str, degrees: int) -> Procedure[str]:
    """Let the GM pick the type of injuries that were not rolled for.

    Rules: DR-ARM-05
    """
    types = settings_of(table.now).injury_types or (CORE,)
    answer = yield from choose(
        table,
        ngettext(
            "{n} degree of injury to {other}: of what type?",
            "{n} degrees of injury to {other}: of what type?",
            degrees,
        ),
        {one: one.capitalize() for one in types},
        "DR-ARM-05",
        "DR-ARM-06",
        key=f"injury of {who}",
        whom=None,
        default=CORE if CORE in types else types[0],
        other=who,
        n=degrees,
    )
    return answer
