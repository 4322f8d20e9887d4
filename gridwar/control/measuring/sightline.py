"""Lines of effect as they are drawn: every line that the rule tested, and what decided.

Draws the engine's own `Sight` and nothing else, so that picture and ruling cannot differ.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridwar.control.maps.map_words import capital
from gridwar.control.records import measure_records as mr
from gridwar.control.records import scene_records as sr
from gridwar.control.records.ground_records import in_cells
from gridwar.control.text_format import minus, squares, token_bit
from gridwar.engine.kit.sight_and_cover import GM_WORD, LineState, degree_title
from gridwar.engine.kit.yardstick_and_distances import apart, spot_of
from gridwar.model.cover_kinds import CoverDegree
from gridwar.model.geometry import footprint_centre
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.control.combatant_letters import CombatantLetters
    from gridwar.control.records.ground_records import Point
    from gridwar.engine.kit.rule_system import System
    from gridwar.engine.kit.sight_and_cover import Decider, Sight, SightLine
    from gridwar.model.encounter import Encounter

_ROLES = {
    LineState.CLEAR: sr.LineRole.CLEAR,
    LineState.COVER: sr.LineRole.COVER,
    LineState.BLOCKED: sr.LineRole.BLOCKED,
}


def present_line(
    system: System, encounter: Encounter, actor: str, target: str
) -> tuple[sr.OverlayView, ...]:
    """Return the lines between two on the board, and what decides them."""
    if actor == target or actor not in encounter or target not in encounter:
        return ()
    sight = system.sight(encounter, actor, target)
    return () if sight is None else draw_sight(encounter, sight, (actor, target))


def draw_sight(
    encounter: Encounter, sight: Sight, pair: tuple[str, str]
) -> tuple[sr.OverlayView, ...]:
    """Return a sight as overlays: deciders below, then each line as it came out.

    Args:
        encounter: The fight.
        sight: What was found.
        pair: Who looks at whom.
    """
    walls = [one for one in sight.deciders if one.wall is not None]
    decided = next((n for n, line in enumerate(sight.lines) if line.at is not None), None)
    lines = [
        _between(encounter, _line(line, walls[0] if walls and number == decided else None), pair)
        for number, line in enumerate(sight.lines)
    ]
    found: list[sr.OverlayView] = [*_deciders(sight), *lines]
    if sight.ruled:
        one = encounter[pair[1]]
        if one.pos is not None:
            at = in_cells(footprint_centre(one.pos, one.size))
            role = sr.Role.PAPER if sight.clear else sr.Role.THREAT
            found.append(sr.LabelOverlay(at, minus(sight.words), "", role, "hand"))
    return tuple(found)


def _between(encounter: Encounter, line: sr.LineOverlay, pair: tuple[str, str]) -> sr.LineOverlay:
    """Return a line with those in whose middles it begins and ends; one of corners stays there."""
    ends = zip(pair, (line.a, line.b), strict=True)
    a, b = (who if _is_middle(encounter, who, at) else "" for who, at in ends)
    return replace(line, between=(a, b))


def _is_middle(encounter: Encounter, who: str, at: Point) -> bool:
    one = encounter[who]
    return one.pos is not None and at == in_cells(footprint_centre(one.pos, one.size))


def _line(line: SightLine, decider: Decider | None) -> sr.LineOverlay:
    """Return a line; where a wall decides it, that wall's name stands at the cross."""
    cut = None if line.at is None else in_cells(line.at)
    name, second = ("", "") if decider is None else (capital(decider.name), _second(decider))
    return sr.LineOverlay(
        in_cells(line.start), in_cells(line.end), _ROLES[line.state], cut, name, second
    )


def _second(one: Decider) -> str:
    return minus(" ".join(filter(None, (one.detail, _rule(one.rule_id)))))


def _deciders(sight: Sight) -> Iterator[sr.OverlayView]:
    for one in sight.deciders:
        if one.wall is not None:
            role = sr.LineRole.BLOCKER if one.blocks else sr.LineRole.DECIDER
            a, b = one.wall
            yield sr.LineOverlay(in_cells(a), in_cells(b), role)
        elif one.cells:
            yield _filled(one, _second(one))


