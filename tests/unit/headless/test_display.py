"""Whether a window can be opened: what the environment names, and whether it answers."""

from __future__ import annotations

import socket
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from gridwar import cli
from gridwar.headless.display import why_no_window

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def _linux(monkeypatch: pytest.MonkeyPatch) -> None:
    """Be a system that asks for its display by the environment."""
    monkeypatch.setattr("sys.platform", "linux")


def test_a_display_has_to_be_named() -> None:
    """Without a name there is no display, and who chooses Qt's platform himself is let through."""
    assert "neither DISPLAY nor WAYLAND_DISPLAY" in why_no_window({})
    assert why_no_window({"QT_QPA_PLATFORM": "offscreen"}) == ""


@pytest.mark.parametrize(
    "display", [":987654", "unix:987654.0", "localhost:59000", "localhost:99999"]
)
def test_a_display_that_does_not_answer_is_none(display: str) -> None:
    """A name that nobody listens on is told before Qt would abort on it."""
    assert why_no_window({"DISPLAY": display}) == f"the display {display} does not answer"


def test_a_display_that_listens_is_one(tmp_path: Path) -> None:
    """X11 over the network and a socket of Wayland are found; one of the two is enough."""
    with closing(socket.create_server(("localhost", 0))) as server:
        port = server.getsockname()[1]
        assert port >= 6000
        assert why_no_window({"DISPLAY": f"localhost:{port - 6000}.0"}) == ""
    place = tmp_path / "wayland-7"
    with closing(socket.socket(socket.AF_UNIX)) as line:
        line.bind(str(place))
        line.listen()
        env = {"DISPLAY": ":987654", "WAYLAND_DISPLAY": "wayland-7"}
        assert why_no_window({**env, "XDG_RUNTIME_DIR": str(tmp_path)}) == ""
        assert why_no_window({"WAYLAND_DISPLAY": str(place)}) == ""
        assert "does not answer" in why_no_window(env)


def test_the_command_line_does_not_wait_for_an_abort(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A dead display ends with 2 and the ways without a window."""
    monkeypatch.delenv("QT_QPA_PLATFORM", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("DISPLAY", ":987654")
    assert cli.main(["--sample"]) == 2
    said = capsys.readouterr().err
    assert "the display :987654 does not answer" in said
    assert "gridwar render" in said
