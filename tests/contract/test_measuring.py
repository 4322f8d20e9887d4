"""Every system measures and sees as its own rules do: ruler, range and ruling cannot differ.

Distances have one door in every system: the kit, which knows how two places lie to each other.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridwar.content.manifest_and_rule_index import manifest
from gridwar.engine.kit.sight_and_cover import LineState
from gridwar.engine.kit.yardstick_and_distances import apart, spot_of
from gridwar.grid.lines.sight_and_effect import Purpose
from gridwar.model.encounter import Ruling
from gridwar.model.geometry import SUBCELL, Cell, Point, Size
from gridwar.model.walls import Wall
from gridwar.systems.arrgs.core.sheet import switches_of as arrgs_switches
from gridwar.systems.arrgs.positions.distances import as_placed as body_of
from gridwar.systems.arrgs.positions.distances import between
from gridwar.systems.arrgs.positions.lines_of_sight import can_see, has_line
from gridwar.systems.cepheus.positions.range_bands import squares_between
from tests.support.every_system import data_of, every_id, find, package_of
from tests.support.fights import on_board

if TYPE_CHECKING:
    from collections.abc import Iterator

MEASURES = "gridwar.grid.cells.distance"
FIELDS = frozenset(
    {
        "gridwar.grid.areas.disc_ring_square_line.ring",
        "gridwar.grid.areas.disc_ring_square_line.ring_on_page",
        "gridwar.grid.areas.distance_and_fire_fields.distance_field",
        "gridwar.grid.areas.distance_and_fire_fields.straight_field",
    }
)
"""Functions of other modules that measure from one place to many."""
CELLS = st.tuples(st.integers(0, 12), st.integers(0, 12))
SIZES = st.sampled_from((Size(1, 1), Size(2, 2), Size(1, 2)))
HEIGHTS = st.sampled_from((0.0, 1.5, 4.0, 7.5))


@given(a=CELLS, b=CELLS, size=SIZES, up=HEIGHTS)
def test_the_ruler_counts_as_cepheus_does(
    a: tuple[int, int], b: tuple[int, int], size: Size, up: float
) -> None:
    """Between any two combatants the yardstick gives the squares of the range table, both ways."""
    system, now = find("cepheus"), on_board("cepheus", marine=a, brawler=b)
    now = now.with_combatant(now["brawler"].replace(size=size, altitude=up))
    yardstick = system.yardstick(now)
    here, there = (spot_of(now, yardstick, now[who]) for who in ("marine", "brawler"))
    assert here is not None
    assert there is not None
    found = apart(yardstick, here, there)
    assert found.total_cells == squares_between(now, "marine", "brawler")
    assert found.total_cells == apart(yardstick, there, here).total_cells


@pytest.mark.parametrize("height", ["max", "add", "ignore"])
@pytest.mark.parametrize("token", ["nearest", "centres"])
@given(a=CELLS, b=CELLS, size=SIZES, up=HEIGHTS)
def test_the_ruler_counts_as_arrgs_does(
    height: str, token: str, a: tuple[int, int], b: tuple[int, int], size: Size, up: float
) -> None:
    """Under each house rule of distance the yardstick gives what threat and range count."""
    system, now = find("arrgs"), on_board("arrgs", guard=a, raider=b)
    values = {"altitude_in_distance": height}
    if token == "centres":
        values["token_distance"] = "centres"
    now = now.replace(switches=arrgs_switches(now).replace(**values))
    now = now.with_combatant(now["raider"].replace(size=size, altitude=up))
    yardstick = system.yardstick(now)
    here, there = (spot_of(now, yardstick, now[who]) for who in ("guard", "raider"))
    assert here is not None
    assert there is not None
    assert apart(yardstick, here, there).total_cells == between(now, "guard", "raider")


@given(
    b=st.tuples(st.integers(4, 9), st.integers(0, 9)),
    walls=st.lists(st.tuples(st.integers(2, 5), st.integers(0, 8)), max_size=5, unique=True),
)
def test_what_is_drawn_is_what_arrgs_rules(
    b: tuple[int, int], walls: list[tuple[int, int]]
) -> None:
    """A line is drawn clear exactly where an attack has one; a wall is named where it has none."""
    system, now = find("arrgs"), on_board("arrgs", guard=(1, 4), raider=b)
    segments = [
        Wall(
            id=f"{x}.{y}",
            a=Point(x * SUBCELL, y * SUBCELL),
            b=Point(x * SUBCELL, (y + 1) * SUBCELL),
        )
        for x, y in walls
    ]
    now = now.replace(map=now.map.with_walls(segments))
    seen = system.sight(now, "guard", "raider")
    assert seen is not None
    assert seen.clear == can_see(now, "guard", body_of(now["raider"]))
    assert seen.clear == any(line.state is not LineState.BLOCKED for line in seen.lines)
    assert seen.clear or any(one.blocks for one in seen.deciders)


@pytest.mark.parametrize("system_id", every_id())
def test_the_manifest_says_what_the_ruler_counts(system_id: str) -> None:
    """What a rulebook says of its ranges is what its yardstick measures by default."""
    system = find(system_id)
    metric = system.yardstick(system.new_encounter()).metric
    assert manifest(data_of(system_id)).metrics.range is metric


@pytest.mark.parametrize("system_id", [one for one in every_id() if find(one).playable])
def test_a_system_answers_for_nobody_on_the_board(system_id: str) -> None:
    """Somebody off the board has no sight; everybody else has a yardstick's distance to him."""
    system = find(system_id)
    first, second = (one.id for one in system.data.samples()[:2])
    now = on_board(system_id, **{first: (1, 1)})
    other = next(one for one in system.data.samples() if one.id == second)
    now = now.with_combatant(other)
    assert system.sight(now, first, second) is None
    assert spot_of(now, system.yardstick(now), now[second]) is None


