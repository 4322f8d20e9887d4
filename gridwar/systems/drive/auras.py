"""Damage auras: who may answer, with how much, and what the answer does.

An answer runs through the same stages as an attack, from the drive on, with the roles exchanged.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from gridwar.engine.kit import Act, Procedure, ask, call, emit, explain, plays, require
from gridwar.model.command import Answer
from gridwar.model.question import Option, Question
from gridwar.model.trace import Step, Trace
from gridwar.systems.drive.applying import take_effect
from gridwar.systems.drive.blow import Blow, Element, Manner
from gridwar.systems.drive.damage import add_up, apply_modifiers, meet_armour, set_drive
from gridwar.systems.drive.events import AuraLost, AuraSpent
from gridwar.systems.drive.sheet import ENERGY, DriveSheet, aura_of, is_linked, sheet_of
from gridwar.systems.drive.shielding import shield_high
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Table
    from gridwar.model.encounter import Encounter

AURA_STAGES = (set_drive, meet_armour, shield_high, apply_modifiers, add_up)
STEP = 10


class Contact(Act):
    """Something other than an attack with weapons that an aura answers.

    Rules: DR-AUR-02
    """

    target: str
    event: Literal["melee_hit", "touch", "grab_item", "trip", "grapple_turn_end"] = "touch"


class DropDevice(Act):
    """Let go of the device that makes an aura.

    Rules: DR-AUR-18
    """

    aura: str


def amounts(stored: int) -> tuple[int, ...]:
    """Return how much can be spent of an aura: multiples of 10, or everything.

    Rules: DR-AUR-03
    """
    return tuple(sorted({*range(STEP, stored + 1, STEP), stored} - {0}))


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


@plays(Contact)
def contact(table: Table, command: Contact) -> Procedure[Blow]:
    """Play a touch, a throw, a turn that ends grappling: the aura answers.

    Rules: DR-AUR-02, DR-AUR-04
    """
    attacker, holder = command.actor, command.target
    text = _("There is nobody of that name.")
    yield from require(
        attacker in table.now and holder in table.now, "nobody", text, waivable=False
    )
    needs_grapple = command.event == "grapple_turn_end"
    grapples = is_linked(table.now[attacker], table.now[holder], "grapple")
    text = _("They do not grapple.")
    yield from require(grapples or not needs_grapple, "no_grapple", text, "DR-AUR-02")
    blow = Blow(attacker, holder, (), Manner("melee"), outcome="hit")
    blow = yield from answer_with_aura(table, blow)
    if blow.answer is not None:
        yield from take_effect(table, blow.answer)
    return blow


def answer_with_aura(table: Table, blow: Blow) -> Procedure[Blow]:
    """Let the target's aura answer a melee hit; what it does is worked out, not yet suffered (S15).

    Rules: DR-AUR-02, DR-AUR-03, DR-AUR-04, DR-AUR-06, DR-AUR-07, DR-AUR-08, DR-AUR-09, DR-CRT-07
    """
    holder, attacker = blow.target, blow.attacker
    options = answer_options(table.now, holder)
    if blow.manner.mode != "melee" or not options:
        return blow
    name = table.now[holder].name
    if blow.outcome == "critical":
        step = Step(label=_("A critical hit is not answered"), rule_id="DR-CRT-07")
        title = _("{name}'s aura stays as it is").format(name=name)
        yield from explain(table, lambda: Trace(title=title, steps=(step,), tone="quiet"))
        return blow
    if blow.outcome != "hit":
        return blow
    answer = yield from ask(lambda: _with_what(table, holder, attacker))
    if answer.option == "none":
        return blow
    aura_id, _colon, spent = answer.option.rpartition(":")
    answering = yield from call(_answer, (holder, attacker, aura_id, int(spent)), key="aura")
    return replace(blow, answer=answering)


def _answer(table: Table, args: tuple[str, str, str, int]) -> Procedure[Blow]:
    """Work out what an aura does to whoever struck its holder.

    Rules: DR-AUR-04, DR-AUR-05, DR-AUR-10
    """
    holder, attacker, aura_id, spent = args
    aura = aura_of(table.now[holder], aura_id)
    assert aura is not None  # offered a moment ago
    drive = aura.drive if aura.kind == "normal" else spent
    yield from emit(AuraSpent(who=holder, aura=aura_id, points=spent))
    step = Step(label=aura_id, rule_id="DR-AUR-03", before=aura.stored, after=aura.stored - spent)
    title = _("{name}'s aura answers").format(name=table.now[holder].name)
    yield from explain(table, lambda: Trace(title=title, steps=(step,), result=str(spent)))
    element = Element("", 1, aura.kind, spent, drive, spent, spent, spent)
    manner = Manner("aura")
    blow = Blow(holder, attacker, (), manner, (element,), outcome="hit", injury_type="core")
    for stage in AURA_STAGES:
        blow = yield from call(stage, blow, key=stage.__name__)
    return blow


def _with_what(table: Table, holder: str, attacker: str) -> Question:
    options = [Option("none", _("No answer"))]
    for aura_id, amount in answer_options(table.now, holder):
        title = _("{aura}: {n}").format(aura=aura_id, n=amount)
        options.append(Option(f"{aura_id}:{amount}", title))
    return Question(
        key="answer",
        recipient=holder,
        title=_("{name}: answer {other} with an aura?").format(
            name=table.now[holder].name, other=table.now[attacker].name
        ),
        options=tuple(options),
        default=Answer(option="none"),
        rule_ids=("DR-AUR-03", "DR-AUR-08"),
    )


@plays(DropDevice)
def drop_device(table: Table, command: DropDevice) -> Procedure[None]:
    """Drop or disable the device of an aura: the aura is gone at once.

    Rules: DR-AUR-18
    """
    who = command.actor
    aura = aura_of(table.now[who], command.aura)
    text = _("No device makes that aura.")
    is_device = aura is not None and aura.origin == "device"
    yield from require(is_device, "no_device", text, "DR-AUR-18")
    yield from emit(AuraLost(who=who, aura=command.aura))
