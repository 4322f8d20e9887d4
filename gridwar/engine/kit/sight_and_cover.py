"""Between two combatants: the lines that the rule tested, what decided, and what the GM may say.

The record is the ruling and the picture at once: what is drawn is what the system answered. Each
system makes it with its own procedure; the helpers here turn results of ``gridwar.grid`` into it.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from gridwar.engine.kit.yardstick_and_distances import up_cells
from gridwar.grid.cells.wall_crossings import crossing_at
from gridwar.grid.lines.cover_on_line import cover_facts
from gridwar.grid.lines.sight_and_effect import LineMode, LineRule, Purpose, Stand, line_between
from gridwar.model.cover_kinds import CoverDegree
from gridwar.model.geometry import Cell, Point, centre_of, footprint
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit.yardstick_and_distances import Levels
    from gridwar.grid.cells.obstacle_reasons import Obstacle
    from gridwar.grid.lines.cover_on_line import CoverFound
    from gridwar.grid.lines.sight_and_effect import LineResult, LineTest
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.encounter import Encounter

GM_WORD = "gm"
"""In the place of a rule id: the GM has said so."""


class LineState(StrEnum):
    """What became of one line."""

    CLEAR = "clear"
    COVER = "cover"
    BLOCKED = "blocked"


class SightLine(Struct, frozen=True):
    """One line that was tested, and where it was decided if it was not clear."""

    start: Point
    end: Point
    state: LineState = LineState.CLEAR
    at: Point | None = None


class Decider(Struct, frozen=True):
    """The wall, object or cell that blocks a line or gives cover on it.

    Attributes:
        name: what it is called.
        detail: degree, hard or soft, what it is worth.
        blocks: it stops the line; otherwise it gives cover.
        wall: its ends where it is a wall or an edge.
        cells: the cells it fills otherwise.
    """

    name: str
    detail: str = ""
    rule_id: str = ""
    hard: bool = True
    blocks: bool = False
    wall: tuple[Point, Point] | None = None
    cells: frozenset[Cell] = frozenset()


class Sight(Struct, frozen=True):
    """What one combatant has towards another.

    Attributes:
        lines: every line that the rule tried; one clear one is enough.
        clear: whether there is a line at all.
        words: the ruling in a sentence.
        rule_id: the rule it follows.
        degree: the cover that counts, where there is a line.
        deciders: what is to be drawn.
        notes: what lies on the line and does not count, with the rule.
        knows_cover: whether the system has cover at all.
        ruled: whether the GM's word stands in place of the rule.
    """

    lines: tuple[SightLine, ...]
    clear: bool
    words: str
    rule_id: str = ""
    degree: CoverDegree = CoverDegree.NONE
    deciders: tuple[Decider, ...] = ()
    notes: tuple[tuple[str, str], ...] = ()
    knows_cover: bool = False
    ruled: bool = False


def stand_at(encounter: Encounter, who: str, levels: Levels = ()) -> Stand | None:
    """Return where a combatant stands, ground and altitude added; None off the board.

    Args:
        encounter: The fight.
        who: The combatant.
        levels: The levels of the system, if it counts height in them.
    """
    one = encounter[who]
    if one.pos is None:
        return None
    up_m = up_cells(encounter, levels, one.altitude) * encounter.map.scale.cell_m
    return Stand(footprint(one.pos, one.size), encounter.map.ground_m(one.pos) + up_m)


class PlainLines(Struct, frozen=True):
    """How a system tries plain lines.

    Attributes:
        mode: Which lines are tried.
        rule_id: The rule it follows.
        levels: The levels of the system, if it counts height in them.
    """

    mode: LineMode = LineMode.SQUARES
    rule_id: str = ""
    levels: Levels = ()


USUAL_LINES = PlainLines()


def usual_lines(encounter: Encounter) -> PlainLines:
    """Return how lines are tried by rules that have nothing to say of it (``Board.lines``)."""
    del encounter
    return USUAL_LINES


def plain_sight(
    encounter: Encounter, a: str, b: str, lines: PlainLines = USUAL_LINES
) -> Sight | None:
    """Return the lines of sight and of effect between two; both must be there.

    Where one of them is missing its lines are shown, else those of effect.

    Args:
        encounter: The fight.
        a: Who looks.
        b: At whom.
        lines: How the system tries them.
    """
    here, there = (stand_at(encounter, who, lines.levels) for who in (a, b))
    if here is None or there is None:
        return None
    found = _tested(encounter, (here, there), lines.mode, lines.rule_id)
    ruling = encounter.ruling(a, b)
    if ruling is None or ruling.line is None:
        return found
    is_clear = ruling.line == "clear"
    words = _("Line clear: the GM's word") if is_clear else _("Line blocked: the GM's word")
    drawn = tuple(_ruled(line, clear=is_clear) for line in found.lines)
    return Sight(drawn, is_clear, words, GM_WORD, ruled=True)


def _ruled(line: SightLine, *, clear: bool) -> SightLine:
    """Return a line as the GM says it is: one that is blocked ends half way."""
    if clear:
        return SightLine(line.start, line.end)
    (px, py), (qx, qy) = line.start, line.end
    half = Point((px + qx) // 2, (py + qy) // 2)
    return SightLine(line.start, line.end, LineState.BLOCKED, line.at or half)


def _tested(
    encounter: Encounter, stands: tuple[Stand, Stand], mode: LineMode, rule_id: str
) -> Sight:
    if not set(stands[0].cells).isdisjoint(stands[1].cells):
        return Sight((), True, _("In the same place"), rule_id)
    for purpose in Purpose:
        result = line_between(encounter.map, *stands, LineRule(purpose, mode))
        if not result.clear or purpose is Purpose.EFFECT:
            break
    lines = tuple(_drawn(line) for line in result.lines)
    stopped = result.blocked_by
    if stopped is None:
        return Sight(lines, True, _clear_words(result), rule_id)
    text = _("Seen, but no line of effect: {reason}")
    if result.purpose is Purpose.SIGHT:
        text = _("No line of sight: {reason}")
    words = text.format(reason=stopped)
    return Sight(lines, False, words, rule_id, deciders=(_blocker(stopped, rule_id),))


def _clear_words(result: LineResult) -> str:
    count = len(result.lines)
    free = sum(line.clear for line in result.lines)
    text = _("Line clear") if count == 1 else _("Line clear: {free} of {count}")
    return text.format(free=free, count=count)


def _drawn(line: LineTest) -> SightLine:
    if line.blocked_by is None:
        return SightLine(line.start, line.end)
    return SightLine(line.start, line.end, LineState.BLOCKED, _met(line, line.blocked_by))


def _met(line: LineTest, stopped: Obstacle) -> Point:
    if stopped.wall is not None:
        part = crossing_at(line.start, line.end, stopped.wall)
        (px, py), (qx, qy) = line.start, line.end
        return Point(round(px + part * (qx - px)), round(py + part * (qy - py)))
    return line.end if stopped.cell is None else centre_of(stopped.cell)


def _blocker(stopped: Obstacle, rule_id: str) -> Decider:
    wall = None if stopped.wall is None else (stopped.wall.a, stopped.wall.b)
    cells = frozenset(() if stopped.cell is None or wall is not None else (stopped.cell,))
    return Decider(str(stopped), "", rule_id, blocks=True, wall=wall, cells=cells)


def cover_sight(encounter: Encounter, a: str, b: str) -> Sight | None:
    """Return the lines between two and the best cover on them, without what it is worth.

    Args:
        encounter: The fight.
        a: Who looks.
        b: At whom.
    """
    seen, here, there = plain_sight(encounter, a, b), stand_at(encounter, a), stand_at(encounter, b)
    if seen is None or here is None or there is None:
        return None
    seen, ruling = replace(seen, knows_cover=True), encounter.ruling(a, b)
    if not seen.clear:
        return seen
    if ruling is not None and ruling.cover is not None:
        return ruled_cover(seen, ruling.cover, hard=ruling.hard)
    best = cover_facts(encounter.map, here, there).best
    if best is None or not seen.lines:
        return seen
    decider = cover_decider(encounter.map, best, _degree_words(best.degree, hard=best.hard), "")
    return behind(seen, decider, best.degree, best.at)


def ruled_cover(seen: Sight, degree: CoverDegree, *, hard: bool) -> Sight:
    """Return a sight with the cover that the GM says."""
    if degree is CoverDegree.NONE:
        words = _("No cover: the GM's word")
        return replace(seen, words=words, rule_id=GM_WORD, degree=degree, ruled=True)
    decider = Decider(_("the GM's word"), _degree_words(degree, hard=hard), GM_WORD, hard)
    return replace(behind(seen, decider, degree), ruled=True)


def behind(sight: Sight, found: Decider, degree: CoverDegree, at: Point | None = None) -> Sight:
    """Return a sight with cover on its line: dashed from where the line meets what hides.

    Args:
        sight: The line, clear.
        found: What hides the target.
        degree: How much.
        at: Where the line meets it; None for all of the line.
    """
    lines = tuple(
        SightLine(line.start, line.end, LineState.COVER, at)
        for line in sight.lines
        if line.state is LineState.CLEAR
    )
    words = f"{found.name}: {found.detail}" if found.detail else found.name
    return replace(
        sight,
        lines=lines[:1],
        words=words,
        rule_id=found.rule_id,
        degree=degree,
        deciders=(found,),
        knows_cover=True,
    )


def cover_decider(battle_map: BattleMap, found: CoverFound, detail: str, rule_id: str) -> Decider:
    """Return what hides a target, with where it lies on the map."""
    wall = next((one for one in battle_map.walls if one.id == found.source), None)
    thing = next((one for one in battle_map.in_play.cover_objects if one.id == found.source), None)
    covered: tuple[Cell, ...] = () if thing is None else thing.cells
    if thing is None and wall is None:
        covered = _painted(found.source)
    ends = None if wall is None else (wall.a, wall.b)
    name = found.name or found.source
    return Decider(name, detail, rule_id, found.hard, wall=ends, cells=frozenset(covered))


def _painted(source: str) -> tuple[Cell, ...]:
    x, _comma, y = source.partition(",")
    return (Cell(int(x), int(y)),) if x.isdecimal() and y.isdecimal() else ()


def _degree_words(degree: CoverDegree, *, hard: bool) -> str:
    """Return how much cover it is and of what kind, in words."""
    return f"{degree_title(degree)}, {_('hard') if hard else _('soft')}"


def degree_title(degree: CoverDegree) -> str:
    """Return how much cover it is, in words."""
    return {
        CoverDegree.NONE: _("no cover"),
        CoverDegree.QUARTER: _("quarter cover"),
        CoverDegree.HALF: _("half cover"),
        CoverDegree.THREE_QUARTER: _("three-quarter cover"),
        CoverDegree.FULL: _("full cover"),
    }[degree]
