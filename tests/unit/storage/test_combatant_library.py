"""The GM's own combatants: kept in files, read back whole, damage told and never spread."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from gridwar.errors import DamagedFile, ForeignFile, NewerFile
from gridwar.storage.combatant_library import Library
from gridwar.storage.combatants_json import CombatantBundle, bundle_text, read_bundle
from gridwar.systems import find_system, system_ids

if TYPE_CHECKING:
    from pathlib import Path

CEPHEUS = find_system("cepheus")
MARINE = CEPHEUS.data.samples()[0]


@pytest.fixture
def library(tmp_path: Path) -> Library:
    """An empty library for Cepheus."""
    return Library(CEPHEUS, find_system, tmp_path)


def test_what_is_kept_comes_back(library: Library) -> None:
    """A combatant is read back as it was, with the picture of its token."""
    picture = b"no picture that could be shown, but bytes"
    digest = "0a6d2b9b2f2a2f6d5e2a"
    one = MARINE.replace(name="Öz the Grim", note="owes 3 Cr", picture=digest)
    library.keep(one, {digest: picture})
    shelf = library.shelf()
    assert [entry.combatant for entry in shelf.entries] == [one]
    assert list(shelf.entries[0].pictures.values()) == [picture]
    assert not shelf.problems


def test_equal_names_do_not_replace_each_other(library: Library) -> None:
    """Two combatants of one name are two files."""
    library.keep(MARINE)
    library.keep(MARINE.replace(note="another"))
    assert sorted(entry.combatant.note for entry in library.shelf().entries) == ["", "another"]


def test_a_damaged_file_is_told_and_not_lost(library: Library) -> None:
    """The others are there; the damaged one stays on disk, its file and field are named."""
    kept = library.keep(MARINE)
    broken = library.folder / "broken.json"
    data = json.loads(kept.read_text())
    data["combatants"][0]["sheet"]["chars"]["strength"] = -4
    text = json.dumps(data)
    broken.write_text(text)
    (library.folder / "cut.json").write_text('{"gridwar_people": 1, "sys')
    shelf = library.shelf()
    assert [entry.path for entry in shelf.entries] == [kept]
    assert len(shelf.problems) == 2
    assert "broken.json: combatants.0.sheet" in shelf.problems[0]
    assert "chars.strength" in shelf.problems[0]
    assert "cut.json" in shelf.problems[1]
    assert broken.read_text() == text


def test_an_entry_of_a_file_of_several_goes_alone(library: Library) -> None:
    """Changing and dropping one combatant of a file leaves the others in it."""
    library.folder.mkdir(parents=True)
    three = tuple(MARINE.replace(name=name) for name in ("Ada", "Bo", "Cy"))
    (library.folder / "crew.json").write_text(
        bundle_text(CombatantBundle("cepheus", three), CEPHEUS)
    )
    ada, bo, _cy = library.shelf().entries
    library.drop(ada)
    library.change(bo, MARINE.replace(name="Bea"), {})
    assert [entry.combatant.name for entry in library.shelf().entries] == ["Bea", "Cy"]
    for entry in library.shelf().entries:
        library.drop(entry)
    assert not list(library.folder.iterdir())


def test_a_file_of_other_rules_is_told(tmp_path: Path, library: Library) -> None:
    """Somebody of another rule system is not offered here; the reason names both."""
    hero = find_system("freeform").data.samples()[0]
    library.folder.mkdir(parents=True)
    path = library.folder / "hero.json"
    path.write_text(bundle_text(CombatantBundle("freeform", (hero,)), find_system("freeform")))
    shelf = library.shelf()
    assert not shelf.entries
    assert "freeform" in shelf.problems[0]
    assert "Cepheus" in shelf.problems[0]
    del tmp_path


@pytest.mark.parametrize("system_id", system_ids())
def test_samples_of_every_system_go_through_text_and_back(system_id: str) -> None:
    """What was written is what is read, for everybody a system brings along."""
    system = find_system(system_id)
    bundle = CombatantBundle(
        system_id, system.data.samples() or (system.new_combatant("a", "Ann", "1"),)
    )
    assert read_bundle(bundle_text(bundle, system), find_system, "x").combatants == (
        bundle.combatants
    )


@pytest.mark.parametrize(
    ("change", "kind", "words"),
    [
        ({"gridwar_people": 99}, NewerFile, "newer"),
        ({"system": "gurps"}, ForeignFile, "gurps"),
        ({"version": "one"}, DamagedFile, "version"),
        ({"combatants": 3}, DamagedFile, "combatants"),
        ({"colour": 3}, DamagedFile, "colour"),
        ({"pictures": ["not base64!"]}, DamagedFile, "pictures.0"),
        ({"combatants": [{"id": "a"}]}, DamagedFile, "combatants.0.name"),
        (
            {"combatants": [{"id": "a", "name": "A", "size": [9000, 9000]}]},
            DamagedFile,
            "combatants.0.size",
        ),
    ],
)
def test_what_does_not_fit_is_named(
    change: dict[str, object], kind: type[Exception], words: str
) -> None:
    """A message says the file and the place, whatever is wrong."""
    data = json.loads(bundle_text(CombatantBundle("cepheus", (MARINE,)), CEPHEUS))
    with pytest.raises(kind, match=words) as caught:
        read_bundle(json.dumps({**data, **change}), find_system, "crew.json")
    assert "crew.json" in str(caught.value)
