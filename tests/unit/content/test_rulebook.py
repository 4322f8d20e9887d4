"""Of every rule of a system that is complete there is code, a test and a place in the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.systems import system_ids
from tests.rulebook import __main__ as command
from tests.rulebook import opened as opened_module
from tests.rulebook import table
from tests.rulebook.opened import opened, undeclared, unopened
from tests.rulebook.places import places
from tests.rulebook.table import RuleRow, rows_of
from tests.support.every_system import find

if TYPE_CHECKING:
    from pathlib import Path

COMPLETE = tuple(
    one for one in system_ids() if (table.ROOT / f"tests/rulebook/{one}.toml").exists()
)
"""Systems with a list of where their rules are met: those of which every rule is there."""


def test_all_systems_with_rules_of_a_book_have_a_list() -> None:
    """A list that is not found would pass for one without gaps."""
    assert {*system_ids()} - {*COMPLETE} == {"freeform"}


@pytest.mark.parametrize("system", COMPLETE)
def test_every_rule_is_there(system: str) -> None:
    """No rule of the index is without code, without a test, or met nowhere."""
    rows = rows_of(system)
    missing = [row for row in rows if not (row.modules and row.tests and row.places)]
    assert missing == []


def test_a_rule_is_met_where_it_is_declared(tmp_path: Path) -> None:
    """Records, views, offers and the list say where; functions that nothing shows do not."""
    package, listed = tmp_path / "toy", tmp_path / "toy.toml"
    package.mkdir()
    (package / "toy.py").write_text(
        'def ban():\n    return Refusal("no", rules=("TO-BAN-01",))\n\n'
        'def cards():\n    """Show it.\n\n    Rules: TO-CRD-01\n    """\n\n'
        'def sum_up():\n    """Add.\n\n    Rules: TO-SUM-01\n    """\n',
        encoding="utf-8",
    )
    listed.write_text('TO-OLD-01 = "log, card"\n', encoding="utf-8")
    found = places(find("alley"), package, listed)
    alley = {rule_id: found.pop(rule_id) for rule_id in [*found] if rule_id.startswith("BA-")}
    assert found == {"TO-BAN-01": ("refusal",), "TO-OLD-01": ("card", "log")}
    assert "action" in alley["BA-AIM-01"]


@pytest.mark.long
@pytest.mark.parametrize("system", COMPLETE)
def test_where_an_id_is_seen_in_play_the_table_says_so(system: str) -> None:
    """Cards, sheets, questions, refusals, sums and the log show no rule that the table leaves out.

    A place that is missing is written into ``tests/rulebook/SYSTEM.toml``.
    """
    assert undeclared(system, opened(system, 400)) == []


def test_a_place_is_opened_where_its_id_stands() -> None:
    """What play shows is read out of the records: in the alley each view holds the rules it has."""
    seen = opened("alley", 400)
    assert "refusal" in seen["BA-TRN-01"]
    assert "line of a sum" in seen["BA-ATK-01"]
    assert "question" in seen["BA-DEF-01"]
    assert "refusal" in seen["BA-MOV-01"]


def test_places_that_are_not_seen_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A declared place in which no id stands is unopened; one that is seen undeclared."""
    row = RuleRow("TO-BAN-01", "Ban", ("toy",), 1, ("refusal", "the form"))
    monkeypatch.setattr(opened_module, "rows_of", lambda _system: (row,))
    assert unopened("toy", {}) == ["TO-BAN-01: refusal"]
    assert unopened("toy", {"TO-BAN-01": {"refusal"}}) == []
    assert undeclared("toy", {"TO-BAN-01": {"refusal", "log"}}) == ["TO-BAN-01: log"]


def test_a_system_without_its_list_is_told_which_file_to_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line names the file; with an empty one the table is written."""
    listed = tmp_path / "tests" / "rulebook" / "freeform.toml"
    for folder in (listed.parent, tmp_path / "docs"):
        folder.mkdir(parents=True)
    for name in ("rules", "gridwar"):
        (tmp_path / name).symlink_to(table.ROOT / name)
    for module in (table, command):
        monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(table, "_mentions", lambda _folder: ())
    assert command.main(["freeform"]) == 1
    (said,) = capsys.readouterr().err.splitlines()
    assert said.startswith("tests/rulebook/freeform.toml is missing")
    listed.touch()
    assert command.main(["freeform"]) == 0
    assert "FR-MOV-01" in (tmp_path / "docs" / "rules-freeform.md").read_text(encoding="utf-8")
