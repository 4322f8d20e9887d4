"""The attack: its fixed stages, one small function each, in the order of the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final, Literal

from frozendict import frozendict
from msgspec.structs import replace

from gridwar.engine.kit import (
    Act,
    Candidates,
    ChoiceField,
    CombatantId,
    Encounter,
    FrozenMap,
    Number,
    Procedure,
    Role,
    Variant,
    Words,
    call,
    must_exist,
    offer,
    plays,
    require,
    say,
    settable_if,
)
from gridwar.systems.drive.attacks.areas import deliver, retest
from gridwar.systems.drive.attacks.armour_preview import chip_words
from gridwar.systems.drive.attacks.declaration import build, declare
from gridwar.systems.drive.attacks.defence import choose_critical, defend
from gridwar.systems.drive.attacks.exposed import burst_cells, strike_others, warn
from gridwar.systems.drive.auras.hit_back import answer_with_aura
from gridwar.systems.drive.core.conditions import may_act, warn_who_only_thinks
from gridwar.systems.drive.core.headings import ATTACK
from gridwar.systems.drive.core.sheet import sheet_of, weapon_of
from gridwar.systems.drive.core.state import settings_of
from gridwar.systems.drive.core.tables import constants
from gridwar.systems.drive.harm.after_effects import take_effect
from gridwar.systems.drive.harm.blow import Blow, Critical, Manner
from gridwar.systems.drive.harm.damage import add_up, apply_modifiers, meet_armour, set_drive
from gridwar.systems.drive.shielding.shields import (
    shield_high,
    shield_late,
    shield_low,
    shield_medium,
)
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from gridwar.engine.kit import Table

BEFORE_THE_ROLL: Final = (declare, build, shield_low, retest, shield_medium)
AFTER_THE_ROLL: Final = (
    choose_critical,
    deliver,
    shield_late,
    set_drive,
    meet_armour,
    shield_high,
    apply_modifiers,
    add_up,
)
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
                note="" if weapon.ranged else _("no limit: ours"),
                weapon=weapon.id,
            )


def _marked(encounter: Encounter, command: Attack) -> Candidates:
    """Return whom an attack could strike, with what each weapon's drive makes of their armour.

    Rules: DR-ARM-01, DR-ARM-02
    """
    others = frozenset(one.id for one in encounter.everyone() if one.id != command.actor)
    manner = manner_of(command)
    words = {
        who: chip_words(encounter, Blow(command.actor, who, command.weapons, manner))
        for who in others
    }
    return Candidates(who=others, words=frozendict(words))


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


NO_YES: Final[Mapping[bool, str]] = {False: _("no"), True: _("yes")}
CRITICALS: Final[Mapping[Critical, str]] = {
    "ask": _("ask then"),
    "drive": _("more drive"),
    "injury_type": _("this injury type"),
}
"""What a critical hit is for (DR-CRT-04, DR-CRT-05)."""


@settable_if(knows)
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
class Attack(Act):
    """Strike with a melee weapon or several, or fire one shot or several, at one target."""

    target: str
    mode: Literal["melee", "ranged"] = "melee"
    weapons: tuple[str, ...]
    """Ids, in the order in which they are resolved; a weapon fired twice stands twice."""
    competent: Annotated[bool, ChoiceField(_("Competent"), NO_YES, make=_competent)] = False
    str_used: Number | None = None
    weapon_percent: Annotated[
        Literal[25, 50, 100], ChoiceField(_("Weapon used"), _percents, when=_holds_back("melee"))
    ] = 100
    half_power: Annotated[
        bool, ChoiceField(_("Half power"), _halved, when=_holds_back("ranged"))
    ] = False
    defence_tn: Number | None = None
    """In place of the one on the target's sheet."""
    injury_type: Annotated[str, ChoiceField(_("Injury type"), _rolled)] = "core"
    critical: Annotated[Critical, ChoiceField(_("A critical hit"), CRITICALS)] = "ask"
    stopped: frozenset[Number] = frozenset()
    """Shots, from 1, whose projectile a kinetic shield stops."""
    deliberate: bool = False
    """Spread over the target's group."""
    chances: FrozenMap[CombatantId, Number] | None = None
    """In percent, who of the others is struck by an area; None: the group, by the setting."""


def manner_of(command: Attack) -> Manner:
    """Return how an attack was declared."""
    chances = None if command.chances is None else tuple(command.chances.items())
    return Manner(
        command.mode,
        competent=command.competent,
        str_used=command.str_used,
        weapon_percent=command.weapon_percent,
        half_power=command.half_power,
        defence_tn=command.defence_tn,
        critical=command.critical,
        injury_type=command.injury_type,
        stopped=command.stopped,
        deliberate=command.deliberate,
        chances=chances,
    )


@plays(Attack)
def attack(table: Table, command: Attack) -> Procedure[Blow]:
    """Play an attack through its stages; the results of all are suffered at the very end.

    Rules: DR-ARM-01, DR-ARM-04, DR-RED-05, DR-SHD-20, DR-SHD-22, DR-AUR-09
    """
    attacker, target = command.actor, command.target
    yield from may_act(table, attacker)
    # Before the target is looked at: what speaks against the weapons speaks against the offer.
    blow = Blow(attacker, "", command.weapons, manner_of(command))
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
    yield from warn(table, blow.hazard, blow.collapse, burst_cells(table.now, blow))
    return blow


def suffer(table: Table, blow: Blow) -> Procedure[None]:
    """Apply all results at once: the holder's wounds do not stop its answer (S16).

    Rules: DR-AUR-09
    """
    for one in blow.everybody():
        yield from take_effect(table, one)
    if blow.answer is not None:
        yield from say(table, _("Both strike at the same moment"))
