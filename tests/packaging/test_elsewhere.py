"""The installers of Windows and macOS, as far as their texts tell."""

from __future__ import annotations

import plistlib
import re

from packers.project import HERE, MIME_TYPE

from gridwar.storage.untitled import SUFFIX

SCRIPT = (HERE / "windows" / "gridwar.nsi").read_text("utf-8")
INSTALLS, REMOVES = SCRIPT.split('Section "Uninstall"')


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
    written = set(
        re.findall(r'WriteReg\w+ HKCU "([^"]+?)(?:\\DefaultIcon|\\shell[^"]*)?"', INSTALLS)
    )
    deleted = set(re.findall(r'DeleteRegKey HKCU "([^"]+)"', REMOVES))
    assert len(written) == 4
    assert written == deleted
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
