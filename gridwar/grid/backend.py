"""Gridwar's backend of networkx: searches on a ``LazyGrid`` that bit boards answer faster.

networkx finds it by the entry point ``networkx.backends`` of the installed program and hands it
the calls on graphs that name it; answers are those of networkx's own code. What it does not know
falls back to that code on the lazy graph itself, and so does everything where the entry point is
missing. ``backend="networkx"`` in a call, or ``LazyGrid(…, plain=True)``, leaves it out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

import networkx as nx

if TYPE_CHECKING:
    from collections.abc import Collection

    from gridwar.grid.movement.movement_graph import LazyGrid

_WEIGHT = "weight"


class Backend:
    """What networkx asks of a backend; functions bear the names of networkx's."""

    @staticmethod
    def single_source_dijkstra_path_length(
        graph: LazyGrid, source: int, cutoff: int | None = None, weight: str = _WEIGHT
    ) -> dict[int, int]:
        """Return the cost of every node within the cutoff, in rising order of cost."""
        if source not in graph:
            raise nx.NodeNotFound(f"Node {source} not found in graph")
        return graph.flood((source,), cutoff)

    @staticmethod
    def multi_source_dijkstra_path_length(
        graph: LazyGrid, sources: Collection[int], cutoff: int | None = None, weight: str = _WEIGHT
    ) -> dict[int, int]:
        """Return the cost of every node from the nearest of several, in rising order of cost."""
        for source in sources:
            if source not in graph:
                raise nx.NodeNotFound(f"Node {source} not found in graph")
        return graph.flood(sources, cutoff)

    @staticmethod
    def can_run(_name: str, args: tuple[object, ...], kwargs: dict[str, object]) -> bool:
        """Return whether a call asks for the steps' own costs."""
        weight = kwargs.get(_WEIGHT, args[3] if len(args) > 3 else _WEIGHT)  # noqa: PLR2004
        return bool(weight == _WEIGHT)

    @staticmethod
    def should_run(_name: str, _args: tuple[object, ...], _kwargs: dict[str, object]) -> bool:
        """Say that it is worth it, always."""
        return True

    @staticmethod
    def convert_from_nx(graph: object, **_wishes: object) -> NoReturn:
        """Refuse graphs that are no grids; networkx then runs its own code."""
        raise NotImplementedError("only a LazyGrid can be searched by bit boards")

    @staticmethod
    def convert_to_nx(graph: LazyGrid, **_wishes: object) -> LazyGrid:
        """Return the lazy graph itself: it is one of networkx's own graphs as well."""
        return graph


BACKEND = Backend()
