"""Whom a side sees, senses and does not know of, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frozendict import frozendict
from msgspec.structs import replace

from gridwar.engine.kit.rule_system_parts import Board
from gridwar.engine.kit.senses import ANY_DARKNESS, EYE, Sense, SenseKind, Sign
from gridwar.engine.odds.odds_columns import odds
from gridwar.engine.perception import exact_sight, sense_reach
from gridwar.engine.perception.detection import known_fight, seen_by, seen_by_some
from gridwar.engine.perception.why_unseen import sees, why_not_seen
from gridwar.model.combatant import Combatant
from gridwar.model.geometry import SUBCELL, Cell, Point, Size, centre_of, footprint
from gridwar.model.lights import LightSource
from gridwar.model.memory import CellPin, FogMode, Memory, Vision
from gridwar.model.painted_layers import Layer
from gridwar.model.point_masks import PointMask
from gridwar.model.walls import Wall
from gridwar.model.zones import SMOKE, Light, Zone
from tests.support.every_system import find
from tests.support.toy import TOY, Strike, ToySheet

if TYPE_CHECKING:
    import pytest

    from gridwar.model.encounter import Encounter

FREEFORM = find("freeform")
WALL = Wall(id="w", name="the long wall", a=Point(5 * SUBCELL, 0), b=Point(5 * SUBCELL, 10_000))
BY_SIGHT = Vision(mode=FogMode.BY_SIGHT)


def _one(who: str, x: int, y: int = 2, side: str = "1", **more: object) -> Combatant:
    given = {"sheet": FREEFORM.data.sheet(), **more}
    return Combatant(id=who, name=who.upper(), side=side, pos=Cell(x, y)).replace(**given)


def _fight(*people: Combatant, vision: Vision = BY_SIGHT, **page: object) -> Encounter:
    blank = FREEFORM.new_encounter()
    return blank.replace(
        map=blank.map.replace(**page),
        combatants=frozendict({one.id: one for one in people}),
        vision=vision,
    )


ANN, BOB = _one("ann", 2), _one("bob", 8, side="2")


def test_a_wall_hides_in_the_modes_by_sight_alone() -> None:
    """Whoever stands behind a wall is unknown by sight, and seen with fog off."""
    for mode in FogMode:
        here = _fight(ANN, BOB, walls=(WALL,), vision=Vision(mode=mode))
        is_seen = "bob" in seen_by(here, "1").seen
        assert is_seen is (mode is FogMode.OFF), mode
    assert why_not_seen(_fight(ANN, BOB, walls=(WALL,)), "1", "bob") == (
        "ANN: the long wall is in the way"
    )


def test_the_game_masters_word_goes_before_what_is_seen() -> None:
    """Hidden beats seen, and who was told of somebody sees it through any wall."""
    hidden = _fight(ANN, BOB.replace(hidden=True))
    assert seen_by(hidden, "1").unknown == {"bob"}
    assert why_not_seen(hidden, "1", "bob") == "hidden by your word"
    told = _fight(ANN, BOB.replace(hidden=True, known_by=frozenset({"1"})), walls=(WALL,))
    assert "bob" in seen_by(told, "1").seen
    assert why_not_seen(told, "1", "bob") == ""


def test_who_is_out_sees_nothing() -> None:
    """A side whose people are down perceives only itself."""
    down = ANN.replace(sheet=FREEFORM.data.sheet().replace(hp=0))
    here = _fight(down, BOB)
    assert seen_by(here, "1").seen == {"ann"}
    assert why_not_seen(here, "1", "bob") == "nobody of Party can see"


def test_darkness_hides_where_light_counts_and_the_reason_names_the_light() -> None:
    """By eye somebody is seen in low light and not in the dark: a torch ends some cells before."""
    torch = LightSource(id="t", name="Torch", at=centre_of(Cell(2, 2)), bright_cells=2, dim_cells=4)
    lit = BY_SIGHT.replace(counts_light=True)
    assert "bob" in seen_by(_fight(ANN, BOB, light=Light.DARK, light_sources=(torch,)), "1").seen
    here = _fight(ANN, BOB, light=Light.DARK, light_sources=(torch,), vision=lit)
    assert seen_by(here, "1").unknown == {"bob"}
    assert why_not_seen(here, "1", "bob") == "ANN: too dark: Torch ends 2 cells before"
    near = _fight(
        ANN, BOB.replace(pos=Cell(6, 2)), light=Light.DARK, light_sources=(torch,), vision=lit
    )
    assert "bob" in seen_by(near, "1").seen


def test_a_dark_cell_behind_a_wall_is_said_to_be_behind_the_wall() -> None:
    """Where neither line nor light is there, the wall is what stops whoever looks."""
    lit = BY_SIGHT.replace(counts_light=True)
    here = _fight(ANN, BOB, light=Light.DARK, walls=(WALL,), vision=lit)
    assert sees(here, "ann", "bob").reason == "the long wall is in the way"


def test_only_cells_in_a_lit_line_show_a_large_one() -> None:
    """Of a large one the cell that is in sight has to be the one that is lit."""
    wall = WALL.replace(a=Point(7 * SUBCELL, 3 * SUBCELL), b=Point(7 * SUBCELL, 9 * SUBCELL))
    ogre = _one("ogre", 8, 2, "2", size=Size(1, 3))
    lamp = LightSource(id="l", at=centre_of(Cell(9, 4)), bright_cells=0.5, dim_cells=1.1)
    for is_lit_above in (False, True):
        at = centre_of(Cell(9, 2 if is_lit_above else 4))
        here = _fight(
            _one("ann", 2, 2),
            ogre,
            walls=(wall,),
            light=Light.DARK,
            light_sources=(lamp.placed(at),),
            vision=BY_SIGHT.replace(counts_light=True),
        )
        assert ("ogre" in seen_by(here, "1").seen) is is_lit_above


def test_sight_reaches_the_first_cell_of_smoke_and_no_further() -> None:
    """Smoke that stops sight hides whoever is deeper in it than its edge, or beyond it."""
    zone = Zone(id="s", kind=SMOKE, name="the smoke", cells=(Cell(5, 2), Cell(6, 2)))
    vision = BY_SIGHT.replace(opaque_zones=frozenset({SMOKE}))
    for x, is_seen in ((4, True), (5, True), (6, False), (7, False)):
        here = _fight(ANN, BOB.replace(pos=Cell(x, 2)), zones=(zone,), vision=vision)
        assert ("bob" in seen_by(here, "1").seen) is is_seen, x
    assert why_not_seen(here, "1", "bob") == "ANN: the smoke is in the way"
    assert "bob" in seen_by(here.replace(vision=BY_SIGHT), "1").seen


def test_in_smoke_everywhere_only_those_beside_are_seen() -> None:
    """Fog over all of the map that stops sight leaves the cells beside one's own."""
    zone = Zone(id="s", kind=SMOKE, name="fog", everywhere=True)
    vision = BY_SIGHT.replace(opaque_zones=frozenset({SMOKE}))
    for x, is_seen in ((3, True), (4, False)):
        here = _fight(ANN, BOB.replace(pos=Cell(x, 3)), zones=(zone,), vision=vision)
        assert ("bob" in seen_by(here, "1").seen) is is_seen, x


