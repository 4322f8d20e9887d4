"""Reading a rulebook's data files, house versions included."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import pytest
from pydantic import ValidationError

from gridwar.content import house_versions, manifest_and_rule_index
from gridwar.content import rules_folder as content
from gridwar.content.house_versions import EveryRow
from gridwar.errors import ContentError
from gridwar.model.record import FrozenMap, Record
from gridwar.paths import user_rules_dir

if TYPE_CHECKING:
    from pathlib import Path

    from gridwar.content.rules_folder import RulesFolder

MANIFEST = """
id = "toy"
title = "Toy"
summary = "A rulebook of tests."
source = "Nowhere."
playable = true
scale = {cell_size = 5, unit = "ft", round_s = 6}
metrics = {range = "chebyshev", movement = "alternating", area = "manhattan"}
"""
WEAPONS = '[weapons.pistol]\ndamage = 3\nkind = "bullet"\n'


class Weapon(Record):
    """A table of a system's own."""

    damage: int
    kind: Literal["bullet", "laser"] = "bullet"


class Mount(Record):
    """Another table, whose keys are not those of a weapon."""

    damage_m: int


class Weapons(Record):
    """The file ``weapons.toml``."""

    weapons: FrozenMap[str, Weapon]
    mounts: tuple[Mount, ...] = ()


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    """Write the rulebook ``toy``."""
    toy = tmp_path / "rules" / "toy"
    toy.mkdir(parents=True)
    (toy / "manifest.toml").write_text(MANIFEST)
    (toy / "index.toml").write_text('[TY-MOV-01]\ntitle = "Steps"\ntext = "One square."\n')
    (toy / "weapons.toml").write_text(WEAPONS)
    return toy.parent


@pytest.fixture
def toy(rules: Path) -> RulesFolder:
    """Find the rulebook ``toy``."""
    return content.rules_folder("toy", rules)


def lay_over(name: str, text: str) -> None:
    """Write the user's own version of one of toy's files."""
    file = user_rules_dir() / "toy" / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


def test_table_is_read_into_its_model(toy: RulesFolder) -> None:
    """A system reads its own table through a model it brings."""
    assert content.read_table(toy, "weapons.toml", Weapons).weapons["pistol"] == Weapon(damage=3)


def test_manifest_says_scale_and_metrics(toy: RulesFolder) -> None:
    """The manifest gives the default scale and a metric for each purpose."""
    found = manifest_and_rule_index.manifest(toy)
    assert (found.scale.cell_size, found.scale.unit, found.scale.round_s) == (5, "ft", 6)
    assert found.metrics.movement == "alternating"


def test_manifest_carries_the_name_of_its_folder(toy: RulesFolder) -> None:
    """A rulebook copied into another folder must be renamed inside too."""
    (toy.ours / "manifest.toml").write_text(MANIFEST.replace('id = "toy"', 'id = "tay"'))
    with pytest.raises(ContentError, match=r"manifest\.toml: id: 'tay' should be 'toy'"):
        manifest_and_rule_index.manifest(toy)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (WEAPONS + "damge = 4\n", r"weapons\.pistol\.damge: unknown key; did you mean 'damage'"),
        (
            WEAPONS + "damages_m = 4\n",
            r"weapons\.pistol\.damages_m: unknown key; did you mean 'damage'",
        ),
        (WEAPONS + "[[mounts]]\ndamag = 4\n", r"[\s\S]*mounts\.0\.damag: .* mean 'damage_m'"),
        ("[wpns.pistol]\n" + WEAPONS, r"wpns: unknown key; did you mean 'weapons'"),
        ("[xyz]\n" + WEAPONS, r"xyz: unknown key; known are mounts, weapons"),
        ("[weapons.pistol]\n", r"weapons\.pistol\.damage: this key is missing"),
        (
            WEAPONS.replace("bullet", "lazer"),
            r"weapons\.pistol\.kind: 'lazer' is none of .*; did you mean 'laser'",
        ),
        (WEAPONS.replace("3", '"x"'), r"weapons\.pistol\.damage: .*integer.* but 'x' is given"),
    ],
)
def test_wrong_key_is_named_with_the_right_spelling(
    toy: RulesFolder, text: str, message: str
) -> None:
    """An error in a table names file, key and what was probably meant."""
    (toy.ours / "weapons.toml").write_text(text)
    with pytest.raises(ContentError, match=r"toy.weapons\.toml: " + message):
        content.read_table(toy, "weapons.toml", Weapons)


