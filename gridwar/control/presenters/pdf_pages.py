"""The page on which one chooses among the pages of a PDF, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control.records.pdf_records import PageWay, PdfPagesView
from gridwar.formats.pdf.page_images import part_in_cm
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from gridwar.control.maps.pdf_page_choice import PdfPageChoice
    from gridwar.formats.pdf.worker_messages import Crop, PagePicture


def present_pages(choice: PdfPageChoice) -> PdfPagesView:
    """Return what is chosen of a PDF, and what else could be."""
    count, now, picture = len(choice.book.sizes), choice.now, choice.picture
    part = None if now.crop.is_whole else now.crop
    framed = part if picture is None else picture.place
    return PdfPagesView(
        title=choice.book.path.name,
        note=_note(choice),
        page=now.page,
        pages=count,
        ways=_ways(choice),
        size=part_in_cm(choice.book, now) if picture is None else _density(picture),
        problem=choice.problem,
        frame=None if framed is None else _sides(framed),
        is_picture=picture is not None,
        can_import=bool(choice.floors) or not choice.problem,
        is_floor=choice.is_floor,
        import_words=_import_words(len(choice.floors)),
    )


def _note(choice: PdfPageChoice) -> str:
    count = len(choice.book.sizes)
    note = ngettext("{n} page", "{n} pages", count).format(n=count)
    if not choice.floors:
        return note
    pages = ", ".join(str(one.page + 1) for one in choice.floors)
    return _("{note}, as floors: {pages}").format(note=note, pages=pages)


def _import_words(floors: int) -> str:
    if not floors:
        return _("Import")
    return ngettext("Import {n} marked", "Import {n} as floors", floors).format(n=floors)


def page_words(page: int, pages: int) -> str:
    """Return what a page is called.

    Args:
        page: From 0.
        pages: How many there are.
    """
    return _("Page {page} of {n}").format(page=page + 1, n=pages)


def _ways(choice: PdfPageChoice) -> tuple[PageWay, ...]:
    whole = _("The page") if choice.now.crop.is_whole else _("The part drawn")
    found = [PageWay(None, whole, choice.picture is None)]
    for one in choice.pictures:
        text = _("Picture in it, {w} \u00d7 {h}")
        title = text.format(w=one.width_px, h=one.height_px)
        found.append(PageWay(one.id, title, one.id == choice.now.picture))
    return tuple(found)


def _density(picture: PagePicture) -> str:
    text = _("{w} \u00d7 {h} px, {dpi} dots an inch")
    return text.format(w=picture.width_px, h=picture.height_px, dpi=f"{picture.dpi:.0f}")


def _sides(crop: Crop) -> tuple[float, float, float, float]:
    return crop.left, crop.top, crop.right, crop.bottom
