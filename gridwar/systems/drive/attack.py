"""The attack: its fixed stages, one small function each, in the order of the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from gridwar.engine.kit import (
    Act,
    Encounter,
    Procedure,
    Variant,
    call,
    explain,
    must_exist,
    offer,
    plays,
    require,
)
from gridwar.model.trace import Trace
from gridwar.systems.drive.applying import take_effect
from gridwar.systems.drive.auras import answer_with_aura
from gridwar.systems.drive.blow import Blow, Critical, Manner
from gridwar.systems.drive.building import build, declare
from gridwar.systems.drive.damage import add_up, apply_modifiers, deliver, meet_armour, set_drive
from gridwar.systems.drive.defence import choose_critical, defend
from gridwar.systems.drive.sheet import sheet_of
from gridwar.systems.drive.shielding import retest, shield_high, shield_low, shield_medium
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Table

BEFORE_THE_ROLL = (declare, build, shield_low, retest, shield_medium)
AFTER_THE_ROLL = (
    choose_critical,
    deliver,
    set_drive,
    meet_armour,
    shield_high,
    apply_modifiers,
    add_up,
    answer_with_aura,
)


def _weapons(encounter: Encounter, actor: str) -> Iterator[Variant]:
    """Yield an attack with each weapon."""
    for weapon in sheet_of(encounter[actor]).weapons:
        is_ranged = weapon.base_damage is None or "ranged" in weapon.tags
        yield Variant(
            weapon.id,
            fields={"weapons": (weapon.id,), "mode": "ranged" if is_ranged else "melee"},
            names={"weapon": weapon.name or weapon.id},
            icon="crosshair" if is_ranged else "swords",
            weapon=weapon.id,
        )


@offer(_("Attack: {weapon}"), icon="swords", group=_("Attack"), needs="combatant", each=_weapons)
class Attack(Act):
    """Strike with a melee weapon or several, or fire one shot or several, at one target."""

    target: str
    mode: Literal["melee", "ranged"] = "melee"
    weapons: tuple[str, ...]
    """Ids, in the order in which they are resolved."""
    competent: bool = False
    str_used: int | None = None
    weapon_percent: Literal[25, 50, 100] = 100
    half_power: bool = False
    defence_tn: int | None = None
    """In place of the one on the target's sheet."""
    critical: Critical = "ask"
    injury_type: str = "core"


@plays(Attack)
def attack(table: Table, command: Attack) -> Procedure[Blow]:
    """Play an attack through its stages; both sides' results are suffered at the very end.

    Rules: DR-ARM-01, DR-ARM-04, DR-SHD-20, DR-SHD-22, DR-AUR-09
    """
    attacker, target = command.actor, command.target
    is_out = sheet_of(table.now[attacker]).is_out
    yield from require(not is_out, "out", _("{who} is out of the fight."), who=attacker)
    yield from must_exist(table, target)
    text = _("{who} cannot be the target of its own attack.")
    yield from require(attacker != target, "oneself", text, waivable=False, who=attacker)
    manner = Manner(
        command.mode,
        command.competent,
        command.str_used,
        command.weapon_percent,
        command.half_power,
        command.defence_tn,
        command.critical,
        command.injury_type,
    )
    blow = Blow(attacker, target, command.weapons, manner)
    for stage in BEFORE_THE_ROLL:
        blow = yield from call(stage, blow, key=stage.__name__)
    if not blow.is_over:
        blow = yield from call(defend, blow, key="defend")
    if not blow.is_over:
        for stage in AFTER_THE_ROLL:
            blow = yield from call(stage, blow, key=stage.__name__)
    yield from call(suffer, blow, key="suffer")
    return blow


def suffer(table: Table, blow: Blow) -> Procedure[None]:
    """Apply all results at once: the holder's wounds do not stop its answer (S16).

    Rules: DR-AUR-09
    """
    yield from take_effect(table, blow)
    if blow.answer is not None:
        yield from take_effect(table, blow.answer)
        title = _("Both strike at the same moment")
        yield from explain(table, lambda: Trace(title=title, tone="quiet"))
