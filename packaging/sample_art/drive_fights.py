"""The sample fights of Drive: a volley and a rocket, sword against aura, silence and a cart."""

from __future__ import annotations

from frozendict import frozendict
from sample_art.fights import Board, Casting, blank_fight, cast, exported
from sample_art.play import Orders, act, move

from gridwar.model.encounter import Side
from gridwar.systems import find_system
from gridwar.systems.drive.core.fight_state import state_of

COURTYARD_TITLE = "A rocket over the courtyard"
SMITHY_TITLE = "Sword against storm coat"
YARD_TITLE = "Silence in the goods yard"

COURTYARD_CAST: tuple[Casting, ...] = (
    ("mage", "sorrel", "Sorrel", "1", (17, 9)),
    ("guard", "hask", "Hask", "1", (17, 8)),
    ("scout", "pim", "Pim", "1", (18, 9)),
    ("elf", "ilvane", "Ilvane", "1", (21, 10)),
    ("artillerist", "brandt", "Brandt, artillerist", "2", (5, 9)),
    ("twin_a", "linn-a", "Linn A", "2", (6, 7)),
    ("twin_b", "linn-b", "Linn B", "2", (6, 11)),
    ("trooper", "corp", "Corporal Vey", "2", (8, 9)),
)


def courtyard(board: Board) -> str:
    """Return the fight in which a volley and a rocket meet a mage's bubble."""
    system = find_system("drive")
    sides = {
        "1": Side(name="The mage's party", stance="party"),
        "2": Side(name="Gate company", index=1),
    }
    orders: Orders = {
        (1, "sorrel"): (act("drive.make_points", "sorrel", source="Ward", points=50),),
        (1, "brandt"): (
            act(
                "drive.attack",
                "brandt",
                target="sorrel",
                mode="ranged",
                weapons=["rocket"],
                deliberate=True,
                chances={"hask": 100, "pim": 50},
            ),
        ),
        (1, "pim"): (
            act(
                "drive.attack",
                "pim",
                target="linn-a",
                mode="ranged",
                weapons=["particle_carbine"] * 3,
                critical="drive",
            ),
        ),
    }
    people = cast(system, *COURTYARD_CAST)
    blank = blank_fight(system, COURTYARD_TITLE, people, sides)
    pooled = state_of(blank).replace(pools=frozendict({"linked": 60}))
    return exported(blank.replace(rules=pooled), board, (), orders, until=(1, 5))


SMITHY_CAST: tuple[Casting, ...] = (
    ("trooper", "vey", "Corporal Vey", "1", (5, 6)),
    ("guard", "odda", "Odda", "1", (4, 7)),
    ("elf", "saela", "Saela", "1", (3, 5)),
    ("smith", "morrik", "Morrik, smith", "2", (6, 6)),
    ("construct", "bellow", "Bellows construct", "2", (9, 5)),
    ("vampire", "tarn", "Tarn", "2", (14, 5)),
)


def smithy(board: Board) -> str:
    """Return the fight of swords against a smith who holds two auras."""
    system = find_system("drive")
    sides = {
        "1": Side(name="Patrol", stance="party"),
        "2": Side(name="The forge", index=1),
    }
    strike = act("drive.attack", "vey", target="morrik", weapons=["longsword"], critical="drive")
    orders: Orders = {(1, "vey"): ({**strike, "answers": {"answer": "Storm coat:30"}},)}
    people = cast(system, *SMITHY_CAST)
    return exported(
        blank_fight(system, SMITHY_TITLE, people, sides), board, (), orders, until=(1, 3)
    )


YARD_CAST: tuple[Casting, ...] = (
    ("lifter", "anselm", "Anselm, lifter", "1", (9, 8)),
    ("scout", "pim", "Pim", "1", (8, 6)),
    ("trooper", "vey", "Corporal Vey", "1", (10, 10)),
    ("silencer_a", "hush-a", "Hush A", "2", (20, 8)),
    ("silencer_b", "hush-b", "Hush B", "2", (24, 10)),
    ("vampire", "tarn", "Tarn", "2", (18, 6)),
    ("cart", "cart", "Cart", "3", (11, 6)),
    ("crate", "crate-1", "Crate 1", "3", (22, 9)),
    ("crate", "crate-2", "Crate 2", "3", (14, 12)),
    ("tram", "tram", "Armoured tram", "3", (26, 10)),
)


def goods_yard(board: Board) -> str:
    """Return the fight between two silencers, with a cart that is thrown."""
    system = find_system("drive")
    sides = {
        "1": Side(name="Couriers", stance="party"),
        "2": Side(name="Silencers", index=1),
        "3": Side(name="Things", index=5, stance="neutral"),
    }
    orders: Orders = {
        (1, "anselm"): (
            act(
                "drive.use_pseudogravity",
                "anselm",
                target="cart",
                source="Lifting rig",
                points=60,
                to=[16, 6],
            ),
        ),
        (1, "pim"): (move("pim", (9, 6), (10, 7)),),
    }
    people = cast(system, *YARD_CAST)
    return exported(blank_fight(system, YARD_TITLE, people, sides), board, (), orders, until=(1, 2))
