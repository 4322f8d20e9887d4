"""Numbers, chances, tokens and badges as they are written everywhere in the window."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from gridwar.control.records.panel_records import TokenBit, ValueRow, ValueTable
from gridwar.engine.kit.shown import Badge

if TYPE_CHECKING:
    from gridwar.engine.kit.procedure import Roll
    from gridwar.engine.kit.shown import Pool
    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Encounter
    from gridwar.model.trace import TraceTable

SURE = 1 - 1e-12
LEAST_SHOWN = 0.005


def signed(value: int) -> str:
    """Return a number with its sign; 0 has none, minus is a minus."""
    if value == 0:
        return "0"
    return f"+{value}" if value > 0 else f"\u2212{-value}"


_HYPHEN = re.compile(r"(?<![\w\u2212-])-(?=\d)")


def minus(text: str) -> str:
    """Return a text with real minus signs before its negative numbers."""
    return _HYPHEN.sub("\u2212", text)


def percent(chance: float) -> str:
    """Return a chance in whole percent, never rounding what is possible to 0 or 100."""
    if 0 < chance < LEAST_SHOWN:
        return "<\u00a01\u00a0%"
    if 1 - LEAST_SHOWN <= chance < SURE:
        return ">\u00a099\u00a0%"
    return f"{chance * 100:.0f}\u00a0%"


def dice_words(roll: Roll) -> str:
    """Return what the dice of a roll have to show, or what each face of a pick stands for."""
    meanings = (f"{face} {words}" for face, words in enumerate(roll.meanings, start=1))
    return ", ".join(filter(None, (roll.needed, *meanings)))


def token_bit(encounter: Encounter, one: Combatant, *, out: bool = False) -> TokenBit:
    """Return a combatant as a small token."""
    side = encounter.sides.get(one.side)
    return TokenBit(one.initials, 5 if side is None else side.index, out, one.picture)


def fraction(pool: Pool) -> float:
    """Return how full a pool's bar is drawn, 0 to 1."""
    return min(1.0, max(0.0, pool.now / pool.full)) if pool.full > 0 else 0.0


def notch_shares(pool: Pool) -> tuple[float, ...]:
    """Return where a pool's bar is marked, as shares of it; none where its quarters do."""
    return tuple(one / pool.full for one in pool.notches if 0 < one < pool.full)


def effect_badges(one: Combatant) -> tuple[Badge, ...]:
    """Return the marks of a combatant's timed effects; the rules know their own."""
    return tuple(Badge(effect.badge, effect.name) for effect in one.effects)


def value_tables(tables: tuple[TraceTable, ...]) -> tuple[ValueTable, ...]:
    """Return tables of a trace as they are shown: every value a text, None an empty one."""
    return tuple(
        ValueTable(
            table.columns,
            tuple(
                ValueRow(
                    row.label,
                    tuple("" if one is None else minus(str(one)) for one in row.values),
                    row.rule_id,
                )
                for row in table.rows
            ),
            table.title,
        )
        for table in tables
    )
