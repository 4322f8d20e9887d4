"""Checks: sums, magnitudes, chains of criticals, what is set for the scene."""
