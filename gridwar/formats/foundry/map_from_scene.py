"""The map made of a scene under the answers given so far.

An answer changes what is made of the scene, never how it was read, so answers can be given in any
order and taken back. The levels of a scene are floors of one map, or one of them is the map.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from frozendict import frozendict
from msgspec import Struct
from msgspec.structs import replace

from gridwar.errors import MapError
from gridwar.formats.foundry import scene_questions
from gridwar.formats.foundry.own_flags import OwnMap, own_kept_light, own_point, own_source
from gridwar.formats.foundry.scene_floors import building_of_levels
from gridwar.formats.foundry.scene_report import report
from gridwar.formats.foundry.walls_from_scene import Ground, walls_of
from gridwar.formats.import_report import Imported
from gridwar.formats.picture_headers_and_limits import look_at
from gridwar.formats.picture_of_sheet import SheetPlan
from gridwar.model.battlemap import BattleMap, Picture
from gridwar.model.geometry import nearest_within
from gridwar.model.lights import LightSource
from gridwar.model.map_limits import (
    MOST_LIGHT_SOURCES,
    MOST_PIN_LETTERS,
    MOST_PINS,
    segments_problem,
)
from gridwar.model.pins import MOST_LABEL, Pin
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from gridwar.formats.foundry.scene_contents import SceneContents, SceneLevel
    from gridwar.formats.foundry.scene_floors import SceneBuilding
    from gridwar.formats.foundry.scene_lights_and_notes import SceneLight, SceneNote
    from gridwar.formats.foundry.scene_page import Box, ScenePage
    from gridwar.formats.foundry.scene_questions import Answers
    from gridwar.formats.picture_of_sheet import SheetPicture
    from gridwar.model.foreign_map_data import MapLight
    from gridwar.model.geometry import Size
    from gridwar.model.walls import Wall

_FARTHEST_REACH = 1000.0
_PLACES_PX = 3


class SceneDraft(Struct, frozen=True):
    """A scene with the answers given so far.

    ``walls`` are those last made, by the number of their level: there may be thousands, and few
    answers change them. ``painted`` is the picture of all floors, and how it was painted.
    """

    contents: SceneContents
    answers: frozendict[str, str] = frozendict()
    walls: frozendict[int, tuple[Wall, ...]] = frozendict()
    painted: tuple[SheetPicture, bytes] | None = None

    def answered(self, check_id: str, choice_id: str) -> Imported:
        """Return the map under another answer.

        Raises:
            InputError: There is no such question or no such answer.
        """
        given = scene_questions.answers_with(self.contents, self.answers, check_id, choice_id)
        keeping = {scene_questions.LIGHTS, scene_questions.AMBIENT, scene_questions.LEVEL}
        walls = self.walls if check_id in keeping else frozendict()
        return replace(self, answers=frozendict(given), walls=walls).imported()

    def drawn_as(self, png: bytes) -> Imported:
        """Return the map with the picture of all its floors.

        Raises:
            MapError: It cannot be shown.
        """
        look_at(png, self.contents.file_name)
        how = self._building().how
        assert how is not None
        return replace(self, painted=(how, png)).imported()

    def imported(self) -> Imported:
        """Return the map under the present answers, with its report.

        Raises:
            MapError: It would be too large, or have too many walls.
        """
        levels = scene_questions.levels_of(self.contents, self.answers)
        if len(levels) > 1 or self._is_one_floor():
            try:
                return self._as_floors()
            except MapError as error:
                contents = replace(self.contents, why_no_floors=str(error))
                return replace(self, contents=contents).imported()
        at = self.contents.levels.index(levels[0])
        made = self.map_of(at)
        return self._reported(made, levels[0].picture.data, {at: made.walls})

    def _is_one_floor(self) -> bool:
        """Return whether we wrote a map that has a floor, and no more than that."""
        contents = self.contents
        own = None if contents.own is None else contents.own.building
        return len(contents.levels) == 1 and own is not None and not contents.why_no_floors

    def _reported(
        self,
        made: BattleMap,
        picture: bytes | None,
        walls: dict[int, tuple[Wall, ...]],
        building: SceneBuilding | None = None,
    ) -> Imported:
        contents, plan = self.contents, None
        if picture is None and building is not None and building.how is not None:
            plan = SheetPlan(building.how, building.files)
        told = report(contents, self.answers, made, building)
        draft = replace(self, walls=frozendict({**self.walls, **walls}))
        _scale, is_said = scene_questions.scale_of(contents, self.answers)
        return Imported(made, picture, told, draft, is_scale_said=is_said, plan=plan)

    def _as_floors(self) -> Imported:
        """Return all levels as floors of one map; its picture is to be painted, unless it is."""
        building = self._building()
        made, picture = building.map, None
        if self.painted is not None and self.painted[0] == building.how:
            picture = self.painted[1]
            made = made.with_picture(building.how.painted(sha256(picture).hexdigest()))
        return self._reported(made, picture, building.walls, building)

    def _building(self) -> SceneBuilding:
        contents = self.contents
        page = contents.page(scene_questions.cell_px(contents, self.answers))
        maps = [self.map_of(at) for at in range(len(contents.levels))]
        return building_of_levels(contents, maps, page, self._unit_m())

    def _unit_m(self) -> float:
        """Return how many metres the unit of heights has."""
        grid = self.contents.grid
        scale, _is_said = scene_questions.scale_of(self.contents, self.answers)
        return scale.cell_m / grid.distance if grid.unit_m is None else grid.unit_m

    def map_of(self, at: int) -> BattleMap:
        """Return the map of one level, by its number from 0.

        Raises:
            MapError: It would be too large, or have too many walls.
        """
        contents, answers, level = self.contents, self.answers, self.contents.levels[at]
        page = contents.page(scene_questions.cell_px(contents, answers))
        own = contents.own or OwnMap()
        scale, _is_said = scene_questions.scale_of(contents, answers)
        walls = self.walls.get(at)
        if walls is None:
            standing = (one for one in contents.walls if level.holds(one.levels))
            ground = Ground(self._unit_m(), level.bottom)
            walls = tuple(walls_of(standing, page, ground, answers))
        if problem := segments_problem([(one.a, one.b) for one in walls]):
            raise MapError(problem + ". " + _("Simplify the walls and export it again."))
        size = own.size or page.size
        kept, sources = _lights_of(contents.lights, level, page, answers)
        made = BattleMap(
            width=size.w,
            height=size.h,
            name=contents.name,
            walls=walls,
            picture=_laid(level, contents.grid.sheet, page, own.picture),
        ).with_scale(own.scale or scale)
        made = (
            made.with_baked_lighting(is_baked=own.is_baked)
            .with_lights(kept, None)
            .with_light_sources(sources)
        )
        made = made.with_pins(_pins_of(contents.notes, level, page, size))
        light = scene_questions.light_of_map(answers) if own.light is None else own.light
        return made.with_light(light)


def _laid(level: SceneLevel, sheet: Box, page: ScenePage, own: Picture | None) -> Picture | None:
    """Return how the picture of a level lies on our map; as wide as the scene says."""
    data, info = level.picture.data, level.picture.info
    if data is None or info is None:
        return None
    sha256 = level.picture.sha256
    if own is not None and own.sha256 == sha256:
        return own
    left, top, width, _height = level.laid or sheet
    pixels = page.cell_px * info.width_px / width
    try:
        return Picture(
            sha256=sha256,
            pixels_per_cell=pixels,
            offset_x_px=round((left - page.corner[0]) / page.cell_px * pixels, _PLACES_PX),
            offset_y_px=round((top - page.corner[1]) / page.cell_px * pixels, _PLACES_PX),
            width_px=info.width_px,
            height_px=info.height_px,
        )
    except ValueError as error:
        text = _("a square of {px:g} pixels of its picture. Correct the grid of the scene.")
        raise MapError(text.format(px=pixels)) from error


# --- lights and pins ---------------------------------------------------------------------------


def _lights_of(
    lights: Iterable[SceneLight], level: SceneLevel, page: ScenePage, answers: Answers
) -> tuple[tuple[MapLight, ...], tuple[LightSource, ...]]:
    """Return the lights that are only kept, and those that can be turned on."""
    kept: list[MapLight] = []
    sources: list[LightSource] = []
    is_on = scene_questions.are_lights_on(answers)
    for at, one in enumerate((one for one in lights if level.holds(one.levels)), start=1):
        only_kept, source = own_kept_light(one.own), own_source(one.own, f"light-{at}")
        if only_kept is not None:
            kept.append(only_kept)
        elif len(sources) < MOST_LIGHT_SOURCES:
            sources.append(source or _source(one, at, page, is_on=is_on))
    return tuple(kept), tuple(sources)


def _source(one: SceneLight, at: int, page: ScenePage, *, is_on: bool) -> LightSource:
    return LightSource(
        id=f"light-{at}",
        name=_("Light {n}").format(n=at),
        at=page.point(one.x, one.y),
        bright_cells=min(one.bright_px / page.cell_px, _FARTHEST_REACH),
        dim_cells=min(max(one.dim_px, one.bright_px) / page.cell_px, _FARTHEST_REACH),
        colour=one.colour,
        width_deg=one.width_deg,
        facing_deg=one.facing_deg,
        strength=-1 if one.is_dark else 0,
        casts_shadows=one.casts_shadows,
        on=is_on and not one.is_hidden,
    )


def _pins_of(
    notes: Iterable[SceneNote], level: SceneLevel, page: ScenePage, size: Size
) -> Iterator[Pin]:
    """Yield the notes of a level, numbered as they come; as many as a map may have."""
    letters = 0
    here = [one for one in notes if level.holds(one.levels)]
    for at, one in enumerate(here[:MOST_PINS], start=1):
        letters += len(one.text)
        if letters > MOST_PIN_LETTERS:
            return
        label = one.own.get("label")
        yield Pin(
            id=f"pin-{at}",
            point=nearest_within(own_point(one.own.get("point"), page.point(one.x, one.y)), size),
            label=label[:MOST_LABEL] if isinstance(label, str) else str(at),
            text=one.text,
        )
