"""Cover: what hides a target from an attacker, one row better for who ducks, what it is worth.

The line that is drawn goes by the same test as an attack. The geometry is in
``gridwar.grid.lines.cover_on_line``; the GM's word on a combatant replaces it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from frozendict import frozendict
from msgspec import Struct
from msgspec.structs import replace

from gridwar.caches import Same
from gridwar.engine.kit import (
    GM_WORD,
    Decider,
    PlainLines,
    Sight,
    behind,
    cover_decider,
    for_words,
    of_places,
    plain_sight,
    stand_at,
)
from gridwar.grid.lines.cover_of_many_targets import kept_cover
from gridwar.grid.lines.cover_on_line import Unused, cover_facts
from gridwar.model.cover_kinds import CoverDegree
from gridwar.systems.cepheus.core.fight_state import sheet_of, switches_of
from gridwar.systems.cepheus.core.machines_and_aboard import machine_of, vehicle_of
from gridwar.systems.cepheus.core.modifier_tables import cover_table
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from gridwar.grid.lines.cover_on_line import CoverFacts, CoverFound
    from gridwar.grid.lines.sight_and_effect import Stand
    from gridwar.model.encounter import Encounter
    from gridwar.systems.cepheus.core.house_rules import CepheusSwitches
    from gridwar.systems.cepheus.core.machine_records import Machine
    from gridwar.systems.cepheus.core.person_records import Stance
    from gridwar.systems.cepheus.core.weapon_records import Form
    from gridwar.systems.cepheus.positions.visibility_and_sensors import Environment


class CoverWorth(Struct, frozen=True):
    """What cover is worth to somebody: the row that counts, its DM (None: no hit is possible)."""

    row: CoverDegree
    dm: int | None

    @property
    def closed(self) -> bool:
        """Return whether somebody can neither be hit nor return fire."""
        return self.dm is None


class CoverOn(Struct, frozen=True):
    """The one cover that counts against an attack."""

    degree: CoverDegree
    hard: bool
    worth: CoverWorth
    name: str = ""
    source: str = ""
    """Id of the thing on the map; empty for the GM's word."""

    @property
    def label(self) -> str:
        """Return its words for a line: how much, how hard, and whether they duck."""
        kind = _("hard") if self.hard else _("soft")
        words = _("{degree} cover, {kind}").format(degree=row_title(self.degree), kind=kind)
        if self.worth.row == self.degree:
            return words
        return _("{cover}, ducked: {row}").format(cover=words, row=row_title(self.worth.row))


def row_title(degree: CoverDegree) -> str:
    """Return the name of a row of the cover table as the player reads it."""
    return {
        CoverDegree.NONE: _("No"),
        CoverDegree.QUARTER: _("Quarter"),
        CoverDegree.HALF: _("Half"),
        CoverDegree.THREE_QUARTER: _("Three-quarter"),
        CoverDegree.FULL: _("Full"),
    }[degree]


def worth_of(degree: CoverDegree, stance: Stance, switches: CepheusSwitches) -> CoverWorth:
    """Return what cover is worth in a stance: who ducks counts one row better.

    Rules: CE-COV-01, CE-COV-02, CE-COV-03, CE-STA-01, CE-STA-02, CE-STA-03
    """
    if stance == "standing" or degree is CoverDegree.NONE:
        return CoverWorth(degree, cover_table().dm[degree])
    if degree is CoverDegree.FULL:
        can_be_hit = switches.full_cover_crouched == "dm_minus_6"
        return CoverWorth(degree, cover_table().low[degree] if can_be_hit else None)
    rows = tuple(CoverDegree)
    row = rows[degree.rank + 1]
    return CoverWorth(row, cover_table().dm[row])


def cover_between(
    encounter: Encounter, attacker: str | Stand | None, target: str
) -> CoverOn | None:
    """Return the best single cover of a target against an attacker; None where there is none.

    At Personal range nothing on the map is between them. The GM's word goes before the map: that
    on the pair first, then that on the target, which is all there is against nobody in particular.
    In place of an attacker there may be a mere place.

    Rules: CE-COV-04, CE-COV-05
    """
    one, switches = encounter[target], switches_of(encounter)
    sheet = sheet_of(one)
    by = attacker if isinstance(attacker, str) else None
    ruling = None if by is None else encounter.ruling(by, target)
    if ruling is not None and ruling.cover is not None:
        if ruling.cover is CoverDegree.NONE:
            return None
        worth = worth_of(ruling.cover, sheet.stance, switches)
        return CoverOn(ruling.cover, ruling.hard, worth, _("the GM's word"))
    declared = sheet.declared_cover
    if declared is not None:
        if declared.degree is CoverDegree.NONE:
            return None
        worth = worth_of(declared.degree, sheet.stance, switches)
        return CoverOn(declared.degree, declared.hard, worth, _("the GM's word"))
    shelter = _inside(encounter, by, target)
    best = _cover_on_map(encounter, attacker, target)
    if best is None:
        return shelter
    degree, hard = best
    if shelter is not None and shelter.degree.rank >= degree.rank:
        return shelter
    name, source = _cover_named(encounter, attacker, target)
    return CoverOn(degree, hard, worth_of(degree, sheet.stance, switches), name, source)


@of_places
def _cover_on_map(
    encounter: Encounter, attacker: str | Stand | None, target: str
) -> tuple[CoverDegree, bool] | None:
    """Return how much the best single cover on the map hides, and whether it is hard."""
    found = _found_on_map(encounter, attacker, target)
    return None if found is None else (found.degree, found.hard)


