"""Ways over the grid: what a step costs, what blocks it, how far one gets."""
