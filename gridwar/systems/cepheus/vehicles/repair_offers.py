"""The repairs that are offered, who could make them, and with which skill.

What else a command leaves open ("ask", in older fights an empty word) is asked for in ``repairs``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Final

from pydantic import Field

from gridwar.engine.kit import (
    Command,
    Encounter,
    LargeAmount,
    Option,
    Procedure,
    Role,
    Variant,
    choose,
    offer,
    require,
)
from gridwar.systems.cepheus.core.fight_state import sheet_of, switches_of, takes_turns
from gridwar.systems.cepheus.core.health import is_out
from gridwar.systems.cepheus.core.machines_and_aboard import machine_of
from gridwar.systems.cepheus.core.offers_and_headings import ASK, REPAIRS
from gridwar.systems.cepheus.core.person_records import Characteristic
from gridwar.systems.cepheus.machines.machine_parts import HULL, Part, parts_of
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Table
    from gridwar.systems.cepheus.core.machine_records import Machine

Each = Callable[[Encounter, str], Iterator[Variant]]


def _where(test: Callable[[Machine, list[Part]], object], *, parts: bool = False) -> Each:
    """Return the variants of a repair: one where a test of the machine and its hit parts holds.

    Args:
        test: What has to hold.
        parts: Whether the spare parts are noted.
    """

    def each(encounter: Encounter, who: str) -> Iterator[Variant]:
        machine = machine_of(encounter, who)
        if machine is None:
            return
        broken = [one for one in parts_of(who, sheet_of(encounter[who])).values() if one.hits]
        if test(machine, broken):
            words = _("{n} spare parts").format(n=machine.spare_parts)
            yield Variant(note=words if parts else None)

    return each


offer_repair = partial(offer, group=REPAIRS, role=Role.OTHER, about="machine")


class _Mending(Command):
    """What repairs with a check have in common; what is "ask" is asked for."""

    machine: str
    system: str = ASK
    by: str = ASK
    skill: str = ASK
    characteristic: Characteristic = "education"


@offer_repair(
    _("Jury-rig a hit"),
    icon="link",
    note=_("for 1D6 hours"),
    each=_where(lambda _machine, broken: _mendable(broken, HULL)),
)
class JuryRigIt(_Mending):
    """Patch up a hit for some hours, without spare parts."""

    kind: ClassVar[str] = "cepheus.jury_rig"


@offer_repair(
    _("Repair a hit"),
    icon="wrench",
    each=_where(lambda _machine, broken: _mendable(broken), parts=True),
)
class Repair(_Mending):
    """Repair a hit on a system, or a point of Hull, with spare parts."""


@offer_repair(
    _("Take spare parts out of it"),
    icon="wrench",
    each=_where(lambda machine, broken: broken or machine.spare_parts, parts=True),
)
@offer_repair(
    _("Take spare parts from another machine"),
    icon="wrench",
    needs={"combatant": "donor"},
    id="strip_other",
    each=_where(lambda machine, broken: broken or machine.spare_parts),
)
class Strip(Command):
    """Take a system of ``donor`` (empty: the machine itself) apart for spare parts."""

    machine: str
    donor: str = ""
    system: str = ASK


@offer_repair(
    _("Replace a destroyed system"),
    icon="package",
    note=_("2D6 tenths of its price"),
    id="replace",
    each=_where(lambda _machine, broken: any(one.is_destroyed for one in broken)),
)
class ReplaceSystem(Command):
    """Replace a destroyed system in a workshop, at a price (0: asked for)."""

    machine: str
    system: str = ASK
    price: LargeAmount = 0


@offer_repair(
    _("Rebuild a point of Structure"),
    icon="package",
    note=_("in a workshop"),
    each=_where(lambda machine, _broken: machine.structure < machine.structure_max),
)
class Rebuild(Command):
    """Rebuild Structure in a workshop."""

    machine: str
    points: int = Field(default=1, ge=1, le=100)


def _mendable(broken: list[Part], *but: str) -> bool:
    return any(not one.is_destroyed and one.key not in but for one in broken)


OPEN: Final = frozenset({ASK, ""})
"""What a command says where it leaves something to be asked for."""
FITTING: Final = ("mechanics", "mechanic", "engineering", "electronics", "gravitics", "computer")
"""Skills that a repair may take."""


def menders(encounter: Encounter) -> tuple[str, ...]:
    """Return who could repair something, the most skilled first: no vehicle, and nobody out."""
    switches = switches_of(encounter)
    sheets = {one.id: sheet_of(one) for one in encounter.everyone()}
    best = {
        who: max((sheet.skills.get(skill, -1) for skill in FITTING), default=-1)
        for who, sheet in sheets.items()
        if takes_turns(sheet) and not is_out(sheet, switches)
    }
    return tuple(sorted(best, key=lambda who: -best[who]))


def by_whom(table: Table) -> Procedure[str]:
    """Ask who makes a repair."""
    people, text = menders(table.now), _("There is nobody to repair it.")
    yield from require(bool(people), "no_mender", text, "CE-REP-02", waivable=False)

    def option(who: str) -> Option:
        skills = sheet_of(table.now[who]).skills
        words = ", ".join(f"{one} {skills[one]}" for one in FITTING if one in skills)
        return Option(who, table.now[who].name, effect=words, who=who)

    options = tuple(map(option, people))
    return (
        yield from choose(table, _("Who repairs it?"), options, "CE-REP-02", key="by", whom=None)
    )


def with_what(table: Table, who: str) -> Procedure[str]:
    """Ask which skill a repair takes."""
    skills = sheet_of(table.now[who]).skills
    names = dict.fromkeys((*(one for one in FITTING if one in skills), *FITTING))

    def option(one: str) -> Option:
        effect = f"{skills[one]:+d}" if one in skills else _("untrained")
        return Option(one, one.capitalize(), effect=effect)

    options, text = tuple(map(option, names)), _("With which skill?")
    return (yield from choose(table, text, options, "CE-REP-02", key="skill", whom=None))
