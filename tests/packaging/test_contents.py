"""What goes into the packages: all of our own, the libraries of the lock file, little of Qt."""

from __future__ import annotations

import re
import struct
import sys
import tomllib
from importlib.metadata import requires
from typing import TYPE_CHECKING

import pytest
from packaging.requirements import Requirement
from packers import contents, freeze, icons, icu, libraries, project
from packers.project import HERE, ROOT

from gridwar.cli import _WANTED_OF_NETWORKX
from gridwar.ui.popovers.about_and_fault_reports import LICENCES

if TYPE_CHECKING:
    from pathlib import Path

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
SITE = "/venv/lib/python3.11/site-packages"


def test_a_file_that_was_left_behind_is_noticed() -> None:
    """Every file of rules and assets must be in the program, and one that is not is named."""
    files = [
        file.relative_to(ROOT).as_posix()
        for name in ("rules", "assets")
        for file in (ROOT / name).rglob("*")
        if file.is_file()
    ]
    there = [f"gridwar/_data/{file}" for file in files]
    assert contents.lacking(ROOT, there) == []
    there.remove("gridwar/_data/rules/drive/manifest.toml")
    assert contents.lacking(ROOT, there) == ["gridwar/_data/rules/drive/manifest.toml"]


def test_nothing_is_asked_of_the_parts_of_numpy_that_are_left_out() -> None:
    """They load late, by their name alone, so that only the frozen program would miss them."""
    left_out = [one.removeprefix("numpy.") for one in contents.NEVER_ASKED_FOR if "numpy." in one]
    names = re.compile(rf"\b(?:np|numpy)\.({'|'.join(map(re.escape, left_out))})\b")
    files = (ROOT / "gridwar").rglob("*.py")
    asked = [str(file.relative_to(ROOT)) for file in files if names.search(file.read_text("utf-8"))]
    assert asked == []


def test_nothing_is_imported_that_is_left_out() -> None:
    """Not late either, within a function: only the frozen program would miss it, at the table."""
    left_out = [re.escape(one) for one in contents.NEVER_ASKED_FOR if not one.startswith("numpy")]
    imports = re.compile(rf"^\s*(?:from|import) (?:{'|'.join(left_out)})\b", re.MULTILINE)
    files = (ROOT / "gridwar").rglob("*.py")
    found = [str(one.relative_to(ROOT)) for one in files if imports.search(one.read_text("utf-8"))]
    assert found == []


def test_the_spec_checks_and_collects() -> None:
    """It refuses a wheel without data, and takes what no analysis of imports would find."""
    spec = (HERE / "gridwar.spec").read_text("utf-8")
    for words in (
        "lacking(ROOT",
        'collect_submodules("gridwar")',
        "copy_metadata(name)",
        '"gridwar", *libraries(ROOT)',
    ):
        assert words in spec


def test_what_is_shipped_is_what_the_program_asks_for() -> None:
    """The lock file, less its tools, is the project's requirements and theirs."""
    wanted, found = set(), set()
    waiting = [Requirement(one) for one in PROJECT["dependencies"]]
    while waiting:
        one = waiting.pop()
        if one.marker is not None and not one.marker.evaluate({"extra": ""}):
            continue
        name = one.name.lower().replace("_", "-")
        wanted.add(name)
        if name not in found:
            found.add(name)
            waiting += [Requirement(more) for more in requires(name) or ()]
    assert set(contents.libraries(ROOT)) == wanted


def test_help_about_names_every_library_asked_for() -> None:
    """Whoever looks there finds each with its licence."""
    asked = {Requirement(one).name for one in PROJECT["dependencies"]}
    assert asked <= set(LICENCES)


@pytest.mark.parametrize(
    ("place", "source", "wanted"),
    [
        ("PySide6/Qt/plugins/platforms/libqxcb.so", SITE, True),
        ("PySide6\\plugins\\platforms\\qwindows.dll", SITE, True),
        ("PySide6/Qt/plugins/imageformats/libqwebp.so", SITE, True),
        ("PySide6/Qt/plugins/imageformats/libqtiff.so", SITE, False),
        ("PySide6/Qt/plugins/networkinformation/libqnetworkmanager.so", SITE, False),
        ("PySide6/Qt/translations/qt_de.qm", SITE, False),
        ("PySide6/Qt/lib/libQt6EglFSDeviceIntegration.so.6", SITE, False),
        ("gridwar-0.1.0.dist-info/entry_points.txt", SITE, True),
        ("gridwar-0.1.0.dist-info/direct_url.json", SITE, False),
        ("PySide6\\plugins\\styles\\qmodernwindowsstyle.dll", SITE, False),
        ("PySide6\\VCRUNTIME140.dll", SITE, False),
        ("icuuc.dll", "C:/Windows/System32", False),
        ("gridwar/_data/assets/maps/ford.webp", SITE, False),
        ("gridwar/_data/assets/maps/drowned-heron.dd2vtt", SITE, True),
        ("libxcb.so.1", "/usr/lib/x86_64-linux-gnu", False),
        ("libpython3.11.so.1.0", "/usr/lib/x86_64-linux-gnu", True),
    ],
)
def test_little_of_qt_and_nothing_of_this_machine(place: str, source: str, wanted: bool) -> None:
    """Plugins that are used stay, others go, and the system's libraries are the system's."""
    entry = (place, f"{source}/{place}", "DATA" if "." not in place[-6:] else "BINARY")
    assert contents.is_wanted(entry, portable=False, platform="linux") is wanted


