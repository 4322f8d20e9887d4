"""Single segments joined to lines, as few as can be: how other programs expect walls."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gridwar.formats.uvtt.lines import Segment
    from gridwar.model.geometry import Point


def joined_lines(segments: Iterable[Segment]) -> list[list[Point]]:
    """Return lines that go once along every segment.

    A line begins where an odd number of segments meet, as long as there is such a place; what is
    left then are closed outlines, which end with their first point.
    """
    ways: defaultdict[Point, dict[Point, None]] = defaultdict(dict)
    for a, b in segments:
        ways[a][b] = None
        ways[b][a] = None
    odd = [point for point, others in ways.items() if len(others) % 2]
    # Asked again each time: another walk may have ended here meanwhile.
    lines = [_walk(start, ways) for start in odd if len(ways[start]) % 2]
    for start in ways:
        while ways[start]:
            lines.append(_walk(start, ways))
    return lines


def _walk(start: Point, ways: defaultdict[Point, dict[Point, None]]) -> list[Point]:
    """Go on along unused segments until there is none, and use them up."""
    line = [start]
    while ways[line[-1]]:
        here = line[-1]
        there = next(iter(ways[here]))
        del ways[here][there], ways[there][here]
        line.append(there)
    return line
