"""Checks: every addend of AR-CHK-01 as a line, Reactions, magnitude, and chains of criticals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

from gridwar.engine.procedure import Procedure, repeat, roll
from gridwar.model.trace import Step
from gridwar.systems.arrgs.increments import increment_penalty, overuse_penalty
from gridwar.systems.arrgs.numbers import divided
from gridwar.systems.arrgs.sheet import ArrgsSheet, has, sheet_of, state_of, switches_of
from gridwar.systems.arrgs.tables import check_table, size_steps
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.table import Table
    from gridwar.engine.tally import Tally
    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Encounter
    from gridwar.model.trace import Line
    from gridwar.systems.arrgs.switches import ArrgsSwitches

REACTION_BASE: Final = 10
SINGULAR: Final = frozenset({"inherent", "augmented", "assisted", "magic", "tech"})
TYPE_RULES: Final = {
    "assisted": "AR-MOD-02", "ability": "AR-MOD-03", "augmented": "AR-MOD-04",
    "inherent": "AR-MOD-05", "magic": "AR-MOD-06", "tech": "AR-MOD-07",
    "circumstance": "AR-MOD-10", "skill": "AR-CHK-01",
}  # fmt: skip
NATURAL_ONE: Final = 1


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


class Scaling(Struct, frozen=True):
    """What magnitude does to a sum: times or divided by ``number``."""

    number: int = 1
    divides: bool = False

    def of(self, value: int, rounding: str) -> int:
        """Return the sum after magnitude.

        Rules: AR-CHK-08, AR-MOD-09
        """
        if self.number == 1:
            return value
        return divided(value, self.number, rounding) if self.divides else value * self.number


def magnitude(encounter: Encounter, who: str, opponent: str | None) -> tuple[int, bool]:
    """Return the multiplier between two combatants, and whether ``who`` is the greater one.

    Rules: AR-MOD-09
    """
    if opponent is None or opponent not in encounter:
        return 1, False
    mine, other = sheet_of(encounter[who]).magnitude, sheet_of(encounter[opponent]).magnitude
    state = state_of(encounter)
    pair = ":".join(sorted((who, opponent)))
    number = state.magnitude_pairs.get(pair, state.magnitude_multiplier)
    return (1 if mine == other else number), mine > other


def scaling(encounter: Encounter, exchange: Exchange) -> Scaling:
    """Return what magnitude does to a check: attacks and Reflex one way, the rest the other.

    Rules: AR-MOD-09
    """
    number, greater = magnitude(encounter, exchange.who, exchange.against)
    inner = exchange.check in ("fortitude", "willpower")
    return Scaling(number, divides=greater is not inner)


def add_lines(tally: Tally, encounter: Encounter, exchange: Exchange) -> None:
    """Add every addend of a check but the die to a sum.

    Args:
        tally: The sum.
        encounter: The state it is made in.
        exchange: Whose check, which, against whom.

    Rules: AR-CHK-01, AR-MOD-01, AR-MOD-08, AR-MOD-10, AR-MOD-11, AR-ACT-07, AR-INC-02, AR-INC-03
    """
    one = encounter[exchange.who]
    sheet = sheet_of(one)
    tally.line("AR-CHK-01", _("Skill and ability"), sheet.mods.get(exchange.check, 0))
    _typed(tally, encounter, sheet, exchange.check)
    number, _greater = magnitude(encounter, exchange.who, exchange.against)
    value = size_value(encounter, sheet, exchange.check, exchange.ability)
    tally.line("AR-MOD-08", _("Size: {step}").format(step=sheet.size), value, off=number != 1)
    tally.line("AR-MOD-11", _("Check penalty"), -sheet.check_penalty)
    _circumstances(tally, encounter, one, exchange)


def _typed(tally: Tally, encounter: Encounter, sheet: ArrgsSheet, check: str) -> None:
    felt = [
        (number, one) for number, one in enumerate(sheet.modifiers) if one.check in ("all", check)
    ]
    best: dict[str, int] = {}
    if switches_of(encounter).typed_stacking == "highest":
        for number, one in felt:
            known = best.get(one.type)
            better = known is None or one.value > sheet.modifiers[known].value
            if one.type in SINGULAR and one.value > 0 and better:
                best[one.type] = number
    for number, one in felt:
        beaten = one.value > 0 and best.get(one.type, number) != number
        label = one.source or one.type
        rule, place = TYPE_RULES[one.type], f"{label} {number}"
        tally.line(rule, label, one.value, source_id=place, off=beaten)


def size_value(encounter: Encounter, sheet: ArrgsSheet, check: str, ability: str = "") -> int:
    """Return the Size modifier of a check; its sign depends on size and ability.

    Rules: AR-MOD-08, AR-CHK-07
    """
    steps = size_steps()
    larger = steps.index(sheet.size) - steps.index("Medium")
    if larger == 0:
        return 0
    sign = 1 if larger > 0 else -1
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


def reaction(table: Table, name: str, exchange: Exchange) -> int:
    """Return the result of a Reaction: 10 and all addends; 0 for who cannot defend so.

    Rules: AR-CHK-02, AR-DEF-01, AR-DEF-02
    """
    return reaction_result(table.tally(name), table.now, exchange)


def reaction_result(tally: Tally, encounter: Encounter, exchange: Exchange) -> int:
    """Fill the sum of a Reaction and return its result.

    Rules: AR-CHK-02, AR-DEF-01, AR-DEF-02, AR-STR-03
    """
    add_lines(tally, encounter, exchange)
    one, switches = encounter[exchange.who], switches_of(encounter)
    if exchange.check in ("reflex", "willpower") and has(one, "unconscious"):
        return 0
    if has(one, "surprised") and not switches.surprised_may_react:
        return 0
    return scaling(encounter, exchange).of(REACTION_BASE + tally.total, switches.rounding)


class Rolled(Struct, frozen=True):
    """A rolled check that has no Success Value; ``botched``: a natural 1 fails it."""

    die: int
    result: int
    botched: bool
    lines: tuple[Line, ...]

    def meets(self, dc: int) -> bool:
        """Tell whether it succeeds against a DC.

        Rules: AR-CHK-05, AR-CHK-06
        """
        return self.result >= dc and not self.botched


def rolled(table: Table, key: str, exchange: Exchange, label: str) -> Procedure[Rolled]:
    """Roll a check that has no Success Value, so that nothing chains.

    Args:
        table: The table.
        key: Of its sum and of its die.
        exchange: Whose check, and which.
        label: What the die is for, in words.

    Rules: AR-CHK-01, AR-CHK-02, AR-CHK-05
    """
    tally = table.tally(key)
    add_lines(tally, table.now, exchange)
    die: int = yield from roll("1d20", sum, key=key, owner=exchange.who, label=label)
    botched = die == NATURAL_ONE and fails_on_one(switches_of(table.now).natural_one_fails)
    return Rolled(die, die + tally.total, botched, tally.lines)


class Attempt(Struct, frozen=True):
    """A check that is rolled: what is added to the die, what it faces, what it starts from."""

    who: str
    label: str
    bonus: int
    dc: int
    base_sv: int = 0
    scaling: Scaling = Scaling()
    critical_from: int = 20
    attack: bool = False
    defended: bool = True
    chains: bool = True
    difficulty: int | None = None
    """The result that a spell must reach to be cast at all; None for what is no spell."""


class Chain(Struct, frozen=True):
    """How far a check and its criticals have come. ``steps`` stays empty while rehearsing."""

    attempt: Attempt
    success_value: int = 0
    result: int = 0
    """Of the first roll."""
    criticals: int = 0
    met: bool = False
    """A roll of it was good enough to count."""
    first: bool = True
    fizzled: bool = False
    """A spell that was not cast well enough."""
    steps: tuple[Step, ...] = ()

    @property
    def success(self) -> bool:
        """Whether it succeeds: a Success Value of at least 1, from a roll that counts."""
        return self.met and self.success_value >= 1


def chained(table: Table, attempt: Attempt, key: str) -> Procedure[Chain]:
    """Roll a check, and again for each critical roll, adding up the Success Values.

    Rules: AR-CRT-01, AR-CRT-02
    """
    chain = yield from repeat(_roll_once, Chain(attempt), key=key)
    del table
    return chain


def continued(table: Table, chain: Chain, key: str) -> Procedure[Chain]:
    """Go on with a check of which the first roll is known, and critical.

    Rules: AR-CRT-01
    """
    del table
    return (yield from repeat(_roll_once, chain, key=key))


def _roll_once(table: Table, chain: Chain) -> Procedure[tuple[Chain, bool]]:
    attempt = chain.attempt
    die: int = yield from roll("1d20", sum, key="d20", owner=attempt.who, label=attempt.label)
    return count_roll(chain, die, switches_of(table.now), tell=not table.rehearsal)


def count_roll(
    chain: Chain, die: int, switches: ArrgsSwitches, *, tell: bool
) -> tuple[Chain, bool]:
    """Return a check with one more roll counted, and whether it is rolled again.

    Args:
        chain: The check so far.
        die: What the die shows.
        switches: The house rules.
        tell: Whether the steps are kept for the log.

    Rules: AR-CHK-03, AR-CHK-04, AR-CHK-05, AR-CRT-01, AR-CRT-02, AR-SPL-01
    """
    attempt = chain.attempt
    result = attempt.scaling.of(die + attempt.bonus, switches.rounding)
    term = attempt.base_sv + result - attempt.dc
    can_fail = fails_on_one(
        switches.natural_one_fails, attack=attempt.attack, defended=attempt.defended
    )
    botched = die == NATURAL_ONE and can_fail
    chains = attempt.attack or switches.crit_scope == "checks_with_sv"
    critical = chains and attempt.chains and die >= attempt.critical_from
    counts = not botched and (switches.success_rule == "graded" or result >= attempt.dc)
    uncast = attempt.difficulty is not None and result < attempt.difficulty
    fizzled = chain.fizzled or (chain.first and uncast)
    if fizzled:
        term, counts, critical = 0, False, False
    goes_on = critical
    if chain.first and critical and (term <= 0 or not counts):
        goes_on = switches.crit_on_failed_first_roll
        term = 0 if goes_on else term
    elif not chain.first and (not counts or (switches.crit_followup_floor and term < 0)):
        term = 0
    done = replace(
        chain,
        success_value=chain.success_value + term,
        result=result if chain.first else chain.result,
        criticals=chain.criticals + critical,
        met=chain.met or counts,
        first=False,
        fizzled=fizzled,
        steps=(*chain.steps, *_told(die, result, term, attempt)) if tell else (),
    )
    return done, goes_on


def fails_on_one(switch: str, *, attack: bool = False, defended: bool = True) -> bool:
    """Tell whether a natural 1 makes a check fail: of an attack or not, defended against or not.

    Rules: AR-CHK-05
    """
    if switch == "all_action_checks":
        return True
    if switch == "undefended_only":
        return attack and not defended
    return attack


def _told(die: int, result: int, term: int, attempt: Attempt) -> tuple[Step, ...]:
    return (
        Step(label=_("Check result"), rule_id="AR-CHK-01", before=die, after=result, faces=(die,)),
        Step(label=_("Success Value"), rule_id="AR-CHK-03", before=attempt.dc, after=term),
    )
