"""What is asked about a repair: of which system, by whom, with which skill, at what price."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from frozendict import frozendict

from gridwar.model.command import Answer
from gridwar.model.question import FormNumber, Option, Question
from gridwar.systems.cepheus.core.state import is_out, sheet_of, switches_of, takes_turns
from gridwar.systems.cepheus.machines.systems import hits_on, system_title
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from gridwar.model.encounter import Encounter

FITTING: Final = (
    "mechanics",
    "mechanic",
    "engineering",
    "electronics",
    "gravitics",
    "computer",
)
"""Skills that a repair may take."""
DEAREST: Final = 1_000_000_000


def which(encounter: Encounter, who: str, systems: tuple[str, ...], key: str) -> Question:
    """Ask which of some systems of a machine is meant."""
    sheet = sheet_of(encounter[who])

    def words(one: str) -> str:
        hits = hits_on(sheet, one)
        return ngettext("{n} hit", "{n} hits", hits).format(n=hits) if hits else ""

    options = tuple(Option(one, system_title(sheet, one), effect=words(one)) for one in systems)
    title = _("{name}: which system?").format(name=encounter[who].name)
    return Question(
        key=key,
        recipient=None,
        title=title,
        options=options,
        default=Answer(option=systems[0]),
        rule_ids=("CE-REP-02",),
    )


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


def by_whom(encounter: Encounter, people: tuple[str, ...]) -> Question:
    """Ask who makes a repair."""

    def words(who: str) -> str:
        skills = sheet_of(encounter[who]).skills
        return ", ".join(f"{one} {skills[one]}" for one in FITTING if one in skills)

    options = tuple(Option(one, encounter[one].name, effect=words(one)) for one in people)
    return Question(
        key="by",
        recipient=None,
        title=_("Who repairs it?"),
        options=options,
        default=Answer(option=people[0]),
        rule_ids=("CE-REP-02",),
    )


def with_what(encounter: Encounter, who: str) -> Question:
    """Ask which skill a repair takes."""
    skills = sheet_of(encounter[who]).skills
    names = tuple(dict.fromkeys((*(one for one in FITTING if one in skills), *FITTING)))

    def words(one: str) -> str:
        return f"{skills[one]:+d}" if one in skills else _("untrained")

    options = tuple(Option(one, one.capitalize(), effect=words(one)) for one in names)
    return Question(
        key="skill",
        recipient=None,
        title=_("With which skill?"),
        options=options,
        default=Answer(option=names[0]),
        rule_ids=("CE-REP-02",),
    )


def what_price() -> Question:
    """Ask what a system cost when it was new."""
    number = FormNumber("price", _("Price when new"), 0, DEAREST, 0)
    return Question(
        key="what price",
        recipient=None,
        title=_("What is the price of the system?"),
        numbers=(number,),
        default=Answer(numbers=frozendict({"price": 0})),
        rule_ids=("CE-REP-04",),
    )
