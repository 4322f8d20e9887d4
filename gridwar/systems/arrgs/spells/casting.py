"""Casting: how hard a spell is, what it costs, and its slots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from gridwar.engine.kit import Encounter, Procedure, SheetEvent, Step, Table, emit
from gridwar.systems.arrgs.checks.check_sums import dc_parts
from gridwar.systems.arrgs.core.sheet import ArrgsSheet, sheet_of, switches_of
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.systems.arrgs.actions.prices import Price
    from gridwar.systems.arrgs.core.weapon_and_item_records import Weapon

CASTING_DC: Final = 10


def casting_difficulty(weapon: Weapon) -> int | None:
    """Return the result that a spell attack must reach; None for what is no spell.

    Rules: AR-SPL-01
    """
    return CASTING_DC + weapon.spell_level if weapon.is_spell else None


def casting_steps(weapon: Weapon) -> tuple[Step, ...]:
    """Return what a spell attack must reach, with its parts; nothing for what is no spell.

    Rules: AR-SPL-01
    """
    difficulty = casting_difficulty(weapon)
    if difficulty is None:
        return ()
    cast = Step(label=_("Casting difficulty"), rule_id="AR-SPL-01", after=difficulty)
    return (*spell_dc_parts(weapon.spell_level, "AR-SPL-01"), cast)


def spell_dc_parts(spell_level: int, rule_id: str) -> tuple[Step, ...]:
    """Return what the DC of a check upon a spell is made of.

    Rules: AR-SPL-01, AR-MNV-05, AR-MNV-09
    """
    level = _("Spell level {n}").format(n=spell_level)
    return dc_parts(rule_id, (_("A spell"), CASTING_DC), (level, spell_level))


def is_cast(weapon: Weapon, result: int) -> bool:
    """Return whether a result is good enough to cast a spell; for what is no spell it always is.

    Rules: AR-SPL-01
    """
    difficulty = casting_difficulty(weapon)
    return difficulty is None or result >= difficulty


def willing_dc(encounter: Encounter, weapon: Weapon) -> int:
    """Return the DC of an attack on somebody who lets it happen.

    Rules: AR-ATK-04, AR-SPL-02
    """
    counted = switches_of(encounter).willing_sv == "from_casting_difficulty"
    return (casting_difficulty(weapon) or 0) if counted else 0


def spell_price(encounter: Encounter, price: Price, weapon: Weapon) -> Price:
    """Return what an attack takes with a weapon: a spell its level in Vitality, at least 1.

    Rules: AR-VIT-03
    """
    if not weapon.is_spell:
        return price
    price = replace(price, spell_level=weapon.spell_level)
    if switches_of(encounter).spell_vitality == "1":
        return price
    return replace(price, vitality=max(price.vitality, weapon.spell_level))


class SlotSpent(SheetEvent):
    """A prepared casting is gone until a rest."""

    spell: str

    def on(self, sheet: ArrgsSheet) -> ArrgsSheet:
        """Count one casting less, where they are counted."""
        weapons = tuple(
            weapon.replace(prepared=max(0, weapon.prepared - 1))
            if weapon.id == self.spell and weapon.prepared is not None
            else weapon
            for weapon in sheet.weapons
        )
        return sheet.replace(weapons=weapons)


def spend_slot(table: Table, who: str, weapon: Weapon) -> Procedure[None]:
    """Use up one prepared casting.

    Rules: AR-SPL-05
    """
    if weapon.prepared is not None:
        yield from emit(SlotSpent(who=who, spell=weapon.id))


def spellbook(encounter: Encounter, who: str) -> tuple[Weapon, ...]:
    """Return the spells that somebody knows."""
    return tuple(one for one in sheet_of(encounter[who]).weapons if one.is_spell)
