"""The map made of a UVTT file under the answers given so far, with its report.

Every answer changes only what stands on the map, never how the file was read, so that answers can
be given in any order and taken back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from frozendict import frozendict
from msgspec import Struct

from gridwar.formats.import_report import Imported, ImportReport, ReportLine
from gridwar.formats.uvtt import open_questions
from gridwar.formats.uvtt.doors_and_windows import BARS, CURTAIN, DOOR, NOTHING, OPEN, WINDOW
from gridwar.formats.uvtt.lights import lights_inside_walls
from gridwar.formats.uvtt.uvtt_contents import OBJECT_ID
from gridwar.formats.uvtt.wall_segments import Box
from gridwar.formats.uvtt.wall_traits import with_traits
from gridwar.model.battlemap import BattleMap
from gridwar.model.foreign_map_data import KeptKeys
from gridwar.model.lights import from_imported
from gridwar.model.walls import DoorState, Wall, WallKind
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from gridwar.formats.uvtt.doors_and_windows import Portal
    from gridwar.formats.uvtt.open_questions import Answers
    from gridwar.formats.uvtt.polylines import Segment
    from gridwar.formats.uvtt.uvtt_contents import Contents
    from gridwar.model.geometry import Point


class UvttDraft(Struct, frozen=True):
    """What a file held, with the answers given so far.

    ``solid`` are walls and objects as last made: there may be thousands, and few answers change
    them.
    """

    contents: Contents
    answers: frozendict[str, str] = frozendict()
    solid: tuple[Wall, ...] | None = None

    def answered(self, check_id: str, choice_id: str) -> Imported:
        """Return the map under another answer.

        Raises:
            InputError: There is no such question or no such answer.
        """
        given = open_questions.answers_of(self.contents, self.answers, check_id, choice_id)
        stays = given.keys().isdisjoint({open_questions.OBJECTS, open_questions.OUTSIDE})
        answers = frozendict({**self.answers, **given})
        return UvttDraft(self.contents, answers, self.solid if stays else None).imported()

    def imported(self) -> Imported:
        """Return the map under the present answers, with its report."""
        contents = self.contents
        solid = tuple(self._solid()) if self.solid is None else self.solid
        told = report(contents, self.answers)
        draft = UvttDraft(contents, self.answers, solid)
        return Imported(self._map((*solid, *self._doors())), contents.picture, told, draft)

    def _map(self, walls: tuple[Wall, ...]) -> BattleMap:
        contents = self.contents
        size, lights = contents.page.size, contents.lights
        if self._is_clipped:
            lights = tuple(filter(contents.page.holds_light, lights))
        made = BattleMap(
            width=size.w, height=size.h, name=contents.title, walls=walls, picture=contents.laid
        ).with_scale(contents.scale)
        made = made.with_light(open_questions.light_of_map(self.answers))
        made = made.with_baked_lighting(is_baked=contents.is_baked)
        if not open_questions.uses_lights(self.answers):
            return made.with_lights(lights, self._kept())
        return made.with_lights((), self._kept()).with_light_sources(from_imported(lights))

    @property
    def _is_clipped(self) -> bool:
        return self.answers.get(open_questions.OUTSIDE) == open_questions.CLIP

    def _placed(self, segments: Iterable[Segment]) -> Iterator[tuple[int, Segment]]:
        """Yield segments by their number, clipped where that was chosen."""
        box = Box.of_page(self.contents.page.size) if self._is_clipped else None
        for at, segment in enumerate(segments, start=1):
            placed = segment if box is None else box.clip(segment)
            if placed is not None:
                yield at, placed

    def _solid(self) -> Iterator[Wall]:
        for at, (a, b) in self._placed(self.contents.walls.segments):
            yield Wall(id=f"wall-{at}", a=a, b=b)
        own = self.contents.own_walls
        for at, (a, b) in self._placed((one.a, one.b) for one in own):
            yield own[at - 1].replace(a=a, b=b)
        to_objects = open_questions.way_of_objects(self.contents, self.answers)
        if to_objects != NOTHING:
            stops, name = to_objects == open_questions.STOP, _("an object")
            for at, (a, b) in self._placed(self.contents.objects.segments):
                yield Wall(id=f"{OBJECT_ID}{at}", a=a, b=b, name=name, blocks_movement=stops)

    def _doors(self) -> Iterator[Wall]:
        for at, (a, b) in self._placed((one.a, one.b) for one in self.contents.portals):
            portal = self.contents.portals[at - 1]
            kind = open_questions.kind_of(portal, self.answers)
            if kind != NOTHING:
                yield _portal_wall(portal, kind, a, b)

    def _kept(self) -> KeptKeys | None:
        kept = KeptKeys(
            file=self.contents.kept_file,
            walls=frozendict({one.id: one.rest for one in self.contents.portals if one.rest}),
        )
        return None if kept == KeptKeys() else kept


def _portal_wall(portal: Portal, kind: str, a: Point, b: Point) -> Wall:
    """Return what stands in the place of a door or window."""
    is_door = kind in {DOOR, OPEN}
    wall = Wall.of_kind(WallKind.DOOR if is_door else WallKind(kind), portal.id, a, b)
    if is_door:
        wall = wall.replace(door=DoorState.OPEN if kind == OPEN else portal.shut)
    try:
        return with_traits(wall, portal.traits if kind == portal.kind else {})
    except ValueError:
        return wall


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
        checks=open_questions.checks(contents, answers),
        retaggable=open_questions.sure_portals(contents, answers),
    )


def _read(contents: Contents, answers: Answers) -> Iterator[ReportLine]:
    if contents.info is not None:
        info = contents.info
        shown = f"{info.width_px} × {info.height_px} {info.format.upper()}"
        yield ReportLine("picture", _("Picture"), shown)
    if contents.walls.segments:
        shown = _("{lines}, {segments}").format(
            lines=_lines(contents.walls.lines), segments=_segments(len(contents.walls.segments))
        )
        yield ReportLine("walls", _("Walls"), shown)
    for kind, text in _PORTALS:
        some = [one for one in contents.portals if open_questions.kind_of(one, answers) == kind]
        if some:
            yield ReportLine(f"portals_{kind}", text, _with_diagonal(some))
    if contents.own_walls:
        text = _("Walls that Gridwar wrote for itself")
        yield ReportLine("own_walls", text, _segments(len(contents.own_walls)))
    if contents.objects.segments:
        shown = _("{n}, {segments}").format(
            n=contents.objects.lines, segments=_segments(len(contents.objects.segments))
        )
        yield ReportLine("objects", _("Objects that block sight"), shown)
    if contents.lights:
        used = open_questions.uses_lights(answers)
        shown = _("{n}, in use") if used else _("{n}, kept in the file, not shown")
        yield ReportLine("lights", _("Lights"), shown.format(n=len(contents.lights)))
        segments = (*contents.walls.segments, *contents.objects.segments)
        if inside := lights_inside_walls(contents.lights, segments):
            yield ReportLine("lights_in_walls", _("Lights inside a wall"), str(inside))


_PORTALS = (
    (DOOR, _("Doors")),
    (OPEN, _("Open doors")),
    (WINDOW, _("Windows")),
    (CURTAIN, _("Curtains")),
    (BARS, _("Bars")),
)


def _lines(count: int) -> str:
    return ngettext("{n} line", "{n} lines", count).format(n=count)


def _segments(count: int) -> str:
    return ngettext("{n} segment", "{n} segments", count).format(n=count)


def _with_diagonal(portals: list[Portal]) -> str:
    count, diagonal = len(portals), sum(one.is_diagonal for one in portals)
    if not diagonal:
        return str(count)
    return _("{n}, {m} diagonal").format(n=count, m=diagonal)
