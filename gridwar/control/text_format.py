"""Numbers, chances, lengths, tokens, badges, rule ids: as they are written all over the window."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from gridwar.control.records.panel_records import TokenBit, ValueRow, ValueTable
from gridwar.engine.kit.card_order_and_flow import Badge
from gridwar.grid.cells.distance import HeightRule, Metric
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.control.combatant_letters import CombatantLetters
    from gridwar.engine.kit.card_order_and_flow import Pool
    from gridwar.engine.kit.procedure_requests import Roll
    from gridwar.engine.kit.yardstick_and_distances import Yardstick
    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Encounter
    from gridwar.model.question_and_refusal import Refusal
    from gridwar.model.scale import Scale
    from gridwar.model.trace import TraceTable


SURE = 1 - 1e-12
LEAST_SHOWN = 0.005

NOTE_ICON: Final = "square-pen"
"""The sign of a note: nothing else on a token has it, so that players are shown none."""


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


_WORDS = re.compile(r"\w+")


def in_brief(refusal: Refusal) -> str:
    """Return why not in the two to four words of its code, for where its sentence has no room."""
    capitals = {word.lower(): word for word in _WORDS.findall(refusal.text) if word.isupper()}
    words = refusal.code.split("_")
    return _(" ".join(capitals.get(one, one) if len(one) > 1 else one for one in words))


def dice_words(roll: Roll) -> str:
    """Return what the dice of a roll have to show, or what each face of a pick stands for."""
    meanings = (f"{face} {words}" for face, words in enumerate(roll.meanings, start=1))
    return ", ".join(filter(None, (roll.needed, *meanings)))


def token_bit(
    letters: CombatantLetters,
    encounter: Encounter,
    one: Combatant,
    *,
    out: bool = False,
    turn_sign: str = "",
) -> TokenBit:
    """Return a combatant as a small token."""
    side, text = side_index(encounter, one), letters.of(encounter, one)
    return TokenBit(text, side, out, one.picture, one.hidden, turn_sign)


def side_index(encounter: Encounter, one: Combatant) -> int:
    """Return by which number a combatant's side has its colour and shape; of none the last."""
    side = encounter.sides.get(one.side)
    return 5 if side is None else side.index


def fraction(pool: Pool) -> float:
    """Return how full a pool's bar is drawn, 0 to 1."""
    return min(1.0, max(0.0, pool.now / pool.full)) if pool.full > 0 else 0.0


def notch_shares(pool: Pool) -> tuple[float, ...]:
    """Return where a pool's bar is marked, as shares of it; none where its quarters do."""
    return tuple(one / pool.full for one in pool.notches if 0 < one < pool.full)


def note_badges(one: Combatant) -> tuple[Badge, ...]:
    """Return the sign of a note that the GM has written to a combatant: not for players."""
    first = one.note.strip().partition("\n")[0].lstrip("# ")
    return (Badge(NOTE_ICON, _("Note: {words}").format(words=first)),) if first else ()


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


# --- lengths -------------------------------------------------------------------------------------


def metric_words(yardstick: Yardstick) -> str:
    """Return the name of the metric of ranges, for the status bar."""
    words = {
        Metric.CHEBYSHEV: _("diagonal = 1"),
        Metric.ALTERNATING: _("diagonals 1, 2, 1, 2"),
        Metric.EUCLID_NEAREST: _("straight line, rounded"),
        Metric.EUCLID_FLOOR: _("straight line, rounded down"),
        Metric.MANHATTAN: _("diagonal = 2"),
    }[yardstick.metric]
    if yardstick.height is HeightRule.ADD:
        return _("{metric}, height added").format(metric=words)
    if yardstick.height is HeightRule.IGNORE:
        return _("{metric}, height left out").format(metric=words)
    return words


def squares(count: float) -> str:
    """Return a number of squares in words."""
    return ngettext("{n} square", "{n} squares", 1 if count == 1 else 2).format(n=f"{count:g}")


def units(scale: Scale, cells: float) -> str:
    """Return a length given in cells in the map's unit."""
    return height(scale, cells * scale.cell_size)


def height(scale: Scale, up: float) -> str:
    """Return a length given in the map's unit, with one decimal at most."""
    number = f"{round(up, 1):g}".replace("-", "\u2212")
    return f"{number} {scale.unit}"


def both(scale: Scale, cells: float) -> str:
    """Return a length in squares and in the map's unit."""
    return f"{squares(cells)}, {units(scale, cells)}"


# --- rule ids ------------------------------------------------------------------------------------


_RULE_ID: Final = re.compile(r"\b[A-Z]{2,4}[-\u2011][A-Z]{2,5}[-\u2011]\d{2,3}\b")
"""As people read them; a hyphen that does not break counts as one."""


def rule_ids(words: str) -> tuple[str, ...]:
    """Return the rule ids that words name, each once, in their order."""
    return tuple(dict.fromkeys(rule_id for rule_id, _start, _end in rule_places(words)))


def rule_places(words: str) -> Iterator[tuple[str, int, int]]:
    """Yield each rule id in words, with where it starts and ends."""
    for found in _RULE_ID.finditer(words):
        yield found[0].replace("\u2011", "-"), *found.span()
