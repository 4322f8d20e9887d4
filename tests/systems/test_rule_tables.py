"""The tables of rules and the weapons that rulebooks are looked up for, in every system."""

from __future__ import annotations

import sys
import tomllib
from typing import TYPE_CHECKING

import pytest

from gridwar.content import rules_folder as folders
from gridwar.content.manifest_and_rule_index import chapter_of, index
from gridwar.content.rules_folder import rules_folder
from gridwar.engine.kit import LookedAt
from gridwar.paths import data_dir
from gridwar.systems import find_system, system_ids
from gridwar.systems.cepheus.attacks.attack_offers import Attack
from tests.support.fights import begun

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from gridwar.engine.kit import ReferenceTable, WeaponReference

PLAYED = tuple(one for one in system_ids() if one != "freeform")
LISTS = {
    # Of weapons, people, things and figures that stand alone: no tables of rules.
    "weapons.toml",
    "combatants.toml",
    "machines.toml",
    "shields.toml",
    "numbers.toml",
    "manifest.toml",
    "index.toml",
    "chapters.toml",
}


def _tables(system_id: str) -> Iterator[tuple[str, ReferenceTable]]:
    system = find_system(system_id)
    for rule_id, make in system.cards.tables.items():
        yield rule_id, make(system.new_encounter(), LookedAt())


@pytest.mark.parametrize("system_id", PLAYED)
def test_tables_are_whole(system_id: str) -> None:
    """Each is of a rule of the rulebook; each row has a value a column, and all ids are its own."""
    rules = index(rules_folder(system_id)).root
    for rule_id, table in _tables(system_id):
        assert rule_id in rules
        columns = [one.id for one in table.columns]
        rows = [one.id for one in table.rows]
        assert rows, rule_id
        assert len({*columns}) == len(columns), rule_id
        assert len({*rows}) == len(rows), rule_id
        assert {len(one.values) for one in table.rows} == {len(columns)}, rule_id
        assert {one.rule_id for one in table.rows} <= {"", *rules}, rule_id
        assert {*table.bent_by} <= {*rules}, rule_id
        assert table.row in {"", *rows}
        assert table.column in {"", *columns}


@pytest.mark.parametrize("system_id", PLAYED)
def test_every_file_of_figures_stands_in_a_table(
    system_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a rulebook keeps as data can be looked up as columns: each file is read for one."""
    _forget(system_id)
    read: set[str] = set()
    real = folders.read_toml

    def noted(file: Path) -> dict[str, object]:
        read.add(file.name)
        return real(file)

    monkeypatch.setattr(folders, "read_toml", noted)
    assert list(_tables(system_id))
    there = {file.name for file in (data_dir("rules") / system_id).glob("*.toml")}
    assert there - LISTS - read == set()


def _forget(system_id: str) -> None:
    """Let the tables of a system be read anew."""
    for name, module in tuple(sys.modules.items()):
        if name.startswith(f"gridwar.systems.{system_id}."):
            for held in vars(module).values():
                if hasattr(held, "cache_clear"):
                    held.cache_clear()


@pytest.mark.parametrize("system_id", PLAYED)
def test_weapons_are_told_in_the_words_of_the_rulebook(system_id: str) -> None:
    """Each weapon of the samples has a card, whose rules are those of its rulebook."""
    system, rules = find_system(system_id), index(rules_folder(system_id)).root
    told = 0
    for one in system.data.samples():
        fight = system.new_encounter().replace(combatants={one.id: one})
        for weapon in system.cards.weapons(fight, one.id):
            told += 1
            assert weapon.title
            assert weapon.kind
            assert {*_rules(weapon)} <= {"", *rules}, weapon.title
            assert {*weapon.tables} <= {*system.cards.tables}, weapon.title
    assert told


def _rules(weapon: WeaponReference) -> Iterator[str]:
    yield from (one.rule_id for one in weapon.figures)
    yield from (one.rule_id for one in weapon.traits)
    yield from weapon.rules


@pytest.mark.parametrize("system_id", PLAYED)
def test_every_chapter_has_a_name(system_id: str) -> None:
    """A card says where its rule stands; no name is left over."""
    folder = rules_folder(system_id)
    rules = index(folder).root
    assert [one for one in rules if not chapter_of(folder, one)] == []
    named = tomllib.loads((data_dir("rules") / system_id / "chapters.toml").read_text("utf-8"))
    assert {*named["chapters"]} == {one.split("-")[1] for one in rules}


def test_what_counts_is_marked_for_the_attack_that_is_looked_at() -> None:
    """The kind of its weapon and the band of its distance; 0 and no sign where nothing is added."""
    session = begun("cepheus", 4, 4, 1, 1, 1, 2, marine=(3, 3), brawler=(8, 3))
    make = find_system("cepheus").cards.tables["CE-RNG-03"]
    attack = Attack(actor="marine", weapon="gauss_rifle", target="brawler")
    table = make(session.encounter, LookedAt("marine", attack))
    assert (table.row, table.column) == ("rifle", "short")
    rifle = next(one for one in table.rows if one.id == "rifle")
    assert rifle.values == ("-4", "-2", "0", "0", "0", "-2", "-4")
    thrown = next(one for one in table.rows if one.id == "thrown")
    assert thrown.values == ("", "0", "-2", "-2", "", "", "")
