"""Falls: what somebody loses who comes down so many squares."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import FormNumber, Procedure, Step, _, choose_numbers, roll, say
from gridwar.systems.percentile.core.settings import settings_of
from gridwar.systems.percentile.core.state import switches_of
from gridwar.systems.percentile.harm.wounds import lose_wounds

if TYPE_CHECKING:
    from gridwar.engine.kit import Table

MOST: int = 999


def crash(table: Table, fall: tuple[str, int]) -> Procedure[int]:
    """Let somebody lose wounds by a fall; return how many.

    The damage of a distance is the GM's, or comes of dice by the formula of the fight's settings.

    Args:
        table: The table.
        fall: Who fell, and how many squares.

    Rules: PC-ALT-10
    """
    who, squares = fall
    if switches_of(table.now).fall_damage == "formula":
        settings = settings_of(table.now)
        dice = max(1, squares // settings.fall_squares_a_die)
        points = yield from roll(
            f"{dice}d{settings.fall_die}",
            sum,
            key="crash",
            owner=None,
            label=_("Damage of {name}'s fall").format(name=table.now[who].name),
        )
    else:
        given = yield from choose_numbers(
            table,
            _("{who} falls {n} squares: what damage?"),
            [FormNumber("damage", _("Wounds lost"), 0, MOST, 0, is_open=True)],
            "PC-ALT-10",
            key="crash",
            whom=None,
            who=who,
            n=squares,
        )
        points = given.get("damage", 0)
    step = Step(
        label=_("Squares fallen"), rule_id="PC-ALT-10", after=squares, faces=table.faces("crash")
    )
    text = _("{who} crashes")
    yield from say(table, text, who=who, steps=(step,), result=f"\u2212{points}", tone="harm")
    yield from lose_wounds(table, who, points)
    return points