def test_all_problems_of_a_file_come_at_once(toy: RulesFolder) -> None:
    """Two mistakes in one table make two lines, so that one round of mending is enough."""
    (toy.ours / "weapons.toml").write_text("[weapons.a]\ndamge = 1\n")
    with pytest.raises(ContentError) as caught:
        content.read_table(toy, "weapons.toml", Weapons)
    assert len(str(caught.value).splitlines()) == 2


def test_broken_toml_names_file_and_line(toy: RulesFolder) -> None:
    """What is not TOML at all is reported with the line."""
    (toy.ours / "weapons.toml").write_text("[weapons]\na = = 1\n")
    with pytest.raises(ContentError, match=r"weapons\.toml: not TOML: .*line 2"):
        content.read_table(toy, "weapons.toml", Weapons)


def test_wrong_encoding_names_file_and_line(toy: RulesFolder) -> None:
    """A file saved in an old encoding is reported with the line."""
    (toy.ours / "weapons.toml").write_bytes(b"# one\n# Schu\xdf\n")
    with pytest.raises(ContentError, match=r"weapons\.toml: not UTF-8 \(at line 2\)"):
        content.read_table(toy, "weapons.toml", Weapons)


def test_missing_file_names_the_nearest(toy: RulesFolder) -> None:
    """Asking for a table that is not there names the one that is."""
    with pytest.raises(ContentError, match=r"no such file; did you mean 'weapons\.toml'"):
        content.read_table(toy, "weapon.toml", Weapons)


def test_unknown_rulebook_names_the_nearest(rules: Path) -> None:
    """A misspelled rulebook is refused with the right spelling."""
    with pytest.raises(ContentError, match=r"'toyy': there is no such rulebook .*'toy'"):
        content.rules_folder("toyy", rules)


def test_house_version_wins(toy: RulesFolder) -> None:
    """A file in the user's folder replaces ours."""
    lay_over("weapons.toml", "[weapons.pistol]\ndamage = 7\n")
    assert content.read_table(toy, "weapons.toml", Weapons).weapons["pistol"].damage == 7


def test_a_wrong_house_version_is_set_aside_and_told(toy: RulesFolder) -> None:
    """Ours is in effect; who broke his file is shown it, the key in it, and what helps."""
    lay_over("weapons.toml", "[weapons.pistol]\n")
    assert content.read_table(toy, "weapons.toml", Weapons).weapons["pistol"].damage == 3
    (told,) = house_versions.notes(user_rules_dir())
    assert told.startswith(str(user_rules_dir() / "toy" / "weapons.toml"))
    assert "weapons.pistol.damage: this key is missing" in told
    assert "mend the file" in told


def test_what_was_told_is_forgotten_once_it_is_mended(toy: RulesFolder) -> None:
    """A file that is read again and fits has nothing more to tell."""
    lay_over("weapons.toml", "[weapons.pistol]\n")
    content.read_table(toy, "weapons.toml", Weapons)
    lay_over("weapons.toml", WEAPONS)
    content.read_table(toy, "weapons.toml", Weapons)
    assert house_versions.notes(user_rules_dir()) == ()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a = " + "[" * 3000, "nested too deeply"),
        (WEAPONS + "a = " + "9" * 5000, "a value cannot be read"),
        (WEAPONS.replace("3", "9" * 40), "weapons.pistol.damage: the number is beyond all bounds"),
        (WEAPONS.replace("3", "nan"), "weapons.pistol.damage: nan is beyond all bounds"),
        (WEAPONS + "#" * content.MOST_BYTES, "it is larger than 4 MB"),
    ],
)
def test_a_house_version_made_to_hurt_is_set_aside(toy: RulesFolder, text: str, words: str) -> None:
    """Deep, long and endless values are told with their key, as any other mistake."""
    lay_over("weapons.toml", text)
    assert content.read_table(toy, "weapons.toml", Weapons).weapons["pistol"].damage == 3
    (told,) = house_versions.notes(user_rules_dir())
    assert words in told
    assert len(told) < 1000


class Ranges(Record):
    """A table of which code names the rows."""

    dms: Annotated[FrozenMap[str, FrozenMap[str, int]], EveryRow()]
    bands: Annotated[tuple[FrozenMap[str, str], ...], EveryRow("id")]
    sizes: Annotated[tuple[str, ...], EveryRow()]


