"""The Drowned Heron: an inn by a river, its yard, its bridge, a broken tower. 28 by 22 cells."""

from __future__ import annotations

from PySide6.QtCore import QPointF
from sample_art.nature import ribbon
from sample_art.plan import Fog, Lamp, Plan, Room, Segment, Stairs, Thing, block

RIVER = (
    (20.0, -2.0),
    (19.7, 2.0),
    (19.2, 6.0),
    (19.3, 11.0),
    (20.2, 15.0),
    (20.9, 19.0),
    (20.4, 24.0),
)
RIVER_HALF = 1.9
WAYS = (
    (((-2, 16.4), (3, 16.8), (7, 16.2), (11, 16.6), (14.5, 15.2), (16.4, 12.6)), 1.9),
    (((22.6, 12.0), (24.6, 12.4), (26.4, 12.0), (30, 12.8)), 1.5),
    (((24.6, 12.2), (25.2, 10.4), (25.0, 8.0)), 1.0),
    (((10.0, 14.0), (10.2, 17.0), (9.6, 20.0), (9.9, 24.0)), 1.5),
    (((4.0, 5.5), (2.6, 6.2), (2.4, 9.0), (3.0, 13.0), (4.5, 16.0)), 0.8),
)
YARD = (
    (5.0, 14.2),
    (14.6, 14.3),
    (15.4, 15.6),
    (13.6, 18.6),
    (8.0, 18.9),
    (4.9, 18.2),
    (4.4, 15.4),
)
BRIDGE = block(17, 11, 6, 2)
JETTY = block(16, 16, 3, 1)
BEDS = block(0, 2, 1, 4) | block(1, 2, 2, 1)
REEDS = (
    block(17, 17, 2, 2)
    | block(17, 14, 1, 1)
    | block(22, 7, 1, 2)
    | block(21, 3, 1, 1)
    | block(23, 16, 1, 2)
)
GROWTH = (
    REEDS
    | block(2, 7, 2, 2)
    | block(24, 18, 1, 2)
    | block(13, 20, 2, 2)
    | block(22, 0, 2, 1)
    | block(3, 21, 3, 1)
    | block(27, 14, 1, 3)
)
RUG = (8.2, 11.2, 2.6, 1.6)

_SHALLOW_CELLS = 0.75


def _water() -> tuple[frozenset[tuple[int, int]], frozenset[tuple[int, int]]]:
    """Return the cells of the river, and those of them that are deep."""
    shape, middle = ribbon(RIVER, RIVER_HALF), ribbon(RIVER, RIVER_HALF - _SHALLOW_CELLS)
    cells = block(0, 0, 28, 22) - BRIDGE - JETTY
    wet = {c for c in cells if shape.contains(QPointF(c[0] + 0.5, c[1] + 0.5))}
    deep = {c for c in wet if middle.contains(QPointF(c[0] + 0.5, c[1] + 0.5))}
    return frozenset(wet), frozenset(deep)


WET, DEEP = _water()

ROOMS = (
    Room(4, 3, 9, 7, "slabs"),
    Room(9, 3, 12, 7, "flags"),
    Room(12, 3, 15, 7, "planks"),
    Room(4, 7, 15, 14, "planks"),
    Room(4, 7, 6, 12, "boards", storey=True),
    Room(23, 2, 27, 6, "flags", storey=True),
)

