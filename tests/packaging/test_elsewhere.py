"""The installers of Windows and macOS, as far as their texts tell."""

from __future__ import annotations

import plistlib
import re
from typing import TYPE_CHECKING

import pytest
from packers import windows
from packers.contents import NEVER_ASKED_FOR
from packers.interpreter import read_verdict
from packers.project import HERE, MIME_TYPE, ROOT

from gridwar.storage.file_names import SUFFIX

if TYPE_CHECKING:
    from pathlib import Path

SCRIPT = (HERE / "windows" / "gridwar.nsi").read_text("utf-8")
INSTALLS, REMOVES = SCRIPT.split('Section "Uninstall"')
RECORD = (HERE / "windows" / "python-library.txt").read_text("utf-8")


def test_windows_needs_no_administrator() -> None:
    """It installs for one user: in his folder, in his part of the registry."""
    assert "RequestExecutionLevel user" in SCRIPT
    assert 'InstallDir "$LOCALAPPDATA\\Programs\\Gridwar"' in SCRIPT
    assert "HKLM" not in SCRIPT


def test_windows_opens_fights_with_gridwar() -> None:
    """The suffix of a fight leads to the program, with the file as its argument."""
    assert f'"Software\\Classes\\{SUFFIX}" "" "${{CLASS}}"' in INSTALLS
    assert '"$INSTDIR\\gridwar.exe" --window "%1"' in INSTALLS
    assert MIME_TYPE in INSTALLS


def test_windows_takes_away_what_it_brought() -> None:
    """Each key that is written is deleted, and never the whole folder that the user chose."""
    written = set(re.findall(r'WriteReg\w+ HKCU "([^"]+)"', INSTALLS))
    deleted = set(re.findall(r'DeleteRegKey HKCU "([^"]+)"', REMOVES))
    assert len(written) > len(deleted) == 5
    assert {key for key in written if not key.startswith(tuple(deleted))} == set()
    assert deleted <= written
    assert 'RMDir /r "$INSTDIR"' not in SCRIPT


def test_macos_knows_the_type_of_a_fight() -> None:
    """The bundle exports the type with our suffix, and opens it."""
    info = plistlib.loads((HERE / "macos" / "Info.plist").read_bytes())
    (exported,) = info["UTExportedTypeDeclarations"]
    tags = exported["UTTypeTagSpecification"]
    assert tags["public.filename-extension"] == [SUFFIX.removeprefix(".")]
    assert tags["public.mime-type"] == MIME_TYPE
    (opened,) = info["CFBundleDocumentTypes"]
    assert opened["LSItemContentTypes"] == [exported["UTTypeIdentifier"]]


def test_no_module_of_python_is_shipped_unproven() -> None:
    """What no published source is known for, of the compiled library of Windows, is left out."""
    unproven = re.findall(r"^  (\S+)\.pyc$", RECORD, re.MULTILINE)
    assert unproven
    packages = {one.removesuffix("/__init__").replace("/", ".") for one in unproven}
    assert {one for one in packages if not is_left_out(one)} == set()


def is_left_out(module: str) -> bool:
    """Tell whether a module, or a package around it, is on the list of those never asked for."""
    names = module.split(".")
    return any(".".join(names[:n]) in NEVER_ASKED_FOR for n in range(1, len(names) + 1))


SAID = """
		Subject: /C=US/O=Somebody/CN=Somebody
Signer's certificate:
	Signer #0:
		Subject: /C=US/ST=Oregon/O={maker}/CN={maker}
Countersignatures:
	Timestamp time: Apr  2 12:32:08 2024 GMT
Timestamp Server Signature verification: {stamp}
Signature verification: {signature}
{end}
"""


def said(**other: str) -> str:
    """What osslsigncode says of a signed file; differences by name."""
    usual = {"maker": "Python Software Foundation", "stamp": "ok", "signature": "ok"}
    return SAID.format(**{**usual, "end": "Succeeded", **other})


