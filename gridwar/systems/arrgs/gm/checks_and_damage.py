"""What the GM can have played outside the manoeuvres: a price, a check, damage."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, ClassVar, Final

from msgspec import Struct

from gridwar.engine.kit import (
    Act,
    Amount,
    AskedCheck,
    ChoiceField,
    Command,
    Number,
    NumberField,
    Procedure,
    Step,
    call,
    must_exist,
    plays,
    say,
)
from gridwar.systems.arrgs.actions.offers import Manoeuvre
from gridwar.systems.arrgs.actions.paying_for_actions import Lost, begin, finish, may_begin
from gridwar.systems.arrgs.actions.prices import Price
from gridwar.systems.arrgs.checks.check_rolls import rolled
from gridwar.systems.arrgs.checks.check_sums import Exchange, overuse_penalty, summed
from gridwar.systems.arrgs.checks.reactions import REACTION_BASE, reaction
from gridwar.systems.arrgs.core.sheet import sheet_of, state_of
from gridwar.systems.arrgs.core.tables import check_table, check_title
from gridwar.systems.arrgs.harm.damage import Blow, Harmed, befall, reckon
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.engine.kit import Encounter, Table
    from gridwar.systems.arrgs.conditions import FortCheck


MODES: Final = {
    "action": _("as an action, rolled"),
    "reaction": _("as a Reaction, on 10"),
    "passive": _("passive, on 10"),
}
USUAL_DC: Final = 15
INNER: Final = ("reflex", "fortitude", "willpower")
"""Checks that are asked for most."""


class Spend(Manoeuvre):
    """Any other action at the GM's word, of that many points and that much Vitality."""

    points: Amount = 1
    vitality: Amount = 1


class RollCheck(Act):
    """A check at the GM's word: ``action`` rolls, ``reaction`` and ``passive`` take 10."""

    kind: ClassVar[str] = "arrgs.check"
    check: str
    mode: Annotated[str, ChoiceField(_("Made"), MODES)] = "action"
    dc: Annotated[
        Number | None,
        NumberField(_("DC"), 0, 99, when=lambda _encounter, command: command.dc is not None),
    ] = None


class Harm(Command):
    """Damage at the GM's word: a Success Value of some types that somebody suffers."""

    target: str
    success_value: Number
    types: tuple[str, ...] = ()


class Spent(Struct, frozen=True):
    """What an action came to of which only the price is known."""

    overuse: int
    fort_checks: tuple[FortCheck, ...] = ()


class Checked(Struct, frozen=True):
    """A check's result; ``success`` is None without a DC."""

    result: int
    success: bool | None = None


def asked_checks(encounter: Encounter, who: tuple[str, ...]) -> tuple[AskedCheck, ...]:
    """Return the checks that the GM can ask of people: those of the book and of their sheets.

    Rules: AR-CHK-01, AR-CHK-07
    """
    known = dict.fromkeys(check_table().checks)
    for one in who:
        known |= dict.fromkeys(sorted(sheet_of(encounter[one]).mods))
    known.pop("initiative", None)

    def asked(check: str) -> Callable[[str], RollCheck]:
        dc = state_of(encounter).movement_dc if check == "movement" else USUAL_DC
        return lambda one: RollCheck(actor=one, check=check, dc=dc)

    first = [one for one in INNER if one in known]
    rest = [one for one in known if one not in INNER]
    return tuple(AskedCheck(one, check_title(one), asked(one)) for one in (*first, *rest))


@plays(Spend)
def spend(table: Table, command: Spend) -> Procedure[Spent]:
    """Pay for an action that Gridwar does not play itself.

    Rules: AR-ACT-01, AR-ACT-03, AR-ACT-05, AR-ACT-09, AR-CND-02, AR-CND-03
    """
    who, price = command.actor, Price(command.pool, command.points, command.vitality)
    yield from may_begin(table, who, price)
    begun = yield from begin(table, who, price)
    if isinstance(begun, Lost):
        return Spent(0, begun.checks)
    checks = yield from finish(table, begun)
    return Spent(overuse_penalty(begun.used), checks)


@plays(RollCheck)
def check(table: Table, command: RollCheck) -> Procedure[Checked]:
    """Make a check: rolled as an action, on 10 as a Reaction or a passive one.

    Rules: AR-CHK-01, AR-CHK-02, AR-CHK-06, AR-CHK-09
    """
    who, botched = command.actor, False
    faces: tuple[int, ...]
    if command.mode == "reaction":
        faced = yield from reaction(table, "check", Exchange(who, command.check, reaction=True))
        result, faces = faced.result, ()
    elif command.mode == "action":
        exchange, dc = Exchange(who, command.check), command.dc
        done = yield from rolled(table, "check", exchange, check_title(command.check), dc)
        result, botched, faces = done.result, done.botched, (done.die,)
    else:
        tally = yield from summed(table, "check", Exchange(who, command.check))
        result, faces = REACTION_BASE + tally.total, ()
    lines = table.tallies[-1].lines
    success = None if command.dc is None else result >= command.dc and not botched
    words, rule = _("Check result"), "AR-CHK-01" if faces else "AR-CHK-02"
    step = Step(label=words, rule_id=rule, before=command.dc, after=result, faces=faces)
    came = {None: "", True: _("succeeds"), False: _("fails")}[success]
    yield from say(
        table,
        _("{who}: {check}"),
        who=who,
        check=check_title(command.check),
        lines=lines,
        total=result,
        steps=(step,),
        result=came,
        tone="plain",
    )
    return Checked(result, success)


@plays(Harm)
def harm(table: Table, command: Harm) -> Procedure[Harmed]:
    """Let somebody suffer a Success Value.

    Rules: AR-DMG-06
    """
    yield from must_exist(table, command.target)
    blow = Blow(command.target, command.success_value, command.types)
    harmed = yield from call(reckon, blow, key="harm")
    yield from say(
        table,
        _("{who} suffers damage"),
        who=command.target,
        lines=harmed.lines,
        total=harmed.damage,
        tone="harm",
    )
    yield from befall(table, command.target, harmed)
    return harmed
