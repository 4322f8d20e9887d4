"""Defence as an Immediate Action: an attack has just succeeded, and its target throws itself in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from gridwar.engine.kit import Encounter, Option, Procedure, Step, Table, call, choose, say
from gridwar.systems.arrgs.actions.paying_for_actions import Begun, Lost, begin, overused
from gridwar.systems.arrgs.actions.prices import immediate_price
from gridwar.systems.arrgs.actions.ready import is_prompt
from gridwar.systems.arrgs.checks.check_rolls import Attempt, Chain, chained, signed
from gridwar.systems.arrgs.checks.check_sums import Exchange, bonus_of, scaling, summed
from gridwar.systems.arrgs.core.sheet import sheet_of, switches_of
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.systems.arrgs.core.weapon_and_item_records import Weapon

DEFENCE: Final = "defence"
WINDOW: Final = "defence"
PASS: Final = "pass"
DEFENCE_NAMES: Final = {
    "reflex": _("Reflex"),
    "fortitude": _("Fortitude"),
    "willpower": _("Willpower"),
}


class Struck(Struct, frozen=True):
    """An attack that has just succeeded: by whom, the Defence it faced, how well it was rolled.

    ``numberless``: it has an effect without a number, so that it takes more than its result.
    """

    who: str
    by: str
    check: str
    result: int
    success_value: int
    numberless: bool = False
    willing: bool = False
    """Lets it happen."""


class Defended(Struct, frozen=True):
    """What a Defence came to: what is left of the attack, and the action that it was."""

    success_value: int
    reduction: int = 0
    begun: Begun | None = None


def defence_against(table: Table, struck: Struck) -> Procedure[str]:
    """Ask the target of a successful attack whether it defends, and return with which check.

    Rules: AR-MNV-07, AR-DEF-03
    """
    lets_it = struck.willing or struck.who == struck.by
    if lets_it or not is_prompt(table.now, struck.who, DEFENCE):
        return PASS
    return (yield from _chosen(table, struck))


def defend(table: Table, struck: Struck, check: str) -> Procedure[Defended]:
    """Play a Defence, or let the attack be as it is where there is none.

    Rules: AR-MNV-07, AR-DEF-03, AR-DMG-06
    """
    if check == PASS:
        return Defended(struck.success_value)
    return (yield from call(_play, _Throw(struck, check), key="defence"))


def _exchange(encounter: Encounter, struck: Struck, check: str) -> Exchange:
    used = overused(encounter, struck.who, immediate_price(DEFENCE).points)
    return Exchange(struck.who, check, struck.by, used=used, defends=True)


class _Throw(Struct, frozen=True):
    struck: Struck
    check: str


def _play(table: Table, throw: _Throw) -> Procedure[Defended]:
    struck, check = throw.struck, throw.check
    who, price = struck.who, immediate_price(DEFENCE)
    exchange = _exchange(table.now, struck, check)
    begun = yield from begin(table, who, price)
    if isinstance(begun, Lost):
        return Defended(struck.success_value)
    tally = yield from summed(table, "defence", exchange)
    words, other = _("Defence with {check} against {other}"), table.now[struck.by].name
    label = words.format(check=DEFENCE_NAMES.get(check, check), other=other)
    scaled = scaling(table.now, exchange)
    attempt = Attempt(who, label, tally.total, struck.result, 0, scaled)
    chain = yield from chained(table, attempt, "defence roll")
    reduction, left = _left(table.now, struck, chain)
    defence = Step(
        label=_("Defence"), rule_id="AR-MNV-07", before=struck.success_value, after=reduction
    )
    yield from say(
        table,
        _("{who} defends: {check}"),
        who=who,
        check=DEFENCE_NAMES.get(check, check),
        lines=() if table.rehearsal else tally.lines,
        total=tally.total,
        steps=(
            Step(label=_("Attack"), rule_id="AR-CHK-02", after=struck.result),
            *chain.steps,
            defence,
        ),
        tone="plain",
        result=f"−{reduction}" if reduction else _("no effect"),
    )
    return Defended(left, reduction, begun)


def _left(encounter: Encounter, struck: Struck, chain: Chain) -> tuple[int, int]:
    """Return by how much a Defence lowers an attack, and what is left of it.

    Rules: AR-MNV-07
    """
    reduction = max(0, chain.success_value) if chain.met else 0
    if not struck.numberless:
        return reduction, max(0, struck.success_value - reduction)
    is_tie = chain.met and reduction == 0 and chain.result == struck.result
    cancels = reduction > 0 or (is_tie and switches_of(encounter).defence_tie == "defence_wins")
    return reduction, 0 if cancels else struck.success_value


def _chosen(table: Table, struck: Struck) -> Procedure[str]:
    text = _("The attack's result is {result}. {n} AAP left.")
    if not struck.numberless:
        text = _("The attack's result is {result}, its Success Value {value}. {n} AAP left.")
    left = sheet_of(table.now[struck.who]).aap
    checks = (struck.check, *(one for one in DEFENCE_NAMES if one != struck.check))
    return choose(
        table,
        _("{who}: defend against {other}?"),
        lambda: (
            Option(PASS, _("Let it hit")),
            *(_option(table.now, struck, one) for one in checks),
        ),
        "AR-MNV-07",
        "AR-DEF-01",
        "AR-DEF-03",
        key=f"defence of {struck.who}",
        whom=struck.who,
        info=text.format(result=struck.result, value=struck.success_value, n=left),
        window=WINDOW,
        who=struck.who,
        other=struck.by,
    )


def _option(encounter: Encounter, struck: Struck, check: str) -> Option:
    price = immediate_price(DEFENCE)
    title = _("Defend with {check}").format(check=DEFENCE_NAMES.get(check, check))
    words = _("{points} AAP, {vitality} Vitality")
    bonus = signed(bonus_of(encounter, _exchange(encounter, struck, check)))
    effect = _("d20 {bonus}, to be above {dc}").format(bonus=bonus, dc=struck.result)
    if check != struck.check:
        effect = _("{sum}; if the GM allows it").format(sum=effect)
    return Option(check, title, words.format(points=price.points, vitality=price.vitality), effect)


def fitting(encounter: Encounter, weapon: Weapon) -> str:
    """Return the Defence that a weapon's attack faces.

    Rules: AR-ATK-05, AR-DEF-01
    """
    return weapon.defence or switches_of(encounter).default_defence