@pytest.mark.parametrize(
    ("module", "wanted"),
    [
        ("gridwar.grid.backend", True),
        ("networkx.classes.digraph", True),
        ("networkx.algorithms", True),
        ("networkx.algorithms.shortest_paths.astar", True),
        ("networkx.algorithms.community.louvain", False),
    ],
)
def test_of_networkx_only_what_is_not_left_out(module: str, wanted: bool) -> None:
    """What the start of the program leaves out of a library is not in the program either."""
    assert contents.is_module_wanted(module) is wanted
    for package in _WANTED_OF_NETWORKX:
        name = f"networkx.{package}"
        assert name in contents.NEVER_ASKED_FOR or name == "networkx.algorithms"


@pytest.mark.parametrize(
    ("place", "is_stripped"),
    [
        ("pypdfium2_raw/libpdfium.so", True),
        ("numpy/_core/_multiarray_umath.so", True),
        ("libpython3.11.so.1.0", True),
        ("PySide6/Qt/lib/libQt6Core.so.6", False),
    ],
)
def test_only_what_is_not_patched_is_stripped(
    place: str, is_stripped: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What lintian would complain of goes; Qt's libraries were patched and must not be touched."""
    asked: list[object] = []
    (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / place).write_bytes(b"\x7fELF")
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr(freeze, "run", lambda *words: asked.append(words[-1]))
    freeze.strip(tmp_path)
    assert asked == [tmp_path / place] * is_stripped


def test_a_portable_program_keeps_the_libraries_of_x() -> None:
    """The .run file asks of the system what every desktop has, and nothing else."""
    entry = ("libxcb.so.1", "/usr/lib/x86_64-linux-gnu/libxcb.so.1", "BINARY")
    assert contents.is_wanted(entry, portable=True, platform="linux")


def test_a_library_of_no_known_package_ends_the_build() -> None:
    """Nobody gets a package whose dependencies are guessed."""
    assert libraries._package("libxcb-cursor.so.0") == "libxcb-cursor0"
    with pytest.raises(SystemExit, match=r"libfoo\.so\.7"):
        libraries._package("libfoo.so.7")


def test_every_size_has_its_drawing() -> None:
    """Each drawing that is asked for is there, the small ones too."""
    names = {path.name for path in icons.DRAWINGS.iterdir()}
    ends = {"", "-16", "-24"}
    assert names == {f"{name}{end}.svg" for name in ("gridwar", "fight") for end in ends}


@pytest.fixture
def painted(tmp_path: Path) -> Path:
    """Stand-ins for the painted icons, each with its size as its words."""
    for size in icons.SIZES_PX:
        (tmp_path / f"gridwar-{size}.png").write_bytes(b"PNG%d" % size)
    return tmp_path


def test_the_icon_of_windows_holds_its_sizes(painted: Path) -> None:
    """Each entry of the .ico says a size and leads to the picture of that size."""
    raw = icons.ico(painted)
    count = struct.unpack_from("<HHH", raw)[2]
    for number in range(count):
        size, *_rest, length, at = struct.unpack_from("<BBBBHHII", raw, 6 + 16 * number)
        assert raw[at : at + length] == b"PNG%d" % (size or 256)


def test_the_icon_of_macos_holds_its_sizes(painted: Path) -> None:
    """The parts of the .icns follow each other without a gap to the end."""
    raw, at, found = icons.icns(painted), 8, []
    assert struct.unpack_from(">I", raw, 4)[0] == len(raw)
    while at < len(raw):
        length = struct.unpack_from(">I", raw, at + 4)[0]
        found.append(raw[at + 8 : at + length])
        at += length
    assert found == [b"PNG16", b"PNG32", b"PNG128", b"PNG256", b"PNG512"]


def test_language_data_is_cut_to_the_root_and_english() -> None:
    """What is kept can be read again, byte for byte; other languages are gone."""
    items = [
        ("icudt73l/de.res", b"Deutsch!"),
        ("icudt73l/en.res", b"English!"),
        ("icudt73l/nfc.nrm", bytes(range(40))),
        ("icudt73l/zu.res", b"isiZulu!"),
    ]
    head = struct.pack("<HBBHHBBBB4s", 32, 0xDA, 0x27, 20, 0, 0, 0, 2, 0, b"CmnD").ljust(32, b"\0")
    library = b"\x7fELF before it" + head + icu._packed(items) + b"after it"
    kept = icu._items(icu.slimmed(library), len(head))
    assert [
        (name, data[: len(body)])
        for (name, data), (_name, body) in zip(kept, items[1:3], strict=True)
    ] == items[1:3]
    with pytest.raises(SystemExit, match="libicudata"):
        icu.slimmed(b"\x7fELF and nothing of ICU")


def test_what_builds_is_pinned_and_agrees() -> None:
    """The tools of the build are one known version each, the same as in the program's lock."""
    pins: dict[str, str] = {}
    for lock in (HERE / "requirements.lock", ROOT / "requirements.lock"):
        text = lock.read_text("utf-8")
        found = dict(re.findall(r"^([a-z0-9-]+)==([0-9.]+)", text, re.MULTILINE))
        assert text.count("--hash=sha256:") >= len(found) > 5
        assert [name for name in found if pins.get(name, found[name]) != found[name]] == []
        pins |= found
    assert "pyinstaller" in pins


def test_a_build_that_lasts_gives_signs_of_life(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Who waits for a compiler sees that it still works, and for how long."""
    monkeypatch.setattr(project, "_SIGN_OF_LIFE_S", 0.1)
    project.run(sys.executable, "-S", "-c", "import time; time.sleep(0.35)")
    assert capsys.readouterr().out.count("  ... ") > 1
    with pytest.raises(SystemExit, match="exit code 3"):
        project.run(sys.executable, "-S", "-c", "raise SystemExit(3)")
