"""Lines of effect as they are drawn: every line that the rule tested, and what decided.

Draws the engine's own `Sight` and nothing else, so that picture and ruling cannot differ.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridwar.control.maps.map_words import capital
from gridwar.control.measuring.sightline_ends import with_stand_ins
from gridwar.control.records import measure_records as mr
from gridwar.control.records import scene_records as sr
from gridwar.control.records.ground_records import in_cells
from gridwar.control.text_format import minus, squares, token_bit
from gridwar.engine.kit.sight_and_cover import GM_WORD, Decider, LineState, degree_title
from gridwar.engine.kit.yardstick_and_distances import apart, spot_of
from gridwar.engine.perception.why_unseen import sees
from gridwar.model.cover_kinds import CoverDegree
from gridwar.model.geometry import footprint_centre
from gridwar.model.memory import FogMode
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.control.combatant_letters import CombatantLetters
    from gridwar.control.records.ground_records import Point
    from gridwar.control.state.kept_measurements import SightEnd, SightPair
    from gridwar.engine.kit.rule_system import System
    from gridwar.engine.kit.sight_and_cover import Sight, SightLine
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


def sight_between(system: System, encounter: Encounter, pair: SightPair) -> Sight | None:
    """Return what the rules say of two ends; None where one of them is not on the board."""
    if not pair.is_in(encounter):
        return None
    there = with_stand_ins(system, encounter, pair)
    return system.sight(there, pair.attacker.key, pair.target.key)


def present_between(
    system: System, encounter: Encounter, pair: SightPair
) -> tuple[sr.OverlayView, ...]:
    """Return the lines between two ends, and what decides them."""
    sight = sight_between(system, encounter, pair)
    ends = (pair.attacker.key, pair.target.key)
    return () if sight is None else draw_sight(encounter, sight, ends)


def draw_sight(
    encounter: Encounter, sight: Sight, pair: tuple[str, str]
) -> tuple[sr.OverlayView, ...]:
    """Return a sight as overlays: deciders below, then each line as it came out.

    The first line that was decided names at its cross what decided it, why, and by which rule.

    Args:
        encounter: The fight.
        sight: What was found.
        pair: Who looks at whom: combatants, or what stands in for a square.
    """
    decided = next((n for n, line in enumerate(sight.lines) if line.at is not None), None)
    named = None if decided is None else _named(sight, sight.lines[decided])
    lines = [
        _between(encounter, _line(line, named if number == decided else None), pair)
        for number, line in enumerate(sight.lines)
    ]
    found: list[sr.OverlayView] = [*_deciders(sight, named), *lines]
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
    one = encounter.combatants.get(who)
    if one is None or one.pos is None:
        return False
    return at == in_cells(footprint_centre(one.pos, one.size))


def _named(sight: Sight, line: SightLine) -> Decider:
    """Return what decides a line; where the rules name nothing, their ruling in words."""
    is_blocked = line.state is LineState.BLOCKED
    placed = [one for one in sight.deciders if one.wall is not None or one.cells]
    fitting = [one for one in placed if one.blocks is is_blocked] or placed
    return fitting[0] if fitting else Decider(sight.words, "", sight.rule_id, blocks=is_blocked)


def _line(line: SightLine, decider: Decider | None) -> sr.LineOverlay:
    """Return a line; what decides it has its name at the cross."""
    cut = None if line.at is None else in_cells(line.at)
    name, second = ("", "") if decider is None else (capital(decider.name), _second(decider))
    return sr.LineOverlay(
        in_cells(line.start), in_cells(line.end), _ROLES[line.state], cut, name, second
    )


def _second(one: Decider) -> str:
    return minus(" ".join(filter(None, (one.detail, _rule(one.rule_id)))))


def _deciders(sight: Sight, named: Decider | None) -> Iterator[sr.OverlayView]:
    """Yield what decides; the one that is named at the cross has no second label."""
    for one in sight.deciders:
        if one.wall is not None:
            role = sr.LineRole.BLOCKER if one.blocks else sr.LineRole.DECIDER
            a, b = one.wall
            yield sr.LineOverlay(in_cells(a), in_cells(b), role)
        elif one.cells:
            yield _filled(one, is_named=one is named)


def _filled(one: Decider, *, is_named: bool) -> sr.OverlayView:
    role = sr.RegionRole.HARD_COVER if one.hard else sr.RegionRole.SOFT_COVER
    if one.blocks:
        role = sr.RegionRole.OPPORTUNITY
    words = ("", "") if is_named else (capital(one.name), _second(one))
    return sr.RegionOverlay(role, frozenset(one.cells), *words)


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


def far_words(system: System, encounter: Encounter, pair: SightPair) -> str:
    """Return how far apart two ends are, height included; empty off the board."""
    there = with_stand_ins(system, encounter, pair)
    return distance_words(system, there, pair.attacker.key, pair.target.key)


def sight_panel(
    system: System,
    encounter: Encounter,
    here: SightEnd | None,
    pair: SightPair | None,
    letters: CombatantLetters,
) -> mr.MeasureView:
    """Return the panel: who at whom, the ruling with its reasons, and the GM's word on it.

    Args:
        system: The rules.
        encounter: The fight.
        here: The end that was chosen first; None for none.
        pair: Both ends, where there are two.
        letters: Those on the tokens.
    """
    heading = _("Line of effect")
    if here is None or not here.is_in(encounter):
        text = _("Click who looks, or a square, then the target; or drag.")
        return mr.MeasureView(heading, subtitle=text)
    if pair is None:
        text = _("From {name}. Click whom, or a square, or drag from elsewhere.")
        return mr.MeasureView(heading, subtitle=text.format(name=here.name(encounter)))
    sight = sight_between(system, encounter, pair)
    if sight is None:
        return mr.MeasureView(heading, subtitle=_("Both must be on the board."))
    far, target = far_words(system, encounter, pair), pair.target
    title = _("{a} to {b}").format(a=pair.attacker.name(encounter), b=target.name(encounter))
    rows = [
        mr.MeasureRow(
            minus(sight.words),
            rule_id=_rule(sight.rule_id),
            icon="hand" if sight.ruled else "spline" if sight.clear else "ban",
        )
    ]
    rows += [mr.MeasureRow(text, rule_id=rule, icon="circle-minus") for text, rule in sight.notes]
    if target.cell is None:
        token = token_bit(letters, encounter, encounter[target.who])
        rows.append(mr.MeasureRow(target.name(encounter), far, token=token))
    else:
        rows.append(mr.MeasureRow(capital(target.name(encounter)), far, icon="map-pin"))
    blocks = [mr.MeasureBlock(_("Ruling"), rows=tuple(rows))]
    if pair.is_of_people:
        blocks += _perceived(encounter, pair.attacker.who, pair.target.who)
        blocks.append(
            mr.MeasureBlock(
                _("The GM's word"),
                _("Holds for attacks until either of them moves."),
                choices=tuple(_choices(encounter, sight, pair.attacker.who, target.who)),
            )
        )
    return mr.MeasureView(heading, title, far, tuple(blocks))


def _perceived(encounter: Encounter, who: str, target: str) -> Iterator[mr.MeasureBlock]:
    """Yield what one perceives of the other and why, where there is a fog over the map."""
    if encounter.vision.mode is not FogMode.OFF:
        found = sees(encounter, who, target)
        icon = "eye" if found.sees else "circle-question-mark" if found.senses else "eye-off"
        text = found.reason if found.senses else _("not seen: {why}").format(why=found.reason)
        row = mr.MeasureRow(capital(text), rule_id=found.rule_id, icon=icon)
        yield mr.MeasureBlock(_("Perceives"), rows=(row,))


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