def _filled(one: Decider, second: str) -> sr.OverlayView:
    role = sr.RegionRole.HARD_COVER if one.hard else sr.RegionRole.SOFT_COVER
    if one.blocks:
        role = sr.RegionRole.OPPORTUNITY
    return sr.RegionOverlay(role, frozenset(one.cells), capital(one.name), second)


def _rule(rule_id: str) -> str:
    return "" if rule_id == GM_WORD else rule_id


def distance_words(system: System, encounter: Encounter, a: str, b: str) -> str:
    """Return how far apart two are, height included; empty off the board."""
    yardstick = system.yardstick(encounter)
    here = spot_of(encounter, yardstick, encounter[a])
    there = spot_of(encounter, yardstick, encounter[b])
    if here is None or there is None:
        return ""
    return squares(apart(yardstick, here, there).total_cells)


def sight_legend(sight: Sight | None) -> tuple[sr.LegendEntry, ...]:
    """Return what is drawn of a sight."""
    if sight is None:
        return ()
    names = {
        LineState.CLEAR: (sr.LineRole.CLEAR, _("clear")),
        LineState.COVER: (sr.LineRole.COVER, _("behind cover")),
        LineState.BLOCKED: (sr.LineRole.BLOCKED, _("blocked")),
    }
    states = dict.fromkeys(line.state for line in sight.lines)
    found = [sr.LegendEntry(*names[state]) for state in states]
    if any(not one.blocks for one in sight.deciders):
        found.append(sr.LegendEntry(sr.RegionRole.HARD_COVER, _("what decides")))
    return tuple(found)


# --- the panel -----------------------------------------------------------------------------------


def sight_panel(
    system: System,
    encounter: Encounter,
    a: str | None,
    b: str | None,
    letters: CombatantLetters,
) -> mr.MeasureView:
    """Return the panel: who at whom, the ruling with its reasons, and the GM's word on it."""
    heading = _("Line of effect")
    if a is None or a not in encounter:
        return mr.MeasureView(heading, subtitle=_("Click who looks, then the target; or drag."))
    if b is None or b not in encounter or a == b:
        text = _("{name} looks. Click the target, or drag from somebody else.")
        return mr.MeasureView(heading, subtitle=text.format(name=encounter[a].name))
    sight = system.sight(encounter, a, b)
    if sight is None:
        return mr.MeasureView(heading, subtitle=_("Both must be on the board."))
    title = _("{a} to {b}").format(a=encounter[a].name, b=encounter[b].name)
    rows = [
        mr.MeasureRow(
            minus(sight.words),
            rule_id=_rule(sight.rule_id),
            icon="hand" if sight.ruled else "spline" if sight.clear else "ban",
        )
    ]
    rows += [mr.MeasureRow(text, rule_id=rule, icon="circle-minus") for text, rule in sight.notes]
    rows += [
        mr.MeasureRow(
            encounter[b].name,
            distance_words(system, encounter, a, b),
            token=token_bit(letters, encounter, encounter[b]),
        )
    ]
    blocks = [
        mr.MeasureBlock(_("Ruling"), rows=tuple(rows)),
        mr.MeasureBlock(
            _("The GM's word"),
            _("Holds for attacks until either of them moves."),
            choices=tuple(_choices(encounter, sight, a, b)),
        ),
    ]
    return mr.MeasureView(heading, title, distance_words(system, encounter, a, b), tuple(blocks))


def _choices(encounter: Encounter, sight: Sight, a: str, b: str) -> Iterator[mr.MeasureChoice]:
    ruling = encounter.ruling(a, b)
    line = None if ruling is None else ruling.line
    cover = None if ruling is None else ruling.cover
    yield mr.MeasureChoice("rule:", _("As the rules say"), ruling is None, "scroll-text")
    yield mr.MeasureChoice("line:clear", _("Line clear"), line == "clear", "eye")
    yield mr.MeasureChoice("line:blocked", _("Line blocked"), line == "blocked", "ban")
    if sight.knows_cover:
        icons = {
            CoverDegree.NONE: "circle",
            CoverDegree.QUARTER: "cover-quarter",
            CoverDegree.HALF: "cover-half",
            CoverDegree.THREE_QUARTER: "cover-three-quarter",
            CoverDegree.FULL: "cover-full",
        }
        for degree in CoverDegree:
            words = capital(degree_title(degree))
            yield mr.MeasureChoice(f"cover:{degree}", words, cover is degree, icons[degree])
