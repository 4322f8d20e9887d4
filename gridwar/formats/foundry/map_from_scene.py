"""The map made of a scene under the answers given so far.

An answer changes what is made of the scene, never how it was read, so answers can be given in any
order and taken back. ``SceneDraft.map_of`` makes the map of one level: whoever lays all levels of a
scene as floors begins there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from frozendict import frozendict
from msgspec import Struct
from msgspec.structs import replace

from gridwar.errors import MapError
from gridwar.formats.foundry import scene_questions
from gridwar.formats.foundry.own_flags import OwnMap, own_kept_light, own_point, own_source
from gridwar.formats.foundry.scene_report import report
from gridwar.formats.foundry.walls_from_scene import walls_of
from gridwar.formats.import_report import Imported
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
    from gridwar.formats.foundry.scene_lights_and_notes import SceneLight, SceneNote
    from gridwar.formats.foundry.scene_page import Box, ScenePage
    from gridwar.formats.foundry.scene_questions import Answers
    from gridwar.model.foreign_map_data import MapLight
    from gridwar.model.geometry import Size
    from gridwar.model.walls import Wall

_FARTHEST_REACH = 1000.0
_PLACES_PX = 3


class SceneDraft(Struct, frozen=True):
    """A scene with the answers given so far.

    ``walls`` are those last made: there may be thousands, and few answers change them.
    """

    contents: SceneContents
    answers: frozendict[str, str] = frozendict()
    walls: tuple[Wall, ...] | None = None

    def answered(self, check_id: str, choice_id: str) -> Imported:
        """Return the map under another answer.

        Raises:
            InputError: There is no such question or no such answer.
        """
        given = scene_questions.answers_with(self.contents, self.answers, check_id, choice_id)
        stays = check_id in {scene_questions.LIGHTS, scene_questions.AMBIENT}
        return SceneDraft(
            self.contents, frozendict(given), self.walls if stays else None
        ).imported()

    def imported(self) -> Imported:
        """Return the map under the present answers, with its report.

        Raises:
            MapError: It would be too large, or have too many walls.
        """
        contents, level = self.contents, scene_questions.level_of(self.contents, self.answers)
        made = self.map_of(level)
        draft = replace(self, walls=made.walls)
        _scale, is_said = scene_questions.scale_of(contents, self.answers)
        told = report(contents, self.answers, made)
        return Imported(made, level.picture.data, told, draft, is_scale_said=is_said)

    def map_of(self, level: SceneLevel) -> BattleMap:
        """Return the map of one level.

        Raises:
            MapError: It would be too large, or have too many walls.
        """
        contents, answers = self.contents, self.answers
        page = contents.page(scene_questions.cell_px(contents, answers))
        own = contents.own or OwnMap()
        scale, _is_said = scene_questions.scale_of(contents, answers)
        walls = self.walls
        if walls is None:
            unit_m = contents.grid.unit_m
            heights = scale.cell_m / contents.grid.distance if unit_m is None else unit_m
            standing = (one for one in contents.walls if level.holds(one.levels))
            walls = tuple(walls_of(standing, page, heights, answers))
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
