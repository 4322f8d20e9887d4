"""Files: new, named, copied, exported, found again, damaged, and gone while they are open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.storage.new_open_and_sample_fights import sample_fights
from tests.support.evening import witness

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support.evening.evening import Evening


def test_a_fight_goes_through_files(evening: Evening, tmp_path: Path) -> None:
    """Saved under a name, copied, exported, left for a new fight, and found again by Ctrl+K."""
    evening.start(sample_fights()[2])
    file, copy = tmp_path / "ramp.gridwar", tmp_path / "copy.gridwar"
    evening.save_as(file)
    assert file.name in evening.window.windowTitle()
    evening.click(evening.stands("ordo"))
    evening.quick("-2")
    evening.is_saved()
    there = evening.encounter

    evening.file = copy
    evening.menu("File", "Save a copy \u2026")
    witness.same_fight(there, evening.in_file(copy))
    assert evening.application.file.path == file

    evening.file = tmp_path / "ramp.json"
    evening.menu("File", "Export as JSON \u2026")
    evening.file = tmp_path / "ramp.dd2vtt"
    evening.menu("Map", "Export the map \u2026")
    evening.file = None
    assert (tmp_path / "ramp.dd2vtt").exists()

    # Another fight in its place, and back by the palette, the menu and the dialog.
    evening.menu("File", "New fight \u2026")
    evening.begin_with("Cepheus")
    assert evening.controller.system.id == "cepheus"
    evening.find("ramp", frees=True)
    assert evening.application.file.path == file
    witness.same_fight(evening.encounter, there)
    evening.open_file(tmp_path / "ramp.json")
    witness.same_fight(evening.encounter, there)
    evening.menu("File", "Opened last", "ramp.gridwar", frees=True)
    assert evening.application.file.path == file
    evening.close()


def test_files_that_are_damaged_or_gone(evening: Evening, tmp_path: Path) -> None:
    """A file that is no fight is told and changes nothing; one deleted while open loses nothing."""
    evening.start(sample_fights()[2])
    file = tmp_path / "ramp.gridwar"
    evening.save_as(file)
    before = evening.encounter

    wrong = tmp_path / "wrong.gridwar"
    wrong.write_bytes(b"This is no fight at all." * 40)
    evening.open_file(wrong)
    notice = evening.controller.view.notice
    assert notice is not None
    assert "wrong.gridwar" in notice.text
    assert evening.encounter == before
    evening.press("Esc")

    # What is sound of a damaged file is opened, as a copy.
    damaged = tmp_path / "damaged.gridwar"
    data = bytearray(file.read_bytes())
    data[len(data) // 2 : len(data) // 2 + 300] = b"\xff" * 300
    damaged.write_bytes(bytes(data))
    evening.open_file(damaged)
    assert evening.controller.view.notice is not None

    # Deleted behind Gridwar's back: the fight goes on, and is in a file that is there.
    evening.open_file(file)
    assert evening.application.file.path == file
    file.unlink()
    evening.click(evening.stands("ordo"), frees=True)
    evening.quick("-2")
    now = evening.encounter
    assert now != before
    path = evening.application.file.path
    assert path is not None
    assert path.exists(), "the fight is in a file that is not there"
    witness.same_fight(now, evening.in_file(path))

    # One that has left the list says so.
    evening.menu("File", "New fight \u2026")
    evening.begin_with("Freeform")
    evening.close()
