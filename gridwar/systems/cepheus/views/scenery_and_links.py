"""What lies about on the map and what ties combatants together; areas that mean something."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from frozendict import frozendict

from gridwar.engine.kit import Mark, Scenery, Tie
from gridwar.model.zones import LIGHT, SMOKE, WEATHER, ZERO_GRAVITY, Zone
from gridwar.systems.cepheus.attacks.attack_refusals import REST
from gridwar.systems.cepheus.core.fight_state import sheet_of, state_of
from gridwar.systems.cepheus.leadership.communication import (
    JAMMING,
    commander_of,
    in_touch,
    link_between,
    means_row,
    unit_of,
)
from gridwar.systems.cepheus.positions.visibility_and_sensors import HEAT
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from gridwar.engine.kit import Cell, Encounter

MOST_LINKED: Final = 40
"""Members of a unit whose links are drawn; of more nobody could tell one line from another."""


def scenery_of(encounter: Encounter) -> Scenery:
    """Return weapons on the ground, aim with its count, links to the commanders.

    Rules: CE-GRP-02, CE-THR-01, CE-MIN-02, CE-MIN-03, CE-COM-01, CE-COM-02
    """
    return Scenery(marks=_marks(encounter), ties=(*_aims(encounter), *_links(encounter)))


ZONE_RULES: Final[Mapping[str, tuple[str, ...]]] = frozendict(
    {
        LIGHT: ("CE-ENV-01", "CE-SEN-03"),
        SMOKE: ("CE-ENV-02", "CE-SEN-02"),
        WEATHER: ("CE-ENV-03",),
        ZERO_GRAVITY: ("CE-ZRG-01", "CE-ZRG-02"),
        HEAT: ("CE-SEN-02",),
        JAMMING: ("CE-COM-02", "CE-COM-01"),
        REST: ("CE-FIR-06",),
    }
)
"""The rules that speak of a kind of zone, the first of them above all."""


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


def _marks(encounter: Encounter) -> tuple[Mark, ...]:
    """Return the weapons on the ground, one mark for each square."""
    names: dict[Cell, list[str]] = {}
    for one in state_of(encounter).lying:
        names.setdefault(one.cell, []).append(one.weapons[0].name)
    return tuple(
        Mark(cell, "hand", ", ".join(here), rule_id="CE-GRP-02") for cell, here in names.items()
    )


def _aims(encounter: Encounter) -> Iterator[Tie]:
    for who in encounter.combatants:
        aim = sheet_of(encounter[who]).aim
        if aim is None or aim.target not in encounter:
            continue
        words = [_("aims {n:+d}").format(n=aim.dm)] if aim.to_hit else []
        words += [_("for the kill +{n}").format(n=aim.damage)] if aim.to_kill else []
        yield Tie(
            who,
            aim.target,
            ", ".join(words),
            always=True,
            rule_id="CE-MIN-02" if aim.to_hit else "CE-MIN-03",
            kind="aim",
        )


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
                words = why.split("; ")[-1]
                yield Tie(commander, who, words, broken=True, rule_id="CE-COM-01", kind="contact")
                continue
            by = _last_link(encounter, commander, who, reached)
            means = link_between(encounter, by, who).means
            # Words for what is not to be expected: those who stand together talk.
            words = "" if means == means_row("direct").title else means
            yield Tie(by, who, words, rule_id="CE-COM-02", kind="contact")


def _last_link(encounter: Encounter, commander: str, who: str, reached: frozenset[str]) -> str:
    """Return through whom somebody hears the commander: directly, else by one of the unit."""
    if not link_between(encounter, commander, who).why_not:
        return commander
    others = (one for one in encounter.combatants if one in reached and one != who)
    return next((one for one in others if not link_between(encounter, one, who).why_not), commander)
