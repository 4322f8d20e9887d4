"""Damage auras: who may answer, with how much, what the answer does; how auras are kept up.

An answer runs through the same stages as an attack, from the drive on, with the roles exchanged.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final, Literal

from msgspec.structs import replace

from gridwar.engine.kit import (
    Act,
    ChoiceField,
    Option,
    Procedure,
    Role,
    Step,
    Variant,
    call,
    choose,
    emit,
    must_exist,
    offer,
    plays,
    require,
    say,
)
from gridwar.systems.drive.core.action_headings import AURAS
from gridwar.systems.drive.core.conditions import (
    is_able,
    may_act,
    only_thinks,
    warn_who_only_thinks,
)
from gridwar.systems.drive.core.events import AuraLost, AuraStored, ShieldSwitched
from gridwar.systems.drive.core.sheet import DriveSheet, aura_of, is_linked, linked, sheet_of
from gridwar.systems.drive.core.tables import constants
from gridwar.systems.drive.core.weapons_armour_resistances import ENERGY
from gridwar.systems.drive.harm.blow_and_elements import Blow, Element, Manner
from gridwar.systems.drive.harm.energy_after_effects import take_effect
from gridwar.systems.drive.shielding.shield_stages import BEHIND_DELIVERY
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from gridwar.engine.kit import Encounter, Table

NO_ANSWER: Final = "none"
Event = Literal["melee_hit", "touch", "grab_item", "trip", "grapple_turn_end"]


def amounts(stored: int) -> tuple[int, ...]:
    """Return how much can be spent of an aura: multiples of 10, or everything.

    Rules: DR-AUR-03
    """
    step = constants().aura.step
    return (*range(step, stored, step), stored) if stored else ()


def answer_options(encounter: Encounter, holder: str) -> tuple[tuple[str, int], ...]:
    """Return the answers a holder has, aura and amount: one of them for one event.

    Rules: DR-AUR-03, DR-AUR-08
    """
    auras = sheet_of(encounter[holder]).auras
    return tuple((one.id, amount) for one in auras for amount in amounts(one.stored))


def shines(sheet: DriveSheet) -> bool:
    """Return whether stored energy makes its holder shine: moderate light, low Stealth.

    Rules: DR-AUR-12
    """
    return any(one.kind in ENERGY and one.stored for one in sheet.auras)


EVENTS: Final[Mapping[Event, str]] = {
    "touch": _("Touch"),
    "grab_item": _("Grab Item"),
    "trip": _("Trip, dismount, throw"),
    "melee_hit": _("A hit in melee"),
}
"""What an aura answers."""


@offer(
    _("Touch"),
    icon="hand",
    group=AURAS,
    role=Role.OTHER,
    needs="combatant",
    note=_("or grab, trip, throw"),
    prepared=True,
)
class Contact(Act):
    """Something other than an attack with weapons that an aura answers.

    Rules: DR-AUR-02
    """

    target: str
    event: Annotated[Event, ChoiceField(_("By"), EVENTS)] = "touch"


@plays(Contact)
def contact(table: Table, command: Contact) -> Procedure[Blow]:
    """Play a touch, a throw, a turn that ends grappling: the aura answers.

    Rules: DR-AUR-02, DR-AUR-04
    """
    attacker, holder = command.actor, command.target
    yield from may_act(table, attacker)
    yield from must_exist(table, holder)
    text = _("{who} cannot touch itself.")
    yield from require(attacker != holder, "touches_itself", text, waivable=False, who=attacker)
    needs_grapple = command.event == "grapple_turn_end"
    grapples = is_linked(table.now[attacker], table.now[holder], "grapple")
    text = _("They do not grapple.")
    yield from require(grapples or not needs_grapple, "no_grapple", text, "DR-AUR-02")
    yield from warn_who_only_thinks(table, attacker)
    yield from say(table, _("{who} touches {whom}"), who=attacker, whom=holder)
    return (yield from touch(table, (attacker, holder)))


def touch(table: Table, pair: tuple[str, str]) -> Procedure[Blow]:
    """Let an aura answer a contact that is no attack, by whom and whose; return what came of it.

    Rules: DR-AUR-02, DR-AUR-08
    """
    blow = Blow(*pair, (), Manner("melee"), outcome="hit")
    blow = yield from answer_with_aura(table, blow)
    if blow.answer is not None:
        yield from take_effect(table, blow.answer)
    return blow


def answer_with_aura(table: Table, blow: Blow) -> Procedure[Blow]:
    """Let the target's aura answer a melee hit; what it does is worked out, not yet suffered (S15).

    Rules: DR-AUR-02, DR-AUR-03, DR-AUR-06, DR-AUR-07, DR-AUR-08, DR-AUR-09, DR-AUR-15, DR-CRT-07
    """
    holder, attacker = blow.target, blow.attacker
    if blow.manner.mode != "melee" or not blow.is_hit or not answer_options(table.now, holder):
        return blow
    if blow.outcome == "critical":
        step = Step(label=_("A critical hit is not answered"), rule_id="DR-CRT-07")
        yield from say(table, _("{who}'s aura stays as it is"), who=holder, steps=(step,))
        return blow
    able = is_able(table.now, holder)  # else only the game master can say so
    unable = _("{holder} cannot act, and was touched by {other}: does an aura answer all the same?")
    answer = yield from choose(
        table,
        _("{holder} was touched by {other}: answer with an aura?") if able else unable,
        lambda: _answers(table.now, holder),
        "DR-AUR-03",
        "DR-AUR-08",
        key="answer",
        whom=holder if able else None,
        holder=table.now[holder].name,
        other=attacker,
    )
    if answer == NO_ANSWER:
        return blow
    aura_id, _colon, spent = answer.rpartition(":")
    answering = yield from call(work_out, (holder, attacker, aura_id, int(spent)), key="aura")
    return replace(blow, answer=answering)


def _answers(encounter: Encounter, holder: str) -> tuple[Option, ...]:
    """Return what a holder can answer: nothing, or one of the auras with an amount.

    Rules: DR-AUR-03, DR-AUR-08
    """
    kinds = {one.id: one.kind for one in sheet_of(encounter[holder]).auras}
    spends = answer_options(encounter, holder)
    return (
        Option(NO_ANSWER, _("No answer")),
        *(
            Option(f"{one}:{n}", _("{aura}: {n}").format(aura=one, n=n), effect=kinds[one])
            for one, n in spends
        ),
    )


def work_out(table: Table, args: tuple[str, str, str, int]) -> Procedure[Blow]:
    """Work out what an aura does to whoever struck its holder.

    Rules: DR-AUR-01, DR-AUR-04, DR-AUR-05, DR-AUR-10
    """
    holder, attacker, aura_id, spent = args
    aura = aura_of(table.now[holder], aura_id)
    assert aura is not None  # offered a moment ago
    kind, before = aura.kind, aura.stored
    drive = aura.drive if kind == "normal" else spent
    yield from emit(AuraStored(who=holder, aura=aura_id, by=-spent))
    step = Step(label=aura_id, rule_id="DR-AUR-03", before=before, after=before - spent)
    text, result = _("{who}'s aura answers"), str(spent)
    yield from say(table, text, who=holder, steps=(step,), result=result, tone="harm")
    element = Element(1, "", 1, kind, spent, drive, spent, spent, spent, drive)
    blow = Blow(holder, attacker, (), Manner("aura"), (element,), outcome="hit", injury_type="core")
    for stage in BEHIND_DELIVERY:
        blow = yield from call(stage, blow, key=stage.__name__)
    return blow


# --- keeping them up ------------------------------------------------------------------------------


def auras_lost(encounter: Encounter, who: str) -> tuple[str, ...]:
    """Return which auras somebody cannot keep up now; out of the fight counts as incapacitated.

    Rules: DR-AUR-15, DR-AUR-16, DR-AUR-17
    """
    is_out, thinks = not is_able(encounter, who), only_thinks(encounter, who)
    auras = sheet_of(encounter[who]).auras
    return tuple(one.id for one in auras if is_out or (thinks and not one.mental))


def end_grapples(table: Table, who: str) -> Procedure[None]:
    """Let auras answer whoever ends their turn grappling with the holders.

    Rules: DR-AUR-02
    """
    for holder in linked(table.now, who, "grapple"):
        yield from call(touch, (who, holder), key=f"grapple of {holder}")


def keep_up(table: Table, who: str) -> Procedure[None]:
    """Let the auras of somebody end that cannot be kept up at the end of their turn.

    Rules: DR-AUR-15, DR-AUR-16, DR-AUR-17
    """
    for aura in auras_lost(table.now, who):
        step = Step(label=_("Not kept up"), rule_id="DR-AUR-15")
        yield from emit(AuraLost(who=who, aura=aura))
        text = _("{who}'s aura {aura} fades")
        yield from say(table, text, who=who, aura=aura, steps=(step,), tone="plain")


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
    auras = (one.id for one in sheet.auras if one.origin == "device")
    shields = (one.id for one in sheet.shields if one.origin == "device" and one.active)
    for one in (*auras, *shields):
        yield Variant(one, fields={"device": one}, names={"device": one})


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
