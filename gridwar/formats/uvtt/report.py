"""The report on a UVTT file, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.formats.imported import ImportReport, ReportLine
from gridwar.formats.uvtt import questions
from gridwar.formats.uvtt.portals import DOOR, OPEN, WINDOW
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.formats.uvtt.contents import Contents
    from gridwar.formats.uvtt.portals import Portal
    from gridwar.formats.uvtt.questions import Answers


def report(contents: Contents, answers: Answers) -> ImportReport:
    """Return the report on a file under the answers given so far."""
    size = contents.page.size
    subtitle = _("Format {format}, {w} × {h} squares of {px:g} px").format(
        format=contents.format, w=size.w, h=size.h, px=contents.page.pixels_per_cell
    )
    return ImportReport(
        title=contents.file_name,
        subtitle=subtitle,
        read=(*_read(contents, answers), *contents.told.also),
        mended=contents.told.mended,
        left_out=contents.told.left_out,
        checks=questions.checks(contents, answers),
        retaggable=questions.sure_portals(contents, answers),
    )


def _read(contents: Contents, answers: Answers) -> Iterator[ReportLine]:
    if contents.info is not None:
        info = contents.info
        shown = f"{info.width_px} × {info.height_px} {info.format.upper()}"
        yield ReportLine("picture", _("Picture"), shown)
    if contents.walls.segments:
        shown = _("{lines}, {segments}").format(
            lines=_lines(contents.walls.lines),
            segments=_segments(len(contents.walls.segments)),
        )
        yield ReportLine("walls", _("Walls"), shown)
    for kind, text in (
        (DOOR, _("Doors")),
        (OPEN, _("Open doors")),
        (WINDOW, _("Windows")),
    ):
        some = [one for one in contents.portals if questions.kind_of(one, answers) == kind]
        if some:
            yield ReportLine(f"portals_{kind}", text, _with_diagonal(some))
    if contents.objects.segments:
        shown = _("{n}, {segments}").format(
            n=contents.objects.lines,
            segments=_segments(len(contents.objects.segments)),
        )
        yield ReportLine("objects", _("Objects that block sight"), shown)
    if contents.lights:
        shown = _("{n}, kept in the file, not shown").format(n=len(contents.lights))
        yield ReportLine("lights", _("Lights"), shown)


def _lines(count: int) -> str:
    return ngettext("{n} line", "{n} lines", count).format(n=count)


def _segments(count: int) -> str:
    return ngettext("{n} segment", "{n} segments", count).format(n=count)


def _with_diagonal(portals: list[Portal]) -> str:
    count, diagonal = len(portals), sum(one.is_diagonal for one in portals)
    if not diagonal:
        return str(count)
    return _("{n}, {m} diagonal").format(n=count, m=diagonal)
