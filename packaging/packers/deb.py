"""The Debian package: the frozen program and what the desktop asks for, written by ``dpkg-deb``.

Needs neither root nor a ``debian/`` folder. The caches of the desktop are refreshed by triggers
of the packages that own them, so there are no scripts of ours.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import shutil
import time
from typing import TYPE_CHECKING

from packers import desktop, icons
from packers.freeze import freeze
from packers.libraries import depends
from packers.licences import FOLDER
from packers.project import (
    BUILD,
    DIST,
    HERE,
    HOMEPAGE,
    MAINTAINER,
    NAME,
    epoch_s,
    run,
    say,
    stop,
    version,
)

if TYPE_CHECKING:
    from pathlib import Path

MOST_BYTES, MOST_INSTALLED_BYTES = 44_000_000, 130_000_000
_RELEASE = ("-Zxz", "-z6")
_FAST = ("-Zzstd", "-z10")
_CONTROL = """\
Package: {name}
Version: {version}
Architecture: amd64
Maintainer: {maintainer}
Installed-Size: {kib}
Depends: {depends}
Recommends: desktop-file-utils, hicolor-icon-theme, shared-mime-info
Section: misc
Priority: optional
Homepage: {homepage}
Description: tactical grid for game masters of role-playing games
 Open a real map, put tokens on it, and run a fight by the rules you chose:
 move, measure, see who can reach, see and hit whom and why, roll, apply, undo.
 Gridwar knows the rules, works out the odds before a roll with the code that
 resolves it, explains every number, and lets the game master overrule anything.
 .
 Rules come as data, maps as pictures or Universal VTT files. Python, Qt and all
 libraries it needs beyond those of the system are inside.
"""


def build(*, fast: bool) -> Path:
    """Build the package and return it.

    Args:
        fast: Compress less, in a tenth of the time: for trying out.
    """
    tree = freeze(portable=False)
    stage = BUILD / "deb"
    shutil.rmtree(stage, ignore_errors=True)
    program = stage / "usr" / "lib" / NAME
    shutil.copytree(tree, program, symlinks=True)
    desktop.lay_out(stage / "usr" / "share", BUILD / "venv" / "bin" / "python")
    icons.check(stage / "usr" / "share" / "icons")
    _write_docs(stage / "usr" / "share", program)
    link = stage / "usr" / "bin" / NAME
    link.parent.mkdir()
    link.symlink_to(f"../lib/{NAME}/{NAME}")
    _set_modes(stage, program / NAME)
    size = _write_control(stage, program)
    _set_dates(stage)
    DIST.mkdir(parents=True, exist_ok=True)
    package = DIST / f"{NAME}_{version()}_amd64.deb"
    how = _FAST if fast else _RELEASE
    say("packing the Debian package" + ("" if fast else " (a minute)"))
    run(
        "dpkg-deb",
        *how,
        "--root-owner-group",
        "--build",
        stage,
        package,
        SOURCE_DATE_EPOCH=str(epoch_s()),
    )
    _check_size(package, size, fast=fast)
    return package


def _write_docs(share: Path, program: Path) -> None:
    doc = share / "doc" / NAME
    doc.mkdir(parents=True)
    text = (HERE / "linux" / "copyright").read_text("utf-8")
    overview = (program / FOLDER / "README.txt").read_text("utf-8")
    indented = "".join(f" {line.rstrip() or '.'}\n" for line in overview.splitlines())
    (doc / "copyright").write_text(text + indented, "utf-8")
    date = time.strftime("%a, %d %b %Y %H:%M:%S +0000", time.gmtime(epoch_s()))
    entry = (
        f"{NAME} ({version()}) stable; urgency=medium\n\n"
        f"  * Release {version()}; what is new stands in CHANGELOG.gz.\n\n"
        f" -- {MAINTAINER}  {date}\n"
    )
    _gzip(entry.encode(), doc / "changelog.gz")
    _gzip((HERE.parent / "CHANGELOG.md").read_bytes(), doc / "CHANGELOG.md.gz")
    overrides = share / "lintian" / "overrides" / NAME
    overrides.parent.mkdir(parents=True)
    shutil.copyfile(HERE / "linux" / "lintian-overrides", overrides)


def _gzip(data: bytes, target: Path) -> None:
    target.write_bytes(gzip.compress(data, 9, mtime=0))


def _set_modes(stage: Path, program: Path) -> None:
    for path in stage.rglob("*"):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or path == program else 0o644)
    stage.chmod(0o755)


def _write_control(stage: Path, program: Path) -> int:
    """Write what the package manager reads; return the installed size in bytes."""
    files = sorted(p for p in stage.rglob("*") if p.is_file() and not p.is_symlink())
    size = sum(file.stat().st_size for file in files)
    control = stage / "DEBIAN"
    control.mkdir(mode=0o755)
    sums = (f"{hashlib.md5(p.read_bytes()).hexdigest()}  {p.relative_to(stage)}\n" for p in files)
    text = _CONTROL.format(
        name=NAME,
        version=version(),
        maintainer=MAINTAINER,
        kib=-(-size // 1024),
        depends=depends(program),
        homepage=HOMEPAGE,
    )
    for name, words in (("control", text), ("md5sums", "".join(sums))):
        (control / name).write_text(words, "utf-8")
        (control / name).chmod(0o644)
    return size


def _set_dates(stage: Path) -> None:
    when = (epoch_s(), epoch_s())
    for path in (stage, *stage.rglob("*")):
        os.utime(path, when, follow_symlinks=False)


def _check_size(package: Path, installed_bytes: int, *, fast: bool) -> None:
    bytes_ = package.stat().st_size
    digest = hashlib.sha256(package.read_bytes()).hexdigest()
    say(f"{package}: {bytes_ / 1e6:.1f} MB, installed {installed_bytes / 1e6:.1f} MB\n  {digest}")
    if installed_bytes > MOST_INSTALLED_BYTES or (not fast and bytes_ > MOST_BYTES):
        stop("that is more than 44 MB, or 130 MB installed: see what came in (packers/contents.py)")
