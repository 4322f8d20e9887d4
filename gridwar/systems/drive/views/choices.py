"""What can be chosen of commands in preparation; each option is the command as it would be played.

Attacks have choices of their own (``attack_choices``); here are all others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from frozendict import frozendict
from msgspec.structs import replace

from gridwar.engine.kit import (
    Aimed,
    CommandChoice,
    CommandNumber,
    CommandOption,
    CommandTicks,
    Draft,
    Foreseen,
    field_choice,
)
from gridwar.systems.drive.attacks.attack import Attack
from gridwar.systems.drive.attacks.zones import (
    FillZone,
    Payment,
    exposure_of,
    shield_value,
    spared_by_bubbles,
    usual_value,
    value_left,
    why_no_bubble,
    zone_attack,
    zone_cells,
)
from gridwar.systems.drive.auras.hit_back import Contact
from gridwar.systems.drive.core.conditions import only_thinks
from gridwar.systems.drive.core.point_sources import Aura
from gridwar.systems.drive.core.sheet import gravity_of, sheet_of, weapon_of
from gridwar.systems.drive.core.state import points_of, state_of
from gridwar.systems.drive.pseudogravity.silencing import silencing_on
from gridwar.systems.drive.pseudogravity.using import (
    FAR,
    UsePseudogravity,
    enough_for,
    number,
    points_for,
)
from gridwar.systems.drive.shielding.eligibility import bubble_area, called, sources
from gridwar.systems.drive.shielding.gm_shields import RaiseBubble
from gridwar.systems.drive.turns.points import ChangePoolPoints, MakePoints, store_of, stored_in
from gridwar.systems.drive.views.attack_choices import attack_draft, beyond_reach
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

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
        case MakePoints():
            return _making(encounter, command)
        case RaiseBubble():
            return _bubble(command)
        case Contact():
            return _touch(encounter, command)
        case ChangePoolPoints():
            return _pool(encounter, command)
        case _:
            return Draft()


def _touch(encounter: Encounter, command: Contact) -> Draft:
    """Return by what an aura is provoked, and whether that is out of engagement."""
    choices = (_event(command),)
    if command.target not in encounter or command.target == command.actor:
        return Draft(choices=choices)
    far = tuple(beyond_reach(encounter, command.actor, command.target))
    return Draft(choices=choices, foreseen=far)


def _event(command: Contact) -> CommandChoice:
    """Return by what an aura is provoked.

    Rules: DR-AUR-02
    """
    words = {
        "touch": _("Touch"),
        "grab_item": _("Grab Item"),
        "trip": _("Trip, dismount, throw"),
        "melee_hit": _("A hit in melee"),
    }
    return field_choice(command, "event", _("By"), words)


def _zone(encounter: Encounter, command: FillZone) -> Draft:
    """Return high, low or spared of everybody in the zone, and what bubbles would pay.

    Rules: DR-AOE-13, DR-AOE-14, DR-AOE-15, DR-AOE-17, DR-AOE-18, DR-AOE-20
    """
    weapon = weapon_of(encounter[command.actor], command.weapon)
    if weapon is None or weapon.zone is None:
        return Draft()
    zone, cells = weapon.zone, zone_cells(encounter, command.cell)
    everybody = exposure_of(encounter, command.replace(exposure=None), zone, cells)
    usual = {who: usual_value(encounter, who, zone, command.cell) for who, _value, _n in everybody}
    choices = [
        _value_of(encounter, command, who, usual, frozendict(high=zone.high, low=zone.low))
        for who in usual
    ]
    at_shield = (
        CommandOption(key, words, command.replace(value_at_shield=value), note)
        for key, words, value, note in (
            ("", _("by those inside"), None, ""),
            ("high", _("high"), "high", str(shield_value(zone, "high"))),
            ("low", _("low"), "low", str(shield_value(zone, "low"))),
        )
    )
    chosen = command.value_at_shield or ""
    choices.append(CommandChoice("shield", _("Bubbles pay for"), tuple(at_shield), chosen))
    begins = (
        CommandOption(key, words, command.replace(from_inside=value))
        for key, words, value in (
            ("", _("as the map has it"), None),
            ("outside", _("outside all bubbles"), False),
            ("inside", _("inside them"), True),
        )
    )
    begin = {None: "", False: "outside", True: "inside"}[command.from_inside]
    choices.append(CommandChoice("begins", _("It begins"), tuple(begins), begin))
    attack = zone_attack(encounter, command, zone)
    payments = spared_by_bubbles(encounter, attack)
    spared = payments[-1].attack if payments else attack
    words = {}
    for who, value, _chance in attack.exposure:
        full, left = value_left(encounter, spared, who, value)
        words[who] = str(full) if left == full else f"{full} \u2192 {left}"
    return Draft(
        choices=tuple(choices),
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


def _value_of(
    encounter: Encounter,
    command: FillZone,
    who: str,
    usual: Mapping[str, str],
    damage: Mapping[str, int],
) -> CommandChoice:
    chosen: Mapping[str, str] = command.exposure or {}

    def with_value(value: str) -> FillZone:
        rest = {one: chosen.get(one, usual[one]) for one in usual}
        exposure = frozendict({**rest, who: value})
        return command.replace(exposure=exposure)

    by_chance = command.replace(exposure=None)
    options = (
        CommandOption("chance", _("by chance"), by_chance, usual[who]),
        CommandOption("high", _("high"), with_value("high"), str(damage["high"])),
        CommandOption("low", _("low"), with_value("low"), str(damage["low"])),
        CommandOption("spared", _("not struck"), with_value("spared")),
    )
    now = "chance" if command.exposure is None else chosen.get(who, "spared")
    return CommandChoice(f"value of {who}", encounter[who].name, options, now)


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


def _making(encounter: Encounter, command: MakePoints) -> Draft:
    """Return how many points to make, and what they cost.

    Rules: DR-SHD-19, DR-PSG-04, DR-AUR-01
    """
    note, maximum, now = "", None, 0
    found = store_of(encounter, command)
    if found is not None:
        store = found[1]
        maximum, now = store.maximum, stored_in(encounter, store)
        if not isinstance(store, Aura):
            cost = -(-command.points // store.points_each)
            note = f"{cost} {store.resource or _('of what they cost')}"
    most = MOST if maximum is None else max(1, maximum - now)
    return Draft(numbers=(_points(command, 1, most, command.points, note),))


def _points(
    command: MakePoints | RaiseBubble, least: int, most: int, value: int, note: str = ""
) -> CommandNumber:
    return CommandNumber(
        "points",
        _("Points"),
        least,
        most,
        min(value, most),
        lambda n: command.replace(points=n),
        note,
    )


def _bubble(command: RaiseBubble) -> Draft:
    words = {"engagement": _("engagement"), "short": _("short"), "medium": _("medium")}
    radius = field_choice(command, "radius_band", _("Up to"), words)
    origins = {"ability": _("an Ability"), "device": _("a device")}
    notes = {"device": _("double against blast")}
    made_by = field_choice(command, "origin", _("Made by"), origins, notes)
    rounds = CommandNumber(
        "rounds",
        _("Rounds"),
        0,
        MOST,
        command.rounds,
        lambda n: command.replace(rounds=n),
        _("0: until it is taken down"),
    )
    numbers = (_points(command, 0, MOST, command.points), rounds)
    return Draft(choices=(radius, made_by), numbers=numbers)


def _pool(encounter: Encounter, command: ChangePoolPoints) -> Draft:
    now = state_of(encounter).pools.get(command.pool, 0)
    note = _("{n} now").format(n=now)
    by = CommandNumber(
        "by", _("More or fewer"), -now, MOST, command.by, lambda n: command.replace(by=n), note
    )
    return Draft(numbers=(by,))