def test_a_pinned_cell_decides_whatever_is_in_sight() -> None:
    """Whoever stands on a cell that is kept covered is unknown; on one kept shown, seen."""
    for pin, walls in ((CellPin.COVERED, ()), (CellPin.SHOWN, (WALL,))):
        pinned = Layer().with_cells({Cell(8, 2): pin})
        here = _fight(ANN, BOB, walls=walls, vision=BY_SIGHT.replace(pinned=pinned))
        assert ("bob" in seen_by(here, "1").seen) is (pin is CellPin.SHOWN)
        if pin is CellPin.COVERED:
            assert why_not_seen(here, "1", "bob") == "where it stands is kept covered"


def test_with_fog_by_hand_whoever_stands_where_it_is_uncovered_is_seen() -> None:
    """By hand it is the ground under somebody that decides, not anybody's eyes."""
    here = _fight(BOB, vision=Vision(mode=FogMode.BY_HAND))
    assert seen_by(here, "1").unknown == {"bob"}
    assert why_not_seen(here, "1", "bob") == "where it stands is not uncovered"
    points = PointMask.of_cells((Cell(8, 2),), here.map.size)
    memories = frozendict({"1": Memory(points=points)})
    uncovered = here.replace(vision=here.vision.replace(memories=memories))
    assert seen_by(uncovered, "1").seen == {"bob"}
    foes = _fight(ANN, vision=Vision(mode=FogMode.BY_HAND))
    assert seen_by(foes, "2").seen == {"ann"}


