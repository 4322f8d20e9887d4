"""Wounds, falls and ailments, whatever they come of."""
