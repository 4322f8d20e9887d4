"""The attack as it is offered and played: its fixed stages, in the order of the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from frozendict import frozendict
from msgspec.structs import replace

from gridwar.engine.kit import (
    Candidates,
    Procedure,
    Role,
    Variant,
    call,
    must_exist,
    offer,
    plays,
    require,
    say,
)
from gridwar.systems.drive.attacks.area_attacks import burst_cells, deliver, retest
from gridwar.systems.drive.attacks.area_victims_and_hazards import strike_others, warn
from gridwar.systems.drive.attacks.armour_preview import chip_words
from gridwar.systems.drive.attacks.attack_command import Attack, blow_of
from gridwar.systems.drive.attacks.declaration_and_original_values import build, declare
from gridwar.systems.drive.attacks.defence_roll_and_criticals import choose_critical, defend
from gridwar.systems.drive.auras import answer_with_aura
from gridwar.systems.drive.core.action_headings import ATTACK
from gridwar.systems.drive.core.conditions import may_act, warn_who_only_thinks
from gridwar.systems.drive.core.sheet import sheet_of
from gridwar.systems.drive.harm.energy_after_effects import take_effect
from gridwar.systems.drive.shielding.shield_stages import (
    BEHIND_DELIVERY,
    shield_late,
    shield_low,
    shield_medium,
)
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Encounter, Table
    from gridwar.systems.drive.harm.blow_and_elements import Blow

BEFORE_THE_ROLL: Final = (declare, build, shield_low, retest, shield_medium)
AFTER_THE_ROLL: Final = (choose_critical, deliver, shield_late, *BEHIND_DELIVERY)
FOR_OTHERS: Final = (strike_others, answer_with_aura)


def _weapons(encounter: Encounter, actor: str) -> Iterator[Variant]:
    """Yield an attack with each weapon that strikes somebody, zone weapons left out."""
    for weapon in sheet_of(encounter[actor]).weapons:
        if weapon.zone is None:
            yield Variant(
                weapon.id,
                fields={"weapons": (weapon.id,), "mode": "ranged" if weapon.ranged else "melee"},
                names={"weapon": weapon.words},
                icon="crosshair" if weapon.ranged else "swords",
                weapon=weapon.id,
            )


def _marked(encounter: Encounter, command: Attack) -> Candidates:
    """Return whom an attack could strike, with what each weapon's drive makes of their armour.

    Rules: DR-ARM-01, DR-ARM-02
    """
    others = frozenset(one.id for one in encounter.everyone() if one.id != command.actor)
    words = {who: chip_words(encounter, blow_of(command, who)) for who in others}
    return Candidates(who=others, words=frozendict(words))


@offer(
    _("Attack: {weapon}"),
    icon="swords",
    group=ATTACK,
    role=Role.STRIKE,
    needs="combatant",
    each=_weapons,
    candidates=_marked,
    prepared=True,
)
@plays(Attack)
def attack(table: Table, command: Attack) -> Procedure[Blow]:
    """Play an attack through its stages; the results of all are suffered at the very end.

    Rules: DR-ARM-01, DR-ARM-04, DR-RED-05, DR-SHD-20, DR-SHD-22, DR-AUR-09
    """
    attacker, target = command.actor, command.target
    yield from may_act(table, attacker)
    # Before the target is looked at: what speaks against the weapons speaks against the offer.
    blow = blow_of(command, "")
    blow = yield from call(declare, blow, key="declare")
    yield from must_exist(table, target)
    text = _("{who} cannot be the target of its own attack.")
    yield from require(attacker != target, "oneself", text, waivable=False, who=attacker)
    yield from warn_who_only_thinks(table, attacker)
    blow = replace(blow, target=target)
    for stage in BEFORE_THE_ROLL[1:]:
        blow = yield from call(stage, blow, key=stage.__name__)
    blow = yield from call(defend, blow, key="defend")
    if blow.is_hit or (blow.outcome == "evaded" and blow.spread != "none"):
        for stage in AFTER_THE_ROLL:
            blow = yield from call(stage, blow, key=stage.__name__)
    for stage in FOR_OTHERS:
        blow = yield from call(stage, blow, key=stage.__name__)
    yield from call(suffer, blow, key="suffer")
    yield from warn(table, blow.hazard, blow.collapse, lambda: burst_cells(table.now, blow))
    return blow


def suffer(table: Table, blow: Blow) -> Procedure[None]:
    """Apply all results at once: the holder's wounds do not stop its answer (S16).

    Rules: DR-AUR-09
    """
    for one in blow.everybody():
        yield from take_effect(table, one)
    if blow.answer is not None:
        yield from say(table, _("Both strike at the same moment"))
