"""Manoeuvres with a check of their own: Aid Another, Change Reach, Reload."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

from gridwar.engine.kit import Procedure, ask, emit, require, require_none
from gridwar.model.command import Answer
from gridwar.model.events import Explained
from gridwar.model.question import Option, Question, Refusal
from gridwar.model.trace import Step, Trace
from gridwar.systems.arrgs.action_points.costs import (
    Price,
    begin,
    finish,
    price_for,
    require_payable,
    require_there,
)
from gridwar.systems.arrgs.checks.assisted import use_up
from gridwar.systems.arrgs.checks.checks import Exchange, add_lines
from gridwar.systems.arrgs.checks.rolling import Attempt, chained
from gridwar.systems.arrgs.core.close_events import ReachShifted, Rounds
from gridwar.systems.arrgs.core.events import ModifierAdded
from gridwar.systems.arrgs.core.sheet import Modifier, sheet_of, state_of, switches_of
from gridwar.systems.arrgs.manoeuvres.handling import check_title
from gridwar.systems.arrgs.positioning import opportunities
from gridwar.systems.arrgs.positioning.threat import between
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from gridwar.engine.kit import Table
    from gridwar.model.encounter import Encounter
    from gridwar.systems.arrgs.conditions.conditions import FortCheck
    from gridwar.systems.arrgs.core.close_commands import AidAnother, ChangeReach, Reload
    from gridwar.systems.arrgs.core.sheet import ArrgsSheet, Weapon

USUAL_DC: Final = 10
BASE: Final = 1
"""What the Success Value of all of them starts from."""
AID, REACH, RELOAD = "aid_another", "change_reach", "reload"


class Helped(Struct, frozen=True):
    """What such a manoeuvre came to; ``gained`` counts a bonus, squares or rounds."""

    success: bool = False
    success_value: int = 0
    gained: int = 0
    wasted: bool = False
    legal_shift: bool = True
    target: str = ""
    fort_checks: tuple[FortCheck, ...] = ()


class _Order(Struct, frozen=True):
    """A check to make: whose and which, against what, and how it is told."""

    exchange: Exchange
    key: str
    dc: int
    title: str
    won: str
    """What a success comes to, with a gap for its Success Value."""


def _check(table: Table, order: _Order, used: int) -> Procedure[tuple[bool, int]]:
    """Make the check, tell it, and return whether it succeeds and its Success Value.

    Rules: AR-CHK-01, AR-CHK-03, AR-CRT-01
    """
    exchange = order.exchange
    tally = table.tally(order.key)
    own = replace(exchange, used=used)
    add_lines(tally, table.now, own)
    aid = sheet_of(table.now[own.who]).aid_mods.get(own.check)
    if order.key == AID and aid is not None:
        usual = sheet_of(table.now[own.who]).mods.get(own.check, 0)
        tally.line("AR-MNV-01", _("With Personality"), aid - usual)
    attempt = Attempt(own.who, order.title, tally.total, order.dc, BASE)
    chain = yield from chained(table, attempt, order.key)
    yield from use_up(table, own.who, own.check)
    if not table.rehearsal:
        name = table.now[own.who].name
        yield from emit(
            Explained(
                trace=Trace(
                    title=f"{name}: {order.title}",
                    lines=tally.lines,
                    total=tally.total,
                    steps=(
                        Step(label=_("DC"), rule_id="AR-CHK-06", after=order.dc),
                        *chain.steps,
                        Step(label=_("Total"), rule_id="AR-CHK-04", after=chain.success_value),
                    ),
                    tone="good" if chain.success else "quiet",
                    result=order.won.format(n=chain.success_value)
                    if chain.success
                    else _("failed"),
                )
            )
        )
    return chain.success, chain.success_value


def _lost(table: Table, who: str, price: Price) -> Procedure[Helped]:
    begun = yield from begin(table, who, price)
    checks = yield from opportunities.lost(table, begun)
    return Helped(wasted=True, fort_checks=checks)


# --- Aid Another ----------------------------------------------------------------------------------


def why_not_aid(encounter: Encounter, who: str, target: str) -> Refusal | None:
    """Return why somebody cannot be aided: oneself, an enemy, too far away.

    Rules: AR-MNV-01
    """
    if who == target or not encounter.are_allied(encounter[who].side, encounter[target].side):
        return Refusal("no_ally", _("Only an ally can be aided."), ("AR-MNV-01",))
    away = between(encounter, who, target)
    if away is None or away > 1:
        text = _("{name} is not adjacent; the GM may allow advice from afar.")
        text = text.format(name=encounter[target].name)
        return Refusal("not_adjacent", text, ("AR-MNV-01",))
    return None


def aid_another(table: Table, command: AidAnother) -> Procedure[Helped]:
    """Help an ally's next check of a kind.

    Rules: AR-MNV-01, AR-MOD-02, AR-INC-03
    """
    who, target = command.actor or "", command.target
    yield from require_there(table, who)
    yield from require_there(table, target)
    price = price_for(AID, command)
    yield from require_payable(table, who, price)
    yield from require_none(why_not_aid(table.now, who, target))
    may_go_on = yield from opportunities.provoke(table, who)
    if not may_go_on:
        return (yield from _lost(table, who, price))
    begun = yield from begin(table, who, price)
    dc = USUAL_DC + state_of(table.now).scene_difficulty
    exchange = Exchange(who, command.check, target, ability="personality", resisted=False)
    title = _("Aid Another, {name}").format(name=table.now[target].name)
    won = f"+{{n}} {check_title(command.check)}"
    order = _Order(exchange, AID, dc, title, won)
    success, value = yield from _check(table, order, begun.used)
    if success:
        source = _("aided by {name}").format(name=table.now[who].name)
        bonus = Modifier(
            check=command.check,
            type="assisted",
            value=value,
            source=source,
            ends="round_end",
            once=True,
        )
        yield from emit(ModifierAdded(who=target, modifier=bonus))
    checks = yield from finish(table, begun)
    return Helped(success, value, value if success else 0, target=target, fort_checks=checks)


# --- Change Reach ---------------------------------------------------------------------------------


def shifts(encounter: Encounter, who: str, most: int) -> tuple[int, ...]:
    """Return by how many squares a threat range may be shifted, without 0.

    Rules: AR-THR-04, AR-MNV-03
    """
    return tuple(by for by in range(-most, most + 1) if by and may_shift(encounter, who, by))


def may_shift(encounter: Encounter, who: str, by: int) -> bool:
    """Tell whether a shift leaves the threat range between its own place and its Reach.

    Rules: AR-THR-04
    """
    sheet = sheet_of(encounter[who])
    after = sheet.reach_shift + by
    capped = switches_of(encounter).reach_cap == "reach_value"
    return after >= 0 and (not capped or after <= sheet.reach)


def change_reach(table: Table, command: ChangeReach) -> Procedure[Helped]:
    """Shift one's threat range outwards or back.

    Rules: AR-MNV-03, AR-THR-04
    """
    who = command.actor or ""
    yield from require_there(table, who)
    price = price_for(REACH, command)
    yield from require_payable(table, who, price)
    may_go_on = yield from opportunities.provoke(table, who)
    if not may_go_on:
        return (yield from _lost(table, who, price))
    begun = yield from begin(table, who, price)
    exchange = Exchange(who, "melee_weaponry")
    order = _Order(exchange, REACH, USUAL_DC, _("Change Reach"), _("up to {n}"))
    success, value = yield from _check(table, order, begun.used)
    by = command.shift_by
    if by is None and success and shifts(table.now, who, value):
        answer = yield from ask(lambda: _how_far(table.now, who, value))
        by = int(answer.option or 0)
    by = by or 0
    legal = success and abs(by) <= value and may_shift(table.now, who, by)
    if legal and by:
        yield from emit(ReachShifted(who=who, by=by))
        nearest, farthest = sheet_of(table.now[who]).ring
        title = _("{name} threatens {a} to {b}").format(
            name=table.now[who].name, a=nearest, b=farthest
        )
        yield from emit(Explained(trace=Trace(title=title, tone="quiet")))
    checks = yield from finish(table, begun)
    return Helped(success, value, by if legal else 0, legal_shift=legal, fort_checks=checks)


def _how_far(encounter: Encounter, who: str, most: int) -> Question:
    sheet = sheet_of(encounter[who])
    options = tuple(
        Option(str(by), f"{by:+d}", "", _ring_words(sheet, by))
        for by in shifts(encounter, who, most)
    )
    default = max((int(one.id) for one in options), default=0)
    far = max((abs(int(one.id)) for one in options), default=0)
    return Question(
        key="how far",
        recipient=who,
        title=_("{name}: shift the threat range").format(name=encounter[who].name),
        text=ngettext("By up to {n} square.", "By up to {n} squares.", far).format(n=far),
        options=(*options, Option("0", _("Leave it"))),
        default=Answer(option=str(default)),
        follow_up=True,
        rule_ids=("AR-MNV-03", "AR-THR-04"),
    )


def _ring_words(sheet: ArrgsSheet, by: int) -> str:
    nearest, farthest = sheet.ring
    return _("threatens {a} to {b}").format(a=nearest + by, b=farthest + by)


# --- Reload ---------------------------------------------------------------------------------------


def reload_price(weapon: Weapon, usual: Price) -> Price:
    """Return what loading a weapon takes: the weapon's own figure of points.

    Rules: AR-MNV-14
    """
    return replace(usual, points=weapon.reload_points)


def reload(table: Table, command: Reload) -> Procedure[Helped]:
    """Load a weapon: one round, or one more for each point over the DC.

    Rules: AR-MNV-14
    """
    who = command.actor or ""
    yield from require_there(table, who)
    weapon = sheet_of(table.now[who]).weapon(command.weapon)
    text = _("{name} has no such weapon.").format(name=table.now[who].name)
    yield from require(weapon is not None, "no_weapon", text, waivable=False)
    assert weapon is not None
    price = reload_price(weapon, price_for(RELOAD, command))
    yield from require_payable(table, who, price)
    room = weapon.capacity - weapon.loaded
    text = _("{weapon} is full.").format(weapon=weapon.title)
    yield from require(room > 0, "full", text, "AR-MNV-14")
    may_go_on = yield from opportunities.provoke(table, who)
    if not may_go_on:
        return (yield from _lost(table, who, price))
    begun = yield from begin(table, who, price)
    title = _("Reload {weapon}").format(weapon=weapon.title)
    exchange = Exchange(who, "missile_weaponry")
    order = _Order(exchange, RELOAD, weapon.reload_dc, title, _("loaded"))
    success, value = yield from _check(table, order, begun.used)
    most = value if weapon.reload_several else 1
    loaded = min(most, room) if success else 0
    if loaded:
        yield from emit(Rounds(who=who, weapon=weapon.id, by=loaded))
    checks = yield from finish(table, begun)
    return Helped(success, value, loaded, fort_checks=checks)
