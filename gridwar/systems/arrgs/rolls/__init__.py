"""Checks: their sums, modifiers and rolls."""
