"""Checks: sums, typed modifiers, magnitudes, chains of criticals."""
