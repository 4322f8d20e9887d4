"""The front door for maps made elsewhere: told apart by what they hold, whatever they are called.

Owns the table of the kinds there are (a new one is a line in ``KINDS``), and what several files
that came together are taken for. What a picture leaves open is ``picture_draft``'s.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from gridwar.errors import MapError
from gridwar.formats.files_refused import refuse_compendium, refuse_known
from gridwar.formats.floor_names import FloorOrder, order_of_floors
from gridwar.formats.foreign_map_file import MOST_BYTES as MOST_FILE_BYTES
from gridwar.formats.foreign_map_file import ForeignMapFile, MapKind, open_map_file
from gridwar.formats.foundry.scene_reading import is_scene, read_scene
from gridwar.formats.import_report import Imported, never, no_progress
from gridwar.formats.maps_as_floors import FloorsDraft, MapPart
from gridwar.formats.one_page_dungeon import is_one_page_dungeon, read_one_page_dungeon
from gridwar.formats.pdf.page_images import PageChoice, image_of_page
from gridwar.formats.pdf.pdf_book import is_pdf, is_pdf_file
from gridwar.formats.picture_draft import PictureDraft
from gridwar.formats.picture_headers_and_limits import MOST_BYTES, is_picture, look_at
from gridwar.formats.tiled.tiled_reading import is_tiled, read_tiled_file
from gridwar.formats.uvtt.uvtt_reading import is_uvtt, read_uvtt_file
from gridwar.model.floors import MOST_FLOORS
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from gridwar.formats.import_report import Cancel, Progress

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
    if is_pdf_file(path):  # it may be large, and is not read here
        return read_pdf_page(path, PageChoice(), progress, cancelled)
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
    """Read files that were dropped or chosen together as one import.

    Several maps are proposed as the floors of one. Pictures and tilesets belong to a map that is
    among them; of several maps a picture belongs to the one of its name.

    Args:
        paths: Maps and what belongs to them, in any order.
        progress: Told what is being done.
        cancelled: Asked now and then whether to give up.

    Raises:
        MapError: There are too many; else as ``read_map``.
        Cancelled: Somebody asked to give up.
    """
    if len(paths) == 1:
        return read_map(paths[0], progress, cancelled)
    others = [one for one in paths if not is_picture(one)]
    if len(others) > 1:
        others = _maps_among(others, cancelled) or others[:1]
    if len(others) == 1:
        beside = tuple(one for one in paths if one != others[0])
        return read_map(others[0], progress, cancelled, beside)
    return _read_floors(others or list(paths), paths, progress, cancelled)


def _read_floors(
    maps: Sequence[Path], paths: Sequence[Path], progress: Progress, cancelled: Cancel
) -> Imported:
    """Read several maps as the floors of one building.

    Args:
        maps: The maps.
        paths: All that came: what is no map belongs to those of its name, else to any.
        progress: Told what is being done.
        cancelled: Asked now and then whether to give up.
    """
    if len(maps) > MOST_FLOORS:
        text = _("{n} maps are more than a building has floors: drop at most {most} together.")
        raise MapError(text.format(n=len(maps), most=MOST_FLOORS))
    order = order_of_floors([one.name for one in maps])
    stems = {one.stem.lower() for one in maps}
    parts = []
    for done, at in enumerate(order.order):
        path, share = maps[at], done / len(maps)
        others = [one for one in paths if one not in maps]
        beside = tuple(
            one
            for one in others
            if one.stem.lower() == path.stem.lower() or one.stem.lower() not in stems
        )
        found = read_map(path, partial(_tell_share, progress, share, len(maps)), cancelled, beside)
        parts.append(MapPart(path.stem, found))
    return FloorsDraft(tuple(parts), order).imported()


def _tell_share(progress: Progress, begun: float, count: int, share: float, words: str) -> None:
    """Tell how far one of some maps has come, as a share of all."""
    progress(begun + share / count, words)


def read_pdf_page(
    path: Path, choice: PageChoice, progress: Progress = no_progress, cancelled: Cancel = never
) -> Imported:
    """Read a page of a PDF, or what was chosen of it, as a picture.

    Args:
        path: The PDF.
        choice: What of it.
        progress: Told what is being done.
        cancelled: Asked now and then whether to give up.

    Raises:
        MapError: It cannot be drawn; the message names file and page and what helps.
        Cancelled: Somebody asked to give up.
    """
    image = image_of_page(path, choice, progress, cancelled)
    info = look_at(image.data, image.name)
    draft = PictureDraft(image.name, image.data, info, origin=image.lines)
    return draft.at(draft.guess())


def read_pdf_pages(
    path: Path,
    choices: Sequence[PageChoice],
    progress: Progress = no_progress,
    cancelled: Cancel = never,
) -> Imported:
    """Read several choices of a PDF, each to be a floor, the first the lowest.

    Args:
        path: The PDF.
        choices: What of it; one alone is a map of its own.
        progress: Told what is being done.
        cancelled: Asked now and then whether to give up.

    Raises:
        MapError: One of them cannot be drawn.
        Cancelled: Somebody asked to give up.
    """
    if len(choices) == 1:
        return read_pdf_page(path, choices[0], progress, cancelled)
    parts = []
    for number, choice in enumerate(choices):
        tell = partial(_tell_share, progress, number / len(choices), len(choices))
        found = read_pdf_page(path, choice, tell, cancelled)
        name = _("Page {n}").format(n=choice.page + 1)
        parts.append(MapPart(name, found))
    return FloorsDraft(tuple(parts), FloorOrder(tuple(range(len(parts))), 0, False)).imported()


def _maps_among(paths: Sequence[Path], cancelled: Cancel) -> list[Path]:
    """Return those files that are maps, and not parts of one."""
    return [one for one in paths if _kind_of(open_map_file(one, (), cancelled)) is not None]


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
    MapKind(_("One Page Dungeons"), is_one_page_dungeon, read_one_page_dungeon),
    MapKind(_("Tiled"), is_tiled, read_tiled_file),
    MapKind(
        _("pages of PDFs"),
        lambda file: is_pdf(file.head),
        lambda file, progress, cancelled: read_pdf_page(
            file.path, PageChoice(), progress, cancelled
        ),
    ),
    PICTURE,
)
"""Every kind of map files, in the order in which they are asked."""
