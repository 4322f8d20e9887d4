"""What the attack sheet lets choose, what an attack takes in, and the ties drawn between people.

Declares only; each option is the very command that would be played with it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.engine.kit import Aimed, CommandChoice, CommandOption, Tie
from gridwar.model.battlemap import WEATHER, ZERO_GRAVITY, Zone
from gridwar.systems.cepheus.attacks.attack import Attack, FireBlind, ThrowAt, shot_of
from gridwar.systems.cepheus.attacks.attack_checks import look_along
from gridwar.systems.cepheus.attacks.firing import (
    AREA_BURST,
    BURST,
    PANIC,
    SINGLE,
    SUPPRESSION,
    burst_row,
    spreads,
)
from gridwar.systems.cepheus.attacks.firing_checks import REST, why_no_panic, why_no_suppression
from gridwar.systems.cepheus.attacks.line_of_fire import cells_of_fire, eligible_on
from gridwar.systems.cepheus.attacks.suppression import near_targets, targets_of, why_not_again
from gridwar.systems.cepheus.command.comms import (
    JAMMING,
    commander_of,
    in_touch,
    link_between,
    means_row,
    unit_of,
)
from gridwar.systems.cepheus.command.leading import choices
from gridwar.systems.cepheus.core.armory import weapon_in_use
from gridwar.systems.cepheus.core.state import characteristic_dm, sheet_of, switches_of
from gridwar.systems.cepheus.modifiers.visibility import HEAT, sensor_row
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from gridwar.systems.cepheus.core.weapons import Weapon

MOST_LINKED: Final = 40
"""Members of a unit whose links are drawn; of more nobody could tell one line from another."""
Firing = Attack | ThrowAt | FireBlind


def choices_of(encounter: Encounter, command: Command) -> tuple[CommandChoice, ...]:
    """Return what can be chosen about an attack: way of firing, sensor, arm, further targets.

    About a check: characteristic, difficulty, opponent.

    Rules: CE-FIR-02, CE-FIR-03, CE-FIR-07, CE-FIR-08, CE-SEN-03, CE-SIG-04
    """
    if not isinstance(command, Firing) or command.actor not in encounter:
        return tuple(choices(encounter, command))
    weapon = weapon_in_use(encounter, command.actor or "", command.weapon)
    if weapon is None:
        return ()
    found: list[CommandChoice] = []
    if weapon.form == "ranged":
        found.extend(_offered(_("Fire"), "mode", tuple(_modes(encounter, command, weapon))))
    if weapon.form == "melee" and isinstance(command, Attack):
        found.extend(_offered(_("With"), "arm", tuple(_arms(encounter, command))))
    if weapon.form != "melee":
        found.extend(_offered(_("Sight by"), "sight", tuple(_sights(encounter, command))))
    if isinstance(command, Attack) and command.mode == SUPPRESSION:
        found.extend(_offered(_("Targets"), "others", tuple(_others(encounter, command))))
    return tuple(found)


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
        refusal = why_no_panic(encounter, shot_of(panic))
        note = _("-2, all {n} rounds").format(n=weapon.loaded)
        why = "" if refusal is None else refusal.text
        yield CommandOption(PANIC, _("Panic fire"), panic, note, why), now[0] == PANIC
    if isinstance(command, Attack):
        yield from _suppressing(encounter, command, weapon)


def _suppressing(
    encounter: Encounter, command: Attack, weapon: Weapon
) -> Iterator[tuple[CommandOption, bool]]:
    """Yield suppressing fire with single shots and with bursts; not against whom it has no effect.

    Rules: CE-FIR-07, CE-FIR-08, CE-FIR-09
    """
    for rounds in (1, *(one for one in weapon.bursts if one > 1)):
        kept = command.replace(mode=SUPPRESSION, rounds=rounds, use="attack")
        refusal = why_no_suppression(encounter, shot_of(kept))
        why = refusal.text if refusal is not None else why_not_again(encounter, command.target)
        words = _("Suppress") if rounds == 1 else _("Suppress, bursts of {n}").format(n=rounds)
        note = _("-2, {n} rounds").format(n=2 * rounds)
        is_it = (command.mode, command.rounds) == (SUPPRESSION, rounds)
        yield CommandOption(f"{SUPPRESSION}:{rounds}", words, kept, note, why), is_it


def _others(encounter: Encounter, command: Attack) -> Iterator[tuple[CommandOption, bool]]:
    near = near_targets(encounter, command.target, command.actor or "")
    alone = command.replace(others=())
    yield (
        CommandOption("one", _("Only {name}").format(name=encounter[command.target].name), alone),
        not command.others,
    )
    if near and command.rounds >= AREA_BURST:
        names = ", ".join(encounter[who].name for who in near)
        yield (
            CommandOption("near", _("All within 2 squares"), command.replace(others=near), names),
            bool(command.others),
        )


def _sights(encounter: Encounter, command: Firing) -> Iterator[tuple[CommandOption, bool]]:
    carried = dict.fromkeys(one.kind for one in sheet_of(encounter[command.actor or ""]).sensors)
    eye = CommandOption("eye", _("Naked eye"), command.replace(sight_by="eye"))
    yield eye, command.sight_by == "eye"
    for kind in carried:
        row = sensor_row(kind)
        title = kind if row is None else row.title
        option = CommandOption(kind, title, command.replace(sight_by=kind))
        yield option, command.sight_by == kind


def _arms(encounter: Encounter, command: Attack) -> Iterator[tuple[CommandOption, bool]]:
    chars = sheet_of(encounter[command.actor or ""]).chars
    better = "strength" if chars.strength > chars.dexterity else "dexterity"
    for arm, title in (("strength", _("Strength")), ("dexterity", _("Dexterity"))):
        score = chars.strength if arm == "strength" else chars.dexterity
        note = f"{characteristic_dm(score):+d}"
        option = CommandOption(arm, title, command.replace(arm=arm), note)
        yield option, (command.arm or better) == arm


# --- what an attack takes in --------------------------------------------------------------------


def aimed_by(encounter: Encounter, command: Command) -> Aimed | None:
    """Return whom an attack takes in beside its target, numbered as a die would pick them.

    Rules: CE-FIR-01, CE-FIR-04, CE-FIR-08, CE-CORE-09
    """
    if not isinstance(command, Firing) or command.actor not in encounter:
        return None
    shot = shot_of(command)
    weapon = weapon_in_use(encounter, shot.actor, shot.weapon)
    if weapon is None or encounter[shot.actor].pos is None:
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
        return Aimed(_("flechettes"), (shot.target, *seen.crowd), rule_id="CE-FIR-04")
    return None


def zone_samples() -> tuple[Zone, ...]:
    """Return the areas that mean something here beside smoke and light.

    Rules: CE-ENV-03, CE-SEN-02, CE-COM-02, CE-ZRG-01, CE-FIR-06
    """
    return (
        Zone(id="weather", kind=WEATHER, name=_("Extreme weather")),
        Zone(id="zero_g", kind=ZERO_GRAVITY, name=_("Zero gravity")),
        Zone(id="heat", kind=HEAT, name=_("Strong heat")),
        Zone(id="jamming", kind=JAMMING, name=_("Radio jamming")),
        Zone(id="rest", kind=REST, name=_("Rest for weapons")),
    )


# --- ties ---------------------------------------------------------------------------------------


def ties_of(encounter: Encounter) -> tuple[Tie, ...]:
    """Return what is drawn between people: aim with its count, and links to the commander.

    Rules: CE-MIN-02, CE-MIN-03, CE-COM-01, CE-COM-02
    """
    return (*_aims(encounter), *_links(encounter))


def _aims(encounter: Encounter) -> Iterator[Tie]:
    for who in encounter.combatants:
        aim = sheet_of(encounter[who]).aim
        if aim is None or aim.target not in encounter:
            continue
        words = [_("aims {n:+d}").format(n=aim.dm)] if aim.to_hit else []
        words += [_("for the kill +{n}").format(n=aim.damage)] if aim.to_kill else []
        yield Tie(who, aim.target, ", ".join(words), always=True)


def _links(encounter: Encounter) -> Iterator[Tie]:
    """Yield the links of each commander's unit: direct ones, relays, and those that are cut."""
    units: dict[str, list[str]] = {}
    for who, one in encounter.combatants.items():
        if one.pos is not None and not one.aside:
            units.setdefault(unit_of(encounter, who), []).append(who)
    for unit, members in units.items():
        commander = commander_of(encounter, unit) if len(members) <= MOST_LINKED else None
        if commander is None:
            continue
        reached = in_touch(encounter, commander)
        for who in members:
            if who == commander:
                continue
            if who not in reached:
                why = link_between(encounter, commander, who).why_not
                yield Tie(commander, who, why.split("; ")[-1], broken=True)
                continue
            by = _last_link(encounter, commander, who, reached)
            means = link_between(encounter, by, who).means
            # Words for what is not to be expected: those who stand together talk.
            yield Tie(by, who, "" if means == means_row("direct").title else means)


def _last_link(encounter: Encounter, commander: str, who: str, reached: frozenset[str]) -> str:
    """Return through whom somebody hears the commander: by himself, else by one of the unit."""
    if not link_between(encounter, commander, who).why_not:
        return commander
    others = (one for one in encounter.combatants if one in reached and one != who)
    return next((one for one in others if not link_between(encounter, one, who).why_not), commander)
