"""The toll vault: a mine that broke through to a cave, a chasm, a buried hall. 26 by 20 cells."""

from __future__ import annotations

from itertools import pairwise

from sample_art.outline import loops, read
from sample_art.plan import Lamp, Plan, Room, Segment, Stairs, Thing, block

ROWS = (
    "##########xx##############",
    "###....##xxx#.############",
    "##......#xxx..############",
    "#........xxx....##########",
    "#...,,...xxxx...##########",
    "#..,,....xxxx....#########",
    "#........bbbb....#########",
    "#........bbbb...##########",
    ".........xxx....##########",
    ".........xxx...###########",
    ".......#.xxx..############",
    "##....###xx#..############",
    "##...####xx##.~###########",
    "#....mm.###...~~####.#####",
    "#..mm.....~~~~~~~###,,.###",
    "##.....~~~====~~~~#..,..##",
    "###...~~=======~~~......##",
    "####...~~====~~~~.......##",
    "######...~~~~~###..mm..###",
    "##########################",
)
CAVE = read(ROWS, ".,xb~=m")
CHASM, BRIDGE = read(ROWS, "xb"), read(ROWS, "b")
LAKE, DEEP = read(ROWS, "~="), read(ROWS, "=")
MUSHROOMS, RUBBLE = read(ROWS, "m"), read(ROWS, ",")
HALL, STRONGROOM = (17, 2, 24, 9), (18, 9, 24, 13)
RAILS = ((-1.0, 9.5), (2.0, 9.5), (5.0, 9.45), (7.4, 8.9), (8.2, 8.0))
CRYSTALS = ((1.4, 5.2), (7.5, 13.2), (13.4, 1.5), (22.9, 15.3), (2.4, 12.2), (15.4, 8.4))
COINS = ((21.0, 11.0, 1.3), (22.6, 12.0, 0.8))
_GAPS = ((17, 5, 17, 7), (20, 13, 21, 13), (0, 8, 0, 11), (9, 0, 12, 0))
"""Where the cave opens: into the hall, by a secret door, off the map."""


def _rock() -> tuple[Segment, ...]:
    found: list[Segment] = []
    for loop in loops(CAVE):
        for a, b in pairwise(loop):
            if any(
                x0 <= min(a[0], b[0])
                and max(a[0], b[0]) <= x1
                and y0 <= min(a[1], b[1])
                and max(a[1], b[1]) <= y1
                for x0, y0, x1, y1 in _GAPS
            ):
                continue
            found.append(Segment(f"r{len(found):03}", a, b, name="Rock", shown=False))
    return tuple(found)


_TEAL, _FIRE = (0.22, 0.86, 0.84), (1.0, 0.62, 0.26)

