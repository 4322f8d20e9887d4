"""What is foreseen of commands: whom they take in, what answers, what it may do; facts for odds.

What can be chosen of them stands on the fields of each; here is only the order of an attack's
shots.
"""

from __future__ import annotations

from math import floor
from typing import TYPE_CHECKING, Final

from frozendict import frozendict
from msgspec.structs import replace

from gridwar.engine.kit import Aimed, CommandOrder, Draft, Facts, Foreseen
from gridwar.systems.drive.attacks.area_attacks import (
    area_percent,
    burst_cells,
    direct_percent,
    exposed,
)
from gridwar.systems.drive.attacks.armour_preview import as_built
from gridwar.systems.drive.attacks.attack_command import Attack, blow_of, knows, shots_of
from gridwar.systems.drive.attacks.bubbles_against_zones import (
    Payment,
    ZoneBlow,
    spared_by_bubbles,
    value_left,
    why_no_bubble,
)
from gridwar.systems.drive.attacks.defence_roll_and_criticals import outcome_words
from gridwar.systems.drive.attacks.zone_attacks import FillZone, zone_attack, zone_filled
from gridwar.systems.drive.auras import Contact
from gridwar.systems.drive.core.conditions import only_thinks
from gridwar.systems.drive.core.house_rules_and_settings import switches_of
from gridwar.systems.drive.core.sheet import gravity_of, sheet_of
from gridwar.systems.drive.harm.blow_and_elements import (
    Blow,
    area_least,
    area_shots,
    in_words,
    of_shots,
    strong_shots,
    value_of,
)
from gridwar.systems.drive.positions import between, is_engaged
from gridwar.systems.drive.pseudogravity.silencing_and_weight import silencing_on
from gridwar.systems.drive.pseudogravity.use_pseudogravity import GravityResult, UsePseudogravity
from gridwar.systems.drive.shielding.bubble_areas import bubble_area, rim_cell
from gridwar.systems.drive.shielding.shield_eligibility_cost import called, reason_against, sources
from gridwar.systems.drive.shielding.shield_stages import after_bubbles
from gridwar.systems.drive.turns.making_and_expiry_of_points import MakePoints
from gridwar.systems.drive.views.attack_figures import built_figures
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Command, Encounter
    from gridwar.systems.drive.core.shield_aura_gravity import Precision
    from gridwar.systems.drive.harm.blow_and_elements import Element
    from gridwar.systems.drive.shielding.shield_eligibility_cost import ShieldFacts

ACTIONS: Final = (Attack, FillZone, UsePseudogravity, MakePoints, Contact)
"""What takes an action, so that who may but think is warned of."""
PRECISIONS: tuple[Precision, ...] = ("low", "medium", "high")


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
            return _attack(encounter, command)
        case FillZone():
            return _zone(encounter, command)
        case UsePseudogravity():
            return _gravity(encounter, command)
        case Contact():
            return _touch(encounter, command)
        case _:
            return Draft()


def _gravity(encounter: Encounter, command: UsePseudogravity) -> Draft:
    """Return what a detector tells of silencing before the points are fixed.

    Rules: DR-PSG-15, DR-SIL-08
    """
    source = gravity_of(encounter[command.actor], command.source)
    if source is None or command.target not in encounter or not source.detects_silencing:
        return Draft()
    found = silencing_on(encounter, command.actor, command.target)
    text = _("Silencing at the target: {n}").format(n=in_words(found))
    return Draft(foreseen=(Foreseen(text, "DR-SIL-08"),))


def _touch(encounter: Encounter, command: Contact) -> Draft:
    """Return whether a touch is out of engagement."""
    if command.target not in encounter or command.target == command.actor:
        return Draft()
    return Draft(foreseen=tuple(_beyond_reach(encounter, command.actor, command.target)))


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


def _attack(encounter: Encounter, command: Attack) -> Draft:
    """Return the order of an attack's shots, whom it takes in, and which shields pass it.

    Rules: DR-ARM-04, DR-AOE-01, DR-MIX-10
    """
    if not knows(encounter, command):
        return Draft()
    blow = blow_of(command, command.target)
    return Draft(
        orders=tuple(_orders(encounter, command)),
        aimed=_aimed_of(encounter, command, blow),
        foreseen=tuple(_foreseen_of(encounter, command, blow)),
        greyed=frozendict(_greyed_of(encounter, blow)),
        built=built_figures(encounter, blow),
    )


def _orders(encounter: Encounter, command: Attack) -> Iterator[CommandOrder]:
    """Yield the order of the shots: it matters for shields that run down.

    Rules: DR-ARM-04
    """
    if len(set(command.weapons)) > 1:
        rows = tuple((str(n), one.words) for n, one in shots_of(encounter, command))
        yield CommandOrder(
            "order",
            _("In this order"),
            rows,
            lambda ids: command.replace(
                weapons=tuple(command.weapons[int(n) - 1] for n in ids),
                stopped=frozenset(
                    at for at, n in enumerate(ids, start=1) if int(n) in command.stopped
                ),
            ),
            _("The first meets the shields first."),
        )


