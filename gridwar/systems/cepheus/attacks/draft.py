"""What can be chosen about an attack in preparation, and what it takes in beside its target.

Each option is the very command that would be played with it.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from gridwar.engine.kit import Aimed, CommandChoice, CommandOption, Draft, reason_against
from gridwar.systems.cepheus.attacks.attack_offers import Attack, FireBlind, ThrowAt, shot_of
from gridwar.systems.cepheus.attacks.bystanders import cells_of_fire, eligible_on
from gridwar.systems.cepheus.attacks.firing import (
    BURST,
    PANIC,
    SINGLE,
    SUPPRESSION,
    burst_row,
    spreads,
)
from gridwar.systems.cepheus.attacks.legality import look_along
from gridwar.systems.cepheus.attacks.suppression import may_keep_down, near_targets, targets_of
from gridwar.systems.cepheus.core.aboard import weapon_in_use
from gridwar.systems.cepheus.core.figures import modifiers
from gridwar.systems.cepheus.core.state import characteristic_dm, sheet_of, switches_of
from gridwar.systems.cepheus.positions.visibility import sensor_title
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Command, Encounter
    from gridwar.systems.cepheus.core.weapons import Weapon

Firing = Attack | ThrowAt | FireBlind


def attack_draft(encounter: Encounter, command: Command) -> Draft:
    """Return what can be chosen about an attack, and whom it takes in; nothing of other commands.

    Rules: CE-FIR-01, CE-FIR-02, CE-SEN-03, CE-SIG-04
    """
    if not isinstance(command, Firing) or command.actor not in encounter:
        return Draft()
    weapon = weapon_in_use(encounter, command.actor, command.weapon)
    if weapon is None:
        return Draft()
    choices = tuple(_choices(encounter, command, weapon))
    return Draft(choices=choices, aimed=_aimed(encounter, command, weapon))


def _choices(encounter: Encounter, command: Firing, weapon: Weapon) -> Iterator[CommandChoice]:
    """Yield what can be chosen: way of firing, arm, sensor, further targets.

    Rules: CE-FIR-02, CE-FIR-03, CE-FIR-07, CE-FIR-08, CE-SEN-03, CE-SIG-04
    """
    if weapon.form == "ranged":
        yield from _offered(_("Fire"), "mode", tuple(_modes(encounter, command, weapon)))
    if weapon.form == "melee" and isinstance(command, Attack):
        yield from _offered(_("With"), "arm", tuple(_arms(encounter, command)))
    if weapon.form != "melee":
        yield from _offered(_("Sight by"), "sight", tuple(_sights(encounter, command)))
    if isinstance(command, Attack) and command.mode == SUPPRESSION:
        yield from _offered(_("Targets"), "others", tuple(_others(encounter, command)))


def _offered(
    title: str, key: str, options: tuple[tuple[CommandOption, bool], ...]
) -> Iterator[CommandChoice]:
    """Yield a choice where there is more than one thing to choose."""
    if len(options) > 1:
        chosen = next((one.id for one, is_it in options if is_it), "")
        yield CommandChoice(key, title, tuple(one for one, _is_it in options), chosen)


def _modes(
    encounter: Encounter, command: Firing, weapon: Weapon
) -> Iterator[tuple[CommandOption, bool]]:
    switches = switches_of(encounter)
    now = (command.mode, command.rounds if command.mode != SINGLE else 1, command.use)
    single = command.replace(mode=SINGLE, rounds=1, use="attack")
    yield CommandOption(SINGLE, _("Single shot"), single), now[0] == SINGLE
    for rounds in (one for one in weapon.bursts if one > 1):
        row = burst_row(rounds, switches)
        dice = f"+{row.dice}D6" if row.dice else f"+{row.points}"
        for use, words, worth in (
            ("attack", _("Burst of {n}, spread to hit"), f"{row.dm:+d}"),
            ("damage", _("Burst of {n}, grouped for damage"), dice),
        ):
            burst = command.replace(mode=BURST, rounds=rounds, use=use)
            option = CommandOption(f"{rounds}:{use}", words.format(n=rounds), burst, worth)
            yield option, now == (BURST, rounds, use)
    panic = command.replace(mode=PANIC, rounds=1, use="attack")
    if weapon.slug_small_arm:
        note = _("-2, all {n} rounds").format(n=weapon.loaded)
        yield CommandOption(PANIC, _("Panic fire"), panic, note), now[0] == PANIC
    if isinstance(command, Attack):
        yield from _suppressing(encounter, command, weapon)


def _suppressing(
    encounter: Encounter, command: Attack, weapon: Weapon
) -> Iterator[tuple[CommandOption, bool]]:
    """Yield suppressing fire with single shots and with bursts, and why it would be in vain.

    Rules: CE-FIR-07, CE-FIR-08, CE-FIR-09
    """
    for rounds in (1, *(one for one in weapon.bursts if one > 1)):
        kept = command.replace(mode=SUPPRESSION, rounds=rounds, use="attack")
        words = _("Suppress") if rounds == 1 else _("Suppress, bursts of {n}").format(n=rounds)
        vain = reason_against(encounter, partial(may_keep_down, who=command.target))
        note = _("-2, {n} rounds").format(n=2 * rounds) if vain is None else vain.text
        is_it = (command.mode, command.rounds) == (SUPPRESSION, rounds)
        yield CommandOption(f"{SUPPRESSION}:{rounds}", words, kept, note), is_it


def _others(encounter: Encounter, command: Attack) -> Iterator[tuple[CommandOption, bool]]:
    near = near_targets(encounter, command.target, command.actor)
    alone = command.replace(others=())
    yield (
        CommandOption("one", _("Only {name}").format(name=encounter[command.target].name), alone),
        not command.others,
    )
    if near and command.rounds >= modifiers().fire.area_burst:
        names = ", ".join(encounter[who].name for who in near)
        yield (
            CommandOption("near", _("All within 2 squares"), command.replace(others=near), names),
            bool(command.others),
        )


def _sights(encounter: Encounter, command: Firing) -> Iterator[tuple[CommandOption, bool]]:
    carried = dict.fromkeys(one.kind for one in sheet_of(encounter[command.actor]).sensors)
    eye = CommandOption("eye", _("Naked eye"), command.replace(sight_by="eye"))
    yield eye, command.sight_by == "eye"
    for kind in carried:
        option = CommandOption(kind, sensor_title(kind), command.replace(sight_by=kind))
        yield option, command.sight_by == kind


def _arms(encounter: Encounter, command: Attack) -> Iterator[tuple[CommandOption, bool]]:
    chars = sheet_of(encounter[command.actor]).chars
    better = "strength" if chars.strength > chars.dexterity else "dexterity"
    for arm, title in (("strength", _("Strength")), ("dexterity", _("Dexterity"))):
        score = chars.strength if arm == "strength" else chars.dexterity
        note = f"{characteristic_dm(score):+d}"
        option = CommandOption(arm, title, command.replace(arm=arm), note)
        yield option, (command.arm or better) == arm


# --- what an attack takes in --------------------------------------------------------------------


def _aimed(encounter: Encounter, command: Firing, weapon: Weapon) -> Aimed | None:
    """Return whom an attack takes in beside its target, numbered as a die would pick them.

    Rules: CE-FIR-01, CE-FIR-04, CE-FIR-08, CE-CORE-09
    """
    shot = shot_of(command)
    if encounter[shot.actor].pos is None:
        return None
    if shot.blind:
        cells = frozenset(cells_of_fire(encounter, shot, weapon))
        return Aimed(
            _("line of blind fire"), eligible_on(encounter, shot, weapon), cells, "CE-FIR-01"
        )
    if shot.target is None or shot.target not in encounter:
        return None
    if shot.mode == SUPPRESSION:
        targets = targets_of(encounter, weapon, shot)
        return Aimed(_("kept down"), targets, rule_id="CE-FIR-08") if targets[1:] else None
    if encounter[shot.target].pos is None:
        return None
    seen = look_along(encounter, shot)
    if spreads(weapon, shot, seen.band):
        return Aimed(_("flechettes"), (shot.target, *seen.exposed), rule_id="CE-FIR-04")
    return None