HEAT = Sense(
    SenseKind.HEAT,
    "goggles",
    range_m=6,
    darkest=Light.DARK,
    through_smoke=True,
    through_darkness=ANY_DARKNESS,
    needs=Sign.WARM,
    jammed_by="furnace",
    rule_id="X-1",
)
STEPS = Sense(
    SenseKind.FEEL,
    "tremor",
    darkest=Light.DARK,
    through_walls=True,
    through_smoke=True,
    needs=Sign.MOVING,
    tells="place",
)


def _senses(
    patch: pytest.MonkeyPatch, *senses: Sense, signs: frozenset[Sign] | None = None
) -> None:
    board = replace(FREEFORM.board, senses=lambda _here, _who: senses)
    if signs is not None:
        board = replace(board, signs=lambda _here, _who: signs)
    assert isinstance(board, Board)
    changed = replace(FREEFORM, board=board)
    patch.setattr(sense_reach, "system_of", lambda _encounter: changed)


DARK = BY_SIGHT.replace(counts_light=True)


def test_heat_shows_the_warm_in_the_dark_within_its_range(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sense for heat sees who is warm through darkness as far as it reaches."""
    _senses(monkeypatch, EYE, HEAT)
    near, far = BOB.replace(pos=Cell(6, 2)), BOB.replace(pos=Cell(7, 2))
    assert "bob" in seen_by(_fight(ANN, near, light=Light.DARK, vision=DARK), "1").seen
    assert sees(_fight(ANN, near, light=Light.DARK, vision=DARK), "ann", "bob").reason == (
        "seen: goggles"
    )
    assert seen_by(_fight(ANN, far, light=Light.DARK, vision=DARK), "1").unknown == {"bob"}
    _senses(monkeypatch, HEAT)
    beyond = sees(_fight(ANN, far, light=Light.DARK, vision=DARK), "ann", "bob")
    assert (beyond.sees, beyond.reason, beyond.rule_id) == (
        False,
        "beyond the 6 m of goggles",
        "X-1",
    )


def test_a_sense_is_jammed_at_either_end_and_fails_at_who_shows_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Heat where it looks for heat blinds it, and the cold do not show."""
    near = BOB.replace(pos=Cell(6, 2))
    _senses(monkeypatch, HEAT)
    for cell in (Cell(2, 2), Cell(6, 2)):
        zone = Zone(id="f", kind="furnace", cells=(cell,))
        assert sees(_fight(ANN, near, zones=(zone,)), "ann", "bob").reason == "goggles is jammed"
    _senses(monkeypatch, HEAT, signs=frozenset())
    assert sees(_fight(ANN, near), "ann", "bob").reason == "shows nothing to goggles"


def test_a_sense_that_tells_the_place_alone_makes_a_mark(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who moves behind a wall is sensed on its cells; whoever sees it sees all of it."""
    _senses(monkeypatch, EYE, STEPS)
    moved = BOB.replace(trail=(Cell(9, 2), Cell(8, 2)))
    here = _fight(ANN, moved, walls=(WALL,))
    found = seen_by(here, "1")
    assert found.sensed == {"bob": (Cell(8, 2),)}
    assert not found.unknown
    assert why_not_seen(here, "1", "bob") == "ANN knows only where it is: tremor"
    assert "bob" in seen_by(_fight(ANN, moved), "1").seen
    assert seen_by(_fight(ANN, BOB, walls=(WALL,)), "1").unknown == {"bob"}
    assert set(known_fight(FREEFORM, here, "1").combatants) == {"ann", "bob"}


def test_through_the_eyes_of_some_whatever_the_mode() -> None:
    """A look through the eyes of some asks their senses alone, with fog off too."""
    cid = _one("cid", 8, 5)
    here = _fight(ANN, cid, BOB, walls=(WALL,), vision=Vision())
    assert "bob" not in seen_by_some(here, "1", frozenset({"ann"})).seen
    assert "bob" in seen_by_some(here, "1", frozenset({"ann", "cid"})).seen


def test_a_side_is_told_the_same_object_while_what_it_perceives_stays() -> None:
    """What is perceived is the same object after a change that nobody perceives."""
    here = _fight(ANN, BOB, walls=(WALL,))
    other = here.with_combatant(BOB.replace(name="somebody else", pos=Cell(9, 3)))
    assert seen_by(other, "1") is seen_by(here, "1")


def test_a_fight_as_a_side_knows_it_leaves_out_whom_it_does_not_perceive() -> None:
    """By sight whoever is unseen is not there for what thinks for a side; with fog off all are."""
    here = _fight(ANN, BOB, walls=(WALL,))
    assert set(known_fight(FREEFORM, here, "1").combatants) == {"ann"}
    assert known_fight(FREEFORM, here, None) is here
    assert known_fight(FREEFORM, here.replace(vision=Vision()), "1").combatants is here.combatants


def test_odds_do_not_change_while_fog_is_off() -> None:
    """With fog off a chance is what it was, wherever walls stand; by sight too at who is seen."""
    people = {
        who: Combatant(id=who, name=who, side=side, pos=Cell(x, 2), sheet=ToySheet(hp=9))
        for who, side, x in (("a", "1", 2), ("b", "2", 8))
    }
    plain = TOY.new_encounter().replace(combatants=frozendict(people))
    walled = plain.replace(map=plain.map.replace(walls=(WALL,)))
    command = Strike(actor="a", target="b")
    expected = odds(TOY, plain, command, side=None).columns
    for here in (plain, walled, plain.replace(vision=BY_SIGHT)):
        assert odds(TOY, here, command, side="1").columns == expected


def test_a_giant_is_looked_for_at_its_rim() -> None:
    """Of 144 cells the 44 at the rim are tried: behind a wall unknown, beside its end seen."""
    giant = _one("giant", 8, 0, "2", size=Size(12, 12))
    assert len(exact_sight._looked_for(footprint(Cell(8, 0), Size(12, 12)))) == 44
    high = WALL.replace(b=Point(5 * SUBCELL, 20 * SUBCELL))
    assert seen_by(_fight(ANN, giant, walls=(high,)), "1").unknown == {"giant"}
    low = WALL.replace(b=Point(5 * SUBCELL, 3 * SUBCELL))
    assert "giant" in seen_by(_fight(ANN, giant, walls=(low,)), "1").seen


def test_darkness_stops_dark_sight_up_to_its_strength(monkeypatch: pytest.MonkeyPatch) -> None:
    """In darkness of strength 2 a sense for the dark has to pass as much; plain night it passes."""
    cloud = LightSource(id="d", name="Gloom", at=centre_of(Cell(8, 2)), dim_cells=2, strength=-2)
    for strength, is_seen in ((0, False), (1, False), (2, True)):
        sense = Sense(SenseKind.DARK_SIGHT, darkest=Light.DARK, through_darkness=strength)
        _senses(monkeypatch, sense)
        assert "bob" in seen_by(_fight(ANN, BOB, light=Light.DARK, vision=DARK), "1").seen
        here = _fight(ANN, BOB, light_sources=(cloud,), vision=DARK)
        assert ("bob" in seen_by(here, "1").seen) is is_seen, strength
    _senses(monkeypatch, EYE)
    assert sees(here, "ann", "bob").reason == "too dark: Gloom takes the light away"
