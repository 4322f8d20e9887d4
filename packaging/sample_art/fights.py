"""The sample fights: who stands where on the sample maps, and what they do at first.

Names and numbers are our own. Everything that happens goes through the commands of the program.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from frozendict import frozendict
from sample_art.play import Orders, act, attack, effect, move, play

from gridwar.engine.session.journal_rows import DiceCounter, Loaded, Position
from gridwar.engine.session.session import Session
from gridwar.model.encounter import Side
from gridwar.model.geometry import Cell, Size
from gridwar.model.silhouettes import drawn
from gridwar.storage.fight_json import export_json
from gridwar.systems import find_system
from gridwar.systems.cepheus.core.machine_records import Aboard

if TYPE_CHECKING:
    from gridwar.engine.kit.rule_system import System
    from gridwar.engine.session.journal_rows import Row
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Encounter

HOLD_TITLE = "Hijackers in the hold"
CHASE_TITLE = "Chase along the quay"
PASSAGE_TITLE = "Long weapons in the gate passage"
FORD_TITLE = "Charge at the ford"
FIRE_TITLE = "Fire at the toll house"
ROOFTOPS_TITLE = "Flyers over Cooper's Cut"
PLAZA_TITLE = "Across the customs plaza"
_SEEDS = {
    "cepheus": 26,
    "arrgs": 1871,
    "freeform": 1,
    "drive": 4,
    "percentile": 14,
    HOLD_TITLE: 1,
    CHASE_TITLE: 5,
    ROOFTOPS_TITLE: 12,
    PLAZA_TITLE: 34,
}
"""Of dice that leave everybody something to do; a fight's own go before those of its rules."""

Casting = tuple[str, str, str, str, tuple[int, int]]
"""Sample to be played, id, name, side, cell."""


@dataclass(frozen=True)
class Board:
    """Where a fight happens: the map, and the file of its picture."""

    ground: BattleMap
    picture: bytes


class _Rows:
    """Keeps the rows that a session writes."""

    def __init__(self, dice: DiceCounter) -> None:
        self.rows: dict[int, Row] = {}
        self.position, self.dice = Position(), dice

    def write(self, rows: Any, position: Position, dice: DiceCounter) -> None:
        """Take them."""
        self.rows.update({row.id: row for row in rows if not row.is_open})
        self.position, self.dice = position, dice


LOOKS_LIKE = {"drone": "drone", "ilse": "marksman", "bly": "mage", "glider": "flyer"}
"""Who has another silhouette than the sample of which they are made."""

