"""The tables of the rulebook as data: manoeuvres, checks, sizes, obstacles."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Final, Literal

from pydantic import Field

from gridwar.content.house_versions import EveryRow
from gridwar.content.rules_folder import read_table, rules_folder
from gridwar.model.record import FrozenMap, Record
from gridwar.model.terrain_kinds import TerrainKind
from gridwar.systems.arrgs.core.sheet import Readied, SizeStep, sheet_of
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter

SYSTEM_ID: Final = "arrgs"
Provokes = Literal["always", "never", "per_square", "by_attack", "if_check"]


class ManoeuvreRow(Record):
    """What a manoeuvre costs and whether it provokes. ``points`` 0 means any number."""

    name: str
    rule: str = ""
    """Empty where Gridwar does not play it yet."""
    points: Annotated[int, Field(ge=0, le=20)] = 0
    provokes: Provokes = "never"
    answers: bool = False
    """May answer an opportunity, as an armed melee attack."""
    vitality: Annotated[int, Field(ge=0, le=20)] = 1

    def does_provoke(
        self, category: str = "", *, unarmed: bool = False, check: bool = False
    ) -> bool:
        """Return whether it provokes, done in some way.

        Rules: AR-OPP-01
        """
        if self.provokes == "by_attack":
            return unarmed or category not in ("", "melee")
        if self.provokes == "if_check":
            return check
        return self.provokes != "never"


class ManoeuvreTable(Record):
    """All manoeuvres, by key."""

    manoeuvres: Annotated[FrozenMap[str, ManoeuvreRow], EveryRow()]


class CheckRow(Record):
    """The usual ability and skill of a check."""

    ability: str
    skill: str


class CheckTable(Record):
    """Checks by key, and the sizes from smallest to largest."""

    checks: Annotated[FrozenMap[str, CheckRow], EveryRow()]
    sizes: Annotated[tuple[SizeStep, ...], EveryRow()]


@lru_cache(maxsize=1)
def manoeuvre_table() -> ManoeuvreTable:
    """Return the manoeuvres."""
    return read_table(rules_folder(SYSTEM_ID), "manoeuvres.toml", ManoeuvreTable)


@lru_cache(maxsize=1)
def check_table() -> CheckTable:
    """Return the checks and sizes."""
    return read_table(rules_folder(SYSTEM_ID), "checks.toml", CheckTable)


def manoeuvre(key: str) -> ManoeuvreRow:
    """Return a manoeuvre."""
    return manoeuvre_table().manoeuvres[key]


def size_steps() -> tuple[SizeStep, ...]:
    """Return the sizes, smallest first.

    Rules: AR-MOD-08
    """
    return check_table().sizes


def size_apart(encounter: Encounter, who: str, other: str) -> int:
    """Return by how many size steps ``other`` is larger than ``who``.

    Rules: AR-MOV-07, AR-MNV-11, AR-MNV-16
    """
    steps = size_steps()
    return steps.index(sheet_of(encounter[other]).size) - steps.index(sheet_of(encounter[who]).size)


def check_title(check: str) -> str:
    """Return a check's name for people."""
    return check.replace("_", " ").capitalize()


def squares_words(squares: int) -> str:
    """Return a number of squares in words."""
    return ngettext("{n} square", "{n} squares", squares).format(n=squares)


def readied_words(readied: Readied) -> str:
    """Return what is readied and its trigger, in a few words.

    Rules: AR-MNV-13
    """
    known = manoeuvre_table().manoeuvres
    what = known[readied.manoeuvre].name if readied.manoeuvre in known else ""
    words = ": ".join(filter(None, (what, readied.trigger)))
    return words or _("{n} AAP").format(n=readied.points)


class ObstacleTable(Record):
    """``terrain.toml``: kinds of terrain."""

    kinds: tuple[TerrainKind, ...]


@lru_cache(maxsize=1)
def typical_obstacles() -> tuple[TerrainKind, ...]:
    """Return the kinds of terrain that are often in the way; their numbers are the GM's.

    Rules: AR-TER-05, AR-TER-01, AR-TER-03, AR-TER-04
    """
    table = read_table(rules_folder(SYSTEM_ID), "terrain.toml", ObstacleTable)
    return tuple(kind.replace(name=_(kind.name)) for kind in table.kinds)