OUR_RANGES = """
sizes = ["small", "medium", "large"]
dms = {near = {rifle = 0, pistol = 1}, far = {rifle = -1}}
bands = [{id = "near"}, {id = "far"}, {id = "off"}]
"""


def test_a_house_version_that_lacks_rows_is_completed(toy: RulesFolder) -> None:
    """Rows that code names are taken from ours, where they stand there; what is in a row is not."""
    (toy.ours / "ranges.toml").write_text(OUR_RANGES)
    lay_over(
        "ranges.toml",
        'sizes = ["medium", "giant"]\ndms = {near = {rifle = 5}}\n'
        'bands = [{id = "near", title = "Ours"}, {id = "off"}]\n',
    )
    found = content.read_table(toy, "ranges.toml", Ranges)
    assert found.dms == {"near": {"rifle": 5}, "far": {"rifle": -1}}
    assert [one["id"] for one in found.bands] == ["near", "far", "off"]
    assert found.bands[0]["title"] == "Ours"
    assert found.sizes == ("small", "medium", "large", "giant")
    (told,) = house_versions.notes(user_rules_dir())
    assert "lacks dms.far, bands.far, sizes.small, sizes.large" in told


def test_house_versions_that_do_not_fit_each_other_are_set_aside(toy: RulesFolder) -> None:
    """Something made of several files is made of ours where the user's give nothing sound."""

    def pistol(folder: RulesFolder) -> Weapon:
        damage = content.read_table(folder, "weapons.toml", Weapons).weapons["pistol"].damage
        return Weapon.model_validate({"damage": damage if damage < 9 else "much"})

    lay_over("weapons.toml", "[weapons.pistol]\ndamage = 9\n")
    assert content.read_together(toy, ("weapons.toml",), pistol).damage == 3
    (told,) = house_versions.notes(user_rules_dir())
    assert "damage:" in told
    (toy.ours / "weapons.toml").write_text("[weapons.pistol]\ndamage = 9\n")
    (user_rules_dir() / "toy" / "weapons.toml").unlink()
    with pytest.raises(ValidationError):
        content.read_together(toy, ("weapons.toml",), pistol)


def test_hash_follows_the_data_in_effect(toy: RulesFolder) -> None:
    """The hash changes with a house version, and comes back when the version goes."""
    before = content.effective_hash(toy)
    lay_over("weapons.toml", "[weapons.pistol]\ndamage = 7\n")
    assert content.effective_hash(toy) != before
    (user_rules_dir() / "toy" / "weapons.toml").unlink()
    assert content.effective_hash(toy) == before


def test_hash_ignores_comments_and_order(toy: RulesFolder) -> None:
    """Only data counts for the hash, not how the file is laid out."""
    before = content.effective_hash(toy)
    lay_over("weapons.toml", '# house\n[weapons.pistol]\nkind = "bullet"\ndamage    = 3\n')
    assert content.effective_hash(toy) == before


def test_house_version_of_nothing_is_refused(toy: RulesFolder) -> None:
    """A house file whose name is misspelled would silently do nothing, so it is refused."""
    lay_over("weapon.toml", "")
    with pytest.raises(ContentError, match=r"replaces nothing; did you mean 'weapons\.toml'"):
        content.effective_hash(toy)


def test_index_refuses_what_is_no_rule_id(toy: RulesFolder) -> None:
    """A rule id has the rulebook's letters, a topic and a number."""
    (toy.ours / "index.toml").write_text('[steps]\ntitle = "Steps"\ntext = "One square."\n')
    with pytest.raises(ContentError, match=r"index\.toml: steps"):
        manifest_and_rule_index.index(toy)


def test_freeform_rules_nothing_but_how_cells_are_counted() -> None:
    """Freeform comes with the program: 1.5 m cells, Chebyshev for everything, and two rules."""
    freeform = content.rules_folder("freeform")
    found = manifest_and_rule_index.manifest(freeform)
    assert (found.scale.cell_size, found.scale.unit) == (1.5, "m")
    assert {found.metrics.range, found.metrics.movement, found.metrics.area} == {"chebyshev"}
    assert set(manifest_and_rule_index.index(freeform).root) == {"FR-MOV-01", "FR-MOV-02"}
