"""The search for the grid that is printed on a picture: decoded and turned grey for it.

Runs in a thread beside the window. What is looked for and how sure it is, is
``formats.printed_grid``'s.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from msgspec.structs import replace
from PySide6.QtGui import QImage

from gridwar.formats.grid_finding import GridVerdict
from gridwar.formats.import_report import never, no_progress, stop_if
from gridwar.formats.maps_as_floors import FloorsDraft
from gridwar.formats.picture_draft import PictureDraft
from gridwar.formats.printed_grid.finding_the_grid import find_grid
from gridwar.ui.map.picture_decoding import decode, decoded, strips

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridwar.formats.grid_finding import GridFinding
    from gridwar.formats.import_report import Cancel, Imported, Progress


def grey_of(image: QImage, cancelled: Cancel = never) -> NDArray[np.uint8]:
    """Return the rows of an image as grey bytes; none where nobody can read it.

    Args:
        image: The image.
        cancelled: Asked all the time whether to give up.

    Raises:
        Cancelled: Somebody asked to give up.
    """
    grey = np.zeros((image.height(), image.width()), dtype=np.uint8)
    for top, strip in strips(image):
        stop_if(cancelled)
        part = strip.convertToFormat(QImage.Format.Format_Grayscale8)
        rows = np.frombuffer(part.constBits(), dtype=np.uint8)
        rows = rows.reshape(part.height(), part.bytesPerLine())[:, : part.width()]
        grey[top : top + part.height()] = rows
    return grey


def find_in(
    image: QImage, named_px: tuple[float, ...], progress: Progress, cancelled: Cancel
) -> GridFinding:
    """Find the grid of a picture.

    Args:
        image: The picture, decoded.
        named_px: Lengths of a cell that the name of its file gives.
        progress: Told how far it has come.
        cancelled: Asked all the time whether to give up.

    Raises:
        Cancelled: Somebody asked to give up.
    """
    return find_grid(grey_of(image, cancelled), named_px, progress, cancelled)


def with_grid_found(
    imported: Imported, image: QImage, progress: Progress, cancelled: Cancel
) -> Imported:
    """Return a map that was read, with the grid of its picture where its file does not say it.

    Args:
        imported: The map.
        image: Its picture, decoded.
        progress: Told how far it has come.
        cancelled: Asked all the time whether to give up.

    Raises:
        Cancelled: Somebody asked to give up.
    """
    draft = imported.draft
    if not isinstance(draft, PictureDraft):
        return imported
    finding = find_in(image, draft.named_px(), progress, cancelled)
    return draft.with_finding(finding).at(draft.pixels)


def floors_searched(imported: Imported, progress: Progress, cancelled: Cancel) -> Imported:
    """Return several maps of one import, pictures among them on their grids where those are sure.

    One picture alone has its grid proposed over it; of several floors none could be seen to be
    taken one by one, so that what is sure is laid, and asked.

    Args:
        imported: The maps; any other import is left as it is.
        progress: Told how far it has come.
        cancelled: Asked all the time whether to give up.

    Raises:
        Cancelled: Somebody asked to give up.
    """
    draft = imported.draft
    if not isinstance(draft, FloorsDraft):
        return imported
    done = [on_sure_grid(one.imported, progress, cancelled) for one in draft.parts]
    return draft.with_parts(done).imported()


def on_sure_grid(imported: Imported, progress: Progress, cancelled: Cancel) -> Imported:
    """Return a picture on the grid that was found on it where that is sure, which is still asked.

    Args:
        imported: The map; one that is no picture is left as it is.
        progress: Told how far it has come.
        cancelled: Asked all the time whether to give up.

    Raises:
        Cancelled: Somebody asked to give up.
    """
    if not isinstance(imported.draft, PictureDraft):
        return imported
    one = with_grid_found(imported, decoded(imported.draft.data), progress, cancelled)
    found = one.finding
    assert isinstance(one.draft, PictureDraft)
    if found is None or not found.is_square or found.verdict is not GridVerdict.SURE:
        return one
    return replace(one.draft.on_found(is_answered=False), finding=found)


def made_ready(imported: Imported, progress: Progress, cancelled: Cancel) -> Imported:
    """Return a map that was read with its picture decoded, to be shown, and searched.

    Args:
        imported: The map.
        progress: Told how far it has come.
        cancelled: Asked all the time whether to give up.

    Raises:
        Cancelled: Somebody asked to give up.
    """
    if imported.map.picture is None or imported.picture is None:
        return imported
    sizes = decode(imported.map.picture.sha256, imported.picture, cancelled)
    return with_grid_found(imported, sizes[0], progress, cancelled) if sizes else imported


def searched(imported: Imported, data: bytes) -> Imported:
    """Return a map that was read with the grid of its picture, looked for at once.

    Args:
        imported: The map.
        data: The file of its picture.
    """
    return with_grid_found(imported, decoded(data), no_progress, never)
