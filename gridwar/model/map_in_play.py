"""A map as rules meet it: what is painted, with the props that stand upon it.

Terrain, cover and heights are asked here and nowhere else, so that a prop counts wherever painted
ground does. Worked out once for the layers and props it is made of, which are frozen; equal ones
are the same objects, by which others keep what they work out of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from frozendict import frozendict
from msgspec import Struct

from gridwar.caches import Same, kept_of_fight
from gridwar.model.cover_kinds import CoverDegree, CoverObject
from gridwar.model.terrain_kinds import TerrainKind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.model.geometry import Cell
    from gridwar.model.painted_layers import Layer
    from gridwar.model.props import Prop, PropTraits

MOST_KINDS: Final = 256
"""Kinds of ground that the bytes of a layer can name."""
KINDS_FOR_PROPS: Final = 16
"""So many of them a map with props leaves free: one for each price of a prop, and to spare."""

_Cost = tuple[int, bool]
"""Extra steps, and whether nobody may enter."""


class MapInPlay(Struct, frozen=True):
    """What rules ask of the ground: painted layers and props as one.

    Attributes:
        terrain: By cell the index into ``terrain_kinds``.
        terrain_kinds: Those of the map, and behind them those of cells with a prop.
        cover_objects: Those of the map and the props that hide somebody.
        tops_m: How high one stands above the painted ground, in metres; only where one does.
    """

    terrain: Layer
    terrain_kinds: tuple[TerrainKind, ...]
    cover_objects: tuple[CoverObject, ...]
    tops_m: Mapping[Cell, float]


NO_TOPS: Final[Mapping[Cell, float]] = frozendict()


def map_in_play(
    props: tuple[Prop, ...],
    terrain: Layer,
    terrain_kinds: tuple[TerrainKind, ...],
    cover_objects: tuple[CoverObject, ...],
) -> MapInPlay:
    """Return how rules meet a map; kept for as long as these are the same.

    Args:
        props: What stands on the map.
        terrain: What is painted on it.
        terrain_kinds: What its bytes mean.
        cover_objects: Its single things to hide behind.
    """
    if not props:
        return MapInPlay(terrain, terrain_kinds, cover_objects, NO_TOPS)
    ground = _ground(Same(props), Same(terrain), Same(terrain_kinds))
    covers = _covers(Same(props), Same(cover_objects))
    return _joined(Same(ground), Same(covers), Same(tops_of(props)))


def tops_of(props: tuple[Prop, ...]) -> Mapping[Cell, float]:
    """Return how high one stands on props above the painted ground, in metres, by cell.

    Where several stand upon each other the highest counts.
    """
    return _tops(Same(props)) if props else NO_TOPS


@kept_of_fight(8)
def _joined(
    ground: Same[tuple[Layer, tuple[TerrainKind, ...]]],
    covers: Same[tuple[CoverObject, ...]],
    tops: Same[Mapping[Cell, float]],
) -> MapInPlay:
    return MapInPlay(*ground.it, covers.it, tops.it)


@kept_of_fight(8)
def _tops(props: Same[tuple[Prop, ...]]) -> Mapping[Cell, float]:
    found: dict[Cell, float] = {}
    for one in props.it:
        top_m = one.traits.top_m
        for cell in one.cells if top_m else ():
            found[cell] = max(top_m, found.get(cell, 0.0))
    return frozendict(found) if found else NO_TOPS


@kept_of_fight(8)
def _covers(
    props: Same[tuple[Prop, ...]], painted: Same[tuple[CoverObject, ...]]
) -> tuple[CoverObject, ...]:
    own = tuple(cover_of(one) for one in props.it if one.traits.cover is not CoverDegree.NONE)
    return (*painted.it, *own) if own else painted.it


def cover_of(prop: Prop) -> CoverObject:
    """Return a prop as the thing to hide behind that it is."""
    traits = prop.traits
    return CoverObject.constant(
        id=prop.id,
        name=prop.name,
        cells=tuple(sorted(prop.cells)),
        degree=traits.cover,
        hard=traits.hard,
        form=traits.form,
        height_m=traits.height_m,
    )


@kept_of_fight(8)
def _ground(
    props: Same[tuple[Prop, ...]],
    terrain: Same[Layer],
    kinds: Same[tuple[TerrainKind, ...]],
) -> tuple[Layer, tuple[TerrainKind, ...]]:
    """Return the layer of terrain and its kinds with what moving onto props costs."""
    costs: dict[Cell, tuple[_Cost, str]] = {}
    for one in props.it:
        cost = _cost_of(one.traits)
        for cell in one.cells if cost != _FREE else ():
            (steps, barred), name = costs.get(cell, (_FREE, one.name))
            joined = (max(steps, cost[0]), barred or cost[1])
            costs[cell] = (joined, name if joined == (steps, barred) else one.name)
    if not costs:
        return terrain.it, kinds.it
    table = _Table(kinds.it, {cost for cost, _name in costs.values()})
    values = {
        cell: table.index(terrain.it.get(cell), cost, name) for cell, (cost, name) in costs.items()
    }
    return terrain.it.with_cells(values), tuple(table.kinds)


_FREE: Final[_Cost] = (0, False)


def _cost_of(traits: PropTraits) -> _Cost:
    return (0, True) if traits.is_barred else (traits.extra_steps, False)


class _Table:
    """The kinds of a map while those of its props are added behind them.

    A byte names no more than 256. Each price of a prop has one in any case; names, and what is
    painted below, have their own while there is room.
    """

    def __init__(self, kinds: tuple[TerrainKind, ...], costs: set[_Cost]) -> None:
        self.kinds = [*kinds]
        self._plain: dict[_Cost, int] = {}
        self._own: dict[tuple[int, _Cost, str], int] = {}
        for cost in sorted(costs):
            self._plain[cost] = len(self.kinds)
            self.kinds.append(_kind("", cost))

    def index(self, below: int, cost: _Cost, name: str) -> int:
        """Return the byte of a cell with a prop.

        Args:
            below: The byte that is painted there.
            cost: What the prop costs.
            name: What it is called.
        """
        key = (below, cost, name)
        if key not in self._own:
            if len(self.kinds) < MOST_KINDS:
                self._own[key] = len(self.kinds)
                self.kinds.append(_both(self.kinds[below], _kind(name, cost)))
            else:
                self._own[key] = self._plain[cost]
        return self._own[key]


def _kind(name: str, cost: _Cost) -> TerrainKind:
    steps, barred = cost
    return TerrainKind.constant(
        name=name, difficulty=steps, multiplier=1 + steps, impassable=barred
    )


def _both(painted: TerrainKind, prop: TerrainKind) -> TerrainKind:
    """Return ground with a prop on it: the dearer of both, named for the prop.

    What only some ways of moving feel of the ground, they alone go on being kept out by.
    """
    shuts_some = painted.impassable and not prop.impassable
    return prop.replace(
        difficulty=max(painted.difficulty, prop.difficulty),
        multiplier=max(painted.multiplier, prop.multiplier),
        impassable=painted.impassable or prop.impassable,
        affects=painted.affects if shuts_some else frozenset(),
        blocks_sight=painted.blocks_sight,
        blocks_effect=painted.blocks_effect,
    )
