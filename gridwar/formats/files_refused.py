"""Files that look like maps and nobody else can read: told by name, with a way round.

Owns how they are told and what helps. The files of a few programs hold their own objects or need
art that only they have; each of these programs writes something that can be read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.bounded_read import pieces
from gridwar.errors import MapError
from gridwar.formats.picture_headers_and_limits import is_picture
from gridwar.formats.tiled.tiled_reading import is_part
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from gridwar.formats.foreign_map_file import ForeignMapFile

_SQLITE = b"SQLite format 3\0"
_MOST_TABLE_BYTES = 1 << 40
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_FILM = (b"\x1aE\xdf\xa3", b"GIF8")
_FILM_BOX = b"ftyp"
_TABLE_SUFFIXES = frozenset({".ldb", ".log", ".db"})
"""Of compendia: LevelDB since version 11, before that one scene a line."""


class _Refused(Struct, frozen=True):
    """A kind of files that is refused; ``words`` follow the name of the file."""

    is_it: Callable[[ForeignMapFile], bool]
    words: str


_EXPORT_SCENE = _("open the scene in Foundry, right click it in the list, Export Data.")
_COMPENDIUM = _("is a compendium of Foundry: {way}").format(way=_EXPORT_SCENE)


def _is_zip(file: ForeignMapFile) -> bool:
    return file.head.startswith(_ZIP)


_REFUSED: tuple[_Refused, ...] = (
    _Refused(
        lambda file: file.head.startswith(_SQLITE),
        _("is a database, not a map. To open a fight of Gridwar use File, Open."),
    ),
    _Refused(
        lambda file: _is_zip(file) and file.path.suffix.lower() in {".cmpgn", ".rpmap"},
        _(
            "is MapTool's own, which only MapTool can read. Save a picture of the map there "
            "(File, Export, Screenshot) and drop that."
        ),
    ),
    _Refused(
        _is_zip,
        _("is a zip. Unpack it, then drop the map in it together with its picture."),
    ),
    _Refused(
        lambda file: {"header", "world"} <= file.said.keys(),
        _("is Dungeondraft's own and needs its art. Use Export, Universal VTT there."),
    ),
    _Refused(is_part, _("is a part of maps of Tiled: open the map that uses it (.tmx or .tmj).")),
    _Refused(
        lambda file: isinstance(file.said.get("scenes"), list),
        _("holds several scenes, or a whole adventure: {way}").format(way=_EXPORT_SCENE),
    ),
    _Refused(
        lambda file: file.head.startswith(_FILM) or file.head[4:8] == _FILM_BOX,
        _("is a film or moves. Save one picture of it as PNG, JPEG or WebP."),
    ),
)


def refuse_known(file: ForeignMapFile) -> None:
    """Refuse a file of which it is known that nobody else can read it.

    Raises:
        MapError: It is such a file; the message says what it is, and the way round.
    """
    for one in _REFUSED:
        if one.is_it(file):
            raise MapError(f"{file.path} {one.words}")


def refuse_compendium(path: Path) -> None:
    """Refuse a compendium, which is a folder, or JSON that goes on after its first value.

    Raises:
        MapError: It is one.
    """
    is_folder = path.is_dir() and (path / "CURRENT").exists()
    if is_folder or (path.suffix.lower() in _TABLE_SUFFIXES and _is_table(path)):
        raise MapError(f"{path} {_COMPENDIUM}")


def _is_table(path: Path) -> bool:
    try:
        head = next(pieces(path, _MOST_TABLE_BYTES), b"")
    except OSError:
        return False
    return bool(head) and not head.startswith(_SQLITE) and not is_picture(head)
