"""Measuring and moving on the map: metrics, arcs, areas, movement, lines of sight and effect.

The one user of networkx. May import ``model`` and below; knows no rule system and no dice.
"""
