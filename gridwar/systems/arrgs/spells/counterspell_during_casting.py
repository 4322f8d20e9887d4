"""Countering a spell while it is cast: who may, with what, and what comes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.engine.kit import Encounter, Option, Procedure, Table, Tally, choose, play
from gridwar.model.command import NO_ADJUSTMENTS
from gridwar.systems.arrgs.actions.paying_for_actions import overused
from gridwar.systems.arrgs.actions.prices import immediate_price
from gridwar.systems.arrgs.actions.ready import is_prompt
from gridwar.systems.arrgs.checks.check_rolls import signed
from gridwar.systems.arrgs.checks.check_sums import bonus_of
from gridwar.systems.arrgs.checks.reactions import reaction_result
from gridwar.systems.arrgs.core.initiative import initiative_order
from gridwar.systems.arrgs.positions.distances import opponents
from gridwar.systems.arrgs.spells.counterspell import (
    COUNTERSPELL,
    Countered,
    Counterspell,
    counter_price,
    exchanges,
    opposed_casting,
    qualifying,
)
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.systems.arrgs.core.weapon_and_item_records import Weapon
    from gridwar.systems.arrgs.spells.counterspell import Casting

WINDOW: Final = "counterspell"
PASS: Final = "pass"


def is_countered(table: Table, casting: Casting) -> Procedure[bool]:
    """Let opponents counter a spell while it is cast; True once one of them has cancelled it.

    Rules: AR-MNV-06, AR-ACT-06
    """
    foes = frozenset(opponents(table.now, casting.who))
    for who in initiative_order(table.now):
        if who not in foes or not is_prompt(table.now, who, COUNTERSPELL):
            continue
        if not qualifying(table.now, who, opposed_casting(casting)):
            continue
        chosen = yield from _with_what(table, who, casting)
        if chosen == PASS:
            continue
        command = Counterspell(
            actor=who,
            target=casting.who,
            using=chosen.split(":", 1)[1],
            weapon=casting.weapon.id,
            targeted=casting.target == who,
            pool="aap",
            answers=True,
        )
        done = yield from play(command, key=f"counterspell of {who}")
        if isinstance(done, Countered) and done.outcome == "cancelled":
            return True
    return False


def _with_what(table: Table, who: str, casting: Casting) -> Procedure[str]:
    spell, against = casting.weapon, opposed_casting(casting)

    def options() -> Iterator[Option]:
        yield Option(PASS, _("Let it be cast"))
        for using in qualifying(table.now, who, against):
            yield _option(table.now, who, casting, using)

    words = _("{caster} casts {spell}: {school}, level {n}. What is given up is spent either way.")
    caster = table.now[casting.who].name
    return choose(
        table,
        _("{who}: counter {spell}?"),
        options,
        "AR-MNV-06",
        "AR-ACT-06",
        key=f"counterspell of {who}",
        whom=who,
        info=words.format(
            caster=caster, spell=spell.title, school=spell.school, n=spell.spell_level
        ),
        window=WINDOW,
        who=who,
        spell=spell.title,
    )


def _option(encounter: Encounter, who: str, casting: Casting, using: Weapon) -> Option:
    """Return giving up one spell, with its price, what it is rolled with and against."""
    price = counter_price(encounter, immediate_price(COUNTERSPELL), using)
    own, facing = exchanges(casting.who, who, using, overused(encounter, who, price.points))
    dc = reaction_result(Tally("opposing", NO_ADJUSTMENTS), encounter, facing)
    bonus = signed(bonus_of(encounter, own))
    effect = _("d20 {bonus} against {dc}").format(bonus=bonus, dc=dc)
    if using.prepared is not None:
        effect += "; " + _("{n} prepared").format(n=using.prepared)
    words = _("{points} AAP, {vitality} Vitality")
    paid = words.format(points=price.points, vitality=price.vitality)
    return Option(f"counter:{using.id}", using.title, paid, effect)