def _aimed_of(encounter: Encounter, command: Attack, blow: Blow) -> Aimed | None:
    """Return whom an area takes in, with the share of each; or where it bursts short of them.

    Rules: DR-AOE-01, DR-AOE-03, DR-AOE-04, DR-AOE-05
    """
    built = replace(blow, elements=as_built(encounter, blow))
    shots = area_shots(encounter, built)
    if not shots:
        return None
    passed = after_bubbles(encounter, built).elements
    left = int(value_of(passed, "after_low"))
    if not left:
        rim = rim_cell(encounter, blow.attacker, blow.target)
        cells = frozenset() if rim is None else frozenset({rim})
        return Aimed(_("bursts here, short of the group"), (), cells, "DR-AOE-03")
    stands = shots & strong_shots(encounter, passed, "after_low", area_least(blow))
    reached = replace(blow, spread="deliberate" if command.deliberate else "overeffect")
    rounding, strong = switches_of(encounter).rounding, of_shots(passed, stands)
    shared = of_shots(passed, shots if command.deliberate else stands)
    part = value_of(shared, "after_low", direct_percent(encounter, reached), rounding)
    hit = floor(value_of(passed, "after_low") - value_of(shared, "after_low") + part)
    area = floor(value_of(strong, "after_low", area_percent(encounter, reached), rounding))
    words = {command.target: _("{hit}, evaded {n}").format(hit=hit, n=area)}
    others = tuple(who for who, percent in exposed(encounter, blow) if percent) if stands else ()
    words |= dict.fromkeys(others, str(area))
    label = _("the group") if stands else _("{n} left: too weak for the group").format(n=left)
    cells = burst_cells(encounter, replace(blow, exposed=tuple((who, 100) for who in others)))
    return Aimed(label, others, cells, "DR-AOE-01" if stands else "DR-AOE-04", frozendict(words))


def _greyed_of(encounter: Encounter, blow: Blow) -> Iterator[tuple[str, str]]:
    """Yield the bubbles that do not answer an attack, each with the reason.

    Rules: DR-SHD-02, DR-SHD-03, DR-SHD-04
    """
    elements = as_built(encounter, blow)
    for source in sources(encounter, blow.target, "low"):
        if why := _why_not(encounter, blow, elements, source):
            yield bubble_area(source.owner, source.id), why


def _why_not(
    encounter: Encounter, blow: Blow, elements: tuple[Element, ...], source: ShieldFacts
) -> str:
    """Return why a source answers nothing of an attack; empty where it does."""
    energy = tuple(one for one in elements if one.is_energy)
    reasons = {reason_against(encounter, blow, one, source) for one in energy or elements}
    return "" if "" in reasons else min(reasons, default="")


def _foreseen_of(encounter: Encounter, command: Attack, blow: Blow) -> Iterator[Foreseen]:
    """Yield which shields do not answer, and what the weapons may do to limbs.

    Rules: DR-SHD-04, DR-SHD-07, DR-MIX-09, DR-MIX-10
    """
    elements = as_built(encounter, blow)
    if command.mode == "melee":
        yield from _beyond_reach(encounter, command.actor, command.target)
    for precision in PRECISIONS:
        for source in sources(encounter, command.target, precision):
            why = _why_not(encounter, blow, elements, source)
            if why and why != _("the target is outside"):
                text = _("{source} does not answer: {why}").format(
                    source=called(encounter, source, command.target), why=why
                )
                yield Foreseen(text, "DR-SHD-04" if precision == "low" else "DR-SHD-07")
    for _n, weapon in {one.id: (n, one) for n, one in shots_of(encounter, command)}.values():
        if weapon.may_dismember:
            restriction = weapon.dismember_note if weapon.dismember == "restricted" else ""
            words = _("{weapon} may dismember").format(weapon=weapon.words)
            rule = "DR-MIX-09" if weapon.is_pure_energy else "DR-MIX-10"
            yield Foreseen(f"{words}: {restriction}" if restriction else words, rule)


def _beyond_reach(encounter: Encounter, who: str, target: str) -> Iterator[Foreseen]:
    """Yield that a blow or a touch goes beyond engagement, which the page does not forbid.

    Rules: DR-SHD-02
    """
    if not is_engaged(encounter, who, target):
        squares = between(encounter, who, target)
        text = _("{name} is not engaged")
        if squares is not None:
            text = _("{name} is {n} squares away, not engaged")
        far = "" if squares is None else f"{squares:.3g}"
        yield Foreseen(text.format(name=encounter[target].name, n=far), "DR-SHD-02")


def facts_of(before: Encounter, after: Encounter, result: object) -> Facts:
    """Return the damage taken by whom, and that an attack succeeds where it hits.

    What is decided by nobody's dice, such as making points, succeeds once it is played.

    Rules: DR-CRT-01
    """
    taken = {
        who: sheet_of(after.combatants[who]).damage_taken - sheet_of(one).damage_taken
        for who, one in before.combatants.items()
        if who in after and after.combatants[who] is not one
    }
    amounts = frozendict({who: points for who, points in taken.items() if points})
    down = frozenset(
        who
        for who in taken
        if sheet_of(after.combatants[who]).is_out and not sheet_of(before.combatants[who]).is_out
    )
    if isinstance(result, Blow):
        return Facts(result.is_hit, amounts, down, outcome_words(result.outcome))
    if isinstance(result, GravityResult):
        return Facts(result.lift.works, amounts, down)
    if isinstance(result, ZoneBlow):
        return Facts(any(one.is_hit for one in result.blows), amounts, down)
    return Facts(None, amounts, down)
