"""Where Gridwar's own data and the user's folders are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar import paths
from gridwar.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path


def test_checkout_has_its_data_beside_the_package() -> None:
    """In a checkout rules and assets stand beside the package."""
    assert (paths.data_dir("rules") / "freeform" / "manifest.toml").is_file()


def test_installed_data_comes_first(tmp_path: Path) -> None:
    """An installed program uses the data it was installed with, whatever lies beside it."""
    package = tmp_path / "gridwar"
    (tmp_path / "rules").mkdir()
    assert paths.data_dir("rules", package) == tmp_path / "rules"
    (package / "_data" / "rules").mkdir(parents=True)
    assert paths.data_dir("rules", package) == package / "_data" / "rules"


def test_missing_data_names_both_places(tmp_path: Path) -> None:
    """A broken installation says where it looked."""
    with pytest.raises(InputError) as caught:
        paths.data_dir("rules", tmp_path / "gridwar")
    assert str(tmp_path / "gridwar" / "_data" / "rules") in str(caught.value)
    assert str(tmp_path / "rules") in str(caught.value)


def test_user_folders_can_be_moved_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One variable puts all user folders below one folder, and nothing is made by asking."""
    monkeypatch.setenv("GRIDWAR_HOME", str(tmp_path / "portable"))
    folders = {paths.user_data_dir(), paths.user_state_dir(), paths.user_config_dir()}
    assert {folder.parent for folder in folders} == {tmp_path / "portable"}
    assert len(folders) == 3
    assert not (tmp_path / "portable").exists()


def test_user_folders_are_the_systems_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the variable the folders are where the system keeps such things, named after us."""
    monkeypatch.delenv("GRIDWAR_HOME")
    for folder in (paths.user_data_dir(), paths.user_state_dir(), paths.user_config_dir()):
        assert "gridwar" in folder.parts
