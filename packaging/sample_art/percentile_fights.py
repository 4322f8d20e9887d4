"""The sample fights of Percentile: flyers over roofs, a plaza under fire, two ships that board."""

from __future__ import annotations

from sample_art.fights import Board, Casting, blank_fight, cast, exported
from sample_art.play import Orders, act, move

from gridwar.model.encounter import Side
from gridwar.systems import find_system

ROOFTOPS_TITLE = "Wings over the deep street"
PLAZA_TITLE = "Across the plaza"
VOID_TITLE = "Boarders away"

ROOFTOPS_CAST: tuple[Casting, ...] = (
    ("captain", "mereth", "Captain Mereth", "1", (9, 8)),
    ("shield_bearer", "olun", "Olun, shield bearer", "1", (10, 9)),
    ("marksman", "tessa", "Tessa", "1", (2, 6)),
    ("rifleman", "bram", "Bram", "1", (7, 12)),
    ("winged_hunter", "sarrow", "Sarrow", "2", (20, 5)),
    ("jet_trooper", "jet-1", "Jet trooper 1", "2", (22, 9)),
    ("jet_trooper", "jet-2", "Jet trooper 2", "2", (16, 6)),
    ("brawler", "hodge", "Hodge", "2", (20, 9)),
    ("raider", "nim", "Nim", "2", (21, 8)),
)


def rooftops(board: Board) -> str:
    """Return the fight of flyers over two roofs."""
    system = find_system("percentile")
    sides = {"1": Side(name="The watch", stance="party"), "2": Side(name="Roof thieves", index=1)}
    opening = (act("climb", who=["sarrow", "jet-2"], by=1), act("percentile.determine_surprise"))
    orders: Orders = {
        (1, "mereth"): (act("percentile.guard_mode", "mereth"),),
        (1, "tessa"): (act("percentile.aim_full", "tessa"),),
    }
    people = cast(system, *ROOFTOPS_CAST)
    fight = blank_fight(system, ROOFTOPS_TITLE, people, sides)
    return exported(fight, board, opening, orders, until=(1, 9))


PLAZA_CAST: tuple[Casting, ...] = (
    ("rifleman", "ansel", "Ansel", "1", (3, 9)),
    ("rifleman", "dorrit", "Dorrit", "1", (3, 12)),
    ("captain", "yvo", "Captain Yvo", "1", (4, 10)),
    ("shield_bearer", "rosk", "Rosk, shield bearer", "1", (5, 10)),
    ("pikeman", "hale", "Hale", "1", (4, 8)),
    ("gunner", "mott", "Mott, gunner", "2", (28, 10)),
    ("marksman", "vesper", "Vesper", "2", (29, 5)),
    ("raider", "cole", "Cole", "2", (21, 12)),
    ("raider", "wren", "Wren", "2", (21, 9)),
    ("javelineer", "sabo", "Sabo", "2", (18, 14)),
)


def plaza(board: Board) -> str:
    """Return the fight on a plaza that is watched and swept by fire."""
    system = find_system("percentile")
    sides = {"1": Side(name="The column", stance="party"), "2": Side(name="The bank", index=1)}
    watched = [[x, y] for x in range(10, 20) for y in range(7, 15)]
    orders: Orders = {
        (1, "vesper"): (
            act(
                "percentile.keep_overwatch",
                "vesper",
                weapon="long_rifle",
                cells=watched,
                words="Whoever sets foot on the square",
            ),
        ),
        (1, "mott"): (
            act(
                "percentile.suppressive_fire",
                "mott",
                weapon="machine_gun",
                mode="full",
                bearing_deg=270.0,
            ),
        ),
        (1, "hale"): (move("hale", (5, 8), (6, 8), (7, 8)),),
    }
    people = cast(system, *PLAZA_CAST)
    opening = (act("percentile.determine_surprise"),)
    fight = blank_fight(system, PLAZA_TITLE, people, sides)
    return exported(fight, board, opening, orders, until=(1, 9))


VOID_CAST: tuple[Casting, ...] = (
    ("frigate", "halcyon", "Halcyon", "1", (11, 9)),
    ("privateer", "black-gull", "Black Gull", "2", (25, 10)),
    ("gun_drone", "drone-1", "Gun drone 1", "2", (22, 7)),
    ("gun_drone", "drone-2", "Gun drone 2", "2", (23, 14)),
    ("jet_trooper", "marine-1", "Marine 1", "1", (9, 8)),
    ("jet_trooper", "marine-2", "Marine 2", "1", (9, 12)),
)


def void(board: Board) -> str:
    """Return the fight of two ships, one of which will ram and board."""
    system = find_system("percentile")
    sides = {"1": Side(name="The Halcyon", stance="party"), "2": Side(name="Privateers", index=1)}
    opening = (act("percentile.determine_surprise"),)
    people = cast(system, *VOID_CAST)
    fight = blank_fight(system, VOID_TITLE, people, sides)
    return exported(fight, board, opening, {}, until=(1, 1))
