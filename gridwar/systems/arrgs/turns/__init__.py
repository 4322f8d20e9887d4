"""Turns, pauses, the points of a round, rounds and how they end."""
