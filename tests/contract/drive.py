"""Drive's scenario: a blow at the holder of two auras, which one of them answers."""

from __future__ import annotations

from gridwar.model.command import Adjustments, Answer
from gridwar.systems.drive.attacks.attack_command import Attack
from gridwar.systems.drive.core.sheet import DriveSheet
from gridwar.systems.drive.core.shield_aura_gravity import Aura
from gridwar.systems.drive.core.weapons_armour_resistances import Armour, EnergyPart, Weapon
from tests.contract.scenario import Scenario
from tests.systems.drive.people import duel, shield

SWORD = Weapon(
    id="sword",
    name="Sword",
    base_damage=12,
    base_drive=14,
    energy=(EnergyPart(kind="heat", damage=10),),
)


def scenario() -> Scenario:
    """Return a striker in armour and a holder who can neither evade nor be hit critically."""
    attacker = DriveSheet(weapons=(SWORD,), armour=Armour(lo=20, hi=40), out_at=60)
    auras = (Aura(id="warm", kind="heat", stored=35), Aura(id="cold", kind="frost", stored=15))
    holder = DriveSheet(
        armour=Armour(lo=10, hi=30), shields=(shield("H", "high", 3),), auras=auras, out_at=40
    )
    strike = Attack(actor="a", target="t", weapons=("sword",), critical="drive")
    return Scenario(
        start=duel(attacker, holder),
        actor="a",
        kept=frozenset({"auras"}),  # what decays of them is gone, as points are
        asks=strike,
        answers={
            "defend/no defence": Answer(option="hit"),
            "answer_with_aura/answer": Answer(option="warm:30"),
        },
        refused=strike.model_copy(update={"weapons": ("axe",)}),
        code="no_weapon",
        amended=Adjustments(lines_off=frozenset({"add_up/damage/DR-ARM-04:1"})),
        chances=strike.model_copy(update={"defence_tn": 35}),
        given={"answer_with_aura/answer": Answer(option="cold:10")},
        exact=0.65,
    )
