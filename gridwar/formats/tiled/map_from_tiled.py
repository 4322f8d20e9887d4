"""The map out of a map of Tiled under the answers given so far, with the report on it."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from frozendict import frozendict
from msgspec import Struct
from msgspec.structs import replace

from gridwar.formats.import_report import (
    WALL_KINDS,
    Check,
    Choice,
    Imported,
    ImportReport,
    Notes,
    ReportLine,
    require_choice,
    unknown_check,
)
from gridwar.formats.json_values import number, positive
from gridwar.formats.picture_headers_and_limits import look_at
from gridwar.formats.tiled import meanings
from gridwar.formats.tiled.areas_from_tiled import (
    WATER,
    own_lights,
    own_zones,
    pins_of,
    spawns_of,
    water_of,
)
from gridwar.formats.tiled.layers_and_page import ObjectLayer
from gridwar.formats.tiled.walls_from_tiled import walls_of
from gridwar.formats.uvtt.wall_segments import Box
from gridwar.model.battlemap import BattleMap, LayerName, Picture
from gridwar.model.bounds import MOST_LARGE, SMALLEST
from gridwar.model.geometry import MAX_SIDE_CELLS
from gridwar.model.map_limits import MOST_LIGHT_SOURCES, MOST_ZONES, spread_problem, walls_problem
from gridwar.model.scale import Scale
from gridwar.model.zones import Light
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.formats.tiled.meanings import Answers
    from gridwar.formats.tiled.tiled_contents import Contents
    from gridwar.formats.tiled.walls_from_tiled import WallsFound
    from gridwar.model.geometry import Size
    from gridwar.model.walls import Wall
    from gridwar.model.zones import Zone

CELL_SIZE, OUTSIDE = "cell_size", "outside"
KEEP, CLIP = "keep", "clip"
_OUTSIDE_WAYS = (Choice(KEEP, _("Keep")), Choice(CLIP, _("Clip them")))


_WallsAsked = tuple[float, tuple[str, ...]]


class TiledDraft(Struct, frozen=True):
    """A file, the answers given so far, and its picture once it is drawn.

    ``found`` are its walls, and under what answers: many answers leave them as they are.
    """

    contents: Contents
    answers: Answers = frozendict()
    drawn: bytes | None = None
    found: tuple[_WallsAsked, WallsFound] | None = None

    def answered(self, check_id: str, choice_id: str) -> Imported:
        """Return the map under another answer.

        Raises:
            InputError: There is no such question or no such answer.
        """
        for check in _Made(self).checks:
            if check.id == check_id:
                require_choice(check.choices, check_id, choice_id)
                answers = frozendict({**self.answers, check_id: choice_id})
                return replace(self, answers=answers).imported()
        raise unknown_check(check_id)

    def imported(self) -> Imported:
        """Return the map under the present answers, with its report.

        Raises:
            MapError: It would be too large.
        """
        made = _Made(self)
        picture = self.contents.picture if self.drawn is None else self.drawn
        plan = self.contents.plan if self.drawn is None else None
        return Imported(
            made.map,
            picture,
            made.report(),
            replace(self, found=(made.asked, made.found)),
            is_scale_said=_own_scale(self.contents) is not None,
            plan=plan,
        )

    def drawn_as(self, png: bytes) -> Imported:
        """Return the map with its picture, drawn as its plan says.

        Raises:
            MapError: It cannot be shown.
        """
        look_at(png, self.contents.title)
        return replace(self, drawn=png).imported()


class _Made:
    """What comes of a file under some answers."""

    def __init__(self, draft: TiledDraft) -> None:
        self.contents, self.answers, self.drawn = draft.contents, draft.answers, draft.drawn
        self.notes = Notes()
        page = self.contents.page
        chosen = number(self.answers.get(CELL_SIZE))
        self.cell_px = float(page.tile_w) if chosen is None else chosen
        self.size = page.size(self.cell_px)
        if max(self.size) > MAX_SIDE_CELLS:
            self.cell_px = float(max(page.tile_w, page.tile_h))
            self.size = page.size(self.cell_px)
        self.asked = self._walls_asked()
        if draft.found is not None and draft.found[0] == self.asked:
            self.found = draft.found[1]
        else:
            self.found = walls_of(self.contents, self.answers, self.cell_px)
        found = self.found
        self.notes.mended += found.notes.mended
        self.notes.left_out += found.notes.left_out
        self.outside = _outside(found.walls, self.size)
        self.walls = self._kept(found.walls)
        self.water = water_of(self.contents, self.answers, self.cell_px)
        self.pins = pins_of(self.contents, self.cell_px, self.notes)
        self.lights = own_lights(self.contents, self.cell_px, self.notes)[:MOST_LIGHT_SOURCES]
        self.zones = self._zones()

    def _walls_asked(self) -> _WallsAsked:
        """Return all that walls depend on: the size of a cell, and which layers are walls."""
        taken = (meanings.meaning_of(one, self.answers) for one in self.contents.layers)
        return self.cell_px, tuple(one if one in meanings.SEGMENTS else "" for one in taken)

    def _zones(self) -> tuple[Zone, ...]:
        own = own_zones(self.contents, self.cell_px, self.notes)
        spawns = spawns_of(self.contents, self.answers, self.cell_px)
        named = {one.id: one for one in (*spawns, *own)}
        kept = tuple(named.values())[:MOST_ZONES]
        text = _("Places where a side begins, too many")
        self.notes.leave_out_count("zones_many", text, len(named) - len(kept))
        if problem := spread_problem(kept):
            self.notes.leave_out("zones_large", _("All zones"), problem)
            return ()
        return kept

    def _kept(self, walls: tuple[Wall, ...]) -> tuple[Wall, ...]:
        if self.answers.get(OUTSIDE) == CLIP:
            box = Box.of_page(self.size)
            clipped = ((one, box.clip((one.a, one.b))) for one in walls)
            walls = tuple(
                one.replace(a=ends[0], b=ends[1]) for one, ends in clipped if ends is not None
            )
        if problem := walls_problem(walls):
            self.notes.leave_out("walls_many", _("All walls"), problem)
            return ()
        return walls

    @property
    def map(self) -> BattleMap:
        """Return the map."""
        said = self.contents.properties
        made = BattleMap(
            width=self.size.w,
            height=self.size.h,
            name=str(said.get("name") or self.contents.title),
            walls=self.walls,
            picture=self._picture(),
        )
        if self.water:
            kinds = (*made.terrain_kinds, WATER)
            painted = dict.fromkeys(self.water, len(kinds) - 1)
            made = made.with_terrain_kinds(kinds).with_painted(LayerName.TERRAIN, painted)
        made = made.with_zones(self.zones).with_light_sources(self.lights).with_pins(self.pins)
        if not self.contents.is_own:
            return made
        scale = _own_scale(self.contents)
        if scale is not None:
            made = made.with_scale(scale)
        if said.get("light") in tuple(Light):
            made = made.with_light(Light(int(number(said["light"]) or 0)))
        return made.with_baked_lighting(is_baked=bool(said.get("baked_lighting")))

    def _picture(self) -> Picture | None:
        page, contents = self.contents.page, self.contents
        if self.drawn is not None:
            info = look_at(self.drawn, contents.title)
            factor = (
                info.width_px / page.width_px if contents.plan is None else contents.plan.factor
            )
            data, scale, at = self.drawn, self.cell_px * factor, (0.0, 0.0)
        elif contents.picture is not None:
            info = look_at(contents.picture, contents.title)
            data, scale, at = contents.picture, self.cell_px, contents.picture_at
        else:
            return None
        return Picture(
            sha256=hashlib.sha256(data).hexdigest(),
            pixels_per_cell=scale,
            offset_x_px=at[0],
            offset_y_px=at[1],
            width_px=info.width_px,
            height_px=info.height_px,
        )

    # --- the report ------------------------------------------------------------------------------

    def report(self) -> ImportReport:
        """Return what became of the file."""
        page, contents = self.contents.page, self.contents
        text = _("Tiled {version}, {w} \u00d7 {h} tiles of {px} px")
        px = (
            f"{page.tile_w}"
            if page.tile_w == page.tile_h
            else f"{page.tile_w} \u00d7 {page.tile_h}"
        )
        return ImportReport(
            title=contents.file_name,
            subtitle=text.format(version=contents.version, w=page.width, h=page.height, px=px),
            read=tuple(self._read()),
            mended=(*contents.mended, *self.notes.mended),
            left_out=(*contents.left_out, *self.notes.left_out, *_never_read(contents)),
            checks=tuple(self.checks),
            retaggable=tuple(self._sure()),
        )

    def _read(self) -> Iterator[ReportLine]:
        plan = self.contents.plan
        if plan is not None:
            text = _("{n} layers, drawn as {w} \u00d7 {h}")
            width, height = plan.size_px
            shown = text.format(n=len(plan.layers), w=width, h=height)
            yield ReportLine("picture", _("Picture"), shown)
        elif self.contents.picture is not None:
            info = look_at(self.contents.picture, self.contents.title)
            shown = f"{info.width_px} \u00d7 {info.height_px} {info.format.upper()}"
            yield ReportLine("picture", _("Picture"), shown)
        for kind, text in WALL_KINDS.items():
            if count := sum(one.kind is kind for one in self.walls):
                yield ReportLine(f"{kind}s", text, str(count))
        for code, text, count in (
            ("water", _("Cells of water"), len(self.water)),
            ("zones", _("Zones"), len(self.zones)),
            ("lights", _("Lights"), len(self.lights)),
            ("pins", _("Words written on the map: pins"), len(self.pins)),
        ):
            if count:
                yield ReportLine(code, text, str(count))

    @property
    def checks(self) -> Iterator[Check]:
        """Yield what the file leaves open."""
        page = self.contents.page
        if page.tile_w != page.tile_h:
            yield self._cell_check()
        for layer in self.contents.layers:
            if meanings.is_asked(layer):
                check = meanings.check_of(layer, self.answers)
                if check is not None:
                    yield check
        if self.outside:
            text = ngettext(
                "{n} end of a wall lies outside of the map",
                "{n} ends of walls lie outside of the map",
                self.outside,
            )
            note = _("Kept, they are hidden beyond the edge.")
            chosen, is_answered = self.answers.get(OUTSIDE, KEEP), OUTSIDE in self.answers
            question = text.format(n=self.outside)
            yield Check(OUTSIDE, question, note, _OUTSIDE_WAYS, chosen, is_answered=is_answered)

    def _cell_check(self) -> Check:
        page = self.contents.page
        text = _("{px} px: {w} \u00d7 {h} squares")
        ways = []
        for px in sorted({page.tile_w, page.tile_h}, reverse=True):
            size = page.size(px)
            if max(size) <= MAX_SIDE_CELLS:
                ways.append(Choice(f"{px}", text.format(px=px, w=size.w, h=size.h)))
        question = _("How large is a square? Tiles are {w} \u00d7 {h} px")
        note = _("Tiles of this map are no squares, those of a fight are.")
        shown = question.format(w=page.tile_w, h=page.tile_h)
        is_answered = CELL_SIZE in self.answers
        return Check(
            CELL_SIZE, shown, note, tuple(ways), f"{self.cell_px:g}", is_answered=is_answered
        )

    def _sure(self) -> Iterator[Check]:
        for layer in self.contents.layers:
            if not meanings.is_asked(layer):
                check = meanings.check_of(layer, self.answers)
                if check is not None:
                    yield check


def _own_scale(contents: Contents) -> Scale | None:
    """Return the scale that Gridwar wrote; None where it wrote none that a map can have."""
    said = contents.properties
    size, unit = positive(said.get("cell_size")), said.get("unit")
    is_ours = contents.is_own and unit in {"m", "ft"}
    if not is_ours or size is None or not SMALLEST <= size <= MOST_LARGE:
        return None
    return Scale(cell_size=size, unit="ft" if unit == "ft" else "m")


def _outside(walls: tuple[Wall, ...], size: Size) -> int:
    """Return how many ends of walls lie beyond the map's edge."""
    box = Box.of_page(size)
    return sum(not box.holds(end) for end in {end for one in walls for end in (one.a, one.b)})


def _never_read(contents: Contents) -> Iterator[ReportLine]:
    hidden = [one for one in contents.layers if not one.is_shown]
    painted = sum(not isinstance(one, ObjectLayer) for one in hidden)
    if painted:
        yield ReportLine("hidden", _("Hidden layers: not painted"), str(painted))
