"""What holds for every test: no display, no folders of the user's, no luck."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# Before Qt is imported anywhere. Somebody who wants to watch sets the platform himself.
SCREEN = Path(__file__).parent / "support" / "screen.json"
"""A screen on which a window can be maximised: Qt's own is 800 pixels wide and high."""
if os.environ.get("QT_QPA_PLATFORM", "offscreen") == "offscreen":
    os.environ["QT_QPA_PLATFORM"] = f"offscreen:configfile={SCREEN}"

settings.register_profile(
    "gridwar",
    max_examples=50,
    deadline=None,  # a busy machine is not a failure
    derandomize="CI" in os.environ,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
settings.load_profile("gridwar")


@pytest.fixture(autouse=True)
def user_folder(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give every test, and every process it starts, empty user folders of its own."""
    folder = tmp_path_factory.mktemp("user")
    monkeypatch.setenv("GRIDWAR_HOME", str(folder))
    return folder
