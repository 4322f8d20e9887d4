"""Text written whole or not at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.errors import UnwritableFile
from gridwar.storage.atomic_write import write_text

if TYPE_CHECKING:
    from pathlib import Path


def test_a_file_is_replaced_and_keeps_who_may_read_it(tmp_path: Path) -> None:
    """A file that is there gets the new text and stays as private as it was."""
    target = tmp_path / "fight.json"
    target.write_text("old")
    target.chmod(0o600)
    write_text(target, "Müller")
    assert target.read_text(encoding="utf-8") == "Müller"
    assert target.stat().st_mode & 0o777 == 0o600
    assert list(tmp_path.iterdir()) == [target]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    """Written through a link, the file it leads to is replaced."""
    target, link = tmp_path / "fight.json", tmp_path / "link.json"
    target.write_text("old")
    link.symlink_to(target)
    write_text(link, "new")
    assert link.is_symlink()
    assert target.read_text() == "new"


def test_a_read_only_file_is_left_alone(tmp_path: Path) -> None:
    """A file that is marked read-only is not replaced, though its folder would let us."""
    target = tmp_path / "fight.json"
    target.write_text("old")
    target.chmod(0o444)
    with pytest.raises(UnwritableFile, match="read-only"):
        write_text(target, "new")
    assert target.read_text() == "old"
    assert list(tmp_path.iterdir()) == [target]


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    """Where the folder is missing nothing is written, and the message says so."""
    with pytest.raises(UnwritableFile, match=r"no folder .*none"):
        write_text(tmp_path / "none" / "fight.json", "new")
    assert list(tmp_path.iterdir()) == []


def test_text_that_cannot_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    """Whatever goes wrong on the way, the old file stays and the new one is gone."""
    target = tmp_path / "fight.json"
    target.write_text("old")
    with pytest.raises(UnicodeEncodeError):
        write_text(target, "half a character: \ud800")
    assert target.read_text() == "old"
    assert list(tmp_path.iterdir()) == [target]
