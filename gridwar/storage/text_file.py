"""A text file written whole or not at all."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from gridwar.storage.building import forget
from gridwar.storage.problems import speaking_of

if TYPE_CHECKING:
    from pathlib import Path


def write_text(path: Path, text: str) -> None:
    """Write a text file; one that is there is replaced only once the new one is complete.

    Raises:
        UnwritableFile: It cannot be written; what was there is untouched.
    """
    with speaking_of(path):
        if path.exists() and not path.is_file():  # a pipe, a terminal: nothing to replace
            path.write_text(text, encoding="utf-8")
            return
        place = path.resolve()
        fresh = place.with_name(f".{place.name}.{secrets.token_hex(4)}")
        try:
            fresh.write_text(text, encoding="utf-8")
            fresh.replace(place)
        except OSError:
            forget(fresh)
            raise
