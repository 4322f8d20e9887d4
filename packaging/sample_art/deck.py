"""The cargo deck of the Lantern, a small trader on a landing pad. 28 by 18 cells."""

from __future__ import annotations

from sample_art.plan import Plan, Room, Segment, Stairs, Thing, block

HULL = (
    (0.7, 9.0),
    (1.0, 7.2),
    (2.2, 5.2),
    (4.0, 3.9),
    (8.2, 2.7),
    (9.2, 1.2),
    (19.2, 1.2),
    (20.6, 2.2),
    (20.8, 15.8),
    (19.2, 16.8),
    (9.2, 16.8),
    (8.2, 15.3),
    (4.0, 14.1),
    (2.2, 12.8),
    (1.0, 10.8),
)
PODS = ((9.6, 1.5, 9.6, 1.9), (9.6, 14.6, 9.6, 1.9))
RAMP = (20.2, 7.0, 2.8, 4.0)
LIFT = (12, 9, 2, 2)

DECK = Plan(
    name="The cargo deck",
    width=28,
    height=18,
    rooms=(
        Room(9, 4, 20, 14, "plates"),
        Room(5, 8, 9, 10, "plates"),
        Room(5, 5, 9, 8, "grating"),
        Room(5, 10, 9, 13, "plates"),
        Room(3, 6, 5, 12, "plates"),
        Room(9, 4, 18, 6, "grating", storey=True),
    ),
    segments=(
        # the hold
        Segment("h01", (9, 4), (20, 4)),
        Segment("h02", (20, 4), (20, 7)),
        Segment("ramp-door", (20, 7), (20, 11), "door", "Cargo door", "open"),
        Segment("h03", (20, 11), (20, 14)),
        Segment("h04", (20, 14), (16, 14)),
        Segment("hatch", (16, 14), (15, 14), "door", "Service hatch", "locked"),
        Segment("h05", (15, 14), (9, 14)),
        Segment("h06", (9, 14), (9, 10)),
        Segment("hold-door", (9, 10), (9, 8), "door", "Hold door", "open"),
        Segment("h07", (9, 8), (9, 4)),
        # forward
        Segment("f01", (9, 5), (5, 5)),
        Segment("f02", (5, 5), (5, 8)),
        Segment("bridge-door", (5, 8), (5, 10), "door", "Bridge", "closed"),
        Segment("f03", (5, 10), (5, 13)),
        Segment("f04", (5, 13), (9, 13)),
        Segment("f05", (5, 8), (6, 8)),
        Segment("engine-door", (6, 8), (7, 8), "door", "Drive room", "closed"),
        Segment("f06", (7, 8), (9, 8)),
        Segment("f07", (5, 10), (7, 10)),
        Segment("cabin-door", (7, 10), (8, 10), "door", "Cabin", "closed"),
        Segment("f08", (8, 10), (9, 10)),
        Segment("panel", (9, 11), (9, 12), "door", "Loose panel behind the bunks", "secret"),
        Segment("b01", (5, 6), (3, 6)),
        Segment("windscreen", (3, 6), (3, 12), "window", "Windscreen"),
        Segment("b02", (3, 12), (5, 12)),
        # galleries and pad
        Segment("catwalk-rail", (9, 6), (18, 6), "rail", "Catwalk railing"),
        Segment("catwalk-end", (18, 4), (18, 4.9), "rail", "Catwalk railing"),
        Segment("lift-n", (12, 9), (14, 9), "rail", "Lift railing"),
        Segment("lift-s", (12, 11), (14, 11), "rail", "Lift railing"),
        Segment("barrier-1", (24, 3), (27, 3), "low", "Barrier"),
        Segment("barrier-2", (24, 15), (27, 15), "low", "Barrier"),
    ),
    things=(
        Thing(
            "box-red",
            "Container",
            "container_red",
            15,
            7,
            3,
            2,
            "three_quarter",
            height_m=2.4,
            solid=True,
        ),
        Thing(
            "box-blue",
            "Container",
            "container_blue",
            15,
            11,
            4,
            2,
            "three_quarter",
            height_m=2.4,
            solid=True,
        ),
        Thing(
            "box-gold",
            "Container",
            "container_gold",
            10,
            11,
            1,
            3,
            "three_quarter",
            height_m=2.4,
            solid=True,
        ),
        Thing(
            "box-pad",
            "Container",
            "container_blue",
            24,
            6,
            2,
            3,
            "three_quarter",
            height_m=2.4,
            solid=True,
        ),
        Thing(
            "box-pad-2",
            "Container",
            "container_grey",
            25,
            12,
            3,
            2,
            "three_quarter",
            height_m=2.4,
            solid=True,
        ),
        Thing("case-1", "Case", "case", 10, 7),
        Thing("case-2", "Case", "case", 11, 7),
        Thing("case-3", "Case", "case", 18, 13),
        Thing("case-4", "Case", "case", 19, 12),
        Thing("drum-1", "Fuel drum", "drum", 19, 6, height_m=1.0),
        Thing("drum-2", "Fuel drum", "drum", 12, 13, height_m=1.0),
        Thing("drum-3", "Fuel drum", "drum", 13, 13, height_m=1.0),
        Thing("drum-4", "Fuel drum", "drum", 23, 12, height_m=1.0),
        Thing("drum-5", "Fuel drum", "drum", 23, 13, height_m=1.0),
        Thing("case-5", "Case", "case", 23, 5),
        Thing("crate-1", "Crate", "crate", 26, 9),
        Thing("crate-2", "Crate", "crate", 26, 10),
        Thing(
            "drive", "Jump drive", "engine", 6, 5, 3, 2, "three_quarter", height_m=2.4, solid=True
        ),
        Thing("helm", "Helm", "console", 3, 7, 1, 2, "quarter", height_m=1.0),
        Thing("sensors", "Sensors", "console", 3, 9, 1, 2, "quarter", height_m=1.0),
        Thing("bunk-1", "Bunk", "bed", 5, 11, 1, 2, "quarter", hard=False, height_m=0.8),
        Thing("bunk-2", "Bunk", "bed", 8, 11, 1, 2, "quarter", hard=False, height_m=0.8),
        Thing("lockers", "Lockers", "case", 6, 12, 1, 1),
        Thing("winch", "Winch console", "console", 11, 8, 1, 1, "quarter", height_m=1.0),
    ),
    stairs=(Stairs(18, 5, 2, 1, "w", "metal"),),
    ground={
        "hull": block(9, 1, 12, 3)
        | (block(9, 14, 12, 3) - block(15, 14, 1, 1))
        | block(4, 4, 5, 1)
        | block(4, 13, 5, 1)
        | block(3, 5, 2, 1)
        | block(3, 12, 2, 1)
        | block(1, 6, 2, 6),
    },
    heights_m={
        2.5: block(9, 4, 9, 2),
        1.0: block(18, 5, 2, 1),
        -2.0: block(*LIFT),
        -0.5: block(21, 7, 2, 4),
        -1.0: block(23, 0, 5, 18),
    },
)
