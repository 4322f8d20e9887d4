"""Dice: notation, where faces come from, and exact distributions. Knows nothing of fights."""
