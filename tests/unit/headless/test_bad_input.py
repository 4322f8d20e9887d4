"""The command line and what it is fed: messages instead of tracebacks, whatever comes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import gridwar
from gridwar import bounded_read, cli
from gridwar.headless.read_script import EXAMPLE, Script
from gridwar.headless.script_schema import schema
from gridwar.paths import data_dir

ROOT = Path(gridwar.__file__).parents[1]
SAMPLE = data_dir("assets") / "fights" / "a-drowned-heron.json"
MAP = data_dir("assets") / "maps" / "toll-vault.webp"


def gridwar_in_shell(line: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Run a shell line with ``gridwar`` in it, and return what the line printed."""
    command = f"{sys.executable} -m gridwar"
    return subprocess.run(
        ["bash", "-o", "pipefail", "-c", line.replace("gridwar", command, 1)],
        cwd=ROOT,
        env={**os.environ, **env},
        capture_output=True,
        text=True,
        check=False,
    )


def written(path: Path, data: object) -> str:
    """Write JSON into a file and return its place."""
    path.write_text(json.dumps(data), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("command", ["check", "export", "run", "render"])
@pytest.mark.parametrize(
    ("name", "raw"),
    [
        ("empty.json", b""),
        ("list.json", b"[1, 2]"),
        ("foreign.json", b'{"hello": "world"}'),
        ("cut.json", SAMPLE.read_bytes()[:4000]),
        ("bytes.json", b"\xff\xfe\x00\x9d"),
        ("deep.json", b"[" * 100_000),
        ("number.json", b"9" * 10_000),
        ("latin.json", SAMPLE.read_bytes().replace(b'"title": "', b'"title": "\xe4', 1)),
        ("half.json", SAMPLE.read_bytes().replace(b'"title": "', b'"title": "\\ud800', 1)),
        ("notes.gridwar", b"notes"),
        ("none.json", None),
        ("folder.json", "folder"),
    ],
)
def test_a_bad_file_is_3(
    command: str,
    name: str,
    raw: bytes | str | None,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Whatever is no fight and no script exits with 3 and names the file, in every command."""
    path = tmp_path / name
    if isinstance(raw, bytes):
        path.write_bytes(raw)
    elif raw is not None:
        path.mkdir()
    more = ["-o", str(tmp_path / "map.png")] if command == "render" else []
    assert cli.main([command, str(path), *more]) == 3
    said = capsys.readouterr()
    assert said.out == ""
    assert name in said.err


@pytest.mark.parametrize("command", ["check", "export", "run"])
def test_a_link_to_itself_is_3(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A link that leads in a circle is no file."""
    link = tmp_path / "loop.gridwar"
    link.symlink_to(link)
    assert cli.main([command, str(link)]) == 3
    assert "loop.gridwar" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")
@pytest.mark.parametrize("kind", ["a pipe", "a device"])
@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("check", "x.json"),
        ("check", "x.gridwar"),
        ("export", "x.json"),
        ("render", "x.json"),
        ("run", "x.json"),
        ("import", "x.png"),
        ("import", "x.dd2vtt"),
    ],
)
def test_what_is_no_file_is_3_at_once(
    command: str,
    name: str,
    kind: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Nobody is waited for at a pipe, and a device without end is not read."""
    monkeypatch.setattr(bounded_read, "_WAIT_MS", 10)
    path = tmp_path / name
    if kind == "a pipe":
        os.mkfifo(path)
    else:
        path.symlink_to("/dev/zero")
    target = {"render": "map.png", "import": "fight.gridwar"}.get(command)
    more = [] if target is None else ["-o", str(tmp_path / target)]
    assert cli.main([command, str(path), *more]) == 3
    assert name in capsys.readouterr().err


def test_a_script_may_come_through_a_pipe() -> None:
    """What another program writes is played, as from a file."""
    done = gridwar_in_shell("gridwar run <(cat assets/scripts/a-skirmish.json)")
    assert (done.returncode, done.stderr) == (0, "")


def test_a_mark_at_the_start_of_a_text_does_no_harm(tmp_path: Path) -> None:
    """An export that an editor saved with a byte order mark is still one."""
    path = tmp_path / "fight.json"
    path.write_bytes(b"\xef\xbb\xbf" + SAMPLE.read_bytes())
    assert cli.main(["check", str(path)]) == 0


@pytest.mark.parametrize("place", ["none/fight.json", "fight.json/fight.json"])
def test_an_export_without_a_folder_is_4(
    place: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A place that cannot be written to is told as that, not as a file that is missing."""
    (tmp_path / "fight.json").write_text("a file")
    assert cli.main(["export", str(SAMPLE), "-o", str(tmp_path / place)]) == 4
    assert "no folder" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("changes", "hint"),
    [
        ({"comands": []}, "comands: unknown key; did you mean 'commands'?"),
        ({"map": {"widht": 3}}, "map.widht: unknown key; did you mean 'width'?"),
        ({"switches": {"cover_applies_to_throw": 1}}, "unknown key"),
        (
            {"combatants": [{"id": "a", "sheet": {"armour": 3}}]},
            "combatants.0: sheet.armour: unknown key; did you mean 'armor'?",
        ),
        (
            {"combatants": [{"id": "a", "fields": {"altitud": 3}}]},
            "combatants.0: fields.altitud: unknown key; did you mean 'altitude'?",
        ),
        (
            {"commands": [{"command": {"kind": "cepheus.delay", "actr": "a"}}]},
            "commands.0: command.actr: unknown key; did you mean 'actor'?",
        ),
    ],
)
def test_an_unknown_key_is_told_its_nearest_spelling(
    changes: dict[str, Any], hint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A script's misspelt key is refused with the one that was probably meant."""
    script = written(tmp_path / "script.json", {"system": "cepheus", **changes})
    assert cli.main(["run", script]) == 3
    assert hint in capsys.readouterr().err


def test_somebody_who_is_not_there_is_no_traceback(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A command that names nobody in the fight is refused, or told to be wrong."""
    for system, kind, code in (("freeform", "take_turn", 1), ("percentile", "percentile.burst", 3)):
        command = {"kind": kind, **({"actor": "x"} if code == 1 else {"targets": [], "weapon": ""})}
        data = {"system": system, "commands": [{"command": command}]}
        assert cli.main(["run", written(tmp_path / "script.json", data)]) in (1, 3)
        assert "gridwar: " in capsys.readouterr().err


def test_a_script_may_lay_its_map_on_a_picture(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A picture beside a script becomes its map, or lies under the map it has."""
    (tmp_path / "vault.webp").write_bytes(MAP.read_bytes())
    data: dict[str, Any] = {"system": "freeform", "picture": "vault.webp"}
    sizes = []
    for more in (
        {"pixels_per_cell": 100},
        {"pixels_per_cell": 200},
        {"map": {"width": 5, "height": 4}},
    ):
        assert cli.main(["run", written(tmp_path / "script.json", {**data, **more})]) == 0
        laid = json.loads(capsys.readouterr().out)["encounter"]["map"]
        assert (laid["picture"]["width_px"], laid["picture"]["height_px"]) == (2600, 2000)
        sizes.append((laid["width"], laid["height"]))
    assert sizes == [(26, 20), (13, 10), (5, 4)]
    for bad in ("gone.png", "gone\0.png"):
        assert cli.main(["run", written(tmp_path / "s.json", {**data, "picture": bad})]) == 3
        assert "gone" in capsys.readouterr().err


def test_the_example_of_the_schema_plays(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The schema shows a script that plays, and says what each field is."""
    assert cli.main(["run", written(tmp_path / "script.json", dict(EXAMPLE))]) == 0
    said = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    outcomes = [one for one in said if one["line"] == "outcome"]
    assert [one["outcome"] for one in outcomes] == ["accepted", "accepted", "undone"]
    assert [one["row"] for one in outcomes] == [1, 2, 1]
    assert outcomes[1]["command"]["target"] == "tug"
    shown = schema()["$defs"]["Script"]
    assert shown["examples"] == [json.loads(json.dumps(dict(EXAMPLE)))]
    assert [
        key
        for key in ("picture", "dice", "system")
        if not shown["properties"][key].get("description")
    ] == []
    assert set(shown["properties"]) == set(Script.model_fields)


def test_the_self_test_reads_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """``--self-test FILE`` also reads that fight, and fails where it cannot."""
    monkeypatch.setattr(
        "gridwar.ui.app.window_selftest.plays_a_round", lambda: ""
    )  # tried elsewhere
    assert cli.main(["--self-test", str(SAMPLE)]) == 0
    assert "a-drowned-heron.json read" in capsys.readouterr().out
    assert cli.main(["--self-test", str(tmp_path / "none.gridwar")]) == 1
    assert "none.gridwar" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("gridwar schema | head -c 1", 1),
        ("gridwar schema > /dev/full", 4),
        ("gridwar check assets/fights/a-drowned-heron.json > /dev/full", 4),
        ("PYTHONIOENCODING=ascii gridwar run assets/scripts/a-skirmish.json > /dev/null", 4),
    ],
)
def test_output_that_goes_nowhere_is_no_traceback(line: str, code: int) -> None:
    """A reader that has gone is not complained about; a full disk is, in one line."""
    done = gridwar_in_shell(line)
    assert done.returncode == code
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) == (0 if code == 1 else 1)


def test_without_a_display_the_door_says_what_there_is() -> None:
    """No display and no command: the ways without a window and exit code 2, no abort of Qt's."""
    done = gridwar_in_shell("gridwar", DISPLAY="", WAYLAND_DISPLAY="", QT_QPA_PLATFORM="")
    assert done.returncode == 2
    assert "gridwar render" in done.stderr
    assert "gridwar run" in done.stderr
