"""Small pictures of the fights opened last, by which they are known again; beside the settings.

They can be lost without harm, so nothing here raises: what cannot be written or read is not there.
How many there are follows the list of fights; how large each may be is bounded.
"""

from __future__ import annotations

from contextlib import suppress
from hashlib import sha256
from typing import TYPE_CHECKING

from gridwar.bounded_read import read_bounded
from gridwar.paths import user_config_dir

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

MOST_PICTURE_BYTES = 250_000
"""Of one; with as many as there are fights in the list, 3 MB at most."""


def picture_folder() -> Path:
    """Name the folder that they are in."""
    return user_config_dir() / "fight-pictures"


def picture_place(fight: str) -> Path:
    """Name the file of a fight's picture.

    Args:
        fight: The path of its file, as the list of fights has it.
    """
    return picture_folder() / f"{sha256(fight.encode()).hexdigest()[:24]}.png"


def keep_picture(fight: str, data: bytes, listed: Iterable[str]) -> bool:
    """Keep the picture of a fight, and none of fights that are not in the list; say if it is kept.

    Args:
        fight: The path of its file.
        data: The picture, as a file.
        listed: The paths of all fights in the list.
    """
    kept = {picture_place(one) for one in listed}
    place = picture_place(fight)
    with suppress(OSError):
        picture_folder().mkdir(parents=True, exist_ok=True)
        for one in picture_folder().iterdir():
            if one not in kept:
                one.unlink()
        if place in kept and len(data) <= MOST_PICTURE_BYTES:
            place.write_bytes(data)
            return True
    return False


def forget_picture(fight: str) -> None:
    """Take the picture of a fight away."""
    with suppress(OSError):
        picture_place(fight).unlink()


def read_picture(fight: str) -> bytes | None:
    """Return the picture of a fight, as a file; None where there is none."""
    with suppress(OSError):
        return read_bounded(picture_place(fight), MOST_PICTURE_BYTES)
    return None
