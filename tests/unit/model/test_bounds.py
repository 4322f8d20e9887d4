"""How much a map may hold: refused with words where it is read and where a command adds it."""

from __future__ import annotations

import sys

import msgspec
import pytest
from pydantic import ValidationError

from gridwar.engine.gm.map_commands import PutWalls, PutZones
from gridwar.engine.play.play_outcome import Accepted, Refused
from gridwar.engine.session.journal_rows import DiceCounter, Loaded, Position
from gridwar.engine.session.session import Session
from gridwar.errors import MapError
from gridwar.model import geometry, map_limits
from gridwar.model.battlemap import BattleMap
from gridwar.model.combatant import Combatant
from gridwar.model.events_combatants import CombatantMoved
from gridwar.model.geometry import FARTHEST_CELLS, SUBCELL, Cell, Point, Size, footprint
from gridwar.model.walls import Wall
from gridwar.model.zones import Zone
from gridwar.systems.freeform import SYSTEM as FREEFORM


@pytest.fixture
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a map hold next to nothing."""
    monkeypatch.setattr(map_limits, "MOST_WALLS", 2)
    monkeypatch.setattr(map_limits, "MOST_WALL_CELLS", 10)
    monkeypatch.setattr(map_limits, "MOST_ZONES", 2)
    monkeypatch.setattr(map_limits, "MOST_ZONE_CELLS", 6)


def _wall(name: str, length: int = 1) -> Wall:
    return Wall(id=name, a=Point(0, 0), b=Point(length * SUBCELL, 0))


def _zone(name: str, count: int = 1) -> Zone:
    return Zone(id=name, kind="smoke", cells=tuple(Cell(x, 0) for x in range(count)))


def _session() -> Session:
    loaded = Loaded(FREEFORM.new_encounter("x"), (), Position(), DiceCounter(1))
    return Session(FREEFORM, loaded)


@pytest.mark.parametrize("value", [[FARTHEST_CELLS + 1, 0], [0, -FARTHEST_CELLS - 1], [2**70, 0]])
def test_no_place_is_read_that_is_beyond_all_maps(value: list[int]) -> None:
    """States and commands, and events, which are read by another library, have the same bound."""
    with pytest.raises(ValidationError, match="pos"):
        Combatant.model_validate({"id": "a", "name": "A", "pos": value})
    with pytest.raises(msgspec.ValidationError, match="int"):
        msgspec.convert({"who": "a", "to": value}, CombatantMoved)


@pytest.mark.parametrize("size", [[0, 0], [-3, 1], [101, 1], [30_000, 30_000]])
def test_a_body_covers_1_to_100_cells_a_side(size: list[int]) -> None:
    """Nobody is of no size, and nobody larger than the window can show."""
    with pytest.raises(ValidationError, match="size"):
        Combatant.model_validate({"id": "a", "name": "A", "size": size})
    assert Combatant.model_validate({"id": "a", "name": "A", "size": [100, 1]}).size == (100, 1)


def test_what_is_kept_of_footprints_is_bounded_by_bytes() -> None:
    """However large the tokens are, some tens of megabytes are the most that is remembered."""
    cell = sys.getsizeof(Cell(400, 400)) + 2 * sys.getsizeof(400)
    for kept, cells in ((geometry._small, geometry._SMALL_CELLS), (geometry._large, 100 * 100)):
        most = kept.cache_info().maxsize
        assert most is not None
        assert most * cells * cell < 50 << 20
    assert len(footprint(Cell(3, 3), Size(100, 100))) == 10_000


@pytest.mark.usefixtures("_small")
def test_a_map_with_too_much_on_it_is_not_read() -> None:
    """Too many walls, too long ones, too many zones or cells of them: the words say the bound."""
    for field, things, words in (
        ("walls", [_wall("a"), _wall("b"), _wall("c")], "3 walls"),
        ("walls", [_wall("a", 11)], "11 cells"),
        ("zones", [_zone("a"), _zone("b"), _zone("c")], "3 of them"),
        ("zones", [_zone("a", 4), _zone("b", 3)], "7 cells"),
    ):
        with pytest.raises(ValidationError, match=words):
            BattleMap.model_validate({field: things})
    whole = BattleMap(walls=(_wall("a", 5), _wall("b", 5)), zones=(_zone("a", 3), _zone("b", 3)))
    with pytest.raises(MapError, match="too many"):
        whole.with_walls((*whole.walls, _wall("c")))
    with pytest.raises(MapError, match="too many"):
        whole.with_zones((*whole.zones, _zone("c")))


@pytest.mark.usefixtures("_small")
def test_a_command_that_puts_too_much_is_refused() -> None:
    """The GM is told the bound, the map stays, and taking something away makes room."""
    session = _session()
    assert isinstance(session.submit(PutWalls(put=(_wall("a"), _wall("b")))), Accepted)
    for command in (PutWalls(put=(_wall("c"),)), PutZones(put=(_zone("a", 7),))):
        before = session.encounter
        outcome = session.submit(command)
        assert isinstance(outcome, Refused)
        assert outcome.refusal.code == "too_many"
        assert session.encounter is before
    assert isinstance(session.submit(PutWalls(put=(_wall("c"),), gone=("a",))), Accepted)
