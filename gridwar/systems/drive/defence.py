"""The defence roll, and what a critical hit buys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from gridwar.engine.kit import Procedure, ask, committed, explain, roll
from gridwar.grid.metrics import Metric, footprint_distance_cells
from gridwar.model.command import Answer
from gridwar.model.geometry import footprint
from gridwar.model.question import Option, Question
from gridwar.model.trace import Step, Trace
from gridwar.systems.drive.sheet import sheet_of, weapon_of
from gridwar.systems.drive.state import state_of, switches_of
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Table
    from gridwar.model.encounter import Encounter
    from gridwar.systems.drive.blow import Blow, Outcome

CRITICAL_MARGIN = 20
INJURY = "injury:"


class ReadDefence(Struct, frozen=True):
    """Reads a d100 against the defence's target number.

    Rules: DR-CRT-01, DR-CRT-03
    """

    target_number: int
    may_crit: bool

    def __call__(self, faces: tuple[int, ...]) -> Outcome:
        """Return what the roll leaves of the attack."""
        failed_by = faces[0] - self.target_number
        if failed_by <= 0:
            return "evaded"
        return "critical" if self.may_crit and failed_by >= CRITICAL_MARGIN else "hit"


def defend(table: Table, blow: Blow) -> Procedure[Blow]:
    """Let the target roll against what has broken through (S6).

    Rules: DR-CRT-01, DR-CRT-02, DR-CRT-03, DR-SHD-22
    """
    yield from committed()
    number = blow.manner.defence_tn
    if number is None:
        number = sheet_of(table.now[blow.target]).defence_tn
    name = table.now[blow.target].name
    if number is None:
        outcome = yield from _without_roll(table, blow)
        return replace(blow, outcome=outcome)
    tally = table.tally("defence")
    tally.line("DR-CRT-01", _("Defence"), number, source=name)
    read = ReadDefence(tally.total, may_crit(table.now, blow))
    outcome = yield from roll("1d100", read, key="defence", owner=blow.target)
    title = _("{name} defends").format(name=name)
    words = {"evaded": _("evaded"), "hit": _("hit"), "critical": _("critical hit")}
    yield from explain(
        table,
        lambda: Trace(
            title=title,
            lines=tally.lines,
            total=tally.total,
            result=words[outcome],
            tone="good" if outcome == "evaded" else "harm",
        ),
    )
    return replace(blow, outcome=outcome)


def _without_roll(table: Table, blow: Blow) -> Procedure[Outcome]:
    rule = switches_of(table.now).crit_without_defence_roll
    if rule != "ask" or not may_crit(table.now, blow):
        return "critical" if rule == "always" and may_crit(table.now, blow) else "hit"
    answer = yield from ask(_is_it_critical)
    return "critical" if answer.option == "critical" else "hit"


def _is_it_critical() -> Question:
    return Question(
        key="no defence",
        recipient=None,
        title=_("No defence roll: is the hit critical?"),
        options=(Option("hit", _("An ordinary hit")), Option("critical", _("Critical"))),
        default=Answer(option="hit"),
        rule_ids=("DR-CRT-02",),
    )


def may_crit(encounter: Encounter, blow: Blow) -> bool:
    """Return whether the attack is within the range in which its weapons score critical hits.

    Rules: DR-CRT-03
    """
    one, other = encounter[blow.attacker], encounter[blow.target]
    if blow.manner.mode != "ranged" or one.pos is None or other.pos is None:
        return blow.manner.mode != "aura"
    metric, bands = Metric.CHEBYSHEV, state_of(encounter).bands
    distance = footprint_distance_cells(
        metric,
        footprint(one.pos, one.size),
        footprint(other.pos, other.size),
        abs(one.altitude - other.altitude) / encounter.map.scale.cell_size,
    )
    weapons = (weapon_of(one, weapon) for weapon in blow.weapons)
    reaches = [bands.reach(own.crit_max_band) for own in weapons if own is not None]
    return all(reach is None or distance <= reach for reach in reaches)


def choose_critical(table: Table, blow: Blow) -> Procedure[Blow]:
    """Let the attacker name the injury type or take more drive (S7).

    Rules: DR-CRT-04, DR-CRT-05, DR-ARM-05
    """
    rolled = blow.manner.injury_type
    if blow.outcome != "critical":
        return replace(blow, injury_type=rolled)
    chosen = blow.manner.critical
    if chosen == "ask":
        answer = yield from ask(lambda: _what_for(table, blow))
        if answer.option.startswith(INJURY):
            rolled = answer.option.removeprefix(INJURY)
        chosen = "injury_type" if answer.option.startswith(INJURY) else "drive"
    rule = "DR-CRT-05" if chosen == "drive" else "DR-CRT-04"
    label = _("more drive") if chosen == "drive" else rolled
    step = Step(label=label, rule_id=rule)
    yield from explain(table, lambda: Trace(title=_("Critical hit"), steps=(step,), result=label))
    return replace(blow, drive_bonus=chosen == "drive", injury_type=rolled)


def _what_for(table: Table, blow: Blow) -> Question:
    types = state_of(table.now).injury_types
    options = [Option("drive", _("Drive +10 (a Precise melee weapon +20)"))]
    options += [Option(f"{INJURY}{one}", _("Injury type {t}").format(t=one)) for one in types]
    return Question(
        key="critical",
        recipient=blow.attacker,
        title=_("{name} scores a critical hit").format(name=table.now[blow.attacker].name),
        options=tuple(options),
        default=Answer(option="drive"),
        rule_ids=("DR-CRT-04", "DR-CRT-05"),
    )
