"""The attack as a command: all that can be chosen of it before it is made."""

from __future__ import annotations

from math import floor
from typing import TYPE_CHECKING, Annotated, Final, Literal

from frozendict import frozendict
from msgspec.structs import replace

from gridwar.engine.kit import (
    Act,
    ChoiceField,
    CombatantId,
    CommandChoice,
    CommandNumber,
    CommandOption,
    CommandTicks,
    EachField,
    Encounter,
    FrozenMap,
    Number,
    NumberField,
    Words,
    settable_if,
)
from gridwar.systems.drive.attacks.area_attacks import exposed
from gridwar.systems.drive.attacks.armour_preview import as_built
from gridwar.systems.drive.attacks.declaration_and_original_values import used_strength
from gridwar.systems.drive.attacks.defence_roll_and_criticals import INJURY, may_crit, outcome_words
from gridwar.systems.drive.core.house_rules_and_settings import settings_of, switches_of
from gridwar.systems.drive.core.sheet import sheet_of, weapon_of
from gridwar.systems.drive.core.tables import constants
from gridwar.systems.drive.harm.blow_and_elements import (
    Blow,
    Critical,
    Manner,
    area_shots,
    of_shots,
    strong_shots,
    value_of,
)
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from gridwar.systems.drive.core.weapons_armour_resistances import Weapon

DEFENCE_MOST: Final = 100
NO_YES: Final[Mapping[bool, str]] = {False: _("no"), True: _("yes")}


def knows(encounter: Encounter, command: Attack) -> bool:
    """Return whether an attack has a target and weapons that are there."""
    is_there = command.target in encounter and command.target != command.actor
    known = all(weapon_of(encounter[command.actor], one) for one in command.weapons)
    return is_there and known and bool(command.weapons)


def _competent(command: Attack, competent: bool) -> Attack:
    """Return an attack that is competent, or one that is not and holds nothing back.

    Rules: DR-RED-01
    """
    if competent:
        return command.replace(competent=True)
    return command.replace(competent=False, str_used=None, weapon_percent=100, half_power=False)


def _holds_back(mode: str) -> Callable[[Encounter, Attack], bool]:
    """Return what tells whether an attack of a mode is competent, so that it can hold back."""
    return lambda _encounter, command: command.competent and command.mode == mode


def _percents(_encounter: Encounter, _command: Attack) -> dict[int, Words]:
    """Return how much of a melee weapon may be used.

    Rules: DR-RED-03
    """
    numbers = constants().reduction
    note = _("{n} Hindrance").format(n=numbers.melee_hindrance)
    return {100: "100%", **{n: (f"{n}%", note) for n in numbers.melee_percents}}


def _halved(_encounter: Encounter, _command: Attack) -> dict[bool, Words]:
    """Return whether a shot has half its power.

    Rules: DR-RED-04
    """
    note = _("{n} Hindrance").format(n=constants().reduction.ranged_hindrance)
    return {False: _("no"), True: (_("yes"), note)}


def _rolled(encounter: Encounter, _command: Attack) -> dict[str, str]:
    """Return the injury types, of which one may have been rolled beforehand.

    Rules: DR-ARM-05
    """
    return {one: one.capitalize() for one in settings_of(encounter).injury_types}


# --- how hard, how often, with what ---------------------------------------------------------------


def _strength(encounter: Encounter, command: Attack) -> int:
    return sheet_of(encounter[command.actor]).strength


def _str_used(encounter: Encounter, command: Attack) -> int:
    return used_strength(encounter, blow_of(command, command.target))