SKIRMISH_TITLE = "Raid on the Drowned Heron"
SKIRMISH_CAST: tuple[Casting, ...] = (
    ("marine", "maro", "Maro Tenn", "1", (9, 17)),
    ("gunman", "dov", "Dov Harrick", "1", (9, 13)),
    ("scout", "ilse", "Ilse Quarrel", "1", (16, 12)),
    ("scout", "drone", "Survey drone", "1", (12, 15)),
    ("brawler", "reck", "Tomas Reck", "2", (10, 12)),
    ("gunman", "vale", "Gant Vale", "2", (5, 10)),
    ("marine", "bly", "Sister Bly", "2", (20, 12)),
    ("scout", "corrow", "Nils Corrow", "2", (17, 17)),
    ("brawler", "tilde", "Tilde, innkeeper", "3", (14, 10)),
)
SKIRMISH_SIDES = {
    "1": Side(name="Crew of the Lantern", stance="party"),
    "2": Side(name="Ferrymen", index=1),
    "3": Side(name="The house", index=5, stance="neutral"),
}
SKIRMISH_OPENING = (
    act("climb", who=["drone"], by=6),
    act("set_value", who=["corrow"], field="hidden", value="true"),
)
SKIRMISH_ORDERS: Orders = {
    (1, "maro"): (attack("maro", "reck", "gauss_rifle", "dodge"),),
    (1, "dov"): (
        move("dov", (8, 13)),
        attack("dov", "vale", "shotgun", "none"),
    ),
    (1, "ilse"): (attack("ilse", "bly", "auto_pistol", "dodge"),),
    (1, "drone"): (
        move("drone", (13, 16), (14, 16), (15, 16), (16, 15)),
        effect("bly", "marked", "Marked by the drone", "crosshair", rounds=2),
    ),
    (1, "reck"): (
        move("reck", (10, 13), (10, 14), (10, 15), (10, 16)),
        attack("reck", "maro", "cudgel", "dodge"),
    ),
    (1, "vale"): (attack("vale", "dov", "shotgun", "dodge"),),
    (1, "bly"): (
        move("bly", (19, 12)),
        attack("bly", "ilse", "gauss_rifle", "none"),
    ),
    (1, "corrow"): (act("cepheus.take_aim", "corrow", target="ilse"),),
    (2, "maro"): (attack("maro", "reck", "unarmed", "parry"),),
    (2, "ilse"): (
        # A dodge would cost her enemy too much Initiative: taken back.
        attack("ilse", "bly", "auto_pistol", "dodge"),
        {"undo": 1},
        attack("ilse", "bly", "auto_pistol", "none"),
    ),
    (2, "dov"): (attack("dov", "vale", "shotgun", "none"),),
    (2, "vale"): (attack("vale", "dov", "shotgun", "none"),),
    (2, "bly"): (attack("bly", "ilse", "gauss_rifle", "dodge"),),
}


def skirmish(board: Board) -> str:
    """Return the Cepheus fight at the inn as an exported fight."""
    system = find_system("cepheus")
    blank = blank_fight(system, SKIRMISH_TITLE, cast(system, *SKIRMISH_CAST), SKIRMISH_SIDES)
    return exported(blank, board, SKIRMISH_OPENING, SKIRMISH_ORDERS, until=(2, 1))


def hold(board: Board) -> str:
    """Return the Cepheus fight in the hold, with a grenade and a grapple, as an exported fight."""
    system = find_system("cepheus")
    people = cast(
        system,
        ("marine", "brod", "Anneke Brod", "1", (11, 9)),
        ("scout", "salt", "Ruy Salt", "1", (10, 9)),
        ("medic", "hale", "Doctor Hale", "1", (9, 9)),
        ("gunman", "pike", "Pike", "2", (18, 8)),
        ("brawler", "vann", "Odo Vann", "2", (18, 10)),
        ("gunman", "rill", "Rill", "2", (19, 9)),
        ("wrestler", "kosta", "Kosta", "2", (11, 12)),
    )
    sides = {
        "1": Side(name="Crew of the Lantern", stance="party"),
        "2": Side(name="Hijackers", index=1),
    }
    orders: Orders = {
        (1, "salt"): (attack("salt", "pike", "auto_pistol", "none"),),
    }
    return exported(blank_fight(system, HOLD_TITLE, people, sides), board, (), orders, until=(1, 1))


def chase(board: Board) -> str:
    """Return the Cepheus chase along the quay, with mounted weapons, as an exported fight."""
    system = find_system("cepheus")
    cars = cast(
        system,
        ("ground_car", "saloon", "Grey saloon", "1", (17, 10)),
        ("gun_car", "raider", "Gun car", "2", (4, 10)),
    )
    crews = {
        "saloon": (
            ("driver", "lena", "Lena Voss"),
            ("scout", "ruy", "Ruy Salt"),
            ("medic", "hale", "Doctor Hale"),
        ),
        "raider": (
            ("driver", "moss", "Moss"),
            ("gunner", "kett", "Kett"),
            ("gunman", "rill", "Rill"),
        ),
    }
    people = [_driving(car, 90, 20) for car in cars]
    for car in cars:
        at = (car.pos.x, car.pos.y) if car.pos is not None else (0, 0)
        crew = cast(system, *((*one, car.side, at) for one in crews[car.id]))
        people += [_seated(one, car.id, seat) for seat, one in enumerate(crew)]
    people += cast(
        system,
        ("scout_drone", "kite", "Kite, drone", "2", (2, 8)),
        ("security_robot", "warden", "Yard warden", "3", (47, 13)),
    )
    sides = {
        "1": Side(name="Couriers", stance="party"),
        "2": Side(name="Dock gang", index=1),
        "3": Side(name="The yard", index=5, stance="neutral"),
    }
    opening = (act("climb", who=["kite"], by=4),)
    return exported(
        blank_fight(system, CHASE_TITLE, tuple(people), sides), board, opening, {}, until=(1, 0)
    )