def test_a_ruling_counts_for_arrgs_until_somebody_moves() -> None:
    """The GM's word opens a line that a wall blocks, for sight and effect; a step ends it."""
    now = on_board("arrgs", guard=(1, 1), raider=(5, 1))
    wall = Wall(id="w", a=Point(3 * SUBCELL, 0), b=Point(3 * SUBCELL, 4 * SUBCELL))
    now = now.replace(map=now.map.with_walls([wall]))
    assert not has_line(now, "guard", body_of(now["raider"]), Purpose.EFFECT)
    word = Ruling(places=(Cell(1, 1), Cell(5, 1)), line="clear")
    ruled = now.replace(rulings=now.rulings.set("guard>raider", word))
    assert can_see(ruled, "guard", body_of(ruled["raider"]))
    moved = ruled.with_combatant(ruled["raider"].replace(pos=Cell(6, 1)))
    assert not can_see(moved, "guard", body_of(moved["raider"]))


def measured_by_hand(tree: ast.Module) -> Iterator[int]:
    """Yield the lines that import from the grid what measures bare cells."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names = {f"{node.module}.{alias.name}" for alias in node.names}
        else:
            continue
        if any(f"{name}.".startswith(f"{MEASURES}.") or name in FIELDS for name in names):
            yield node.lineno


@pytest.mark.parametrize("system_id", every_id())
def test_no_system_measures_bare_cells(system_id: str) -> None:
    """How far two places are apart is asked of the kit: it alone knows how they lie."""
    found = [
        f"{file.name}:{line}"
        for file in sorted(package_of(system_id).rglob("*.py"))
        for line in measured_by_hand(ast.parse(file.read_text(encoding="utf-8")))
    ]
    assert found == []


def test_one_that_did_is_found() -> None:
    """A measure of the grid is told with its line, in whatever way it is imported."""
    text = "import gridwar.grid.cells.distance as m\n"
    text += "from gridwar.grid.cells import distance\n"
    text += "from gridwar.grid.cells.distance import squared_cells\n"
    text += "from gridwar.grid.areas.distance_and_fire_fields import distance_field\n"
    text += "from gridwar.grid.areas.disc_ring_square_line import square\n"
    text += "from gridwar.engine.kit import Metric, cells_apart\n"
    assert list(measured_by_hand(ast.parse(text))) == [1, 2, 3, 4]
