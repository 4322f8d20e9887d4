"""The ``.run`` file: a shell script with the frozen program behind it, installed without root.

For systems without apt. The libraries of X are inside; of the system it needs glibc 2.36, OpenGL
and fonts. gzip, since xz is not on every system.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import shutil
import tarfile
from typing import TYPE_CHECKING

from packers import desktop, icons
from packers.freeze import freeze
from packers.project import APP_ID, BUILD, DIST, HERE, MIME_TYPE, NAME, epoch_s, say, version

if TYPE_CHECKING:
    from pathlib import Path


def build(*, fast: bool) -> Path:
    """Build the file and return it.

    Args:
        fast: Compress less.
    """
    tree = freeze(portable=True)
    stage = BUILD / "run"
    shutil.rmtree(stage, ignore_errors=True)
    shutil.copytree(tree, stage / "lib" / NAME, symlinks=True)
    desktop.lay_out(stage / "share", BUILD / "venv" / "bin" / "python", command="@BIN@/gridwar")
    icons.check(stage / "share" / "icons")
    say("packing the .run file")
    payload = _archive(stage, level=1 if fast else 9)
    head = (HERE / "linux" / "install.sh").read_text("utf-8")
    for mark, value in (
        ("@VERSION@", version()),
        ("@APP_ID@", APP_ID),
        ("@MIME@", MIME_TYPE.replace("/", "-")),
        ("@SHA256@", hashlib.sha256(payload).hexdigest()),
        ("@LINES@", str(head.count("\n") + 1)),
    ):
        head = head.replace(mark, value)
    DIST.mkdir(parents=True, exist_ok=True)
    target = DIST / f"{NAME}-{version()}-linux-x86_64.run"
    target.write_bytes(head.encode() + payload)
    target.chmod(0o755)
    digest = hashlib.sha256(target.read_bytes()).hexdigest()
    say(f"{target}: {target.stat().st_size / 1e6:.1f} MB\n  {digest}")
    return target


def _archive(stage: Path, *, level: int) -> bytes:
    """Pack a folder so that the same files always make the same bytes."""

    def plain(entry: tarfile.TarInfo) -> tarfile.TarInfo:
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = ""
        entry.mtime = epoch_s()
        runs = entry.isdir() or entry.name.endswith(f"lib/{NAME}/{NAME}")
        entry.mode = 0o755 if runs else 0o644
        return entry

    packed = io.BytesIO()
    with (
        gzip.GzipFile("", "wb", level, packed, mtime=0) as zipped,
        tarfile.open(fileobj=zipped, mode="w", format=tarfile.GNU_FORMAT) as archive,
    ):
        for path in sorted(stage.rglob("*")):
            archive.add(path, path.relative_to(stage).as_posix(), recursive=False, filter=plain)
    return packed.getvalue()
