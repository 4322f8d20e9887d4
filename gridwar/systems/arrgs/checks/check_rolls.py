"""Rolls of checks: of one that is only good enough or not, and chains of criticals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypedDict

from msgspec import Struct
from msgspec.structs import replace

from gridwar.engine.kit import Line, Procedure, Step, Table, Trace, explain, repeat, roll
from gridwar.systems.arrgs.checks.check_sums import Exchange, scaling, summed
from gridwar.systems.arrgs.checks.magnitude import Scaling
from gridwar.systems.arrgs.core.sheet import switches_of
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.systems.arrgs.core.house_rules import ArrgsSwitches

NATURAL_ONE: Final = 1
HIGHEST: Final = 20


def least_face(scaled: Scaling, bonus: int, wanted: int, rounding: str) -> int | None:
    """Return the lowest face of a d20 whose result reaches a number; None where none does.

    Args:
        scaled: What magnitude does to the sum.
        bonus: What is added to the die.
        wanted: The result it takes.
        rounding: The house rule of rounding.

    Rules: AR-CHK-06, AR-CHK-08
    """
    if scaled.number == 1:
        face = max(1, wanted - bonus)
        return face if face <= HIGHEST else None
    faces = range(1, HIGHEST + 1)
    return next((face for face in faces if scaled.of(face + bonus, rounding) >= wanted), None)


def signed(number: int) -> str:
    """Return a number with its sign."""
    return f"{number:+d}".replace("-", "\u2212")


def needed_words(face: int | None, bonus: int, dc: int, *, difficulty: int | None = None) -> str:
    """Return what a d20 has to show, with the sum and what it is compared with.

    Args:
        face: The lowest face that will do; None for none.
        bonus: What is added to it.
        dc: What the result is compared with.
        difficulty: What casts a spell; None for what is no spell.

    Rules: AR-CHK-06, AR-SPL-01
    """
    against = _("d20 {bonus} against {dc}")
    if difficulty is not None:
        against = _("d20 {bonus} against {dc}, cast with {n}")
    words = against.format(bonus=signed(bonus), dc=dc, n=difficulty)
    least = _("more than a {n}").format(n=HIGHEST) if face is None else _("{n} or more")
    return f"{least.format(n=face)} ({words})"


class Told(TypedDict):
    """What the log shows of a check: arguments of ``say``."""

    lines: tuple[Line, ...]
    total: int
    steps: tuple[Step, ...]
    tone: str


class Rolled(Struct, frozen=True):
    """A rolled check that has no Success Value; ``botched``: a natural 1 fails it."""

    die: int
    result: int
    botched: bool
    lines: tuple[Line, ...]

    def meets(self, dc: int) -> bool:
        """Return whether it succeeds against a DC.

        Rules: AR-CHK-05, AR-CHK-06
        """
        return self.result >= dc and not self.botched

    def told(
        self,
        dc: int | None,
        rule_id: str,
        label: str = "",
        *more: Step,
        parts: tuple[Step, ...] = (),
    ) -> Told:
        """Return what the log shows of it: its sum, the parts of its DC, the die, what follows.

        Rules: AR-CHK-01, AR-CHK-06, AR-DEF-02
        """
        words = label or _("Check result")
        die = Step(label=words, rule_id=rule_id, before=dc, after=self.result, faces=(self.die,))
        steps = (*parts, die, *more)
        return {"lines": self.lines, "total": self.result, "steps": steps, "tone": "plain"}

    def came(self, dc: int) -> str:
        """Return in a word whether it succeeds against a DC."""
        return _("succeeds") if self.meets(dc) else _("fails")


def rolled(
    table: Table, key: str, exchange: Exchange, label: str, dc: int | None = None
) -> Procedure[Rolled]:
    """Roll a check that has no Success Value, so that nothing chains.

    Rules: AR-CHK-01, AR-CHK-02, AR-CHK-05, AR-CHK-08
    """
    tally = yield from summed(table, key, exchange)
    scaled, switches = scaling(table.now, exchange), switches_of(table.now)
    label, one_fails = scaled.after(label), fails_on_one(switches.natural_one_fails)
    needed = ""
    if dc is not None:
        face = least_face(scaled, tally.total, dc, switches.rounding)
        face = max(face, NATURAL_ONE + one_fails) if face is not None else None
        needed = needed_words(face, tally.total, dc)
    die: int = yield from roll("1d20", sum, key=key, owner=exchange.who, label=label, needed=needed)
    switches = switches_of(table.now)
    botched = die == NATURAL_ONE and one_fails
    result = scaled.of(die + tally.total, switches.rounding)
    return Rolled(die, result, botched, tally.lines)


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

    def fails_on_one(self, switches: ArrgsSwitches) -> bool:
        """Return whether a natural 1 makes it fail.

        Rules: AR-CHK-05
        """
        return fails_on_one(switches.natural_one_fails, attack=self.attack, defended=self.defended)


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


def chained(table: Table, begun: Attempt | Chain, key: str) -> Procedure[Chain]:
    """Roll a check, and again for each critical roll, adding up the Success Values.

    One of which the first roll is known, and critical, goes on from there.

    Rules: AR-CRT-01, AR-CRT-02
    """
    del table
    chain = begun if isinstance(begun, Chain) else Chain(begun)
    return (yield from repeat(_roll_once, chain, key=key))


def _roll_once(table: Table, chain: Chain) -> Procedure[tuple[Chain, bool]]:
    attempt = chain.attempt
    label = attempt.label if chain.first else _("Critical: {what}").format(what=attempt.label)
    label = attempt.scaling.after(label)
    needed = needed_of(chain, switches_of(table.now))
    die: int = yield from roll(
        "1d20", sum, key="d20", owner=attempt.who, label=label, needed=needed
    )
    return count_roll(chain, die, switches_of(table.now), tell=not table.rehearsal)


def needed_of(chain: Chain, switches: ArrgsSwitches) -> str:
    """Return what the next die of a check has to show to succeed, or a further one to add to it.

    Rules: AR-CHK-04, AR-CHK-05, AR-CHK-06, AR-SPL-01
    """
    attempt, difficulty = chain.attempt, chain.attempt.difficulty if chain.first else None
    wanted = attempt.dc - attempt.base_sv + 1
    if switches.success_rule != "graded":
        wanted = max(wanted, attempt.dc)
    wanted = max(wanted, difficulty or wanted)
    face = least_face(attempt.scaling, attempt.bonus, wanted, switches.rounding)
    face = max(face, NATURAL_ONE + attempt.fails_on_one(switches)) if face is not None else None
    return needed_words(face, attempt.bonus, attempt.dc, difficulty=difficulty)


def count_roll(
    chain: Chain, die: int, switches: ArrgsSwitches, *, tell: bool
) -> tuple[Chain, bool]:
    """Return a check with one more roll counted, and whether it is rolled again.

    Rules: AR-CHK-03, AR-CHK-04, AR-CHK-05, AR-CRT-01, AR-CRT-02, AR-SPL-01
    """
    attempt = chain.attempt
    result = attempt.scaling.of(die + attempt.bonus, switches.rounding)
    term = attempt.base_sv + result - attempt.dc
    botched = die == NATURAL_ONE and attempt.fails_on_one(switches)
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
    elif not chain.first:
        least = 0 if switches.crit_followup_floor else term
        term = max(least, term) if counts else 0
    done = replace(
        chain,
        success_value=chain.success_value + term,
        result=result if chain.first else chain.result,
        criticals=chain.criticals + critical,
        met=chain.met or counts,
        first=False,
        fizzled=fizzled,
        steps=(*chain.steps, *_told(attempt, die, result, term, botched=botched)) if tell else (),
    )
    return done, goes_on


def fails_on_one(switch: str, *, attack: bool = False, defended: bool = True) -> bool:
    """Return whether a natural 1 makes a check fail: of an attack or not, defended against or not.

    Rules: AR-CHK-05
    """
    if switch == "all_action_checks":
        return True
    if switch == "undefended_only":
        return attack and not defended
    return attack


def _told(attempt: Attempt, die: int, result: int, term: int, *, botched: bool) -> tuple[Step, ...]:
    """Return the steps of one roll; magnitude by name, no Success Value where it is yes or no.

    Rules: AR-CHK-01, AR-CHK-03, AR-CHK-05, AR-MOD-09
    """
    scaled, total = attempt.scaling, die + attempt.bonus
    size = Step(label=scaled.words, rule_id="AR-MOD-09", before=total, after=result)
    failed = Step(label=_("A natural 1 fails"), rule_id="AR-CHK-05")
    return (
        *((size,) if scaled.number != 1 else ()),
        Step(label=_("Check result"), rule_id="AR-CHK-01", before=die, after=result, faces=(die,)),
        *((failed,) if botched else ()),
        *(
            (Step(label=_("Success Value"), rule_id="AR-CHK-03", after=term),)
            if attempt.chains
            else ()
        ),
    )


BASE: Final = 1
"""What the Success Value of all of them starts from."""


class CheckOrder(Struct, frozen=True):
    """A check to make: whose and which, against what, and how it is told."""

    exchange: Exchange
    key: str
    dc: int
    title: str
    won: str
    """What a success comes to, with a gap for its Success Value."""
    parts: tuple[Step, ...] = ()
    """What its DC is made of."""
    personality: int | None = None
    """What it adds to aid with Personality instead; None where one does not."""


def make_check(table: Table, order: CheckOrder, used: int) -> Procedure[tuple[bool, int]]:
    """Make the check, tell it, and return whether it succeeds and its Success Value.

    Rules: AR-CHK-01, AR-CHK-03, AR-CRT-01, AR-MNV-01
    """
    own = replace(order.exchange, used=used)
    tally = yield from summed(table, order.key, own)
    if order.personality is not None:
        tally.line("AR-MNV-01", _("With Personality"), order.personality)
    attempt = Attempt(own.who, order.title, tally.total, order.dc, BASE)
    chain = yield from chained(table, attempt, order.key)
    value = chain.success_value
    yield from explain(
        table,
        lambda: Trace(
            title=f"{table.now[own.who].name}: {order.title}",
            lines=tally.lines,
            total=tally.total,
            steps=(
                *order.parts,
                Step(label=_("DC"), rule_id="AR-CHK-06", after=order.dc),
                *chain.steps,
                Step(label=_("Total"), rule_id="AR-CHK-04", after=value),
            ),
            tone="good" if chain.success else "quiet",
            result=order.won.format(n=value) if chain.success else _("failed"),
        ),
    )
    return chain.success, value
