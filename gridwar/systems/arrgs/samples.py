"""Combatants to begin with; people and weapons are Gridwar's own."""

from __future__ import annotations

from frozendict import frozendict

from gridwar.model.combatant import Combatant
from gridwar.model.geometry import Size
from gridwar.systems.arrgs.sheet import ArrgsSheet, Resistance, Weapon
from gridwar.text import _


def samples() -> tuple[Combatant, ...]:
    """Return combatants to put on the board."""
    sword = Weapon(id="sword", name=_("Sword"), base_sv=8, types=("slashing",), critical_range=19)
    spear = Weapon(id="spear", name=_("Spear"), base_sv=6, types=("piercing",))
    axe = Weapon(id="axe", name=_("Axe"), base_sv=7, types=("slashing",))
    fist = Weapon(id="fist", name=_("Fist"), base_sv=1, types=("bludgeoning",), unarmed=True)
    bow = Weapon(
        id="bow", name=_("Bow"), category="ranged", base_sv=6, types=("piercing",),
        range_increment=8, max_increments=5,
    )  # fmt: skip
    guard = ArrgsSheet(
        initiative=14, agility_score=12, aap_max=2, aap=2, total_vitality=48, current_vitality=48,
        mods=_mods(melee=6, reflex=3, fortitude=4), weapons=(sword, fist),
    )  # fmt: skip
    scout = ArrgsSheet(
        initiative=18, agility_score=16, aap_max=1, aap=1, base_speed=6, total_vitality=38,
        current_vitality=38, mods=_mods(melee=3, ranged=6, reflex=6, fortitude=2),
        weapons=(bow, fist),
    )  # fmt: skip
    pike = ArrgsSheet(
        initiative=11, aap_max=2, aap=2, threat_min=2, threat_max=2, total_vitality=44,
        current_vitality=44, mods=_mods(melee=5, reflex=2, fortitude=3), weapons=(spear, fist),
    )  # fmt: skip
    raider = ArrgsSheet(
        initiative=12, agility_score=11, aap_max=2, aap=2, total_vitality=36, current_vitality=36,
        mods=_mods(melee=4, reflex=2, fortitude=2), weapons=(axe, fist),
    )  # fmt: skip
    ogre = ArrgsSheet(
        size="Large", size_modifier=1, initiative=7, agility_score=8, aap_max=2, aap=2,
        threat_max=2, total_vitality=80, current_vitality=80, base_speed=6,
        mods=_mods(melee=7, reflex=1, fortitude=7), dr=(Resistance(value=3, type="bludgeoning"),),
        vulnerable=frozenset({"fire"}), weapons=(axe, fist),
    )  # fmt: skip
    return (
        Combatant(id="guard", name=_("Guard"), side="1", sheet=guard),
        Combatant(id="scout", name=_("Scout"), side="1", sheet=scout),
        Combatant(id="pike", name=_("Pikeman"), side="1", sheet=pike),
        Combatant(id="raider", name=_("Raider"), side="2", sheet=raider),
        Combatant(id="ogre", name=_("Ogre"), side="2", size=Size(2, 2), sheet=ogre),
    )


def _mods(**mods: int) -> frozendict[str, int]:
    return frozendict(mods)
