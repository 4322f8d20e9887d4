"""The defence roll, and what a critical hit buys."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from gridwar.engine.kit import Option, Procedure, Step, choose, committed, roll, say
from gridwar.systems.drive.attacks.armour_preview import more_drive
from gridwar.systems.drive.core.house_rules_and_settings import settings_of, switches_of
from gridwar.systems.drive.core.sheet import sheet_of, weapon_of
from gridwar.systems.drive.core.tables import constants
from gridwar.systems.drive.positions import is_within_band
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Encounter, Table
    from gridwar.systems.drive.harm.blow_and_elements import Blow, Outcome

INJURY: Final = "injury:"
Rolled = Literal["evaded", "hit", "critical"]


class ReadDefence(Struct, frozen=True):
    """Reads a defence roll against its target number.

    Rules: DR-CRT-01, DR-CRT-03
    """

    target_number: int
    may_crit: bool

    def __call__(self, faces: tuple[int, ...]) -> Rolled:
        """Return what the roll leaves of the attack."""
        failed_by = faces[0] - self.target_number
        if failed_by <= 0:
            return "evaded"
        is_far = failed_by >= constants().critical.margin
        return "critical" if self.may_crit and is_far else "hit"


def outcome_words(outcome: Outcome) -> str:
    """Return what an outcome is called."""
    return {
        "open": _("open"),
        "stopped": _("stopped"),
        "evaded": _("evaded"),
        "hit": _("hit"),
        "critical": _("critical hit"),
    }[outcome]


def defend(table: Table, blow: Blow) -> Procedure[Blow]:
    """Let the target roll against what has broken through (S6).

    Rules: DR-CRT-01, DR-CRT-02, DR-CRT-03, DR-SHD-05, DR-SHD-22
    """
    if blow.is_stopped:
        return blow
    yield from committed()
    number = blow.manner.defence_tn
    if number is None:
        number = sheet_of(table.now[blow.target]).defence_tn
    if number is None:
        outcome = yield from _without_roll(table, blow)
        return replace(blow, outcome=outcome)
    tally = table.tally("defence")
    tally.line("DR-CRT-01", _("Defence"), number, source=table.now[blow.target].name)
    read = ReadDefence(tally.total, may_crit(table.now, blow))
    needed = _("evades with {n} or less").format(n=tally.total)
    outcome = yield from roll(
        settings_of(table.now).defence_die,
        read,
        key="defence",
        owner=blow.target,
        label=_defence_words(table.now, blow),
        needed=needed,
        named=outcome_words,
    )
    yield from say(
        table,
        _("{whom} defends"),
        whom=blow.target,
        tally=tally,
        steps=tuple(_rolled(table.now, read, needed, table.faces("defence"))),
        result=outcome_words(outcome),
        tone="good" if outcome == "evaded" else "harm",
        befell=blow.target,
    )
    return replace(blow, outcome=outcome)


def _defence_words(encounter: Encounter, blow: Blow) -> str:
    """Return what a defence roll is for: against what, and whose."""
    attacker = encounter[blow.attacker]
    weapons = (weapon_of(attacker, one) for one in dict.fromkeys(blow.shots))
    names = ", ".join(one.words for one in weapons if one is not None)
    return _("Defence against {weapon} of {name}").format(weapon=names, name=attacker.name)


def _rolled(
    encounter: Encounter, read: ReadDefence, needed: str, faces: tuple[int, ...]
) -> Iterator[Step]:
    """Yield the face that was rolled with what it took, and by how much it failed.

    Rules: DR-CRT-01
    """
    label = _("on {dice}, {needed}").format(
        dice=settings_of(encounter).defence_die.upper(), needed=needed
    )
    yield Step(label=label, rule_id="DR-CRT-01", faces=faces)
    failed_by = faces[0] - read.target_number if faces else 0
    if failed_by > 0:
        margin = constants().critical.margin
        if read.may_crit:
            label = _("Failed by; critical from {n} on").format(n=margin)
        else:
            label = _("Failed by; no critical hit at this range")
        rule = "DR-CRT-01" if read.may_crit else "DR-CRT-03"
        yield Step(label=label, rule_id=rule, after=failed_by)


def _without_roll(table: Table, blow: Blow) -> Procedure[Rolled]:
    """Ask the GM whether a hit that nobody rolled against is critical.

    Rules: DR-CRT-02
    """
    rule = switches_of(table.now).crit_without_defence_roll
    if rule == "never" or not may_crit(table.now, blow):
        return "hit"
    if rule == "always":
        return "critical"
    answer = yield from choose(
        table,
        _("No defence roll: is the hit critical?"),
        {"hit": _("An ordinary hit"), "critical": _("Critical")},
        "DR-CRT-02",
        key="no defence",
        whom=None,
    )
    return "critical" if answer == "critical" else "hit"


def may_crit(encounter: Encounter, blow: Blow) -> bool:
    """Return whether the attack is within the range in which its weapons score critical hits.

    Rules: DR-CRT-02, DR-CRT-03
    """
    if blow.manner.mode != "ranged":
        return blow.manner.mode == "melee"
    weapons = (weapon_of(encounter[blow.attacker], weapon) for weapon in blow.shots)
    bands = {own.crit_max_band for own in weapons if own is not None}
    within = (is_within_band(encounter, blow.attacker, blow.target, band) for band in bands)
    return all(one is not False for one in within)


def choose_critical(table: Table, blow: Blow) -> Procedure[Blow]:
    """Let the attacker name the injury type or take more drive (S7).

    Rules: DR-CRT-04, DR-CRT-05, DR-ARM-05
    """
    rolled = blow.manner.injury_type
    if blow.outcome != "critical":
        return replace(blow, injury_type=rolled)
    chosen = blow.manner.critical
    if chosen == "ask":
        answer = yield from choose(
            table,
            _("{whom} scores a critical hit"),
            lambda: _what_for(table.now, blow),
            "DR-CRT-04",
            "DR-CRT-05",
            key="critical",
            whom=blow.attacker,
            follow_up=True,
        )
        if answer.startswith(INJURY):
            rolled = answer.removeprefix(INJURY)
        chosen = "injury_type" if answer.startswith(INJURY) else "drive"
    elif chosen == "injury_type":
        rolled = blow.manner.critical_injury or rolled
    rule = "DR-CRT-05" if chosen == "drive" else "DR-CRT-04"
    label = _("more drive") if chosen == "drive" else rolled
    step = Step(label=label, rule_id=rule)
    yield from say(table, _("Critical hit"), steps=(step,), result=label, tone="harm")
    return replace(blow, drive_bonus=chosen == "drive", injury_type=rolled)


def _what_for(encounter: Encounter, blow: Blow) -> tuple[Option, ...]:
    """Return what a critical hit can be used for, with what more drive would change.

    Rules: DR-CRT-04, DR-CRT-05, DR-CRT-06
    """
    types = settings_of(encounter).injury_types
    drive = Option("drive", _("More drive"), effect=more_drive(encounter, blow))
    named = (Option(f"{INJURY}{one}", _("Injury: {t}").format(t=one)) for one in types)
    return (drive, *named)
