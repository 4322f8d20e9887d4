"""What holds for any edits of the map: undo, the events alone, the file, and their size."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING, TypeVar

from hypothesis import given, settings
from hypothesis import strategies as st

from gridwar.engine.gm.damage_to_walls import DamageWall
from gridwar.engine.gm.floor_commands import PutFloors, PutLinks, PutOpenings
from gridwar.engine.gm.map_commands import Paint, PutCover, PutWalls, PutZones, SetDoor, SetPage
from gridwar.engine.gm.prop_commands import PutProps
from gridwar.engine.gm.sketch_commands import DigCave, DrawRoom, EraseSketch
from gridwar.engine.kit.evolve import evolve
from gridwar.engine.play.play_outcome import Accepted
from gridwar.engine.session.session import Session
from gridwar.model.battlemap import BattleMap, LayerName
from gridwar.model.cover_kinds import CoverObject
from gridwar.model.events_map import LayerPainted
from gridwar.model.floors import Floor, Link
from gridwar.model.geometry import SUBCELL, Cell, Point, Size
from gridwar.model.painted_layers import TILE, Layer
from gridwar.model.props import Prop, PropTraits
from gridwar.model.walls import DoorState, Wall, WallKind, WallSide, WallSight
from gridwar.model.zones import Zone
from gridwar.storage.json_codec import Codec, encode
from tests.support.toy import TOY, duel

if TYPE_CHECKING:
    from gridwar.model.command import Command

T = TypeVar("T", Wall, Floor)

WIDTH, HEIGHT = 70, 40
CELLS = st.tuples(st.integers(0, WIDTH + 5), st.integers(0, HEIGHT + 5)).map(lambda at: Cell(*at))
SOME = st.lists(CELLS, min_size=1, max_size=12)
POINTS = st.tuples(st.integers(0, WIDTH * SUBCELL), st.integers(0, HEIGHT * SUBCELL)).map(
    lambda at: Point(*at)
)
IDS = st.sampled_from(("a", "b", "c"))


@st.composite
def walls(draw: st.DrawFn) -> Wall:
    """Draw a wall, a door or the like, whatever it stops and from whichever side."""
    a, b = draw(POINTS), draw(POINTS)
    kind = draw(st.sampled_from(WallKind))
    end = b if a != b else Point(a.x + 1, a.y)
    return Wall(
        id=draw(IDS),
        a=a,
        b=end,
        kind=kind,
        sight=draw(st.sampled_from(WallSight)),
        foot_m=draw(st.sampled_from((0.0, 1.0))),
        one_way=draw(st.sampled_from((None, *WallSide))),
        points=draw(st.sampled_from((None, 0, 5))),
        hardness=draw(st.sampled_from((0, 2))),
    )


def one_each(made: list[T]) -> tuple[T, ...]:
    """Return walls, or floors, without two of one id."""
    return tuple({one.id: one for one in made}.values())


FLOORS = st.builds(
    lambda id, row, side: Floor(
        id=id, at=Cell(24 * row, 0), size=Size(side, side), elevation_m=3.0 * row
    ),
    IDS,
    st.integers(0, 2),
    st.integers(5, 25),
)


PROPS = st.builds(
    lambda id, at, size, turns, over: Prop(
        id=id,
        at=at,
        size=Size(*size),
        upright=PropTraits(height_m=1.0, is_stood_on=True, extra_steps=2),
        flipped=PropTraits(is_barred=True),
        is_flipped=over,
    ).turned(turns),
    IDS,
    CELLS,
    st.tuples(st.integers(1, 3), st.integers(1, 3)),
    st.integers(0, 3),
    st.booleans(),
)


EDITS: st.SearchStrategy[Command] = st.one_of(
    st.builds(
        lambda made, gone: PutProps(put=tuple({one.id: one for one in made}.values()), gone=gone),
        st.lists(PROPS, max_size=3),
        st.lists(IDS, max_size=1).map(tuple),
    ),
    st.builds(
        lambda cells, value, layer: Paint(
            layer=layer, where=Layer.marking(cells), value=value if layer == "terrain" else 0
        ),
        SOME,
        st.integers(0, 2),
        st.sampled_from((LayerName.TERRAIN, LayerName.COVER)),
    ),
    st.builds(
        lambda cells, value, relative: Paint(
            layer=LayerName.GROUND, where=Layer.marking(cells), value=value, relative=relative
        ),
        SOME,
        st.integers(-128, 127),
        st.booleans(),
    ),
    st.builds(
        lambda put, gone: PutWalls(put=one_each(put), gone=tuple(gone)),
        st.lists(walls(), max_size=3),
        st.lists(IDS, max_size=1),
    ),
    st.builds(SetDoor, wall=IDS, state=st.sampled_from(DoorState)),
    st.builds(DamageWall, wall=IDS, damage=st.integers(0, 9)),
    st.builds(
        lambda id, cells: PutCover(put=(CoverObject(id=id, name="", cells=tuple(cells)),)),
        IDS,
        SOME,
    ),
    st.builds(
        lambda id, cells: PutZones(put=(Zone(id=id, kind="gas", cells=tuple(cells)),)), IDS, SOME
    ),
    st.builds(DrawRoom, a=CELLS, b=CELLS, joins=st.booleans(), round=st.booleans()),
    st.builds(
        DigCave, dabs=st.lists(POINTS, min_size=1, max_size=3).map(tuple), fills=st.booleans()
    ),
    st.builds(EraseSketch, a=CELLS, b=CELLS),
    st.builds(SetPage, width=st.integers(20, WIDTH), height=st.integers(20, HEIGHT)),
    st.builds(
        lambda floors, gone: PutFloors(put=one_each(floors), gone=tuple(gone)),
        st.lists(FLOORS, max_size=2),
        st.lists(IDS, max_size=1),
    ),
    st.builds(
        lambda id, here, there: PutLinks(put=(Link(id=id, here=(here,), there=(there,)),)),
        IDS,
        CELLS,
        CELLS,
    ),
    st.builds(lambda put, gone: PutOpenings(put=tuple(put), gone=tuple(gone)), SOME, SOME),
)


@given(st.lists(EDITS, min_size=1, max_size=8))
@settings(deadline=None, max_examples=50)
def test_every_edit_is_undone_whole_and_its_events_alone_make_it(edits: list[Command]) -> None:
    """Undo gives the identical map back; events written to text and read make the same one."""
    start = duel(a=20, b=20).replace(map=BattleMap(width=WIDTH, height=HEIGHT))
    session, codec = Session(TOY, start), Codec(TOY)
    for edit in edits:
        before = session.encounter
        outcome = session.submit(edit)
        if not isinstance(outcome, Accepted):
            assert session.encounter is before
            continue
        after = session.encounter
        session.undo()
        assert session.encounter == before
        session.redo()
        assert session.encounter == after
        read = [codec.event(encode(event)) for event in outcome.events]
        assert reduce(evolve, read, before) == after
        assert codec.encounter(encode(after)) == after


@given(SOME, st.integers(-128, 127), st.booleans())
@settings(deadline=None)
def test_a_stroke_tells_only_of_tiles_it_touches(
    cells: list[Cell], value: int, relative: bool
) -> None:
    """However much is painted already, the event names no tile without a cell of the stroke."""
    ground = Layer.marking(Cell(x, y) for x in range(WIDTH) for y in range(HEIGHT))
    page = BattleMap(width=WIDTH, height=HEIGHT).with_layer(LayerName.GROUND, ground)
    session = Session(TOY, duel(a=20, b=20).replace(map=page))
    stroke = Paint(
        layer=LayerName.GROUND, where=Layer.marking(cells), value=value, relative=relative
    )
    outcome = session.submit(stroke)
    assert isinstance(outcome, Accepted)
    touched = {Cell(cell.x // TILE, cell.y // TILE) for cell in cells if page.contains(cell)}
    for event in outcome.events:
        assert isinstance(event, LayerPainted)
        assert set(event.tiles) <= touched
