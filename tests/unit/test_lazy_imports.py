"""What a window loads late works when it is asked for, and what is left out stays out."""

from __future__ import annotations

import subprocess
import sys

_PROGRAM = """
import sys
from gridwar.cli import load_late
load_late()
import networkx as nx, numpy as np
assert not any(name.startswith(("networkx.classes", "numpy.lib")) for name in sys.modules)
graph = nx.DiGraph()
graph.add_edge(1, 2, weight=3)
graph.add_edge(2, 3, weight=4)
print(nx.single_source_dijkstra_path_length(graph, 1), nx.astar_path(graph, 1, 3),
      nx.has_path(graph, 3, 1), int(np.array([1, 2]).sum()))
print(sorted(one for one in ("bipartite", "shortest_paths", "community")
             if f"networkx.algorithms.{one}" in sys.modules))
print(nx.algorithms.components.is_strongly_connected(graph))
try:
    nx.algorithms.nothing_of_this_name
except AttributeError as error:
    print(error)
from gridwar.grid.movement.mover_ground import Ground
from gridwar.grid.movement.movement_graph import LazyGrid, is_backend_found
from gridwar.grid.movement.step_rules import uniform
from gridwar.model.battlemap import BattleMap
from gridwar.model.geometry import Cell
ground = Ground(BattleMap(width=9, height=9))
asked = []
LazyGrid.flood = lambda *args: asked.append(args[1:]) or {}
grid = LazyGrid(ground, uniform(ground))
nx.single_source_dijkstra_path_length(grid, 0, 3)
print(is_backend_found(), asked)
"""


def test_networkx_loads_in_part_and_answers() -> None:
    """Paths are found, the rest of the algorithms comes when it is named, the unknown is told."""
    told = subprocess.run(
        [sys.executable, "-c", _PROGRAM], check=True, capture_output=True, text=True
    )
    assert told.stdout.splitlines() == [
        "{1: 0, 2: 3, 3: 7} [1, 2, 3] False 3",
        "['shortest_paths']",
        "False",
        "networkx.algorithms is loaded in part and has no nothing_of_this_name",
        "True [((0,), 3)]",
    ]


_CHARTS = """
import os, sys, threading
from gridwar.lazy_imports import is_open
def start(thread):
    parts = type(sys.modules["networkx.generators"]).__name__
    known = (is_open("networkx"), parts, is_open("numpy"))
    print(thread._target.__name__, *known, file=sys.__stdout__, flush=True)
    os._exit(0)
threading.Thread.start = start
from gridwar.__main__ import main
sys.argv = ["gridwar", "--chart-worker"]
main()
"""


def test_the_process_of_charts_knows_what_is_left_out() -> None:
    """Packaged, networkx loads in part or not at all; numpy is there before it listens.

    On Windows numpy's libraries look at standard input as they load, and that waits for whoever
    reads it.
    """
    told = subprocess.run(
        [sys.executable, "-c", _CHARTS], check=True, capture_output=True, text=True
    )
    assert told.stdout == "_listen False _Part True\n"
