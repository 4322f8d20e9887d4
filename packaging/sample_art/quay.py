"""The quay road: two lanes between warehouses and a container yard, a crossing. 60 by 20 cells."""

from __future__ import annotations

from itertools import pairwise

from sample_art.plan import Plan, Segment, Thing, block

ROAD = (0, 6, 60, 7)
"""x, y, width, height of the road along the quay; its middle line lies between the lanes."""
SIDE_ROAD = (27, 0, 6, 20)
YARD = (34, 14, 25, 6)
ROOFS = (
    ((0, 0, 11, 5), "tin"),
    ((12, 0, 13, 5), "brick"),
    ((35, 0, 11, 5), "brick"),
    ((47, 0, 13, 5), "tin"),
    ((0, 15, 14, 5), "brick"),
    ((15, 15, 10, 5), "tin"),
)
"""x, y, width, height, and what each is covered with."""
ROADWORKS = (44, 9, 5, 2)

_WALLED = frozenset().union(*(block(*frame) for frame, _look in ROOFS))


def _outline(number: int, frame: tuple[int, int, int, int]) -> tuple[Segment, ...]:
    x, y, w, h = frame
    corners = ((x, y), (x + w, y), (x + w, y + h), (x, y + h), (x, y))
    return tuple(
        Segment(f"roof{number}-{side}", a, b, shown=False)
        for side, (a, b) in enumerate(pairwise(corners))
    )


QUAY = Plan(
    name="The quay road",
    width=60,
    height=20,
    segments=(
        *(one for n, (frame, _look) in enumerate(ROOFS) for one in _outline(n, frame)),
        Segment("yard-1", (34, 14), (45, 14), "low", "Yard barrier"),
        Segment("yard-gate", (45, 14), (49, 14), "door", "Yard gate", "open"),
        Segment("yard-2", (49, 14), (59, 14), "low", "Yard barrier"),
    ),
    things=(
        Thing("works-1", "Road works", "crate", 44, 9),
        Thing("works-2", "Road works", "drum", 45, 10, height_m=1.0),
        Thing("works-3", "Road works", "crate", 47, 9),
        Thing("works-4", "Road works", "drum", 48, 10, height_m=1.0),
        Thing(
            "box-1",
            "Container",
            "container_red",
            36,
            16,
            4,
            2,
            "three_quarter",
            height_m=2.4,
            solid=True,
        ),
        Thing(
            "box-2",
            "Container",
            "container_blue",
            42,
            17,
            4,
            2,
            "three_quarter",
            height_m=2.4,
            solid=True,
        ),
        Thing(
            "box-3",
            "Container",
            "container_gold",
            50,
            16,
            3,
            2,
            "three_quarter",
            height_m=2.4,
            solid=True,
        ),
        Thing(
            "box-4",
            "Container",
            "container_grey",
            55,
            17,
            4,
            2,
            "three_quarter",
            height_m=2.4,
            solid=True,
        ),
        Thing("case-1", "Case", "case", 26, 4),
        Thing("case-2", "Case", "case", 33, 4),
        Thing("drum-1", "Fuel drum", "drum", 25, 14, height_m=1.0),
        Thing("drum-2", "Fuel drum", "drum", 26, 15, height_m=1.0),
    ),
    ground={"obstacle": _WALLED},
)
