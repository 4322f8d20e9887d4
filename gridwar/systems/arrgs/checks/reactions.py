"""Reactions: 10 and all addends, where somebody can defend at all."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from gridwar.engine.kit import Encounter, Procedure, Step, Table, Tally
from gridwar.systems.arrgs.checks.check_sums import Exchange, add_lines, scaling, summed
from gridwar.systems.arrgs.core.sheet import has, switches_of
from gridwar.text import _

REACTION_BASE: Final = 10


class Reaction(Struct, frozen=True):
    """What a Reaction came to; ``parts`` are for the log, and stay empty while rehearsing."""

    result: int
    parts: tuple[Step, ...] = ()


def reaction(table: Table, name: str, exchange: Exchange) -> Procedure[Reaction]:
    """Return the result of a Reaction: 10 and all addends; 0 for who cannot defend so.

    Rules: AR-CHK-02, AR-DEF-01, AR-DEF-02
    """
    tally = yield from summed(table, name, exchange, aside=True)
    result = _reaction_of(tally, table.now, exchange)
    if table.rehearsal:
        return Reaction(result)
    return Reaction(result, _parts(tally, table.now, exchange, result))


def _parts(tally: Tally, encounter: Encounter, exchange: Exchange, result: int) -> tuple[Step, ...]:
    """Return what a Reaction's result is made of, as the log shows it.

    Rules: AR-DEF-02, AR-CHK-02, AR-MOD-09, AR-CND-05
    """
    lines = (line for line in tally.lines if line.value and not line.off)
    scaled, total = scaling(encounter, exchange), REACTION_BASE + tally.total
    parts = [(_("Reaction"), "AR-CHK-02", REACTION_BASE)]
    parts += [(line.label, line.rule_id, line.value) for line in lines]
    if not result and total:
        parts.append((_("Cannot defend"), "AR-CND-05", 0))
    elif scaled.number != 1:
        parts.append((scaled.words, "AR-MOD-09", result))
    name, words = encounter[exchange.who].name, _("{name}: {what}")
    return tuple(
        Step(label=words.format(name=name, what=what), rule_id=rule, after=value)
        for what, rule, value in parts
    )


def reaction_result(tally: Tally, encounter: Encounter, exchange: Exchange) -> int:
    """Fill the sum of a Reaction and return its result.

    Rules: AR-CHK-02, AR-DEF-01, AR-DEF-02, AR-STR-03
    """
    add_lines(tally, encounter, exchange)
    return _reaction_of(tally, encounter, exchange)


def _reaction_of(tally: Tally, encounter: Encounter, exchange: Exchange) -> int:
    one, switches = encounter[exchange.who], switches_of(encounter)
    if exchange.check in ("reflex", "willpower") and has(one, "unconscious"):
        return 0
    if has(one, "surprised") and not switches.surprised_may_react:
        return 0
    return scaling(encounter, exchange).of(REACTION_BASE + tally.total, switches.rounding)
