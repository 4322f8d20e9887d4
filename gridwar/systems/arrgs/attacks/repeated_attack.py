"""Repeated Attack: up to five attacks with one weapon on one target, each harder than the last."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

from gridwar.engine.kit import (
    Number,
    Option,
    Procedure,
    Role,
    Variant,
    allows,
    choose,
    emit,
    fold,
    plays,
    require,
)
from gridwar.systems.arrgs.actions.offers import (
    ATTACKS,
    SPELLS,
    WeaponManoeuvre,
    is_willing,
    offer_manoeuvre,
)
from gridwar.systems.arrgs.actions.paying_for_actions import Begun, Lost, begin, pay_again, wasted
from gridwar.systems.arrgs.actions.prices import Price, price_for
from gridwar.systems.arrgs.attacks.attack import AttackResult, resolve
from gridwar.systems.arrgs.attacks.attack_kinds_and_records import Strike
from gridwar.systems.arrgs.attacks.legality import (
    all_for,
    foes_for,
    may_attack,
    may_strike,
    may_use,
    must_strike_one,
    plain_weapons,
    provokes,
    variant_with,
)
from gridwar.systems.arrgs.checks.typed_modifiers import ModifierAdded
from gridwar.systems.arrgs.core.sheet import Modifier, sheet_of
from gridwar.systems.arrgs.equipment import may_wield, must_be_prepared
from gridwar.systems.arrgs.opportunities import opportunities
from gridwar.systems.arrgs.opportunities.opportunities import may_answer
from gridwar.systems.arrgs.opportunities.threat_and_weapon_arcs import REPEATED
from gridwar.systems.arrgs.positions.areas_and_occupants import has_area
from gridwar.systems.arrgs.spells.casting import spell_price, spellbook
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Encounter, Table

MOST: Final = 5
STEP: Final = -2


class Swing(Struct, frozen=True):
    """One attack of the series: its number, from 1, and what all have in common."""

    number: int
    strike: Strike
    price: Price
    provokes: bool
    asks: bool


class Series(Struct, frozen=True):
    """How far the series has come. ``damage`` and ``attacks`` are not kept while rehearsing."""

    begun: Begun | None = None
    made: int = 0
    damage: int = 0
    success: bool = False
    """One of the attacks succeeded."""
    over: bool = False
    wasted: bool = False
    attacks: tuple[AttackResult, ...] = ()

    @property
    def penalty(self) -> int:
        """What stays on all checks until End of Round."""
        return STEP * max(0, self.made - 1)


def _weapons(encounter: Encounter, who: str) -> Iterator[Variant]:
    for weapon in plain_weapons(encounter, who):
        yield variant_with(encounter, who, weapon, REPEATED)


def _spells(encounter: Encounter, who: str) -> Iterator[Variant]:
    for spell in spellbook(encounter, who):
        if spell.effect == "damage" and not has_area(encounter, who, spell):
            yield variant_with(encounter, who, spell, REPEATED)


@may_answer
@offer_manoeuvre(
    REPEATED,
    _("Repeated Attack: {weapon}"),
    icon="repeat",
    group=ATTACKS,
    role=Role.STRIKE,
    needs="combatant",
    each=_weapons,
    candidates=foes_for,
)
@offer_manoeuvre(
    REPEATED,
    _("Cast {weapon} repeatedly"),
    id="cast_repeatedly",
    icon="repeat",
    group=SPELLS,
    role=Role.STRIKE,
    needs="combatant",
    each=_spells,
    candidates=all_for,
)
class RepeatedAttack(WeaponManoeuvre):
    """The Repeated Attack manoeuvre: up to five attacks; without a number it asks after each."""

    attacks: Number | None = None


@plays(RepeatedAttack)
def repeated_attack(table: Table, command: RepeatedAttack) -> Procedure[Series]:
    """Attack one target several times.

    Rules: AR-MNV-15
    """
    who, price = command.actor, price_for(REPEATED, command)
    text = _("A Repeated Attack is one to five attacks.")
    most = MOST if command.attacks is None else command.attacks
    yield from require(1 <= most <= MOST, "how_many", text, "AR-MNV-15", waivable=False)
    weapon = yield from may_use(table, who, command.weapon, price)
    yield from must_be_prepared(weapon, command.attacks or 1)
    text = _("{weapon} has to be reloaded between attacks.")
    slow = weapon.capacity > 0 and weapon.reload_points > 0
    yield from require(not slow, "needs_reload", text, "AR-MNV-15", weapon=weapon.title)
    yield from may_attack(table, command, price)
    yield from must_strike_one(table, who, weapon)
    price = spell_price(table.now, price, weapon)
    opens = not command.answers and provokes(table.now, who, weapon, REPEATED)
    strike = Strike(who, command.target, weapon, willing=is_willing(table.now, command))
    asks = command.attacks is None
    swings = tuple(Swing(n, strike, price, opens, asks) for n in range(1, most + 1))
    return (yield from fold(_swing, swings, Series(), key="attack"))


def _swing(table: Table, swing: Swing, series: Series) -> Procedure[Series]:
    who, target, weapon = swing.strike.who, swing.strike.target, swing.strike.weapon
    if series.over:
        return series
    if series.begun is not None:
        may_go_on = allows(table.now, may_strike, who, target, weapon) and not _is_spent(
            table.now, swing
        )
        if not may_go_on or (swing.asks and not (yield from _goes_on(table, swing))):
            return replace(series, over=True)
    if swing.provokes:
        may_go_on = yield from opportunities.provoke(table, who)
        if not may_go_on:
            if series.begun is None:
                yield from begin(table, who, swing.price)
            yield from wasted(table, who)
            return replace(series, over=True, wasted=True)
    begun: Begun | Lost
    if series.begun is None:
        begun = yield from begin(table, who, swing.price)
    else:
        tired = Modifier(value=STEP, source=_("Repeated Attack"), ends="round_end")
        yield from emit(ModifierAdded(who=who, modifier=tired))
        begun = yield from pay_again(table, series.begun)
    if isinstance(begun, Lost):
        return replace(series, over=True, wasted=not series.made)
    done = yield from resolve(table, replace(swing.strike, used=begun.used), begun)
    return Series(
        begun,
        series.made + 1,
        0 if table.rehearsal else series.damage + done.damage,
        series.success or done.success,
        over=opportunities.is_stopped(table.now, who, moving=False),
        attacks=() if table.rehearsal else (*series.attacks, done),
    )


def _is_spent(encounter: Encounter, swing: Swing) -> bool:
    """Return whether the weapon can no longer be used: empty, destroyed, knocked away."""
    who = swing.strike.who
    weapon = sheet_of(encounter[who]).weapon(swing.strike.weapon.id)
    return weapon is None or not allows(encounter, may_wield, who, weapon)


def _goes_on(table: Table, swing: Swing) -> Procedure[bool]:
    who, penalty = swing.strike.who, STEP * (swing.number - 1)
    vitality = _("{n} Vitality").format(n=swing.price.vitality)
    info = _("Number {n}, at {penalty}; the penalty stays until End of Round.")
    chosen = yield from choose(
        table,
        _("{who}: another attack?"),
        (Option("go_on", _("Attack again"), vitality, str(penalty)), Option("stop", _("Stop"))),
        "AR-MNV-15",
        key="go on",
        whom=who,
        info=info.format(n=swing.number, penalty=penalty),
        who=who,
    )
    return chosen != "stop"