SEGMENTS = (
    # the house, clockwise from its upper left corner
    Segment("w01", (4, 3), (6, 3)),
    Segment("kitchen-window", (6, 3), (8, 3), "window", "Kitchen window"),
    Segment("w02", (8, 3), (13.4, 3)),
    Segment("w03", (15, 4.6), (15, 8)),
    Segment("river-window", (15, 8), (15, 10), "window", "River window"),
    Segment("w04", (15, 10), (15, 11)),
    Segment("bridge-door", (15, 11), (15, 12), "door", "Bridge door", "open"),
    Segment("w05", (15, 12), (15, 14)),
    Segment("w06", (15, 14), (14, 14)),
    Segment("taproom-window-e", (14, 14), (12, 14), "window", "Taproom window"),
    Segment("w07", (12, 14), (11, 14)),
    Segment("front-door", (11, 14), (9, 14), "door", "Front door", "open"),
    Segment("w08", (9, 14), (8, 14)),
    Segment("taproom-window-w", (8, 14), (6, 14), "window", "Taproom window"),
    Segment("w09", (6, 14), (4, 14)),
    Segment("w10", (4, 14), (4, 11)),
    Segment("gallery-window", (4, 11), (4, 9), "window", "Gallery window"),
    Segment("w11", (4, 9), (4, 6)),
    Segment("kitchen-door", (4, 6), (4, 5), "door", "Kitchen door", "closed"),
    Segment("w12", (4, 5), (4, 3)),
    # inside
    Segment("w13", (4, 7), (8, 7)),
    Segment("passage", (8, 7), (9, 7), "door", "Kitchen passage", "open"),
    Segment("w14", (9, 7), (10, 7)),
    Segment("store-door", (10, 7), (11, 7), "door", "Store", "locked"),
    Segment("w15", (11, 7), (13, 7)),
    Segment("chamber-door", (13, 7), (14, 7), "door", "Guest chamber", "closed"),
    Segment("w16", (14, 7), (15, 7)),
    Segment("w17", (9, 3), (9, 7)),
    Segment("w18", (12, 3), (12, 5)),
    Segment("shelf-door", (12, 5), (12, 6), "door", "Door behind the shelf", "secret"),
    Segment("w19", (12, 6), (12, 7)),
    Segment("gallery-rail", (6, 7), (6, 12), "rail", "Gallery railing"),
    # the broken tower across the river
    Segment("t01", (23, 6), (23, 2), "low", "Parapet"),
    Segment("t02", (23, 2), (27, 2), "low", "Parapet"),
    Segment("t03", (27, 2), (27, 6), "low", "Parapet"),
    Segment("t04", (27, 6), (25.9, 6), "low", "Parapet"),
    Segment("t05", (24, 6), (23, 6), "low", "Parapet"),
    # garden and yard
    Segment("g01", (0, 7), (2, 7), "low", "Garden wall"),
    Segment("g02", (3.4, 0), (3.4, 2.6), "low", "Garden wall"),
    Segment("g03", (3, 20), (8, 20), "low", "Yard wall"),
    Segment("g04", (11.5, 20), (16, 20), "low", "Yard wall"),
    Segment("b01", (17, 11), (23, 11), "rail", "Bridge railing"),
    Segment("b02", (17, 13), (23, 13), "rail", "Bridge railing"),
)