def _driving(car: Combatant, facing_deg: int, kph: int) -> Combatant:
    """Return a vehicle that lies across the map and goes at a speed."""
    sheet: Any = car.sheet
    going = sheet.replace(machine=sheet.machine.replace(speed_kph=kph))
    size = Size(car.size.h, car.size.w)
    return car.replace(facing_deg=facing_deg, size=size, sheet=going)


def _seated(one: Combatant, vehicle: str, seat: int) -> Combatant:
    sheet: Any = one.sheet
    place = Aboard(vehicle=vehicle, seat=seat)
    return one.replace(sheet=sheet.replace(aboard=place))


def corridor(board: Board) -> str:
    """Return the ARRGS fight in the vault as an exported fight."""
    system = find_system("arrgs")
    people = cast(
        system,
        ("guard", "runa", "Runa Teal", "1", (8, 7)),
        ("scout", "edrik", "Edrik Moss", "1", (6, 5)),
        ("pike", "halle", "Halle Brandt", "1", (7, 6)),
        ("raider", "sculk-1", "Sculk 1", "2", (11, 6)),
        ("raider", "sculk-2", "Sculk 2", "2", (13, 7)),
        ("raider", "sculk-3", "Sculk 3", "2", (15, 6)),
        ("raider", "glider", "Glider", "2", (14, 5)),
        ("raider", "lurker", "Lurker", "2", (5, 13)),
        ("ogre", "toller", "The Toller", "2", (19, 5)),
    )
    sides = {
        "1": Side(name="Reeve's men", stance="party"),
        "2": Side(name="Vault breakers", index=1),
    }
    opening = (
        act("climb", who=["glider"], by=10),
        act("set_value", who=["lurker"], field="hidden", value="true"),
    )
    orders: Orders = {
        (1, "edrik"): (
            act("arrgs.attack", "edrik", target="sculk-1", weapon="bow"),
            effect("sculk-1", "burning", "Burning", "flame", rounds=3),
        ),
        (1, "runa"): (
            act("arrgs.movement", "runa", path=[[9, 7], [10, 7]]),
            act("arrgs.attack", "runa", target="sculk-1", weapon="sword"),
        ),
        (1, "sculk-1"): (act("arrgs.attack", "sculk-1", target="runa", weapon="axe"),),
    }
    return exported(
        blank_fight(system, "The toll vault", people, sides), board, opening, orders, until=(1, 7)
    )


def passage(board: Board) -> str:
    """Return the ARRGS skirmish with long weapons in the gate passage as an exported fight."""
    system = find_system("arrgs")
    people = cast(
        system,
        ("shield", "brena", "Brena Holt", "1", (9, 6)),
        ("halberdier", "osric", "Osric Vane", "1", (8, 5)),
        ("halberdier", "ysolt", "Ysolt Vane", "1", (8, 7)),
        ("crossbowman", "pell", "Pell", "1", (6, 6)),
        ("chain_fighter", "marrow", "Marrow", "2", (14, 6)),
        ("raider", "cutter-1", "Cutter 1", "2", (13, 5)),
        ("raider", "cutter-2", "Cutter 2", "2", (15, 7)),
        ("breaker", "gorm", "Gorm", "2", (18, 6)),
    )
    sides = {
        "1": Side(name="Garrison", stance="party"),
        "2": Side(name="Cutters", index=1),
    }
    orders: Orders = {
        (1, "pell"): (act("arrgs.attack", "pell", target="cutter-1", weapon="crossbow"),),
        (1, "marrow"): (
            act("arrgs.change_reach", "marrow", shift_by=1),
            act("arrgs.movement", "marrow", path=[[13, 6], [12, 6]]),
        ),
    }
    return exported(
        blank_fight(system, PASSAGE_TITLE, people, sides), board, (), orders, until=(1, 2)
    )


