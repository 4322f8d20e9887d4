"""What a scene leaves open, asked once a kind and never once a wall.

One-way walls, doors with their states, windows and curtains need no question: walls here know all
of it. What is seen through once and what stops steps only may be props, railings or water; what
stands there is asked, and the first guess does what the file says, no more.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from gridwar.formats.import_report import Check, Choice, require_choice, unknown_check
from gridwar.formats.wall_senses import Sort
from gridwar.model.geometry import MAX_SIDE_CELLS
from gridwar.model.map_limits import MOST_LIGHT_SOURCES
from gridwar.model.scale import Scale
from gridwar.model.zones import Light
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from gridwar.formats.foundry.scene_contents import SceneContents, SceneLevel

Answers = Mapping[str, str]
"""The id of the choice by the id of the question; without one the first guess holds."""

LEVEL, CELL, SCALE, LIMITED, STEPS = "level", "cell", "scale", "limited", "steps"
LIGHTS, AMBIENT = "lights", "ambient"
FLOORS = "floors"
"""The answer that makes every level a floor."""
ONCE, FULL, LOW, NOTHING = "once", "full", "low", "nothing"
ONLY, RAILING, WINDOW = "only", "railing", "window"
OFF, ON = "off", "on"
AS_IT_IS = "as_it_is"

_LIMITED_WAYS = (
    Choice(ONCE, _("Seen through once")),
    Choice(FULL, _("Full walls")),
    Choice(LOW, _("Low: cover behind")),
    Choice(NOTHING, _("Leave them out")),
)
_STEPS_WAYS = (
    Choice(ONLY, _("Steps only: shots pass")),
    Choice(RAILING, _("Railings: cover behind")),
    Choice(WINDOW, _("Windows: shots stop")),
    Choice(NOTHING, _("Leave them out")),
)
_LIGHT_WAYS = (Choice(OFF, _("Leave them off")), Choice(ON, _("Turn them on")))
_AMBIENT_WAYS = (
    Choice(str(int(Light.BRIGHT)), _("Bright")),
    Choice(str(int(Light.LOW)), _("Low light")),
    Choice(str(int(Light.DARK)), _("Dark")),
)
_SCALES: Mapping[str, Scale] = {
    AS_IT_IS: Scale(),
    "1.5 m": Scale(cell_size=1.5, unit="m"),
    "5 ft": Scale(cell_size=5, unit="ft"),
    "1 m": Scale(cell_size=1, unit="m"),
    "2 m": Scale(cell_size=2, unit="m"),
}
_SCALE_WAYS = (
    Choice(AS_IT_IS, _("As in this fight")),
    *(Choice(one, one) for one in _SCALES if one != AS_IT_IS),
)
_PARTS = (1.0, 2.0, 0.5, 1.5)
"""Of the cell that a scene names, the sizes that are offered."""
_LEAST_PX = 8.0


def checks(contents: SceneContents, answers: Answers) -> tuple[Check, ...]:
    """Return the questions of a scene with their present answers."""
    return (
        *_level(contents, answers),
        *_cell(contents, answers),
        *_scale(contents, answers),
        *_limited(contents, answers),
        *_steps(contents, answers),
        *_lights(contents, answers),
        *_ambient(contents, answers),
    )


def answers_with(
    contents: SceneContents, answers: Answers, check_id: str, choice_id: str
) -> Answers:
    """Return the answers with another one.

    Raises:
        InputError: There is no such question or no such answer.
    """
    for check in checks(contents, answers):
        if check.id == check_id:
            require_choice(check.choices, check_id, choice_id)
            return {**answers, check_id: choice_id}
    raise unknown_check(check_id)


def levels_of(contents: SceneContents, answers: Answers) -> tuple[SceneLevel, ...]:
    """Return the levels that the map is made of, the lowest first: all as floors, or one."""
    chosen = _level_chosen(contents, answers)
    return contents.levels if chosen == FLOORS else (contents.levels[int(chosen)],)


def _level_chosen(contents: SceneContents, answers: Answers) -> str:
    can_be_floors = len(contents.levels) > 1 and not contents.why_no_floors
    usual = FLOORS if can_be_floors else str(contents.ground_level)
    chosen = answers.get(LEVEL, usual)
    return usual if chosen == FLOORS else chosen


def is_on(levels: Iterable[SceneLevel], of: frozenset[str]) -> bool:
    """Return whether something that is on some levels is on any of these."""
    return any(level.holds(of) for level in levels)


def cell_px(contents: SceneContents, answers: Answers) -> float:
    """Return the pixels of the canvas to a cell."""
    sizes = _sizes(contents)
    return next((one for one in sizes if _size_id(one) == answers.get(CELL)), sizes[0])


def scale_of(contents: SceneContents, answers: Answers) -> tuple[Scale, bool]:
    """Return how long a cell is, and whether the scene or somebody says so."""
    found = contents.grid.scale(cell_px(contents, answers))
    if found is not None:
        return found, True
    said = answers.get(SCALE, AS_IT_IS)
    return _SCALES[said], said != AS_IT_IS


def way_of(sort: Sort, answers: Answers) -> str:
    """Return what walls of a sort that is asked about are taken for."""
    return answers.get(LIMITED, ONCE) if sort is Sort.LIMITED else answers.get(STEPS, ONLY)


def are_lights_on(answers: Answers) -> bool:
    """Return whether the lights of the scene shine; they do not at first."""
    return answers.get(LIGHTS, OFF) == ON


def light_of_map(answers: Answers) -> Light:
    """Return the map's own light; bright until it is said otherwise."""
    return Light(int(answers.get(AMBIENT, str(int(Light.BRIGHT)))))


