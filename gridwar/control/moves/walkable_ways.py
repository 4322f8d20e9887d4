"""Ways that a reach alone does not tell: which can be walked as they are, and into an opening."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit.walk_procedure import over_openings

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.engine.kit.movement_records import Movement
    from gridwar.grid.movement.reach import Reach
    from gridwar.grid.movement.routes import NoRoute, Route
    from gridwar.model.geometry import Cell


def accepted(
    found: Reach, cells: frozenset[Cell], accepts: Callable[[Route], bool]
) -> frozenset[Cell]:
    """Return the cells to which the cheapest way is one that can be walked."""
    from gridwar.grid.movement.routes import NoRoute

    ways = ((cell, found.route_to(cell)) for cell in cells)
    return frozenset(cell for cell, way in ways if not isinstance(way, NoRoute) and accepts(way))


def way_into_opening(movement: Movement, legs: tuple[Cell, ...], route: NoRoute) -> Route | NoRoute:
    """Return the way to an opening, over which the mover would fall; any other reason stays.

    Args:
        movement: How it could move.
        legs: The start and the waypoints.
        route: Why no way leads to the goal.
    """
    # Only here: networkx takes longer to load than a window to show.
    from gridwar.grid.movement.movement_graph import LazyGrid
    from gridwar.grid.movement.routes import NoRoute, find_route

    if route.goal not in movement.ground.holes:
        return route
    falling = over_openings(movement, (route.goal,))
    graph = LazyGrid(falling.ground, falling.rule)
    found = find_route(graph, legs[0], route.goal, legs[1:])
    return route if isinstance(found, NoRoute) else found
