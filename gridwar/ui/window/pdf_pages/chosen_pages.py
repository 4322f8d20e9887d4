"""Reading what was chosen of a PDF, in a thread beside the window: a page, or several as floors."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from gridwar.formats.import_report import Imported
    from gridwar.formats.pdf.page_images import PageChoice
    from gridwar.ui.tasks.threads import IsStopped, Progress


def read_chosen(
    path: Path, choices: tuple[PageChoice, ...], tell: Progress, is_stopped: IsStopped
) -> Imported:
    """Return what was chosen of a PDF as a map, drawn and searched for its grid.

    Args:
        path: The PDF.
        choices: What of it; several are floors, the first the lowest.
        tell: Told how far it has come.
        is_stopped: Asked whether to give up.

    Raises:
        MapError: It cannot be drawn.
        Cancelled: Somebody asked to give up.
    """
    from gridwar.formats.reading_any_map import read_pdf_pages  # here: they are slow
    from gridwar.ui.map.ground.printed_grid_search import floors_searched, made_ready
    from gridwar.ui.map.tile_painting import drawn

    found = floors_searched(read_pdf_pages(path, choices, tell, is_stopped), tell, is_stopped)
    return made_ready(drawn(found, tell, is_stopped), tell, is_stopped)
