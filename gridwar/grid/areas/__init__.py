"""Areas on the grid: arcs, templates, what spreads, what is seen from a cell."""
