"""Keeping auras up: a free action at the turn's end, what fades, devices that are gone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from gridwar.engine.kit import (
    Act,
    Command,
    Procedure,
    Role,
    Step,
    Variant,
    call,
    emit,
    must_exist,
    offer,
    plays,
    require,
    say,
)
from gridwar.model.events import EffectAdded, EffectRemoved
from gridwar.systems.drive.auras.hit_back import touch
from gridwar.systems.drive.core.conditions import (
    CONDITIONS,
    MENTAL_ONLY,
    effect_of,
    is_able,
    only_thinks,
)
from gridwar.systems.drive.core.events import AuraLost, AuraStored, ShieldSwitched
from gridwar.systems.drive.core.headings import AURAS, BY_THE_GM
from gridwar.systems.drive.core.sheet import aura_of, linked, sheet_of
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Encounter, Table


def _conditions(encounter: Encounter, who: str) -> Iterator[Variant]:
    for condition, title in CONDITIONS.items():
        is_so = encounter[who].has_effect(condition)
        words = _("No longer: {condition}").format(condition=title) if is_so else title
        yield Variant(condition, fields={"condition": condition}, title=words)


@offer(
    _("Condition"),
    icon="circle-dot",
    group=BY_THE_GM,
    role=Role.OTHER,
    about="target",
    each=_conditions,
)
class SetCondition(Command):
    """Let somebody be unable to act, or to do more than think, at the GM's word; or no longer."""

    target: str
    condition: Literal["incapacitated", "paralysed", "pinned", "mental_actions_only"]


@plays(SetCondition)
def set_condition(table: Table, command: SetCondition) -> Procedure[None]:
    """Let a condition begin, or end where it lasts: it decides which auras are kept up.

    Rules: DR-AUR-15, DR-AUR-16
    """
    who, condition = command.target, command.condition
    yield from must_exist(table, who)
    ends, name = table.now[who].has_effect(condition), CONDITIONS[condition]
    if ends:
        yield from emit(EffectRemoved(who=who, effect=condition))
    else:
        yield from emit(EffectAdded(who=who, effect=effect_of(condition)))
    text = _("{whom} is no longer {condition}") if ends else _("{whom} is {condition}")
    step = Step(label=name, rule_id="DR-AUR-16" if condition == MENTAL_ONLY else "DR-AUR-15")
    yield from say(table, text, whom=who, condition=name.lower(), steps=(step,))


def auras_lost(encounter: Encounter, who: str) -> tuple[str, ...]:
    """Return which auras somebody cannot keep up now; out of the fight counts as incapacitated.

    Rules: DR-AUR-15, DR-AUR-16, DR-AUR-17
    """
    auras = sheet_of(encounter[who]).auras
    if not is_able(encounter, who):
        return tuple(aura.id for aura in auras)
    thinks = only_thinks(encounter, who)
    return tuple(aura.id for aura in auras if thinks and not aura.mental)


def end_grapples(table: Table, who: str) -> Procedure[None]:
    """Let auras answer whoever ends their turn grappling with the holders.

    Rules: DR-AUR-02
    """
    for holder in linked(table.now, who, "grapple"):
        yield from call(_grappled, (who, holder), key=f"grapple of {holder}")


def keep_up(table: Table, who: str) -> Procedure[None]:
    """Let the auras of somebody end that cannot be kept up at the end of their turn.

    Rules: DR-AUR-15, DR-AUR-16, DR-AUR-17
    """
    for aura in auras_lost(table.now, who):
        step = Step(label=_("Not kept up"), rule_id="DR-AUR-15")
        yield from emit(AuraLost(who=who, aura=aura))
        text = _("{who}'s aura {aura} fades")
        yield from say(table, text, who=who, aura=aura, steps=(step,), tone="plain")


def _grappled(table: Table, pair: tuple[str, str]) -> Procedure[None]:
    who, holder = pair
    yield from touch(table, who, holder)


def start_of_turn(table: Table, who: str) -> Procedure[None]:
    """Let what is stored fade as its source says.

    Rules: DR-AUR-01
    """
    fading = [(one.id, min(one.decay, one.stored)) for one in sheet_of(table.now[who]).auras]
    for aura, by in fading:
        if by:
            step = Step(label=aura, rule_id="DR-AUR-01", after=-by)
            yield from emit(AuraStored(who=who, aura=aura, by=-by))
            text, result = _("{who}'s aura {aura} fades a little"), str(-by)
            yield from say(table, text, who=who, aura=aura, steps=(step,), result=result)


def _devices(encounter: Encounter, who: str) -> Iterator[Variant]:
    sheet = sheet_of(encounter[who])
    for one in sheet.auras:
        if one.origin == "device":
            yield Variant(one.id, fields={"device": one.id}, names={"device": one.id})
    for shield in sheet.shields:
        if shield.origin == "device" and shield.active:
            yield Variant(shield.id, fields={"device": shield.id}, names={"device": shield.id})


@offer(_("Drop {device}"), icon="package", group=AURAS, role=Role.OTHER, each=_devices)
class DropDevice(Act):
    """Let go of the device that makes an aura or a shield, or have it disabled.

    Rules: DR-AUR-18
    """

    device: str


@plays(DropDevice)
def drop_device(table: Table, command: DropDevice) -> Procedure[None]:
    """Take away the aura of a device at once; a shield of a device goes off.

    Rules: DR-AUR-18
    """
    who, device = command.actor, command.device
    aura = aura_of(table.now[who], device)
    shields = sheet_of(table.now[who]).shields
    is_aura = aura is not None and aura.origin == "device"
    is_shield = any(one.id == device and one.origin == "device" for one in shields)
    text = _("{who} has no such device.")
    yield from require(is_aura or is_shield, "no_device", text, "DR-AUR-18", who=who)
    if is_aura:
        yield from emit(AuraLost(who=who, aura=device))
    if is_shield:
        yield from emit(ShieldSwitched(who=who, shield=device, active=False))
    step = Step(label=device, rule_id="DR-AUR-18")
    yield from say(table, _("{who} drops {device}"), who=who, device=device, steps=(step,))
