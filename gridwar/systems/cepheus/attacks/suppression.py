"""Suppression: who can be kept down, for how long, and what it does to them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from frozendict import frozendict
from msgspec import Struct
from pydantic import Field

from gridwar.engine.kit import (
    Command,
    Procedure,
    SheetEvent,
    Step,
    emit,
    must_exist,
    plays,
    reason_against,
    require,
    say,
)
from gridwar.systems.cepheus.actions.losing_aim import spoil_aim
from gridwar.systems.cepheus.attacks.attack_records import SUPPRESSION
from gridwar.systems.cepheus.attacks.bystanders_and_line_of_fire import NEAR_SQUARES
from gridwar.systems.cepheus.attacks.firing_modes import Way, rounds_used
from gridwar.systems.cepheus.core.fight_state import sheet_of, switches_of
from gridwar.systems.cepheus.core.health import is_out, is_there
from gridwar.systems.cepheus.core.initiative_order import change_initiative
from gridwar.systems.cepheus.core.machines_and_aboard import enclosed_by, machine_of
from gridwar.systems.cepheus.core.modifier_tables import modifiers
from gridwar.systems.cepheus.positions.range_bands import distance_between
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.engine.kit import Encounter, Table, Words
    from gridwar.systems.cepheus.attacks.attack_records import Shot
    from gridwar.systems.cepheus.core.person_records import Fearless
    from gridwar.systems.cepheus.core.sheet import CepheusSheet
    from gridwar.systems.cepheus.core.weapon_records import Weapon

WHY_FEARLESS: Final[Mapping[Fearless, str]] = frozendict(
    {
        "zealot": _("a zealot"),
        "battle_dress": _("in full battle dress"),
        "suicidal": _("suicidal"),
        "machine": _("a machine"),
    }
)


class Suppressed(SheetEvent):
    """Somebody is kept down to the end of a round, and not again before they have acted."""

    until_round: int

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Prolong it, never cut it short."""
        until = max(self.until_round, sheet.suppression.until_round)
        return sheet.replace(suppression=sheet.suppression.replace(until_round=until, locked=True))


class Suppress(Command):
    """Let suppressing fire of a known Effect succeed against somebody (the GM's command)."""

    target: str
    effect: int = Field(ge=0, le=100)


class KeptDown(Struct, frozen=True):
    """Whom suppressing fire reached, and its Effect."""

    targets: tuple[str, ...]
    effect: int


def may_keep_down(table: Table, who: str) -> Procedure[None]:
    """Refuse to keep somebody down on whom fire has no such effect, or not again so soon.

    They may be fired at all the same.

    Rules: CE-FIR-08, CE-FIR-09
    """
    now = table.now
    sheet, around = sheet_of(now[who]), enclosed_by(now, who)
    text, why = _("{who} takes no notice: {why}"), WHY_FEARLESS.get(sheet.fearless, "")
    yield from require(not sheet.fearless, "fearless", text, "CE-FIR-09", who=who, why=why)
    text, is_up = _("{who} is out."), not is_out(sheet, switches_of(now))
    yield from require(is_up, "nothing_to_suppress", text, "CE-FIR-09", who=who)
    text = _("{who} is enclosed in {other}.")
    yield from require(around is None, "enclosed", text, "CE-FIR-09", who=who, other=around)
    text = _("{who} is a machine.")
    yield from require(machine_of(now, who) is None, "machine", text, "CE-FIR-09", who=who)
    text = _("{who} is kept down already and has not acted since.")
    yield from require(not sheet.suppression.locked, "kept_down", text, "CE-FIR-08", who=who)


def near_targets(encounter: Encounter, target: str, actor: str) -> tuple[str, ...]:
    """Return who stands near enough to a target to be kept down by the same burst.

    Rules: CE-FIR-08
    """
    side = encounter[actor].side
    found: list[tuple[float, str]] = []
    for one in encounter.everyone():
        if one.id in (target, actor) or not is_there(encounter, one.id):
            continue
        distance = distance_between(encounter, target, one.id)
        if distance is None or distance.squares > NEAR_SQUARES:
            continue
        if not encounter.are_allied(one.side, side):
            found.append((distance.metres, one.id))
    return tuple(who for _far, who in sorted(found))