def charge(board: Board) -> str:
    """Return the ARRGS fight at the ford: riders, a cart, an airship, as an exported fight."""
    system = find_system("arrgs")
    carriers = tuple(
        one.replace(facing_deg=facing)
        for one, facing in zip(
            cast(
                system,
                ("warhorse", "thunder", "Thunder", "1", (4, 10)),
                ("warhorse", "dapple", "Dapple", "1", (4, 13)),
                ("airship", "petrel", "The Petrel", "1", (2, 3)),
                ("cart", "wagon", "Toll wagon", "2", (33, 11)),
            ),
            (90, 90, 90, 270),
            strict=True,
        )
    )
    riders = cast(
        system,
        ("knight", "aldis", "Dame Aldis", "1", (4, 10)),
        ("knight", "ferrin", "Sir Ferrin", "1", (4, 13)),
        ("scout", "wren", "Wren, pilot", "1", (2, 3)),
        ("raider", "tolly", "Tolly", "2", (33, 11)),
    )
    rides = ("thunder", "dapple", "petrel", "wagon")
    seated = (_riding(one, carrier) for one, carrier in zip(riders, rides, strict=True))
    foes = cast(
        system,
        ("pike", "pike-1", "Pike 1", "2", (20, 10)),
        ("pike", "pike-2", "Pike 2", "2", (20, 12)),
        ("raider", "cutter", "Cutter", "2", (25, 10)),
        ("eagle", "skree", "Skree", "2", (38, 17)),
        ("ogre", "grub", "Grub", "2", (29, 10)),
    )
    sides = {
        "1": Side(name="Riders of the march", stance="party"),
        "2": Side(name="Toll gang", index=1),
    }
    opening = (act("climb", who=["petrel"], by=15), act("climb", who=["skree"], by=20))
    return exported(
        blank_fight(system, FORD_TITLE, (*carriers, *seated, *foes), sides),
        _walked(board),
        opening,
        {},
        until=(1, 2),
    )


def fire(board: Board) -> str:
    """Return the ARRGS fight of two casters at the toll house as an exported fight."""
    system = find_system("arrgs")
    people = cast(
        system,
        ("mage", "isolde", "Isolde", "1", (27, 10)),
        ("guard", "bram", "Bram", "1", (29, 8)),
        ("pike", "lotte", "Lotte", "1", (29, 10)),
        ("hexer", "morrow", "Morrow", "2", (38, 6)),
        ("raider", "toll-1", "Toller 1", "2", (35, 9)),
        ("raider", "toll-2", "Toller 2", "2", (36, 9)),
        ("raider", "toll-3", "Toller 3", "2", (37, 10)),
        ("titan", "hollow", "Hollow, titan", "2", (41, 10)),
    )
    sides = {
        "1": Side(name="Reeve's men", stance="party"),
        "2": Side(name="Toll gang", index=1),
    }
    return exported(
        blank_fight(system, FIRE_TITLE, people, sides), _walked(board), (), {}, until=(1, 1)
    )


def _riding(one: Combatant, carrier: str) -> Combatant:
    """Return somebody in the saddle or at the controls."""
    sheet: Any = one.sheet
    return one.replace(sheet=sheet.replace(rides=carrier, steers=True))


def _walked(board: Board) -> Board:
    """Return a board on which rough ground hampers only those on foot or swimming."""
    kinds = tuple(
        kind.replace(affects=frozenset({"walking", "swimming"})) if kind.difficulty else kind
        for kind in board.ground.terrain_kinds
    )
    return Board(board.ground.with_terrain_kinds(kinds), board.picture)


