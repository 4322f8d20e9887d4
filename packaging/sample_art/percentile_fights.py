"""The sample fights of Percentile: flyers over roofs, a plaza under fire, ships that ram."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sample_art.fights import (
    PLAZA_TITLE,
    ROOFTOPS_TITLE,
    Board,
    Casting,
    blank_fight,
    cast,
    exported,
)
from sample_art.play import Orders, act, move

from gridwar.model.encounter import Side
from gridwar.systems import find_system

if TYPE_CHECKING:
    from sample_art.play import Step

BOARDING_TITLE = "Boarding in the Corrin shoals"


def _attack(kind: str, who: str, target: str, weapon: str, **more: object) -> Step:
    return act(f"percentile.{kind}", who, target=target, weapon=weapon, **more)


ROOFTOPS_CAST: tuple[Casting, ...] = (
    ("captain", "ines", "Ines Marr", "1", (20, 6)),
    ("shield_bearer", "dorn", "Dorn Halla", "1", (17, 7)),
    ("marksman", "yara", "Yara Senn", "1", (12, 5)),
    ("pikeman", "holt", "Holt", "1", (8, 6)),
    ("gunner", "brun", "Brun", "1", (26, 6)),
    ("raider", "crow", "Crow", "2", (8, 8)),
    ("brawler", "mott", "Mott", "2", (8, 10)),
    ("jet_trooper", "vex", "Vex", "2", (15, 10)),
    ("winged_hunter", "sirrah", "Sirrah", "2", (21, 10)),
    ("winged_hunter", "talon", "Talon", "2", (29, 10)),
    ("gun_drone", "gadfly", "Gadfly", "2", (24, 15)),
)


def rooftops(board: Board) -> str:
    """Return the fight on the roofs, with flyers on two bands and one who falls."""
    system = find_system("percentile")
    sides = {
        "1": Side(name="Roof watch", stance="party"),
        "2": Side(name="The Kites", index=1),
    }
    opening = (
        act("climb", who=["vex", "sirrah", "gadfly"], by=1),
        act("climb", who=["talon"], by=2),
    )
    orders: Orders = {
        (1, "holt"): (_attack("standard_attack", "holt", "crow", "pike"),),
        (1, "yara"): (
            act("percentile.aim_half", "yara"),
            _attack("standard_attack", "yara", "vex", "long_rifle"),
            act("set_value", who=["vex"], field="sheet.can_fly", value="false"),
        ),
        (1, "crow"): (move("crow", (8, 7)), _attack("standard_attack", "crow", "holt", "sabre")),
        (1, "vex"): (_attack("burst", "vex", "dorn", "carbine", hits=3),),
        (1, "talon"): (
            {
                "command": {
                    **move("talon", (28, 10), (27, 10), (26, 10))["command"],
                    "climbs": [-1, 0, 0],
                }
            },
            _attack("burst", "talon", "brun", "carbine", hits=3),
        ),
    }
    blank = blank_fight(system, ROOFTOPS_TITLE, cast(system, *ROOFTOPS_CAST), sides)
    return exported(blank, board, opening, orders, until=(1, 10))


PLAZA_CAST: tuple[Casting, ...] = (
    ("captain", "tessa", "Tessa Vane", "1", (9, 17)),
    ("shield_bearer", "orlo", "Orlo", "1", (7, 10)),
    ("rifleman", "pym", "Pym", "1", (4, 11)),
    ("rifleman", "ash", "Ash", "1", (8, 7)),
    ("pikeman", "greta", "Greta", "1", (12, 10)),
    ("brawler", "jon", "Big Jon", "1", (7, 17)),
    ("gunner", "kraal", "Sergeant Kraal", "2", (29, 10)),
    ("marksman", "liss", "Liss", "2", (30, 13)),
    ("rifleman", "guard-1", "Guard 1", "2", (26, 18)),
    ("rifleman", "guard-2", "Guard 2", "2", (24, 6)),
    ("javelineer", "rook", "Rook", "2", (21, 12)),
    ("brawler", "bosun", "The Bosun", "2", (24, 13)),
)
_WATCHED = [[x, y] for x in range(13, 22) for y in range(13, 19)]


def plaza(board: Board) -> str:
    """Return the fight on the plaza: suppressed from behind sandbags, watched from the steps."""
    system = find_system("percentile")
    sides = {
        "1": Side(name="Couriers", stance="party"),
        "2": Side(name="Customs guard", index=1),
    }
    orders: Orders = {
        (1, "kraal"): (
            act(
                "percentile.suppressive_fire",
                "kraal",
                weapon="machine_gun",
                mode="full",
                bearing_deg=285,
            ),
        ),
        (1, "liss"): (
            act(
                "percentile.keep_overwatch",
                "liss",
                weapon="long_rifle",
                cells=_WATCHED,
                condition="move",
            ),
        ),
        (1, "ash"): (_attack("burst", "ash", "guard-2", "carbine", hits=3),),
        (1, "rook"): (_attack("standard_attack", "rook", "greta", "javelin"),),
    }
    blank = blank_fight(system, PLAZA_TITLE, cast(system, *PLAZA_CAST), sides)
    return exported(blank, board, (), orders, until=(1, 4))


BOARDING_CAST: tuple[Casting, ...] = (
    ("frigate", "halcyon", "Halcyon", "1", (8, 9)),
    ("gun_drone", "tern-1", "Tern 1", "1", (9, 7)),
    ("gun_drone", "tern-2", "Tern 2", "1", (9, 12)),
    ("privateer", "maw", "Maw of Corrin", "2", (18, 9)),
    ("gun_drone", "jackdaw", "Jackdaw", "2", (17, 12)),
)


def boarding(board: Board) -> str:
    """Return the fight of two starships: broadsides are exchanged, a ram lies ahead."""
    system = find_system("percentile")
    sides = {
        "1": Side(name="Halcyon", stance="party"),
        "2": Side(name="Privateers", index=1),
    }
    orders: Orders = {
        (1, "halcyon"): (_attack("burst", "halcyon", "maw", "ship_cannon", hits=4),),
        (1, "maw"): (_attack("burst", "maw", "halcyon", "ship_cannon", hits=4),),
        (1, "tern-1"): (move("tern-1", (10, 7), (11, 7), (12, 6)),),
    }
    blank = blank_fight(system, BOARDING_TITLE, cast(system, *BOARDING_CAST), sides)
    return exported(blank, board, (), orders, until=(1, 5))
