"""What a Linux desktop reads of Gridwar agrees with the program and with ``pyproject.toml``."""

from __future__ import annotations

import configparser
import re
import shutil
import subprocess
import tomllib
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

import pytest
from packers import desktop
from packers.project import APP_ID, HERE, MIME_TYPE, ROOT, version

import gridwar
from gridwar import cli
from gridwar.storage.file_names import SUFFIX
from gridwar.storage.new_open_and_sample_fights import create
from gridwar.storage.schema import APPLICATION_ID, MAGIC
from gridwar.systems.freeform import SYSTEM

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

PROJECT: Mapping[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
MIME = "{http://www.freedesktop.org/standards/shared-mime-info}"


@pytest.fixture
def entry() -> configparser.SectionProxy:
    """Read the desktop entry."""
    parser = configparser.ConfigParser(interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read_string(desktop.filled(f"{APP_ID}.desktop"))
    return parser["Desktop Entry"]


@pytest.fixture
def metainfo() -> ElementTree.Element:
    """Read the AppStream metainfo, filled in."""
    return ElementTree.fromstring(desktop.filled(f"{APP_ID}.metainfo.xml"))


@pytest.fixture
def mime() -> ElementTree.Element:
    """Read the file type."""
    found = ElementTree.fromstring(desktop.filled(f"{APP_ID}.mime.xml")).find(f"{MIME}mime-type")
    assert found is not None
    return found


def test_the_menu_entry_starts_a_command_of_the_project(entry: configparser.SectionProxy) -> None:
    """It starts ``gridwar`` with a file, is described as the project is, and has our icon."""
    command, *arguments = entry["Exec"].split()
    assert command in PROJECT["scripts"]
    assert arguments == ["--window", "%f"]  # whatever is wrong with the file is said there
    assert entry["Comment"] == PROJECT["description"]
    assert entry["Icon"] == APP_ID
    assert entry["MimeType"] == f"{MIME_TYPE};"


def test_the_window_belongs_to_the_menu_entry(entry: configparser.SectionProxy) -> None:
    """The program names its desktop entry, so that a dock shows one icon and not two."""
    program = "".join(file.read_text("utf-8") for file in (ROOT / "gridwar/ui/app").glob("*.py"))
    assert f'setDesktopFileName("{APP_ID}")' in program
    assert entry["StartupWMClass"] == "gridwar"


def test_metainfo_says_what_the_project_says(metainfo: ElementTree.Element) -> None:
    """Summary, licence, pages, version and command are the project's."""
    assert metainfo.findtext("id") == APP_ID
    assert metainfo.findtext("summary") == PROJECT["description"]
    assert metainfo.findtext("project_license") == PROJECT["license"]
    assert metainfo.findtext("launchable") == f"{APP_ID}.desktop"
    assert metainfo.findtext("provides/binary") in PROJECT["scripts"]
    assert metainfo.findtext("provides/mediatype") == MIME_TYPE
    release = metainfo.find("releases/release")
    assert release is not None
    assert release.get("version") == version() == gridwar.__version__


def test_everybody_names_the_same_pages(metainfo: ElementTree.Element) -> None:
    """Project, program and metainfo send people to one place."""
    urls = {one.get("type"): one.text for one in metainfo.findall("url")}
    assert urls == {"homepage": gridwar.HOMEPAGE, "bugtracker": gridwar.ISSUES}
    assert PROJECT["urls"] == {"Homepage": gridwar.HOMEPAGE, "Issues": gridwar.ISSUES}


def test_a_fight_is_known_by_what_is_in_it(tmp_path: Path, mime: ElementTree.Element) -> None:
    """The file type's rule fits the first bytes of a fight, whatever the file is called."""
    path = tmp_path / "fight.gridwar"
    create(path, SYSTEM.new_encounter("A fight"), SYSTEM).close()
    raw = path.read_bytes()
    outer = mime.find(f"{MIME}magic/{MIME}match")
    assert outer is not None
    inner = outer.find(f"{MIME}match")
    assert inner is not None
    word = outer.attrib["value"].replace("\\000", "\0").encode()
    assert (outer.get("offset"), word) == ("0", MAGIC)
    assert raw.startswith(word)
    assert (inner.get("type"), int(inner.attrib["value"], 16)) == ("big32", APPLICATION_ID)
    at = int(inner.attrib["offset"])
    assert int.from_bytes(raw[at : at + 4]) == APPLICATION_ID


def test_a_fight_is_known_by_its_name_too(mime: ElementTree.Element) -> None:
    """The pattern is the suffix that the program gives its files."""
    assert mime.get("type") == MIME_TYPE
    assert [one.get("pattern") for one in mime.findall(f"{MIME}glob")] == [f"*{SUFFIX}"]


def test_the_man_page_has_every_command_and_option(capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever ``gridwar --help`` lists stands in the manual."""
    page = desktop.filled("gridwar.1").replace("\\-", "-")
    with pytest.raises(SystemExit):
        cli.main(["--help"])
    helped = capsys.readouterr().out
    options = set(re.findall(r"--[a-z-]+", helped)) - {"--help"}
    commands = set(re.findall(r"^  ([a-z]+) [A-Z\[ ]", helped, re.MULTILINE))
    assert len(commands) > 4
    assert [word for word in options | commands if word not in page] == []
    assert f"Gridwar {version()}" in page


def test_every_override_of_lintian_has_its_reason() -> None:
    """No complaint is switched off without a word."""
    lines = (HERE / "linux" / "lintian-overrides").read_text("utf-8").splitlines()
    before = dict(zip(lines[1:], lines, strict=False))
    silenced = [line for line in lines if not line.startswith("#")]
    assert silenced
    assert [line for line in silenced if not before[line].startswith("#")] == []


@pytest.mark.parametrize("script", ["test_deb.sh", "linux/install.sh"])
def test_the_shell_can_read_the_scripts(script: str) -> None:
    """Neither script has a slip that a shell would trip over."""
    shell = "bash" if script == "test_deb.sh" else "sh"
    assert subprocess.run([shell, "-n", HERE / script], check=False).returncode == 0


@pytest.mark.parametrize(
    ("tool", "name"),
    [
        (("desktop-file-validate",), f"{APP_ID}.desktop"),
        (("appstreamcli", "validate", "--no-net"), f"{APP_ID}.metainfo.xml"),
    ],
)
def test_the_desktops_own_tools_agree(tmp_path: Path, tool: tuple[str, ...], name: str) -> None:
    """Where the validators are installed, they find no fault."""
    if shutil.which(tool[0]) is None:
        pytest.skip(f"{tool[0]} is not installed")
    file = tmp_path / name
    file.write_text(desktop.filled(name), "utf-8")
    done = subprocess.run([*tool, file], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
