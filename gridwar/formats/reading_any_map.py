"""The front door for maps made elsewhere: told apart by what they hold, whatever they are called.

Owns the table of the kinds there are (a new one is a line in ``KINDS``), what several files that
came together are taken for, and pictures as maps. A picture knows nothing of squares: how many
pixels make one is guessed (from ``30x20`` in the file's name, else a usual size that divides it)
and asked.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from gridwar.errors import MapError
from gridwar.formats.files_refused import refuse_compendium, refuse_known
from gridwar.formats.foreign_map_file import MOST_BYTES as MOST_FILE_BYTES
from gridwar.formats.foreign_map_file import ForeignMapFile, MapKind, open_map_file
from gridwar.formats.foundry.scene_reading import is_scene, read_scene
from gridwar.formats.import_report import (
    Check,
    Choice,
    Imported,
    ImportReport,
    ReportLine,
    never,
    no_progress,
    require_choice,
    unknown_check,
)
from gridwar.formats.picture_headers_and_limits import (
    MOST_BYTES,
    USUAL_PIXELS_PER_CELL,
    PictureInfo,
    is_picture,
    look_at,
    map_from_picture,
)
from gridwar.formats.tiled.tiled_reading import is_tiled, read_tiled_file
from gridwar.formats.uvtt.uvtt_reading import is_uvtt, read_uvtt_file
from gridwar.model.geometry import MAX_SIDE_CELLS
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridwar.formats.import_report import Cancel, Progress

CELL_SIZE = "cell_size"
"""The id of the question how many pixels a square has."""
_USUAL_PX = (70, 100, 140, 200, 50, 64, 72, 128, 150, 256)
_MOST_CHOICES = 5
_IN_NAME = re.compile(r"(?<!\d)(\d{1,3})\s*[x×]\s*(\d{1,3})(?!\d)", re.IGNORECASE)
_SAME_SHAPE = 0.02
_PICTURES = frozenset({".png", ".jpg", ".jpeg", ".webp"})
"""A file called so is no larger than a picture may be; the bound told is the one that holds."""


def read_map(
    path: Path,
    progress: Progress = no_progress,
    cancelled: Cancel = never,
    beside: tuple[Path, ...] = (),
) -> Imported:
    """Read a map from a file of any kind that is known, whatever its name says.

    Args:
        path: The file.
        progress: Told what is being done.
        cancelled: Asked now and then whether to give up.
        beside: Files that came with it: its picture, its tilesets.

    Raises:
        MapError: It is of no known kind, damaged or too large; the message names it and what helps.
        Cancelled: Somebody asked to give up.
    """
    progress(0.0, _("Reading the file"))
    refuse_compendium(path)
    most = MOST_BYTES if path.suffix.lower() in _PICTURES else MOST_FILE_BYTES
    file = open_map_file(path, beside, cancelled, most)
    kind = _kind_of(file)
    if kind is None:
        refuse_known(file)
        if file.data is not None:
            text = _("{path} is JSON, but no map that Gridwar reads. It reads: {kinds}.")
            raise MapError(text.format(path=path, kinds=", ".join(one.name for one in KINDS)))
        kind = PICTURE  # says what is wrong with it
    return kind.read(file, progress, cancelled)


def read_maps(
    paths: Sequence[Path], progress: Progress = no_progress, cancelled: Cancel = never
) -> Imported:
    """Read files that were dropped or chosen together as one map.

    Args:
        paths: A map and what belongs to it, in any order: its picture, its tilesets.
        progress: Told what is being done.
        cancelled: Asked now and then whether to give up.

    Raises:
        MapError: None of them is a map, or more than one is; else as ``read_map``.
        Cancelled: Somebody asked to give up.
    """
    if len(paths) == 1:
        return read_map(paths[0], progress, cancelled)
    others = [one for one in paths if not is_picture(one)]
    if len(others) > 1:
        others = _maps_among(others, cancelled) or others[:1]
    if not others:
        text = _("{names} are pictures: drop one of them, or one with the map it belongs to.")
        raise MapError(text.format(names=_names(paths)))
    if len(others) > 1:
        text = _("{names} are maps of their own: drop one of them, with its picture if it has one.")
        raise MapError(text.format(names=_names(others)))
    beside = tuple(one for one in paths if one != others[0])
    return read_map(others[0], progress, cancelled, beside)


def _maps_among(paths: Sequence[Path], cancelled: Cancel) -> list[Path]:
    """Return those files that are maps, and not parts of one."""
    return [one for one in paths if _kind_of(open_map_file(one, (), cancelled)) is not None]


def _names(paths: Sequence[Path]) -> str:
    return _(" and ").join(one.name for one in paths)


def _kind_of(file: ForeignMapFile) -> MapKind | None:
    return next((one for one in KINDS if one.is_it(file)), None)


def _read_picture(file: ForeignMapFile, progress: Progress, _cancelled: Cancel) -> Imported:
    if len(file.raw) > MOST_BYTES:
        text = _("{path} is larger than {most} MB. Save it smaller, or as WebP.")
        raise MapError(text.format(path=file.path, most=MOST_BYTES >> 20))
    progress(0.5, _("Looking at the picture"))
    data = bytes(file.raw)
    draft = PictureDraft(file.path.name, data, look_at(data, str(file.path)))
    return draft.at(draft.guess())


PICTURE = MapKind(_("pictures"), lambda file: is_picture(file.head), _read_picture)
KINDS: tuple[MapKind, ...] = (
    MapKind(_("Foundry scenes"), is_scene, read_scene),
    MapKind(_("Universal VTT"), is_uvtt, read_uvtt_file),
    MapKind(_("Tiled"), is_tiled, read_tiled_file),
    PICTURE,
)
"""Every kind of map files, in the order in which they are asked."""


class PictureDraft(Struct, frozen=True):
    """A picture, before it is known how many pixels make a square."""

    file_name: str
    data: bytes
    info: PictureInfo
    pixels: float = USUAL_PIXELS_PER_CELL
    is_answered: bool = False

    def guess(self) -> float:
        """Return the pixels to a square that are most likely."""
        likely = self._likely()
        return likely[0] if likely else max(USUAL_PIXELS_PER_CELL, self._least())

    def at(self, pixels: float) -> Imported:
        """Return the map with so many pixels to a square.

        Raises:
            MapError: The map would be too large.
        """
        made, _sha256 = map_from_picture(self.data, pixels, name=self.file_name)
        draft = replace(self, pixels=pixels)
        return Imported(made.with_name(Path(self.file_name).stem), self.data, draft.report(), draft)

    def answered(self, check_id: str, choice_id: str) -> Imported:
        """Return the map with another size of its squares.

        Raises:
            InputError: There is no such question or no such answer.
        """
        if check_id != CELL_SIZE:
            raise unknown_check(check_id)
        require_choice(self._choices(), check_id, choice_id)
        return replace(self, is_answered=True).at(float(choice_id))

    def report(self) -> ImportReport:
        """Return what there is to tell of a picture."""
        shown = f"{self.info.width_px} × {self.info.height_px} {self.info.format.upper()}"
        check = Check(
            CELL_SIZE,
            _("How large is a square?"),
            _("A picture does not say it; the grid can be laid on it by hand as well."),
            self._choices(),
            f"{self.pixels:g}",
            is_answered=self.is_answered,
        )
        return ImportReport(
            title=self.file_name,
            read=(ReportLine("picture", _("Picture"), shown),),
            checks=(check,),
        )

    def _choices(self) -> tuple[Choice, ...]:
        sizes = dict.fromkeys((*self._likely()[:_MOST_CHOICES], self.guess(), self.pixels))
        width, height = self.info.width_px, self.info.height_px
        text = _("{px} px: {w} × {h}")
        return tuple(
            Choice(
                f"{size:g}",
                text.format(px=f"{size:g}", w=round(width / size), h=round(height / size)),
            )
            for size in sizes
        )

    def _likely(self) -> list[float]:
        """Return sizes of a square, the likeliest first."""
        width, height = self.info.width_px, self.info.height_px
        found: list[float] = []
        for across, down in _IN_NAME.findall(self.file_name):
            columns, rows = int(across), int(down)
            if not (0 < columns <= MAX_SIDE_CELLS and 0 < rows <= MAX_SIDE_CELLS):
                continue
            if abs(width * rows / (height * columns) - 1) <= _SAME_SHAPE and width >= columns:
                found.append(float(f"{width / columns:.6g}"))
        found += [
            float(size)
            for size in _USUAL_PX
            if width % size == 0 == height % size and size >= self._least()
        ]
        return list(dict.fromkeys(found))

    def _least(self) -> float:
        return -(-max(self.info.width_px, self.info.height_px) // MAX_SIDE_CELLS)
