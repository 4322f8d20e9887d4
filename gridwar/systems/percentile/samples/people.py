"""Sample combatants and weapons, read from the rulebook's tables; people and ships are our own."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from frozendict import frozendict

from gridwar.content.folder import read_table, read_together, rules_folder
from gridwar.engine.kit import Combatant, Record, _
from gridwar.errors import ContentError
from gridwar.model.geometry import Size
from gridwar.systems.percentile.core.sheet import PercentileSheet
from gridwar.systems.percentile.core.tables import SYSTEM_ID
from gridwar.systems.percentile.core.weapons import BARE_HANDS, PercentileWeapon

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.content.folder import RulesFolder


class WeaponTable(Record):
    """``weapons.toml``."""

    weapons: tuple[PercentileWeapon, ...]


class SamplePerson(Record):
    """One combatant of ``combatants.toml``; weapons by their ids, squares a side."""

    id: str
    name: str
    side: str = "1"
    squares: int = 1
    facing_deg: int | None = None
    weapons: tuple[str, ...] = ()
    sheet: PercentileSheet = PercentileSheet.constant()


class PersonTable(Record):
    """``combatants.toml``."""

    people: tuple[SamplePerson, ...]


def _weapons(folder: RulesFolder) -> Mapping[str, PercentileWeapon]:
    table = read_table(folder, "weapons.toml", WeaponTable)
    return frozendict({one.id: one for one in table.weapons})


def templates() -> Mapping[str, tuple[Record, ...]]:
    """Return what the list of weapons can be filled from; bare hands to be changed by a trait.

    Rules: PC-UNA-04
    """
    return frozendict(weapons=(*_weapons(rules_folder(SYSTEM_ID)).values(), BARE_HANDS))


@lru_cache(maxsize=1)
def samples() -> tuple[Combatant, ...]:
    """Return combatants to put on the board, unhurt.

    Raises:
        ContentError: One of them carries what ``weapons.toml`` does not have.
    """
    names = ("combatants.toml", "weapons.toml")
    return read_together(rules_folder(SYSTEM_ID), names, _people)


def _people(folder: RulesFolder) -> tuple[Combatant, ...]:
    weapons = _weapons(folder)
    table = read_table(folder, "combatants.toml", PersonTable)
    return tuple(_person(one, weapons) for one in table.people)


def _person(one: SamplePerson, weapons: Mapping[str, PercentileWeapon]) -> Combatant:
    missing = [name for name in one.weapons if name not in weapons]
    if missing:
        text = _("combatants.toml: {name} carries {weapon}, which weapons.toml does not have")
        raise ContentError(text.format(name=one.name, weapon=missing[0]))
    carried = tuple(weapons[name] for name in one.weapons)
    return Combatant(
        id=one.id,
        name=one.name,
        side=one.side,
        size=Size(one.squares, one.squares),
        facing_deg=one.facing_deg,
        sheet=one.sheet.replace(weapons=carried),
    )
