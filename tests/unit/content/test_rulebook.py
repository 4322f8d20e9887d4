"""Of every rule of a system that is complete there is code, a test and a place in the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.rulebook import __main__ as command
from tests.rulebook import table
from tests.rulebook.places import places
from tests.rulebook.table import rows_of

if TYPE_CHECKING:
    from pathlib import Path

COMPLETE = ("cepheus", "arrgs")


@pytest.mark.parametrize("system", COMPLETE)
def test_every_rule_is_there(system: str) -> None:
    """No rule of the index is without code, without a test, or met nowhere."""
    rows = rows_of(system)
    missing = [row for row in rows if not (row.modules and row.tests and row.places)]
    assert missing == []


def test_a_rule_is_met_where_the_code_names_it(tmp_path: Path) -> None:
    """A refusal, a card's docstring and the list say where; other docstrings do not."""
    package, listed = tmp_path / "toy", tmp_path / "toy.toml"
    package.mkdir()
    (package / "toy.py").write_text(
        'def ban():\n    return Refusal("no", rules=("TO-BAN-01",))\n\n'
        'def card_of():\n    """Show it.\n\n    Rules: TO-CRD-01\n    """\n\n'
        'def sum_up():\n    """Add.\n\n    Rules: TO-SUM-01\n    """\n',
        encoding="utf-8",
    )
    listed.write_text('TO-OLD-01 = "log"\n', encoding="utf-8")
    assert places(package, listed) == {
        "TO-BAN-01": ("objection",),
        "TO-CRD-01": ("card",),
        "TO-OLD-01": ("log",),
    }


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
