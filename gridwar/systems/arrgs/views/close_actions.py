"""What somebody could do in close quarters now, on whom, at what price, or why not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridwar.engine.kit import Action, Candidates, PipKind, Target
from gridwar.model.question import Refusal
from gridwar.systems.arrgs.action_points.costs import price_of, why_unable, why_unpayable
from gridwar.systems.arrgs.action_points.readying import readied_words, ready_price
from gridwar.systems.arrgs.attacks.charging import CHARGE, charge_ways
from gridwar.systems.arrgs.attacks.close_attack import why_not_with
from gridwar.systems.arrgs.core import close_commands as close
from gridwar.systems.arrgs.core.aboard import mover_of, present_category, why_carried
from gridwar.systems.arrgs.core.commands import Manoeuvre, Movement
from gridwar.systems.arrgs.core.sheet import PIP_OF, has, sheet_of
from gridwar.systems.arrgs.equipment.items import visible_items, why_unusable
from gridwar.systems.arrgs.movement.pushing import STEPS, why_not_push
from gridwar.systems.arrgs.movement.withdrawing import (
    WITHDRAW,
    WITHDRAW_GROUP,
    enemies,
    reference,
    withdraw_limit,
)
from gridwar.systems.arrgs.positioning import budgets, ways
from gridwar.systems.arrgs.positioning.aiming import why_out_of_reach
from gridwar.systems.arrgs.positioning.threat import opponents
from gridwar.systems.arrgs.positioning.turning import why_not_turn
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from gridwar.systems.arrgs.action_points.costs import Price
    from gridwar.systems.arrgs.core.attack_effects import DeedKey
    from gridwar.systems.arrgs.core.sheet import Pool, Weapon
    from gridwar.systems.arrgs.movement.withdrawing import AwayFrom

MANOEUVRES: dict[DeedKey, tuple[str, str, type[close.CloseAttack]]] = {
    "trip": (_("Trip"), "stance-prone", close.Trip),
    "disarm": (_("Disarm"), "hand", close.Disarm),
    "reposition": (_("Reposition"), "move", close.Reposition),
    "sunder": (_("Sunder"), "slash", close.Sunder),
}
SHORTCUTS: dict[DeedKey, str] = {"trip": "T", "disarm": "D", "reposition": "R", "sunder": ""}


def pool_for(encounter: Encounter, actor: str, key: str) -> Pool:
    """Return what would pay for a manoeuvre: AP, or AAP where only they are enough.

    Rules: AR-ACT-04, AR-ACT-08
    """
    return _paid(encounter, actor, price_of(key)).pool


def _paid(encounter: Encounter, actor: str, usual: Price) -> Price:
    """Return a price in AP, or in AAP where only they are enough."""
    prices = usual, replace(usual, pool="aap")
    payable = (one for one in prices if why_unpayable(encounter, actor, one) is None)
    return next(payable, usual)


def why_not(encounter: Encounter, actor: str, key: str, pool: Pool = "ap") -> Refusal | None:
    """Return why somebody cannot begin a manoeuvre now: unable, or it cannot pay."""
    return why_unable(encounter[actor]) or why_unpayable(encounter, actor, price_of(key, pool))


def pips(key: str, pool: Pool = "ap") -> tuple[PipKind, ...]:
    """Return the price of a manoeuvre as pips."""
    return (PIP_OF[pool],) * price_of(key, pool).points


def refusal_now(encounter: Encounter, actor: str, key: str) -> Refusal | None:
    """Return why somebody cannot begin a manoeuvre with whatever pool could pay for it."""
    return why_not(encounter, actor, key, pool_for(encounter, actor, key))


def price_now(encounter: Encounter, actor: str, key: str) -> tuple[PipKind, ...]:
    """Return the price of a manoeuvre in the pool that could pay for it."""
    return pips(key, pool_for(encounter, actor, key))


# --- attacks that do something else ---------------------------------------------------------------


def usable(encounter: Encounter, actor: str, key: DeedKey) -> tuple[Weapon, ...]:
    """Return the weapons with which somebody could do a manoeuvre now."""
    sheet = sheet_of(encounter[actor])
    return tuple(
        one
        for one in sheet.weapons
        if why_not_with(one, key) is None and why_unusable(sheet, one) is None
    )


def targets(encounter: Encounter, actor: str, weapon: Weapon) -> frozenset[str]:
    """Return the opponents that a weapon reaches now.

    Rules: AR-MNV-02, AR-ATK-02
    """
    return frozenset(
        who
        for who in opponents(encounter, actor)
        if not has(encounter[who], "dead")
        and why_out_of_reach(encounter, actor, who, weapon) is None
    )


def manoeuvres(encounter: Encounter, actor: str) -> Iterator[Action]:
    """Yield Charge and what replaces an attack's damage.

    Rules: AR-MNV-04, AR-MNV-08, AR-MNV-16, AR-MNV-19, AR-MNV-20
    """
    yield from _charge(encounter, actor)
    for key, (title, icon, kind) in MANOEUVRES.items():
        weapons = usable(encounter, actor, key)
        if not weapons:
            continue
        yield Action(
            key,
            title,
            icon,
            _against(encounter, actor, kind, weapons[0]),
            ("combatant",),
            _("provokes"),
            price_now(encounter, actor, key),
            SHORTCUTS[key],
            refusal_now(encounter, actor, key),
            candidates=_possible(encounter, actor, key, weapons[0]),
        )


def _against(
    encounter: Encounter, actor: str, kind: type[close.CloseAttack], weapon: Weapon
) -> Callable[[Target], Command]:
    pool = pool_for(encounter, actor, kind.kind.removeprefix("arrgs."))

    def make(target: Target) -> Command:
        return kind(actor=actor, target=target.combatant or "", weapon=weapon.id, pool=pool)

    return make


def _possible(
    encounter: Encounter, actor: str, key: DeedKey, weapon: Weapon
) -> Callable[[], Candidates]:
    def fits(who: str) -> bool:
        if key == "reposition":
            return why_not_push(encounter, actor, who) is None
        sheet = sheet_of(encounter[who])
        if key == "sunder":
            return any(item.integrity for item in visible_items(sheet))
        return key != "disarm" or bool(visible_items(sheet))

    return lambda: Candidates(frozenset(filter(fits, targets(encounter, actor, weapon))))


def _charge(encounter: Encounter, actor: str) -> Iterator[Action]:
    weapons = usable(encounter, actor, "attack")
    weapons = tuple(one for one in weapons if one.category == "melee")
    if not weapons:
        return
    refusal = budgets.why_immovable(encounter[actor]) or refusal_now(encounter, actor, CHARGE)

    def possible() -> Candidates:
        foes = opponents(encounter, actor)
        return Candidates(frozenset(who for who in foes if charge_ways(encounter, actor, who)))

    yield Action(
        CHARGE,
        _("Charge"),
        "chevrons-right",
        _against(encounter, actor, close.Charge, weapons[0]),
        ("combatant",),
        _("2 squares or more, straight; +2, Reflex −2"),
        price_now(encounter, actor, CHARGE),
        "C",
        refusal,
        candidates=possible,
    )


# --- moving off -----------------------------------------------------------------------------------


def moving_off(encounter: Encounter, actor: str) -> Iterator[Action]:
    """Yield Withdraw, while there is somebody to withdraw from: the nearest, or the largest group.

    Rules: AR-MNV-21
    """
    mover = mover_of(encounter, actor)
    nearest, foes = reference(encounter, mover), enemies(encounter, mover)
    if nearest:
        names = ", ".join(encounter[who].name for who in nearest)
        yield _withdraw(encounter, actor, names, "nearest")
    if len(foes) > len(nearest):
        yield _withdraw(encounter, actor, _("the largest group"), "group")


def _withdraw(encounter: Encounter, actor: str, whom: str, away_from: AwayFrom) -> Action:
    mover, pool = mover_of(encounter, actor), pool_for(encounter, actor, WITHDRAW)
    from_group = away_from == "group"

    def make(target: Target) -> Command:
        return close.Withdraw(actor=actor, path=target.path, pool=pool, away_from=away_from)

    note = _("{n} squares away from {names}; provokes nobody").format(
        n=withdraw_limit(encounter, mover), names=whom
    )
    fixed = budgets.why_immovable(encounter[mover]) or why_carried(encounter, mover)
    refusal = fixed or refusal_now(encounter, actor, WITHDRAW)
    return Action(
        WITHDRAW_GROUP if from_group else WITHDRAW,
        _("Withdraw from the group") if from_group else _("Withdraw"),
        "log-out",
        make,
        ("path",),
        note,
        price_now(encounter, actor, WITHDRAW),
        "" if from_group else "W",
        refusal,
    )


def beside(encounter: Encounter, actor: str) -> Callable[[], Candidates]:
    """Return what works out the squares that a Sidestep may use.

    Rules: AR-MNV-17
    """

    def work_out() -> Candidates:
        start = encounter[actor].pos
        if start is None:
            return Candidates()
        category = present_category(encounter, actor)
        ground = ways.ground_for(encounter, actor, category)
        around = (start.shifted(*step) for step in STEPS.values())
        return Candidates(
            cells=frozenset(
                cell
                for cell in around
                if ground.why_blocked(start, cell) is None
                and ground.may_stop(cell)
                and why_not_turn(encounter, actor, (cell,), category) is None
            )
        )

    return work_out


# --- helping, reach, reloading, getting ready -----------------------------------------------------


def helping(encounter: Encounter, actor: str) -> Iterator[Action]:
    """Yield Ready.

    Rules: AR-MNV-13
    """
    refusal = why_unable(encounter[actor]) or _why_not_ready(encounter, actor)
    yield Action(
        "ready",
        _("Ready"),
        "hourglass",
        lambda _target: close.Ready(actor=actor),
        (),
        _("AP become AAP until a trigger comes"),
        (),
        "Y",
        refusal,
    )


def _why_not_ready(encounter: Encounter, actor: str) -> Refusal | None:
    if not sheet_of(encounter[actor]).ap:
        text = _("{name} has no AP left to swap.").format(name=encounter[actor].name)
        return Refusal("no_points", text, ("AR-MNV-13",), waivable=False)
    return why_unpayable(encounter, actor, ready_price(encounter))


# --- what was readied -----------------------------------------------------------------------------


def readied(encounter: Encounter, actor: str, offered: tuple[Action, ...]) -> tuple[Action, ...]:
    """Return the readied manoeuvre as it may be done now, in the turn of another.

    Rules: AR-MNV-13, AR-ACT-06
    """
    waiting = sheet_of(encounter[actor]).readied
    if waiting is None or not waiting.manoeuvre or encounter.turn in (None, actor):
        return ()
    key = waiting.manoeuvre
    price = price_of(key, "aap", immediate=True)
    refusal = why_unable(encounter[actor]) or why_unpayable(encounter, actor, price)
    note = _("Trigger now: {what}").format(what=readied_words(waiting))
    return tuple(
        replace(
            one,
            id=f"now:{one.id}",
            make=_now(one.make),
            note=note,
            refusal=refusal,
            price=(PIP_OF["aap"],) * price.points,
            shortcut="",
            group=_("Ready"),
        )
        for one in offered
        if one.id.split(":")[0] == key and not one.id.endswith(":aap")
    )


def _now(make: Callable[[Target], Command]) -> Callable[[Target], Command]:
    def made(target: Target) -> Command:
        command = make(target)
        if isinstance(command, Manoeuvre):
            return command.replace(pool="aap", readied=True)
        path = getattr(command, "path", ())
        return Movement(actor=command.actor or "", path=path, pool="aap", readied=True)

    return made
