"""The picture of a scene, which only names it: found among what came with it, or beside it.

Nothing outside of the scene's own folder is opened, and no address is followed.
"""

from __future__ import annotations

from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING
from urllib.parse import unquote

from msgspec import Struct

from gridwar.errors import MapError
from gridwar.formats.picture_headers_and_limits import (
    PictureInfo,
    is_picture,
    look_at,
    read_picture,
)
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_SUFFIXES = (".webp", ".png", ".jpg", ".jpeg")
_FILMS = frozenset({".webm", ".mp4", ".m4v", ".ogv", ".mov"})


class ScenePicture(Struct, frozen=True):
    """A picture: what it was called in the scene, its bytes, and why there are none."""

    name: str = ""
    data: bytes | None = None
    info: PictureInfo | None = None
    why_not: str = ""
    found_as: str = ""
    """The name of its file where that is another."""

    @property
    def is_guessed(self) -> bool:
        """Return whether its file is called otherwise, but for what kind of picture it is."""
        return bool(self.found_as) and _stem(self.found_as) != _stem(self.name)


def _stem(name: str) -> str:
    return Path(name).stem.lower()


def name_in(source: object) -> str:
    """Return the name of the file that a path or an address ends in; empty where it has none."""
    if not isinstance(source, str):
        return ""
    path = unquote(source.split("?")[0].split("#")[0]).replace("\\", "/")
    name = PurePosixPath(path).name
    return "" if "\0" in name or name in {".", ".."} else name[:255]


def find_picture(
    name: str, scene: Path, beside: tuple[Path, ...], *, is_only: bool
) -> ScenePicture:
    """Return the picture of a scene, or of one of its levels.

    Args:
        name: What the scene calls it.
        scene: The file of the scene.
        beside: Files that came with it.
        is_only: Whether one picture that came with it can be no other, whatever it is called.
    """
    if Path(name).suffix.lower() in _FILMS:
        return ScenePicture(name, why_not=_("it moves: save one picture of it as PNG or WebP"))
    for path in _places(name, scene, beside, is_only=is_only):
        try:
            data = read_picture(path)
            info = look_at(data, path.name)
        except MapError as error:
            return ScenePicture(name, why_not=str(error))
        return ScenePicture(name, data, info, found_as="" if path.name == name else path.name)
    if not name:
        return ScenePicture(why_not=_("the scene names none: drop the two together"))
    text = _("{name} is not beside the scene: drop the two together")
    return ScenePicture(name, why_not=text.format(name=name))


def _places(name: str, scene: Path, beside: tuple[Path, ...], *, is_only: bool) -> Iterator[Path]:
    """Yield where it may be, the likeliest first."""
    pictures = [one for one in beside if is_picture(one)]
    if name:
        yield from (one for one in pictures if one.name.lower() == name.lower())
        yield from (one for one in pictures if _stem(one.name) == _stem(name))
    if is_only and len(pictures) == 1:
        yield pictures[0]
    if name:
        yield from _in_folder(name, scene)


def _in_folder(name: str, scene: Path) -> Iterator[Path]:
    """Yield files of the scene's folder that are called so; none that a link leads out of it."""
    folder = scene.parent
    names = (name, *(f"{Path(name).stem}{suffix}" for suffix in _SUFFIXES))
    for path in (folder / one for one in names):
        try:
            is_here = path.is_file() and path.resolve().parent == folder.resolve()
        except OSError:
            continue
        if is_here and is_picture(path):
            yield path


def unused(beside: tuple[Path, ...], pictures: Iterable[ScenePicture]) -> list[str]:
    """Return the names of pictures that came with a scene and belong to nothing in it."""
    used = {one.found_as or one.name for one in pictures if one.data is not None}
    lower = {one.lower() for one in used}
    return [one.name for one in beside if one.name.lower() not in lower]
