"""Tollen Mill: an inn and a mill by a stream, its yard, a barn. 36 by 24 cells."""

from __future__ import annotations

from sample_art.plan import Lamp, Plan, Room, Segment, Thing, block

ROOMS = (
    Room(12, 8, 21, 15, "planks"),
    Room(12, 4, 18, 8, "stone"),
    Room(18, 4, 21, 8, "planks"),
    Room(21, 4, 27, 15, "flags"),
    Room(2, 16, 9, 22, "straw"),
)

SEGMENTS = (
    # the house, clockwise from its upper left corner
    Segment("w01", (12, 4), (14, 4)),
    Segment("kitchen-window", (14, 4), (16, 4), "window", "Kitchen window"),
    Segment("w02", (16, 4), (24, 4)),
    Segment("w03", (27, 7), (27, 15)),
    Segment("w04", (27, 15), (25, 15)),
    Segment("mill-door", (25, 15), (23, 15), "door", "Mill gate", "open"),
    Segment("w05", (23, 15), (20, 15)),
    Segment("taproom-window-s", (20, 15), (18, 15), "window", "Taproom window"),
    Segment("w06", (18, 15), (17, 15)),
    Segment("front-door", (17, 15), (15, 15), "door", "Front door", "open"),
    Segment("w07", (15, 15), (12, 15)),
    Segment("w08", (12, 15), (12, 13)),
    Segment("taproom-window-w", (12, 13), (12, 11), "window", "Taproom window"),
    Segment("w09", (12, 11), (12, 7)),
    Segment("kitchen-door", (12, 7), (12, 6), "door", "Kitchen door", "closed"),
    Segment("w10", (12, 6), (12, 4)),
    # inside
    Segment("w11", (12, 8), (15, 8)),
    Segment("hatch", (15, 8), (16, 8), "door", "Kitchen passage", "open"),
    Segment("w12", (16, 8), (19, 8)),
    Segment("store-door", (19, 8), (20, 8), "door", "Store", "locked"),
    Segment("w13", (20, 8), (21, 8)),
    Segment("w14", (18, 4), (18, 8)),
    Segment("w15", (21, 4), (21, 11)),
    Segment("mill-passage", (21, 11), (21, 12), "door", "Mill passage", "closed"),
    Segment("w16", (21, 12), (21, 15)),
    # the barn
    Segment("b01", (2, 16), (9, 16)),
    Segment("b02", (9, 16), (9, 18)),
    Segment("barn-door", (9, 18), (9, 20), "door", "Barn door", "open"),
    Segment("b03", (9, 20), (9, 22)),
    Segment("b04", (9, 22), (2, 22)),
    Segment("b05", (2, 22), (2, 16)),
    # garden walls
    Segment("g01", (0, 12), (5, 12), "low", "Garden wall"),
    Segment("g02", (7, 12), (9, 12), "low", "Garden wall"),
    Segment("g03", (12, 19), (12, 23), "low", "Yard wall"),
    Segment("g04", (20, 19), (26, 19), "low", "Yard wall"),
)

THINGS = (
    Thing("table-1", "Round table", "table", 13, 12, 2, 2, "quarter", height_m=0.8),
    Thing("table-2", "Round table", "table", 17, 12, 2, 2, "quarter", height_m=0.8),
    Thing("table-3", "Round table", "table", 13, 9, 2, 2, "quarter", height_m=0.8),
    Thing("bar", "Bar", "table", 17, 10, 3, 1),
    Thing("barrels-1", "Barrel", "barrel", 20, 9),
    Thing("barrels-2", "Barrel", "barrel", 20, 13),
    Thing("hearth", "Hearth", "hearth", 16, 4, 2, 1, "three_quarter", height_m=1.6),
    Thing("kitchen-table", "Kitchen table", "table", 13, 5, 2, 1, "quarter", height_m=0.8),
    Thing("chest-1", "Flour chest", "box", 19, 5, 2, 1),
    Thing("chest-2", "Crate", "box", 18, 7),
    Thing("millstone", "Millstone", "millstone", 23, 10, 2, 2),
    Thing("sacks", "Crates", "box", 22, 13),
    Thing("mill-barrel", "Barrel", "barrel", 26, 13),
    Thing("well", "Well", "well", 8, 9, 2, 2),
    Thing("cart", "Cart", "cart", 15, 18, 4, 2, height_m=1.4),
    Thing("crate-1", "Crate", "box", 10, 16),
    Thing("crate-2", "Crate", "box", 10, 17),
    Thing("crate-3", "Crate", "box", 11, 16),
    Thing("crate-4", "Crate", "box", 23, 17),
    Thing("crate-5", "Crate", "box", 24, 17),
    Thing("barrel-3", "Barrel", "barrel", 22, 16),
    Thing("hay-1", "Hay", "hay", 3, 17, 2, 1, hard=False),
    Thing("hay-2", "Hay", "hay", 3, 18, 1, 1, hard=False),
    Thing("hay-3", "Hay", "hay", 5, 20, 2, 1, hard=False),
    Thing("barn-barrel", "Barrel", "barrel", 3, 21),
    *(
        Thing(f"tree-{number}", "Tree", "trunk", x, y, height_m=None)
        for number, (x, y) in enumerate(
            ((3, 3), (7, 2), (4, 8), (10, 1), (33, 3), (34, 19), (20, 22), (25, 21), (30, 22)), 1
        )
    ),
)

STREAM = (
    (28, 31, range(6)), (28, 31, range(6, 12)), (29, 32, range(12, 18)), (30, 33, range(18, 24)),
)  # fmt: skip
BRIDGE = block(28, 14, 5, 2)

MILL = Plan(
    name="Tollen Mill",
    width=36,
    height=24,
    rooms=ROOMS,
    segments=SEGMENTS,
    things=THINGS,
    lamps=(
        Lamp(16.9, 5.2, 9, (1.0, 0.58, 0.26), 1.7, shown=False),
        Lamp(14.6, 11.3, 6.5, strength=1.1),
        Lamp(19.4, 12.4, 7.5, strength=1.3),
        Lamp(14.4, 15.6, 7.5),
        Lamp(24.0, 12.6, 7, (1.0, 0.7, 0.36), 1.2),
        Lamp(7.6, 19.0, 6.5, (1.0, 0.68, 0.34), 1.1),
        Lamp(32.8, 13.6, 6, strength=1.0),
        Lamp(4.0, 5.5, 8, (0.36, 0.5, 0.78), 0.55, shown=False),
        Lamp(31.0, 20.0, 9, (0.36, 0.5, 0.78), 0.5, shown=False),
    ),
    trees=(
        (3.5, 3.5, 2.0), (7.5, 2.5, 1.6), (4.5, 8.5, 1.5), (10.5, 1.5, 1.2), (33.5, 3.5, 1.9),
        (34.5, 19.5, 1.6), (20.5, 22.5, 1.4), (25.5, 21.5, 1.7), (30.5, 22.5, 1.0),
    ),
    rubble=block(24, 4, 4, 3) | block(25, 3, 3, 1) | block(26, 7, 1, 1),
    water=frozenset(
        (x, y) for first, last, rows in STREAM for x in range(first, last + 1) for y in rows
    )
    - BRIDGE,
    growth=block(0, 5, 3, 2) | block(1, 10, 3, 2) | block(32, 5, 3, 3) | block(22, 20, 2, 2)
    | block(33, 16, 3, 2) | block(5, 4, 2, 2),
)  # fmt: skip
