"""What is to be chosen about a command before it is played; each option is the command itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridwar.engine.kit import (
    Aimed,
    Command,
    CommandChoice,
    CommandNumber,
    CommandOption,
    Draft,
    Foreseen,
    _,
)
from gridwar.systems.percentile.actions.extended import ExtendedAction
from gridwar.systems.percentile.attacks.aiming_at import candidates_of
from gridwar.systems.percentile.attacks.multiple import MultipleAttack, WeaponUse, orders_of
from gridwar.systems.percentile.attacks.single import (
    FEINTED,
    CalledShot,
    StandardAttack,
    WeaponAct,
    as_feinted,
    order_of,
)
from gridwar.systems.percentile.attacks.sums import target_number
from gridwar.systems.percentile.attacks.volleys import (
    Burst,
    Flurry,
    Volley,
    spill_cells,
    spill_targets,
    volley_order,
)
from gridwar.systems.percentile.core.scores import weapon_of
from gridwar.systems.percentile.core.settings import settings_of
from gridwar.systems.percentile.core.state import sheet_of
from gridwar.systems.percentile.views.attack_choices import die_choice, score_choice
from gridwar.systems.percentile.views.option_draft import option_draft

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gridwar.engine.kit import Encounter
    from gridwar.systems.percentile.attacks.attack_records import AttackOrder

_THING = "a thing"
"""The option of a Called Shot at a thing, beside body parts."""


def draft_of(encounter: Encounter, command: Command) -> Draft:
    """Return what is to be chosen and known about a command in preparation.

    Rules: PC-ATK-05, PC-ATK-12, PC-ACT-02, PC-ACT-03, PC-ACT-04, PC-ACT-07, PC-ECO-06
    """
    if command.actor is not None and command.actor not in encounter:
        return Draft()
    match command:
        case WeaponAct():
            return Draft(
                choices=(*_weapon_choices(encounter, command), die_choice(command)),
                numbers=tuple(_hits(encounter, command)),
                aimed=_spill(encounter, command),
                foreseen=(*_candidates(encounter, command), *_feinted(encounter, command)),
            )
        case MultipleAttack():
            return Draft(
                choices=(*_uses(encounter, command), die_choice(command)),
                numbers=tuple(_hits_of_uses(encounter, command)),
                foreseen=tuple(_needed_by_uses(encounter, command)),
            )
        case ExtendedAction():
            return _extended(command)
    return option_draft(encounter, command)


def _weapon_choices(encounter: Encounter, command: WeaponAct) -> Iterator[CommandChoice]:
    """Yield the score tested, and the place of a Called Shot with its armour.

    Rules: PC-ATK-05, PC-ACT-04
    """
    if isinstance(command, CalledShot):
        armour = sheet_of(encounter[command.target]) if command.target in encounter else None
        parts = settings_of(encounter).body_parts
        places = dict.fromkeys((*(armour.ap_at if armour else ()), *parts, command.place))
        options = tuple(
            CommandOption(
                place,
                place[:1].upper() + place[1:],
                command.replace(place=place, thing=False),
                "" if armour is None else _("{n} AP").format(n=armour.ap_at.get(place, armour.ap)),
            )
            for place in places
        )
        thing = CommandOption(
            _THING, _("A thing"), command.replace(thing=True), _("a weapon, a lock: the GM's word")
        )
        now = _THING if command.thing else command.place
        yield CommandChoice("place", _("Where"), (*options, thing), now)
    yield score_choice(encounter, command)


def _hits(encounter: Encounter, command: WeaponAct) -> Iterator[CommandNumber]:
    """Yield the hits intended of a Burst or Flurry.

    Rules: PC-ACT-02, PC-ACT-03
    """
    weapon = weapon_of(encounter[command.actor], command.weapon)
    if isinstance(command, Volley) and weapon is not None:
        yield CommandNumber(
            "hits",
            _("Hits intended"),
            min(2, weapon.hit_rating),
            weapon.hit_rating,
            command.hits,
            lambda hits: command.replace(hits=hits),
            _("+10 and -5 for each"),
        )


def _spill(encounter: Encounter, command: WeaponAct) -> Aimed | None:
    """Return where hits of a Burst or Flurry may be given, and to whom.

    Rules: PC-ACT-02, PC-ACT-03
    """
    order = _volley_at(encounter, command)
    if order is None:
        return None
    label = _("hits may go to these")
    who = (order.target, *spill_targets(encounter, order))
    return Aimed(label, who, spill_cells(encounter, order), order.row.rule)


def _candidates(encounter: Encounter, command: WeaponAct) -> Iterator[Foreseen]:
    """Yield what each who may be given hits would need.

    Rules: PC-ACT-02, PC-ACT-03
    """
    order = _volley_at(encounter, command)
    for who in () if order is None else spill_targets(encounter, order):
        assert order is not None
        number = target_number(encounter, replace(order, target=who))
        text = _("{name} may be given hits (needs {n})")
        yield Foreseen(text.format(name=encounter[who].name, n=number), order.row.rule)


def _feinted(encounter: Encounter, command: WeaponAct) -> Iterator[Foreseen]:
    """Yield that a won Feint leaves neither Dodge nor Parry.

    Rules: PC-ACT-18
    """
    if not isinstance(command, StandardAttack | CalledShot):
        return
    action = "called_shot" if isinstance(command, CalledShot) else "standard_attack"
    if as_feinted(encounter, order_of(command, action)).kind == FEINTED:
        yield Foreseen(_("Won Feint: no Dodge, no Parry against this attack"), "PC-ACT-18")


def _needed_by_uses(encounter: Encounter, command: MultipleAttack) -> Iterator[Foreseen]:
    """Yield a line a weapon of a Multiple Attack: what it does, at whom, and what it needs.

    Rules: PC-ACT-07
    """
    for order in orders_of(command):
        if order.target in encounter and weapon_of(encounter[command.actor], order.weapon):
            text = _("{what} at {name}: {n} or less")
            words = text.format(
                what=order.words_in(encounter),
                name=encounter[order.target].name,
                n=target_number(encounter, order),
            )
            yield Foreseen(words, "PC-ACT-07")


def _volley_at(encounter: Encounter, command: WeaponAct) -> AttackOrder | None:
    if not isinstance(command, Burst | Flurry) or command.target not in encounter:
        return None
    if weapon_of(encounter[command.actor], command.weapon) is None:
        return None
    return volley_order(command, "burst" if isinstance(command, Burst) else "flurry")


def _uses(encounter: Encounter, command: MultipleAttack) -> Iterator[CommandChoice]:
    """Yield mode and target of each weapon of a Multiple Attack.

    Rules: PC-ACT-07
    """
    for number, (use, order) in enumerate(zip(command.uses, orders_of(command), strict=True)):
        weapon = weapon_of(encounter[command.actor], use.weapon)
        if weapon is None:
            continue
        several = "flurry" if weapon.is_melee else "burst"
        modes = {"standard_attack": _("Once")}
        if weapon.has_hits and weapon.kind != "thrown_melee":
            modes[several] = _("Flurry") if weapon.is_melee else _("Burst")
        yield CommandChoice(
            f"mode {use.weapon}",
            weapon.title,
            tuple(
                CommandOption(mode, words, _with_use(command, number, use.replace(mode=mode)))
                for mode, words in modes.items()
            ),
            use.mode,
        )
        found = candidates_of(encounter, order)
        targets = dict.fromkeys((*sorted(found.who), use.target or command.target))
        yield CommandChoice(
            f"target {use.weapon}",
            _("{weapon} at").format(weapon=weapon.title),
            tuple(
                CommandOption(
                    who,
                    encounter[who].name,
                    _with_use(command, number, use.replace(target=who)),
                    _("needs {n}").format(n=found.words[who]) if who in found.words else "",
                    "" if who in found.who else _("Out of reach."),
                )
                for who in targets
                if who in encounter
            ),
            use.target or command.target,
        )


def _hits_of_uses(encounter: Encounter, command: MultipleAttack) -> Iterator[CommandNumber]:
    for number, use in enumerate(command.uses):
        weapon = weapon_of(encounter[command.actor], use.weapon)
        if weapon is not None and use.mode != "standard_attack":
            yield CommandNumber(
                f"hits {use.weapon}",
                _("{weapon}: hits intended").format(weapon=weapon.title),
                min(2, weapon.hit_rating),
                weapon.hit_rating,
                use.hits,
                _hits_maker(command, number),
            )


def _hits_maker(command: MultipleAttack, number: int) -> Callable[[int], MultipleAttack]:
    use = command.uses[number]
    return lambda hits: _with_use(command, number, use.replace(hits=hits))


def _with_use(command: MultipleAttack, number: int, use: WeaponUse) -> MultipleAttack:
    return command.replace(uses=(*command.uses[:number], use, *command.uses[number + 1 :]))


def _extended(command: ExtendedAction) -> Draft:
    """Return how long an Extended Action takes, and whether the players learn it.

    Rules: PC-ECO-06
    """
    return Draft(
        numbers=(
            CommandNumber(
                "rounds",
                _("Rounds needed"),
                1,
                100,
                command.rounds,
                lambda rounds: command.replace(rounds=rounds),
            ),
        ),
        choices=(
            CommandChoice(
                "hidden",
                _("Players"),
                (
                    CommandOption("told", _("learn how long"), command.replace(hidden=False)),
                    CommandOption("hidden", _("do not learn it"), command.replace(hidden=True)),
                ),
                "hidden" if command.hidden else "told",
            ),
        ),
    )
