"""Checks: sums, typed modifiers, magnitude, Reactions, chains of criticals."""