def _level(contents: SceneContents, answers: Answers) -> Iterator[Check]:
    if len(contents.levels) == 1:
        return
    question = _("{n} levels: as floors, or one of them?").format(n=len(contents.levels))
    note = _("As floors they lie one above the other, with what leads between them.")
    ways = [Choice(str(at), level_name(contents, at)) for at in range(len(contents.levels))]
    if contents.why_no_floors:
        text = _("They cannot be floors of one map: {why}")
        note = text.format(why=contents.why_no_floors)
    else:
        ways.insert(0, Choice(FLOORS, _("All, as floors")))
    chosen = _level_chosen(contents, answers)
    yield Check(LEVEL, question, note, tuple(ways), chosen, is_answered=LEVEL in answers)


def level_name(contents: SceneContents, at: int) -> str:
    """Return what a level is called, by its number from 0."""
    return contents.levels[at].name or _("Level {n}").format(n=at + 1)


def _sizes(contents: SceneContents) -> list[float]:
    """Return the pixels that a cell may have, the scene's own first where that will do."""
    grid = contents.grid
    if grid.has_squares:
        return [grid.cell_px]
    side = max(grid.sheet[2:])
    least = max(_LEAST_PX, side / MAX_SIDE_CELLS)
    sizes = [grid.cell_px * part for part in _PARTS]
    return [one for one in sizes if least <= one <= side] or [max(least, grid.cell_px)]


def _size_id(size_px: float) -> str:
    return f"{size_px:g}"


def _cell(contents: SceneContents, answers: Answers) -> Iterator[Check]:
    grid = contents.grid
    if grid.has_squares:
        return
    if grid.is_hex:
        question = _("The scene has hexes: how large a square instead?")
        note = _("Gridwar plays on squares. The first is as wide as a hex.")
    else:
        question = _("The scene has no grid: how large is a square?")
        note = _("The first is what the scene measures by. Walls and picture go along.")
    ways = []
    for size in _sizes(contents):
        width, height = grid.page(size).size
        length = grid.scale(size)
        text = f"{width} × {height}"
        if length is not None:
            text = _("{w} × {h}, {length} each").format(
                w=width, h=height, length=f"{length.cell_size:g} {length.unit}"
            )
        ways.append(Choice(_size_id(size), text))
    chosen = _size_id(cell_px(contents, answers))
    yield Check(CELL, question, note, tuple(ways), chosen, is_answered=CELL in answers)


def _scale(contents: SceneContents, answers: Answers) -> Iterator[Check]:
    grid = contents.grid
    if grid.scale(grid.cell_px) is not None:
        return
    question = _("How long is a square?")
    shown = f"{grid.distance:g} {grid.units}".strip()
    note = _("The scene says {length}, which is no length.").format(length=shown)
    chosen = answers.get(SCALE, AS_IT_IS)
    yield Check(SCALE, question, note, _SCALE_WAYS, chosen, is_answered=SCALE in answers)


def _count(contents: SceneContents, answers: Answers, sort: Sort) -> int:
    levels = levels_of(contents, answers)
    asked = (one for one in contents.walls if one.sort is sort and not one.own)
    return sum(is_on(levels, one.levels) for one in asked)


def _limited(contents: SceneContents, answers: Answers) -> Iterator[Check]:
    if count := _count(contents, answers, Sort.LIMITED):
        text = ngettext("{n} wall is seen through once", "{n} walls are seen through once", count)
        note = _("Rocks, bushes and furniture are drawn so: one sees onto them, not beyond.")
        chosen, is_answered = way_of(Sort.LIMITED, answers), LIMITED in answers
        question = text.format(n=count)
        yield Check(LIMITED, question, note, _LIMITED_WAYS, chosen, is_answered=is_answered)


def _steps(contents: SceneContents, answers: Answers) -> Iterator[Check]:
    if count := _count(contents, answers, Sort.STEPS):
        text = ngettext("{n} wall stops steps only", "{n} walls stop steps only", count)
        note = _("Railings, water and cliffs are drawn so, in older scenes windows too.")
        chosen, is_answered = way_of(Sort.STEPS, answers), STEPS in answers
        question = text.format(n=count)
        yield Check(STEPS, question, note, _STEPS_WAYS, chosen, is_answered=is_answered)


def _lights(contents: SceneContents, answers: Answers) -> Iterator[Check]:
    levels = levels_of(contents, answers)
    count = sum(is_on(levels, one.levels) and not one.own for one in contents.lights)
    if not 0 < count <= MOST_LIGHT_SOURCES:
        return
    text = ngettext("{n} light is off", "{n} lights are off", count)
    note = _("Turned on they count for how light it is and for sight. Each has a switch (J).")
    chosen = ON if are_lights_on(answers) else OFF
    question, is_answered = text.format(n=count), LIGHTS in answers
    yield Check(LIGHTS, question, note, _LIGHT_WAYS, chosen, is_answered=is_answered)


def _ambient(contents: SceneContents, answers: Answers) -> Iterator[Check]:
    if contents.ambient is Light.BRIGHT or contents.own is not None:
        return
    level = {Light.LOW: _("low light"), Light.DARK: _("dark")}[contents.ambient]
    question = _("The scene says that it is {level} here").format(level=level)
    note = _("The map's own light, where no source shines. It is bright until you say so.")
    chosen = str(int(light_of_map(answers)))
    yield Check(AMBIENT, question, note, _AMBIENT_WAYS, chosen, is_answered=AMBIENT in answers)
