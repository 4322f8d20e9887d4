"""A text file written whole or not at all."""

from __future__ import annotations

import os
import secrets
import shutil
from pathlib import Path

from gridwar.errors import UnwritableFile
from gridwar.storage.problems import refuse_read_only, speaking_of
from gridwar.text import _


def write_text(path: Path, text: str) -> None:
    """Write a text file; one that is there is replaced only once the new one is complete.

    Raises:
        UnwritableFile: It cannot be written; what was there is untouched.
    """
    with speaking_of(path):
        if path.exists() and not path.is_file():  # a pipe, a terminal: nothing to replace
            path.write_text(text, encoding="utf-8")
            return
        place = Path(os.path.realpath(path))  # resolve() fails on links that lead in a circle
        refuse_read_only(place)
        if not place.parent.is_dir():
            raise UnwritableFile(_("There is no folder {path}.").format(path=place.parent))
        fresh = place.with_name(f".{place.name}.{secrets.token_hex(4)}")
        try:
            with fresh.open("w", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())  # else a power cut may leave the name without the text
            if place.exists():
                shutil.copymode(place, fresh)
            fresh.replace(place)
        finally:
            fresh.unlink(missing_ok=True)
