"""What can be chosen of commands in preparation; each option is the command as it would be played.

Attacks have choices of their own (``attack_choices``); here are all others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from frozendict import frozendict
from msgspec.structs import replace

from gridwar.engine.kit import (
    Aimed,
    CommandNumber,
    CommandTicks,
    Draft,
    Foreseen,
)
from gridwar.systems.drive.attacks.attack import Attack
from gridwar.systems.drive.attacks.zone_bubbles import (
    Payment,
    spared_by_bubbles,
    value_left,
    why_no_bubble,
)
from gridwar.systems.drive.attacks.zones import FillZone, zone_attack, zone_filled
from gridwar.systems.drive.auras.hit_back import Contact
from gridwar.systems.drive.core.conditions import only_thinks
from gridwar.systems.drive.core.sheet import gravity_of, sheet_of
from gridwar.systems.drive.core.state import points_of
from gridwar.systems.drive.pseudogravity.carrying import FAR
from gridwar.systems.drive.pseudogravity.lifting import number, silencing_on
from gridwar.systems.drive.pseudogravity.using import UsePseudogravity, enough_for, points_for
from gridwar.systems.drive.shielding.eligibility import bubble_area, called, sources
from gridwar.systems.drive.turns.points import MakePoints
from gridwar.systems.drive.views.attack_choices import attack_draft
from gridwar.systems.drive.views.attack_foreseen import beyond_reach
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Command, Encounter

ACTIONS: Final = (Attack, FillZone, UsePseudogravity, MakePoints, Contact)
"""What takes an action, so that who may but think is warned of."""
MOST: Final = 10_000
"""Points offered at a time where nothing bounds them."""


def draft_of(encounter: Encounter, command: Command) -> Draft:
    """Return what can be chosen and known about a command, and who may do no more than think.

    Rules: DR-AUR-16
    """
    who = command.actor
    if who is not None and who not in encounter:
        return Draft()
    draft = _own_draft(encounter, command)
    if who is None or not isinstance(command, ACTIONS) or not only_thinks(encounter, who):
        return draft
    text = _("{name} may take none but mental actions").format(name=encounter[who].name)
    return replace(draft, foreseen=(Foreseen(text, "DR-AUR-16"), *draft.foreseen))


def _own_draft(encounter: Encounter, command: Command) -> Draft:
    match command:
        case Attack():
            return attack_draft(encounter, command)
        case FillZone():
            return _zone(encounter, command)
        case UsePseudogravity():
            return _gravity(encounter, command)
        case Contact():
            return _touch(encounter, command)
        case _:
            return Draft()


def _touch(encounter: Encounter, command: Contact) -> Draft:
    """Return whether a touch is out of engagement."""
    if command.target not in encounter or command.target == command.actor:
        return Draft()
    return Draft(foreseen=tuple(beyond_reach(encounter, command.actor, command.target)))


def _zone(encounter: Encounter, command: FillZone) -> Draft:
    """Return whom a zone takes in, with what each suffers, and what bubbles would pay.

    Rules: DR-AOE-13, DR-AOE-14, DR-AOE-15, DR-AOE-17, DR-AOE-18, DR-AOE-20
    """
    zone = zone_filled(encounter, command)
    if zone is None:
        return Draft()
    attack = zone_attack(encounter, command, zone)
    payments = spared_by_bubbles(encounter, attack)
    spared = payments[-1].attack if payments else attack
    words = {}
    for who, value, _chance in attack.exposure:
        full, left = value_left(encounter, spared, who, value)
        words[who] = str(full) if left == full else f"{full} \u2192 {left}"
    return Draft(
        aimed=Aimed(_("the zone"), tuple(words), rule_id="DR-AOE-13", words=frozendict(words)),
        foreseen=tuple(_paid(encounter, one) for one in payments),
        greyed=frozendict(
            (bubble_area(source.owner, source.id), why)
            for source in sources(encounter, "", "low")
            if (why := why_no_bubble(encounter, attack, source))
        ),
    )


def _paid(encounter: Encounter, one: Payment) -> Foreseen:
    """Return what a bubble would pay for the zone.

    Rules: DR-AOE-14, DR-AOE-20
    """
    text = _("{bubble} pays {cost} points: {n} of {due} stopped for its inside")
    bubble = called(encounter, one.source)
    words = text.format(bubble=bubble, cost=one.cost, n=int(one.absorbed), due=int(one.due))
    return Foreseen(words, "DR-AOE-14")


def _gravity(encounter: Encounter, command: UsePseudogravity) -> Draft:
    """Return points to fix beforehand; only a detector tells what silencing will make of them.

    Rules: DR-PSG-04, DR-PSG-09, DR-PSG-11, DR-PSG-15, DR-SIL-08
    """
    source = gravity_of(encounter[command.actor], command.source)
    if source is None or command.target not in encounter:
        return Draft()
    most = points_of(encounter, source)
    words = _("{n} are enough, if nothing hampers them")
    words = words.format(n=enough_for(encounter, command, source))
    points = CommandNumber(
        "points",
        _("Points"),
        1,
        max(1, most),
        points_for(encounter, command),
        lambda n: command.replace(points=n),
        words,
    )
    up = round(encounter[command.target].altitude / encounter.map.scale.cell_size)
    rise = CommandNumber(
        "rise",
        _("Squares up"),
        min(-up, 0),
        FAR if source.reach_squares is None else source.reach_squares,
        command.rise,
        lambda n: command.replace(rise=n),
        _("it is {n} up now").format(n=up) if up else "",
    )
    flags = [
        ("into_defence", _("into group defence")),
        ("past_defence", _("past group defence")),
    ]
    if sheet_of(encounter[command.target]).form == "object":
        flags.append(("into_hand_of", _("into the user's hand")))
    limits = CommandTicks(
        "limits",
        _("It would go"),
        tuple(flags),
        frozenset(name for name, _words in flags if getattr(command, name)),
        lambda ticked: command.replace(
            into_defence="into_defence" in ticked,
            past_defence="past_defence" in ticked,
            into_hand_of=command.actor if "into_hand_of" in ticked else None,
        ),
    )
    foreseen: tuple[Foreseen, ...] = ()
    if source.detects_silencing:
        found = silencing_on(encounter, command.actor, command.target)
        text = _("Silencing at the target: {n}").format(n=number(found))
        foreseen = (Foreseen(text, "DR-SIL-08"),)
    return Draft(numbers=(points, rise), ticks=(limits,), foreseen=foreseen)