def ways_to_suppress(encounter: Encounter, weapon: Weapon, target: str) -> dict[Way, Words]:
    """Return suppressing fire with single shots and with bursts, and why it would be in vain.

    Rules: CE-FIR-07, CE-FIR-08, CE-FIR-09
    """
    ways: dict[Way, Words] = {}
    fire, text = modifiers().fire, _("{dm:+d}, {n} rounds")
    vain = reason_against(encounter, partial(may_keep_down, who=target))
    for rounds in (1, *(one for one in weapon.bursts if one > 1)):
        words = _("Suppress") if rounds == 1 else _("Suppress, bursts of {n}").format(n=rounds)
        note = text.format(dm=fire.suppression, n=rounds * fire.suppression_rounds)
        ways[Way(SUPPRESSION, rounds)] = (words, note if vain is None else vain.text)
    return ways


class Others(NamedTuple):
    """Further targets of suppressing fire; nobody: the one aimed at alone."""

    who: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Return its name among the choices."""
        return "near" if self.who else "one"


def others_for(encounter: Encounter, shot: Shot) -> dict[Others, Words]:
    """Return whom suppressing fire may be meant for: with long bursts also those who are near.

    Rules: CE-FIR-08
    """
    target = shot.target or ""
    only = _("Only {name}").format(name=encounter[target].name)
    found: dict[Others, Words] = {Others(): only}
    near = near_targets(encounter, target, shot.actor)
    if near and shot.rounds >= modifiers().fire.area_burst:
        names = ", ".join(encounter[who].name for who in near)
        found[Others(near)] = (_("All within {n} squares").format(n=NEAR_SQUARES), names)
    return found


def targets_of(encounter: Encounter, weapon: Weapon, shot: Shot) -> tuple[str, ...]:
    """Return everybody a suppressing shot names: with three rounds or more also some near by.

    Rules: CE-FIR-08
    """
    if shot.target is None:
        return ()
    fired = (
        rounds_used(weapon, shot) // modifiers().fire.suppression_rounds
        if shot.mode == SUPPRESSION
        else 0
    )
    if fired < modifiers().fire.area_burst:
        return (shot.target,)
    near = (who for who in shot.others if who in encounter and who != shot.target)
    return (shot.target, *(who for who in near if _is_near(encounter, shot.target, who)))


def _is_near(encounter: Encounter, target: str, who: str) -> bool:
    distance = distance_between(encounter, target, who)
    return distance is not None and distance.squares <= NEAR_SQUARES


def keep_down(table: Table, kept: KeptDown) -> Procedure[tuple[str, ...]]:
    """Keep people down who can be; return whom. Forced to duck, they aim for no kill any more.

    Rules: CE-FIR-07, CE-FIR-08, CE-FIR-09, CE-INI-06, CE-MIN-03
    """
    found: list[str] = []
    for who in kept.targets:
        refusal = reason_against(table.now, partial(may_keep_down, who=who))
        if refusal is not None:
            steps = tuple(Step(label=refusal.text, rule_id=one) for one in refusal.rule_ids)
            yield from say(table, refusal.text, steps=steps)
            continue
        found.append(who)
        until = table.now.round + 1
        yield from change_initiative(table, who, -kept.effect, _("Suppressed"))
        yield from emit(Suppressed(who=who, until_round=until))
        yield from spoil_aim(table, who, "distracted")
        words = _("All checks, this round and the next")
        steps = (
            Step(label=_("Initiative"), rule_id="CE-FIR-07", after=-kept.effect),
            Step(label=words, rule_id="CE-FIR-07", after=modifiers().burden.suppressed),
        )
        yield from say(table, _("{who} is kept down"), who=who, steps=steps, tone="harm")
    return tuple(found)


@plays(Suppress)
def suppress(table: Table, command: Suppress) -> Procedure[bool]:
    """Play suppression that has succeeded; return whether it had any effect.

    Rules: CE-FIR-07, CE-FIR-08, CE-FIR-09
    """
    yield from must_exist(table, command.target)
    found = yield from keep_down(table, KeptDown((command.target,), command.effect))
    return bool(found)