def freeform(board: Board) -> str:
    """Return the fight without rules, on the cargo deck, as an exported fight."""
    system = find_system("freeform")
    people = tuple(
        _with_sheet(
            system.new_combatant(who, name, side).replace(pos=Cell(*at), picture=drawn(silhouette)),
            hp=hp,
            hp_full=hp,
            initiative=initiative,
        )
        for who, name, side, silhouette, at, hp, initiative in (
            ("sefa", "Sefa Lund", "1", "officer", (10, 9), 24, 17),
            ("ordo", "Ordo Kesh", "1", "marksman", (10, 5), 19, 12),
            ("mads", "Mads Irving", "1", "civilian", (14, 7), 31, 9),
            ("boarder-1", "Boarder 1", "2", "soldier", (21, 8), 12, 15),
            ("boarder-2", "Boarder 2", "2", "soldier", (19, 10), 12, 15),
            ("boarder-3", "Boarder 3", "2", "soldier", (23, 9), 12, 15),
            ("gun-drone", "Gun drone", "2", "drone", (18, 10), 9, 13),
            ("stowaway", "Stowaway", "3", "rogue", (7, 11), 8, 5),
        )
    )
    sides = {
        "1": Side(name="Crew", stance="party"),
        "2": Side(name="Boarders", index=1),
        "3": Side(name="Stowaway", index=4, stance="neutral"),
    }
    opening = (
        act("climb", who=["gun-drone"], by=3),
        act("set_value", who=["stowaway"], field="hidden", value="true"),
    )
    orders: Orders = {
        (1, "sefa"): (
            move("sefa", (11, 9)),
            act("change_pool", who=["boarder-2"], add=-7),
            effect("boarder-2", "stunned", "Stunned", "zap", rounds=1),
        ),
        (1, "boarder-1"): (move("boarder-1", (20, 8), (19, 8), (18, 7)),),
        (1, "boarder-3"): (move("boarder-3", (22, 9), (21, 9), (20, 9)),),
        (1, "boarder-2"): (act("change_pool", who=["sefa"], add=-5),),
    }
    return exported(
        blank_fight(system, "Boarders at the ramp", people, sides),
        board,
        opening,
        orders,
        until=(1, 5),
    )


def cast(system: System, *castings: Casting) -> tuple[Combatant, ...]:
    """Return samples of a system under names of their own, at their places."""
    samples = {one.id: one for one in system.data.samples()}
    return tuple(
        samples[sample].replace(
            id=who,
            name=name,
            side=side,
            pos=Cell(*at),
            picture=drawn(LOOKS_LIKE[who]) if who in LOOKS_LIKE else samples[sample].picture,
        )
        for sample, who, name, side, at in castings
    )


def _with_sheet(one: Combatant, **values: int) -> Combatant:
    return one.replace(sheet=one.sheet.replace(**values))


def blank_fight(
    system: System, title: str, people: tuple[Combatant, ...], sides: dict[str, Side]
) -> Encounter:
    """Return a fight before its map is laid."""
    return system.new_encounter(title).replace(
        sides=frozendict(sides), combatants=frozendict({one.id: one for one in people})
    )


def exported(
    blank: Encounter,
    board: Board,
    opening: tuple[dict[str, Any], ...],
    orders: Orders,
    *,
    until: tuple[int, int],
) -> str:
    """Lay the map, fight for some turns and write it down."""
    system, first = find_system(blank.system), blank.replace(map=board.ground)
    dice = DiceCounter(_SEEDS.get(blank.title, _SEEDS[blank.system]))
    written = _Rows(dice)
    session = Session(system, Loaded(first, (), Position(), dice), written)
    play(session, opening, orders, until)
    assert session.encounter.turn is not None
    loaded = Loaded(first, tuple(written.rows.values()), written.position, written.dice)
    return export_json(loaded, system.data.version, (board.picture,))
