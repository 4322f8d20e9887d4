"""Reading a UVTT file: bounded, piece by piece, with progress and a way to call it off."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gridwar.errors import MapError
from gridwar.formats.foreign_map_file import open_map_file
from gridwar.formats.import_report import Notes, ReportLine, never, no_progress, stop_if
from gridwar.formats.json_values import colour, kept_text, number, positive, switch
from gridwar.formats.uvtt.doors_and_windows import OWN_KEY, joined, read_portals
from gridwar.formats.uvtt.embedded_picture import find_image
from gridwar.formats.uvtt.lights import level_of, read_lights
from gridwar.formats.uvtt.map_from_uvtt import UvttDraft
from gridwar.formats.uvtt.page_size_and_origin import read_page
from gridwar.formats.uvtt.polylines import OBJECTS, WALLS, closed_outlines, read_lines, straightened
from gridwar.formats.uvtt.uvtt_contents import PLAIN_SCALE, Contents, Outlines, Told
from gridwar.formats.uvtt.wall_segments import cut_for_doors, each_once, segments_of
from gridwar.formats.uvtt.wall_traits import FOREIGN_LISTS, read_foreign_walls, read_walls
from gridwar.model.foreign_map_data import PLAIN_WHITE
from gridwar.model.map_limits import segments_problem
from gridwar.model.scale import Scale
from gridwar.text import _

if TYPE_CHECKING:
    from pathlib import Path

    from gridwar.formats.foreign_map_file import ForeignMapFile
    from gridwar.formats.import_report import Cancel, Imported, Progress
    from gridwar.formats.json_values import Json
    from gridwar.formats.uvtt.doors_and_windows import Portal
    from gridwar.formats.uvtt.page_size_and_origin import Page
    from gridwar.formats.uvtt.polylines import Line, Segment
    from gridwar.model.walls import Wall

KNOWN_FORMATS = frozenset({0.2, 0.3})
PLAIN_ENVIRONMENT = {"baked_lighting": True, "ambient_light": PLAIN_WHITE}
_READ_KEYS = frozenset(
    {
        "format",
        "resolution",
        "line_of_sight",
        "objects_line_of_sight",
        "portals",
        "lights",
        "environment",
        "image",
        OWN_KEY,
        *FOREIGN_LISTS,
    }
)
_READ_RESOLUTION = frozenset({"map_origin", "map_size", "pixels_per_grid"})
_TELLING = ("resolution", "line_of_sight", "image")
"""Keys of which a UVTT file has at least one."""


def is_uvtt(file: ForeignMapFile) -> bool:
    """Return whether a file says what a UVTT file has to say."""
    return any(key in file.said for key in _TELLING)


def read_uvtt(path: Path, progress: Progress = no_progress, cancelled: Cancel = never) -> Imported:
    """Read a UVTT file (.dd2vtt, .uvtt, .df2vtt).

    Args:
        path: The file.
        progress: Told what is being done.
        cancelled: Asked now and then whether to give up.

    Raises:
        MapError: It is no such file, damaged or too large; the message names it and what helps.
        Cancelled: Somebody asked to give up.
    """
    progress(0.0, _("Reading the file"))
    file = open_map_file(path, (), cancelled)
    if not is_uvtt(file):
        text = _("{path} is not a Universal VTT file: it has none of the keys {keys}.")
        raise MapError(text.format(path=path, keys=", ".join(_TELLING)))
    return read_uvtt_file(file, progress, cancelled)


def read_uvtt_file(file: ForeignMapFile, progress: Progress, cancelled: Cancel) -> Imported:
    """Read what a UVTT file holds.

    Raises:
        MapError: As ``read_uvtt``.
        Cancelled: Somebody asked to give up.
    """
    progress(0.2, _("Taking it apart"))
    data, file.data = file.data or {}, None
    try:
        found = _Reader(data, file.path, file.beside, progress, cancelled).contents()
    except MapError as error:
        raise MapError(f"{file.path}: {error}") from error
    return UvttDraft(found).imported()


@dataclass
class _Reader:
    """Goes through the parts of a file in turn."""

    data: dict[str, Json]
    file: Path
    beside: tuple[Path, ...]
    progress: Progress
    cancelled: Cancel

    def __post_init__(self) -> None:
        own = self.data.get(OWN_KEY)
        self.own: Mapping[str, Json] = own if isinstance(own, Mapping) else {}
        self.notes = Notes()

    def contents(self) -> Contents:
        """Return the file taken apart.

        Raises:
            MapError: It holds no map, or too much.
            Cancelled: Somebody asked to give up.
        """
        notes = self.notes
        form = self._format()
        self._step(0.4, _("Reading the picture"))
        image = self.data.pop("image", None)
        found = find_image(image, self.file, self.beside, notes, self.cancelled)
        picture, info = (None, None) if found is None else found
        self._step(0.6, _("Reading walls"))
        resolution = self._mapping("resolution")
        page = read_page(resolution, info, self.data.get("line_of_sight"), notes)
        others, self.data["line_of_sight"] = read_foreign_walls(self.data, page, notes)
        own_walls = (*read_walls(self.own.get("walls"), page, notes), *others)
        walls, objects, portals = self._geometry(page, own_walls)
        self._step(0.95, _("Putting the map together"))
        lights = read_lights(self.data.get("lights"), page, notes)
        environment = self._environment()
        kept, also = self._kept(resolution, environment)
        told = Told(also, tuple(notes.mended), tuple(notes.left_out))
        return Contents(
            file_name=self.file.name,
            format=form,
            page=page,
            scale=self._scale(),
            picture=picture,
            info=info,
            walls=walls,
            own_walls=own_walls,
            objects=objects,
            portals=portals,
            lights=lights,
            objects_stop=self.own.get("objects") != "sight",
            laid=None if found is None else page.laid(*found),
            kept_file=kept,
            is_baked=found is not None and bool(environment["baked_lighting"]),
            ambient=level_of(str(environment["ambient_light"])),
            told=told,
        )

    def _step(self, part: float, words: str) -> None:
        stop_if(self.cancelled)
        self.progress(part, words)

    def _format(self) -> str:
        stated = self.data.get("format")
        form = number(stated)
        if form is None:
            self.notes.mend("format_missing", _("Format cannot be read: taken as 0.3"))
            return "0.3"
        if form not in KNOWN_FORMATS:
            text = _("Format unknown to most programs: read as 0.3")
            self.notes.mend("format_unknown", text, f"{form:g}")
        return f"{form:g}"

    def _mapping(self, key: str) -> Mapping[str, Json]:
        value = self.data.get(key)
        if value is None or isinstance(value, Mapping):
            return value or {}
        self.notes.leave_out(f"{key}_broken", key, _("it is not an object"))
        return {}

    def _scale(self) -> Scale:
        """Return the length of a cell that Gridwar wrote; the format itself has none."""
        stated = self.own.get("scale")
        scale = stated if isinstance(stated, Mapping) else {}
        size, unit = positive(scale.get("cell_size")), scale.get("unit")
        if size is None or unit not in {"m", "ft"}:
            return PLAIN_SCALE
        return Scale(cell_size=size, unit=unit)

    def _geometry(
        self, page: Page, own: tuple[Wall, ...]
    ) -> tuple[Outlines, Outlines, tuple[Portal, ...]]:
        """Return walls, outlines of objects, and doors.

        What Gridwar wrote is exact, and nothing in it is moved. Walls of which it wrote more stand
        among the others for other programs.
        """
        notes, is_exact = self.notes, bool(self.own)
        walls = self._lines("line_of_sight", page)
        objects = self._lines("objects_line_of_sight", page)
        portals = read_portals(self.data.get("portals"), page, notes)
        if not is_exact:
            objects = closed_outlines(objects, notes)
            ends = [end for one in portals for end in (one.a, one.b)]
            both = straightened([*walls, *objects], ends, notes, self.cancelled)
            walls, objects = both[: len(walls)], both[len(walls) :]
            self._step(0.8, _("Fitting doors into walls"))
            portals = joined(portals, (point for line in walls for point in line), notes)
        seen: set[Segment] = set()
        wall_segments, doubles = each_once(segments_of(walls, page.size, notes), seen)
        object_segments, more = each_once(segments_of(objects, page.size, notes), seen)
        notes.mend_count("doubles", _("Walls that are there twice dropped"), doubles + more)
        if not is_exact:
            doors = [(one.a, one.b) for one in portals]
            wall_segments, cut = cut_for_doors(wall_segments, doors, self.cancelled)
            places = [page.cell_between(*doors[at]) for at in cut]
            notes.mend_places("door_cut", _("Wall ran through a door: cut"), places)
        if own:
            twins = {frozenset((one.a, one.b)) for one in own}
            wall_segments = [one for one in wall_segments if frozenset(one) not in twins]
        doors = [*((one.a, one.b) for one in portals), *((one.a, one.b) for one in own)]
        if problem := segments_problem([*wall_segments, *object_segments, *doors]):
            raise MapError(problem + ". " + _("Simplify the walls and export it again."))
        return (
            Outlines(tuple(wall_segments), len(walls)),
            Outlines(tuple(object_segments), len(objects)),
            tuple(portals),
        )

    def _lines(self, key: str, page: Page) -> list[Line]:
        wording = OBJECTS if key.startswith("objects") else WALLS
        return read_lines(self.data.get(key), page, wording, self.notes, self.cancelled)

    def _kept(
        self, resolution: Mapping[str, Json], environment: Mapping[str, Json]
    ) -> tuple[str, tuple[ReportLine, ...]]:
        """Return the keys that are kept unread, as JSON, and what to tell of them."""
        kept: dict[str, Json] = {
            key: value for key, value in self.data.items() if key not in _READ_KEYS
        }
        names = sorted(kept)
        if more := {key: resolution[key] for key in resolution if key not in _READ_RESOLUTION}:
            kept["resolution"] = more
            names += sorted(more)
        if environment != PLAIN_ENVIRONMENT:
            kept["environment"] = dict(environment)
        text = kept_text(kept)
        if text is None:
            self.notes.leave_out("keys_too_long", _("Other keys, too long to keep"), _few(names))
            return "{}", ()
        if not names:
            return text, ()
        shown = _("{names}, kept in the file").format(names=_few(names))
        return text, (ReportLine("other_keys", _("Other keys"), shown),)

    def _environment(self) -> dict[str, Json]:
        stated = self._mapping("environment")
        is_baked = switch(stated.get("baked_lighting"), otherwise=True)
        ambient = colour(stated.get("ambient_light")) or PLAIN_WHITE
        if is_baked and stated:
            text = _("baked into the picture")
            self.notes.leave_out("ambient", _("Ambient light"), text)
        elif ambient != PLAIN_WHITE:
            text = _("kept in the file, not shown")
            self.notes.leave_out("ambient", _("Ambient light"), text)
        return {**stated, "baked_lighting": is_baked, "ambient_light": ambient}


_MOST_NAMES = 8


def _few(names: list[str]) -> str:
    short = [name[:40] for name in names[:_MOST_NAMES]]
    return ", ".join((*short, "…") if len(names) > _MOST_NAMES else short)
