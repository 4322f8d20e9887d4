"""What an attacker has towards a target, to be drawn: the line, the cover that counts, and why.

Answers with the attack's own test of cover, ``cover``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from frozendict import frozendict
from msgspec.structs import replace

from gridwar.engine.kit import (
    GM_WORD,
    Decider,
    PlainLines,
    Sight,
    behind,
    cover_decider,
    plain_sight,
)
from gridwar.grid.lines.cover import Unused, cover_facts
from gridwar.systems.cepheus.core.places import stand_of
from gridwar.systems.cepheus.positions.cover import cover_between
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from gridwar.grid.lines.cover import CoverFacts
    from gridwar.model.encounter import Encounter
    from gridwar.systems.cepheus.positions.cover import CoverOn

COVER_RULE: Final = "CE-COV-05"
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
    seen = plain_sight(encounter, attacker, target, PlainLines(rule_id=COVER_RULE))
    here, there = stand_of(encounter, attacker), stand_of(encounter, target)
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
