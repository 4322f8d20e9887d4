"""The toll vault: a corridor under the mill between two halls. 30 by 20 cells."""

from __future__ import annotations

from sample_art.plan import Lamp, Plan, Room, Segment, Thing, block

ROOMS = (
    Room(2, 6, 9, 14, "flags"),
    Room(9, 9, 21, 11, "stone"),
    Room(12, 6, 15, 9, "stone"),
    Room(16, 11, 19, 14, "stone"),
    Room(21, 4, 28, 16, "flags"),
)

SEGMENTS = (
    Segment("v01", (2, 6), (9, 6)),
    Segment("v02", (9, 6), (9, 9)),
    Segment("v03", (9, 9), (12, 9)),
    Segment("v04", (12, 9), (12, 6)),
    Segment("v05", (12, 6), (15, 6)),
    Segment("v06", (15, 6), (15, 9)),
    Segment("v07", (15, 9), (21, 9)),
    Segment("v08", (21, 9), (21, 4)),
    Segment("v09", (21, 4), (28, 4)),
    Segment("v10", (28, 4), (28, 9)),
    Segment("grate", (28, 9), (28, 11), "door", "Grate to the stream", "locked"),
    Segment("v11", (28, 11), (28, 16)),
    Segment("v12", (28, 16), (21, 16)),
    Segment("v13", (21, 16), (21, 11)),
    Segment("v14", (21, 11), (19, 11)),
    Segment("v15", (19, 11), (19, 14)),
    Segment("v16", (19, 14), (16, 14)),
    Segment("v17", (16, 14), (16, 11)),
    Segment("v18", (16, 11), (9, 11)),
    Segment("v19", (9, 11), (9, 14)),
    Segment("v20", (9, 14), (2, 14)),
    Segment("v21", (2, 14), (2, 11)),
    Segment("stair-door", (2, 11), (2, 9), "door", "Stair", "open"),
    Segment("v22", (2, 9), (2, 6)),
)

THINGS = (
    Thing("crate-1", "Crate", "box", 3, 7),
    Thing("crate-2", "Crate", "box", 4, 7),
    Thing("barrel-1", "Barrel", "barrel", 7, 12),
    Thing("barrel-2", "Barrel", "barrel", 8, 12),
    Thing("chest", "Toll chest", "box", 13, 6, 2, 1),
    Thing("barrel-3", "Barrel", "barrel", 17, 13),
    Thing("pillar-1", "Pillar", "pillar", 23, 6, height_m=None),
    Thing("pillar-2", "Pillar", "pillar", 26, 6, height_m=None),
    Thing("pillar-3", "Pillar", "pillar", 23, 13, height_m=None),
    Thing("pillar-4", "Pillar", "pillar", 26, 13, height_m=None),
    Thing("counting-table", "Counting table", "table", 4, 9, 1, 2, "quarter", height_m=0.8),
)

VAULT = Plan(
    name="The toll vault",
    width=30,
    height=20,
    rooms=ROOMS,
    segments=SEGMENTS,
    things=THINGS,
    lamps=(
        Lamp(5.5, 6.4, 8),
        Lamp(8.6, 13.6, 5.5, strength=1.1),
        Lamp(11.0, 9.35, 5.5, strength=1.1),
        Lamp(13.5, 6.9, 4.5, (1.0, 0.66, 0.3), 1.1),
        Lamp(19.8, 10.65, 5.5, strength=1.1),
        Lamp(17.5, 13.6, 4.0, strength=0.9),
        Lamp(21.4, 5.0, 8),
        Lamp(27.6, 15.5, 8, (1.0, 0.66, 0.32), 1.3),
        Lamp(24.8, 10.0, 5.5, (0.32, 0.62, 0.7), 0.9, shown=False),
    ),
    rubble=block(13, 9, 2, 1) | block(16, 10, 1, 1) | block(25, 14, 2, 2) | block(2, 12, 2, 2),
    water=block(24, 9, 4, 2),
    is_underground=True,
)