VAULT = Plan(
    name="The toll vault",
    width=26,
    height=20,
    rooms=(Room(*HALL, "flags"), Room(*STRONGROOM, "slabs"), Room(18, 2, 23, 4, "flags", True)),
    segments=(
        *_rock(),
        Segment("h01", (17, 2), (24, 2)),
        Segment("h02", (24, 2), (24, 13)),
        Segment("h03", (24, 13), (21, 13)),
        Segment("old-way", (21, 13), (20, 13), "door", "Walled-up passage", "secret"),
        Segment("h04", (20, 13), (18, 13)),
        Segment("h05", (18, 13), (18, 9)),
        Segment("h06", (17, 9), (20, 9)),
        Segment("strongroom-door", (20, 9), (21, 9), "door", "Strongroom", "locked"),
        Segment("h07", (21, 9), (24, 9)),
        Segment("h08", (17, 9), (17, 7)),
        Segment("hall-door", (17, 7), (17, 5), "door", "Hall door", "open"),
        Segment("h09", (17, 5), (17, 2)),
        Segment("dais-w", (18, 2), (18, 4), "low", "Dais"),
        Segment("dais-e", (23, 2), (23, 4), "low", "Dais"),
        Segment("rope-n", (9, 6), (13, 6), "rail", "Rope"),
        Segment("rope-s", (9, 8), (13, 8), "rail", "Rope"),
    ),
    things=(
        Thing("pillar-1", "Pillar", "pillar", 18, 4, height_m=None, solid=True),
        Thing("pillar-2", "Pillar", "pillar", 22, 4, height_m=None, solid=True),
        Thing("pillar-3", "Pillar", "pillar", 18, 7, height_m=None, solid=True),
        Thing("pillar-4", "Pillar", "pillar", 22, 7, height_m=None, solid=True),
        Thing("tomb", "Sarcophagus", "tomb", 20, 2, 1, 2, height_m=1.1),
        Thing("brazier-1", "Brazier", "brazier", 18, 3, 1, 1, "quarter", height_m=1.0, solid=True),
        Thing("brazier-2", "Brazier", "brazier", 22, 3, 1, 1, "quarter", height_m=1.0, solid=True),
        Thing(
            "counting-table", "Counting table", "long_table", 19, 11, 2, 1, "quarter", height_m=0.8
        ),
        Thing("toll-chest", "Toll chest", "chest", 22, 10, height_m=0.8),
        Thing("toll-chest-2", "Toll chest", "chest", 23, 12, height_m=0.8),
        Thing("shelf", "Ledgers", "shelf", 21, 9, 2, 1, "none"),
        Thing("ore-cart", "Ore cart", "ore_cart", 4, 9, height_m=1.1),
        Thing("crate-1", "Crate", "crate", 2, 3),
        Thing("crate-2", "Crate", "crate", 3, 3),
        Thing("crate-3", "Crate", "crate", 2, 4),
        Thing("cask", "Lamp oil", "barrel", 5, 1),
        Thing("sacks", "Sacks", "sacks", 6, 2, 1, 1, "quarter", hard=False, height_m=0.7),
        Thing("spike-1", "Stalagmite", "stalagmite", 7, 4, height_m=None, solid=True),
        Thing("spike-2", "Stalagmite", "stalagmite", 14, 4, height_m=None, solid=True),
        Thing("spike-3", "Stalagmite", "stalagmite", 3, 16, height_m=None, solid=True),
        Thing("spike-4", "Stalagmite", "stalagmite", 20, 16, height_m=None, solid=True),
        Thing("spike-5", "Stalagmite", "stalagmite", 13, 11, height_m=None, solid=True),
        Thing("boat", "Raft", "boat", 8, 14, 1, 2, "quarter", hard=False, height_m=0.5),
        Thing("fire", "Camp fire", "campfire", 5, 6, 1, 1, "none"),
        Thing("cask-2", "Cask", "barrel", 22, 17),
    ),
    stairs=(Stairs(20, 4, 1, 1, "n", made_of="stone"),),
    lamps=(
        Lamp(5.5, 6.5, 7.5, _FIRE, 1.55, shown=False),
        Lamp(8.5, 5.4, 4.5),
        Lamp(13.4, 8.4, 4.8),
        Lamp(0.7, 8.3, 5.0),
        Lamp(3.0, 1.6, 4.5),
        Lamp(18.5, 3.5, 6.5, _FIRE, 1.35, shown=False),
        Lamp(22.5, 3.5, 6.5, _FIRE, 1.35, shown=False),
        Lamp(17.4, 8.4, 4.0, strength=0.9),
        Lamp(18.5, 12.4, 5.5, strength=1.15),
        Lamp(23.4, 10.5, 4.5, strength=1.1),
        Lamp(22.4, 15.4, 5.5, strength=1.1),
        Lamp(8.6, 17.6, 4.0, strength=0.8),
        *(Lamp(x, y, 3.6, _TEAL, 0.95, shown=False) for x, y in CRYSTALS),
        Lamp(12.0, 15.6, 6.5, (0.16, 0.6, 0.66), 0.95, shown=False),
    ),
    ground={
        "rock": block(0, 0, 26, 20) - CAVE - block(17, 2, 7, 7) - block(18, 9, 6, 4),
        "chasm": CHASM - BRIDGE,
        "rubble": RUBBLE,
        "shallow water": LAKE - DEEP,
        "deep water": DEEP,
        "undergrowth": MUSHROOMS,
    },
    heights_m={
        -8.0: CHASM - BRIDGE,
        -0.5: LAKE - DEEP,
        -2.0: DEEP,
        1.0: block(18, 2, 5, 2),
        0.5: block(20, 4, 1, 1),
    },
    growth=MUSHROOMS,
    is_dark=True,
)