THINGS = (
    Thing("hearth", "Hearth", "hearth", 11, 7, 2, 1, "three_quarter", height_m=1.6, solid=True),
    Thing("table-1", "Round table", "round_table", 7, 8, 2, 2, "quarter", height_m=0.8),
    Thing("table-2", "Round table", "round_table", 12, 12, 2, 2, "quarter", height_m=0.8),
    Thing("long-table", "Long table", "long_table", 6, 12, 2, 1, "quarter", height_m=0.8),
    Thing("bar", "Bar", "counter", 13, 9, 1, 2),
    Thing("cask-1", "Cask", "barrel", 14, 9),
    Thing("cask-2", "Cask", "barrel", 14, 8),
    Thing("shelf", "Shelf", "shelf", 12, 5, 1, 2, "none"),
    Thing("gallery-table", "Small table", "round_table", 4, 8, 1, 1, "quarter", height_m=0.8),
    Thing("gallery-chest", "Chest", "chest", 4, 11, height_m=0.8),
    Thing("oven", "Oven", "hearth", 5, 3, 2, 1, "three_quarter", height_m=1.6, solid=True),
    Thing("kitchen-table", "Kitchen table", "long_table", 6, 5, 2, 1, "quarter", height_m=0.8),
    Thing("flour", "Flour sacks", "sacks", 8, 3, 1, 1, "quarter", hard=False, height_m=0.7),
    Thing("cask-3", "Cask", "barrel", 4, 4),
    Thing("store-crate-1", "Crate", "crate", 9, 3),
    Thing("store-crate-2", "Crate", "crate", 9, 4),
    Thing("store-cask", "Cask", "barrel", 9, 6),
    Thing("bed", "Bed", "bed", 12, 3, 1, 2, "quarter", hard=False, height_m=0.6),
    Thing("well", "Well", "well", 5, 16, 2, 2, solid=True),
    Thing("cart", "Cart", "cart", 11, 17, 3, 2, height_m=1.4),
    Thing("hay-1", "Hay bale", "hay", 4, 15, 1, 1, hard=False),
    Thing("hay-2", "Hay bale", "hay", 3, 14, 1, 1, hard=False),
    Thing("wood", "Firewood", "wood", 3, 9, 1, 2),
    Thing("crate-1", "Crate", "crate", 14, 15),
    Thing("crate-2", "Crate", "crate", 15, 15),
    Thing("crate-3", "Crate", "crate", 16, 14),
    Thing("cask-4", "Cask", "barrel", 15, 14),
    Thing("boat", "Rowing boat", "boat", 18, 14, 1, 2, "half", hard=False, height_m=0.6),
    Thing("log", "Fallen tree", "trunk", 24, 14, 3, 1),
    Thing("tower-chest", "Chest", "chest", 26, 3, height_m=0.8),
    *(
        Thing(f"tree-{number}", "Tree", "none", x, y, height_m=None, solid=True)
        for number, (x, y) in enumerate(
            ((1, 0), (1, 11), (17, 2), (26, 9), (25, 17), (23, 20), (1, 19), (15, 21), (16, 7)), 1
        )
    ),
)

STAIRS = (
    Stairs(4, 12, 2, 2, "n"),
    Stairs(24, 6, 2, 1, "n", made_of="stone"),
    Stairs(11, 4, 1, 3, "s", made_of="stone"),
)

HERON = Plan(
    name="The Drowned Heron",
    width=28,
    height=22,
    rooms=ROOMS,
    segments=SEGMENTS,
    things=THINGS,
    stairs=STAIRS,
    lamps=(
        Lamp(12.0, 7.9, 4.6, (1.0, 0.62, 0.3), 0.5, shown=False),
        Lamp(6.0, 3.7, 3.4, (1.0, 0.62, 0.3), 0.45, shown=False),
    ),
    trees=(
        (1.5, 0.7, 1.5),
        (1.4, 11.5, 1.35),
        (17.4, 2.3, 1.25),
        (26.4, 9.4, 1.35),
        (25.6, 17.6, 1.6),
        (23.6, 20.7, 1.3),
        (1.6, 19.6, 1.55),
        (15.4, 21.6, 1.1),
        (16.3, 7.4, 0.95),
    ),
    ground={
        "shallow water": WET - DEEP,
        "deep water": DEEP,
        "undergrowth": GROWTH,
        "rubble": block(13, 3, 2, 2) | block(15, 2, 1, 3) | block(14, 2, 1, 1) | block(26, 6, 2, 2),
    },
    heights_m={
        -0.5: WET - DEEP,
        -1.5: DEEP | block(11, 5, 1, 1),
        2.5: block(4, 7, 2, 5),
        1.5: block(4, 12, 2, 1) | block(24, 6, 2, 1),
        0.5: block(4, 13, 2, 1) | BRIDGE,
        3.0: block(23, 2, 4, 4),
        -2.5: block(11, 4, 1, 1),
        -1.0: block(11, 6, 1, 1),
    },
    growth=GROWTH,
    fogs=(
        Fog("smoke", "smoke", "Smoke from the oven", block(4, 3, 3, 2) | block(4, 5, 2, 1), 1, 4),
    ),
)
