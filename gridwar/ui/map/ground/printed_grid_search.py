"""The search for the grid that is printed on a picture: decoded and turned grey for it.

Runs in a thread beside the window. What is looked for and how sure it is, is
``formats.printed_grid``'s.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtGui import QImage

from gridwar.formats.import_report import never, no_progress
from gridwar.formats.picture_draft import PictureDraft
from gridwar.formats.printed_grid.finding_the_grid import find_grid
from gridwar.ui.map.picture_decoding import decode, decoded

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridwar.formats.grid_finding import GridFinding
    from gridwar.formats.import_report import Cancel, Imported, Progress


def grey_of(image: QImage) -> NDArray[np.uint8]:
    """Return the rows of an image as grey bytes; none where nobody can read it."""
    grey = image.convertToFormat(QImage.Format.Format_Grayscale8)
    if grey.isNull():
        return np.zeros((0, 0), dtype=np.uint8)
    rows = np.frombuffer(grey.constBits(), dtype=np.uint8)
    rows = rows.reshape(grey.height(), grey.bytesPerLine())[:, : grey.width()]
    return rows.copy()  # the image goes with this function


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
    return find_grid(grey_of(image), named_px, progress, cancelled)


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
    sizes = decode(imported.map.picture.sha256, imported.picture)
    return with_grid_found(imported, sizes[0], progress, cancelled) if sizes else imported


def searched(imported: Imported, data: bytes) -> Imported:
    """Return a map that was read with the grid of its picture, looked for at once.

    Args:
        imported: The map.
        data: The file of its picture.
    """
    return with_grid_found(imported, decoded(data), no_progress, never)
