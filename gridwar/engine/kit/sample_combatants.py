"""Sample combatants of a rulebook: ``combatants.toml``, with what is carried from ``weapons.toml``.

A system says by its models what a row holds, and makes the sheet of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Annotated, Generic, TypeAlias, TypeVar

from frozendict import frozendict
from pydantic import Field

from gridwar.content.rules_folder import RulesFolder, read_table, read_together, rules_folder
from gridwar.errors import ContentError
from gridwar.model.bounds import Number
from gridwar.model.combatant import MOST_SIDE_CELLS, Combatant, Sheet
from gridwar.model.geometry import Size
from gridwar.model.record import Record
from gridwar.model.silhouettes import drawn
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

COMBATANTS, WEAPONS = "combatants.toml", "weapons.toml"


class SamplePerson(Record):
    """What rows of ``combatants.toml`` have in all systems; weapons by ids, squares a side."""

    id: str
    name: str
    side: str = "1"
    group: str = ""
    silhouette: str = ""
    """What its token shows until somebody gives it a picture; empty for its letters."""
    squares: Annotated[int, Field(ge=1, le=MOST_SIDE_CELLS)] = 1
    facing_deg: Number | None = None
    weapons: tuple[str, ...] = ()


class WeaponRecord(Record):
    """A weapon, as all systems know it: by an id that is unique among the weapons of its owner."""

    id: str


P = TypeVar("P", bound=SamplePerson)
W = TypeVar("W", bound=WeaponRecord)


class WeaponTable(Record, Generic[W]):
    """``weapons.toml``."""

    weapons: tuple[W, ...]


class PersonTable(Record, Generic[P]):
    """``combatants.toml``: people and things."""

    people: tuple[P, ...]


MakeSheet: TypeAlias = Callable[[P, tuple[W, ...]], Sheet]
"""Makes the sheet of a row and of the weapons that it names."""


def read_weapons(folder: RulesFolder, table: type[WeaponTable[W]]) -> Mapping[str, W]:
    """Return the weapons of a rulebook by id.

    Args:
        folder: The rulebook.
        table: With the system's model of a weapon.
    """
    return frozendict({one.id: one for one in read_table(folder, WEAPONS, table).weapons})


def read_people(
    system_id: str,
    people: type[PersonTable[P]],
    weapons: type[WeaponTable[W]],
    prepare: Callable[[RulesFolder], MakeSheet[P, W]],
    more: tuple[str, ...] = (),
) -> tuple[Combatant, ...]:
    """Return the sample combatants of a rulebook, by house versions where these fit each other.

    Args:
        system_id: The rulebook.
        people: With the system's model of a row.
        weapons: With its model of a weapon.
        prepare: Reads what else is needed of the rulebook, and returns what makes sheets.
        more: The files that it reads.

    Raises:
        ContentError: One of them carries what ``weapons.toml`` does not have.
    """
    make = partial(_people, people=people, weapons=weapons, prepare=prepare)
    return read_together(rules_folder(system_id), (COMBATANTS, WEAPONS, *more), make)


def _people(
    folder: RulesFolder,
    people: type[PersonTable[P]],
    weapons: type[WeaponTable[W]],
    prepare: Callable[[RulesFolder], MakeSheet[P, W]],
) -> tuple[Combatant, ...]:
    known, make = read_weapons(folder, weapons), prepare(folder)
    return tuple(
        Combatant(
            id=one.id,
            name=_(one.name),
            picture=drawn(one.silhouette) if one.silhouette else None,
            side=one.side,
            group=one.group,
            size=Size(one.squares, one.squares),
            facing_deg=one.facing_deg,
            sheet=make(one, tuple(_carried(one, known))),
        )
        for one in read_table(folder, COMBATANTS, people).people
    )


def _carried(one: SamplePerson, known: Mapping[str, W]) -> Iterator[W]:
    for name in one.weapons:
        if name not in known:
            text = _("combatants.toml: {id}: weapons.toml has no {what}")
            raise ContentError(text.format(id=one.id, what=name))
        yield known[name]