def _weapons(encounter: Encounter, command: Attack) -> Iterator[CommandNumber | CommandTicks]:
    """Yield how many shots are fired, which weapons strike together, which shots are stopped.

    Rules: DR-ARM-04, DR-MIX-07, DR-AUR-07
    """
    first, owner = command.weapons[0], encounter[command.actor]
    weapon = weapon_of(owner, first)
    if weapon is not None and weapon.volley > 1 and len(set(command.weapons)) == 1:
        yield CommandNumber(
            "shots",
            _("Shots"),
            1,
            weapon.volley,
            len(command.weapons),
            lambda n: command.replace(weapons=(first,) * n, stopped=frozenset()),
        )
    others = {
        one.id: one.words
        for one in sheet_of(owner).weapons
        if one.id != first and one.zone is None and one.ranged == (command.mode == "ranged")
    }

    def together(ticked: frozenset[str]) -> Attack:
        kept = [one for one in command.weapons if one == first or one in ticked]
        added = [one for one in others if one in ticked and one not in kept]
        return command.replace(weapons=(*kept, *added), stopped=frozenset())

    if others:
        ticked, rows = frozenset(command.weapons) - {first}, tuple(others.items())
        yield CommandTicks("also", _("Together with"), rows, ticked, together)
    projectiles = tuple(
        (str(n), _("{n}. {weapon}").format(n=n, weapon=one.words))
        for n, one in shots_of(encounter, command)
        if one.ranged and one.base_damage is not None
    )
    if projectiles:
        yield CommandTicks(
            "stopped",
            _("Stopped by a kinetic shield"),
            projectiles,
            frozenset(str(n) for n in command.stopped),
            lambda ticked: command.replace(stopped=frozenset(int(n) for n in ticked)),
        )


def _defence(encounter: Encounter, command: Attack) -> int | None:
    """Return the number of the defence roll: as named, or as it stands on the target's sheet.

    Rules: DR-CRT-01
    """
    listed = sheet_of(encounter[command.target]).defence_tn
    return listed if command.defence_tn is None else command.defence_tn


# --- whom it takes in -----------------------------------------------------------------------------


def _spread(encounter: Encounter, command: Attack) -> dict[bool, Words]:
    """Return whether to spread an attack over the group, where a shot is strong enough.

    Rules: DR-AOE-01
    """
    numbers, elements = constants().area, as_built(encounter, blow_of(command, command.target))
    strong = strong_shots(encounter, elements, "built", numbers.deliberate_from)
    if command.mode != "ranged" or not (strong or command.deliberate):
        return {}
    rounding, shared = switches_of(encounter).rounding, of_shots(elements, strong)
    rest = value_of(elements, "built") - value_of(shared, "built")
    note = _("{n} to the target, {m} to the others").format(
        n=floor(value_of(shared, "built", numbers.impact_percent, rounding) + rest),
        m=floor(value_of(shared, "built", numbers.area_percent, rounding)),
    )
    return {False: _("no"), True: (_("yes"), note)}


def _struck(encounter: Encounter, command: Attack) -> Iterator[CommandChoice | CommandTicks]:
    """Yield whom of the group an area strikes, and who beyond it, the attacker too, is exposed.

    Rules: DR-AOE-01, DR-AOE-11
    """
    blow = blow_of(command, command.target)
    declared = replace(blow, elements=as_built(encounter, blow))
    if not (command.deliberate or area_shots(encounter, declared)):
        return
    group = dict(exposed(encounter, replace(blow, manner=replace(blow.manner, chances=None))))
    named = dict(exposed(encounter, blow))
    chances = {who: named.get(who, 0) for who in {**group, **named}}
    percent = settings_of(encounter).default_aoe_affected_percent
    words = ((0, _("spared")), (percent, _("{n}%").format(n=percent)), (100, _("struck")))
    for who, now in chances.items():
        options = tuple(
            CommandOption(str(n), title, command.replace(chances=frozendict({**chances, who: n})))
            for n, title in words
        )
        yield CommandChoice(f"struck {who}", encounter[who].name, options, str(now))
    others = {
        one.id: one.name
        for one in encounter.everyone()
        if one.id not in group and one.id != command.target
    }

    def with_others(ticked: frozenset[str]) -> Attack:
        kept = {who: n for who, n in chances.items() if who in group or who in ticked}
        added = {who: percent for who in others if who in ticked and who not in kept}
        return command.replace(chances=frozendict({**kept, **added}))

    if others:
        ticked, note = frozenset(others) & frozenset(chances), _("those beyond the group")
        rows = tuple(others.items())
        yield CommandTicks("exposed", _("Also exposed"), rows, ticked, with_others, note)


