"""What a Linux desktop reads: entry, file type, metainfo, man page, icons, in a ``share`` folder.

Texts stand in ``packaging/linux`` with ``@VERSION@`` and ``@DATE@`` where these belong.
"""

from __future__ import annotations

import gzip
import time
from typing import TYPE_CHECKING

from packers import icons
from packers.project import APP_ID, HERE, NAME, epoch_s, version

if TYPE_CHECKING:
    from pathlib import Path

FILES = {
    f"{APP_ID}.desktop": "applications",
    f"{APP_ID}.mime.xml": "mime/packages",
    f"{APP_ID}.metainfo.xml": "metainfo",
}
"""By name in ``packaging/linux``: the folder below ``share``."""


def lay_out(share: Path, python: Path, command: str = NAME) -> None:
    """Put all of it in its place.

    Args:
        share: ``/usr/share``, or the user's own ``~/.local/share``.
        python: A Python with Qt, which draws the icons.
        command: What the desktop entry starts.
    """
    for name, folder in FILES.items():
        target = share / folder / name.replace(".mime.xml", ".xml")
        target.parent.mkdir(parents=True, exist_ok=True)
        text = filled(name)
        if name.endswith(".desktop"):
            text = text.replace(f"Exec={NAME} ", f"Exec={command} ")
        target.write_text(text, "utf-8")
    page = share / "man" / "man1" / f"{NAME}.1.gz"
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_bytes(gzip.compress(filled(f"{NAME}.1").encode(), 9, mtime=0))
    icons.draw_hicolor(share / "icons" / "hicolor", python)


def filled(name: str) -> str:
    """Return a text of ``packaging/linux`` with version and date in it."""
    text = (HERE / "linux" / name).read_text("utf-8")
    date = time.strftime("%Y-%m-%d", time.gmtime(epoch_s()))
    return text.replace("@VERSION@", version()).replace("@DATE@", date)
