"""Sums of checks: every addend of AR-CHK-01 as a line, and what magnitude makes of them; DCs."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from gridwar.engine.kit import Combatant, Encounter, Procedure, Step, Table, Tally
from gridwar.model.command import NO_ADJUSTMENTS
from gridwar.systems.arrgs.checks.magnitude import Scaling, magnitude
from gridwar.systems.arrgs.checks.typed_modifiers import typed_lines, use_up
from gridwar.systems.arrgs.core.movement_speed import PENALTY, increment_penalty
from gridwar.systems.arrgs.core.sheet import ArrgsSheet, sheet_of, switches_of
from gridwar.systems.arrgs.core.tables import check_table, size_steps
from gridwar.text import _

FREE_POINTS: Final = 3


def overuse_penalty(points_used: int) -> int:
    """Return the Circumstance penalty for AP and AAP beyond 3 in a round.

    Rules: AR-ACT-05
    """
    return PENALTY * max(0, points_used - FREE_POINTS)


class Exchange(Struct, frozen=True):
    """Whose check it is, against whom, and how it is made.

    ``used`` is what overuse counts, in points; None for those used so far. ``ability`` is another
    one than that of the check; ``run_up`` turns what speed takes off into a bonus.
    """

    who: str
    check: str
    opponent: str | None = None
    reaction: bool = False
    used: int | None = None
    ability: str = ""
    run_up: bool = False
    legs: int = 0
    """Legs beyond two, against being tripped."""
    defends: bool = False
    """Answers an attack of the opponent, as an action or a Reaction."""
    resisted: bool = True
    """Made against the opponent, and not for it: magnitude counts."""

    @property
    def against(self) -> str | None:
        """Whom magnitude compares it with."""
        return self.opponent if self.resisted else None


def scaling(encounter: Encounter, exchange: Exchange) -> Scaling:
    """Return what magnitude does to a check: attacks and Reflex one way, the rest the other.

    Rules: AR-MOD-09
    """
    number, greater = magnitude(encounter, exchange.who, exchange.against)
    inner = exchange.check in ("fortitude", "willpower")
    return Scaling(number, divides=greater is not inner)


def add_lines(tally: Tally, encounter: Encounter, exchange: Exchange) -> None:
    """Add every addend of a check but the die to a sum.

    Rules: AR-CHK-01, AR-MOD-01, AR-MOD-08, AR-MOD-10, AR-MOD-11, AR-ACT-07, AR-INC-02, AR-INC-03
    """
    one = encounter[exchange.who]
    sheet = sheet_of(one)
    tally.line("AR-CHK-01", _("Skill and ability"), sheet.mods.get(exchange.check, 0))
    typed_lines(tally, encounter, sheet, exchange.check)
    number, _greater = magnitude(encounter, exchange.who, exchange.against)
    value = size_value(encounter, sheet, exchange.check, exchange.ability)
    tally.line("AR-MOD-08", _("Size: {step}").format(step=sheet.size), value, off=number != 1)
    tally.line("AR-MOD-11", _("Check penalty"), -sheet.check_penalty)
    _circumstances(tally, encounter, one, exchange)


def bonus_of(encounter: Encounter, exchange: Exchange) -> int:
    """Return what would be added to the die of a check made now.

    Rules: AR-CHK-01
    """
    tally = Tally("bonus", NO_ADJUSTMENTS)
    add_lines(tally, encounter, exchange)
    return tally.total


def size_value(encounter: Encounter, sheet: ArrgsSheet, check: str, ability: str = "") -> int:
    """Return the Size modifier of a check; its sign depends on size and ability.

    Rules: AR-MOD-08, AR-CHK-07
    """
    steps = size_steps()
    larger = steps.index(sheet.size) - steps.index("Medium")
    sign = (larger > 0) - (larger < 0)
    ability = ability or ability_of(encounter, sheet, check)
    return -sign * sheet.size_modifier if ability == "agility" else sign * sheet.size_modifier


def ability_of(encounter: Encounter, sheet: ArrgsSheet, check: str) -> str:
    """Return the ability behind a check.

    Rules: AR-CHK-07
    """
    own = sheet.check_abilities.get(check)
    if own is not None:
        return own
    if check == "movement":
        return switches_of(encounter).movement_ability
    known = check_table().checks.get(check)
    return known.ability if known is not None else "body"


def _circumstances(tally: Tally, encounter: Encounter, one: Combatant, exchange: Exchange) -> None:
    """Add overuse, speed on both sides, and legs.

    Rules: AR-ACT-05, AR-ACT-07, AR-INC-02, AR-INC-03, AR-INC-05, AR-MNV-20
    """
    switches = switches_of(encounter)
    used = sheet_of(one).points_used if exchange.used is None else exchange.used
    spared = exchange.reaction and not switches.overuse_hits_reactions
    tally.line("AR-ACT-05", _("More than 3 points"), overuse_penalty(used), off=spared)
    speed = increment_penalty(encounter, one)
    if exchange.run_up:
        tally.line("AR-INC-05", _("Run-up"), -speed)
    else:
        tally.line("AR-INC-02", _("Own speed"), speed)
    if exchange.legs:
        tally.line("AR-MNV-20", _("More than two legs"), exchange.legs)
    target = exchange.opponent
    if target is not None and target in encounter and target != exchange.who:
        speed = increment_penalty(encounter, encounter[target])
        answers = exchange.reaction or exchange.defends
        off = answers and not switches.increment_vs_defence
        if not off:
            label = _("Speed of {name}").format(name=encounter[target].name)
            tally.line("AR-INC-03", label, speed, source_id=target)


def summed(table: Table, name: str, exchange: Exchange, *, aside: bool = False) -> Procedure[Tally]:
    """Fill the sum of a check that is made now; what helps one check of its kind is then gone.

    Args:
        table: The table.
        name: Of the sum, unique in its scope.
        exchange: Whose check, which, against whom.
        aside: Whether it is not what the command is about.

    Rules: AR-CHK-01, AR-MNV-01, AR-MOD-02
    """
    tally = table.tally(name, aside=aside)
    add_lines(tally, table.now, exchange)
    yield from use_up(table, exchange.who, exchange.check)
    return tally


def dc_parts(rule_id: str, *parts: tuple[str, int]) -> tuple[Step, ...]:
    """Return what a DC is made of, as the log shows it; what counts nothing is left out.

    Rules: AR-CHK-02
    """
    return tuple(Step(label=what, rule_id=rule_id, after=value) for what, value in parts if value)