def _criticals(encounter: Encounter, command: Attack) -> Iterator[CommandChoice]:
    """Yield what a critical hit is for: to be asked then, more drive, or an injury type.

    Rules: DR-CRT-04, DR-CRT-05
    """
    ways: dict[str, tuple[str, Critical, str]] = {
        "ask": (_("ask then"), "ask", ""),
        "drive": (_("more drive"), "drive", ""),
    }
    for one in settings_of(encounter).injury_types:
        ways[f"{INJURY}{one}"] = (_("injury: {t}").format(t=one), "injury_type", one)
    chosen: str = command.critical
    if command.critical == "injury_type":
        chosen = f"{INJURY}{command.critical_injury or command.injury_type}"
    if may_crit(encounter, blow_of(command, command.target)):
        options = tuple(
            CommandOption(id, title, command.replace(critical=way, critical_injury=injury))
            for id, (title, way, injury) in ways.items()
        )
        title = _("Critical hit")
        what = outcome_words("critical")
        yield CommandChoice("critical", title, options, chosen, what, left_open="ask")


@settable_if(knows)
class Attack(Act):
    """Strike with a melee weapon or several, or fire one shot or several, at one target."""

    target: str
    mode: Literal["melee", "ranged"] = "melee"
    competent: Annotated[bool, ChoiceField(_("Competent"), NO_YES, make=_competent)] = False
    str_used: Annotated[
        Number | None,
        NumberField(_("Strength used"), 0, _strength, when=_holds_back("melee"), now=_str_used),
    ] = None
    weapons: Annotated[tuple[str, ...], EachField(_("Weapons"), _weapons)]
    """Ids, in the order in which they are resolved; a weapon fired twice stands twice."""
    weapon_percent: Annotated[
        Literal[25, 50, 100], ChoiceField(_("Weapon used"), _percents, when=_holds_back("melee"))
    ] = 100
    half_power: Annotated[
        bool, ChoiceField(_("Half power"), _halved, when=_holds_back("ranged"))
    ] = False
    defence_tn: Annotated[
        Number | None,
        NumberField(
            _("Defence"),
            0,
            DEFENCE_MOST,
            when=lambda encounter, command: _defence(encounter, command) is not None,
            now=_defence,
        ),
    ] = None
    """In place of the one on the target's sheet."""
    injury_type: Annotated[str, ChoiceField(_("Injury type"), _rolled)] = "core"
    critical: Annotated[Critical, EachField(_("A critical hit"), _criticals)] = "ask"
    critical_injury: str = ""
    """The injury type that a critical hit names; empty for the one rolled beforehand."""
    stopped: frozenset[Number] = frozenset()
    """Shots, from 1, whose projectile a kinetic shield stops."""
    deliberate: Annotated[bool, ChoiceField(_("Spread over the group"), _spread)] = False
    """Spread over the target's group."""
    chances: Annotated[
        FrozenMap[CombatantId, Number] | None, EachField(_("Struck by the area"), _struck)
    ] = None
    """In percent, who of the others is struck by an area; None: the group, by the setting."""


def blow_of(command: Attack, target: str) -> Blow:
    """Return an attack on somebody as it was declared, on its way to the first stage."""
    chances = None if command.chances is None else tuple(command.chances.items())
    manner = Manner(
        command.mode,
        competent=command.competent,
        str_used=command.str_used,
        weapon_percent=command.weapon_percent,
        half_power=command.half_power,
        defence_tn=command.defence_tn,
        critical=command.critical,
        critical_injury=command.critical_injury,
        injury_type=command.injury_type,
        stopped=command.stopped,
        deliberate=command.deliberate,
        chances=chances,
    )
    return Blow(command.actor, target, command.weapons, manner)


def shots_of(encounter: Encounter, command: Attack) -> Iterator[tuple[int, Weapon]]:
    """Yield the shots of an attack, counted from 1, with the weapon of each."""
    for n, weapon_id in enumerate(command.weapons, start=1):
        weapon = weapon_of(encounter[command.actor], weapon_id)
        if weapon is not None:
            yield n, weapon
