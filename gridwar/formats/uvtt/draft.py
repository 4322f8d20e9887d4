"""A UVTT file taken apart, before its open questions are answered; and the map made of it.

Every answer changes only what stands on the map, never how the file was read, so that answers can
be given in any order and taken back.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from frozendict import frozendict

from gridwar.formats.imported import Imported, ImportReport, ReportLine
from gridwar.formats.uvtt import questions
from gridwar.formats.uvtt.portals import DOOR, NOTHING, OPEN, WINDOW
from gridwar.formats.uvtt.segments import Box
from gridwar.model.battlemap import BattleMap, Picture, Scale
from gridwar.model.kept import KeptKeys
from gridwar.model.walls import DoorState, Wall, WallKind
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from gridwar.formats.pictures import PictureInfo
    from gridwar.formats.uvtt.lines import Segment
    from gridwar.formats.uvtt.page import Page
    from gridwar.formats.uvtt.portals import Portal
    from gridwar.model.kept import MapLight

PLAIN_SCALE = Scale()
OBJECT_ID = "object-"
"""How the ids of walls begin that are outlines of objects."""


@dataclass(frozen=True, slots=True)
class Outlines:
    """Segments, and of how many lines they are."""

    segments: tuple[Segment, ...] = ()
    lines: int = 0


@dataclass(frozen=True, slots=True)
class Told:
    """Lines of the report that no answer changes; ``also`` are read, but neither wall nor door."""

    also: tuple[ReportLine, ...] = ()
    mended: tuple[ReportLine, ...] = ()
    left_out: tuple[ReportLine, ...] = ()


@dataclass(frozen=True, slots=True)
class UvttDraft:
    """What a file held, on our grid, with the answers given so far."""

    title: str
    format: str
    page: Page
    scale: Scale = PLAIN_SCALE
    picture: bytes | None = None
    info: PictureInfo | None = None
    walls: Outlines = Outlines()
    objects: Outlines = Outlines()
    portals: tuple[Portal, ...] = ()
    objects_stop: str = questions.STOP
    lights: tuple[MapLight, ...] = ()
    kept_file: str = "{}"
    told: Told = Told()
    answers: frozendict[str, str] = frozendict()

    def answered(self, check_id: str, choice_id: str) -> Imported:
        """Return the map under another answer.

        Raises:
            InputError: There is no such question or no such answer.
        """
        given = questions.answers_of(self, check_id, choice_id)
        return replace(self, answers=frozendict({**self.answers, **given})).imported()

    def imported(self) -> Imported:
        """Return the map under the present answers, with its report."""
        return Imported(self._map(), self.picture, self._report(), self)

    def kind_of(self, portal: Portal) -> str:
        """Return what a door or window is taken for now."""
        return self.answers.get(portal.id, portal.kind)

    def _map(self) -> BattleMap:
        size, lights = self.page.size, self.lights
        if self._is_clipped:
            lights = tuple(
                one for one in lights if 0 <= one.x_cells <= size.w and 0 <= one.y_cells <= size.h
            )
        made = BattleMap(
            width=size.w, height=size.h, name=self.title, scale=self.scale,
            walls=tuple(self._walls()), picture=self._picture(),
        )  # fmt: skip
        return made.with_lights(lights, self._kept())

    @property
    def _is_clipped(self) -> bool:
        return self.answers.get(questions.OUTSIDE) == questions.CLIP

    def _placed(self, segments: Iterable[Segment]) -> Iterator[tuple[int, Segment]]:
        """Yield segments by their number, clipped where that was chosen."""
        box = Box.of_page(self.page.size) if self._is_clipped else None
        for at, segment in enumerate(segments, start=1):
            placed = segment if box is None else box.clip(segment)
            if placed is not None:
                yield at, placed

    def _walls(self) -> Iterator[Wall]:
        for at, (a, b) in self._placed(self.walls.segments):
            yield Wall(id=f"wall-{at}", a=a, b=b)
        to_objects = self.answers.get(questions.OBJECTS, self.objects_stop)
        if to_objects != NOTHING:
            stops, name = to_objects == questions.STOP, _("an object")
            for at, (a, b) in self._placed(self.objects.segments):
                yield Wall(id=f"{OBJECT_ID}{at}", a=a, b=b, name=name, blocks_movement=stops)
        for at, (a, b) in self._placed((one.a, one.b) for one in self.portals):
            portal = self.portals[at - 1]
            kind = self.kind_of(portal)
            if kind == WINDOW:
                yield Wall.window(portal.id, a, b)
            elif kind != NOTHING:
                state = DoorState.OPEN if kind == OPEN else portal.shut
                yield Wall(id=portal.id, a=a, b=b, kind=WallKind.DOOR, door=state)

    def _picture(self) -> Picture | None:
        if self.picture is None or self.info is None:
            return None
        x_px, y_px = self.page.offset_px
        return Picture(
            sha256=hashlib.sha256(self.picture).hexdigest(),
            pixels_per_cell=self.page.pixels_per_cell,
            offset_x_px=x_px,
            offset_y_px=y_px,
            width_px=self.info.width_px,
            height_px=self.info.height_px,
        )

    def _kept(self) -> KeptKeys | None:
        kept = KeptKeys(
            file=self.kept_file,
            walls=frozendict({one.id: one.rest for one in self.portals if one.rest}),
        )
        return None if kept == KeptKeys() else kept

    def _report(self) -> ImportReport:
        size = self.page.size
        form = _("Format {format}, {w} × {h} squares of {px} px")
        subtitle = form.format(
            format=self.format, w=size.w, h=size.h, px=f"{self.page.pixels_per_cell:g}"
        )
        return ImportReport(
            title=self.title,
            subtitle=subtitle,
            read=(*self._read(), *self.told.also),
            mended=self.told.mended,
            left_out=self.told.left_out,
            checks=questions.checks(self),
            retaggable=questions.sure_portals(self),
        )

    def _read(self) -> Iterator[ReportLine]:
        if self.info is not None:
            shown = f"{self.info.width_px} × {self.info.height_px} {self.info.format.upper()}"
            yield ReportLine("picture", _("Picture"), shown)
        if self.walls.segments:
            shown = _("{lines}, {segments}").format(
                lines=_lines(self.walls.lines), segments=_segments(len(self.walls.segments))
            )
            yield ReportLine("walls", _("Walls"), shown)
        for kind, text in (
            (DOOR, _("Doors")), (OPEN, _("Open doors")), (WINDOW, _("Windows")),
        ):  # fmt: skip
            some = [one for one in self.portals if self.kind_of(one) == kind]
            if some:
                yield ReportLine(f"portals_{kind}", text, _with_diagonal(some))
        if self.objects.segments:
            shown = _("{n}, {segments}").format(
                n=self.objects.lines, segments=_segments(len(self.objects.segments))
            )
            yield ReportLine("objects", _("Objects that block sight"), shown)
        if self.lights:
            shown = _("{n}, kept in the file, not shown").format(n=len(self.lights))
            yield ReportLine("lights", _("Lights"), shown)


def _lines(count: int) -> str:
    return ngettext("{n} line", "{n} lines", count).format(n=count)


def _segments(count: int) -> str:
    return ngettext("{n} segment", "{n} segments", count).format(n=count)


def _with_diagonal(portals: list[Portal]) -> str:
    count, diagonal = len(portals), sum(one.is_diagonal for one in portals)
    if not diagonal:
        return str(count)
    text = ngettext("{n}, {m} diagonal", "{n}, {m} diagonal", diagonal)
    return text.format(n=count, m=diagonal)
