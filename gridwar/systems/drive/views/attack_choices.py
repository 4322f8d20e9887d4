"""What can be chosen of an attack before it is made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frozendict import frozendict
from msgspec.structs import replace

from gridwar.engine.kit import (
    CommandChoice,
    CommandNumber,
    CommandOption,
    CommandOrder,
    CommandTicks,
    Draft,
)
from gridwar.systems.drive.attacks.armour_preview import at_a_glance
from gridwar.systems.drive.attacks.attack import knows, manner_of
from gridwar.systems.drive.attacks.exposed import exposed
from gridwar.systems.drive.core.sheet import sheet_of, weapon_of
from gridwar.systems.drive.core.state import settings_of
from gridwar.systems.drive.core.tables import constants
from gridwar.systems.drive.harm.blow import (
    Blow,
    area_shots,
    of_shots,
    strong_shots,
    value_of,
)
from gridwar.systems.drive.views.attack_foreseen import (
    aimed_of,
    as_one,
    foreseen_of,
    greyed_of,
    shots_of,
)
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Encounter
    from gridwar.systems.drive.attacks.attack import Attack
    from gridwar.systems.drive.core.gear import Weapon
    from gridwar.systems.drive.harm.blow import Manner

DEFENCE_MOST = 100


def attack_draft(encounter: Encounter, command: Attack) -> Draft:
    """Return what can be chosen of an attack, whom it takes in, and which shields pass it.

    Rules: DR-ARM-04, DR-RED-02, DR-RED-03, DR-RED-04, DR-AOE-01, DR-MIX-07, DR-MIX-10
    """
    if not knows(encounter, command):
        return Draft()
    blow = Blow(command.actor, command.target, command.weapons, manner_of(command))
    return Draft(
        choices=tuple(_area(encounter, command, blow)),
        numbers=tuple(_numbers(encounter, command)),
        ticks=(*_ticks(encounter, command), *_also_exposed(encounter, command, blow)),
        orders=tuple(_orders(encounter, command)),
        aimed=aimed_of(encounter, command, blow),
        foreseen=tuple(foreseen_of(encounter, command, blow)),
        greyed=frozendict(greyed_of(encounter, blow)),
    )


def _yes_no(key: str, title: str, command: Attack, field: str, note: str = "") -> CommandChoice:
    now = bool(getattr(command, field))
    options = (
        CommandOption("no", _("no"), command.replace(**{field: False})),
        CommandOption("yes", _("yes"), command.replace(**{field: True}), note),
    )
    return CommandChoice(key, title, options, "yes" if now else "no")


def _area(encounter: Encounter, command: Attack, blow: Blow) -> Iterator[CommandChoice]:
    """Yield whether to spread the attack over the group, and who of the others is struck.

    Rules: DR-AOE-01, DR-AOE-11
    """
    numbers, elements = constants().area, at_a_glance(encounter, as_one(blow))
    strong = strong_shots(encounter, elements, "built", numbers.deliberate_from)
    if command.mode == "ranged" and (strong or command.deliberate):
        built = int(value_of(of_shots(elements, strong), "built"))
        rest = int(value_of(elements, "built")) - built
        note = _("{n} to the target, {m} to the others").format(
            n=built * numbers.impact_percent // 100 + rest,
            m=built * numbers.area_percent // 100,
        )
        yield _yes_no("deliberate", _("Spread over the group"), command, "deliberate", note)
    if not _takes_others_in(encounter, command, blow):
        return
    chances = _chances(encounter, blow)
    usual = _usual_chances(encounter, blow)
    for who, now in chances.items():
        percent = usual.get(who, settings_of(encounter).default_aoe_affected_percent)
        options = tuple(
            CommandOption(str(n), title, command.replace(chances=frozendict({**chances, who: n})))
            for n, title in (
                (0, _("spared")),
                (percent, _("{n}%").format(n=percent)),
                (100, _("struck")),
            )
        )
        yield CommandChoice(f"struck {who}", encounter[who].name, options, str(now))


def _takes_others_in(encounter: Encounter, command: Attack, blow: Blow) -> bool:
    """Return whether an attack is to be an area, on purpose or by its strength."""
    if command.deliberate:
        return True
    elements = at_a_glance(encounter, as_one(blow))
    return bool(area_shots(encounter, replace(blow, elements=elements)))


def _usual_chances(encounter: Encounter, blow: Blow) -> dict[str, int]:
    """Return who is exposed by the setting: the group of the target."""
    return dict(exposed(encounter, Blow(blow.attacker, blow.target, (), _by_setting(blow))))


def _chances(encounter: Encounter, blow: Blow) -> dict[str, int]:
    """Return the chance of all who are exposed by the setting or were named; others are spared."""
    named = dict(exposed(encounter, blow))
    everybody = {**_usual_chances(encounter, blow), **named}
    return {who: named.get(who, 0) for who in everybody}


def _also_exposed(encounter: Encounter, command: Attack, blow: Blow) -> Iterator[CommandTicks]:
    """Yield who of those beyond the group is exposed as well, the attacker among them.

    Rules: DR-AOE-01, DR-AOE-11
    """
    usual = _usual_chances(encounter, blow)
    others = [
        one for one in encounter.everyone() if one.id not in usual and one.id != command.target
    ]
    if not others or not _takes_others_in(encounter, command, blow):
        return
    chances = _chances(encounter, blow)
    percent = settings_of(encounter).default_aoe_affected_percent

    def with_others(ticked: frozenset[str]) -> Attack:
        kept = {who: n for who, n in chances.items() if who in usual or who in ticked}
        added = {one.id: percent for one in others if one.id in ticked and one.id not in kept}
        return command.replace(chances=frozendict({**kept, **added}))

    yield CommandTicks(
        "exposed",
        _("Also exposed"),
        tuple((one.id, one.name) for one in others),
        frozenset(one.id for one in others if one.id in chances),
        with_others,
        _("those beyond the group"),
    )


def _by_setting(blow: Blow) -> Manner:
    return replace(blow.manner, chances=None)


def _numbers(encounter: Encounter, command: Attack) -> Iterator[CommandNumber]:
    """Yield Strength used, the defence's number, and how many shots.

    Rules: DR-RED-02, DR-CRT-01, DR-ARM-04
    """
    sheet = sheet_of(encounter[command.actor])
    if command.competent and command.mode == "melee":
        used = sheet.strength if command.str_used is None else command.str_used
        yield CommandNumber(
            "str_used",
            _("Strength used"),
            0,
            sheet.strength,
            used,
            lambda n: command.replace(str_used=n),
        )
    weapon = weapon_of(encounter[command.actor], command.weapons[0])
    if weapon is not None and weapon.volley > 1 and len(set(command.weapons)) == 1:
        yield CommandNumber(
            "shots",
            _("Shots"),
            1,
            weapon.volley,
            len(command.weapons),
            lambda n: command.replace(weapons=(command.weapons[0],) * n, stopped=frozenset()),
        )
    listed = sheet_of(encounter[command.target]).defence_tn
    now = command.defence_tn if command.defence_tn is not None else listed
    if now is not None:
        yield CommandNumber(
            "defence_tn",
            _("Defence"),
            0,
            DEFENCE_MOST,
            now,
            lambda n: command.replace(defence_tn=n),
        )


def _ticks(encounter: Encounter, command: Attack) -> Iterator[CommandTicks]:
    """Yield further weapons of the same attack, and shots that a kinetic shield stops.

    Rules: DR-ARM-04, DR-MIX-07, DR-AUR-07
    """
    first, *_rest = command.weapons
    others = [
        one
        for one in sheet_of(encounter[command.actor]).weapons
        if one.id != first and one.zone is None and one.ranged == (command.mode == "ranged")
    ]
    if others:
        yield CommandTicks(
            "also",
            _("Together with"),
            tuple((one.id, one.words) for one in others),
            frozenset(command.weapons) - {first},
            lambda ticked: _with_weapons(command, others, ticked),
        )
    projectiles = [
        (str(n), _("{n}. {weapon}").format(n=n, weapon=one.words))
        for n, one in shots_of(encounter, command)
        if one.ranged and one.base_damage is not None
    ]
    if projectiles:
        yield CommandTicks(
            "stopped",
            _("Stopped by a kinetic shield"),
            tuple(projectiles),
            frozenset(str(n) for n in command.stopped),
            lambda ticked: command.replace(stopped=frozenset(int(n) for n in ticked)),
        )


def _with_weapons(command: Attack, others: list[Weapon], ticked: frozenset[str]) -> Attack:
    kept = [one for one in command.weapons if one == command.weapons[0] or one in ticked]
    added = [one.id for one in others if one.id in ticked and one.id not in kept]
    return command.replace(weapons=(*kept, *added), stopped=frozenset())


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