@for_words
def _cover_named(
    encounter: Encounter, attacker: str | Stand | None, target: str
) -> tuple[str, str]:
    """Return what that is called, and its id."""
    found = _found_on_map(encounter, attacker, target)
    return ("", "") if found is None else (found.name or found.source, found.source)


def _found_on_map(
    encounter: Encounter, attacker: str | Stand | None, target: str
) -> CoverFound | None:
    here = stand_at(encounter, attacker) if isinstance(attacker, str) else attacker
    there = stand_at(encounter, target)
    if here is None or there is None or not set(here.cells).isdisjoint(there.cells):
        return None
    found = kept_cover(Same(encounter.map), here, there)
    return None if found is None or found.degree is CoverDegree.NONE else found


def occupant_cover(machine: Machine) -> tuple[CoverDegree, bool]:
    """Return the cover of those inside a machine, and whether it is hard.

    Rules: CE-VEH-04, CE-VEH-05
    """
    if not machine.closed:
        return CoverDegree.NONE, False
    return (CoverDegree.FULL, True) if machine.military else (CoverDegree.HALF, False)


def _inside(encounter: Encounter, attacker: str | None, target: str) -> CoverOn | None:
    """Return the cover that a closed vehicle gives to somebody in it; none among those inside.

    Rules: CE-VEH-04
    """
    vehicle = vehicle_of(encounter, target)
    machine = machine_of(encounter, vehicle)
    if vehicle is None or machine is None:
        return None
    if attacker is not None and vehicle in (attacker, vehicle_of(encounter, attacker)):
        return None
    degree, hard = occupant_cover(machine)
    if degree is CoverDegree.NONE:
        return None
    worth = worth_of(degree, sheet_of(encounter[target]).stance, switches_of(encounter))
    return CoverOn(degree, hard, worth, encounter[vehicle].name)


def is_left_out(form: Form, switches: CepheusSwitches) -> bool:
    """Return whether cover counts for nothing against a form of attack: a house rule for melee.

    Rules: CE-COV-05
    """
    return form == "melee" and not switches.cover_in_melee


def is_shut_in(encounter: Encounter, who: str, towards: str | Stand | None) -> bool:
    """Return whether somebody is low behind full cover against another: unable to return fire.

    ``towards`` may be a mere place.

    Rules: CE-COV-03
    """
    if not may_be_shut_in(encounter, who):
        return False
    found = cover_between(encounter, towards, who)
    return found is not None and found.worth.closed


def may_be_shut_in(encounter: Encounter, who: str) -> bool:
    """Return whether any cover could close somebody off, as the most there is would.

    Rules: CE-COV-03, CE-STA-01
    """
    stance, switches = sheet_of(encounter[who]).stance, switches_of(encounter)
    return worth_of(CoverDegree.FULL, stance, switches).closed


def sees_through(
    cover: CoverOn, environment: Environment | None, switches: CepheusSwitches
) -> bool:
    """Return whether the attacker's sensor sees through cover: infra-red through what is soft.

    Rules: CE-SEN-02, CE-COV-04
    """
    sees = environment is not None and environment.sees_smoke
    return sees and not cover.hard and switches.ir_negates_soft_cover


COVER_RULE: Final = "CE-COV-05"
LINES: Final = PlainLines(rule_id=COVER_RULE)
"""How lines between two are tried."""
_WHY_UNUSED: Final[Mapping[Unused, str]] = frozendict(
    {
        Unused.TOO_FAR: _("{name} is too far from the target to hide it"),
        Unused.ATTACKER_BEHIND: _("{name}: the attacker fires over it"),
        Unused.BELOW_LINE: _("The line passes above {name}"),
    }
)


def sight_of(encounter: Encounter, attacker: str, target: str) -> Sight | None:
    """Return the line from an attacker to a target and the cover on it.

    Rules: CE-COV-05
    """
    seen = plain_sight(encounter, attacker, target, LINES)
    here, there = stand_at(encounter, attacker), stand_at(encounter, target)
    if seen is None or here is None or there is None:
        return None
    seen = replace(seen, knows_cover=True)
    ruling = encounter.ruling(attacker, target)
    is_ruled = ruling is not None and ruling.cover is not None
    found = cover_between(encounter, attacker, target)
    if not seen.clear:
        return seen
    facts = cover_facts(encounter.map, here, there)
    notes = tuple(_notes(facts))
    if found is None:
        words = _("No cover: the GM's word") if is_ruled else seen.words
        rule = GM_WORD if is_ruled else seen.rule_id
        return replace(seen, words=words, rule_id=rule, notes=notes, ruled=seen.ruled or is_ruled)
    met = next((one for one in facts.found if one.source == found.source), None)
    if met is None:
        decider = Decider(found.name, _worth(found), GM_WORD, found.hard)
        hidden = behind(seen, decider, found.degree)
    else:
        decider = cover_decider(encounter.map, met, _worth(found), COVER_RULE)
        hidden = behind(seen, decider, found.degree, met.at)
    return replace(hidden, notes=notes, ruled=seen.ruled or is_ruled)


def _worth(found: CoverOn) -> str:
    """Return what cover is and how much it takes off.

    Rules: CE-COV-01, CE-COV-04
    """
    if found.worth.dm is None:
        return _("{cover}, cannot be hit").format(cover=found.label)
    dm = f"{found.worth.dm:+d}" if found.worth.dm else "0"
    return f"{found.label}  {dm}"


def _notes(facts: CoverFacts) -> Iterator[tuple[str, str]]:
    for one in facts.unused:
        if one.unused is not None:
            name = one.name or one.source
            yield _WHY_UNUSED[one.unused].format(name=name), COVER_RULE
