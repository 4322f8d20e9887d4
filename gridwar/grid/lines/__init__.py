"""Lines over the grid: who sees whom, through what, behind what."""