def test_a_signature_tells_maker_and_time() -> None:
    """Both go into the record that is shipped."""
    assert read_verdict("python.exe", said()) == (
        "Python Software Foundation",
        "Apr  2 12:32:08 2024 GMT",
    )


@pytest.mark.parametrize(
    "words",
    [
        {"maker": "Somebody"},
        {"signature": "failed"},
        {"stamp": "failed"},
        {"end": "Failed"},
    ],
)
def test_a_python_that_others_signed_ends_the_build(words: dict[str, str]) -> None:
    """Nothing of an unknown maker is frozen, nor what was changed, nor what has no time stamp."""
    with pytest.raises(SystemExit, match=r"python\.exe"):
        read_verdict("python.exe", said(**words))


def test_libraries_are_taken_for_windows_wherever_it_is_built() -> None:
    """All of both locks but what only macOS wants, without marks that pip judges by this system."""
    for lock in (ROOT / "requirements.lock", HERE / "requirements.lock"):
        kept = windows.for_windows(lock.read_text("utf-8"))
        assert "sys_platform" not in kept
        assert "macholib==" not in kept
        assert kept.count("--hash") > 0
    assert "pefile==" in kept
    assert "pywin32-ctypes==" in kept


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("ucrtbase.dll", b"MZ"),
        ("icuuc.dll", b"MZ"),
        ("libcrypto-3.dll", b"MZ"),
        ("kernel32.dll", b"MZ".ljust(0x40, b"\0") + b"Wine builtin DLL"),
    ],
)
def test_nothing_of_wine_is_shipped(tmp_path: Path, name: str, data: bytes) -> None:
    """Neither its files nor those that fill its gaps, nor what nothing asks for."""
    (tmp_path / "python311.dll").write_bytes(b"MZ".ljust(0x80, b"\0"))
    windows.refuse_strangers(tmp_path)
    (tmp_path / name).write_bytes(data)
    with pytest.raises(SystemExit, match=re.escape(name)):
        windows.refuse_strangers(tmp_path)


def test_windows_draws_each_screen_in_its_scale() -> None:
    """The manifest says so, and that long paths are known, and asks for no administrator."""
    text = (HERE / "windows" / "gridwar.manifest").read_text("utf-8")
    assert ">PerMonitorV2, PerMonitor</" in text
    assert ">true</longPathAware>" in text
    assert 'level="asInvoker"' in text
    assert "manifest" in (HERE / "gridwar.spec").read_text("utf-8")


def test_two_folders_with_the_same_files_have_one_hash(tmp_path: Path) -> None:
    """Names and bytes count, and nothing else: it tells whether two builds are the same."""
    for folder in ("one", "other"):
        (tmp_path / folder / "_internal").mkdir(parents=True)
        (tmp_path / folder / "_internal" / "a.dll").write_bytes(b"a")
    one, other = (windows.tree_digest(tmp_path / name) for name in ("one", "other"))
    assert one == other
    (tmp_path / "other" / "_internal" / "a.dll").write_bytes(b"b")
    assert windows.tree_digest(tmp_path / "other") != one


def test_the_installer_packs_files_by_name(tmp_path: Path) -> None:
    """The same files come in the same order, wherever they lie; empty folders do not."""
    for name in ("b.dll", "sub/deep/z.py", "sub/a.py", "A.exe", "none"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if name == "none":
            path.mkdir()
        else:
            path.write_bytes(b"")
    lines = windows.file_lines(tmp_path, lambda path: path.relative_to(tmp_path).as_posix())
    assert lines.splitlines() == [
        'SetOutPath "$INSTDIR"',
        'File "A.exe"',
        'File "b.dll"',
        r'SetOutPath "$INSTDIR\sub"',
        'File "sub/a.py"',
        r'SetOutPath "$INSTDIR\sub\deep"',
        'File "sub/deep/z.py"',
    ]
