"""Tests of d100 against a target number: reading the roll, rolling a sum."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.engine.kit import Procedure, Step, _, roll, say
from gridwar.systems.percentile.core.fight_state import switches_of

if TYPE_CHECKING:
    from gridwar.engine.kit import Table, Tally
    from gridwar.systems.percentile.core.house_rules_and_settings import PercentileSwitches


class Tested(Struct, frozen=True):
    """What a roll came to. ``dos`` is 0 on a failure."""

    success: bool
    dos: int = 0
    jam: bool = False


class ReadTest(Struct, frozen=True):
    """Reads a d100 against a target number.

    Rules: PC-TST-01, PC-TST-03, PC-ACT-02
    """

    target_number: int
    dos_mode: str = "one_plus_margin"
    """How degrees are counted; ``success_only`` where nobody asks for them."""
    auto_results: bool = False
    jam_from: int | None = None

    def __call__(self, faces: tuple[int, ...]) -> Tested:
        """Return success and degrees; a jam fails whatever the number."""
        roll = faces[0]
        if self.jam_from is not None and roll >= self.jam_from:
            return Tested(False, jam=True)
        success = roll <= self.target_number
        if self.auto_results and roll in (1, 100):
            success = roll == 1
        return Tested(True, self._degrees(roll)) if success else Tested(False)

    def _degrees(self, roll: int) -> int:
        margin = self.target_number - roll
        match self.dos_mode:
            case "one_plus_tens_digits":
                return max(1, 1 + self.target_number // 10 - roll // 10)
            case "margin_only":
                return max(0, margin // 10)
            case "success_only":
                return 1
            case _:
                return max(1, 1 + margin // 10)


def reading(
    switches: PercentileSwitches,
    target_number: int,
    *,
    degrees: bool = True,
    jam_from: int | None = None,
) -> ReadTest:
    """Return what reads a test by the house rules.

    ``degrees`` tells whether anybody asks for degrees: odds then tell more outcomes apart.
    ``jam_from`` is the roll from which a weapon jams.

    Rules: PC-TST-01, PC-TST-03
    """
    mode = switches.dos_mode if degrees else "success_only"
    return ReadTest(target_number, mode, switches.auto_results, jam_from)


class Trial(Struct, frozen=True):
    """A test to be rolled: whose dice, what for, and how the log tells it.

    Attributes:
        who: Whose dice they are, also in the headline.
        key: What the roll is for, unique in its scope.
        text: The headline.
        label: What it is for, in the book's words, for whoever rolls real dice.
    """

    who: str
    key: str
    text: str
    label: str


def check(table: Table, tally: Tally, trial: Trial) -> Procedure[Tested]:
    """Roll a test under the total of a sum, tell it, and return what it came to.

    Rules: PC-TST-01, PC-TST-03
    """
    read = reading(switches_of(table.now), tally.total)
    tested = yield from roll(
        "1d100",
        read,
        key=trial.key,
        owner=trial.who,
        label=trial.label,
        needed=needed_words(tally.total),
    )
    yield from say(
        table,
        trial.text,
        who=trial.who,
        tally=tally,
        steps=(*roll_step(table, trial.key), degree_step(tested.dos)),
        result=_("passed") if tested.success else _("failed"),
        tone="good" if tested.success else "quiet",
    )
    return tested


def roll_step(table: Table, key: str) -> tuple[Step, ...]:
    """Return what a d100 of this scope showed as a step of a trace; nothing in a rehearsal.

    Rules: PC-TST-01
    """
    faces = table.faces(key)
    return (Step(label=_("Roll"), rule_id="PC-TST-01", faces=faces),) if faces else ()


def degree_step(dos: int) -> Step:
    """Return the degrees of a test as a step of its trace.

    Rules: PC-TST-03
    """
    return Step(label=_("Degrees of Success"), rule_id="PC-TST-03", after=dos)


def needed_words(target_number: int) -> str:
    """Return in words what a d100 has to show."""
    return _("{n} or less").format(n=target_number)
