"""What a picture of the map is to be: how large, of which part, for whom; and what is too large.

Owns the bounds of size and what is said where one is passed. The form is ``map_picture_form``'s,
the scene that is drawn ``presenters.map_pictures``'.
"""

from __future__ import annotations

from math import ceil, floor
from typing import TYPE_CHECKING, Final, Literal

from msgspec import Struct

from gridwar.control.maps.floor_in_view import floor_in_view
from gridwar.control.maps.printed_pages import INCH_MM, MOST_PAGES, PAPERS, page_count
from gridwar.model.geometry import Cell
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.control.records.ground_records import Box
    from gridwar.model.battlemap import BattleMap

PIXELS_A_CELL: Final = (50, 70, 100, 140)
MOST_PIXELS: Final = 100_000_000
"""Of one picture: 400 MB while it is drawn."""
_PRINTED_PX: Final = (100, 300)
"""A square on paper is drawn from so few to so many pixels, which are dots an inch."""
_PRINTED_BLANK_PX: Final = 200
"""Of a map that has no picture."""

Kind = Literal["png", "pdf"]
Part = Literal["whole", "view"]
Whom = Literal["players", "gm"]


class PictureChoices(Struct, frozen=True):
    """What was chosen."""

    kind: Kind = "png"
    part: Part = "whole"
    whom: Whom = "players"
    cell_px: int = 70
    paper: str = "a4"
    tokens: bool = True
    grid: bool = True


def remembered(kept: Mapping[str, str]) -> PictureChoices:
    """Return what was chosen last; whatever is unknown is as at first."""
    first = PictureChoices()
    cell_px, paper = kept.get("cell_px", ""), kept.get("paper", "")
    return PictureChoices(
        kind="pdf" if kept.get("kind") == "pdf" else "png",
        part="view" if kept.get("part") == "view" else "whole",
        whom="gm" if kept.get("whom") == "gm" else "players",
        cell_px=int(cell_px) if cell_px in map(str, PIXELS_A_CELL) else first.cell_px,
        paper=paper if paper in PAPERS else first.paper,
        tokens=kept.get("tokens") != "",
        grid=kept.get("grid") != "",
    )


def to_remember(choices: PictureChoices) -> dict[str, str]:
    """Return what was chosen as it is kept with the settings."""
    return {
        "kind": choices.kind,
        "part": choices.part,
        "whom": choices.whom,
        "cell_px": str(choices.cell_px),
        "paper": choices.paper,
        "tokens": "1" if choices.tokens else "",
        "grid": "1" if choices.grid else "",
    }


def drawn_box(choices: PictureChoices, page: BattleMap, seen: Box, shown: str = "") -> Box:
    """Return the part of the map that is drawn, in whole cells; all of it where none is in view.

    Of a map with floors it is a part of the one that is shown.

    Args:
        choices: Of which part.
        page: The map.
        seen: What is in view, in cells; it may reach beyond the map.
        shown: The id of the floor that is looked at.
    """
    storey = floor_in_view(page, shown)
    corner, far = (Cell(0, 0), page.size) if storey is None else (storey.at, storey.end)
    wide, high = far[0] - corner.x, far[1] - corner.y
    whole = (float(corner.x), float(corner.y), float(wide), float(high))
    if choices.part == "whole":
        return whole
    left, top = max(corner.x, floor(seen[0])), max(corner.y, floor(seen[1]))
    right = min(far[0], ceil(seen[0] + seen[2]))
    bottom = min(far[1], ceil(seen[1] + seen[3]))
    is_any = right > left and bottom > top
    return (float(left), float(top), float(right - left), float(bottom - top)) if is_any else whole


def drawn_cell_px(choices: PictureChoices, page: BattleMap, box: Box) -> int:
    """Return the edge of a cell in pixels; on paper as fine as the map's picture is."""
    if choices.kind == "png":
        return choices.cell_px
    least, most = _PRINTED_PX
    wished = _PRINTED_BLANK_PX
    if page.picture is not None:
        wished = round(page.picture.pixels_per_cell)
    return max(1, min(max(least, wished), most, _most_cell_px(box)))


def problem(choices: PictureChoices, box: Box) -> str:
    """Return why what was chosen is too large, and the way out; empty where it is not."""
    if choices.kind == "pdf":
        count = page_count(box, PAPERS[choices.paper])
        if count <= MOST_PAGES:
            return ""
        text = _(
            "That would be {n:,} pages; {most} at most. Zoom in and print what is in view, "
            "piece by piece."
        )
        return text.format(n=count, most=MOST_PAGES)
    if choices.cell_px <= _most_cell_px(box):
        return ""
    fitting = [one for one in PIXELS_A_CELL if one <= _most_cell_px(box)]
    if fitting:
        text = _("That would be too large a picture: choose {n} pixels a square or less.")
        return text.format(n=fitting[-1])
    return _("The map is too large for one picture: zoom in and save what is in view.")


def _most_cell_px(box: Box) -> int:
    return int((MOST_PIXELS / (box[2] * box[3])) ** 0.5)


def size_words(choices: PictureChoices, box: Box) -> str:
    """Return how large it becomes, in words."""
    if choices.kind == "png":
        width, height = (round(side * choices.cell_px) for side in box[2:])
        return _("{width:,} \u00d7 {height:,} pixels").format(width=width, height=height)
    paper = PAPERS[choices.paper]
    count = page_count(box, paper)
    width, height = (round(side * INCH_MM / 10) for side in box[2:])
    if count == 1:
        return _("1 page {paper}, an inch a square").format(paper=paper.title)
    text = _("{n} pages {paper} and an overview, {width} \u00d7 {height} cm put together")
    return text.format(n=count, paper=paper.title, width=width, height=height)
