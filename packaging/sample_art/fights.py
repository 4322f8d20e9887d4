"""The sample fights: who stands where on the sample maps. Names and numbers are our own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from frozendict import frozendict

from gridwar.engine.commands import BeginFight, NextTurn
from gridwar.engine.journal import DiceCounter, Loaded, Position
from gridwar.engine.outcome import Asking
from gridwar.engine.session import Session
from gridwar.model.encounter import Side
from gridwar.model.geometry import Cell
from gridwar.model.question import Question
from gridwar.storage.exchange import export_json
from gridwar.systems import find_system

if TYPE_CHECKING:
    from gridwar.engine.journal import Row
    from gridwar.engine.system import System
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Encounter

_SEED = 1871

Casting = tuple[str, str, str, str, tuple[int, int]]
"""Sample to be played, id, name, side, cell."""


@dataclass(frozen=True)
class Board:
    """Where a fight happens: the map, and the file of its picture."""

    ground: BattleMap
    picture: bytes


class _Rows:
    """Keeps the rows that a session writes."""

    def __init__(self) -> None:
        self.rows: dict[int, Row] = {}
        self.position, self.dice = Position(), DiceCounter(_SEED)

    def write(self, rows: Any, position: Position, dice: DiceCounter) -> None:
        """Take them."""
        self.rows.update({row.id: row for row in rows if not row.is_open})
        self.position, self.dice = position, dice


SKIRMISH_CAST: tuple[Casting, ...] = (
    ("marine", "maro", "Maro Tenn", "1", (10, 13)),
    ("scout", "ilse", "Ilse Quarrel", "1", (7, 10)),
    ("gunman", "dov", "Dov Harrick", "1", (9, 15)),
    ("scout", "petra", "Petra Osk", "1", (5, 13)),
    ("brawler", "reck", "Tomas Reck", "2", (16, 16)),
    ("gunman", "vale", "Gant Vale", "2", (19, 18)),
    ("marine", "bly", "Sister Bly", "2", (24, 14)),
    ("scout", "corrow", "Nils Corrow", "2", (30, 15)),
)
SKIRMISH_SIDES = {"1": Side(name="Crew of the Lantern"), "2": Side(name="Ferrymen", index=1)}


def skirmish(board: Board) -> str:
    """Return the Cepheus fight at the mill as an exported fight."""
    system = find_system("cepheus")
    people = _cast(system, *SKIRMISH_CAST)
    return _exported(_begun(system, "Night at Tollen Mill", people, SKIRMISH_SIDES), board)


def corridor(board: Board) -> str:
    """Return the ARRGS fight in the vault as an exported fight."""
    system = find_system("arrgs")
    people = _cast(
        system,
        ("guard", "runa", "Runa Teal", "1", (7, 9)),
        ("scout", "edrik", "Edrik Moss", "1", (5, 11)),
        ("pike", "halle", "Halle Brandt", "1", (6, 10)),
        ("raider", "sculk-1", "Sculk 1", "2", (13, 8)),
        ("raider", "sculk-2", "Sculk 2", "2", (17, 11)),
        ("raider", "sculk-3", "Sculk 3", "2", (20, 10)),
        ("ogre", "toller", "The Toller", "2", (22, 9)),
    )
    sides = {"1": Side(name="Reeve's men"), "2": Side(name="Vault breakers", index=1)}
    return _exported(_begun(system, "The toll vault", people, sides), board)


def freeform(board: Board) -> str:
    """Return the fight without rules, by day, as an exported fight."""
    system = find_system("freeform")
    people = tuple(
        _with_sheet(
            system.new_combatant(who, name, side).replace(pos=Cell(*at)),
            hp=hp, hp_full=hp, initiative=initiative,
        )
        for who, name, side, at, hp, initiative in (
            ("wenna", "Wenna Hale", "1", (14, 17), 24, 17),
            ("otto", "Otto Lind", "1", (17, 21), 31, 9),
            ("brother-ash", "Brother Ash", "1", (11, 18), 19, 12),
            ("wolf-1", "Wolf 1", "2", (27, 17), 11, 15),
            ("wolf-2", "Wolf 2", "2", (25, 19), 11, 15),
            ("wolf-3", "Wolf 3", "2", (33, 15), 11, 15),
            ("miller", "Miller's wife", "3", (16, 14), 8, 5),
        )
    )  # fmt: skip
    sides = {
        "1": Side(name="Pilgrims"), "2": Side(name="Wolves", index=1),
        "3": Side(name="Mill folk", index=2),
    }  # fmt: skip
    return _exported(_begun(system, "Wolves at Tollen Mill", people, sides), board)


def _cast(system: System, *castings: Casting) -> tuple[Combatant, ...]:
    samples = {one.id: one for one in system.samples()}
    return tuple(
        samples[sample].replace(id=who, name=name, side=side, pos=Cell(*at))
        for sample, who, name, side, at in castings
    )


def _with_sheet(one: Combatant, **values: int) -> Combatant:
    return one.replace(sheet=one.sheet.replace(**values))


def _begun(
    system: System, title: str, people: tuple[Combatant, ...], sides: dict[str, Side]
) -> Encounter:
    return system.new_encounter(title).replace(
        sides=frozendict(sides), combatants=frozendict({one.id: one for one in people})
    )


def _exported(blank: Encounter, board: Board) -> str:
    """Lay the map, begin the fight and write it down."""
    system, first = find_system(blank.system), blank.replace(map=board.ground)
    written = _Rows()
    session = Session(system, Loaded(first, (), Position(), DiceCounter(_SEED)), written)
    _settle(session, session.submit(BeginFight()))
    if session.encounter.turn is None:
        _settle(session, session.submit(NextTurn()))
    assert session.encounter.turn is not None
    loaded = Loaded(first, tuple(written.rows.values()), written.position, written.dice)
    return export_json(loaded, system.schema_version, (board.picture,))


def _settle(session: Session, outcome: object) -> None:
    """Answer every question by its default."""
    while isinstance(outcome, Asking):
        wanted = session.wanted[0]
        assert isinstance(wanted, Question)
        outcome = session.answer(wanted.key, wanted.default)
